"""The crypto accelerators of the STM32F415 and F417, behind the operations that they serve."""

from akela.ports.stm32.chips import STM32F417
from akela.ports.stm32.drivers import limits, make_drivers

LIMITS = limits(STM32F417)

make_drivers(STM32F417)

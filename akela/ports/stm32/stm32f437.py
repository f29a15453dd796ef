"""The crypto accelerators of the STM32F437 and F439, behind the operations that they serve."""

from akela.ports.stm32.chips import STM32F437
from akela.ports.stm32.drivers import limits, make_drivers

LIMITS = limits(STM32F437)

make_drivers(STM32F437)

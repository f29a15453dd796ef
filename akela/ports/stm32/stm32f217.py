"""The crypto accelerators of the STM32F215 and F217, behind the operations that they serve."""

from akela.ports.stm32.chips import STM32F217
from akela.ports.stm32.drivers import limits, make_drivers

LIMITS = limits(STM32F217)

make_drivers(STM32F217)

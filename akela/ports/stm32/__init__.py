"""Operations served by the peripherals of ST's STM32F2 and STM32F4 chips."""

TARGETS = ("cortex_m3", "cortex_m4")

# In the order in which they are built.
MODULES = ("akela.ports.host", "akela.ports.stm32.stm32f217", "akela.ports.stm32.stm32f417")

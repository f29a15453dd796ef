"""Operations served by the peripherals of ST's STM32F2 and STM32F4 chips."""

from akela.ports.port import Port

PORT = Port(
    name="stm32",
    title="the hash, cryptographic and random processors of ST's STM32F2 and STM32F4 chips",
    targets=("cortex_m3", "cortex_m4"),
    modules=("akela.ports.host", "akela.ports.stm32.stm32f217", "akela.ports.stm32.stm32f417", "akela.ports.stm32.stm32f437"),
)

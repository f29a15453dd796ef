"""Operations served by the peripherals of Espressif's ESP32 chips."""

from akela.ports.port import Port

PORT = Port(
    name="esp32_family",
    title="AES, SHA, RSA and random peripherals of Espressif's ESP32 chips",
    targets=("rv32imc",),  # the C2 and C3; the others' Xtensa cores have no target yet
    modules=("akela.ports.host", "akela.ports.esp32_family.rng", "akela.ports.esp32_family.esp32c3"),
)

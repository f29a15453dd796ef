"""Operations served by the peripherals of Espressif's ESP32 chips."""

TARGETS = ("rv32imc",)  # the C2 and C3; the others' Xtensa cores have no target yet

# In the order in which they are built.
MODULES = ("akela.ports.host", "akela.ports.esp32_family.rng", "akela.ports.esp32_family.esp32c3")

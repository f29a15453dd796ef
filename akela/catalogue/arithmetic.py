"""Arithmetic with numbers of any length."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Given, Limbs, Row

# What a port may compute in Montgomery forms of its own. RSA, Diffie-Hellman and the search for primes run on these.
MODULAR_POWER = ("modular_power", "modular_power_two", "modular_power_public", "modular_confirm")

ARITHMETIC: tuple[Algorithm, ...] = (
    Algorithm(
        name="montgomery",
        title="Montgomery exponentiation",
        family="arithmetic",
        standard="HAC 14.3.2, 14.6.1",
        module="akela.kernels.montgomery",
        kernels=("mont_setup", "mont_sqr", "mont_to", "mont_from", "mont_power", "mont_power_public", "mont_exp", *MODULAR_POWER),
        # Half of an RSA-2048 private operation by the Chinese remainder theorem. No published log has such a row.
        rows=(
            Row("MODEXP", Call("mont_exp_w64", (Limbs(1024, odd=True), Limbs(1024), Limbs(1024))), per="ops", size=1024, action="power"),
        ),
        operations=("montgomery.mul", "modular.power", "modular.power_two", "modular.power_public"),
        vectors=("asymmetric/DH/RFC5114.txt",),
        parameters={"word_bits": 64, "exponent_bits": 1024},
    ),
    Algorithm(
        name="inverse",
        title="Modular inverse",
        family="arithmetic",
        standard="Bernstein and Yang, TCHES 2019(3)",
        module="akela.kernels.inverse",
        kernels=("mod_inverse",),
        # The inverse that blinds an RSA-2048 private operation. No published log has such a row.
        # It takes the same time for every number, such as 2, whose inverse there always is.
        rows=(
            Row(
                "MODINV",
                Call("mod_inverse_w64", (Limbs(2048, odd=True), Given((2).to_bytes(256, "little")))),
                per="ops",
                size=2048,
                action="invert",
            ),
        ),
        parameters={"word_bits": 64},
    ),
)

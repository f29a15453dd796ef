"""Random bit generators."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Data, Fresh, Given, Lengths, Row

RANDOM: tuple[Algorithm, ...] = (
    Algorithm(
        name="hmac-drbg",
        title="HMAC_DRBG with SHA-256",
        family="random",
        standard="SP 800-90A Rev. 1 section 10.1.2",
        module="akela.kernels.drbg",
        kernels=tuple(f"hmac_drbg_{verb}" for verb in ("init", "reseed", "generate", "uninstantiate")),
        rows=(
            Row(
                "RNG",
                Call("generate", (Given(b""), Data.COUNT)),
                Call("HmacDrbg", (Fresh(32), Fresh(16), Given(b""))),
                takes=Lengths(most=65536),  # a request, SP 800-90A table 2
            ),
        ),
        operations=("sha256.blocks", "random.fill"),
    ),
)

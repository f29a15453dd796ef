"""Known answers of random bit generators."""

from __future__ import annotations

from tests.hmac_drbg import HmacDrbg
from tools.known_answers.case import Case, Source


def hmac_drbg_cases() -> list[Case]:
    """No package has vectors of HMAC_DRBG: fixed inputs, and the answers of the formulas on Python's hmac."""
    cases = []
    for seed, count in enumerate((1, 32, 64, 100)):
        entropy, nonce = bytes(range(seed, seed + 32)), bytes(range(100, 116))
        for personalization, additional in ((b"", b""), (b"personal", b""), (b"", b"additional"), (bytes(64), bytes(65))):
            cases.append(
                {
                    "name": f"{count} bytes, {len(personalization)} of personalization, {len(additional)} of additional input",
                    "context": {"name": "HmacDrbg", "arguments": [entropy.hex(), nonce.hex(), personalization.hex()]},
                    "call": "generate",
                    "arguments": [additional.hex(), count],
                    "result": HmacDrbg(entropy, nonce, personalization).generate(additional, count).hex(),
                }
            )
    return cases


SOURCES: dict[str, Source] = {
    "hmac-drbg": ("the formulas of SP 800-90A on the hmac of Python", hmac_drbg_cases),
}

"""The rounds of AES with the processor's instructions: on one block, and on four vectors of them side by side.

The rounds of one block wait for one another; those of different blocks do not, and the processor starts them while the first are under way.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.lang import Array, helper, kernel_maker, u32, u64x2
from akela.ports.x86_64.aes_instructions import Rounds, aesimc, load_round_key, make_rounds
from akela.ports.x86_64.vector_width import XMM, make_moves

AESNI = make_rounds(XMM, ("aes",))


# --- round keys ---------------------------------------------------------------------------------------------------------------------------


@helper
def inverse_keys(w: Array[u32, 60], rounds: int, keys: Array[u64x2, 15]) -> None:
    """FIPS 197 section 5.3.5: the key schedule of the equivalent inverse cipher, in the order of its rounds."""
    keys[0] = load_round_key(w[4 * rounds : 4 * rounds + 4])
    for r in range(1, rounds):
        keys[r] = aesimc(load_round_key(w[4 * (rounds - r) : 4 * (rounds - r) + 4]))
    keys[rounds] = load_round_key(w[:4])


# --- one block ----------------------------------------------------------------------------------------------------------------------------

aesenc, aesenclast, aesdec, aesdeclast = AESNI.encrypt, AESNI.encrypt_last, AESNI.decrypt, AESNI.decrypt_last


@helper
def encrypt_block(w: Array[u32, 60], rounds: int, x: u64x2) -> u64x2:
    """FIPS 197 section 5.1."""
    x ^= load_round_key(w[:4])
    for r in range(1, rounds):
        x = aesenc(x, load_round_key(w[4 * r : 4 * r + 4]))
    return aesenclast(x, load_round_key(w[4 * rounds : 4 * rounds + 4]))


@helper
def decrypt_block(keys: Array[u64x2, 15], rounds: int, x: u64x2) -> u64x2:
    """FIPS 197 section 5.3.5."""
    x ^= keys[0]
    for r in range(1, rounds):
        x = aesdec(x, keys[r])
    return aesdeclast(x, keys[rounds])


# --- four vectors -------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fours:
    """Rounds on four vectors: (w or keys, rounds, a, b, c, d)."""

    encrypt: Callable[..., Any]
    decrypt: Callable[..., Any]


@kernel_maker
def make_fours(rounds_of: Rounds, use: str) -> Fours:
    """The cipher and its inverse. `use` is the one place that calls them: what is called once is not called, but stands there."""
    V = rounds_of.width.lane
    name = f"{V.__name__}_{use}"
    aesenc, aesenclast, aesdec, aesdeclast = rounds_of.encrypt, rounds_of.encrypt_last, rounds_of.decrypt, rounds_of.decrypt_last
    broadcast = make_moves(rounds_of.width).broadcast

    @helper(name=f"encrypt_{name}")
    def encrypt(w: Array[u32, 60], rounds: int, a: V, b: V, c: V, d: V) -> tuple[V, V, V, V]:
        """FIPS 197 section 5.1."""
        k = broadcast(load_round_key(w[:4]))
        a, b, c, d = a ^ k, b ^ k, c ^ k, d ^ k
        for r in range(1, rounds):
            k = broadcast(load_round_key(w[4 * r : 4 * r + 4]))
            a, b, c, d = aesenc(a, k), aesenc(b, k), aesenc(c, k), aesenc(d, k)
        k = broadcast(load_round_key(w[4 * rounds : 4 * rounds + 4]))
        return aesenclast(a, k), aesenclast(b, k), aesenclast(c, k), aesenclast(d, k)

    @helper(name=f"decrypt_{name}")
    def decrypt(keys: Array[u64x2, 15], rounds: int, a: V, b: V, c: V, d: V) -> tuple[V, V, V, V]:
        """FIPS 197 section 5.3.5."""
        k = broadcast(keys[0])
        a, b, c, d = a ^ k, b ^ k, c ^ k, d ^ k
        for r in range(1, rounds):
            k = broadcast(keys[r])
            a, b, c, d = aesdec(a, k), aesdec(b, k), aesdec(c, k), aesdec(d, k)
        k = broadcast(keys[rounds])
        return aesdeclast(a, k), aesdeclast(b, k), aesdeclast(c, k), aesdeclast(d, k)

    return Fours(encrypt, decrypt)

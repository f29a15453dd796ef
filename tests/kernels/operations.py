"""Each operation that ports provide, as a call: `OPERATIONS[name](execution, inputs)` gives what comes out, for comparing.

Lengths, addresses and what surrounds the output are in `Inputs`; what differs from input to input otherwise is drawn from its `source`.
"""

from __future__ import annotations

import ctypes
import random
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from akela.exceptions import InvalidKey, InvalidSignature
from tests.rsa_reference import octets, parts

GUARD = b"\xa5" * 64


@dataclass
class Inputs:
    """What one comparison takes. Made anew for each execution, it gives the same."""

    seed: int
    length: int
    data_offset: int = 0  # of the address of data, from a multiple of 64
    out_offset: int = 0
    in_place: bool = False
    source: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.source = random.Random(self.seed)

    def octets(self, count: int) -> bytes:
        return self.source.randbytes(count)

    def message(self, length: int | None = None) -> memoryview:
        """Bytes at the address that is asked for."""
        return placed(self.octets(self.length if length is None else length), self.data_offset)

    def written(self, data: memoryview, run: Callable[[memoryview, memoryview], object]) -> bytes:
        """What `run(data, out)` writes to a buffer of the size of `data`, in place or elsewhere; nothing around it may change."""
        out = data if self.in_place else placed(bytes(len(data)), self.out_offset)
        run(data, out)
        whole = memoryview(out.obj)
        start = (address(out) - address(whole)) if len(out) else 0
        if len(out):
            assert whole[start - 64 : start] == GUARD, "written before the output"
            assert whole[start + len(out) : start + len(out) + 64] == GUARD, "written behind the output"
        return bytes(out)


def address(view: memoryview) -> int:
    """Where a buffer lies in memory."""
    return ctypes.addressof(ctypes.c_char.from_buffer(view))


def placed(data: bytes, offset: int) -> memoryview:
    """A writable copy between guards, at an address that is `offset` more than a multiple of 64."""
    room = bytearray(len(data) + 4 * 64)
    start = 64 + (offset - address(memoryview(room)) - 64) % 64
    room[start - 64 : start] = GUARD[:64]
    room[start : start + len(data)] = data
    room[start + len(data) : start + len(data) + 64] = GUARD
    return memoryview(room)[start : start + len(data)]


def words(value: int, count: int) -> array[int]:
    """A number in words of 64 bits."""
    return array("Q", [value >> 64 * i & (1 << 64) - 1 for i in range(count)])


Run = Callable[[Any, Inputs], object]


# --- AES and GHASH ------------------------------------------------------------------------------------------------------------------------


def counter_block(inputs: Inputs, bits: int) -> bytes:
    """One that wraps in its last 32, 64 or 128 bits soon: within a vector, or behind some."""
    wraps = inputs.source.choice([size for size in (32, 64, 128) if size <= bits])
    end = (1 << wraps) - 1 - inputs.source.randrange(48)
    return (inputs.source.getrandbits(128) >> wraps << wraps | end).to_bytes(16, "big")


def aes(execution: Any, inputs: Inputs) -> Any:
    return execution.Aes(inputs.octets(inputs.source.choice([16, 24, 32])))


def aes_init(execution: Any, inputs: Inputs) -> bytes:
    return bytes(aes(execution, inputs).encrypt_blocks(inputs.octets(16)))


def blocks(method: str) -> Run:
    def run(execution: Any, inputs: Inputs) -> bytes:
        key, data = aes(execution, inputs), inputs.message(inputs.length // 16 * 16)
        return inputs.written(data, getattr(key, f"{method}_into"))

    return run


def chained(method: str) -> Run:
    def run(execution: Any, inputs: Inputs) -> bytes:
        key, iv, data = aes(execution, inputs), inputs.octets(16), inputs.message(inputs.length // 16 * 16)
        return inputs.written(data, lambda data, out: getattr(key, f"{method}_into")(iv, data, out))

    return run


def counted(method: str, bits: int) -> Run:
    def run(execution: Any, inputs: Inputs) -> bytes:
        key, counter, data = aes(execution, inputs), counter_block(inputs, bits), inputs.message()
        return inputs.written(data, lambda data, out: getattr(key, f"{method}_into")(counter, data, out))

    return run


def cbc_many(execution: Any, inputs: Inputs) -> bytes:
    key, size, count = aes(execution, inputs), max(1, inputs.length // 16) * 16, inputs.source.choice([0, 1, 7, 8, 9, 17])
    ivs, data = inputs.octets(16 * count), inputs.message(size * count)
    return inputs.written(data, lambda data, out: key.cbc_encrypt_many_into(ivs, data, size, out))


def cbc_mac(execution: Any, inputs: Inputs) -> bytes:
    key, chain = aes(execution, inputs), bytearray(inputs.octets(16))
    key.cbc_mac(chain, inputs.message(inputs.length // 16 * 16))
    return bytes(chain)


def xts_blocks(way: str) -> Run:
    """From a tweak on that carries out of its top soon, or at once."""

    def run(execution: Any, inputs: Inputs) -> tuple[bytes, bytes]:
        key, t, data = aes(execution, inputs), bytearray(inputs.octets(16)), inputs.message(inputs.length // 16 * 16)
        t[15] |= inputs.source.choice([0, 1, 0x80, 0xFF])
        return inputs.written(data, lambda data, out: getattr(key, f"xts_{way}_blocks_into")(t, data, out)), bytes(t)

    return run


def ghash(execution: Any, inputs: Inputs) -> bytes:
    key, y = execution.Ghash(inputs.octets(16)), bytearray(inputs.octets(16))
    key.blocks(y, inputs.message(inputs.length // 16 * 16))
    return bytes(y)


def gcm_pass(method: str) -> Run:
    """From counters on that reach the boundary of 2^32 blocks, where inc_32 wraps."""

    def run(execution: Any, inputs: Inputs) -> tuple[bytes, bytes]:
        key = execution.AesGcm(inputs.octets(inputs.source.choice([16, 24, 32])))
        counter, y, data = counter_block(inputs, 32), bytearray(inputs.octets(16)), inputs.message()
        out = inputs.written(data, lambda data, out: getattr(key, f"{method}_into")(counter, y, data, out))
        return out, bytes(y)

    return run


# --- ChaCha20 and Poly1305 ----------------------------------------------------------------------------------------------------------------


def chacha20(execution: Any, inputs: Inputs) -> tuple[bytes, bytes]:
    state = bytearray(inputs.octets(64))
    state[48:52] = (2**32 - 1 - inputs.source.randrange(20)).to_bytes(4, "little")
    data = inputs.message(inputs.length // 64 * 64)
    return inputs.written(data, lambda data, out: execution.chacha20_blocks_into(state, data, out)), bytes(state)


def poly1305(execution: Any, inputs: Inputs) -> int:
    h = bytearray(inputs.source.randrange(2**130 + 2**128).to_bytes(20, "little"))
    r = (inputs.source.getrandbits(128) & 0x0FFF_FFFC_0FFF_FFFC_0FFF_FFFC_0FFF_FFFF).to_bytes(16, "little")
    execution.poly1305_blocks(h, r, inputs.message(inputs.length // 16 * 16), inputs.source.randrange(2))
    assert int.from_bytes(h, "little") < 2**130 + 2**128
    return int.from_bytes(h, "little") % (2**130 - 5)


# --- hashes -------------------------------------------------------------------------------------------------------------------------------


def hash_blocks(name: str, value_bytes: int, block_bytes: int) -> Run:
    def run(execution: Any, inputs: Inputs) -> bytes:
        value = bytearray(inputs.octets(value_bytes))
        getattr(execution, f"{name}_blocks")(value, inputs.message(inputs.length // block_bytes * block_bytes))
        return bytes(value)

    return run


def keccak(execution: Any, inputs: Inputs) -> bytes:
    state = bytearray(inputs.octets(200))
    execution.keccak_permute(state)
    return bytes(state)


def many(name: str) -> Run:
    def run(execution: Any, inputs: Inputs) -> bytes:
        size = max(1, inputs.length)
        count = inputs.source.choice([1, 4, 9, 17, 35]) if size < 150 else inputs.source.choice([5, 9, 17])
        return bytes(getattr(execution, f"{name}_many")(inputs.message(size * count), size))

    return run


# --- large numbers ------------------------------------------------------------------------------------------------------------------------


def odd(inputs: Inputs, bits: int) -> int:
    return inputs.source.getrandbits(bits) | 1 << bits - 1 | 1


def montgomery_mul(execution: Any, inputs: Inputs) -> bytes:
    count = inputs.source.choice([4, 6, 8, 16, 24, 32])
    n = odd(inputs, 64 * count)
    n0 = int.from_bytes(execution.mont_setup_w64(words(n, count))[:8], "little")
    a, b = inputs.source.randrange(n), inputs.source.randrange(n)
    return bytes(execution.mont_mul_w64(words(n, count), n0, words(a, count), words(b, count)))


def modular_power(execution: Any, inputs: Inputs) -> bytes:
    count = inputs.source.choice([4, 16, 24, 32])
    n = odd(inputs, 64 * count)
    base, exponent = inputs.source.getrandbits(64 * count), inputs.source.getrandbits(64)
    return bytes(execution.modular_power_w64(words(n, count), words(base, count), words(exponent, 1)))


def modular_power_two(execution: Any, inputs: Inputs) -> bytes:
    count = inputs.source.choice([4, 16, 24])
    moduli = words(odd(inputs, 64 * count) | odd(inputs, 64 * count) << 64 * count, 2 * count)
    base, exponents = inputs.source.getrandbits(128 * count), inputs.source.getrandbits(128)
    return bytes(execution.modular_power_two_w64(moduli, words(base, 2 * count), words(exponents, 2)))


def modular_power_public(execution: Any, inputs: Inputs) -> bytes:
    count = inputs.source.choice([16, 32])
    n = odd(inputs, 64 * count)
    base, factor = inputs.source.randrange(n), inputs.source.randrange(n)
    return bytes(execution.modular_power_public_w64(words(n, count), words(base, count), b"\x01\x00\x01", words(factor, count)))


# --- many keys ----------------------------------------------------------------------------------------------------------------------------


def ends(items: list[bytes]) -> array[int]:
    """Where each item of a column ends."""
    return array("Q", accumulate(map(len, items)))


def keys(inputs: Inputs) -> list[bytes]:
    """Private keys, in numbers that fill groups and that do not."""
    return [inputs.octets(32) for _ in range(inputs.source.choice([1, 2, 8, 9, 17]))]


def x25519_many(execution: Any, inputs: Inputs) -> bytes:
    private = keys(inputs)
    statuses = bytearray(len(private))
    return bytes(execution.x25519_many(b"".join(private), inputs.octets(32 * len(private)), statuses)) + statuses


def p256_ecdh_many(execution: Any, inputs: Inputs) -> bytes:
    private = keys(inputs)
    peers, statuses = [execution.p256_public_key(inputs.octets(32)) for _ in private], bytearray(len(private))
    return bytes(execution.p256_ecdh_many(b"".join(private), b"".join(peers), ends(peers), statuses)) + statuses


def p256_sign_many(execution: Any, inputs: Inputs) -> bytes:
    private = keys(inputs)
    digests, extras, statuses = [inputs.octets(32) for _ in private], [inputs.octets(32) for _ in private], bytearray(len(private))
    columns = (b"".join(digests), ends(digests), b"".join(extras), ends(extras))
    return bytes(execution.p256_sign_many(b"".join(private), *columns, statuses)) + statuses


def p256_verify_many(execution: Any, inputs: Inputs) -> bytes:
    private = keys(inputs)
    digests, statuses = [inputs.octets(32) for _ in private], bytearray(len(private))
    signatures = [execution.p256_sign(*row, b"") for row in zip(private, digests, strict=True)]
    digests[-1] = inputs.octets(32)
    public = [execution.p256_public_key(each) for each in private]
    execution.p256_verify_many(*(part for column in (public, digests, signatures) for part in (b"".join(column), ends(column))), statuses)
    return bytes(statuses)


def ed25519_sign_many(execution: Any, inputs: Inputs) -> bytes:
    expanded = [execution.ed25519_expand_key(each) for each in keys(inputs)]
    messages, statuses = [inputs.octets(inputs.length) for _ in expanded], bytearray(len(expanded))
    found = execution.ed25519_sign_expanded_many(b"".join(expanded), b"".join(messages), ends(messages), statuses)
    return bytes(found) + statuses


def ed25519_verify_many(execution: Any, inputs: Inputs) -> bytes:
    expanded = [execution.ed25519_expand_key(each) for each in keys(inputs)]
    messages, statuses = [inputs.octets(inputs.length) for _ in expanded], bytearray(len(expanded))
    signatures = [execution.ed25519_sign_expanded(*row) for row in zip(expanded, messages, strict=True)]
    messages[-1] = inputs.octets(inputs.length + 1)
    public = b"".join(each[64:] for each in expanded)
    execution.ed25519_verify_many(public, b"".join(messages), ends(messages), b"".join(signatures), statuses)
    return bytes(statuses)


# --- curves -------------------------------------------------------------------------------------------------------------------------------


def x25519(execution: Any, inputs: Inputs) -> bytes:
    return bytes(execution.x25519(inputs.octets(32), inputs.octets(32)))


def multiply_base(execution: Any, inputs: Inputs) -> bytes:
    return bytes(execution.edwards25519_multiply_base(inputs.octets(32)))


def base_coordinate(execution: Any, inputs: Inputs) -> bytes:
    return bytes(execution.x25519_public_key(inputs.octets(32)))


def combine(execution: Any, inputs: Inputs) -> bytes:
    """For points of the curve, and for what is none half the time."""
    s, k, point = inputs.octets(31) + b"\0", inputs.octets(31) + b"\0", inputs.octets(32)
    if inputs.source.random() < 0.8:
        point = execution.edwards25519_multiply_base(point)
    try:
        return bytes(execution.edwards25519_combine_vartime(s, k, point))
    except InvalidKey:
        return b""


def p256_public_key(execution: Any, inputs: Inputs) -> bytes:
    return bytes(execution.p256_public_key(inputs.octets(32)))


def p256_ecdh(execution: Any, inputs: Inputs) -> bytes:
    return bytes(execution.p256_ecdh(inputs.octets(32), execution.p256_public_key(inputs.octets(32))))


def p256_sign(execution: Any, inputs: Inputs) -> bytes:
    return bytes(execution.p256_sign_with_nonce(inputs.octets(32), inputs.octets(32), b"\0" + inputs.octets(31)))


def p256_verify(execution: Any, inputs: Inputs) -> bool:
    """Of signatures that hold, and of altered ones half the time."""
    private, digest = inputs.octets(32), inputs.octets(32)
    signature = bytearray(execution.p256_sign(private, digest, b""))
    signature[inputs.source.randrange(64)] ^= inputs.source.choice([0, 0, 0, 1, 2, 128])
    try:
        execution.p256_verify(execution.p256_public_key(private), digest, signature)
    except InvalidSignature:
        return False
    return True


# --- many numbers with one key ------------------------------------------------------------------------------------------------------------

# By the bits of two primes, how far they are below that power of 2.
RSA_PRIMES = {512: (569, 629), 1024: (105, 179), 1536: (3453, 4977), 2048: (1557, 2543)}


def rsa_numbers(inputs: Inputs, n: int, size: int) -> list[bytes]:
    """Numbers below the modulus but for the second one, in numbers that fill groups and that do not."""
    count = inputs.source.choice([1, 3, 8, 9])
    return [octets(n if i == 1 else inputs.source.randrange(n), size) for i in range(count)]


def rsa_public_many(execution: Any, inputs: Inputs) -> bytes:
    size = inputs.source.choice([128, 256, 384, 512])
    n = odd(inputs, 8 * size)
    numbers = rsa_numbers(inputs, n, size)
    statuses, e = bytearray(len(numbers)), inputs.source.choice([b"", b"\0", b"\1", b"\3", b"\1\0\1", b"\xf1"])
    return bytes(execution.rsa_public_many_w64(octets(n, size), e, b"".join(numbers), statuses)) + statuses


def rsa_private_many(execution: Any, inputs: Inputs) -> bytes:
    bits = inputs.source.choice([*RSA_PRIMES])
    p, q = (2**bits - below for below in RSA_PRIMES[bits])
    n, e, size = p * q, 65537, bits // 4
    numbers = rsa_numbers(inputs, n, size)
    factors = [inputs.source.randrange(1, n) for _ in numbers]
    pairs = b"".join(octets(pow(r, e, n), size) + octets(pow(r, -1, n), size) for r in factors)
    statuses, key = bytearray(len(numbers)), (octets(n, size), octets(e, 3), parts(p, q, e))
    return bytes(execution.rsa_private_many_w64(*key, pairs, b"".join(numbers), statuses)) + statuses


OPERATIONS: dict[str, Run] = {
    "aes.init": aes_init,
    "aes.encrypt_blocks": blocks("encrypt_blocks"),
    "aes.decrypt_blocks": blocks("decrypt_blocks"),
    "aes.cbc_encrypt": chained("cbc_encrypt"),
    "aes.cbc_decrypt": chained("cbc_decrypt"),
    "aes.cbc_mac": cbc_mac,
    "aes.cbc_encrypt_many": cbc_many,
    "aes.ctr": counted("ctr_xor", 128),
    "aes.ctr32": counted("ctr32_xor", 32),
    "aes.xts_encrypt": xts_blocks("encrypt"),
    "aes.xts_decrypt": xts_blocks("decrypt"),
    "aes.gcm_seal": gcm_pass("seal"),
    "ghash.init": ghash,
    "ghash.blocks": ghash,
    "chacha20.blocks": chacha20,
    "poly1305.blocks": poly1305,
    "sha1.blocks": hash_blocks("sha1", 20, 64),
    "sha256.blocks": hash_blocks("sha256", 32, 64),
    "sha512.blocks": hash_blocks("sha512", 64, 128),
    "keccak.permute": keccak,
    **{f"{name}.many": many(name) for name in ("md5", "sha256", "sha384", "sha512", "sha3_256", "sha3_512")},
    "montgomery.mul": montgomery_mul,
    "modular.power": modular_power,
    "modular.power_two": modular_power_two,
    "modular.power_public": modular_power_public,
    "rsa_public.many": rsa_public_many,
    "rsa_private.many": rsa_private_many,
    "x25519.exchange": x25519,
    "edwards25519.multiply_base": multiply_base,
    "edwards25519.base_coordinate": base_coordinate,
    "edwards25519.combine_vartime": combine,
    "p256.public_key": p256_public_key,
    "p256.ecdh": p256_ecdh,
    "p256.sign_with_nonce": p256_sign,
    "p256.verify": p256_verify,
    "x25519.many": x25519_many,
    "p256_ecdh.many": p256_ecdh_many,
    "p256_sign.many": p256_sign_many,
    "p256_verify.many": p256_verify_many,
    "ed25519_sign_expanded.many": ed25519_sign_many,
    "ed25519_verify.many": ed25519_verify_many,
}
OF_LENGTH = tuple(  # what takes data of any length
    name
    for name in OPERATIONS
    if not name.startswith(("montgomery.", "modular.", "rsa_", "x25519", "p256", "ed25519", "edwards25519"))
    and name not in ("aes.init", "keccak.permute")
)

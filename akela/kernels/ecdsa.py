"""The kernels of a curve: keys, ECDH (SP 800-56A) and ECDSA (FIPS 186-5 section 6), in the layout of limbs that suits the target."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.curve_group import CurveGroup, make_curve_group
from akela.kernels.ecdsa_der import OVERHEAD, decode_signature, encode_signature
from akela.kernels.ecdsa_nonce import make_nonces
from akela.kernels.hmac import Hmac
from akela.kernels.prime_field import Layout
from akela.kernels.table_sizes import WEIERSTRASS_BLOCKS, WEIERSTRASS_TEETH, WEIERSTRASS_WIDTH
from akela.kernels.weierstrass import Curve, PointTables
from akela.lang import (
    BAD_PARAMETER,
    INVALID_SIGNATURE,
    OK,
    SPLIT_PRODUCTS,
    WORD_BITS,
    Array,
    ByOptions,
    Bytes,
    Public,
    PublicBytes,
    Status,
    helper,
    kernel,
    kernel_maker,
    operation,
    u8,
)

# P-256 has 16 KB of points of the comb on machines with caches; on microcontrollers 2 KB, or what settings say.
LARGE = PointTables(teeth=6, blocks=4, width=5)
SMALL = {"teeth": WEIERSTRASS_TEETH, "blocks": WEIERSTRASS_BLOCKS, "width": WEIERSTRASS_WIDTH}


@dataclass(frozen=True)
class CurveKernels:
    """The kernels that others call."""

    decode_point: Callable[..., Status]
    ecdh: Callable[..., Status]
    sign: Callable[..., Status]
    verify: Callable[..., Status]


@kernel_maker
def make_signing(
    curve: Curve, hmac: Hmac, suffix: str, reduce_digest: Callable[..., None], sign_with_nonce: Callable[..., Status]
) -> Callable[..., Status]:
    """The kernel `<curve>_sign<suffix>`, with nonces by HMAC over one hash."""
    size = (curve.p.bit_length() + 7) // 8
    Number, NumberPair = Array[u8, size], Array[u8, 2 * size]
    nonces = make_nonces(f"{curve.name}_{hmac.hash.name}", hmac, curve.n.bit_length())
    Nonces, begin_nonces, draw_nonce, reject_nonce = nonces.state, nonces.begin, nonces.draw, nonces.reject

    @kernel(name=f"{curve.name}_sign{suffix}")
    def sign(private: Number, digest: Bytes, extra: Bytes, out: NumberPair) -> Status:
        """The signature r, s of a digest, with a nonce of RFC 6979: random `extra` hedges it, without any the signature is deterministic.

        INVALID_KEY where the private key is not from 1 to n - 1.

        Leaks: the lengths of `digest` and `extra`, whether the private key is in range, and how many nonces were thrown away.
        """
        ctx = Nonces()
        reduced = Number()
        nonce = Number()
        reduce_digest(digest, reduced)
        begin_nonces(ctx, private, reduced, extra)
        draw_nonce(ctx, nonce)
        status = sign_with_nonce(private, nonce, reduced, out)
        while status == BAD_PARAMETER:
            reject_nonce(ctx)
            draw_nonce(ctx, nonce)
            status = sign_with_nonce(private, nonce, reduced, out)
        return status

    return sign


@kernel_maker
def make_curve_kernels(curve: Curve, hmacs: tuple[Hmac, ...], wide: Layout, medium: Layout, narrow: Layout) -> CurveKernels:
    """The kernels `<curve>_…`. Nonces are made by the first of `hmacs`, or by that of the hash that the name of a kernel says.

    The layouts are for words of 64 bits, of 32, and of 32 where long products are made from short ones.
    """
    name, size = curve.name, (curve.p.bit_length() + 7) // 8
    Number, NumberPair, PointBytes, Signature = Array[u8, size], Array[u8, 2 * size], Array[u8, 2 * size + 1], Array[Public[u8], 2 * size]
    Encoded = Array[Public[u8], 2 * size + OVERHEAD]
    in_64: CurveGroup = make_curve_group(curve, wide, LARGE)
    in_32 = ByOptions(lambda **sizes: make_curve_group(curve, medium, PointTables(**sizes)), **SMALL)
    split = ByOptions(lambda **sizes: make_curve_group(curve, narrow, PointTables(**sizes)), **SMALL)

    @helper(name=f"{name}_public_key_here")
    def public_key_here(private: Number, out: PointBytes) -> Status:
        """In this target's layout."""
        if WORD_BITS == 64:
            return in_64.public_key(private, out)
        elif SPLIT_PRODUCTS:
            return split.public_key(private, out)
        else:
            return in_32.public_key(private, out)

    @helper(name=f"{name}_decode_here")
    def decode_here(data: PublicBytes, out: PointBytes) -> Status:
        """In this target's layout."""
        if WORD_BITS == 64:
            return in_64.decode(data, out)
        elif SPLIT_PRODUCTS:
            return split.decode(data, out)
        else:
            return in_32.decode(data, out)

    @helper(name=f"{name}_agree_here")
    def agree_here(private: Number, peer: PublicBytes, out: Number) -> Status:
        """In this target's layout."""
        if WORD_BITS == 64:
            return in_64.agree(private, peer, out)
        elif SPLIT_PRODUCTS:
            return split.agree(private, peer, out)
        else:
            return in_32.agree(private, peer, out)

    @helper(name=f"{name}_generate_here")
    def generate_here(entropy: Bytes, out: Number) -> None:
        """In this target's layout."""
        if WORD_BITS == 64:
            in_64.generate(entropy, out)
        elif SPLIT_PRODUCTS:
            split.generate(entropy, out)
        else:
            in_32.generate(entropy, out)

    @helper(name=f"{name}_reduce_digest_here")
    def reduce_digest_here(digest: Bytes, out: Number) -> None:
        """In this target's layout."""
        if WORD_BITS == 64:
            in_64.reduce_digest(digest, out)
        elif SPLIT_PRODUCTS:
            split.reduce_digest(digest, out)
        else:
            in_32.reduce_digest(digest, out)

    @helper(name=f"{name}_sign_here")
    def sign_here(private: Number, nonce: Number, digest: Number, out: NumberPair) -> Status:
        """In this target's layout."""
        if WORD_BITS == 64:
            return in_64.sign(private, nonce, digest, out)
        elif SPLIT_PRODUCTS:
            return split.sign(private, nonce, digest, out)
        else:
            return in_32.sign(private, nonce, digest, out)

    @helper(name=f"{name}_verify_here_vartime")
    def verify_here_vartime(public: PublicBytes, digest: Bytes, signature: Signature) -> Status:
        """In this target's layout."""
        if WORD_BITS == 64:
            return in_64.verify_vartime(public, digest, signature)
        elif SPLIT_PRODUCTS:
            return split.verify_vartime(public, digest, signature)
        else:
            return in_32.verify_vartime(public, digest, signature)

    @kernel(name=f"{name}_generate")
    def generate(entropy: Array[u8, size + 8], out: Number) -> None:
        """A private key from random bytes, eight more than the key has: FIPS 186-5 section A.2.1.

        Leaks: nothing.
        """
        generate_here(entropy[:], out)

    @operation(f"{name}.public_key", name=f"{name}_public_key")
    def public_key(private: Number, out: PointBytes) -> Status:
        """The public key of a private one, as an uncompressed point. INVALID_KEY where the private one is not from 1 to n - 1.

        Leaks: whether the private key is in range.
        """
        return public_key_here(private, out)

    @kernel(name=f"{name}_decode_point")
    def decode_point(data: PublicBytes, out: PointBytes) -> Status:
        """A public key, compressed or not, as an uncompressed point. INVALID_KEY where it is malformed, infinity, or not on the curve.

        Leaks: `data`.
        """
        return decode_here(data, out)

    @operation(f"{name}.ecdh", name=f"{name}_ecdh")
    def ecdh(private: Number, peer: PublicBytes, out: Number) -> Status:
        """The secret that two keys share, SP 800-56A section 5.7.1.2: x of private·peer. INVALID_KEY where either is not valid.

        Leaks: `peer`, and whether the private key is in range.
        """
        return agree_here(private, peer, out)

    @operation(f"{name}.sign_with_nonce", name=f"{name}_sign_with_nonce")
    def sign_with_nonce(private: Number, nonce: Number, digest: Number, out: NumberPair) -> Status:
        """FIPS 186-5 section 6.4.1: r and s, for a digest that is reduced. What `<curve>_sign` does with a nonce that it has made: a nonce
        has to be secret, without a bias, and never the same for two digests.

        BAD_PARAMETER where the nonce will not do, `out` then being zeros; INVALID_KEY where the private key is not from 1 to n - 1.

        Leaks: whether the private key is in range, and whether the nonce will do.
        """
        return sign_here(private, nonce, digest, out)

    sign = make_signing(curve, hmacs[0], "", reduce_digest_here, sign_with_nonce)
    for hmac in hmacs[1:]:
        make_signing(curve, hmac, f"_{hmac.hash.name}", reduce_digest_here, sign_with_nonce)

    @operation(f"{name}.verify", name=f"{name}_verify", calls_vartime="a signature, its key and what it signs are public")
    def verify(public: PublicBytes, digest: Bytes, signature: PublicBytes) -> Status:
        """OK where r, s is a signature of the digest; INVALID_SIGNATURE where not, INVALID_KEY where the public key is not valid.

        Leaks: all its arguments.
        """
        if len(signature) != 2 * size:
            return INVALID_SIGNATURE
        return verify_here_vartime(public, digest, signature[: 2 * size])

    @kernel(name=f"{name}_signature_to_der")
    def signature_to_der(signature: Signature, out: Encoded) -> None:
        """The signature r, s in DER (RFC 3279 section 2.2.3), and zeros behind it.

        Leaks: `signature`.
        """
        encode_signature(signature[:], out[:])

    @kernel(name=f"{name}_signature_from_der")
    def signature_from_der(der: PublicBytes, out: Signature) -> Status:
        """The signature r, s of one in DER. INVALID_SIGNATURE, `out` then being of no use, where `der` is not the only encoding of one.

        Leaks: `der`.
        """
        if not decode_signature(der, out[:]):
            return INVALID_SIGNATURE
        return OK

    return CurveKernels(decode_point, ecdh, sign, verify)

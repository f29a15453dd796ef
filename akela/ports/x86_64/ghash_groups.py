"""GHASH with the processor's products, several blocks for one reduction: SP 800-38D section 6.4.

n blocks are multiplied by H^n … H, and the products added up before they are reduced: the sum that Horner's rule gives. Y comes with its
bytes reversed, in a u64x2.
"""

from akela.kernels.aes_modes import BLOCK_BYTES
from akela.kernels.ghash import KEY_BYTES
from akela.lang import Array, Bytes, helper, lane, load_vector, requires, shuffle, splat, u8, u64x2, u64x8, vector
from akela.ports.x86_64.carryless_products import make_products
from akela.ports.x86_64.vector_width import XMM, ZMM, make_moves

CHUNK_BYTES = KEY_BYTES  # as many blocks as a key has powers
WIDE_BYTES = 256  # four vectors of 512 bits

NARROW, WIDE = make_products(XMM), make_products(ZMM)
add, reduce = NARROW.add, NARROW.reduce
add_4, reduce_4 = WIDE.add, WIDE.reduce
reverse, reverse_4 = make_moves(XMM).reverse, make_moves(ZMM).reverse
first_4 = make_moves(ZMM).first


@helper
def absorb_chunk(powers: Array[u8, KEY_BYTES], y: u64x2, data: Bytes) -> u64x2:
    """y = (y + block)·H for every block of at most a chunk."""
    requires(0 < len(data) <= CHUNK_BYTES)
    requires(len(data) % BLOCK_BYTES == 0)
    low, middle, high = splat(u64x2, 0), splat(u64x2, 0), splat(u64x2, 0)
    end = len(data) - BLOCK_BYTES
    for at in range(0, len(data), BLOCK_BYTES):
        low, middle, high = add(low, middle, high, reverse(load_vector(u64x2, data, at)) ^ y, load_vector(u64x2, powers, end - at))
        y = splat(u64x2, 0)
    return reduce(low, middle, high)


@helper
def absorb(powers: Array[u8, KEY_BYTES], y: u64x2, data: Bytes) -> u64x2:
    """y = (y + block)·H for every block."""
    requires(len(data) % BLOCK_BYTES == 0)
    for at in range(0, len(data), CHUNK_BYTES):
        end = min(at + CHUNK_BYTES, len(data))
        y = absorb_chunk(powers, y, data[at:end])
    return y


@helper
def absorb_padded(powers: Array[u8, KEY_BYTES], y: u64x2, data: Bytes) -> u64x2:
    """The same, of data that zeros fill to whole blocks."""
    whole = len(data) // BLOCK_BYTES * BLOCK_BYTES
    y = absorb(powers, y, data[:whole])
    if whole < len(data):
        last = Array[u8, 16].zeros()
        last[: len(data) - whole] = data[whole:]
        y = absorb(powers, y, last[:])
    return y


# --- sixteen blocks -----------------------------------------------------------------------------------------------------------------------

# Every fourth block goes into a sum of its own: four sums in a vector, all multiplied by the same power of H. Only with the last sixteen
# blocks does each get the power that it is short of, so that the four can be added up.


@helper
def times_power(a: u64x8, b: u64x8) -> u64x8:
    """Powers of H, each divided by x, give powers of H that are divided by x."""
    zero = splat(u64x8, 0)
    low, middle, high = add_4(zero, zero, zero, a, b)
    return reduce_4(low, middle, high)


@helper
def reverse_blocks(x: u64x8) -> u64x8:
    """The last block first."""
    return shuffle(x, 6, 7, 4, 5, 2, 3, 0, 1)


@helper
def first_everywhere(x: u64x8) -> u64x8:
    """The first block in every place."""
    return shuffle(x, 0, 1, 0, 1, 0, 1, 0, 1)


@helper
def powers_of_16(powers: Array[u8, KEY_BYTES]) -> tuple[u64x8, u64x8, u64x8, u64x8]:
    """For the last sixteen blocks: H^16 … H^13, H^12 … H^9, H^8 … H^5 and H^4 … H, each divided by x. Others take the first of each."""
    c, d = reverse_blocks(load_vector(u64x8, powers, 64)), reverse_blocks(load_vector(u64x8, powers, 0))
    eighth = first_everywhere(c)
    return times_power(c, eighth), times_power(d, eighth), c, d


@helper
def absorb_16(p: u64x8, q: u64x8, r: u64x8, s: u64x8, y: u64x8, data: Array[u8, WIDE_BYTES]) -> u64x8:
    """The four sums after sixteen more blocks."""
    zero = splat(u64x8, 0)
    low, middle, high = add_4(zero, zero, zero, reverse_4(load_vector(u64x8, data, 0)) ^ y, p)
    low, middle, high = add_4(low, middle, high, reverse_4(load_vector(u64x8, data, 64)), q)
    low, middle, high = add_4(low, middle, high, reverse_4(load_vector(u64x8, data, 128)), r)
    low, middle, high = add_4(low, middle, high, reverse_4(load_vector(u64x8, data, 192)), s)
    return reduce_4(low, middle, high)


@helper
def sums_before(y: u64x2) -> u64x8:
    """The four sums before the first block."""
    return vector(u64x8, lane(y, 0), lane(y, 1), 0, 0, 0, 0, 0, 0)


@helper
def sum_of_sums(x: u64x8) -> u64x2:
    """The four sums added up."""
    x ^= shuffle(x, 4, 5, 6, 7, 0, 1, 2, 3)
    return first_4(x ^ shuffle(x, 2, 3, 0, 1, 6, 7, 4, 5))


@helper
def absorb_wide(powers: Array[u8, KEY_BYTES], y: u64x2, data: Bytes) -> u64x2:
    """y = (y + block)·H for every block."""
    requires(len(data) % BLOCK_BYTES == 0)
    whole = len(data) // WIDE_BYTES * WIDE_BYTES
    if whole > 0:
        a, b, c, d = powers_of_16(powers)
        p, q, r, s = first_everywhere(a), first_everywhere(b), first_everywhere(c), first_everywhere(d)
        sums = sums_before(y)
        for at in range(0, whole, WIDE_BYTES):
            if at + WIDE_BYTES == whole:
                p, q, r, s = a, b, c, d
            sums = absorb_16(p, q, r, s, sums, data[at : at + WIDE_BYTES])
        y = sum_of_sums(sums)
    return absorb(powers, y, data[whole:])

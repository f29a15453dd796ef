# ok: lanes
from akela.lang import Array, kernel, lane, load_vector, rotl, shuffle, splat, store_vector, u8, u32x4, vector


@kernel
def f(data: Array[u8, 16], out: Array[u8, 16]) -> None:
    """Leaks: nothing."""
    v = load_vector(u32x4, data, 0)
    v = (v + splat(u32x4, lane(v, 0))) ^ shuffle(v, 1, 2, 3, 0)
    v = rotl(v, 7) + (v >> 3) + vector(u32x4, 1, 2, 3, 4) + 5
    store_vector(out, 0, v)

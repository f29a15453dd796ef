"""Names that C, its library, the run time or emitted Python have for themselves."""

from akela.lang import Array, Buffer, Bytes, MutSlice, helper, kernel, requires, struct, table, u8

memcpy = table(u8, [1, 2, 3])
uint8_t = table(u8, [4, 5, 6])


@struct
class Odd:
    """Fields that C has words for."""

    register: Array[u8, 4]
    bool: u8


@helper
def main(a: u8) -> u8:
    """One of the C library's."""
    return a + 1


@helper
def malloc(a: u8) -> u8:
    """Another."""
    return a + 2


@helper
def akela_wipe(w: MutSlice[u8]) -> u8:
    """The run time's."""
    w[0] += 1
    return w[0]


@kernel
def awkward_names(data: Bytes, out: Buffer) -> None:
    """Is ??/ a trigraph?

    Leaks: nothing.
    """
    requires(len(data) == 8)
    requires(len(out) == 8)
    uint32_t, INT8_MAX, _Bool, __func__ = data[0], data[1], data[2], data[3]
    AKELA_OK, akela_status_t, SIZE_MAX = data[4], data[5], data[6]
    M8 = data[0]
    M8_ = data[1]
    array = data[2]
    array_ = data[3]
    odd = Odd()
    odd.register[1] = main(AKELA_OK) + malloc(akela_status_t)
    odd.bool = SIZE_MAX ^ uint32_t
    out[0] = M8 ^ M8_ + 3
    out[1] = array ^ array_ + 3
    out[2] = odd.register[1] ^ odd.bool
    out[3] = INT8_MAX ^ _Bool + __func__
    for i in range(3):
        out[4 + i] = memcpy[i] ^ uint8_t[2 - i]
    out[7] = akela_wipe(out[0:1])

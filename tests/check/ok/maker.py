# ok: kernels from parameters
from akela.lang import Array, kernel, kernel_maker, rotl, u32


@kernel_maker
def make(name: str, rounds: int, twist: bool) -> object:
    @kernel(name=f"mix_{name}")
    def mix(data: Array[u32, 4]) -> None:
        """Leaks: nothing."""
        for i in range(rounds):
            data[i & 3] += u32(rounds)
            if twist:
                data[0] = rotl(data[0], 7)
            else:
                data[0] = undefined_when_twisted(data[0])  # noqa: F821

    return mix


MIX = make("twisted", 8, True)

# refuse AK111: public elements
from akela.lang import Array, Bytes, Public, kernel, u8


@kernel
def f(data: Bytes) -> None:
    """Leaks: nothing."""
    seen = Array[Public[u8], 4]()
    seen[:] = data[0:4]

# refuse AK102: an offset must be public
from akela.lang import Bytes, helper, load_le32, u32


@helper
def f(data: Bytes, x: u32) -> u32:
    return load_le32(data, x)

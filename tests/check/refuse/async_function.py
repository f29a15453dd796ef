# refuse AK501: write it with def
from akela.lang import helper, u32


@helper
async def f(a: u32) -> u32:
    return a

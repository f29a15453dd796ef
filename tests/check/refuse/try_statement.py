# refuse AK501: a statement of the language
from akela.lang import helper, u32


@helper
def f(x: u32) -> u32:
    try:
        x += 1
    finally:
        x += 2
    return x

"""Powers with a fixed, public exponent, of numbers of any field: by the steps that `exponent.py` finds."""

from collections.abc import Callable
from typing import Any

from akela.kernels.exponent import Program, program
from akela.lang import Array, helper, kernel_maker, pause, table, u32


@kernel_maker
def make_power(name: str, word: Any, count: int, multiply: Callable[..., None], square: Callable[..., None]) -> Callable[..., Any]:
    """The maker of powers in a field whose numbers are `count` words; of its functions `out` is the first argument."""
    Element = Array[word, count]

    @helper(name=f"{name}_square_times")
    def square_times(x: Element, t: Element, times: int) -> None:
        """x = x^(2^times)."""
        for _ in range(times // 2):
            pause()
            square(t, x)
            square(x, t)
        if times % 2 == 1:
            square(t, x)
            x[:] = t

    @kernel_maker
    def power(label: str, exponent: int) -> Callable[..., None]:
        """The function out = a^exponent, for a reduced a; `out` is another array than `a`. The exponent is public."""
        steps: Program = program(exponent)
        kept, length = steps.runs, len(steps.squarings)
        Powers = Array[word, kept * count]
        squarings, factors = table(u32, steps.squarings), table(u32, steps.factors)

        @helper(name=f"{name}_{label}")
        def raise_to(out: Element, a: Element) -> None:
            # Element k of `ones` is a to the power of 2^k ones in binary.
            ones = Powers()
            t = Element()
            ones[:count] = a
            for k in range(1, kept):
                out[:] = ones[(k - 1) * count : k * count]
                square_times(out, t, 1 << (k - 1))
                multiply(ones[k * count : (k + 1) * count], out, ones[(k - 1) * count : k * count])
            first = int(factors[0])
            out[:] = ones[first * count : (first + 1) * count]
            for step in range(1, length):
                square_times(out, t, int(squarings[step]))
                factor = int(factors[step])
                multiply(t, out, ones[factor * count : (factor + 1) * count])
                out[:] = t
            square_times(out, t, steps.last)

        return raise_to

    return power

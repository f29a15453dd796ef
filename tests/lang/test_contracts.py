"""`requires`, `ensures` and `unroll`."""

import pytest

from akela.lang import Buffer, ContractError, KindError, SecrecyError, ensures, kernel, requires, u32, unroll
from akela.lang.words import make


@kernel
def check(out: Buffer, n: int) -> None:
    """Leaks: lengths."""
    requires(len(out) == 32)
    requires(n >= 0 and n + 1 < len(out))
    ensures(n != 5)


def test_a_condition_that_holds_passes() -> None:
    check(bytearray(32), 1)


@pytest.mark.parametrize(
    ("length", "n", "message"),
    [
        (31, 1, r"check: requires\(len\(out\) == 32\) where len\(out\) is 31 does not hold \(.*test_contracts.py:\d+\)"),
        (32, 40, r"requires\(n >= 0 and n \+ 1 < len\(out\)\) where n is 40, n \+ 1 is 41, len\(out\) is 32"),
        (32, 5, r"ensures\(n != 5\) where n is 5 does not hold"),
    ],
)
def test_a_condition_that_fails_is_quoted_with_its_values(length: int, n: int, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check(bytearray(length), n)


def test_without_a_source_the_kind_of_condition_is_named() -> None:
    code = compile("def f():\n    requires(False)\n", "<typed at a prompt>", "exec")
    names = {"requires": requires}
    exec(code, names)
    with pytest.raises(ContractError, match="f: requires does not hold"):
        names["f"]()


def test_conditions_are_public_bools() -> None:
    with pytest.raises(KindError, match="the condition is a bool, given int"):
        requires(1)
    with pytest.raises(SecrecyError):
        ensures(make(u32, 1, secret=True) == 1)


def test_unroll_is_its_range() -> None:
    assert unroll(range(4)) == range(4)
    assert unroll(range(4), "sha256.rounds") == range(4)
    with pytest.raises(KindError, match="unroll takes a range"):
        unroll([1, 2])

"""Functions: what they know of themselves, and how arguments and results pass."""

import array
import importlib.util
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from akela.lang import (
    OK,
    REGISTRY,
    WORD_BITS,
    Array,
    Buffer,
    Bytes,
    CallError,
    DWord,
    Intrinsic,
    KernelFunction,
    KindError,
    Mask,
    MutSlice,
    OverlapError,
    Public,
    PublicBuffer,
    PublicBytes,
    RangeError,
    SecrecyError,
    Slice,
    Status,
    TraceError,
    Word,
    eq_mask,
    helper,
    intrinsic,
    kernel,
    limbs,
    operation,
    provides,
    select,
    splat,
    struct,
    table,
    truncate,
    u8,
    u16,
    u32,
    u32x4,
    word_size,
)
from akela.lang.types import INT, NONE, STATUS, ArrayType, SliceType, TupleType, WordType
from akela.lang.words import make

ORDER = limbs(7, 64)


@helper
def add(a: u32, b: u32) -> u32:
    return a + b


@helper(name="other_name")
def public_add(a: Public[u32], b: int) -> Public[u32]:
    return a + u32(b)


@kernel
def xor_into(data: Bytes, out: Buffer) -> Status:
    """Leaks: lengths."""
    for i in range(len(data)):
        out[i] ^= data[i]
    return OK


@operation("blocks.take")
def take(h: Array[u32, 4], data: Bytes) -> None:
    """Leaks: the length."""
    for i in range(4):
        h[i] += u32(data[i])


@provides("blocks.take", needs=("sha", "sse4.1"))
def take_fast(h: Array[u32, 4], data: Bytes) -> None:
    """Leaks: the length."""
    take(h, data)


@intrinsic(c="swap({x})", header="swap.h", needs=("swap",))
def swap(x: u32x4) -> u32x4:
    return x


# --- what a function knows of itself ------------------------------------------------------------------------------------------------------


def test_properties() -> None:
    assert (add.name, add.kind, add.module, add.exported) == ("add", "helper", __name__, False)
    assert public_add.name == "other_name"
    assert (xor_into.kind, xor_into.exported) == ("kernel", True)
    assert (take.kind, take.operation, take.provides) == ("operation", "blocks.take", None)
    assert (take_fast.kind, take_fast.operation, take_fast.provides) == ("provides", None, "blocks.take")
    assert take_fast.needs == ("sha", "sse4.1")
    assert (swap.kind, swap.needs, swap.intrinsic) == ("intrinsic", ("swap",), Intrinsic(c="swap({x})", header="swap.h", needs=("swap",)))
    assert repr(add) == f"<helper add of {__name__}>"
    assert xor_into.__doc__ == "Leaks: lengths."
    assert add.python(u32(1), u32(2)) == 3


def test_types() -> None:
    assert add.params == (("a", WordType(32)), ("b", WordType(32)))
    assert add.returns == WordType(32)
    assert xor_into.params == (("data", SliceType(WordType(8))), ("out", SliceType(WordType(8), writable=True)))
    assert xor_into.returns == STATUS
    assert take.params[0] == ("h", ArrayType(WordType(32), 4))
    assert take.returns == NONE
    assert public_add.params[1] == ("b", INT)


def test_functions_are_registered_in_order() -> None:
    names = [function.name for function in REGISTRY[__name__]]
    assert names[:6] == ["add", "other_name", "xor_into", "take", "take_fast", "swap"]


def test_types_are_needed() -> None:
    @helper
    def f(a) -> None:
        pass

    with pytest.raises(KindError, match="f: parameter a has no type; write `a: u32`"):
        f(1)


def test_types_are_not_strings() -> None:
    @helper
    def f(a: "u32") -> None:
        pass

    with pytest.raises(KindError, match="remove `from __future__ import annotations`"):
        f(1)


def test_decorators_take_functions() -> None:
    with pytest.raises(KindError, match="@helper decorates a function"):
        helper(3)


@pytest.mark.parametrize("spelling", [{}, {"c": "x", "asm": "y"}])
def test_an_intrinsic_has_one_spelling(spelling: dict[str, str]) -> None:
    with pytest.raises(KindError, match="either c="):
        intrinsic(**spelling)


# --- arguments from ordinary Python -------------------------------------------------------------------------------------------------------


def test_ints_become_words() -> None:
    assert add(1, 2).secret
    assert add(u32(0xFFFFFFFF), 1).value == 0
    assert public_add(1, 2) == 3
    with pytest.raises(RangeError, match=r"add: parameter a is u32: -1 does not fit"):
        add(-1, 2)
    with pytest.raises(KindError, match=r"add: parameter b is u32: expected a u32 or an int, given str"):
        add(1, "2")


@pytest.mark.parametrize("make_buffer", [bytes, bytearray, memoryview, lambda data: array.array("B", data), list, tuple])
def test_buffers_become_slices(make_buffer: Callable[[bytes], Any]) -> None:
    out = bytearray(b"\xff\xff\xff")
    assert xor_into(make_buffer(b"\x01\x02\x03"), out) == OK
    assert out == b"\xfe\xfd\xfc"


def test_words_are_in_native_order() -> None:
    for h in ([1, 2, 3, 4], array.array("I", [1, 2, 3, 4]), bytearray(array.array("I", [1, 2, 3, 4]).tobytes())):
        take(h, b"\x10\x20\x30\x40")
        values = h if isinstance(h, list) else memoryview(h).cast("B").cast("I").tolist()
        assert values == [0x11, 0x22, 0x33, 0x44]


def test_a_list_is_written_in_place_and_a_tuple_is_not() -> None:
    with pytest.raises(KindError, match="cannot be written: the caller's tuple is read-only"):
        take((1, 2, 3, 4), b"1234")
    with pytest.raises(KindError, match="cannot be written: the caller's buffer is read-only"):
        xor_into(b"1", b"2")


@pytest.mark.parametrize(
    ("h", "error", "message"),
    [
        (b"123", KindError, "take: parameter h is Array.u32, 4.: pass a contiguous buffer of whole words, given 3 bytes"),
        (bytearray(20), KindError, r"is Array\[u32, 4\], given a view of 5 u32; pass exactly 4 elements, as x\[a : a \+ 4\] does"),
        ([1, 2, 3], KindError, "given a view of 3 u32"),
        ([1, 2, 3, -4], RangeError, "element 3: -4 does not fit a u32"),
        (7, KindError, "pass bytes, a bytearray or another buffer, given int"),
        (None, KindError, "given NoneType"),
        ("1234", KindError, "given str"),
        (memoryview(bytearray(32))[::2], KindError, "contiguous"),
    ],
)
def test_arguments_that_are_no_array(h: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        take(h, b"1234")


def test_double_words_come_from_lists() -> None:
    @helper
    def f(x: Slice[DWord]) -> DWord:
        return x[0]

    assert f([1 << 100]).value == 1 << 100
    with pytest.raises(KindError, match="pass a list, given bytes"):
        f(bytes(16))


# --- between functions --------------------------------------------------------------------------------------------------------------------


def test_only_the_outermost_call_takes_buffers() -> None:
    @kernel
    def f(out: Buffer) -> None:
        """Leaks: nothing."""
        xor_into(b"1", out)

    with pytest.raises(KindError, match=r"xor_into: parameter data is Slice\[u8\], given bytes"):
        f(bytearray(1))


def test_a_parameter_has_the_secrecy_of_its_type() -> None:
    assert add(u32(1), u32(2)).secret
    with pytest.raises(SecrecyError, match=r"other_name: parameter a is Public\[u32\], given a secret; declassify"):
        public_add(make(u32, 1, secret=True), 1)
    with pytest.raises(SecrecyError, match="cannot be used as an index"):
        public_add(1, make(u32, 1, secret=True))
    with pytest.raises(KindError, match=r"write int\(x\)"):
        public_add(1, u32(1))
    with pytest.raises(RangeError, match="is int, which has 64 bits"):
        public_add(1, 1 << 63)
    with word_size(32), pytest.raises(RangeError, match="is int, which has 32 bits"):
        public_add(1, 1 << 31)


@helper
def read_public(x: PublicBytes) -> Public[u8]:
    return x[0]


@helper
def write_secret(x: Buffer) -> None:
    x[0] = 1


@helper
def write_public(x: PublicBuffer) -> None:
    x[0] = 1


@helper
def write_array(x: Array[u8, 4]) -> None:
    x[0] = 1


@helper
def read_array(x: Array[u8, 4]) -> u8:
    return x[0]


def test_secrecy_of_memory() -> None:
    known, hidden = Array[Public[u8], 4].zeros(), Array[u8, 4].zeros()
    assert read_public(known) == 0
    assert read_array(known).secret
    write_public(known[0:1])
    write_secret(hidden)
    with pytest.raises(SecrecyError, match=r"read_public: parameter x is Slice\[Public\[u8\]\], given secrets"):
        read_public(hidden)
    with pytest.raises(SecrecyError):
        write_public(hidden)
    for write in (write_secret, write_array):
        with pytest.raises(KindError, match="it is public, and the function may write secrets to it"):
            write(known)


def test_read_only_views_stay_so() -> None:
    @helper
    def pass_on(data: Bytes) -> None:
        write_array(data[0:4])

    @helper
    def write(data: Bytes) -> None:
        data[0] = 1

    @helper
    def read(data: Bytes) -> u8:
        return read_array(data[0:4])

    for f in (pass_on, write):
        with pytest.raises(KindError, match="cannot be written: a Slice is read-only; declare the parameter a MutSlice"):
            f(bytearray(4))
    assert read(bytearray(4)).value == 0
    assert read_array(table(u8, [9, 0, 0, 0])).value == 9
    with pytest.raises(KindError, match="cannot be written: a table is constant"):
        write_secret(table(u8, [1]))


def test_elements_have_one_width() -> None:
    with pytest.raises(KindError, match=r"write_secret: parameter x is MutSlice\[u8\], given a view of 4 u16"):
        write_secret(Array[u16, 4].zeros())


@struct
class Pair:
    """Two arrays."""

    a: Array[u8, 4]
    b: Array[u8, 4]


@helper
def every_kind(m: Mask[u32], ok: bool, n: int, st: Status, pair: Pair, v: u32x4) -> tuple[u32, int]:
    return select(m, 1, u32(0)), n


def test_other_kinds() -> None:
    m = eq_mask(u32(1), 1)
    word, n = every_kind(m, True, 3, OK, Pair(), splat(u32x4, 1))
    assert (word.value, n) == (1, 3)
    assert every_kind.returns == TupleType((WordType(32), INT))
    good = [m, True, 3, OK, Pair(), splat(u32x4, 1)]
    for i, kind, bad, given in (
        (0, r"Mask\[u32\]", eq_mask(u8(1), 1), r"Mask\[u8\]"),
        (1, "bool", 1, "int"),
        (2, "int", True, "bool"),
        (3, "Status", 0, "int"),
        (4, "pair", 5, "int"),
        (5, "u32x4", u32(1), r"Public\[u32\]"),
    ):
        with pytest.raises(KindError, match=f"is {kind}, given {given}|is an int, given {given}"):
            every_kind(*good[:i], bad, *good[i + 1 :])


@pytest.mark.parametrize(
    ("returns", "value", "error", "message"),
    [
        (u32, None, KindError, "the result of f is u32: expected a u32 or an int, given NoneType"),
        (None, 1, KindError, "the result of f is None, given int"),
        (Status, 0, KindError, "the result of f is Status, given int"),
        (tuple[u32, u32], u32(1), KindError, r"the result of f is tuple\[u32, u32\]"),
        (tuple[u32, u32], (1, 2, 3), KindError, r"the result of f is tuple\[u32, u32\], given tuple"),
        (tuple[u32, u8], (1, 256), RangeError, "the result of f, item 1 is u8: 256 does not fit"),
        (Public[u32], make(u32, 1, secret=True), SecrecyError, r"the result of f is Public\[u32\], given a secret"),
    ],
)
def test_results_that_are_refused(returns: Any, value: Any, error: type[Exception], message: str) -> None:
    def f() -> None:
        return value

    f.__annotations__["return"] = returns
    with pytest.raises(error, match=message):
        helper(f)()


def test_results_have_the_type_that_is_declared() -> None:
    @helper
    def f(a: Public[u32]) -> tuple[u32, Public[u32], bool]:
        return a, 7, a == 1

    first, second, third = f(1)
    assert (first.secret, second == 7, third) == (True, True, True)


# --- calls --------------------------------------------------------------------------------------------------------------------------------


def test_a_call_has_all_arguments() -> None:
    with pytest.raises(CallError, match=r"add takes 2 arguments \(a: u32, b: u32\), given 1"):
        add(1)


@helper
def ping(n: int) -> int:
    return pong(n)


@helper
def pong(n: int) -> int:
    return ping(n)


def test_there_is_no_recursion() -> None:
    with pytest.raises(CallError, match="ping calls itself, by way of ping → pong"):
        ping(1)


@helper
def search_vartime(n: int) -> int:
    return n


@helper
def search_twice_vartime(n: int) -> int:
    return search_vartime(n)


@helper
def careless(n: int) -> int:
    return search_vartime(n)


@kernel(calls_vartime="everything in a verification is public")
def verify(n: int) -> None:
    """Leaks: everything."""
    search_vartime(n)


def test_variable_time_is_declared_by_every_caller() -> None:
    assert (search_vartime.vartime, search_vartime.may_call_vartime) == (True, True)
    assert (verify.vartime, verify.may_call_vartime) == (False, True)
    assert (careless.vartime, careless.may_call_vartime) == (False, False)
    assert search_twice_vartime(3) == 3
    verify(3)
    with pytest.raises(CallError, match="careless calls search_vartime, whose time may depend on secrets"):
        careless(3)


def test_a_failed_call_leaves_nothing_behind() -> None:
    with pytest.raises(CallError):
        ping(1)
    assert add(1, 2).value == 3
    assert xor_into(b"1", bytearray(1)) == OK  # still an outermost call


def test_threads_do_not_see_each_other() -> None:
    failures: list[BaseException] = []

    def run() -> None:
        try:
            for _ in range(200):
                assert search_twice_vartime(1) == 1
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


# --- overlap ------------------------------------------------------------------------------------------------------------------------------


@helper
def two_slices(a: Slice[u8], b: MutSlice[u8]) -> None:
    b[0] = a[0]


@helper
def two_inputs(a: Slice[u8], b: Slice[u8]) -> u8:
    return a[0] + b[0]


@helper
def array_written(a: Array[u8, 4], b: Slice[u8]) -> None:
    a[0] = b[0]


@helper
def array_read(a: Array[u8, 4], b: Slice[u8]) -> u8:
    return a[0] + b[0]


@helper
def pair_written(p: Pair, b: Slice[u8]) -> None:
    p.b[0] = b[0]


@helper
def pair_read(p: Pair, b: Slice[u8]) -> u8:
    return p.b[0] + b[0]


def zeros(length: int) -> Any:
    return Array[u8, length].zeros()


def inside(f: KernelFunction) -> Callable[..., None]:
    """`f`, called by a function of the language and not by Python code outside of it."""

    def call(*arguments: Any) -> None:
        @helper
        def caller() -> None:
            f(*arguments)

        caller()

    return call


def test_memory_that_is_apart_or_equal_is_fine() -> None:
    x = zeros(8)
    for f in (two_slices, inside(two_slices)):
        f(x[0:4], x[4:8])
        f(x, x)
        f(x[2:6], x[2:6])
        f(x[4:8], x[3:4])
    two_inputs(x[0:4], x[1:5])


def test_a_writable_slice_does_not_partly_overlap() -> None:
    x = zeros(8)
    for f in (two_slices, inside(two_slices)):
        with pytest.raises(OverlapError, match="arguments a and b of two_slices partly overlap"):
            f(x[0:4], x[3:8])
    with pytest.raises(OverlapError):
        inside(two_slices)(x[0:4], x[0:8])


def test_an_array_that_partly_overlaps_is_not_written() -> None:
    x = zeros(8)
    array_read(x[0:4], x[1:8])
    with pytest.raises(KindError, match="arguments a and b of array_written partly overlap"):
        array_written(x[0:4], x[1:8])


def test_a_struct_that_partly_overlaps_is_not_written() -> None:
    p = Pair()
    p.a[:] = zeros(4)
    p.b[:] = zeros(4)
    pair_read(p, p.a)
    with pytest.raises(KindError, match="arguments p and b of pair_written partly overlap"):
        pair_written(p, p.a)
    array_written(p.a, p.b)


def test_buffers_of_the_caller() -> None:
    memory = memoryview(bytearray(8))
    two_slices(memory[:4], memory[4:])
    two_slices(memory, memory)
    two_slices(memory[:4], memory)  # begins at the same place
    two_slices(bytes(4), memory)
    two_slices(memory[2:3], memory[3:])
    for a, b in ((memory[1:5], memory[:4]), (memory[:5], memory[4:])):
        with pytest.raises(OverlapError, match="copy one into a local array first"):
            two_slices(a, b)


# --- templates ----------------------------------------------------------------------------------------------------------------------------


@helper
def top_bit(x: Word) -> Word:
    return x >> (WORD_BITS - 1)


@helper
def double(x: Slice[Word]) -> Public[u32]:
    return u32(len(x) * WORD_BITS)


@helper
def product(a: u32) -> u32:
    return truncate(u32, DWord(a) * DWord(top_bit(Word(a))))


@helper
def first_limb() -> int:
    return int(ORDER[0])


def test_templates() -> None:
    assert [f.is_template for f in (top_bit, double, product, first_limb, add, take)] == [True] * 4 + [False] * 2
    assert top_bit[32](1 << 31).value == top_bit[64](1 << 63).value == 1
    assert top_bit(1 << 63).value == 1
    assert (double[32]([1, 2]) == 64, double[64]([1, 2]) == 128) == (True, True)
    assert product[32](1 << 31).value == 1 << 31
    assert product[64](1 << 31).value == 0
    assert top_bit[32].name == "top_bit_w32"
    with pytest.raises(RangeError, match="does not fit a u32"):
        top_bit[32](1 << 32)


def test_instances_that_do_not_exist() -> None:
    with pytest.raises(KindError, match="add does not use Word: it has no instances"):
        add[32]
    with pytest.raises(KindError, match="the word size is 32 or 64"):
        top_bit[16]


# --- modules ------------------------------------------------------------------------------------------------------------------------------


def load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_a_module_imported_anew_starts_afresh(tmp_path: Path) -> None:
    path = tmp_path / "again.py"
    path.write_text("from akela.lang import helper, u32\n@helper\ndef f(a: u32) -> u32:\n    return a\n")
    first = load(path, "again")
    second = load(path, "again")
    assert first.f is not second.f
    assert REGISTRY["again"] == [second.f]
    exec(path.read_text(), vars(second))  # as importlib.reload does
    assert [f.name for f in REGISTRY["again"]] == ["f"]
    del sys.modules["again"], REGISTRY["again"]


def test_every_error_is_a_trace_error() -> None:
    for error in (CallError, KindError, OverlapError, RangeError, SecrecyError):
        assert issubclass(error, TraceError)
    assert issubclass(RangeError, ValueError) and issubclass(OverlapError, ValueError)
    assert issubclass(SecrecyError, TypeError)

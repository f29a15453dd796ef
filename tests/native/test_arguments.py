"""What generated wrappers accept, what they refuse and in which words."""

from __future__ import annotations

import array
import ctypes
import inspect
import mmap
import struct
import sys
from typing import Any

import numpy
import pytest

from akela import exceptions
from akela.lang.status import Status


def words(data: bytes, code: str = "Q") -> tuple[int, ...]:
    return struct.unpack(f"={len(data) // struct.calcsize(code)}{code}", data)


# --- buffers in ---------------------------------------------------------------------------------------------------------------------------


class BytesChild(bytes):
    """A subclass of bytes is a buffer like any other."""


def array_of_shorts(data: bytes) -> Any:
    return array.array("H", data)


def numpy_shorts(data: bytes) -> Any:
    return numpy.frombuffer(data, dtype="<u2")


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, BytesChild, array_of_shorts, numpy_shorts, ctypes.create_string_buffer])
def test_takes_any_contiguous_buffer(shapes: Any, kind: Any) -> None:
    data = kind(b"\x01\x02\x03\x04")
    size = memoryview(data).nbytes
    assert shapes.xor_bytes(data, bytes(size)) == bytes(memoryview(data).cast("B"))


def test_takes_a_part_of_a_buffer(shapes: Any) -> None:
    data = memoryview(bytes(range(20)))[3:7]
    assert shapes.xor_bytes(data, b"\0" * 4) == bytes([3, 4, 5, 6])


@pytest.mark.parametrize("data", [b"", bytearray(), memoryview(b""), array.array("B"), numpy.zeros(0, "u1")])
def test_takes_no_bytes(shapes: Any, data: Any) -> None:
    assert shapes.xor_bytes(data, data) == b""


def test_none_is_an_empty_aad(shapes: Any) -> None:
    assert shapes.fixed(b"1234", None) == shapes.fixed(b"1234", b"") == b"1234\0"
    with pytest.raises(TypeError, match=r"^fixed: key is of type NoneType, expected a contiguous buffer such as bytes$"):
        shapes.fixed(None, b"")


def test_takes_more_than_two_gibibytes(shapes: Any) -> None:
    # Private memory that nobody wrote takes no room.
    size = 2**31 + 5
    with mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        memory[size - 1] = 7
        assert words(shapes.describe_bytes(memory)) == (size, 7)


@pytest.mark.parametrize("wrong", ["text", 12, 1.5, [1, 2], object()])
def test_refuses_what_is_no_buffer(shapes: Any, wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"^xor_bytes: b is of type {type(wrong).__name__}, expected a contiguous buffer such as bytes$"):
        shapes.xor_bytes(b"", wrong)


@pytest.mark.parametrize("scattered", [memoryview(b"12345678")[::2], numpy.zeros((4, 4), "u1")[:, 1], numpy.zeros((4, 4), "u1").T[1:, 1:]])
def test_refuses_scattered_buffers(shapes: Any, scattered: Any) -> None:
    with pytest.raises(BufferError, match=r"^xor_bytes: a cannot be used: .*contiguous; expected a contiguous buffer such as bytes$"):
        shapes.xor_bytes(scattered, scattered)


def test_refuses_a_released_buffer(shapes: Any) -> None:
    view = memoryview(b"1234")
    view.release()
    with pytest.raises(BufferError, match=r"^xor_bytes: a cannot be used: .*released memoryview.*; expected a contiguous buffer"):
        shapes.xor_bytes(view, b"1234")


@pytest.mark.parametrize("layout", ["O", [("name with O", "u1"), ("b", "O")]])
def test_refuses_objects_for_bytes(shapes: Any, layout: Any) -> None:
    objects = numpy.zeros(1, dtype=layout)
    size = objects.nbytes
    with pytest.raises(BufferError, match=r"^xor_bytes: a cannot be used: it holds Python objects; expected a contiguous buffer"):
        shapes.xor_bytes(objects, bytes(size))
    with pytest.raises(BufferError, match=r"^xor_bytes_into: out cannot be used: it holds Python objects; expected a contiguous writable"):
        shapes.xor_bytes_into(bytes(size), bytes(size), objects)
    named = numpy.zeros(4, dtype=[("O", "u1")])
    assert shapes.xor_bytes(named, b"1234") == b"1234"


def test_releases_the_buffers_that_it_took(shapes: Any) -> None:
    data, out = bytearray(8), bytearray(8)
    shapes.xor_bytes_into(data, data, out)
    with pytest.raises(ValueError):
        shapes.xor_bytes_into(data, bytearray(7), out)
    data.append(1)  # possible only while nobody holds the buffer
    out.append(1)


def test_fixed_length_is_exact(shapes: Any) -> None:
    with pytest.raises(ValueError, match=r"^fixed: key has 3 bytes, expected 4$"):
        shapes.fixed(b"123", None)
    with pytest.raises(ValueError, match=r"^fixed: key has 1 byte, expected 4$"):
        shapes.fixed(b"1", None)


# --- words --------------------------------------------------------------------------------------------------------------------------------


def test_words_are_native(shapes: Any) -> None:
    total, addend = array.array("I", [1, 2**32 - 1]), numpy.array([5, 5], dtype="u4")
    assert shapes.add_words(total, addend) is None
    assert total.tolist() == [6, 4]


def test_words_are_whole(shapes: Any) -> None:
    with pytest.raises(ValueError, match=r"^add_words: addend has 7 bytes, expected a multiple of 4$"):
        shapes.add_words(bytearray(8), bytes(7))


def test_words_are_aligned(shapes: Any) -> None:
    shifted = memoryview(bytes(9))[1:]
    with pytest.raises(ValueError, match=r"^add_words: addend does not begin at a multiple of 4 bytes; pass a copy$"):
        shapes.add_words(bytearray(8), shifted)


def test_a_result_of_words(shapes: Any) -> None:
    state = array.array("H", [1, 2, 3])
    assert words(shapes.rotate_words(state), "H") == (1, 2, 3)
    assert state.tolist() == [2, 3, 1]


# --- results ------------------------------------------------------------------------------------------------------------------------------


def test_into_fills_a_buffer(shapes: Any) -> None:
    for out in (bytearray(4), memoryview(bytearray(9))[2:6], array.array("I", [0]), numpy.zeros((2, 2), "u1"), mmap.mmap(-1, 4)):
        assert shapes.xor_bytes_into(b"abcd", b"\0\0\0\1", out) == 4
        assert bytes(out) == b"abce"


def test_into_may_be_an_input(shapes: Any) -> None:
    data = bytearray(b"abcd")
    assert shapes.xor_bytes_into(data, b"\0\0\0\1", data) == 4
    assert data == b"abce"


@pytest.mark.parametrize("offset", [-3, -1, 1, 3])
def test_into_may_not_partly_overlap_an_input(shapes: Any, offset: int) -> None:
    memory = memoryview(bytearray(16))
    for a, b in [(memory[4:8], bytes(4)), (bytes(4), memory[4:8])]:
        with pytest.raises(ValueError, match=r"^xor_bytes_into: out and [ab] partly overlap; pass the same buffer or separate ones$"):
            shapes.xor_bytes_into(a, b, memory[4 + offset : 8 + offset])


@pytest.mark.parametrize("offset", [-4, 4])
def test_into_may_touch_an_input(shapes: Any, offset: int) -> None:
    memory = memoryview(bytearray(b"abcdefghijkl"))
    shapes.xor_bytes_into(memory[4:8], bytes(4), memory[4 + offset : 8 + offset])
    assert memory[4 + offset : 8 + offset] == b"efgh"


def test_written_arguments_may_not_partly_overlap(shapes: Any) -> None:
    memory = memoryview(array.array("I", [1, 2, 3]))
    with pytest.raises(ValueError, match=r"^add_words: total and addend overlap; pass separate ones$"):
        shapes.add_words(memory[:2], memory[1:])


def test_into_has_the_exact_length(shapes: Any) -> None:
    for size in (3, 5):
        with pytest.raises(ValueError, match=rf"^xor_bytes_into: out has {size} bytes, expected 4$"):
            shapes.xor_bytes_into(b"abcd", b"abcd", bytearray(size))


@pytest.mark.parametrize("constant", [b"1234", memoryview(b"1234"), numpy.frombuffer(b"1234", "u1")])
def test_into_is_writable(shapes: Any, constant: Any) -> None:
    with pytest.raises(BufferError, match=r"^xor_bytes_into: out cannot be used: .*; expected a contiguous writable buffer "):
        shapes.xor_bytes_into(b"abcd", b"abcd", constant)


def test_a_length_may_depend_on_arguments(shapes: Any) -> None:
    assert [len(shapes.repeated(9, times)) for times in range(6)] == [0, 2, 4, 6, 9, 11]
    assert shapes.without_ends(b"12345") == b"234"
    assert shapes.without_ends(b"12") == b""


@pytest.mark.parametrize("times", [-1, -(2**63), 2**63 - 1])
def test_a_length_that_cannot_be(shapes: Any, times: int) -> None:
    with pytest.raises(ValueError, match=rf"^repeated: requires len\(out\) == count \* 2 \+ \(1 if count > 3 else 0\); count is {times}$"):
        shapes.repeated(0, times)
    with pytest.raises(ValueError, match=r"^without_ends: requires len\(out\) == len\(default\) - 2; default has 1 byte$"):
        shapes.without_ends(b"1")


def test_a_result_that_does_not_fit_in_memory(shapes: Any) -> None:
    with pytest.raises(MemoryError):
        shapes.repeated(0, 2**61)


def test_work_area(shapes: Any) -> None:
    data = array.array("Q", [1, 2, 3])
    assert words(shapes.reverse(data)) == (3, 2, 1)
    assert shapes.reverse_into(data, data) == 24
    assert data.tolist() == [3, 2, 1]
    assert shapes.reverse(b"") == b""


# --- numbers ------------------------------------------------------------------------------------------------------------------------------


class Index:
    def __index__(self) -> int:
        return 3


@pytest.mark.parametrize("number", [0, -5, 2**40 - 1, True, numpy.int16(4), Index()])
def test_takes_ints(shapes: Any, number: Any) -> None:
    expected = (0, number.__index__() + 5, 255, 2**32 - 1, 2**64 - 1)
    assert words(shapes.scalars(False, number, 255, 2**32 - 1, 2**64 - 1)) == expected


@pytest.mark.parametrize(
    ("position", "name", "wrong", "least", "most"),
    [
        (1, "number", 2**63, "-2**63", "2**63-1"),
        (1, "number", -(2**63) - 1, "-2**63", "2**63-1"),
        (2, "byte", 256, "0", "2**8-1"),
        (2, "byte", -1, "0", "2**8-1"),
        (3, "word", 2**32, "0", "2**32-1"),
        (3, "word", -1, "0", "2**32-1"),
        pytest.param(3, "word", 1 << 20000, "0", "2**32-1", id="word-of-6021-digits"),
        pytest.param(1, "number", -1 << 20000, "-2**63", "2**63-1", id="number-of-6021-digits"),
        (4, "wide", 2**64, "0", "2**64-1"),
        (4, "wide", -1, "0", "2**64-1"),
        (4, "wide", 2**200, "0", "2**64-1"),
    ],
)
def test_refuses_ints_out_of_range(shapes: Any, position: int, name: str, wrong: int, least: str, most: str) -> None:
    arguments: list[Any] = [True, 0, 0, 0, 0]
    arguments[position] = wrong
    with pytest.raises(ValueError) as refusal:
        shapes.scalars(*arguments)
    public = name in ("number", "word") and wrong.bit_length() < 1000  # longer ones are not written out
    shown = str(wrong) if public else "out of range"
    assert str(refusal.value) == f"scalars: {name} is {shown}, expected an int from {least} to {most}"
    assert refusal.value.__cause__ is refusal.value.__context__ is None


@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize("wrong", ["1", 1.0, None])
def test_refuses_what_is_no_int(shapes: Any, position: int, wrong: Any) -> None:
    arguments: list[Any] = [True, 0, 0, 0, 0]
    arguments[position] = wrong
    with pytest.raises(TypeError, match=rf"^scalars: (number|byte) is of type {type(wrong).__name__}, expected an int$"):
        shapes.scalars(*arguments)


@pytest.mark.parametrize("position", [1, 2])
@pytest.mark.parametrize("error", [TypeError, OverflowError, KeyboardInterrupt])
def test_what_an_index_raises_is_its_own_affair(shapes: Any, position: int, error: type[BaseException]) -> None:
    class Broken:
        def __index__(self) -> int:
            raise error("of its own")

    arguments: list[Any] = [True, 0, 0, 0, 0]
    arguments[position] = Broken()
    with pytest.raises(error, match=r"^of its own$"):
        shapes.scalars(*arguments)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="only then can a class in Python have a buffer")
@pytest.mark.parametrize("error", [TypeError, MemoryError, KeyboardInterrupt])
def test_what_a_buffer_raises_is_its_own_affair(shapes: Any, error: type[BaseException]) -> None:
    class Broken:
        def __buffer__(self, flags: int) -> memoryview:
            raise error("of its own")

    with pytest.raises(error, match=r"^of its own$"):
        shapes.xor_bytes(Broken(), b"")


def test_refuses_what_is_no_bool(shapes: Any) -> None:
    with pytest.raises(TypeError, match=r"^scalars: flag is of type int, expected True or False$"):
        shapes.scalars(1, 0, 0, 0, 0)


def test_conditions_are_quoted(shapes: Any) -> None:
    with pytest.raises(ValueError, match=r"^xor_bytes: requires len\(a\) == len\(b\); a has 1 byte, b has 0 bytes$"):
        shapes.xor_bytes(b"1", b"")
    for flag, number in [(True, -6), (False, 2**40), (True, -(2**63))]:
        text = f"scalars: requires number >= -5 and (number < 1099511627776 or flag); flag is {flag}, number is {number}"
        with pytest.raises(ValueError) as refusal:
            shapes.scalars(flag, number, 0, 0, 0)
        assert str(refusal.value) == text
    shapes.scalars(True, 2**40, 0, 0, 0)


def test_number_of_arguments(shapes: Any) -> None:
    with pytest.raises(TypeError, match=r"^xor_bytes: 1 argument given, expected 2; missing b$"):
        shapes.xor_bytes(b"")
    with pytest.raises(TypeError, match=r"^xor_bytes_into: 2 arguments given, expected 3; missing out$"):
        shapes.xor_bytes_into(b"", b"")
    with pytest.raises(TypeError, match=r"^xor_bytes: 0 arguments given, expected 2; missing a, b$"):
        shapes.xor_bytes()
    with pytest.raises(TypeError, match=r"^xor_bytes: 3 arguments given, expected 2: a, b$"):
        shapes.xor_bytes(b"", b"", b"")
    with pytest.raises(TypeError, match="keyword"):
        shapes.xor_bytes(a=b"", b=b"")


# --- statuses -----------------------------------------------------------------------------------------------------------------------------


def test_a_status_raises(shapes: Any) -> None:
    assert shapes.finish_with(0) is None
    for code, (name, kind) in enumerate(exceptions.EXCEPTIONS.items(), start=1):
        with pytest.raises(exceptions.AkelaError) as raised:
            shapes.finish_with(code)
        assert type(raised.value) is kind
        given = f"code is {code}. " if name in exceptions.EXPLAINED else ""
        assert str(raised.value) == f"finish_with: {given}{Status[name].sentence}"


def test_a_status_names_what_was_given_and_what_is_expected(shapes: Any) -> None:
    for call, message in [
        (lambda: shapes.ByteSum(13, bytes(16)), "ByteSum: start is 13; refused where `start` is 13"),
        (lambda: shapes.sealed(b"123", 5, 1, 1), "sealed: data has 3 bytes; refused where `data` is not a multiple of 4 bytes"),
        (lambda: shapes.sealed(b"", 7, 1, 1), "sealed: data has 0 bytes, count is 7, word is 1; refused beyond four messages"),
        (lambda: shapes.sealed(b"", 1, 13, 1), "sealed: The tag does not match: the message, its associated data or the nonce was altered"),
        (lambda: shapes.sealed(b"", 1, 14, 1), "sealed: refused after the last one"),
        (lambda: shapes.sealed(b"", 1, 15, 1), "sealed: data has 0 bytes, count is 1, word is 15. A key is malformed"),
    ]:
        with pytest.raises(exceptions.AkelaError) as raised:
            call()
        assert str(raised.value).startswith(message)


def test_methods_take_keywords(shapes: Any) -> None:
    total, out = shapes.ByteSum(5, bytes(16)), bytearray(8)
    total.update(data=b"\1\2")
    assert total.final_into(buf=out) == 8 and out == total.final()
    for call, message in [
        (lambda: total.update(date=b""), "ByteSum.update: there is no argument date"),
        (lambda: total.update(b"", data=b""), "ByteSum.update: the argument data is given twice"),
        (lambda: total.update(b"", b"", data=b""), "ByteSum.update: the argument data is given twice"),
        (lambda: total.final_into(**{"\udc80": 1}), ""),
        (lambda: shapes.xor_bytes(a=b"", b=b""), "xor_bytes() takes no keyword arguments"),
    ]:
        with pytest.raises((TypeError, UnicodeEncodeError)) as raised:
            call()
        assert message in str(raised.value)


# --- for readers --------------------------------------------------------------------------------------------------------------------------


def test_signatures(shapes: Any) -> None:
    assert str(inspect.signature(shapes.xor_bytes_into)) == "(a, b, out, /)"
    assert str(inspect.signature(shapes.ByteSum)) == "(start, marker, /)"
    assert str(inspect.signature(shapes.ByteSum.update)) == "(self, /, data)"
    assert shapes.xor_bytes.__doc__ == "a xor b. `out` may be `a` or `b`.\n\nLeaks: the lengths."

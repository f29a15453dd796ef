"""Registers: declarations, accesses on a bus, and what is refused by name."""

from collections.abc import Callable
from typing import Any

import pytest

from akela.lang import (
    Array,
    BoundsError,
    KindError,
    MemoryBus,
    RangeError,
    Reg,
    RegisterBlock,
    SecrecyError,
    TraceError,
    bits,
    bus,
    kernel,
    u8,
    u32,
)
from akela.lang.words import make


class Sha(RegisterBlock):
    """A hash engine."""

    MODE = Reg(0x00, mode=bits[2:0], big=bits[7])
    START = Reg(0x10, access="w")
    BUSY = Reg(0x18, access="r", state=bits[0])
    TEXT = Reg(0x80, count=16, secret=True)
    CHANNEL = Reg(0x100, count=3, stride=0xC0, reset=0x20, on=bits[5])


SHA = Sha(name="SHA", base=0x6003_B000)


@kernel
def start(block: Array[u32, 2]) -> None:
    """Leaks: nothing."""
    SHA.MODE.write(2)
    for i in range(2):
        SHA.TEXT.write_at(i, block[i])
    SHA.START.write(1)
    while SHA.BUSY.read() != 0:
        pass
    block[0] = SHA.TEXT.read_at(1)


def test_accesses_go_to_the_bus_in_order() -> None:
    block = [7, 9]
    with bus(MemoryBus()) as model:
        start(block)
    assert block == [9, 9]
    assert model.log == [
        ("write", 0x6003_B000, 2),
        ("write", 0x6003_B080, 7),
        ("write", 0x6003_B084, 9),
        ("write", 0x6003_B010, 1),
        ("read", 0x6003_B018, 0),
        ("read", 0x6003_B084, 9),
    ]


def test_a_register_is_public_unless_declared_secret() -> None:
    with bus(MemoryBus()):
        assert SHA.MODE.read() == 0
        assert SHA.TEXT.read_at(0).secret


def test_rows_have_strides() -> None:
    with bus(MemoryBus()) as model:
        SHA.CHANNEL.write_at(2, 0x20)
    assert model.words == {SHA.base + 0x100 + 2 * 0xC0: 0x20}


def test_addresses_are_public() -> None:
    assert (SHA.TEXT.address().value, SHA.TEXT.address().secret) == (SHA.base + 0x80, False)


def test_values_and_masks_of_fields() -> None:
    assert Sha.MODE.value(mode=5, big=1) == 0x85
    assert (Sha.MODE.mask("big"), Sha.MODE.mask(), Sha.TEXT.mask()) == (0x80, 0x87, 0xFFFF_FFFF)
    assert [register.name for register in Sha.registers()] == ["MODE", "START", "BUSY", "TEXT", "CHANNEL"]


def test_blocks_of_one_name_and_base_are_one() -> None:
    assert Sha(name="SHA", base=SHA.base) == SHA
    assert {Sha(name="SHA", base=SHA.base): 1}[SHA] == 1
    assert Sha(name="SHA", base=0) != SHA


def test_buses_nest() -> None:
    outer, inner = MemoryBus(), MemoryBus()
    with bus(outer):
        with bus(inner):
            SHA.MODE.write(1)
        SHA.MODE.write(2)
    assert (outer.words, inner.words) == ({SHA.base: 2}, {SHA.base: 1})


def test_declarations() -> None:
    assert (Sha.MODE.name, Sha.TEXT.offset, Sha.TEXT.count, Sha.START.access) == ("MODE", 0x80, 16, "w")
    assert Sha.MODE.fields["mode"].get(0xFD) == 5
    assert (bits[7:4].mask, bits[0].mask) == (0xF0, 1)
    assert repr(SHA) == "Sha(name='SHA', base=0x6003b000)"


@pytest.mark.parametrize(
    ("access", "error", "message"),
    [
        (lambda: SHA.START.read(), KindError, "SHA.START is write-only"),
        (lambda: SHA.BUSY.write(1), KindError, "SHA.BUSY is read-only"),
        (lambda: SHA.MODE.write(0x18), RangeError, "SHA.MODE: the value sets reserved bits 0x18"),
        (lambda: SHA.MODE.write(1 << 32), RangeError, "the value for SHA.MODE is u32: 4294967296 does not fit"),
        (lambda: SHA.MODE.write(u8(1)), KindError, r"is u32, given a Public\[u8\]"),
        (lambda: SHA.TEXT.read(), KindError, r"SHA.TEXT is a row of 16 registers; write read_at\(i\)"),
        (lambda: SHA.TEXT.write(1), KindError, r"write write_at\(i, value\)"),
        (lambda: SHA.TEXT.read_at(16), BoundsError, "SHA.TEXT has 16 registers, given index 16"),
        (lambda: SHA.TEXT.write_at(-1, 0), BoundsError, "given index -1"),
        (lambda: SHA.TEXT.read_at(make(u32, 0, secret=True)), SecrecyError, "cannot be used as an index"),
        (lambda: SHA.TEXT.read_at("0"), KindError, "the index of SHA.TEXT is an int, given str"),
        (lambda: Reg(2), RangeError, "the offset is a multiple of 4"),
        (lambda: Reg(0, count=0), RangeError, "the count at least 1"),
        (lambda: Reg(0, access="x"), KindError, "the access is"),
        (lambda: Reg(0, stride=6), RangeError, "the stride is a multiple of 4"),
        (lambda: Reg(0, reset=1 << 32), RangeError, "the value after reset has 32 bits"),
        (lambda: Sha.MODE.value(mode=8), RangeError, r"bits\[2:0\] hold 0 to 7, given 8"),
        (lambda: Sha.MODE.value(modus=1), KindError, "MODE has no field 'modus'; it has mode, big"),
        (lambda: bits[0:3], RangeError, r"31 >= high >= low >= 0; given \[0:3\]"),
        (lambda: bits[32], RangeError, "given"),
    ],
)
def test_refusals(access: Callable[[], Any], error: type[Exception], message: str) -> None:
    with bus(MemoryBus()), pytest.raises(error, match=message):
        access()


def test_without_a_bus_an_access_says_what_is_missing() -> None:
    with pytest.raises(TraceError, match=r"SHA.MODE: no bus is installed; run the driver within `with bus\(model\):`"):
        SHA.MODE.read()

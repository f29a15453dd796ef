"""Reading machine code: lines as objdump reads them, what instructions do with values, where arguments arrive."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from akela.compiler.inspection.disassemble import Instruction
from akela.compiler.inspection.machine import instruction_set_of
from akela.compiler.inspection.machine.model import FLAGS, Address, Kind, Sum
from akela.compiler.inspection.object_file import NO_PLACE, Place
from akela.compiler.inspection.signatures import Argument, Signature, layout
from akela.compiler.targets import load_target
from akela.lang.types import ArrayType, StructType, WordType
from tests.compiler.c_code import BUILDS, CHECKED_TARGETS, build, need
from tests.compiler.test_branches import PUBLIC

# --- lines -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
def test_lines_are_those_that_objdump_reads(tmp_path: Path, target: str, compiler: str, optimisation: str) -> None:
    listing, _ = build(PUBLIC, tmp_path, target, compiler, optimisation)
    objdump = load_target(target).toolchains[compiler].objdump
    if shutil.which(objdump) is None:
        pytest.skip(f"{objdump} is not installed: apt install binutils for the target")
    table = subprocess.run([objdump, "--dwarf=decodedline", "--wide", str(listing.path)], capture_output=True, text=True, check=True).stdout
    rows: list[tuple[int, Place]] = []
    for file, line, address in re.findall(r"^(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)\b", table, re.MULTILINE):
        rows.append((int(address, 16), Place(Path(file).name, int(line)) if line.isdigit() and line != "0" else NO_PLACE))
    for function in listing.functions:
        for instruction in function.instructions:
            last = max(address for address, _ in rows if address <= instruction.address)
            place = [place for address, place in rows if address == last][-1]
            assert (instruction.place.file[:24], instruction.place.line) == (place.file[:24], place.line), str(instruction)


# --- what instructions do --------------------------------------------------------------------------------------------------------------


def made(machine: str, mnemonic: str, operands: str, condition: str = "") -> dict[object, set[object]]:
    """What an instruction writes -> the registers and memory it makes that of."""
    moves = instruction_set_of(machine).moves(Instruction(0, 4, mnemonic, operands, NO_PLACE), condition)
    found: dict[object, set[object]] = {}
    for move in moves:
        found[move.target] = found.get(move.target, set()) | set(move.sources) | ({move.memory} if move.memory else set())
    return found


def at(register: str, offset: int = 0) -> Address:
    """A memory operand of one register and a constant."""
    return Address(frozenset({register}), offset)


@pytest.mark.parametrize(
    ("machine", "mnemonic", "operands", "expected"),
    [
        ("x64", "mov", "eax, edi", {"rax": {"rdi"}}),
        ("x64", "mov", "eax, dword ptr [rsp + 8]", {"rax": {at("rsp", 8)}}),
        ("x64", "mov", "dword ptr [rbp - 0x10], esi", {at("rbp", -16): {"rsi"}}),
        ("x64", "add", "eax, dword ptr [rsi]", {"rax": {"rax", at("rsi")}, FLAGS: {"rax", at("rsi")}}),
        ("x64", "cmp", "r8d, 1", {FLAGS: {"r8"}}),
        ("x64", "xor", "eax, eax", {"rax": set(), FLAGS: set()}),
        ("x64", "sbb", "eax, eax", {"rax": {FLAGS}, FLAGS: {FLAGS}}),
        ("x64", "cmove", "rax, rdi", {"rax": {"rax", "rdi", FLAGS}}),
        ("x64", "setb", "al", {"rax": {FLAGS}}),
        ("x64", "adc", "rax, rdx", {"rax": {"rax", "rdx", FLAGS}, FLAGS: {"rax", "rdx", FLAGS}}),
        ("x64", "mul", "rcx", {"rax": {"rax", "rcx"}, "rdx": {"rax", "rcx"}, FLAGS: {"rax", "rcx"}}),
        ("x64", "mulx", "rax, rcx, r8", {"rax": {"rdx", "r8"}, "rcx": {"rdx", "r8"}}),
        ("x64", "lea", "rax, [rdi + rsi*4]", {"rax": {"rdi", "rsi"}}),
        ("x64", "paddd", "xmm0, xmm1", {"v0": {"v0", "v1"}}),
        ("x64", "vpaddd", "ymm0, ymm1, ymm2", {"v0": {"v1", "v2"}}),
        ("x64", "push", "rbx", {at("rsp", -8): {"rbx"}, at("rsp", -4): {"rbx"}}),
        ("x64", "movaps", "xmmword ptr [rsp], xmm1", {at("rsp", 4 * i): {"v1"} for i in range(4)}),
        ("x64", "mov", "rax, qword ptr [rsp + 8]", {"rax": {at("rsp", 8), at("rsp", 12)}}),
        ("x64", "vpaddd", "zmm0 {k1}, zmm1, zmm2", {"v0": {"v0", "v1", "v2", "k1"}}),
        ("x64", "vpcmpeqd", "k1, zmm1, zmm2", {"k1": {"v1", "v2"}}),
        ("x64", "kortestw", "k1, k1", {FLAGS: {"k1"}}),
        ("ARM", "adds", "r0, #4", {"r0": {"r0"}, FLAGS: {"r0"}}),
        ("ARM", "add.w", "r3, r0, r2, lsl #2", {"r3": {"r0", "r2"}}),
        ("ARM", "adc", "r1, r2, #0", {"r1": {"r2", FLAGS}}),
        ("ARM", "mvn", "r1, r3", {"r1": {"r3"}}),
        ("ARM", "movt", "r1, #1", {"r1": {"r1"}}),
        ("ARM", "ldr", "r2, [r0, #4]!", {"r2": {at("r0", 4)}, "r0": {"r0"}}),
        ("ARM", "str", "r1, [r0], #4", {at("r0"): {"r1"}, "r0": {"r0"}}),
        ("ARM", "ldrd", "r2, r3, [sp, #8]", {"r2": {at("sp", 8)}, "r3": {at("sp", 12)}}),
        ("ARM", "umlal", "r0, r1, r2, r3", {"r0": {"r0", "r1", "r2", "r3"}, "r1": {"r0", "r1", "r2", "r3"}}),
        ("ARM", "push", "{r4, lr}", {at("sp", -8): {"r4"}, at("sp", -4): {"lr"}}),
        ("ARM", "tst", "r0, #1", {FLAGS: {"r0"}}),
        ("AArch64", "csel", "w0, w1, w2, eq", {"x0": {"x1", "x2", FLAGS}}),
        ("AArch64", "subs", "x0, x0, #1", {"x0": {"x0"}, FLAGS: {"x0"}}),
        ("AArch64", "movk", "x0, #1, lsl #16", {"x0": {"x0"}}),
        ("AArch64", "ldp", "x0, x1, [sp, #0x10]", {"x0": {at("sp", 16), at("sp", 20)}, "x1": {at("sp", 24), at("sp", 28)}}),
        ("AArch64", "str", "wzr, [sp]", {at("sp"): set()}),
        ("AArch64", "str", "w1, [x0], #4", {at("x0"): {"x1"}, "x0": {"x0"}}),
        ("RISC-V", "add", "a4, a0, a2", {"a4": {"a0", "a2"}}),
        ("RISC-V", "c.add", "a2, a0", {"a2": {"a2", "a0"}}),
        ("RISC-V", "c.mv", "a2, a0", {"a2": {"a0"}}),
        ("RISC-V", "sltu", "a0, a1, a2", {"a0": {"a1", "a2"}}),
        ("RISC-V", "lw", "a5, -4(a0)", {"a5": {at("a0", -4)}}),
        ("RISC-V", "sw", "zero, 4(sp)", {at("sp", 4): set()}),
        ("x64", "mov", "dword ptr [rsp], 0", {at("rsp"): set()}),
        ("RISC-V", "c.swsp", "s0, 0x68(sp)", {at("sp", 104): {"s0"}}),
        ("Tensilica Xtensa", "add.n", "a4, a2, a4", {"a4": {"a2", "a4"}}),
        ("Tensilica Xtensa", "movnez", "a2, a5, a10", {"a2": {"a2", "a5", "a10"}}),
        ("Tensilica Xtensa", "l32i.n", "a5, a1, 64", {"a5": {at("a1", 64)}}),
        ("Tensilica Xtensa", "s8i", "a5, a4, 32", {at("a4", 32): {"a5"}}),
        ("Tensilica Xtensa", "ssl", "a3", {"sar": {"a3"}}),
        ("Tensilica Xtensa", "sll", "a2, a4", {"a2": {"a4", "sar"}}),
        ("Tensilica Xtensa", "l32r", "a13, fffc005c", {"a13": set()}),
    ],
)
def test_values_are_made_of(machine: str, mnemonic: str, operands: str, expected: dict[object, object]) -> None:
    assert made(machine, mnemonic, operands) == expected


def test_a_conditional_instruction_keeps_what_it_does_not_write() -> None:
    assert made("ARM", "movne", "r0, r1", "ne") == {"r0": {"r0", "r1", FLAGS}}
    assert made("ARM", "strne", "r0, [r1]", "ne") == {at("r1"): {"r0", FLAGS}}


def test_string_instructions() -> None:
    filled = Address(frozenset({"rdi", "rcx"}), 0, indexed=True)
    assert made("x64", "rep stosd", "dword ptr [rdi], eax") == {filled: {"rax"}, "rdi": {"rdi"}, "rcx": {"rcx"}}
    assert made("x64", "movsd", "xmm0, qword ptr [rdi]") == {"v0": {"v0", at("rdi"), at("rdi", 4)}}
    assert made("x64", "movsd", "dword ptr [rdi], dword ptr [rsi]").keys() == {
        Address(frozenset({"rdi", "rsi"}), 0, indexed=True),
        "rdi",
        "rsi",
    }


def test_conditions_of_an_it_block() -> None:
    code = [("ittet", "lt"), ("movlt", "r0, #1"), ("addlt", "r1, #1"), ("movge", "r0, #2"), ("strlt", "r0, [r2]"), ("mov", "r3, r0")]
    instructions = tuple(Instruction(n, 2, mnemonic, operands, NO_PLACE) for n, (mnemonic, operands) in enumerate(code))
    assert instruction_set_of("ARM").predicated(instructions) == {1: "lt", 2: "lt", 3: "ge", 4: "lt"}


@pytest.mark.parametrize(
    ("machine", "mnemonic", "operands", "kind"),
    [
        ("x64", "jne", "0x10", Kind.BRANCH),
        ("x64", "jmp", "rax", Kind.INDIRECT_JUMP),
        ("x64", "call", "qword ptr [rip]", Kind.INDIRECT_CALL),
        ("x64", "repne scasb", "al, byte ptr [rdi]", Kind.SCAN),
        ("x64", "rep movsq", "qword ptr [rdi], qword ptr [rsi]", Kind.PLAIN),
        ("x64", "cmovb", "rax, rdx", Kind.PLAIN),
        ("ARM", "bls", "#0x10", Kind.BRANCH),
        ("ARM", "bics", "r0, r1", Kind.PLAIN),
        ("ARM", "cbz", "r0, #0x10", Kind.BRANCH),
        ("ARM", "bxeq", "lr", Kind.BRANCH),
        ("ARM", "poplt.w", "{r4, pc}", Kind.BRANCH),
        ("ARM", "pop", "{r4, pc}", Kind.RETURN),
        ("ARM", "tbb", "[pc, r0]", Kind.INDIRECT_JUMP),
        ("ARM", "ldr.w", "pc, [r0, r1, lsl #2]", Kind.INDIRECT_JUMP),
        ("ARM", "blx", "r3", Kind.INDIRECT_CALL),
        ("AArch64", "tbnz", "w0, #3, #0x10", Kind.BRANCH),
        ("AArch64", "br", "x1", Kind.INDIRECT_JUMP),
        ("RISC-V", "c.beqz", "a0, 4", Kind.BRANCH),
        ("RISC-V", "c.jr", "ra", Kind.RETURN),
        ("RISC-V", "c.jr", "a5", Kind.INDIRECT_JUMP),
        ("RISC-V", "c.jalr", "a5", Kind.INDIRECT_CALL),
        ("Tensilica Xtensa", "bltu", "a4, a2, 9", Kind.BRANCH),
        ("Tensilica Xtensa", "bbci", "a4, 3, 9", Kind.BRANCH),
        ("Tensilica Xtensa", "beqz.n", "a4, 9", Kind.BRANCH),
        ("Tensilica Xtensa", "movltz", "a4, a5, a6", Kind.PLAIN),
        ("Tensilica Xtensa", "jx", "a4", Kind.INDIRECT_JUMP),
    ],
)
def test_what_decides_where_control_goes(machine: str, mnemonic: str, operands: str, kind: Kind) -> None:
    assert instruction_set_of(machine).kind(Instruction(0, 4, mnemonic, operands, NO_PLACE), None) is kind


@pytest.mark.parametrize(
    ("machine", "mnemonic", "operands", "expected"),
    [
        ("x64", "sub", "rsp, 0x48", Sum("rsp", "rsp", -0x48)),
        ("x64", "lea", "rdi, [rsp + 0x10]", Sum("rdi", "rsp", 16)),
        ("x64", "push", "rbp", Sum("rsp", "rsp", -8)),
        ("ARM", "push", "{r4, r5, lr}", Sum("sp", "sp", -12)),
        ("ARM", "add", "r7, sp, #0xc", Sum("r7", "sp", 12)),
        ("ARM", "str", "lr, [sp, #-8]!", Sum("sp", "sp", -8)),
        ("AArch64", "stp", "x29, x30, [sp, #-0x20]!", Sum("sp", "sp", -32)),
        ("RISC-V", "c.addi16sp", "sp, -0x70", Sum("sp", "sp", -112)),
        ("RISC-V", "c.addi4spn", "s0, sp, 0x70", Sum("s0", "sp", 112)),
        ("Tensilica Xtensa", "addi", "a1, a1, -112", Sum("a1", "a1", -112)),
        ("Tensilica Xtensa", "add.n", "a1, a1, a9", None),
    ],
)
def test_addresses_on_the_stack_are_followed(machine: str, mnemonic: str, operands: str, expected: Sum | None) -> None:
    assert instruction_set_of(machine).sum(Instruction(0, 4, mnemonic, operands, NO_PLACE)) == expected


# --- signatures ------------------------------------------------------------------------------------------------------------------------

WORD, POINTER, DOUBLE, SECRET = Argument(False, 32), Argument(False, 32), Argument(True, 64), Argument(True, 32)


@pytest.mark.parametrize(
    ("machine", "arguments", "expected"),
    [
        ("ARM", [POINTER, DOUBLE, SECRET], {"r0": POINTER, "r2": DOUBLE, "r3": DOUBLE, 0: SECRET}),
        ("ARM", [POINTER] * 4 + [WORD, DOUBLE], {**dict.fromkeys(["r0", "r1", "r2", "r3"], POINTER), 0: WORD, 8: DOUBLE, 12: DOUBLE}),
        ("RISC-V", [POINTER, DOUBLE, SECRET], {"a0": POINTER, "a1": DOUBLE, "a2": DOUBLE, "a3": SECRET}),
        ("Tensilica Xtensa", [POINTER, DOUBLE], {"a2": POINTER, "a4": DOUBLE, "a5": DOUBLE}),
        ("x64", [DOUBLE] * 7, {**dict.fromkeys(["rdi", "rsi", "rdx", "rcx", "r8", "r9"], DOUBLE), 8: DOUBLE}),
    ],
)
def test_arguments_arrive_where_the_calling_convention_says(
    machine: str, arguments: list[Argument], expected: dict[str | int, Argument]
) -> None:
    assert Signature(tuple(arguments), False).places(instruction_set_of(machine)) == expected


INNER = StructType("inner", (("tag", WordType(8)), ("count", WordType(16, False))))
OUTER = StructType(
    "outer", (("h", ArrayType(WordType(32), 3)), ("total", WordType(64, False)), ("block", ArrayType(WordType(8), 5)), ("inner", INNER))
)
OUTER_C = """
typedef struct { uint8_t tag; uint16_t count; } inner;
typedef struct { uint32_t h[3]; uint64_t total; uint8_t block[5]; inner inner; } outer;
typedef char total_here[offsetof(outer, total) == 16 ? 1 : -1];
typedef char count_here[offsetof(outer, inner) + offsetof(inner, count) == 32 ? 1 : -1];
typedef char ends_here[sizeof(outer) == 40 ? 1 : -1];
void akela_nothing(void) { }
"""


def test_the_layout_of_a_struct() -> None:
    found = layout(OUTER)
    assert (found.size, found.alignment) == (40, 8)
    assert found.public == {*range(16, 24), 32, 33}


@pytest.mark.parametrize("target", CHECKED_TARGETS)
def test_compilers_lay_it_out_the_same(tmp_path: Path, target: str) -> None:
    need(load_target(target), "gcc")
    build(OUTER_C, tmp_path, target, "gcc", "-O2")

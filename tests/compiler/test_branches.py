"""The branch check on hand-written C: what is public passes, what leaks is found, on every target with every compiler."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from akela.compiler.branches import check_listing
from akela.compiler.inspection import disassemble as disassemble_module
from akela.compiler.inspection.disassemble import Function, disassemble, instruction_counts
from akela.compiler.inspection.object_file import InspectionError, Place
from akela.compiler.inspection.symbols import foreign_symbols
from akela.compiler.inspection.verdicts import source_name
from akela.compiler.targets import load_target
from akela.compiler.toolchains import OPTIMISATIONS
from tests.compiler.c_code import BUILDS, CHECKED_TARGETS, build, facts, judge, violations

# --- what is public passes ----------------------------------------------------------------------------------------------------------------

PUBLIC = """
void akela_mix(uint32_t state[4], const uint8_t *data, size_t data_len)
{
    uint32_t w[16];

    for (size_t block = 0; block < data_len / 64; block++) { /* public: length */
        for (size_t i = 0; i < 16; i++) { /* public: constant */
            w[i] = akela_load_be32(data + 64 * block + 4 * i);
        }
        for (size_t i = 0; i < 64; i++) { /* public: constant */
            if (i >= 16) { /* public: counter */
                w[i & 15] += w[(i + 9) & 15] + akela_rotr32(w[(i + 1) & 15], 7);
            }
            state[i & 3] ^= w[i & 15] + akela_rotr32(state[(i + 1) & 3], 11);
        }
    }
    akela_wipe(w, sizeof w);
}

int akela_add(uint64_t *r, const uint64_t *a, const uint64_t *b, size_t n)
{
    uint64_t carry = 0;

    if (n == 0) { /* public: length */
        return -1;
    }
    for (size_t i = 0; i < n; i++) { /* public: length */
        akela_addc64_bits(a[i], b[i], carry, &r[i], &carry);
    }
    return 0;
}

void akela_append(uint8_t *buffer, size_t used, const uint8_t *data, size_t data_len)
{
    size_t take = 64 - used; /* public: length */

    if (take > data_len) { /* public: length */
        take = data_len; /* public: length */
    }
    akela_copy(buffer + used, data, take);
}

void akela_xor(uint8_t *out, const uint8_t *data, const uint8_t *stream, size_t n)
{
    for (size_t i = 0; i < n; i++) { /* public: length */
        out[i] = (uint8_t)(data[i] ^ stream[i]);
    }
}
"""


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
def test_public_loops_and_lengths_pass(tmp_path: Path, target: str, compiler: str, optimisation: str) -> None:
    findings = judge(PUBLIC, tmp_path, target, compiler, optimisation)
    assert [finding for finding in findings if not finding.public] == []
    assert {finding.function for finding in findings} == {"akela_mix", "akela_add", "akela_append", "akela_xor"}
    assert all(finding.reason for finding in findings)


# --- what leaks is found ------------------------------------------------------------------------------------------------------------------

LEAKS = {
    "a branch on a key bit": """
uint32_t akela_leak(const uint32_t *key, uint32_t x)
{
    if (key[0] & 1) {
        x = akela_rotl32(x * 0x9e3779b9u, 5) + key[1];
        x = akela_rotl32(x * 0x9e3779b9u, 7) + key[2];
    }
    return x;
}
""",
    "a comparison that stops at the first difference": """
int akela_leak(const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) { /* public: length */
        if (a[i] != b[i]) {
            return 0;
        }
    }
    return 1;
}
""",
    "a loop that runs for a secret": """
uint32_t akela_leak(const uint32_t *key, uint32_t x)
{
    for (uint32_t i = 0; i < key[0]; i++) {
        x = akela_barrier32(x * 3);
    }
    return x;
}
""",
    "a table read at a secret index": """
static const uint8_t S[256] = {0x63, 0x7c, 0x77, 0x7b};
uint8_t akela_leak(uint8_t x)
{
    return S[x];
}
""",
    "a store to a secret index": """
void akela_leak(uint32_t *table, uint32_t x)
{
    table[x & 15] = 1;
}
""",
    "a store that happens or not": """
void akela_leak(uint32_t *flag, uint32_t x)
{
    if (x & 1) {
        *flag = x;
    }
}
""",
    "a short-circuit": """
int akela_leak(const uint32_t *a)
{
    return a[0] == 0 && a[1] == 0;
}
""",
    "a choice of what to call": """
void akela_first(uint32_t *x);
void akela_second(uint32_t *x);
void akela_leak(uint32_t *x, uint32_t bit)
{
    (bit ? akela_first : akela_second)(x);
}
""",
    "a helper of the C library": """
int memcmp(const void *a, const void *b, size_t n);
int akela_leak(const uint8_t *a, const uint8_t *b)
{
    return memcmp(a, b, 16);
}
""",
    "a remainder": """
uint32_t akela_leak(const uint32_t *key, uint32_t x)
{
    return x % key[0];
}
""",
    "a condition kept in memory of the stack": """
void akela_use(uint32_t *x);
void akela_leak(uint32_t *x)
{
    const uint32_t secret = x[0];

    akela_use(x);
    akela_use(x + 1);
    if (secret & 4) {
        akela_use(x + 2);
    }
}
""",
}


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(tmp_path: Path, leak: str, target: str, compiler: str, optimisation: str) -> None:
    found = violations(LEAKS[leak], tmp_path, target, compiler, optimisation)
    assert found, leak
    assert {finding.function for finding in found} == {"akela_leak"}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("target", ["cortex_m3", "cortex_m33"])
def test_a_conditional_store_without_a_branch_is_found(tmp_path: Path, target: str, compiler: str) -> None:
    found = violations(LEAKS["a store that happens or not"], tmp_path, target, compiler, "-O2")
    assert [(finding.kind, finding.instruction.mnemonic[:3]) for finding in found] == [("conditional execution", "str")]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_conditional_addition_passes(tmp_path: Path, compiler: str) -> None:
    code = """
uint32_t akela_larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}
"""
    listing, _ = build(code, tmp_path, "cortex_m3", compiler, "-O2")
    assert any(instruction.mnemonic.startswith("it") for instruction in listing.function("akela_larger").instructions)
    assert violations(code, tmp_path, "cortex_m3", compiler, "-O2") == []


def test_a_conditional_multiplication_with_addition_is_found(tmp_path: Path) -> None:
    code = """
uint32_t akela_leak(uint32_t a, uint32_t b, uint32_t c)
{
    __asm__("cmp %1, #0\\n\\titt ne\\n\\tmlane %0, %1, %2, %0\\n\\tmulne %2, %1, %2" : "+r"(a), "+r"(b), "+r"(c) : : "cc");
    return a + c;
}
"""
    found = violations(code, tmp_path, "cortex_m3", "gcc", "-O2")
    assert [(finding.kind, finding.instruction.mnemonic) for finding in found] == [("conditional execution", "mlane")]


def test_what_varies_in_time_is_reported_and_judged(tmp_path: Path) -> None:
    code = """
uint32_t akela_blocks(const uint32_t *data, size_t n, size_t size)
{
    const size_t blocks = n / size; /* public: length */

    return data[blocks];
}
uint32_t akela_ratio(uint32_t a, uint32_t b)
{
    return a / b;
}
"""
    public, secret = [finding for finding in judge(code, tmp_path, "cortex_m3", "gcc", "-O2") if finding.kind == "variable time"]
    assert public.public
    assert public.reason == "length (2 to 12 cycles, by the leading zeros of the operands)"
    assert not secret.public
    assert secret.instruction.mnemonic == "udiv"


def test_an_indirect_jump_is_reported(tmp_path: Path) -> None:
    code = "void akela_go(void (*step)(void))\n{\n    step();\n}\n"
    (finding,) = violations(code, tmp_path, "x86_64", "gcc", "-O2")
    assert finding.kind == "indirect"


def test_functions_that_say_so_may_vary_in_time(tmp_path: Path) -> None:
    code = LEAKS["a branch on a key bit"]
    assert violations(code, tmp_path, "x86_64", "gcc", "-O2")
    assert judge(code.replace("akela_leak", "akela_leak_vartime"), tmp_path, "x86_64", "gcc", "-O2") == []
    assert judge(code.replace("akela_leak", "akela_leak_vartime_w64"), tmp_path, "x86_64", "gcc", "-O2") == []


# --- what convicts and what acquits -------------------------------------------------------------------------------------------------------

STEPS = """
void akela_step(uint32_t *x);
void akela_steps(uint32_t *x, size_t n)
{
    if (n > 3) {
        akela_step(x);
    }
}
"""


def test_a_secret_convicts_even_on_a_listed_line(tmp_path: Path) -> None:
    code = STEPS.replace("size_t n", "uint32_t n").replace("> 3) {", "> 3) { /* public: it is not */")
    (finding,) = violations(code, tmp_path, "x86_64", "gcc", "-O2")
    assert finding.reason == "decided by a secret: parameter in rsi"
    assert (finding.kind, finding.place) == ("branch", Place("code.c", 6))
    assert str(finding).startswith("akela_steps+0x")


def test_public_values_acquit_where_a_line_is_not_listed(tmp_path: Path) -> None:
    (finding,) = judge(STEPS, tmp_path, "x86_64", "gcc", "-O2")
    assert (finding.public, finding.reason) == (True, "no condition is listed for this line; decided by parameter in rsi alone")


def test_without_a_signature_the_line_alone_acquits(tmp_path: Path) -> None:
    code = STEPS.replace("> 3) {", "> 3) { /* public: length */")
    listing, source = build(code, tmp_path, "x86_64", "gcc", "-O2")
    known = facts(source, "x86_64")
    (finding,) = check_listing(listing, load_target("x86_64"), replace(known, signatures={}))
    assert (finding.public, finding.reason) == (True, "length")
    (finding,) = check_listing(listing, load_target("x86_64"), replace(known, signatures={}, conditions={}, public=frozenset()))
    assert not finding.public
    assert finding.reason == "no condition is listed for this line, and it is decided by parameter in rsi"


DECLASSIFYING = """
void akela_step(uint32_t *x);
void akela_check(uint32_t *a, const uint32_t *b)
{
    const uint32_t difference = a[0] ^ b[0];
    const uint32_t same = akela_zero_mask32(difference);

    if (same) { /* public: accept or reject */
        akela_step(a);
    }
}
void akela_other(uint32_t *x)
{
    const uint32_t bit = x[0] & 1;

    if (bit) { /* public: it is not */
        akela_step(x);
    }
}
"""


def test_what_was_declassified_does_not_convict(tmp_path: Path) -> None:
    listing, source = build(DECLASSIFYING, tmp_path, "rv32imc", "gcc", "-O2")
    found = check_listing(listing, load_target("rv32imc"), facts(source, "rv32imc", declassifying="akela_check"))
    assert {finding.function: finding.public for finding in found} == {"akela_check": True, "akela_other": False}


def test_a_value_behind_a_pointer_to_the_stack_acquits_nobody(tmp_path: Path) -> None:
    code = """
void akela_fetch(uint32_t *bit);
void akela_step(uint32_t *x);
void akela_steps(uint32_t *x)
{
    uint32_t bit = 0;

    akela_fetch(&bit);
    if (bit) {
        akela_step(x);
    }
}
"""
    for target in CHECKED_TARGETS:
        assert violations(code, tmp_path, target, "gcc", "-O2")


@pytest.mark.parametrize("optimisation", OPTIMISATIONS)
@pytest.mark.parametrize("target", CHECKED_TARGETS)
@pytest.mark.parametrize("words", [100, 300])
def test_arguments_on_the_stack_are_known_above_a_large_frame(tmp_path: Path, target: str, optimisation: str, words: int) -> None:
    """LX106 makes a frame of more than 128 bytes with a constant in a register, and reaches across one of more than 1 KiB with another."""
    code = f"""
void akela_fill(uint32_t *x);
void akela_far(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d, uint32_t *e, uint32_t *f, uint32_t *g, uint32_t *h,
    uint32_t *out, size_t n)
{{
    uint32_t room[{words}];

    akela_fill(room);
    for (size_t i = 0; i < n; i++) {{ /* public: length */
        out[i] = a[i] ^ b[i] ^ c[i] ^ d[i] ^ e[i] ^ f[i] ^ g[i] ^ h[i] ^ room[0];
    }}
}}
"""
    found = judge(code, tmp_path, target, "gcc", optimisation)
    assert found and all(finding.public for finding in found), found


@pytest.mark.parametrize("optimisation", OPTIMISATIONS)
def test_a_frame_of_more_than_2_kib(tmp_path: Path, optimisation: str) -> None:
    """LX106 makes it with a constant that is shifted, or that lies beside the code."""
    test_arguments_on_the_stack_are_known_above_a_large_frame(tmp_path, "lx106", optimisation, 700)


@pytest.mark.parametrize("clone", ["f", "f.constprop.0", "f$constprop$0", "f.isra.0.part.1"])
def test_a_clone_is_known_by_its_function(clone: str) -> None:
    assert source_name(Function(clone, 0, 0, ())) == "f"


# --- reading objects ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
def test_objdump_says_the_same_as_capstone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str, compiler: str, optimisation: str
) -> None:
    listing, source = build(PUBLIC, tmp_path, target, compiler, optimisation)
    monkeypatch.setattr(disassemble_module, "_capstone", lambda machine: None)
    again = disassemble(listing.path, load_target(target).toolchains[compiler].objdump)
    assert instruction_counts(again) == instruction_counts(listing)
    first, second = (check_listing(each, load_target(target), facts(source, target)) for each in (listing, again))
    assert [(f.kind, f.instruction.address, f.public) for f in first] == [(f.kind, f.instruction.address, f.public) for f in second]


def test_without_a_disassembler_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing, _ = build(STEPS, tmp_path, "x86_64", "gcc", "-O2")
    monkeypatch.setattr(disassemble_module, "_capstone", lambda machine: None)
    with pytest.raises(InspectionError, match=r"pip install 'akela\[inspect\]'.*objdump"):
        disassemble(listing.path)


def test_without_pyelftools_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing, _ = build(STEPS, tmp_path, "x86_64", "gcc", "-O2")
    monkeypatch.setitem(sys.modules, "elftools.elf.elffile", None)
    with pytest.raises(InspectionError, match=r"pyelftools.*pip install 'akela\[inspect\]'"):
        disassemble(listing.path)


def test_a_function_is_found_by_name(tmp_path: Path) -> None:
    listing, _ = build(STEPS, tmp_path, "x86_64", "gcc", "-O2")
    assert listing.function("akela_steps").instructions
    with pytest.raises(KeyError, match="no function akela_none; it has akela_steps"):
        listing.function("akela_none")


def test_foreign_symbols(tmp_path: Path) -> None:
    listing, _ = build(LEAKS["a helper of the C library"], tmp_path, "x86_64", "gcc", "-O2")
    assert foreign_symbols(listing.path) == ["memcmp"]
    listing, _ = build(STEPS, tmp_path, "x86_64", "gcc", "-O2")
    assert foreign_symbols(listing.path) == []

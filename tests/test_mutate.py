"""The mutation testing tool: which mutants it finds, what it says of them, and the list of equivalent ones."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tools import mutate
from tools.mutation.modules import ROOT, deciding_tests, module_files, with_dependents, with_imports
from tools.mutation.mutants import Mutant, Source, find_mutants, read_source
from tools.mutation.survivors import outdated, read_reasons
from tools.mutation.trial import ANSWER, REFUSED, SURVIVED, TEST, Verdict

SHA256 = "akela.kernels.sha256"

MODULE = b'''"""Constants: 1 + 1."""

from akela.lang import helper, load_be32, requires, rotl, u32

LIMIT = 0x200
K = table(u32, compute())


@helper
def step(x: Bytes, a: u32, n: int) -> u32:
    """Not 2 * 2."""
    requires(n <= 4)
    x[0] = a
    for i in range(n):
        a += ~rotl(a, 7)  # 3 + 3
    b = a | load_be32(x[n:], 0) if fast else select(a, b, c)
    return b
'''

# Statement -> what it becomes.
EXPECTED = {
    "LIMIT = 0x200": ["LIMIT = 0x0", "LIMIT = 0x1ff", "LIMIT = 0x201"],
    "K = table(u32, compute())": [
        "K = table(u32, [v ^ (i == 0) << 16 for i, v in enumerate(compute(), -(len(compute()) // 2))])",
        "K = table(u32, [v ^ (i == 0) << 31 for i, v in enumerate(compute(), 1 - len(compute()))])",
        "K = table(u32, [v ^ (i == 0) for i, v in enumerate(compute())])",
    ],
    "requires(n <= 4)": ["requires(n < 4)", "requires(n <= 3)", "requires(n <= 5)"],
    "x[0] = a": ["pass", "x[-1] = a", "x[1] = a"],
    "for i in range(n):": ["for i in range((n) + 1):", "for i in range((n) - 1):"],
    "a += ~rotl(a, 7)": ["a += rotl(a, 7)", "a += ~rotl(a, 6)", "a += ~rotl(a, 8)", "a += ~rotr(a, 7)", "a -= ~rotl(a, 7)", "pass"],
    "b = a | load_be32(x[n:], 0) if fast else select(a, b, c)": [
        "b = a & load_be32(x[n:], 0) if fast else select(a, b, c)",
        "b = a ^ load_be32(x[n:], 0) if fast else select(a, b, c)",
        "b = a | load_be32(x[(n) + 1:], 0) if fast else select(a, b, c)",
        "b = a | load_be32(x[(n) - 1:], 0) if fast else select(a, b, c)",
        "b = a | load_be32(x[n:], -1) if fast else select(a, b, c)",
        "b = a | load_be32(x[n:], 0) if fast else select(a, c, b)",
        "b = a | load_be32(x[n:], 0) if not fast else select(a, b, c)",
        "b = a | load_be32(x[n:], 1) if fast else select(a, b, c)",
        "b = a | load_le32(x[n:], 0) if fast else select(a, b, c)",
        "b = select(a, b, c) if fast else a | load_be32(x[n:], 0)",
    ],
}


@pytest.fixture
def mutants() -> list[Mutant]:
    """Those of the module above."""
    return find_mutants(Source("example", Path("example.py"), MODULE))


def test_what_is_found(mutants: list[Mutant]) -> None:
    """Constants, operators, functions that come in pairs, bounds, dropped statements; no comment, string or import."""
    found: dict[str, list[str]] = {}
    for mutant in mutants:
        found.setdefault(mutant.statement, []).append(mutant.mutated)
    assert {statement: sorted(mutated) for statement, mutated in found.items()} == EXPECTED
    assert {mutant.function for mutant in mutants} == {"", "step"}


def test_texts(mutants: list[Mutant]) -> None:
    """A mutant is the module with one change on the line it names, and with the name that it needs."""
    original = MODULE.decode().splitlines()
    for mutant in mutants:
        ast.parse(mutant.text())
        changed = {i for i, pair in enumerate(zip(original, mutant.text().splitlines(), strict=True), start=1) if pair[0] != pair[1]}
        assert changed == ({3, mutant.line} if mutant.needs else {mutant.line})
    (other_order,) = (mutant for mutant in mutants if "load_le32" in mutant.mutated)
    assert (
        other_order.text().splitlines()[2]
        == "from akela.lang import load_le32; from akela.lang import helper, load_be32, requires, rotl, u32"
    )


def test_dependents() -> None:
    """A mutant of the module with the makers shows in the hashes made, and in what is built on these."""
    assert with_dependents(["akela.kernels.block_hash"]) >= {SHA256, "akela.kernels.sha512", "akela.kernels.hmac"}
    assert with_imports(["akela.kernels.hmac"]) >= {SHA256, "akela.kernels.block_hash"}
    assert {path.name for path in deciding_tests(with_dependents([SHA256]))} >= {"test_hashes.py", "test_hmac.py", "test_x86_64_ports.py"}
    assert [path.name for path in deciding_tests(["akela.ports.esp32_family.rng"])] == ["test_esp32_rng.py"]


def test_every_module_is_tested() -> None:
    """Each module has a test file, or what is built on it has."""
    assert [module for module in module_files() if not deciding_tests(with_dependents([module]))] == []


def test_list_is_up_to_date() -> None:
    """What is listed as equivalent are mutants of the kernels as they are."""
    everything = [mutant for module, path in module_files().items() for mutant in find_mutants(read_source(module, path))]
    reasons = read_reasons()
    assert {key[0] for key in reasons} <= set(module_files())
    assert outdated(reasons, everything) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[equivalent]]\nmodule = "m"\nfunction = "f"\nreason = " "\nmutants = []', "m, f: say why"),
        ('[[equivalent]]\nmodule = "m"\nfunction = "f"\nreason = "r"\nmutants = [["a", "b"], ["a", "b"]]', "listed twice: m | f | a | b"),
    ],
)
def test_bad_list(tmp_path: Path, text: str, message: str) -> None:
    """A list without reasons, or with a mutant listed twice, is refused."""
    path = tmp_path / "survivors.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message.replace("|", r"\|")):
        read_reasons(path)


class Decided:
    """In place of a laboratory: says that these mutants survive."""

    surviving: set[str]

    def __init__(self, tests: bool) -> None:
        assert tests

    def try_all(self, mutants: Iterable[Mutant], jobs: int) -> Iterator[tuple[Mutant, Verdict]]:
        for mutant in mutants:
            yield mutant, Verdict(SURVIVED if mutant.mutated in self.surviving else TEST, "")


LOOP, EQUIVALENT = "for start in range(0, len(data), 64):", "for start in range(0, (len(data)) - 1, 64):"
UNLISTED = "for start in range(0, len(data), 65):"


@pytest.mark.parametrize(
    ("surviving", "code", "said"),
    [
        ({EQUIVALENT}, 0, ["1 of 6 mutants survive; 1 of these are listed as equivalent"]),
        ({EQUIVALENT, UNLISTED}, 1, [f"sha256_blocks: {LOOP}  →  {UNLISTED}", "The other 1, above, want a test that fails"]),
        (set(), 0, ["Listed as equivalent, and killed", f"sha256_blocks: {LOOP}  →  {EQUIVALENT}"]),
    ],
    ids=["listed", "not listed", "listed and killed"],
)
def test_verdict_of_a_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], surviving: set[str], code: int, said: list[str]
) -> None:
    """A survivor that is not listed fails the run; one that is listed does not; a listed one that is killed is pointed out."""
    monkeypatch.setattr(mutate, "Laboratory", Decided)
    monkeypatch.setattr(Decided, "surviving", surviving, raising=False)
    assert mutate.main(["--only", place(LOOP)]) == code
    printed = capsys.readouterr().out
    assert [text for text in said if text not in printed] == []


def place(statement: str) -> str:
    """File and line of a statement of SHA-256."""
    return next(m.file_line for m in find_mutants(read_source(SHA256, module_files()[SHA256])) if m.statement == statement)


def test_unknown_module(capsys: pytest.CaptureFixture[str]) -> None:
    """A module that is none is named, with those that there are."""
    with pytest.raises(SystemExit):
        mutate.main(["--module", "sha257"])
    assert "no kernel module is called sha257; there are: akela.kernels" in capsys.readouterr().err


def test_trials() -> None:
    """Real trials of a few mutants of SHA-256: the compiler and the known answers notice all but the one that is equivalent."""
    command = [sys.executable, "-m", "tools.mutate", "--answers"]
    command += ["--only", place(LOOP), "--only", place("return y ^ ((x ^ y) & (y ^ z))")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    noticed = [line for line in ran.stdout.splitlines() if line.startswith((REFUSED, ANSWER))]
    assert len(noticed) == 9
    assert f"{SURVIVED:<13}{place(LOOP)}" in ran.stdout
    assert "1 of 10 mutants survive; 1 of these are listed as equivalent" in ran.stdout


EQUAL = "akela.kernels.constant_time"
TRIAL = """
import sys
from pathlib import Path
from tools.mutation.compiled import Extension
from tools.mutation.modules import TESTS
from tools.mutation.trial import TARGET, compiled, failing_test, import_from

module, text, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
extension = Extension(compiled([module]), TARGET)
file = folder / "mutant.py"
file.write_text(text)
import_from(module, file, frozenset([module]))
made = extension.changed(compiled([module]), frozenset([module]), folder / "native")
print("noticed by", failing_test("native", made, [folder / "test_equal.py"]))
"""
ITS_TEST = """
from akela import executions

def test_equal():
    assert executions.execution("native").bytes_equal(b"ab", b"ab") == b"\\x01"

def test_another_execution():
    executions.execution("checked")
"""


@pytest.mark.parametrize("wrong", [False, True])
def test_compiled_trial(tmp_path: Path, wrong: bool) -> None:
    """C is made anew and linked with what stands, and a test sees what changed; a test that asks for another execution is skipped."""
    (tmp_path / "test_equal.py").write_text(ITS_TEST, encoding="utf-8")
    text = module_files()[EQUAL].read_text(encoding="utf-8")
    text = text.replace("& 1\n", "& 0\n") if wrong else text
    command = [sys.executable, "-c", TRIAL, EQUAL, text, str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1].endswith("::test_equal" if wrong else "noticed by "), ran.stdout

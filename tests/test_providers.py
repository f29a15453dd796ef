"""What ports provide, and how it runs: the declarations, the paths of the dispatch, and what is said of them."""

from __future__ import annotations

from types import SimpleNamespace

from akela.compiler.modules import ports
from akela.compiler.targets import load_target
from akela.digest import PACKAGE
from akela.providers import Features, Provider, paths, providers, running, running_lines, serving
from tools.memcheck import covering, with_operations

SLOW = Provider("a.do", "do_slow", Features({"sse2"}))
FAST = Provider("a.do", "do_fast", Features({"sse2", "avx2"}))
OTHER = Provider("b.do", "do_other", Features({"aes"}))
KNOWN = (SLOW, FAST, OTHER)


def native(intrinsics: str, *features: str) -> SimpleNamespace:
    """Stands for an extension."""
    return SimpleNamespace(BUILD={"intrinsics": intrinsics}, cpu_features=lambda: features)


def test_the_last_that_the_cpu_can_run_serves() -> None:
    assert serving(KNOWN, {"sse2"}) == {"a.do": SLOW}
    assert serving(KNOWN, {"sse2", "avx2", "aes"}) == {"a.do": FAST, "b.do": OTHER}
    assert serving(KNOWN, ()) == {}


def test_paths() -> None:
    """The portable one first; those of chosen operations alone where some are named."""
    assert paths(KNOWN) == (Features(), SLOW.needs, FAST.needs, OTHER.needs)
    assert paths(KNOWN, ("b.",)) == (Features(), OTHER.needs)


def test_few_paths_cover_all() -> None:
    """What a better one hides gets a path of its own."""
    for wanted in (KNOWN, (SLOW,), (FAST, OTHER), ()):
        covered = {each for path in covering(wanted, KNOWN) for each in serving(KNOWN, path).values()}
        assert covered >= set(wanted)
    assert len(list(covering(KNOWN, KNOWN))) == 2


def test_few_algorithms_call_all() -> None:
    names = with_operations({"aes.ctr", "ghash.blocks", "sha256.blocks"}, ())
    assert 2 <= len(names) <= 3
    assert with_operations({"aes.ctr", "sha256.blocks"}, ("sha256",)) == ["sha256"]


def test_what_is_said() -> None:
    total = len(providers(None))
    if not total:
        assert list(running_lines(running(None))) == ["Kernels of ports: none for this machine"]
        return
    everything = {need for each in providers() for need in each.needs}
    (line,) = running_lines(running(native("soft", *everything)))
    assert line == f"Kernels of ports: 0 of {total} run natively, {total} in soft form (reference bodies of the instructions), 0 not at all"
    first, *lacking = running_lines(running(native("instructions", "sse2")))
    assert f"of {total} run natively, 0 in soft form" in first
    assert any(line.startswith("  without aes, ssse3: aes_init_aesni, ") for line in lacking)
    assert next(running_lines(running(None))).startswith(f"Kernels of ports: 0 of {total} run natively, 0 in soft form")


def test_ports_declare_what_they_are_for() -> None:
    """Each by its folder's name, for targets that there are, with every module of the folder that provides something."""
    for port in ports():
        folder = PACKAGE / "ports" / port.name
        assert folder.is_dir() and port.title and all(load_target(name).name == name for name in port.targets)
        assert {each.operation for each in port.providers()}
        assert all((PACKAGE.parent / f"{name.replace('.', '/')}.py").is_file() for name in port.modules)
    assert {port.name for port in ports()} == {"x86_64", "esp32_family", "stm32"}


def test_every_kernel_of_the_x86_64_port_is_listed() -> None:
    (port,) = (port for port in ports() if port.name == "x86_64")
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (PACKAGE / "ports" / port.name).glob("*.py")}
    makers = {name for name, text in texts.items() if "@kernel_maker" in text}
    assert {name for name, text in texts.items() if "@provides(" in text} - makers <= {name.rpartition(".")[2] for name in port.modules}


def test_the_page_names_what_kernels_need() -> None:
    """Of all ports' features, those of wide registers by the last that implies the others."""
    page = (PACKAGE.parent / "docs" / "x86_64.md").read_text(encoding="utf-8")
    implied = {"avx512f": ("avx512vl", "avx512bw", "avx512ifma"), "avx512vl": ("avx512ifma",)}
    for each in providers(load_target("x86_64")):
        for need in each.needs:
            assert any(f"{name}`" in page or f"{name} " in page for name in (need, *implied.get(need, ()))), (each.kernel, need)

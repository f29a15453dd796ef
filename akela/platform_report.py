"""What runs here: version, source, Python, CPU, compiler, and which implementation serves each operation.

`akela info` prints it; every saved benchmark carries it, so that two runs can be compared.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from akela import __version__
from akela.digest import in_checkout, source_digest


@dataclass(frozen=True)
class PlatformReport:
    """Facts about this installation and machine. Empty where something cannot be known."""

    version: str
    git_commit: str
    git_branch: str
    git_date: str
    git_clean: bool
    source_digest: str
    python: str
    system: str
    cpu: str
    cores: int
    virtual_machine: bool
    cpu_features: tuple[str, ...]
    execution: str  # "none" where importing raises `why_not_native`
    why_not_native: str
    compiler: str
    flags: str
    operations: dict[str, str] = field(default_factory=dict)  # operation -> implementation in use
    settings: dict[str, str] = field(default_factory=dict)  # environment variables that choose implementations

    def as_json(self) -> dict[str, object]:
        """The report as plain data."""
        return asdict(self)


SETTINGS = ("AKELA_PORT", "AKELA_CPU", "AKELA_REQUIRE_NATIVE")


def platform_report() -> PlatformReport:
    """Look at everything once."""
    commit, branch, date, clean = _git()
    execution, reason, native = _execution()
    build = dict(getattr(native, "BUILD", {}))
    return PlatformReport(
        version=__version__,
        git_commit=commit,
        git_branch=branch,
        git_date=date,
        git_clean=clean,
        source_digest=source_digest() if in_checkout() else str(getattr(native, "SOURCE_DIGEST", "")),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        cpu=_cpu_name(),
        cores=os.cpu_count() or 1,
        virtual_machine="hypervisor" in _cpuinfo(),
        cpu_features=tuple(sorted(native.cpu_features())) if native is not None else (),
        execution=execution,
        why_not_native=reason,
        compiler=str(build.get("compiler", "")),
        flags=str(build.get("flags", "")),
        operations=dict(native.operations()) if native is not None else {},
        settings={name: os.environ[name] for name in SETTINGS if name in os.environ},
    )


def _execution() -> tuple[str, str, Any]:
    """The name of the execution that serves, or "none"; why it is not the extension; and the extension."""
    from akela.executions import choose, native_module

    try:
        name, reason = choose()
    except ImportError as error:
        return "none", str(error), None
    return name, reason, native_module() if name == "native" else None


def _git() -> tuple[str, str, str, bool]:
    if not in_checkout():
        return "", "", "", True

    def git(*arguments: str) -> str:
        try:
            done = subprocess.run(
                ["git", "-C", str(Path(__file__).resolve().parent), *arguments], capture_output=True, text=True, timeout=10, check=False
            )
        except OSError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    return (
        git("rev-parse", "HEAD"),
        git("rev-parse", "--abbrev-ref", "HEAD"),
        git("log", "-1", "--format=%cI"),
        not git("status", "--porcelain"),
    )


def _cpuinfo() -> str:
    try:
        return Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return ""


def _cpu_name() -> str:
    for line in _cpuinfo().splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return f"{value.strip()} ({platform.machine()})"
    return platform.processor() or platform.machine() or sys.platform

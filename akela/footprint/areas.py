"""What the caller of a kernel owns: contexts, and work areas with the sizes that the kernels require of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from akela.bench.jobs import Sizes, make_job
from akela.boards.files import load_board
from akela.catalogue.entries import Algorithm
from akela.compiler import ir
from akela.compiler.interface import Interface, Role, class_name, describe, evaluate, interface
from akela.compiler.modules import kernel_names
from akela.compiler.targets import Target, load_target
from akela.executions import default_execution
from akela.kernel_source import exported


@dataclass(frozen=True)
class WorkArea:
    """The work area of one kernel: how long, in words of so many bytes, and in all for the largest key among the benchmark's rows."""

    kernel: str
    length: str
    element_bytes: int
    example: str  # "2048 bits: 5124 bytes", or nothing where no row calls the kernel


def interfaces(modules: Iterable[ir.Module]) -> dict[str, Interface]:
    """The exported kernels of these modules, by name."""
    return {function.name: interface(function) for module in modules for function in module.functions if function.ref.exported}


def home_modules(algorithms: Iterable[Algorithm], target: Target) -> tuple[str, ...]:
    """The kernel modules that have the kernels of these algorithms."""
    homes = {function.name: function.module for function in exported(target) if function.module in kernel_names()}
    return tuple(dict.fromkeys(homes[name] for algorithm in algorithms for name in algorithm.kernels if name in homes))


def chosen_modules(asked: Sequence[str], chosen: Iterable[Algorithm], board: str) -> tuple[str, ...]:
    """What to build of a board for the chosen algorithms: their modules, or nothing, which stands for all, where none was asked for."""
    return home_modules(chosen, load_target(load_board(board).target)) if asked else ()


def kernels(algorithm: Algorithm, target: Target, known: Mapping[str, Interface]) -> list[Interface]:
    """The algorithm's exported kernels that are known, each template with the target's word size."""
    sized = (name if name in known else f"{name}_w{target.word_bits}" for name in algorithm.kernels)
    return [known[name] for name in sized if name in known]


# The name of a hash in that of a kernel.
_HASH = re.compile(r"md5|ripemd160|sha1(?!\d)|sha3_\d+|sha512_\d+|sha(?:224|256|384|512)")


def counted(found: list[Interface]) -> list[Interface]:
    """The kernels whose cost is an algorithm's: where one is made with every hash, not those with others than SHA-256."""
    hashes = {kernel.name: _HASH.findall(kernel.name) for kernel in found}
    if not {("sha256",), ("sha512",)} <= {tuple(names) for names in hashes.values()}:
        return found
    return [kernel for kernel in found if hashes[kernel.name] in ([], ["sha256"])]


def contexts(found: Sequence[Interface], struct_bytes: Mapping[str, int]) -> dict[str, int]:
    """The structs that kernels take first, and their sizes in bytes."""
    return {class_name(struct): struct_bytes[struct.name] for struct in (kernel.context for kernel in found) if struct}


def work_areas(algorithm: Algorithm, found: Sequence[Interface]) -> list[WorkArea]:
    """Those of the algorithm's kernels that want one."""
    return [
        WorkArea(kernel.name, describe(kernel.work_length), kernel.work.element_bytes, _example(algorithm, kernel))
        for kernel in found
        if kernel.work is not None and kernel.work_length is not None
    ]


def _example(algorithm: Algorithm, kernel: Interface) -> str:
    """The bytes of the work area where the benchmark calls the kernel with its largest key."""
    assert kernel.work is not None and kernel.work_length is not None
    template = re.sub(r"_w(32|64)$", "", kernel.name)
    rows = [row for row in algorithm.rows if re.sub(r"_w(32|64)$", "", row.call.name) in (template, kernel.method)]
    if not rows:
        return ""
    row = max(rows, key=lambda row: row.size)
    job = make_job(algorithm, row, default_execution(), Sizes(64))
    values = {}
    for parameter, argument in zip(kernel.arguments, job.arguments, strict=True):
        scalar = parameter.role is Role.SCALAR
        values[parameter.name] = argument if scalar else range(memoryview(argument).nbytes // parameter.element_bytes)
    size = evaluate(kernel.work_length, values) * kernel.work.element_bytes
    return f"{size} bytes for {row.size} bits" if row.size else f"{size} bytes"

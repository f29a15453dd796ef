"""What the caller of a kernel owns: contexts, and work areas with the sizes that the kernels require of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from akela.bench.jobs import Sizes, make_job
from akela.catalogue import Algorithm
from akela.compiler.frontend import compile_module
from akela.compiler.interface import Interface, Role, class_name, describe, evaluate, interface
from akela.compiler.modules import kernel_names
from akela.compiler.targets import Target
from akela.executions import default_execution
from tools.footprints.reach import Program


@dataclass(frozen=True)
class WorkArea:
    """The work area of one kernel: how long, in words of so many bytes, and in all for the largest key among the benchmark's rows."""

    kernel: str
    length: str
    element_bytes: int
    example: str  # "2048 bits: 5124 bytes", or nothing where no row calls the kernel


def kernels(algorithm: Algorithm, target: Target) -> list[Interface]:
    """The algorithm's exported kernels, each template with the target's word size."""
    known = _interfaces(target)
    sized = (name if name in known else f"{name}_w{target.word_bits}" for name in algorithm.kernels)
    return [known[name] for name in sized if name in known]


@cache
def _interfaces(target: Target) -> dict[str, Interface]:
    modules = (compile_module(name, target) for name in kernel_names())
    return {function.name: interface(function) for module in modules for function in module.functions if function.ref.exported}


def contexts(algorithm: Algorithm, target: Target, program: Program) -> dict[str, int]:
    """The structs that its kernels take first, and their sizes in bytes."""
    found = [kernel.context for kernel in kernels(algorithm, target) if kernel.context]
    return {class_name(struct): program.sizes[f"sizeof_{struct.name}"] for struct in found}


def work_areas(algorithm: Algorithm, target: Target) -> list[WorkArea]:
    """Those of the algorithm's kernels that want one."""
    found = []
    for kernel in kernels(algorithm, target):
        if kernel.work is not None and kernel.work_length is not None:
            found.append(WorkArea(kernel.name, describe(kernel.work_length), kernel.work.element_bytes, _example(algorithm, kernel)))
    return found


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

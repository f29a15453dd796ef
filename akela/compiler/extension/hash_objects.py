"""Which kernels are hashes, and the table of them that hash objects (`runtime/akela_hash.c`) are made from.

A hash is told by the shape of its kernels: `<name>_init(ctx)`, `<struct>_update(ctx, data)`, and `<name>_final(ctx, out)` with a digest of
a fixed size, or `<name>_squeeze(ctx, length, out)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from akela.compiler import ir
from akela.compiler.extension.call import c_string
from akela.compiler.interface import Interface, Role, interfaces
from akela.lang.types import ArrayType


@dataclass(frozen=True)
class HashKernels:
    """A hash: its kernels, and the size of its digest, 0 where that may be any."""

    name: str
    init: Interface
    update: Interface
    finish: Interface
    digest_bytes: int

    @property
    def kernels(self) -> tuple[ir.Function, ...]:
        """The kernels."""
        return self.init.function, self.update.function, self.finish.function


def hashes(modules: Sequence[ir.Module]) -> list[HashKernels]:
    """The hashes of these modules, in order."""
    kernels = {one.name: one for module in modules for one in interfaces(module) if one.context is not None}
    return list(_hashes(kernels))


def _hashes(kernels: dict[str, Interface]) -> Iterator[HashKernels]:
    for init in kernels.values():
        name = init.name.removesuffix("_init")
        if name == init.name or _roles(init) != (Role.CONTEXT,):
            continue
        assert init.context is not None
        update = kernels.get(f"{init.context.name}_update")
        if update is None or _roles(update) != (Role.CONTEXT, Role.INPUT):
            continue
        final, squeeze = kernels.get(f"{name}_final"), kernels.get(f"{name}_squeeze")
        if final is not None and _roles(final) == (Role.CONTEXT, Role.OUT) and isinstance(final.parameters[1].type, ArrayType):
            yield HashKernels(name, init, update, final, final.parameters[1].type.length)
        elif squeeze is not None and _roles(squeeze) == (Role.CONTEXT, Role.SCALAR, Role.OUT):
            yield HashKernels(name, init, update, squeeze, 0)


def _roles(kernel: Interface) -> tuple[Role, ...]:
    return tuple(parameter.role for parameter in kernel.parameters)


def table(modules: Sequence[ir.Module]) -> str:
    """The functions by which hash objects call the kernels, and the table of them."""
    found = hashes(modules)
    rows = [
        f"    {{ {c_string(one.name)}, sizeof(akela_{_struct(one)}_ctx), {one.digest_bytes}, {one.name}_begin, {one.name}_update, "
        f"{one.name}_finish }},"
        for one in found
    ]
    end = "    { NULL, 0, 0, NULL, NULL, NULL },"
    return "\n".join([*map(_functions, found), "const akela_py_hash akela_py_hashes[] = {", *rows, end, "};"])


def _struct(one: HashKernels) -> str:
    assert one.init.context is not None
    return one.init.context.name


def _functions(one: HashKernels) -> str:
    """Three functions whose first parameter is any state, and the assertion that the state fits the objects."""
    sized = "(ptrdiff_t)count, out, count" if one.digest_bytes == 0 else "out"
    ignored = "" if one.digest_bytes == 0 else "    (void)count;\n"
    return (
        f"_Static_assert(sizeof(akela_{_struct(one)}_ctx) <= sizeof(akela_py_hash_state), "
        f'"akela_module.h: a state larger than akela_py_hash_state");\n\n'
        f"static void {one.name}_begin(void *state)\n{{\n    akela_{one.init.name}(state);\n}}\n\n"
        f"static void {one.name}_update(void *state, const uint8_t *data, size_t count)\n{{\n"
        f"    (void)akela_{one.update.name}(state, data, count);\n}}\n\n"
        f"static void {one.name}_finish(void *state, uint8_t *out, size_t count)\n{{\n{ignored}"
        f"    akela_{one.finish.name}(state, {sized});\n}}\n"
    )

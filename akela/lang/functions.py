"""What the decorators make: functions that know their name, their home and their types, and that run traced when they are called."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, update_wrapper, wraps
from types import FunctionType
from typing import Any, ParamSpec, TypeVar, overload

from akela.lang.arguments import adopt, bind, separate
from akela.lang.errors import CallError, KindError
from akela.lang.homes import MAKER_HOME, Namespace, home_namespace
from akela.lang.host import installed_host
from akela.lang.intrinsics import Intrinsic
from akela.lang.memory import LimbTable
from akela.lang.target import WORD_BITS, word_bits, word_size
from akela.lang.types import ArrayType, SliceType, StructType, Type, as_type, is_template, resolve

P = ParamSpec("P")
R = TypeVar("R")

REGISTRY: dict[str, list[KernelFunction]] = {}  # home module -> its functions in the order of their definition
_namespaces: dict[str, Namespace] = {}  # home module -> its globals

_running: ContextVar[tuple[KernelFunction, ...]] = ContextVar("running", default=())  # outermost first


@dataclass(frozen=True)
class _Signature:
    """The types of a function for one word size, and the name of each parameter in errors."""

    names: list[str]
    kinds: list[Type]
    places: list[str]
    returns: Type
    references: int  # parameters that are passed by reference


class KernelFunction:
    """A function of the kernel language. Calling it runs it traced; `f[32]` and `f[64]` are the instances of a template."""

    def __init__(
        self,
        python: FunctionType,
        kind: str,
        *,
        name: str | None = None,
        operation: str | None = None,
        provides: str | None = None,
        needs: tuple[str, ...] = (),
        intrinsic: Intrinsic | None = None,
        calls_vartime: str = "",
    ) -> None:
        update_wrapper(self, python)
        self.python = python
        self.name = name or python.__name__
        self.kind = kind  # "helper" | "kernel" | "operation" | "provides" | "intrinsic" | "host"
        self.module: str = home_namespace(python.__globals__)["__name__"]
        self.made = MAKER_HOME.get() is not None  # by a kernel maker
        self.operation = operation  # that ports may replace
        self.provides = provides  # operation that it replaces
        self.needs = needs  # CPU features
        self.intrinsic = intrinsic
        self.calls_vartime = calls_vartime  # why it may call functions that are variable in time
        self._signatures: dict[int, _Signature] = {}
        _register(self)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name} of {self.module}>"

    # What the compiler asks.

    @property
    def exported(self) -> bool:
        """Whether C and Python see it."""
        return self.kind in ("kernel", "operation", "provides", "host")

    @property
    def vartime(self) -> bool:
        """Whether it may take a time that depends on secrets."""
        return self.name.endswith("_vartime") or self.python.__name__.endswith("_vartime")

    @property
    def may_call_vartime(self) -> bool:
        """Whether it may call functions that are variable in time: it is one itself, or says why that is all right."""
        return self.vartime or bool(self.calls_vartime)

    @cached_property
    def params(self) -> tuple[tuple[str, Type], ...]:
        """Names and types of the parameters, before a word size is chosen.

        Raises KindError for a parameter without a type, TypeError for an annotation that is no type of the language.
        """
        code, annotations = self.python.__code__, self._annotations()
        names = code.co_varnames[: code.co_argcount]
        missing = [name for name in names if name not in annotations]
        if missing:
            raise KindError(f"{self.name}: parameter {missing[0]} has no type; write `{missing[0]}: u32` or the like")
        return tuple((name, as_type(annotations[name])) for name in names)

    @cached_property
    def returns(self) -> Type:
        """The type of the result, before a word size is chosen."""
        return as_type(self._annotations().get("return"))

    @cached_property
    def is_template(self) -> bool:
        """Whether its signature or body uses `Word`, `DWord`, `WORD_BITS` or a table of limbs."""
        kinds = [self.returns, *(kind for _, kind in self.params)]
        return any(map(is_template, kinds)) or any(map(_depends_on_size, self._names_used()))

    def _annotations(self) -> dict[str, Any]:
        annotations = inspect.get_annotations(self.python)
        if any(isinstance(value, str) for value in annotations.values()):
            raise KindError(f"{self.name}: its types are strings; remove `from __future__ import annotations` from the kernel module")
        return annotations

    def _names_used(self) -> list[object]:
        """The values of the names that the body uses and does not define."""
        closure = inspect.getclosurevars(self.python)
        return [*closure.globals.values(), *closure.nonlocals.values()]

    # Running traced.

    def __getitem__(self, bits: int) -> TemplateInstance:
        """The instance of a template for a word size, 32 or 64."""
        if not self.is_template:
            raise KindError(f"{self.name} does not use Word: it has no instances, call it as it is")
        if bits not in (32, 64):
            raise KindError(f"{self.name}[{bits}]: the word size is 32 or 64")
        return TemplateInstance(self, bits)

    def __call__(self, *arguments: Any) -> Any:
        """Run the function on checked arguments. In a call from outside of the language, buffers and lists become views, ints words.

        Raises a TraceError, of the kind that says which rule was broken.
        """
        running = _running.get()
        self._check_call(running, len(arguments))
        signature = self._signature()
        values = list(arguments)
        if not running:
            values = list(map(adopt, signature.kinds, values, signature.places))
        values = list(map(bind, signature.kinds, values, signature.places))
        if signature.references > 1:
            values = separate(values, signature.kinds, signature.names, self.name, from_outside=not running)
        served = installed_host(self.name) if self.kind == "host" else None
        token = _running.set((*running, self))
        try:
            result = self.python(*values) if served is None else served(*values)
        finally:
            _running.reset(token)
        return bind(signature.returns, result, f"the result of {self.name}")

    def _check_call(self, running: tuple[KernelFunction, ...], given: int) -> None:
        if given != len(self.params):
            wanted = ", ".join(f"{name}: {kind}" for name, kind in self.params)
            raise CallError(f"{self.name} takes {len(self.params)} arguments ({wanted}), given {given}")
        if self in running:
            raise CallError(f"{self.name} calls itself, by way of {' → '.join(f.name for f in running)}; the language has no recursion")
        if self.vartime and running and not running[-1].may_call_vartime:
            raise CallError(
                f"{running[-1].name} calls {self.name}, whose time may depend on secrets; name the caller …_vartime, "
                'or declare calls_vartime="why that is all right" in its decorator'
            )

    def _signature(self) -> _Signature:
        bits = word_bits()
        if bits not in self._signatures:
            names = [name for name, _ in self.params]
            kinds = [resolve(kind, bits) for _, kind in self.params]
            places = [f"{self.name}: parameter {name}" for name in names]
            references = sum(isinstance(kind, ArrayType | SliceType | StructType) for kind in kinds)
            self._signatures[bits] = _Signature(names, kinds, places, resolve(self.returns, bits), references)
        return self._signatures[bits]


def _register(function: KernelFunction) -> None:
    """Enter a function. A module that is imported anew starts afresh; a function defined again replaces the earlier one."""
    namespace = home_namespace(function.python.__globals__)
    if function.module not in REGISTRY or _namespaces[function.module] is not namespace:
        REGISTRY[function.module], _namespaces[function.module] = [], namespace
    functions = REGISTRY[function.module]
    if not function.made:
        functions[:] = [other for other in functions if other.made or other.name != function.name]
    functions.append(function)


@dataclass(frozen=True)
class TemplateInstance:
    """A template for one word size."""

    function: KernelFunction
    word_bits: int

    @property
    def name(self) -> str:
        """The name in the language, with the word size: `mont_mul_w32`."""
        return f"{self.function.name}_w{self.word_bits}"

    def __call__(self, *arguments: Any) -> Any:
        """Run the function traced, with words of this size."""
        with word_size(self.word_bits):
            return self.function(*arguments)


def _depends_on_size(value: object) -> bool:
    if value is WORD_BITS or isinstance(value, LimbTable):
        return True
    kind = value if isinstance(value, Type) else getattr(value, "__akela_type__", None)
    return isinstance(kind, Type) and is_template(kind)


# --- decorators ---------------------------------------------------------------------------------------------------------------------------

Decorator = Callable[[Callable[..., Any]], KernelFunction]


def _decorator(kind: str, **properties: Any) -> Decorator:
    def decorate(python: Callable[..., Any]) -> KernelFunction:
        if not isinstance(python, FunctionType):
            raise KindError(f"@{kind} decorates a function, given {python!r}")
        return KernelFunction(python, kind, **properties)

    return decorate


@overload
def helper(python: Callable[..., Any]) -> KernelFunction: ...
@overload
def helper(*, name: str | None = None, calls_vartime: str = "") -> Decorator: ...
def helper(python: Callable[..., Any] | None = None, *, name: str | None = None, calls_vartime: str = "") -> KernelFunction | Decorator:
    """A static function; may return a word, a tuple of words, an int, a bool, a Status, or nothing."""
    decorate = _decorator("helper", name=name, calls_vartime=calls_vartime)
    return decorate if python is None else decorate(python)


@overload
def kernel(python: Callable[..., Any]) -> KernelFunction: ...
@overload
def kernel(*, name: str | None = None, calls_vartime: str = "") -> Decorator: ...
def kernel(python: Callable[..., Any] | None = None, *, name: str | None = None, calls_vartime: str = "") -> KernelFunction | Decorator:
    """An exported function; returns a Status or nothing. Its docstring has a line `Leaks: …`."""
    decorate = _decorator("kernel", name=name, calls_vartime=calls_vartime)
    return decorate if python is None else decorate(python)


def operation(operation: str, *, name: str | None = None, calls_vartime: str = "") -> Decorator:
    """An exported function that a port may replace; `operation` is its dotted name, such as "sha256.blocks"."""
    return _decorator("operation", operation=operation, name=name, calls_vartime=calls_vartime)


def provides(operation: str, *, needs: tuple[str, ...] = (), name: str | None = None, calls_vartime: str = "") -> Decorator:
    """An exported function that replaces an operation on CPUs with the features `needs`; it has the operation's signature."""
    return _decorator("provides", provides=operation, needs=needs, name=name, calls_vartime=calls_vartime)


def host_function(python: Callable[..., Any]) -> KernelFunction:
    """An exported function `host_<name>` that a driver calls and its surroundings answer (`akela.lang.host`).

    Its body is the answer of surroundings that are empty. In C another file may define the function instead.
    """
    if not python.__name__.startswith("host_"):
        raise KindError(f"a host function is called host_…, not {python.__name__}")
    return _decorator("host")(python)


def intrinsic(
    *, c: str = "", asm: str = "", header: str = "", needs: tuple[str, ...] = (), clobbers: tuple[str, ...] = (), name: str | None = None
) -> Decorator:
    """A machine instruction, spelled `c` or `asm`; the function's body is its meaning (see `Intrinsic`)."""
    return _decorator("intrinsic", intrinsic=Intrinsic(c, asm, header, needs, clobbers), needs=needs, name=name)


def kernel_maker(maker: Callable[P, R]) -> Callable[P, R]:
    """A Python function that makes kernels from parameters; called again with equal arguments, it returns the same kernels.

    What it makes belongs to the module that calls it (the outermost, where makers call makers).
    Raises KindError where an argument is not hashable.
    """
    signature = inspect.signature(maker)
    made: dict[tuple[tuple[type, object], ...], tuple[dict[str, Any], R]] = {}  # arguments -> home and result

    @wraps(maker)
    def make(*args: P.args, **kwargs: P.kwargs) -> R:
        arguments = signature.bind(*args, **kwargs)
        arguments.apply_defaults()
        key = tuple((type(value), value) for value in arguments.arguments.values())
        home = home_namespace(sys._getframe(1).f_globals)
        try:
            known = made.get(key)
        except TypeError as error:
            raise KindError(f"{maker.__name__}: arguments of a kernel maker can be hashed (ints, types, kernels …): {error}") from error
        if known is not None and (known[0] is home or known[0]["__name__"] != home["__name__"]):
            return known[1]
        token = MAKER_HOME.set(home)
        try:
            result = maker(*args, **kwargs)
        finally:
            MAKER_HOME.reset(token)
        made[key] = home, result
        return result

    return make

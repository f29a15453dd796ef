"""Many small messages in one call: hash, mac, seal, open, encrypt, sign and verify, over lists of buffers or one array of equal items.

A call from Python costs about as much as hashing a short message. Here the messages of a batch are taken together, the GIL is released
while the kernel runs, and long batches are shared among threads. Results are those of a loop, and so are errors:

- Wrong arguments (a TypeError, ValueError or BufferError that names the item) raise before anything is handed out.
- Items that fail (a tag that does not match) raise BatchFailed, which has the exceptions by index, and the results of all the others.

`run` is what the others are made of: any function or method of Akela's, over columns of arguments.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from akela.crypto.aes import AESCBC
from akela.crypto.columns import Together
from akela.crypto.hash_choice import hash_name
from akela.exceptions import AkelaError, BatchFailed, InvalidSignature, InvalidTag, bytes_of, from_status
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "BatchFailed",
    "Items",
    "encrypt",
    "exchange",
    "hash",
    "hash_joined",
    "mac",
    "open",
    "run",
    "seal",
    "sign",
    "verify",
    "verify_mac",
    "verify_signatures",
]

T = TypeVar("T")

ITEM_BYTES = 200  # about how many hashed bytes take as long as what each item costs besides
OPERATIONS = 64  # with keys of elliptic curves, of some ten microseconds each, that are worth a thread
SHARE_BYTES = 1 << 22  # of work, some ten milliseconds: below, handing work to another thread may cost more than it brings


@dataclass(frozen=True)
class Items:
    """One buffer that holds items of `size` bytes each, one after the other: an array of NumPy's, an `mmap`, bytes.

    Raises ValueError where the buffer does not hold whole items.
    """

    buffer: Buffer
    size: int

    def __post_init__(self) -> None:
        if self.size < 1 or memoryview(self.buffer).nbytes % self.size:
            raise ValueError(f"a buffer of {bytes_of(memoryview(self.buffer).nbytes)} does not hold whole items of {self.size} bytes")

    def __len__(self) -> int:
        return memoryview(self.buffer).nbytes // self.size

    def __getitem__(self, index: int) -> memoryview:
        return memoryview(self.buffer).cast("B")[index * self.size : (index + 1) * self.size]


class Rows(Protocol):
    """An array of two dimensions, whose rows are items: one of NumPy's, or a memoryview that was cast to rows."""

    @property
    def ndim(self) -> int:
        """How many dimensions there are: two."""


# --- what is done with many messages ------------------------------------------------------------------------------------------------------


def hash(name: object, messages: Sequence[Buffer] | Items | Rows, *, threads: int | None = None) -> list[bytes]:
    """The digest of each message. `name` is that of a hash of fixed length: "sha256", "SHA3-256", akela.sha256."""
    return run(getattr(default_execution(), hash_name(name)), messages, threads=threads)


def hash_joined(name: object, messages: Sequence[Buffer] | Items | Rows, *, threads: int | None = None) -> bytes:
    """The digests of all messages in one bytes object, one after the other: what NumPy reads with `frombuffer`."""
    return b"".join(_run(getattr(default_execution(), hash_name(name)), (messages,), threads, joined=True))


def mac(
    name: object, keys: Buffer | Sequence[Buffer] | Items, messages: Sequence[Buffer] | Items | Rows, *, threads: int | None = None
) -> list[bytes]:
    """The HMAC of each message. `keys` is one key for all, or as many as there are messages."""
    return run(getattr(default_execution(), f"hmac_{hash_name(name)}"), keys, messages, threads=threads)


def verify_mac(
    name: object,
    keys: Buffer | Sequence[Buffer] | Items,
    messages: Sequence[Buffer] | Items | Rows,
    tags: Sequence[Buffer] | Items | Rows,
    *,
    threads: int | None = None,
) -> list[bool]:
    """Whether each tag is the HMAC of its message; one that is not as long as a digest never is. Tags are compared in constant time."""
    expected = mac(name, keys, messages, threads=threads)
    size = len(expected[0]) if expected else 0
    column = _items(tags)
    given = [column[i] for i in range(_same_count([expected, column]))]
    has_size = [memoryview(tag).nbytes == size for tag in given]
    compared = [tag if right else bytes(size) for tag, right in zip(given, has_size, strict=True)]
    equal = run(default_execution().bytes_equal, expected, compared, threads=threads)
    return [right and each == b"\1" for right, each in zip(has_size, equal, strict=True)]


def seal(
    cipher: Any,
    nonces: Sequence[Buffer] | Items | Rows,
    messages: Sequence[Buffer] | Items | Rows,
    associated_data: Buffer | Sequence[Buffer | None] | Items | None = None,
    *,
    threads: int | None = None,
) -> list[bytes]:
    """Each message encrypted and its tag, `cipher.encrypt(nonce, message, associated_data)`: a cipher such as ChaCha20Poly1305(key).

    No nonce may come twice under a key: not in one batch, and not in two. `associated_data` is one for all, or one for each.
    """
    return run(_method(cipher, "encrypt"), nonces, messages, associated_data, threads=threads)


def open(
    cipher: Any,
    nonces: Sequence[Buffer] | Items | Rows,
    messages: Sequence[Buffer] | Items | Rows,
    associated_data: Buffer | Sequence[Buffer | None] | Items | None = None,
    *,
    threads: int | None = None,
) -> list[bytes]:
    """The plaintext of each message that `seal` made, `cipher.decrypt(nonce, message, associated_data)`.

    Raises BatchFailed where messages were altered: nothing of these is handed out, and the plaintexts of the others are in its `results`.
    """
    return run(_method(cipher, "decrypt"), nonces, messages, associated_data, threads=threads)


def encrypt(cipher: Any, ivs: Sequence[Buffer] | Items, messages: Sequence[Buffer] | Items, *, threads: int | None = None) -> list[bytes]:
    """Each message encrypted, `cipher.encrypt(iv, message)`, by a cipher that does not authenticate: AESCBC(key), AESCTR(key), AESXTS(key).

    What an IV has to be depends on the cipher. With AESCBC, messages of one size are encrypted side by side, several times as fast as one
    after the other: a message's blocks wait for one another, and those of different messages do not.
    """
    if isinstance(cipher, AESCBC) and (done := _side_by_side(cipher, ivs, messages, threads)) is not None:
        return done
    return run(_method(cipher, "encrypt"), ivs, messages, threads=threads)


def _side_by_side(cipher: AESCBC, ivs: Any, messages: Any, threads: int | None) -> list[bytes] | None:
    """The ciphertexts of messages of one size; None where something is not as it has to be for that, which `run` has the words for."""
    if not all(isinstance(each, list | tuple | Items) for each in (ivs, messages)) or (threads is not None and threads < 1):
        return None
    count = _same_count([ivs, messages])
    shares = min(_shares((messages,), count) if threads is None else threads, max(1, count))

    def part(start: int, stop: int) -> list[bytes] | None:
        return cipher.encrypt_side_by_side(*(_rows_of(column, start, stop) for column in (ivs, messages)))

    try:
        parts = _in_shares(part, count, shares)
    except (TypeError, BufferError):
        return None
    return None if None in parts else [each for results in parts if results is not None for each in results]


def _rows_of(column: Any, start: int, stop: int) -> Sequence[Any]:
    return [column[i] for i in range(start, stop)] if isinstance(column, Items) else column[start:stop]


def _method(cipher: Any, name: str) -> Callable[..., Any]:
    method: Callable[..., Any] | None = getattr(cipher, name, None)
    if method is None:
        raise TypeError(f"cipher is a {type(cipher).__name__}, which cannot {name}; give one such as ChaCha20Poly1305(key)")
    return method


def verify(function: Callable[..., object], *columns: Any, threads: int | None = None) -> list[bool]:
    """Whether each item is accepted by a function that raises InvalidSignature or InvalidTag where it is not: `public_key.verify`.

    Raises BatchFailed where items fail for another reason.
    """
    return _accepted(lambda: run(function, *columns, threads=threads))


def _accepted(run_all: Callable[[], list[Any]]) -> list[bool]:
    try:
        return [True] * len(run_all())
    except BatchFailed as failed:
        if not all(isinstance(error, InvalidSignature | InvalidTag) for error in failed.failures.values()):
            raise
        return [index not in failed.failures for index in range(len(failed.results))]


# --- what is done with many keys ----------------------------------------------------------------------------------------------------------


def exchange(private_keys: Any, public_keys: Any, *, threads: int | None = None) -> list[bytes]:
    """The shared secret of each pair of keys, `private_key.exchange(public_key)`. Either is one for all, or a list.

    Raises BatchFailed where keys share none: a point of low order, or a key of another curve.
    """
    return _with_keys("exchange", private_keys, (public_keys,), {}, threads)


def sign(private_keys: Any, messages: Sequence[Buffer] | Items | Rows, *, threads: int | None = None, **options: Any) -> list[bytes]:
    """The signature of each message, `private_key.sign(message, **options)`. `private_keys` is one for all, or a list."""
    return _with_keys("sign", private_keys, (messages,), options, threads)


def verify_signatures(
    public_keys: Any,
    signatures: Sequence[Buffer] | Items | Rows,
    messages: Sequence[Buffer] | Items | Rows,
    *,
    threads: int | None = None,
    **options: Any,
) -> list[bool]:
    """Whether `public_key.verify(signature, message, **options)` accepts each signature. `public_keys` is one for all, or a list.

    Raises BatchFailed where items fail for another reason.
    """
    return _accepted(lambda: _with_keys("verify", public_keys, (signatures, messages), options, threads))


def _with_keys(method: str, keys: Any, columns: Sequence[Any], options: dict[str, Any], threads: int | None) -> list[Any]:
    """`key.method(*row, **options)` for each row, in one call of a kernel where the keys' class can do that."""
    given_columns = [_items(column) for column in (keys, *columns)]
    count = _same_count([column for column in given_columns if isinstance(column, list | tuple | Items)])
    rows = [list(column) for column in zip(*_rows(given_columns, count), strict=True)] if count else [[] for _ in given_columns]
    kinds = {type(key) for key in rows[0]}
    form = getattr(kinds.pop(), f"_{method}_columns", None) if len(kinds) == 1 else None
    try:
        given = form(*rows, **options) if form else None
    except (TypeError, BufferError):
        given = None  # the item that is of a wrong type says so below
    if given is None:
        return _loop(lambda key, *row: getattr(key, method)(*row, **options), rows, count)
    if isinstance(given, Together):
        return _together(given, count, threads)
    results = run(given.kernel, *given.columns, threads=_threads(count, OPERATIONS) if threads is None else threads)
    return results if given.finish is None else [given.finish(result) for result in results]


def _together(given: Together, count: int, threads: int | None) -> list[Any]:
    """The results of items that share a key."""
    shares = _threads(count, given.least) if threads is None else _checked_threads(threads)
    results = [result for part in _in_shares(given.run, count, shares) for result in part]
    failures = {index: result for index, result in enumerate(results) if isinstance(result, AkelaError)}
    if failures:
        raise BatchFailed(failures, [None if index in failures else result for index, result in enumerate(results)])
    return results


# --- any function -------------------------------------------------------------------------------------------------------------------------


def run(function: Callable[..., Any], *columns: Any, threads: int | None = None) -> list[Any]:
    """`function(*row)` for each row of the columns, in order.

    A column is a list or tuple with an argument for each row, an `Items` or an array of two dimensions, such as NumPy's, whose rows are
    the arguments, or one argument for all rows. `threads` is how many at most take
    part; by default as many as the batch has work for, up to the number of CPUs. A function that is no compiled kernel, or takes more than
    buffers, runs row by row in this thread.

    Raises BatchFailed where rows fail, ValueError for columns of different lengths, TypeError where no column has rows.
    """
    return [result for part in _run(function, columns, threads) for result in part]


def _run(function: Callable[..., Any], columns: Sequence[Any], threads: int | None, joined: bool = False) -> list[Any]:
    """The results in parts: lists, or bytes where `joined`."""
    columns = [_items(column) for column in columns]
    count = _same_count([column for column in columns if isinstance(column, list | tuple | Items)])
    if threads is not None:
        _checked_threads(threads)
    key, method = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if not joined and hasattr(type(key), f"_{method}_columns"):
        return [_with_keys(method, key, columns, {}, threads)]
    label = _kernel_label(function, len(columns))
    if label is None or count == 0:
        results = _loop(function, columns, count)
        return results if joined else [results]
    native, context = default_execution(), getattr(function, "__self__", None)
    given = tuple(column.buffer if isinstance(column, Items) else column for column in columns)
    sizes = tuple(column.size if isinstance(column, Items) else -1 if isinstance(column, list | tuple) else 0 for column in columns)

    def part(start: int, stop: int) -> tuple[Any, list[tuple[int, int]]]:
        done: tuple[Any, list[tuple[int, int]]] = native.run_batch(label, context, given, sizes, start, stop, joined)
        return done

    shares = _shares(columns, count) if threads is None else min(threads, count)
    parts = _in_shares(part, count, shares)
    failures = {index: from_status(status, label, {}, {}, {}) for _, failed in parts for index, status in failed}
    if failures:
        raise BatchFailed(failures, [each for results, _ in parts for each in results])
    return [results for results, _ in parts]


def _items(column: Any) -> Any:
    """The column; of an array of two dimensions the Items that its rows are."""
    if isinstance(column, bytes | bytearray | str | list | tuple | Items | None):
        return column
    try:
        view = memoryview(column)
    except (TypeError, ValueError, BufferError):
        return column  # no buffer: whoever gets it says so
    if view.ndim != 2 or view.shape is None:
        return column
    if not view.c_contiguous:
        raise BufferError("an array of two dimensions holds its items row by row, one after the other; this one does not: pass a copy")
    rows, size = view.shape[0], view.nbytes // max(1, view.shape[0])
    return Items(column, size) if view.nbytes else [b""] * rows


def _loop(function: Callable[..., Any], columns: Sequence[Any], count: int) -> list[Any]:
    """Row by row."""
    results: list[Any] = []
    failures: dict[int, AkelaError] = {}
    for index, row in enumerate(_rows(columns, count)):
        try:
            results.append(function(*row))
        except AkelaError as error:
            failures[index] = error
            results.append(None)
        except (TypeError, ValueError, BufferError) as error:
            raise type(error)(f"item {index}: {error}") from error
    if failures:
        raise BatchFailed(failures, results)
    return results


def _rows(columns: Sequence[Any], count: int) -> Iterator[tuple[Any, ...]]:
    for i in range(count):
        yield tuple(column[i] if isinstance(column, list | tuple | Items) else column for column in columns)


def _same_count(columns: Sequence[Any]) -> int:
    """How many rows the columns have."""
    if not columns:
        raise TypeError(
            "a batch takes a list, a tuple, Items or an array of two dimensions in one place: nothing says how many items there are"
        )
    counts = {len(column) for column in columns}
    if len(counts) > 1:
        raise ValueError(f"a batch takes as many items in each place; given: {', '.join(str(len(column)) for column in columns)}")
    return counts.pop()


def _kernel_label(function: Callable[..., Any], arguments: int) -> str | None:
    """What the extension calls a kernel that runs in batches; None for any other function."""
    native = default_execution()
    if native.name != "native" or not isinstance(function, BuiltinFunctionType):
        return None
    owner = type(function.__self__)
    if not (owner.__module__ == "akela._native" or getattr(function.__self__, "__name__", "") == "akela._native"):
        return None
    label = f"{owner.__name__}.{function.__name__}" if owner.__module__ == "akela._native" else function.__name__
    return label if native.batch_arguments(label) == arguments else None


# --- threads ------------------------------------------------------------------------------------------------------------------------------

_shared_pool: ThreadPoolExecutor | None = None


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _pool() -> ThreadPoolExecutor:
    """The threads of the process, made when they are first needed."""
    global _shared_pool
    if _shared_pool is None:
        _shared_pool = ThreadPoolExecutor(_cpus(), thread_name_prefix="akela-batch")
    return _shared_pool


def _forget_pool() -> None:
    global _shared_pool
    _shared_pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def _in_shares(part: Callable[[int, int], T], count: int, shares: int) -> list[T]:
    """What `part(start, stop)` gives of about so many equal shares of the items: each in a thread of its own, where there are several."""
    bounds = [count * i // shares for i in range(shares + 1)]
    ranges = [(start, stop) for start, stop in pairwise(bounds) if start < stop]
    return [part(*ranges[0])] if len(ranges) == 1 else list(_pool().map(lambda one: part(*one), ranges))


def _checked_threads(threads: int) -> int:
    if threads < 1:
        raise ValueError(f"threads is {threads}, expected 1 or more")
    return threads


def _threads(count: int, least: int) -> int:
    """Among how many threads operations with keys are worth dividing, where so many of them are worth one."""
    return max(1, min(_cpus(), count // least))


def _shares(columns: Sequence[Any], count: int) -> int:
    """Into how many parts a batch is worth dividing, judged by some of its items."""
    each = ITEM_BYTES
    for column in columns:
        if isinstance(column, Items):
            each += column.size
        elif isinstance(column, list | tuple) and column:
            some = column[:: max(1, count // 8)]
            each += sum(len(item) for item in some if hasattr(item, "__len__")) // len(some)
    return max(1, min(_cpus(), count * each // SHARE_BYTES))

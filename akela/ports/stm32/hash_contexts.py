"""Hashing in pieces with the hash processor, any number of messages by turns.

A context keeps the context swap registers, and the bytes that came after the last block. A context is saved where the manual allows it for
sure, when a block has been worked on and the word that began the work is all that the buffer holds: after 17 words, and each 16 more.
Shorter messages never leave their context before they end.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.lang import OK, Array, Bytes, Public, Status, helper, kernel, kernel_maker, struct, u8, u32, u64
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.hash import BLOCK_BYTES, HashSteps

FIRST_BYTES = BLOCK_BYTES + 4


@dataclass(frozen=True)
class HashContexts:
    """A struct for messages in pieces, and its kernels."""

    state: type
    init: Callable[..., None]
    update: Callable[..., Status]
    peek: Callable[..., Status]  # (ctx, out): the digest, the message going on
    final: Callable[..., Status]


@helper
def pending(total: Public[u64]) -> int:
    """Bytes that have not been fed, of a message of `total` so far."""
    return int((total - 4) & 63) if total >= FIRST_BYTES else int(total)


@kernel_maker
def make_hash_contexts(chip: Chip, steps: HashSteps) -> HashContexts:
    """The struct `<chip>_<hash>`, its kernels `_init`, `_update` and `_final`."""
    prefix = f"{chip.name}_{steps.name}"
    begin, end = steps.engine.begin, steps.engine.end
    start, feed, finish, save, restore = steps.start, steps.feed, steps.finish, steps.save, steps.restore
    digest_bytes, swap_words = steps.digest_bytes, steps.swap_words

    @struct(name=prefix)
    class State:
        """A message that the hash processor takes in pieces."""

        saved: Array[u32, swap_words]  # where `total` is at least FIRST_BYTES
        block: Array[u8, FIRST_BYTES]  # message bytes that have not been fed
        total: Public[u64]  # message bytes so far

    @kernel(name=f"{prefix}_init")
    def init(ctx: State) -> None:
        """Begin a message.

        Leaks: nothing.
        """
        ctx.total = 0

    @helper(name=f"{prefix}_go_on")
    def go_on(ctx: State) -> int:
        """Put the processor where the message stands; gives how many words its buffer then holds."""
        if ctx.total >= FIRST_BYTES:
            restore(ctx.saved)
            return 1
        start()
        return 0

    @helper(name=f"{prefix}_take")
    def take(ctx: State, used: int, free: int, data: Bytes) -> Status:
        """The pending bytes, with the first `free` of `data` behind them, and all further blocks; then save."""
        ctx.block[used : used + free] = data[:free]
        stop = free + (len(data) - free) // BLOCK_BYTES * BLOCK_BYTES
        status = feed(ctx.block[: used + free], go_on(ctx))
        if status == OK:
            status = feed(data[free:stop], 1)
        if status == OK:
            status = save(ctx.saved)
        if status == OK:
            ctx.block[: len(data) - stop] = data[stop:]
            ctx.total += u64(len(data))
        return status

    @kernel(name=f"{prefix}_update")
    def update(ctx: State, data: Bytes) -> Status:
        """Take `data` as the next piece of the message. HARDWARE_FAILED, the context being as it was, where it does not answer.

        Leaks: the lengths of this piece and of those before it, and whether the processor answered.
        """
        used = pending(ctx.total)
        wanted = BLOCK_BYTES if ctx.total >= FIRST_BYTES else FIRST_BYTES
        if len(data) < wanted - used:
            ctx.block[used : used + len(data)] = data
            ctx.total += u64(len(data))
            return OK
        status = begin()
        if status == OK:
            status = take(ctx, used, wanted - used, data)
            end()
        return status

    @helper(name=f"{prefix}_peek")
    def peek(ctx: State, out: Array[u8, digest_bytes]) -> Status:
        status = begin()
        if status == OK:
            status = finish(ctx.block[: pending(ctx.total)], go_on(ctx), out)
            end()
        return status

    @kernel(name=f"{prefix}_final")
    def final(ctx: State, out: Array[u8, digest_bytes]) -> Status:
        """Give the digest of the message, and begin the next message. HARDWARE_FAILED, the context being where it was, and nothing
        written, where the processor does not answer.

        Leaks: the length of the message, and whether the processor answered.
        """
        status = peek(ctx, out)
        if status == OK:
            init(ctx)
        return status

    return HashContexts(State, init, update, peek, final)

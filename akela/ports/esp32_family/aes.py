"""AES with the AES accelerator: Technical Reference Manual, chapter "AES Accelerator", "Typical AES" mode.

Chaining values and counters stay here; the accelerator sees one block after another. What it leaves undone (a key length that it lacks, an
engine that is taken, a wait that ended) software does: so the functions here say how many bytes they have done, and move the chaining
value or counter on to what follows them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.aes import Aes
from akela.lang import (
    HARDWARE_FAILED,
    NOT_SUPPORTED,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    helper,
    kernel_maker,
    load_le32,
    requires,
    store_le32,
    truncate,
    u8,
    u32,
)
from akela.ports.aes_operations import BLOCK_BYTES, DECRYPT, ENCRYPT, Modes, count_on
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.engine import Engine
from akela.ports.esp32_family.registers import EspAes
from akela.ports.waiting import make_wait
from akela.ports.words import bytes_reversed

KEY_WORDS = 8
POLLS = 1000  # a block takes fewer cycles than so many reads


@dataclass(frozen=True)
class Key:
    """The accelerator with a key in it. `begin(ctx, direction)` takes it; after OK `end(status)` has to follow."""

    begin: Callable[..., Status]
    end: Callable[..., None]


@kernel_maker
def make_key(chip: Chip, engine: Engine) -> Key:
    """Lock, mode and key together."""
    aes = EspAes(name=f"{chip.name.upper()}_AES", base=chip.aes)
    lacks_192 = 24 not in chip.aes_key_bytes
    take, give_back = engine.begin, engine.end

    @helper(name="aes_begin")
    def begin(ctx: Aes, direction: int) -> Status:
        """Take the accelerator and load a key. NOT_SUPPORTED for a key of a length that it lacks."""
        words = int(ctx.rounds) - 6
        if lacks_192 and words == 6:
            return NOT_SUPPORTED
        status = take()
        if status != OK:
            return status
        aes.DMA_ENABLE.write(0)
        aes.MODE.write(u32(words // 2 - 2 + 4 * direction))
        for i in range(words):
            aes.KEY.write_at(i, ctx.w[i])
        return OK

    @helper(name="aes_end")
    def end(status: Status) -> None:
        """Clear the key, and give the accelerator back; one that is not done is cleared by its reset."""
        if status != HARDWARE_FAILED:
            for i in range(KEY_WORDS):
                aes.KEY.write_at(i, 0)
        give_back()

    return Key(begin, end)


@kernel_maker
def make_modes(chip: Chip, key: Key) -> Modes:
    """The modes of operation, block by block."""
    aes = EspAes(name=f"{chip.name.upper()}_AES", base=chip.aes)
    wait = make_wait(aes.STATE, EspAes.STATE.mask("state"), 0, POLLS)
    begin, end = key.begin, key.end

    @helper(name="typical_crypt")
    def crypt(block: Array[u32, 4]) -> Status:
        """One block in its place, which is left as it was where the status is not OK."""
        for i in range(4):
            aes.TEXT_IN.write_at(i, block[i])
        aes.TRIGGER.write(1)
        status = wait()
        if status == OK:
            for i in range(4):
                block[i] = aes.TEXT_OUT.read_at(i)
        return status

    @helper(name="typical_ecb")
    def ecb(ctx: Aes, direction: int, data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, direction)
        if status != OK:
            return 0
        block = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            for i in range(4):
                block[i] = load_le32(data, done + 4 * i)
            status = crypt(block)
            if status == OK:
                for i in range(4):
                    store_le32(out, done + 4 * i, block[i])
                done += BLOCK_BYTES
        end(status)
        return done

    @helper(name="typical_cbc_encrypt")
    def cbc_encrypt(ctx: Aes, chain: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        status = begin(ctx, ENCRYPT)
        if status != OK:
            return 0
        block = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            for i in range(4):
                block[i] = chain[i] ^ load_le32(data, done + 4 * i)
            status = crypt(block)
            if status == OK:
                chain[:] = block[:]
                if len(out) > 0:
                    for i in range(4):
                        store_le32(out, done + 4 * i, block[i])
                done += BLOCK_BYTES
        end(status)
        return done

    @helper(name="typical_cbc_decrypt")
    def cbc_decrypt(ctx: Aes, chain: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, DECRYPT)
        if status != OK:
            return 0
        block = Array[u32, 4]()
        given = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            for i in range(4):
                given[i] = load_le32(data, done + 4 * i)
                block[i] = given[i]
            status = crypt(block)
            if status == OK:
                for i in range(4):
                    store_le32(out, done + 4 * i, block[i] ^ chain[i])
                chain[:] = given[:]
                done += BLOCK_BYTES
        end(status)
        return done

    @helper(name="typical_ctr")
    def ctr(ctx: Aes, counter: Array[u32, 4], counter_bits: int, data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, ENCRYPT)
        if status != OK:
            return 0
        block = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            for i in range(4):
                block[i] = bytes_reversed(counter[i])
            status = crypt(block)
            if status == OK:
                xor_into(data, block, done, out)
                count_on(counter, counter_bits, 1)
                done = min(done + BLOCK_BYTES, len(data))
        end(status)
        return done

    return Modes(ecb, cbc_encrypt, cbc_decrypt, ctr)


@helper
def xor_into(data: Bytes, key_stream: Array[u32, 4], at: int, out: Buffer) -> None:
    """A block of data, or what is left of the last one, with a block of key stream."""
    requires(len(out) == len(data))
    if at + BLOCK_BYTES <= len(data):
        for i in range(4):
            store_le32(out, at + 4 * i, load_le32(data, at + 4 * i) ^ key_stream[i])
    else:
        for i in range(len(data) - at):
            out[at + i] = data[at + i] ^ truncate(u8, key_stream[i // 4] >> 8 * (i % 4))

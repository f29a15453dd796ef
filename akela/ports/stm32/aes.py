"""AES with the cryptographic processor, which chains blocks and counts by itself.

Chaining values and counters are followed here all the same: what the processor leaves undone software does, from where it stands.
"""

from akela.kernels.aes import Aes
from akela.lang import (
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    declassify,
    helper,
    kernel_maker,
    load_le32,
    requires,
    store_le32,
    truncate,
    u8,
    u32,
    unroll,
    zero_mask,
)
from akela.ports.aes_operations import BLOCK_BYTES, DECRYPT, ENCRYPT, Modes, count_on
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.cryp import CrypSteps
from akela.ports.stm32.engine import Engine
from akela.ports.stm32.registers import Stm32Cryp
from akela.ports.words import bytes_reversed

ECB, CBC, CTR = 4, 5, 6  # ALGOMODE
KEY_REGISTERS = 8  # a key fills the last ones


@helper
def load_block(block: Array[u32, 4], data: Bytes, at: int) -> None:
    """A block of data, or what is left of the last one and zeros."""
    if at + BLOCK_BYTES <= len(data):
        for i in unroll(range(4)):
            block[i] = load_le32(data, at + 4 * i)
    else:
        for i in range(4):
            block[i] = 0
        for i in range(len(data) - at):
            block[i // 4] |= u32(data[at + i]) << 8 * (i % 4)


@helper
def store_block(out: Buffer, at: int, block: Array[u32, 4]) -> None:
    """A block, or as much of it as there is room for."""
    if at + BLOCK_BYTES <= len(out):
        for i in unroll(range(4)):
            store_le32(out, at + 4 * i, block[i])
    else:
        for i in range(len(out) - at):
            out[at + i] = truncate(u8, block[i // 4] >> 8 * (i % 4))


@kernel_maker
def make_aes_modes(chip: Chip, engine: Engine, steps: CrypSteps) -> Modes:
    """ECB, CBC and CTR."""
    processor = Stm32Cryp(name=f"{chip.name.upper()}_CRYP", base=chip.cryp)
    take, end = engine.begin, engine.end
    configure, prepare, go, halt, crypt = steps.configure, steps.prepare, steps.go, steps.halt, steps.crypt

    @helper(name="cryp_aes_begin")
    def begin(ctx: Aes, algomode: int, direction: int) -> Status:
        """Take the processor with mode and key; ECB and CBC decrypt with a key that has been prepared. After OK `end` has to follow."""
        words = int(ctx.rounds) - 6
        status = take()
        if status != OK:
            return status
        configure(algomode, direction, words // 2 - 2)
        for i in range(words):
            processor.K.write_at(KEY_REGISTERS - words + i, bytes_reversed(ctx.w[i]))
        if direction == DECRYPT:
            status = prepare()
            if status != OK:
                end()
        return status

    @helper(name="cryp_aes_vector")
    def vector(chain: Array[u32, 4]) -> None:
        """The initialization vector, from words as in memory."""
        for i in range(4):
            processor.IV.write_at(i, bytes_reversed(chain[i]))

    @helper(name="cryp_aes_ecb")
    def ecb(ctx: Aes, direction: int, data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, ECB, direction)
        if status != OK:
            return 0
        go()
        block = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            load_block(block, data, done)
            status = crypt(block)
            if status == OK:
                store_block(out, done, block)
                done += BLOCK_BYTES
        end()
        return done

    @helper(name="cryp_aes_cbc_encrypt")
    def cbc_encrypt(ctx: Aes, chain: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        status = begin(ctx, CBC, ENCRYPT)
        if status != OK:
            return 0
        vector(chain)
        go()
        block = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            load_block(block, data, done)
            status = crypt(block)
            if status == OK:
                chain[:] = block[:]
                if len(out) > 0:
                    store_block(out, done, block)
                done += BLOCK_BYTES
        end()
        return done

    @helper(name="cryp_aes_cbc_decrypt")
    def cbc_decrypt(ctx: Aes, chain: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, CBC, DECRYPT)
        if status != OK:
            return 0
        vector(chain)
        go()
        block = Array[u32, 4]()
        given = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            load_block(given, data, done)
            block[:] = given[:]
            status = crypt(block)
            if status == OK:
                store_block(out, done, block)
                chain[:] = given[:]
                done += BLOCK_BYTES
        end()
        return done

    @helper(name="cryp_aes_count")
    def count(counter: Array[u32, 4]) -> None:
        """The counter that the processor goes on from."""
        for i in range(4):
            processor.IV.write_at(i, counter[i])
        go()

    @helper(name="cryp_aes_ctr")
    def ctr(ctx: Aes, counter: Array[u32, 4], counter_bits: int, data: Bytes, out: Buffer) -> int:
        """The processor counts in the last word alone: where a carry leaves it, the counter is set anew."""
        requires(len(out) == len(data))
        status = begin(ctx, CTR, ENCRYPT)
        if status != OK:
            return 0
        count(counter)
        block = Array[u32, 4]()
        done = 0
        while done < len(data) and status == OK:
            load_block(block, data, done)
            status = crypt(block)
            if status == OK:
                store_block(out, done, block)
                done = min(done + BLOCK_BYTES, len(data))
                count_on(counter, counter_bits, 1)
                carried = declassify(zero_mask(counter[3]), why="counter blocks come of nonces and numbers of blocks, which are no secrets")
                if counter_bits == 128 and carried:
                    status = halt()
                    count(counter)
        end()
        return done

    return Modes(ecb, cbc_encrypt, cbc_decrypt, ctr)

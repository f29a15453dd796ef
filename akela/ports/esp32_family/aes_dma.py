"""Long messages through DMA: Technical Reference Manual, chapter "AES Accelerator", "DMA-AES" mode.

Data goes through memory that DMA reaches, wherever the caller has it: flash, external RAM, any alignment. That memory is cleared. What is
left of a message, and short ones, go block by block.
"""

from akela.kernels.aes import Aes
from akela.lang import (
    HARDWARE_FAILED,
    OK,
    Array,
    Buffer,
    BuildOption,
    Bytes,
    Status,
    declassify,
    helper,
    kernel_maker,
    load_le32,
    lt_mask,
    requires,
    store_le32,
    u32,
)
from akela.ports.aes_operations import BLOCK_BYTES, DECRYPT, ENCRYPT, Modes
from akela.ports.esp32_family.aes import Key
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.dma import OWNER, Dma
from akela.ports.esp32_family.registers import EspAes, EspDmaMemory
from akela.ports.waiting import make_wait
from akela.ports.words import bytes_reversed

PIECE_BYTES = 4 * EspDmaMemory.SOURCE.count
POLLS = 20_000  # a piece takes fewer cycles than so many reads
DONE = 2  # STATE
ECB, CBC, CTR = 0, 1, 3  # BLOCK_MODE

# From how many blocks on DMA is used: on the ESP32-C3 it takes about as long as the other way for three, by counted instructions and
# modelled cycles, and three quarters of that for many.
DMA_BLOCKS = BuildOption("esp32.aes_dma_blocks", 4, choices=(1, 4, 1 << 20))


@kernel_maker
def make_dma_modes(chip: Chip, key: Key, dma: Dma, short: Modes) -> Modes:
    """The modes of operation: long messages through DMA, the rest by `short`."""
    aes = EspAes(name=f"{chip.name.upper()}_AES", base=chip.aes)
    memory = EspDmaMemory(name=f"{chip.name.upper()}_DMA_MEMORY", base=chip.dma_memory)
    wait_done = make_wait(aes.STATE, EspAes.STATE.mask("state"), DONE, POLLS)
    begin, end, start, stop = key.begin, key.end, dma.start, dma.stop
    short_ecb, short_cbc_encrypt, short_cbc_decrypt, short_ctr = short.ecb, short.cbc_encrypt, short.cbc_decrypt, short.ctr

    @helper(name="dma_wait_for_target")
    def wait_for_target() -> Status:
        """Until the descriptor is the core's again."""
        for _ in range(POLLS):
            if memory.TARGET_DESCRIPTOR.read_at(0) & OWNER == 0:
                return OK
        return HARDWARE_FAILED

    @helper(name="dma_piece")
    def piece(data: Bytes, out: Buffer) -> Status:
        """Blocks that fit into the memory. `out` is written only where the status is OK."""
        words = len(data) // 4
        for i in range(words):
            memory.SOURCE.write_at(i, load_le32(data, 4 * i))
        aes.BLOCK_NUM.write(u32(len(data) // BLOCK_BYTES))
        status = start(len(data))
        if status == OK:
            aes.TRIGGER.write(1)
            status = wait_done()
            if status == OK:
                status = wait_for_target()
            stop()
        if status == OK:
            aes.DMA_EXIT.write(1)
            for i in range(words):
                store_le32(out, 4 * i, memory.TARGET.read_at(i))
        for i in range(words):
            memory.SOURCE.write_at(i, 0)
            memory.TARGET.write_at(i, 0)
        return status

    @helper(name="dma_blocks")
    def blocks(ctx: Aes, direction: int, mode: int, iv: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        """The whole blocks of a message, if there are enough; gives how many bytes are done. `iv` moves on with them."""
        requires(len(out) == len(data))
        whole = len(data) // BLOCK_BYTES * BLOCK_BYTES
        if whole < BLOCK_BYTES * DMA_BLOCKS:
            return 0
        status = begin(ctx, direction)
        if status != OK:
            return 0
        aes.BLOCK_MODE.write(u32(mode))
        aes.INC_SEL.write(0)
        for i in range(4):
            aes.IV.write_at(i, iv[i])
        aes.DMA_ENABLE.write(1)
        done = 0
        while done < whole and status == OK:
            stop_at = min(done + PIECE_BYTES, whole)
            status = piece(data[done:stop_at], out[done:stop_at])
            if status == OK:
                done = stop_at
                for i in range(4):
                    iv[i] = aes.IV.read_at(i)
        if status != HARDWARE_FAILED:
            aes.DMA_ENABLE.write(0)
            for i in range(4):
                aes.IV.write_at(i, 0)
        end(status)
        return done

    @helper(name="aes_ecb")
    def ecb(ctx: Aes, direction: int, data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        unused = Array[u32, 4].zeros()
        done = blocks(ctx, direction, ECB, unused, data, out)
        if done == len(data):
            return done
        return done + short_ecb(ctx, direction, data[done:], out[done:])

    @helper(name="aes_chain_encrypt")
    def cbc_encrypt(ctx: Aes, chain: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        """Where only the chaining value is wanted, no data has to come back."""
        if len(out) == 0:
            return short_cbc_encrypt(ctx, chain, data, out)
        done = blocks(ctx, ENCRYPT, CBC, chain, data, out)
        if done == len(data):
            return done
        return done + short_cbc_encrypt(ctx, chain, data[done:], out[done:])

    @helper(name="aes_chain_decrypt")
    def cbc_decrypt(ctx: Aes, chain: Array[u32, 4], data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        done = blocks(ctx, DECRYPT, CBC, chain, data, out)
        if done == len(data):
            return done
        return done + short_cbc_decrypt(ctx, chain, data[done:], out[done:])

    @helper(name="aes_count")
    def ctr(ctx: Aes, counter: Array[u32, 4], counter_bits: int, data: Bytes, out: Buffer) -> int:
        """The accelerator counts in the last 32 bits; a message in which a longer counter carries out of these goes block by block."""
        requires(len(out) == len(data))
        # Before the question below: GCC would count from its answer, 0, and addresses made of it could not be told from a secret's.
        iv = Array[u32, 4]()
        for i in range(4):
            iv[i] = bytes_reversed(counter[i])
        carries = lt_mask(~counter[3], u32(len(data) // BLOCK_BYTES))
        if counter_bits == 128 and declassify(carries, why="only whether 32 bits of a counter carry within a message, once in 2^32 blocks"):
            return short_ctr(ctx, counter, counter_bits, data, out)
        done = blocks(ctx, ENCRYPT, CTR, iv, data, out)
        for i in range(4):
            counter[i] = bytes_reversed(iv[i])
        if done == len(data):
            return done
        return done + short_ctr(ctx, counter, counter_bits, data[done:], out[done:])

    return Modes(ecb, cbc_encrypt, cbc_decrypt, ctr)

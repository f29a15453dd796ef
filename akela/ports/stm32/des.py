"""DES and Triple DES with the cryptographic processor: the operations, by the processor as far as it gets, and the rest in software."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.des import BLOCK_BYTES, Des, des_cbc_decrypt, des_cbc_encrypt, des_decrypt_blocks, des_encrypt_blocks
from akela.lang import OK, Array, Buffer, Bytes, Status, helper, kernel_maker, load_le32, provides, requires, store_le32, u8, u32
from akela.ports.aes_operations import DECRYPT, ENCRYPT
from akela.ports.host import AES, host_served
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.cryp import CrypSteps
from akela.ports.stm32.engine import Engine
from akela.ports.stm32.registers import Stm32Cryp
from akela.ports.words import bytes_reversed

ECB, CBC = 0, 1  # ALGOMODE of Triple DES
SINGLE = 2  # more, for DES
KEY_1 = 2  # K1LR


@dataclass(frozen=True)
class DesModes:
    """Whole messages. Each gives how many bytes it has done; a chaining value is in words as in memory."""

    ecb: Callable[..., int]  # (ctx, direction, data, out)
    cbc: Callable[..., int]  # (ctx, direction, chain, data, out)


@kernel_maker
def make_des_modes(chip: Chip, engine: Engine, steps: CrypSteps) -> DesModes:
    """ECB and CBC."""
    processor = Stm32Cryp(name=f"{chip.name.upper()}_CRYP", base=chip.cryp)
    take, end = engine.begin, engine.end
    configure, go, crypt = steps.configure, steps.go, steps.crypt

    @helper(name="cryp_des_begin")
    def begin(ctx: Des, algomode: int, direction: int) -> Status:
        """Take the processor with mode and key. After OK `end` has to follow."""
        stages = int(ctx.stages)
        status = take()
        if status == OK:
            configure(algomode + SINGLE if stages == 1 else algomode, direction, 0)
            for i in range(2 * stages):
                processor.K.write_at(KEY_1 + i, ctx.key[i])
        return status

    @helper(name="cryp_des_ecb")
    def ecb(ctx: Des, direction: int, data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, ECB, direction)
        if status != OK:
            return 0
        go()
        block = Array[u32, 2]()
        done = 0
        while done < len(data) and status == OK:
            block[0], block[1] = load_le32(data, done), load_le32(data, done + 4)
            status = crypt(block)
            if status == OK:
                store_le32(out, done, block[0])
                store_le32(out, done + 4, block[1])
                done += BLOCK_BYTES
        end()
        return done

    @helper(name="cryp_des_cbc")
    def cbc(ctx: Des, direction: int, chain: Array[u32, 2], data: Bytes, out: Buffer) -> int:
        requires(len(out) == len(data))
        status = begin(ctx, CBC, direction)
        if status != OK:
            return 0
        for i in range(2):
            processor.IV.write_at(i, bytes_reversed(chain[i]))
        go()
        block = Array[u32, 2]()
        done = 0
        while done < len(data) and status == OK:
            first, second = load_le32(data, done), load_le32(data, done + 4)
            block[0], block[1] = first, second
            status = crypt(block)
            if status == OK:
                store_le32(out, done, block[0])
                store_le32(out, done + 4, block[1])
                if direction == ENCRYPT:
                    chain[:] = block[:]
                else:
                    chain[0], chain[1] = first, second
                done += BLOCK_BYTES
        end()
        return done

    return DesModes(ecb, cbc)


@kernel_maker
def make_des_operation(
    chip_name: str, modes: DesModes, kind: str, direction: int, software: Callable[..., None], chained: Callable[..., None]
) -> None:
    """What `akela.kernels.des` has as operations to encrypt, or to decrypt: ECB, which `software` does too, and CBC, as does `chained`."""
    ecb, cbc = modes.ecb, modes.cbc

    @provides(f"des.{kind}_blocks", name=f"{chip_name}_des_{kind}_blocks")
    def blocks(ctx: Des, data: Bytes, out: Buffer) -> None:
        """Whole blocks of 8 bytes, each by itself (ECB). `out` may be `data`.

        Leaks: the length of `data`, whether the key is one of DES or Triple DES, and how far the processor served.
        """
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        done = ecb(ctx, direction, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            software(ctx, data[done:], out[done:])

    @provides(f"des.cbc_{kind}", name=f"{chip_name}_des_cbc_{kind}")
    def chain_blocks(ctx: Des, iv: Array[u8, 8], data: Bytes, out: Buffer) -> None:
        """Whole blocks of 8 bytes in CBC mode. `out` may be `data`.

        Leaks: the length of `data`, whether the key is one of DES or Triple DES, and how far the processor served.
        """
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        chain = Array[u32, 2]()
        for i in range(2):
            chain[i] = load_le32(iv, 4 * i)
        done = cbc(ctx, direction, chain, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            rest = Array[u8, 8]()
            for i in range(2):
                store_le32(rest, 4 * i, chain[i])
            chained(ctx, rest, data[done:], out[done:])


@kernel_maker
def make_des_operations(chip_name: str, modes: DesModes) -> None:
    """All four."""
    make_des_operation(chip_name, modes, "encrypt", ENCRYPT, des_encrypt_blocks, des_cbc_encrypt)
    make_des_operation(chip_name, modes, "decrypt", DECRYPT, des_decrypt_blocks, des_cbc_decrypt)

"""SHA-1, SHA-224 and SHA-256 with the SHA accelerator: Technical Reference Manual, chapter "SHA Accelerator", "Typical SHA" mode.

The hash value stays with its context. It is put into the accelerator for every call and taken out again, so any number of messages may
be hashed by turns. SHA-224 differs from SHA-256 in its initial value alone, which contexts have, and is served by the same operation.
"""

from collections.abc import Callable
from typing import Any

from akela.lang import (
    OK,
    Array,
    Bytes,
    Status,
    helper,
    kernel,
    kernel_maker,
    load_le32,
    provides,
    requires,
    u32,
)
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.engine import Engine
from akela.ports.esp32_family.registers import EspSha
from akela.ports.host import HASH, host_served
from akela.ports.waiting import make_wait
from akela.ports.words import bytes_reversed

BLOCK_BYTES = 64
BLOCK_WORDS = BLOCK_BYTES // 4
POLLS = 1000  # a block takes fewer cycles than so many reads


@kernel_maker
def make_sha(chip: Chip, engine: Engine, hash: str, mode: int, words: int, software: Callable[..., None]) -> Any:
    """The operation `<hash>.blocks`. `mode` is for MODE, `words` are the hash value's; `software` does what the accelerator could not."""
    sha = EspSha(name=f"{chip.name.upper()}_SHA", base=chip.sha)
    wait = make_wait(sha.BUSY, EspSha.BUSY.mask("busy"), 0, POLLS)
    begin, end = engine.begin, engine.end

    @helper(name=f"{hash}_process")
    def process(value: Array[u32, words], data: Bytes) -> Status:
        """Take blocks into the hash value, which is written only where all went well."""
        sha.MODE.write(mode)
        for i in range(words):
            sha.H.write_at(i, bytes_reversed(value[i]))
        for start in range(0, len(data), BLOCK_BYTES):
            for i in range(BLOCK_WORDS):
                sha.M.write_at(i, load_le32(data, start + 4 * i))
            sha.CONTINUE.write(1)
            status = wait()
            if status != OK:
                return status
        for i in range(words):
            value[i] = bytes_reversed(sha.H.read_at(i))
        return OK

    @helper(name=f"{hash}_forget")
    def forget() -> None:
        """Leave nothing of a message, nor of a hash value, which may stand for an HMAC key."""
        for i in range(words):
            sha.H.write_at(i, 0)
        for i in range(BLOCK_WORDS):
            sha.M.write_at(i, 0)

    @kernel(name=f"{chip.name}_{hash}_hardware")
    def hardware(value: Array[u32, words], data: Bytes) -> Status:
        """Take whole blocks of the message into the hash value, by the accelerator alone.

        HARDWARE_FAILED, `value` being left as it was, where the accelerator is not to be had or does not finish.

        Leaks: the length of `data`, and whether the accelerator served.
        """
        requires(len(data) % BLOCK_BYTES == 0)
        status = begin()
        if status != OK:
            return status
        status = process(value, data)
        if status == OK:
            forget()
        end()
        return status

    @provides(f"{hash}.blocks", name=f"{chip.name}_{hash}_blocks")
    def blocks(value: Array[u32, words], data: Bytes) -> None:
        """Take whole blocks of the message into the hash value; where the accelerator cannot, in software.

        Leaks: the length of `data`, and whether the accelerator served.
        """
        requires(len(data) % BLOCK_BYTES == 0)
        if hardware(value, data) == OK:
            host_served(HASH, True)
        else:
            host_served(HASH, False)
            software(value, data)

    return blocks

"""The AES accelerator: ESP32-C3 Technical Reference Manual, chapter "AES Accelerator". Computes with the package `cryptography`."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from akela.boards.models.esp32_family.dma import DmaModel
from akela.boards.models.peripheral import Misuse, Peripheral
from akela.lang.registers import RegisterBlock

# MODE -> bytes of the key, whether it encrypts, cycles a block: one a round and one more, an assumption.
MODES = {0: (16, True, 11), 2: (32, True, 15), 4: (16, False, 11), 6: (32, False, 15)}


PERIPHERAL = 6  # for the DMA
ECB, CBC, CTR = 0, 1, 3  # in BLOCK_MODE; the others are not modelled
MOVED_CYCLES = 8  # cycles of a block's way in and out, an assumption


class AesModel(Peripheral):
    """Encrypts or decrypts when it is triggered, the block in TEXT_IN or what DMA brings; key and mode stay."""

    def __init__(self, block: RegisterBlock, dma: DmaModel) -> None:
        self.dma = dma
        super().__init__(block)

    def reset(self) -> None:
        """The key is gone."""
        super().reset()
        self.key_words: set[int] = set()  # that were written
        self.done = False  # with DMA, until DMA_EXIT

    def on_read_STATE(self, index: int) -> int:
        """Idle, busy, or done with DMA."""
        return 1 if self.poll() else 2 * self.done

    def on_write_DMA_EXIT(self, index: int, value: int) -> None:
        """Back to idle."""
        self.idle("DMA_EXIT")
        self.done = False

    def on_write_DMA_ENABLE(self, index: int, value: int) -> None:
        """Typical mode, or DMA."""
        self.idle("DMA_ENABLE")
        if self.done and not value:
            raise Misuse(f"{self.name('DMA_ENABLE')} is cleared while {self.name('STATE')} is 2; set {self.name('DMA_EXIT')} first")
        self.values["DMA_ENABLE"][0] = value

    def on_read_TEXT_OUT(self, index: int) -> int:
        """The result, which is not valid before the block is done."""
        self.idle("TEXT_OUT")
        return self.values["TEXT_OUT"][index]

    def on_write_TEXT_IN(self, index: int, value: int) -> None:
        """A word of the block."""
        self.idle("TEXT_IN")
        self.values["TEXT_IN"][index] = value

    def on_write_KEY(self, index: int, value: int) -> None:
        """A word of the key."""
        self.idle("KEY")
        self.key_words.add(index)
        self.values["KEY"][index] = value

    def on_write_MODE(self, index: int, value: int) -> None:
        """Length of the key, and direction."""
        self.idle("MODE")
        if value not in MODES:
            raise Misuse(f"{self.name('MODE', 'mode')} is set to {value}; this chip has {', '.join(map(str, MODES))}")
        self.values["MODE"][0] = value

    def on_write_TRIGGER(self, index: int, value: int) -> None:
        """Begin."""
        self.idle("TRIGGER")
        if value & 1:
            self.crypt()

    def crypt(self) -> None:
        """Typical mode from TEXT_IN to TEXT_OUT, or blocks by DMA."""
        cycles = MODES[self.values["MODE"][0]][2]
        if not self.field("DMA_ENABLE", "enable"):
            self.put("TEXT_OUT", self.result(self.cipher(self.octets("TEXT_IN", 4))))
            self.begin(cycles)
            return
        count = self.values["BLOCK_NUM"][0]
        if not count:
            raise Misuse(f"{self.name('TRIGGER')} is set while {self.name('BLOCK_NUM')} is 0")
        data = self.dma.source(PERIPHERAL, 16 * count)
        self.dma.target(PERIPHERAL, self.result(self.chained(data)))
        self.begin((cycles + MOVED_CYCLES) * count)
        self.done = True

    def chained(self, data: bytes) -> bytes:
        """Blocks by BLOCK_MODE; the next chaining value or counter goes to IV."""
        mode, encrypts, iv = self.field("BLOCK_MODE", "mode"), MODES[self.values["MODE"][0]][1], self.octets("IV", 4)
        if mode == ECB:
            return self.cipher(data)
        if mode == CTR:
            if not encrypts:
                raise Misuse(f"{self.name('MODE', 'mode')} says decrypt, and {self.name('BLOCK_MODE')} CTR, which encrypts")
            bits = 128 if self.field("INC_SEL", "whole") else 32
            first = int.from_bytes(iv, "big")
            low = 1 << bits
            blocks = [(first - first % low + (first + i) % low).to_bytes(16, "big") for i in range(len(data) // 16 + 1)]
            self.put("IV", blocks[-1])
            return _xor(data, self.cipher(b"".join(blocks[:-1])))
        if mode != CBC:
            raise Misuse(f"{self.name('BLOCK_MODE', 'mode')} is {mode}, which is not modelled; {ECB}: ECB, {CBC}: CBC, {CTR}: CTR are")
        if not encrypts:
            self.put("IV", data[-16:])
            return _xor(self.cipher(data), iv + data[:-16])
        out = b""
        for at in range(0, len(data), 16):
            iv = self.cipher(_xor(data[at : at + 16], iv))
            out += iv
        self.put("IV", iv)
        return out

    def cipher(self, blocks: bytes) -> bytes:
        """Blocks, each by itself, by key and mode."""
        size, encrypts, _ = MODES[self.values["MODE"][0]]
        if missing := sorted(set(range(size // 4)) - self.key_words):
            raise Misuse(f"{self.name('TRIGGER')} is set before {self.name('KEY')}[{missing[0]}] has been written")
        cipher = Cipher(algorithms.AES(self.octets("KEY", size // 4)), modes.ECB())
        context = cipher.encryptor() if encrypts else cipher.decryptor()
        return context.update(blocks) + context.finalize()


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))

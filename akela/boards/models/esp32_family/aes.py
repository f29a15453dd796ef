"""The AES accelerator: ESP32-C3 Technical Reference Manual, chapter "AES Accelerator". Computes with the package `cryptography`."""

from __future__ import annotations

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from akela.boards.models.peripheral import Misuse, Peripheral

# MODE -> bytes of the key, whether it encrypts, cycles a block: one a round and one more, an assumption.
MODES = {0: (16, True, 11), 2: (32, True, 15), 4: (16, False, 11), 6: (32, False, 15)}


class AesModel(Peripheral):
    """Encrypts or decrypts the block in TEXT_IN when it is triggered; key and mode stay."""

    def reset(self) -> None:
        """The key is gone."""
        super().reset()
        self.key_words: set[int] = set()  # that were written

    def on_read_STATE(self, index: int) -> int:
        """Idle or busy."""
        return int(self.poll())

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
        """Typical mode: TEXT_IN to TEXT_OUT."""
        if self.field("DMA_ENABLE", "enable"):
            raise Misuse(f"{self.name('TRIGGER')} is set while {self.name('DMA_ENABLE', 'enable')} is 1, and no DMA has been prepared")
        self.put("TEXT_OUT", self.result(self.cipher(self.octets("TEXT_IN", 4))))
        self.begin(MODES[self.values["MODE"][0]][2])

    def cipher(self, blocks: bytes) -> bytes:
        """Blocks, each by itself, by key and mode."""
        size, encrypts, _ = MODES[self.values["MODE"][0]]
        if missing := sorted(set(range(size // 4)) - self.key_words):
            raise Misuse(f"{self.name('TRIGGER')} is set before {self.name('KEY')}[{missing[0]}] has been written")
        cipher = Cipher(algorithms.AES(self.octets("KEY", size // 4)), modes.ECB())
        context = cipher.encryptor() if encrypts else cipher.decryptor()
        return context.update(blocks) + context.finalize()

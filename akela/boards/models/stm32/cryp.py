"""The cryptographic processor: RM0033, chapter "Cryptographic processor". Blocks are ciphered by the package `cryptography`."""

from __future__ import annotations

from cryptography.hazmat.decrepit.ciphers.algorithms import TripleDES
from cryptography.hazmat.primitives.ciphers import BlockCipherAlgorithm, Cipher, algorithms, modes

from akela.boards.models.peripheral import Misuse, Peripheral
from akela.boards.models.stm32.words import octets, word_of

TDES_ECB, TDES_CBC, DES_ECB, DES_CBC, AES_ECB, AES_CBC, AES_CTR, KEY_PREPARATION = range(8)  # ALGOMODE
FIFO_WORDS = 8
PREPARATION_CYCLES = 82
AES_CYCLES = (14, 16, 18)  # a block, by KEYSIZE: the manual's
DES_CYCLES, TDES_CYCLES = 16, 48


class CrypModel(Peripheral):
    """Two FIFOs of 8 words, and between them a cipher that takes a block at a time while CRYPEN is set."""

    def reset(self) -> None:
        """Keys and data are forgotten."""
        super().reset()
        self._given: set[int] = set()  # key words since reset
        self._prepared = False
        self._in: list[int] = []
        self._out: list[int] = []
        self._coming: list[int] | None = None  # of the block under way

    # --- configuration ---

    def on_write_CR(self, index: int, value: int) -> None:
        """Mode and key length change while CRYPEN is 0 alone; setting it begins the work, or the preparation of a key."""
        cr = type(self.block).__dict__["CR"]
        enabled, before = self.field("CR", "crypen"), self.values["CR"][0]
        flush, enable = cr.fields["fflush"].mask, cr.fields["crypen"].mask
        if enabled and value & enable and value != before:
            raise Misuse(f"{self.name('CR')} is changed from {before:#x} to {value:#x} while {self.name('CR', 'crypen')} is 1")
        if enabled and value & flush:
            raise Misuse(f"{self.name('CR', 'fflush')} is set while {self.name('CR', 'crypen')} is 1")
        if cr.fields["keysize"].get(value) == 3:
            raise Misuse(f"{self.name('CR', 'keysize')} is set to 3; there are 0: 128, 1: 192 and 2: 256 bits")
        self.values["CR"][0] = value & ~flush
        if value & flush:
            self._in, self._out = [], []
        if not enabled and value & enable:
            self._switch_on()

    def _switch_on(self) -> None:
        mode, decrypts = self.field("CR", "algomode"), self.field("CR", "algodir")
        if missing := sorted(self._key_registers() - self._given):
            raise Misuse(f"{self.name('CR', 'crypen')} is set before {self.name('K')}[{missing[0]}] has been written")
        if mode == KEY_PREPARATION:
            self._prepared = True
            self.begin(PREPARATION_CYCLES)
            if not self.busy:
                self._finish()
            return
        wanted = bool(decrypts) and mode in (AES_ECB, AES_CBC)
        if wanted and not self._prepared:
            raise Misuse(f"{self.name('CR', 'algodir')} is 1 for AES, and the key has not been prepared: {self.name('CR', 'algomode')} 7")
        if self._prepared and not wanted:
            raise Misuse(f"{self.name('K')} has been prepared for decryption, and is used for {self.name('CR', 'algomode')} {mode}")
        self._work()

    def _key_registers(self) -> set[int]:
        mode = self.field("CR", "algomode")
        if mode in (DES_ECB, DES_CBC):
            return {2, 3}
        if mode in (TDES_ECB, TDES_CBC):
            return set(range(2, 8))
        return set(range(8 - self._aes_words, 8))

    @property
    def _aes_words(self) -> int:
        return 4 + 2 * self.field("CR", "keysize")

    def on_write_K(self, index: int, value: int) -> None:
        """A word of a key."""
        self._standing("K")
        self.values["K"][index] = value
        self._given.add(index)
        self._prepared = False

    def on_write_IV(self, index: int, value: int) -> None:
        """A word of a vector or counter."""
        self._standing("IV")
        self.values["IV"][index] = value

    def _standing(self, register: str) -> None:
        if self.field("CR", "crypen"):
            raise Misuse(f"{self.name(register)} is written while {self.name('CR', 'crypen')} is 1")

    # --- data ---

    def on_read_SR(self, index: int) -> int:
        """The state of both FIFOs; with each read time passes."""
        busy = self.poll()
        if not self.busy:
            self._finish()
        sr = type(self.block).__dict__["SR"]
        return int(
            sr.value(
                ifem=int(not self._in),
                ifnf=int(len(self._in) < FIFO_WORDS),
                ofne=int(bool(self._out)),
                offu=int(len(self._out) >= FIFO_WORDS),
                busy=int(busy),
            )
        )

    def on_write_DIN(self, index: int, value: int) -> None:
        """A word into the input FIFO."""
        if len(self._in) == FIFO_WORDS:
            raise Misuse(f"{self.name('DIN')} is written while its FIFO is full: {self.name('SR', 'ifnf')} is 0")
        self._in.append(value)
        self._work()

    def on_read_DOUT(self, index: int) -> int:
        """A word from the output FIFO."""
        if not self._out:
            raise Misuse(f"{self.name('DOUT')} is read while its FIFO is empty: {self.name('SR', 'ofne')} is 0")
        return self._out.pop(0)

    def _work(self) -> None:
        """Begin with the next block where there is one."""
        mode = self.field("CR", "algomode")
        words = 4 if mode >= AES_ECB else 2
        if self.field("CR", "crypen") and self._coming is None and not self.busy and len(self._in) >= words:
            datatype = self.field("CR", "datatype")
            data = b"".join(octets(self._in.pop(0), datatype) for _ in range(words))
            done = self.result(self._crypt(data, mode, bool(self.field("CR", "algodir"))))
            self._coming = [word_of(done[i : i + 4], datatype) for i in range(0, len(done), 4)]
            self.begin(AES_CYCLES[self.field("CR", "keysize")] if mode >= AES_ECB else TDES_CYCLES if mode < DES_ECB else DES_CYCLES)
            if not self.busy:
                self._finish()

    def _finish(self) -> None:
        """What was under way is done; where there is more, that begins."""
        if self.field("CR", "algomode") == KEY_PREPARATION:
            self.values["CR"][0] &= ~type(self.block).__dict__["CR"].mask("crypen")
        if self._coming is not None:
            self._out += self._coming
            self._coming = None
            self._work()

    # --- ciphers ---

    def _crypt(self, data: bytes, mode: int, decrypts: bool) -> bytes:
        """A block, and the vector that the next one needs."""
        size = len(data)
        vector = b"".join(word.to_bytes(4, "big") for word in self.values["IV"][: size // 4])
        if mode == AES_CTR:
            self.values["IV"][3] = self.values["IV"][3] + 1 & 0xFFFF_FFFF
            return _xor(data, self._block(vector, False))
        chained = mode in (TDES_CBC, DES_CBC, AES_CBC)
        if decrypts:
            plain = self._block(data, True)
            result = _xor(plain, vector) if chained else plain
        else:
            result = self._block(_xor(data, vector) if chained else data, False)
        if chained:
            following = data if decrypts else result
            self.values["IV"][: size // 4] = [int.from_bytes(following[i : i + 4], "big") for i in range(0, size, 4)]
        return result

    def _block(self, data: bytes, decrypts: bool) -> bytes:
        mode = self.field("CR", "algomode")
        key = b"".join(self.values["K"][i].to_bytes(4, "big") for i in sorted(self._key_registers()))
        algorithm: BlockCipherAlgorithm = algorithms.AES(key) if mode >= AES_ECB else TripleDES(key if mode < DES_ECB else key * 3)
        cipher = Cipher(algorithm, modes.ECB())
        context = cipher.decryptor() if decrypts else cipher.encryptor()
        return context.update(data) + context.finalize()


def _xor(a: bytes, b: bytes) -> bytes:
    return bytes(x ^ y for x, y in zip(a, b, strict=True))

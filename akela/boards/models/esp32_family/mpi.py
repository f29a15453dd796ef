"""The RSA accelerator: ESP32-C3 Technical Reference Manual, chapter "RSA Accelerator". Computes with Python's ints."""

from __future__ import annotations

from akela.boards.models.peripheral import Misuse, Peripheral

# Cycles of a product modulo a number of so many words, for each of its words squared; a fit to 752.8 ms that the manual of the ESP32-C6
# names for a power of 3072 bits at 160 MHz, two products a bit.
PRODUCT_CYCLES = 2.13
SPOILT = 0xA5A5_A5A5  # what stands in a memory that an operation has used for itself


class MpiModel(Peripheral):
    """Powers and products of numbers in X, Y, M and Z, as long as MODE says."""

    def reset(self) -> None:
        """Memories are being cleared."""
        super().reset()
        self.clearing = self.polls

    def on_read_QUERY_CLEAN(self, index: int) -> int:
        """1 once the memories are cleared."""
        self.clearing = max(self.clearing - 1, 0)
        return int(self.clearing == 0)

    def on_read_QUERY_IDLE(self, index: int) -> int:
        """1 once the result is there."""
        return int(not self.poll())

    def on_read_Z_MEM(self, index: int) -> int:
        """The result, which is not valid before that."""
        self.idle("Z_MEM")
        return self.values["Z_MEM"][index]

    def on_write_MODE(self, index: int, value: int) -> None:
        """The length, in words less one."""
        self.idle("MODE")
        most = len(self.values["M_MEM"])
        if value >= most:
            raise Misuse(f"{self.name('MODE', 'length')} is set to {value}; this chip has numbers of up to {most} words")
        self.values["MODE"][0] = value

    def on_write_X_MEM(self, index: int, value: int) -> None:
        """A word of an operand."""
        self._operand("X_MEM", index, value)

    def on_write_Y_MEM(self, index: int, value: int) -> None:
        """A word of an operand."""
        self._operand("Y_MEM", index, value)

    def on_write_M_MEM(self, index: int, value: int) -> None:
        """A word of the modulus."""
        self._operand("M_MEM", index, value)

    def on_write_Z_MEM(self, index: int, value: int) -> None:
        """A word of R^2 mod M, or of a factor."""
        self._operand("Z_MEM", index, value)

    def _operand(self, register: str, index: int, value: int) -> None:
        self.idle(register)
        if self.clearing:
            raise Misuse(f"{self.name(register)} is written before {self.name('QUERY_CLEAN')} is 1")
        self.values[register][index] = value

    def on_write_SET_START_MODEXP(self, index: int, value: int) -> None:
        """Z = X^Y mod M."""
        x, y, m = self._modular("SET_START_MODEXP")
        bits = 32 * self.words
        if self.field("SEARCH_ENABLE", "enable"):
            bits = self.field("SEARCH_POS", "position") + 1
            y %= 1 << bits
        elif not self.field("CONSTANT_TIME", "enable"):
            bits = max(y.bit_length(), 1)
        self._finish(pow(x, y, m), self.words, 2 * bits)
        self.put("X_MEM", SPOILT.to_bytes(4, "little") * self.words)

    def on_write_SET_START_MODMULT(self, index: int, value: int) -> None:
        """Z = X·Y mod M."""
        x, y, m = self._modular("SET_START_MODMULT")
        self._finish(x * y % m, self.words, 1)

    def on_write_SET_START_MULT(self, index: int, value: int) -> None:
        """Z = X·Y, Y in the upper half of Z."""
        self.idle("SET_START_MULT")
        if self.words % 2:
            raise Misuse(f"{self.name('SET_START_MULT')}: {self.name('MODE', 'length')} says {self.words} words, which have no halves")
        half = self.words // 2
        y = self.number("Z_MEM", self.words)
        if y % (1 << 32 * half):
            raise Misuse(f"{self.name('SET_START_MULT')}: the lower half of {self.name('Z_MEM')} is not zero")
        self._finish(self.number("X_MEM", half) * (y >> 32 * half), self.words, 1)

    @property
    def words(self) -> int:
        """How long numbers are."""
        return self.field("MODE", "length") + 1

    def number(self, register: str, words: int) -> int:
        """A number in a memory."""
        return int.from_bytes(self.octets(register, words), "little")

    def _modular(self, start: str) -> tuple[int, int, int]:
        self.idle(start)
        x, y, m, z = (self.number(register, self.words) for register in ("X_MEM", "Y_MEM", "M_MEM", "Z_MEM"))
        if m % 2 == 0:
            raise Misuse(f"{self.name(start)}: {self.name('M_MEM')} holds an even number")
        if self.values["M_PRIME"][0] != -pow(m, -1, 1 << 32) % (1 << 32):
            raise Misuse(f"{self.name(start)}: {self.name('M_PRIME')} is not -1/M modulo 2^32")
        if z != pow(2, 64 * self.words, m):
            raise Misuse(f"{self.name(start)}: {self.name('Z_MEM')} does not hold R^2 mod M")
        if x >= m:
            raise Misuse(f"{self.name(start)}: {self.name('X_MEM')} holds a number that is not less than M")
        return x, y, m

    def _finish(self, number: int, words: int, products: int) -> None:
        self.put("Z_MEM", self.result(number.to_bytes(4 * words, "little")))
        self.begin(round(products * PRODUCT_CYCLES * words * words))

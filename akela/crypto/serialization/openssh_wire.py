"""The data types of SSH, RFC 4251 section 5, that OpenSSH's files of keys are made of: uint32, string and mpint."""

from __future__ import annotations

from akela.exceptions import InvalidKey, bytes_of


class Reader:
    """Takes fields from the front of some bytes. Every method raises InvalidKey where they end too early."""

    def __init__(self, data: bytes, what: str) -> None:
        self._data = data
        self._what = what

    def take(self, count: int) -> bytes:
        if count > len(self._data):
            raise InvalidKey(f"{self._what} was cut off")
        taken, self._data = self._data[:count], self._data[count:]
        return taken

    def uint32(self) -> int:
        return int.from_bytes(self.take(4))

    def string(self) -> bytes:
        return self.take(self.uint32())

    def text(self) -> str:
        """A string that is a name: ASCII."""
        data = self.string()
        if not data.isascii():
            raise InvalidKey(f"{self._what} has a name that is not ASCII")
        return data.decode()

    def mpint(self) -> int:
        """A positive integer in as few bytes as it has; negative ones do not occur in keys."""
        data = self.string()
        number = int.from_bytes(data)
        if not number or mpint(number) != string(data):
            raise InvalidKey(f"{self._what} has an integer that is zero, negative or longer than it need be")
        return number

    def rest(self) -> bytes:
        return self.take(len(self._data))

    def end(self) -> None:
        if self._data:
            raise InvalidKey(f"{self._what} has {bytes_of(len(self._data))} behind its end")


def string(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


def mpint(number: int) -> bytes:
    return string(number.to_bytes(number.bit_length() // 8 + 1) if number else b"")

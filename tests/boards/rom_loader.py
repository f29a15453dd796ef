"""A stand-in for a chip's ROM loader: the packets of its serial protocol over a socket, registers in models behind it.

Packets are framed as SLIP (RFC 1055). A request is 0, a command, the length of its data, a checksum and data; an answer 1, the command, a
length, a value, and data that end with two bytes of status and two more.
"""

from __future__ import annotations

import socket
import struct
import threading

from akela.lang.registers import Bus

SYNC, WRITE_REG, READ_REG, SECURITY_INFO = 0x08, 0x09, 0x0A, 0x14
FAILED = 0x105  # status: an error, and which


class RomLoader:
    """Listens on a port of this machine, in a thread, until it is closed. chip_id: what SECURITY_INFO says the chip is."""

    def __init__(self, registers: Bus, chip_id: int) -> None:
        self.registers, self.chip_id = registers, chip_id
        self.requests: list[int] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                self._converse(connection)

    def _converse(self, connection: socket.socket) -> None:
        waiting = b""
        while received := connection.recv(4096):
            waiting += received
            *packets, waiting = waiting.split(b"\xc0")
            for packet in packets:
                if packet:
                    for answer in self._answers(packet.replace(b"\xdb\xdc", b"\xc0").replace(b"\xdb\xdd", b"\xdb")):
                        connection.sendall(b"\xc0" + answer.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc") + b"\xc0")

    def _answers(self, packet: bytes) -> list[bytes]:
        _, command, size, _ = struct.unpack_from("<BBHI", packet)
        data, value, content, status = packet[8 : 8 + size], 0, b"", 0
        self.requests.append(command)
        try:
            if command == READ_REG:
                value = self.registers.read(*struct.unpack("<I", data))
            elif command == WRITE_REG:
                address, word, mask, _ = struct.unpack("<IIII", data)
                assert mask == 0xFFFF_FFFF
                self.registers.write(address, word)
            elif command == SECURITY_INFO:
                content = struct.pack("<IB7xII", 0, 0, self.chip_id, 0)
            elif command == SYNC:
                value = 0x2012_0707  # not 0, which is the answer of a program that the loader has been given
        except Exception:  # whatever a model says: a chip would hang, or answer nothing sensible
            status = FAILED
        answer = struct.pack("<BBHI", 1, command, len(content) + 4, value) + content + struct.pack(">HH", status, 0)
        return [answer] * (8 if command == SYNC else 1)

"""A stand-in for a debug probe and the debug port of a Cortex-M behind it: what `pyocd server` speaks, over a socket, registers in models.

A request is a line of JSON: an id, a name and arguments; so is an answer: the id, a status, and a result or an error. Of the debug port
(Arm IHI 0031) there is what a client uses to get at memory: DPIDR, CTRL/STAT, and an access port to memory with CSW, TAR, DRW and BASE.
In memory are a table of components with the system control space as its one entry, CPUID and DHCSR, and whatever the models have, which
is only to be used while the core stands still.
"""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Callable
from typing import Any

from akela.lang.registers import Bus

TRANSFER_FAULT = 12
PROPERTIES = {
    "vendor_name": "Akela",
    "product_name": "stand-in",
    "supported_wire_protocols": ["DEFAULT", "SWD"],
    "wire_protocol": "SWD",
    "capabilities": [],
}
DPIDR, POWER_ON = 0x2BA0_1477, 0x5000_0000  # requests of power, whose acknowledgements are the bits above each
CSW, TAR, DRW, BANKED, BASE, IDR = 0x00, 0x04, 0x0C, 0x10, 0xF8, 0xFC
DEVICE_ENABLED, WORD_ACCESS_PORT = 1 << 6, 0x2477_0011
SYSTEM, ROM_TABLE, SYSTEM_CONTROL = 0xE000_0000, 0xE00F_F000, 0xE000_E000
CPUID, DHCSR = 0xE000_ED00, 0xE000_EDF0
HALTED = 0x0003_0000  # S_REGRDY and S_HALT
DEBUG_KEY = 0xA05F_0000


def component(base: int, kind: int, part: int) -> dict[int, int]:
    """The identification registers of a component."""
    words = {base + 0xFF0 + 4 * i: byte for i, byte in enumerate((0x0D, kind << 4, 0x05, 0xB1))}
    words |= {base + 0xFE0 + 4 * i: part >> 8 * i & 0xFF for i in range(4)}
    return words | {base + 0xFD0: part >> 32 & 0xFF}


class DebugProbe:
    """Listens on a port of this machine, in a thread, until it is closed. words: what stands in memory beside the models."""

    def __init__(self, registers: Bus, words: dict[int, int]) -> None:
        self.registers = registers
        self.words = component(ROM_TABLE, 0x1, 0x0000_000A_0411) | component(SYSTEM_CONTROL, 0xE, 0x0004_000B_B000)
        self.words |= {ROM_TABLE: (SYSTEM_CONTROL - ROM_TABLE & 0xFFFF_F000) | 3, CPUID: 0x412F_C231, **words}
        self.requests: list[str] = []
        self.halts: list[bool] = []
        self._power = self._tar = 0
        stand_in = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                for line in self.rfile:
                    self.wfile.write(json.dumps(stand_in.answer(json.loads(line))).encode() + b"\n")

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Conversation)
        self._server.daemon_threads = True
        self.name = f"remote:127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        self.requests.append(request["request"])
        serve: Callable[..., Any] = getattr(self, request["request"], lambda *_: None)
        try:
            result = serve(*request.get("arguments", []))
        except Exception as error:  # whatever a model says: the bus of a chip would fault
            return {"id": request["id"], "status": TRANSFER_FAULT, "error": str(error)}
        return {"id": request["id"], "status": 0, **({} if result is None else {"result": result})}

    # --- requests, by their names ---

    def readprop(self, name: str) -> Any:
        return PROPERTIES[name]

    def read_dp(self, address: int) -> int:
        return {0x0: DPIDR, 0x4: self._power | (self._power & POWER_ON) << 1}.get(address, 0)

    def write_dp(self, address: int, value: int) -> None:
        if address == 0x4:
            self._power = value

    def read_ap(self, address: int) -> int:
        port, register = address >> 24, address & 0xFF
        if port:
            return 0
        if register == DRW:
            return self._next()
        if BANKED <= register < BANKED + 16:
            return self._load((self._tar & ~15) + register - BANKED)
        return {CSW: DEVICE_ENABLED, TAR: self._tar, BASE: ROM_TABLE | 3, IDR: WORD_ACCESS_PORT}.get(register, 0)

    def write_ap(self, address: int, value: int) -> None:
        register = address & 0xFF
        if register == TAR:
            self._tar = value
        elif register == DRW:
            self._store(self._tar, value)
            self._tar += 4
        elif BANKED <= register < BANKED + 16:
            self._store((self._tar & ~15) + register - BANKED, value)

    def read_ap_multiple(self, _: int, count: int) -> list[int]:
        return [self._next() for _ in range(count)]

    def write_ap_multiple(self, address: int, values: list[int]) -> None:
        for value in values:
            self.write_ap(address, value)

    # --- memory ---

    def _next(self) -> int:
        word = self._load(self._tar)
        self._tar += 4
        return word

    def _load(self, address: int) -> int:
        if address == DHCSR:
            return HALTED if self.halts and self.halts[-1] else 0
        return self.words.get(address, 0) if address >= SYSTEM else self._models().read(address)

    def _store(self, address: int, value: int) -> None:
        if address == DHCSR and value & 0xFFFF_0000 == DEBUG_KEY:
            self.halts.append(bool(value & 2))
        elif address < SYSTEM:
            self._models().write(address, value)

    def _models(self) -> Bus:
        if not self.halts or not self.halts[-1]:
            raise RuntimeError("the core runs")
        return self.registers

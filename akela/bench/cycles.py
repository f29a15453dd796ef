"""Core cycles, where they can be read honestly.

Linux's performance counters count cycles of the core. The x86 time-stamp counter does not: it ticks at a fixed rate whatever the core's
clock is, and on a virtual machine that rate is the host's choice. So without a performance counter there is no figure, but a reason.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

COUNTED = "core cycles in user mode, from Linux's performance counters"

_PERF_TYPE_HARDWARE = 0
_PERF_COUNT_HW_CPU_CYCLES = 0
_EXCLUDE_KERNEL_AND_HYPERVISOR = 1 << 5 | 1 << 6
_ATTRIBUTE_BYTES = 112  # PERF_ATTR_SIZE_VER5
_REASONS = {
    errno.ENOENT: "this machine offers no counter of core cycles",
    errno.EOPNOTSUPP: "this machine offers no counter of core cycles",
    errno.EACCES: "the kernel does not let users read it; `sysctl kernel.perf_event_paranoid=2` does",
    errno.EPERM: "the kernel does not let users read it; `sysctl kernel.perf_event_paranoid=2` does",
}
_SYSCALL = {"x86_64": 298, "aarch64": 241}  # perf_event_open


class CycleCounter:
    """Counts user-mode core cycles of the calling thread.

    Raises OSError where the system has no such counter or does not let us read it.
    """

    def __init__(self) -> None:
        number = _SYSCALL.get(platform.machine()) if platform.system() == "Linux" else None
        if number is None:
            raise OSError(f"core cycles are read through Linux's performance counters on x86-64 and aarch64, not on {platform.platform()}")
        attributes = bytearray(_ATTRIBUTE_BYTES)
        struct.pack_into("=IIQ", attributes, 0, _PERF_TYPE_HARDWARE, _ATTRIBUTE_BYTES, _PERF_COUNT_HW_CPU_CYCLES)
        struct.pack_into("=Q", attributes, 40, _EXCLUDE_KERNEL_AND_HYPERVISOR)
        buffer = (ctypes.c_char * _ATTRIBUTE_BYTES).from_buffer(attributes)
        libc = ctypes.CDLL(None, use_errno=True)
        self._descriptor = libc.syscall(number, buffer, 0, -1, -1, 0)
        if self._descriptor < 0:
            code = ctypes.get_errno()
            raise OSError(code, _REASONS.get(code, os.strerror(code)))

    def read(self) -> int:
        """Cycles since the counter was made."""
        return int.from_bytes(os.read(self._descriptor, 8), "little")

    def close(self) -> None:
        """Give the counter back."""
        os.close(self._descriptor)


def open_counter() -> tuple[CycleCounter | None, str]:
    """(counter or None, why there is none)."""
    try:
        return CycleCounter(), ""
    except OSError as error:
        return None, f"{error.strerror or error}, and the time-stamp counter is not the core's clock"

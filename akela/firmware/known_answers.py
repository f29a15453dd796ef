"""The example `test.c` of an export: known answers of the algorithms that it has, as calls of the C API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from akela.bench.jobs import sized
from akela.compiler.interface import Interface, Role, evaluate
from akela.firmware.api import Api
from akela.selftest.run import load_cases

CASES = 4  # of an algorithm with results, and as many that are refused: flash is short
LONGEST = 2048  # bytes of an argument or a result in a case
LONGEST_WORK = 1 << 13  # bytes of a work area

STATUS = {
    "InvalidTag": "AKELA_AUTHENTICATION_FAILED",
    "InvalidLength": "AKELA_BAD_LENGTH",
    "InvalidParameter": "AKELA_BAD_PARAMETER",
    "WrongState": "AKELA_BAD_STATE",
    "LimitExceeded": "AKELA_LIMIT_EXCEEDED",
    "InvalidSignature": "AKELA_INVALID_SIGNATURE",
    "InvalidKey": "AKELA_INVALID_KEY",
}

HEAD = """/*
 * Known-answer tests of the exported algorithms: one line an algorithm, then "Return code 0" where all passed.
 *
 * Made by `akela export`. SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela.h"
#include "console.h"
#include "platform.h"
#include "report.h"

static union {
    uint64_t aligned;
    uint8_t bytes[2048];
} result;
@WORK@
static int ends(akela_status_t status, akela_status_t wanted, const uint8_t *bytes, size_t count)
{
    size_t i;

    for (i = 0; status == AKELA_OK && i < count && result.bytes[i] == bytes[i]; i++) {
    }
    return status == wanted && (status != AKELA_OK || i == count);
}

static int tell(const char *name, unsigned passed, unsigned count)
{
    put_padded(name, 22);
    put_number(passed, 5);
    put_text(" of ");
    put_number(count, 0);
    put_text(passed == count ? " passed\\n" : " passed  FAILED\\n");
    return passed != count;
}
"""

WORK = """
static union {
    uint64_t aligned;
    uint8_t bytes[@BYTES@];
} work;
"""

MAIN = """#if !defined(AKELA_NO_MAIN)
int main(void)
{
    platform_begin();
    return akela_test("");
}
#endif"""


class KnownAnswers:
    """The C of one export's tests."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.methods = api.calls()
        self.work_bytes = 0  # of the largest work area that the cases need

    def source(self) -> str:
        """The file."""
        lines: list[str] = []
        rows = []
        for algorithm in self.api.algorithms():
            functions: list[str] = []
            for case in self._cases(algorithm.name):
                name = f"{algorithm.name.replace('-', '_')}_{len(functions) + 1}"
                functions.append(f"test_{name}")
                lines += [f"/* {case['name'].replace('*/', '')} */", f"static int test_{name}(void)", "{", *self._case(case), "}", ""]
            if functions:
                rows.append((algorithm.name, functions))
        lines += ["int akela_test(const char *arguments);", "", "/* The names of algorithms are arguments; none stands for all. */"]
        lines += ["int akela_test(const char *arguments)", "{", "    int failed = 0;", "", '    report_begin("Akela test");']
        for name, functions in rows:
            count = " + ".join(f"{each}()" for each in functions)
            lines += [f"    if (arguments[0] == '\\0' || is_asked_for(arguments, \"{name}\")) {{"]
            lines += [f'        failed |= tell("{name}", (unsigned)({count}), {len(functions)});', "    }"]
        lines += ["    return report_end(failed);", "}", "", MAIN]
        work = WORK.replace("@BYTES@", str(self.work_bytes)) if self.work_bytes else ""
        return "\n".join([HEAD.replace("@WORK@", work), *lines]) + "\n"

    def _cases(self, algorithm: str) -> Iterator[dict[str, Any]]:
        """Some cases that the export can run: results first."""
        found = {False: 0, True: 0}
        try:
            cases = load_cases(next(a for a in self.api.algorithms() if a.name == algorithm))
        except LookupError:
            return
        calls = {case["call"] for case in cases}
        for given in cases:
            name = sized(given["call"], (self.api.kernels.target.word_bits,))
            if name != given["call"] and name in calls:
                continue  # the same with words of another size
            case = {**given, "call": name}
            refused = "raises" in case
            if found[refused] < CASES and self._fits(case):
                found[refused] += 1
                yield case

    def _fits(self, case: dict[str, Any]) -> bool:
        entry = self.methods.get((case.get("context", {}).get("name", ""), case["call"]))
        if entry is None or ("context" in case and (case["context"]["name"], "") not in self.methods):
            return False
        if case.get("raises", "InvalidTag") not in STATUS:
            return False
        kernel = self.api.interfaces[entry.kernel]
        buffers = [p for p in kernel.arguments if p.role is Role.BUFFER or (p.role is Role.INPUT and p.element_bytes > 1)]
        values = self._values(kernel, case)
        lengths = [len(a) // 2 for a in case["arguments"] if isinstance(a, str)]
        lengths += [evaluate(length, values) for length in (kernel.out_length,) if length is not None]
        work = 0
        if kernel.work is not None and kernel.work_length is not None:
            work = evaluate(kernel.work_length, values) * kernel.work.element_bytes
        return not buffers and max(lengths, default=0) <= LONGEST and work <= LONGEST_WORK

    @staticmethod
    def _values(kernel: Interface, case: dict[str, Any]) -> dict[str, Any]:
        given = zip(kernel.arguments, case["arguments"], strict=True)
        return {p.name: range(len(a) // 2) if isinstance(a, str) else a for p, a in given}

    def _case(self, case: dict[str, Any]) -> Iterator[str]:
        """The body of a function that gives 1 where the case comes out right."""
        context = case.get("context")
        if context:
            begin = self.api.interfaces[self.methods[context["name"], ""].kernel]
            assert begin.context is not None
            yield f"    static akela_{begin.context.name}_ctx ctx;"
            yield from _arrays("context", context["arguments"])
        yield from _arrays("argument", case["arguments"])
        yield from _arrays("expected", [case.get("result", "")])
        yield ""
        if context:
            given = self._arguments(begin, {"arguments": context["arguments"]}, "context")
            yield f"    if (akela_{self.methods[context['name'], ''].name}({given}) != AKELA_OK) {{"
            yield "        return 0;"
            yield "    }"
        entry = self.methods[(context or {}).get("name", ""), case["call"]]
        kernel = self.api.interfaces[entry.kernel]
        wanted = STATUS[case["raises"]] if "raises" in case else "AKELA_OK"
        count = len(case.get("result", "")) // 2
        yield f"    return ends(akela_{entry.name}({self._arguments(kernel, case, 'argument')}), {wanted}, expected_0, {count}u);"

    def _arguments(self, kernel: Interface, case: dict[str, Any], prefix: str) -> str:
        values, parts, position = self._values(kernel, case), [], 0
        for p in kernel.parameters:
            if p.role is Role.CONTEXT:
                parts.append("&ctx")
            elif p.role is Role.OUT:
                assert kernel.out_length is not None
                parts += ["result.bytes"] + ([f"{evaluate(kernel.out_length, values)}u"] if p.fixed_bytes is None else [])
            elif p.role is Role.WORK:
                assert kernel.work_length is not None
                elements = evaluate(kernel.work_length, values)
                self.work_bytes = max(self.work_bytes, elements * p.element_bytes)
                parts += ["(void *)work.bytes", f"{elements}u"]
            else:
                given = case["arguments"][position]
                if isinstance(given, str):
                    parts += [f"{prefix}_{position}"] + ([f"{len(given) // 2}u"] if p.fixed_bytes is None else [])
                else:
                    parts.append(str(int(given)))
                position += 1
        return ", ".join(parts)


def _arrays(prefix: str, arguments: list[Any]) -> Iterator[str]:
    """Constant arrays for the arguments that are bytes; an empty one has a byte that is not looked at."""
    for position, given in enumerate(arguments):
        if isinstance(given, str):
            data = bytes.fromhex(given) or b"\0"
            rows = [", ".join(f"0x{byte:02x}" for byte in data[at : at + 16]) for at in range(0, len(data), 16)]
            yield f"    static const uint8_t {prefix}_{position}[] = {{"
            yield from (f"        {row}," for row in rows)
            yield "    };"

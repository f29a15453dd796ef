"""The example `benchmark.c` of an export: the rows of the catalogue that its algorithms have, as calls of the C API that are timed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from akela.bench.jobs import AAD_BYTES, sized
from akela.catalogue.entries import Argument, Call, Data, Fresh, Given, Made, Number, Row
from akela.compiler.interface import Interface, Role, evaluate
from akela.firmware.api import Api, layout

BLOCK_BYTES = 1024
MOST_WORK = 1 << 14  # bytes of a work area, of which there is one for all rows

HEAD = """/*
 * How fast the exported algorithms are on this chip: a row each, in the layout of the published logs.
 *
 * Made by `akela export`. SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela.h"
#include "console.h"
#include "platform.h"
#include "report.h"

#if defined(ESP_PLATFORM)
#include "sdkconfig.h"
#endif
#if !defined(CONFIG_AKELA_BENCH_ARGV)
#define CONFIG_AKELA_BENCH_ARGV AKELA_BENCHMARK_ARGUMENTS
#endif

#define BLOCK_BYTES @BLOCK@u

typedef struct {
    const char *label, *action, *algorithm, *family;
    unsigned size;  /* bits of the key, where a call is an operation */
    unsigned bytes; /* of a call, else 0 */
    akela_status_t (*prepare)(void);
    akela_status_t (*call)(void);
} row_t;

static uint8_t result[@RESULT@], input[@INPUT@];
"""


AREA = """
static union {
    uint64_t aligned;
    uint8_t bytes[@BYTES@];
} @NAME@;
"""


class NotForChips(Exception):
    """A row that an export leaves out: it wants more memory than chips have to spare."""


class Benchmark:
    """The C of one export's benchmark."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.bits = api.kernels.target.word_bits
        self.entries = api.calls()
        self.context = self.work = 0  # bytes of the areas that rows share
        self.result = self.input = 1
        self.made: list[str] = []
        self.made_bytes = 0  # of the result of the call that was written last

    def source(self) -> str:
        """The file."""
        bodies: list[str] = []
        table: list[str] = []
        for algorithm in self.api.algorithms():
            for row in algorithm.rows:
                number = len(table)
                try:
                    functions = list(self._functions(number, row))
                except NotForChips:
                    continue
                bodies += ["", f"/* {row.name} */", *functions]
                per_call = 0 if row.per == "ops" else row.call_bytes or BLOCK_BYTES
                names = f'"{row.label}", "{row.action}", "{algorithm.name}", "{algorithm.family}"'
                table.append(f"    {{{names}, {row.size}, {per_call}, prepare_{number}, call_{number}}},")
        head = HEAD
        for name in ("result", "input"):
            head = head.replace(f"@{name.upper()}@", str(getattr(self, name)))
        for name, count in (("context", self.context), ("work", self.work)):
            head += AREA.replace("@BYTES@", str(count)).replace("@NAME@", name) if count else ""
        head = head.replace("@BLOCK@", str(BLOCK_BYTES))
        return "\n".join([head, *self.made, *bodies, "", "static const row_t rows[] = {", *table, "};"]) + "\n" + TAIL

    def _functions(self, number: int, row: Row) -> Iterator[str]:
        prepare: list[str] = []
        call = self._call(row.call, row.context, f"{number}", prepare)
        yield f"static akela_status_t prepare_{number}(void)"
        yield "{"
        if prepare:
            yield "    akela_status_t status;"
            yield ""
            for each in prepare:
                yield f"    status = {each};"
                yield "    if (status != AKELA_OK) {"
                yield "        return status;"
                yield "    }"
        yield "    return AKELA_OK;"
        yield "}"
        yield ""
        yield f"static akela_status_t call_{number}(void)"
        yield "{"
        yield f"    return {call};"
        yield "}"

    def _call(self, call: Call, context: Call | None, place: str, prepare: list[str], out: str = "") -> str:
        """The text of a call. What has to be called before is put into `prepare`; `out` is where its result goes."""
        owner = context.name if context is not None else ""
        constructor = (call.name, "")  # where to begin a context is what is measured
        entry = self.entries[constructor if constructor in self.entries else (owner, sized(call.name, (self.bits,)))]
        kernel = self.api.interfaces[entry.kernel]
        values = [self._argument(argument, f"{place}_{i}", prepare) for i, argument in enumerate(call.arguments)]
        if context is not None:
            begin = self.entries[owner, ""]
            making = self.api.interfaces[begin.kernel]
            given = [self._argument(argument, f"{place}_c{i}", prepare) for i, argument in enumerate(context.arguments)]
            prepare.append(f"akela_{begin.name}({self._arguments(making, given, 'result')})")
        return f"akela_{entry.name}({self._arguments(kernel, values, out or 'result')})"

    def _argument(self, argument: Argument, place: str, prepare: list[str]) -> tuple[str, Any]:
        """An argument as C has it, and what Python needs to know of it: its bytes, or the number."""
        match argument:
            case Fresh(count):
                self.input = max(self.input, count)
                return "input", range(count)
            case Data.BLOCK:
                self.input = max(self.input, BLOCK_BYTES)
                return "input", range(BLOCK_BYTES)
            case Data.AAD:
                self.input = max(self.input, AAD_BYTES)
                return "input", range(AAD_BYTES)
            case Data.COUNT:
                return str(BLOCK_BYTES), BLOCK_BYTES
            case Number(value):
                return str(value), value
            case Given(value):
                rows = ", ".join(f"0x{byte:02x}" for byte in value)
                self.made.append(f"static const uint8_t given_{place}[] = {{{rows}}};")
                return f"given_{place}", range(len(value))
            case Made(call, context):
                text = self._call(call, context, place, prepare, f"made_{place}")
                count = self.made_bytes
                self.made.append(f"static uint8_t made_{place}[{count}];")
                prepare.append(text)
                return f"made_{place}", range(count)
        raise NotForChips

    @staticmethod
    def _values(kernel: Interface, given: list[tuple[str, Any]]) -> dict[str, Any]:
        return {p.name: value for p, (_, value) in zip(kernel.arguments, given, strict=True)}

    def _arguments(self, kernel: Interface, given: list[tuple[str, Any]], out: str) -> str:
        if any(p.role is Role.BUFFER or (p.role is Role.INPUT and p.element_bytes > 1) for p in kernel.arguments):
            raise NotForChips
        values, texts, parts = self._values(kernel, given), iter(text for text, _ in given), []
        for p in kernel.parameters:
            if p.role is Role.CONTEXT:
                assert kernel.context is not None
                self.context = max(self.context, layout(kernel.context, self.bits)[0])
                parts.append("(void *)context.bytes")
            elif p.role is Role.OUT:
                assert kernel.out_length is not None
                count = evaluate(kernel.out_length, values)
                if out == "result":
                    self.result = max(self.result, count)
                else:
                    self.made_bytes = count
                parts += [out] + ([f"{count}u"] if p.fixed_bytes is None else [])
            elif p.role is Role.WORK:
                assert kernel.work_length is not None
                elements = evaluate(kernel.work_length, values)
                if elements * p.element_bytes > MOST_WORK:
                    raise NotForChips
                self.work = max(self.work, elements * p.element_bytes)
                parts += ["(void *)work.bytes", f"{elements}u"]
            else:
                text = next(texts)
                parts += [text, f"{len(values[p.name])}u"] if p.role is Role.INPUT and p.fixed_bytes is None else [text]
        return ", ".join(parts)


TAIL = """
static int is_wanted(const char *arguments, const row_t *row)
{
    if (is_asked_for(arguments, row->algorithm) || is_asked_for(arguments, row->family)) {
        return 1;
    }
    return is_asked_for(arguments, "digest") && row->family[0] == 'h' && row->family[1] == 'a';
}

/* Whether the arguments name any row; if not, all are wanted. */
static int is_choice(const char *arguments)
{
    size_t i;

    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (is_wanted(arguments, &rows[i])) {
            return 1;
        }
    }
    return 0;
}

static void put_speed(uint64_t bytes, uint64_t microseconds)
{
    const uint64_t per_second = divided(times(bytes, 1000000), microseconds);
    const int large = per_second >= 5u << 20; /* the unit of which there are at least five */
    const uint32_t unit = large ? 1u << 20 : 1u << 10;
    const char *name = large ? " MiB" : " KiB";

    put_number(divided(bytes, unit), 6);
    put_text(name);
    put_text(" took ");
    put_fixed(divided(microseconds, 1000), 3, 0);
    put_text(" seconds, ");
    put_fixed(divided(times(per_second, 1000), unit), 3, 8);
    put_text(name);
    put_text("/s");
}

static void put_rate(uint64_t calls, uint64_t microseconds)
{
    put_number(calls, 10);
    put_text(" ops took ");
    put_fixed(divided(microseconds, 1000), 3, 0);
    put_text(" sec, avg ");
    put_fixed(divided(microseconds, calls), 3, 0);
    put_text(" ms, ");
    put_fixed(divided(times(calls, 1000000000), microseconds), 3, 0);
    put_text(" ops/sec");
}

static akela_status_t measure(const row_t *row, uint32_t milliseconds)
{
    akela_status_t status = row->prepare();
    const uint64_t start = akela_port_microseconds(), first_cycle = akela_port_cycles();
    uint64_t calls = 0, elapsed = 0, cycles;

    while (status == AKELA_OK && elapsed < times(1000, milliseconds) && (elapsed != 0 || calls < 1000000u)) {
        status = row->call();
        calls++;
        elapsed = akela_port_microseconds() - start;
    }
    cycles = akela_port_cycles() - first_cycle;
    if (status != AKELA_OK || elapsed == 0) {
        put_text(row->label);
        put_text(": ");
        put_text(status != AKELA_OK ? akela_strerror(status) : "there is no clock: define akela_port_microseconds");
        put_text("\\n");
        return status != AKELA_OK ? status : AKELA_HARDWARE_FAILED;
    }
    if (row->bytes != 0) {
        put_padded(row->label, 24);
        put_speed(times(calls, row->bytes), elapsed);
        if (cycles != 0) {
            put_text(" Cycles per byte = ");
            put_fixed(divided(times(cycles, 100), times(calls, row->bytes)), 2, 6);
        }
    } else {
        put_padded(row->label, 6);
        put_number(row->size, 6);
        put_text(" ");
        put_padded(row->action, 8);
        put_rate(calls, elapsed);
    }
    put_text("\\n");
    return AKELA_OK;
}

int akela_benchmark(const char *arguments);

/*
 * Arguments are names of algorithms and families (`sha256`, `-cipher`, `-digest`), none standing for all, and `-ms 1000`, how long a row
 * takes at least. `-lng 0`, a language, is taken too: there is one.
 */
int akela_benchmark(const char *arguments)
{
    const uint32_t milliseconds = number_behind(arguments, "ms", 1000);
    const int choice = is_choice(arguments);
    int failed = 0;
    size_t i;

    report_begin("Akela benchmark");
    put_text("Arguments: ");
    put_text(arguments);
    put_text("\\nAkela Benchmark (block bytes ");
    put_number(BLOCK_BYTES, 0);
    put_text(", min ");
    put_fixed(milliseconds, 3, 0);
    put_text(" sec each)\\n");
    for (i = 0; i < sizeof input; i++) {
        input[i] = (uint8_t)(37u * i + 11u);
    }
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!choice || is_wanted(arguments, &rows[i])) {
            failed |= measure(&rows[i], milliseconds) != AKELA_OK;
        }
    }
    put_text("Benchmark complete\\n");
    return report_end(failed);
}

#if !defined(AKELA_NO_MAIN)
int main(void)
{
    platform_begin();
    return akela_benchmark(CONFIG_AKELA_BENCH_ARGV);
}
#endif
"""

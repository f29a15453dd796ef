"""The command `akela`. Each command parses its options here and does its work in a module of its own, imported when it is needed."""

from __future__ import annotations

import math
import shutil
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from akela import __version__

if TYPE_CHECKING:
    from akela.compiler.targets import Target
    from akela.settings.model import Loaded

T = TypeVar("T")

TARGETS = "x86_64, aarch64, cortex_m3, cortex_m4, cortex_m33, rv32imc, lx106"
SETTINGS_FILE = "Build settings: TOML, a user_settings.h or an sdkconfig.  [default: Akela's own]"
BOARDS = "esp8266, esp32, esp32s2, esp32s3, esp32c2, esp32c3, esp32c6, esp32h2, stm32f217, stm32f417, stm32f437, efr32xg21"


class Commands(click.Group):
    """Lists the commands in the order in which they are defined: the order in which a newcomer wants them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="akela")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Cryptography for microcontrollers and for the machines that talk to them.

    Each command has its own --help, with an example.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    ctx.with_resource(warnings.catch_warnings())
    warnings.showwarning = lambda message, *_, **__: click.echo(f"Warning: {message}", err=True)


class BenchCommand(click.Command):
    """Takes the single-dash arguments of the published benchmark programs as well."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from akela.bench.arguments import ArgumentError, translate

        try:
            return super().parse_args(ctx, translate(args))
        except ArgumentError as error:
            raise click.UsageError(str(error), ctx) from None


# --- bench, test, info --------------------------------------------------------------------------------------------------------------------


@main.command(cls=BenchCommand, epilog="Example: akela bench sha256 aead --block-bytes 16384 --min-seconds 0.5")
@click.argument("algorithms", nargs=-1)
@click.option("--quick", is_flag=True, help="About a tenth of a second a row: the whole table in less than 20 s.")
@click.option("--block-bytes", type=click.IntRange(1, 1 << 30), default=None, help="Bytes a call.  [default: 1024]")
@click.option("--min-seconds", type=click.FloatRange(0.001, 3600), default=None, help="Time a row, at least.  [default: 1.0]")
@click.option("--base10", is_flag=True, help="KB and MB of 1000 and 1000000 bytes in place of KiB and MiB.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values in place of the table.")
@click.option("--json", "as_json", is_flag=True, help="JSON with platform, settings and samples in place of the table.")
@click.option(
    "--layout",
    type=click.Choice(["wolfcrypt", "stm32"]),
    default="wolfcrypt",
    show_default=True,
    help="The table's layout; stm32 is the oldest one: 1 MiB a row, 100 iterations of an operation.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=None,
    help="Run each row on this many threads at once; calls on 4 KiB and more share the CPUs, as they give up the GIL.  [default: 1]",
)
@click.option("--no-aad", is_flag=True, help="No additional data in the AEAD rows; their labels say so.")
@click.option(
    "--compare",
    metavar="A,B",
    help="Executions side by side with ratios: native, python, checked, traced. With --board: software,hardware, without the chip's "
    "accelerators and with them.",
)
@click.option(
    "--vs",
    "peers",
    metavar="NAME[,NAME]",
    help="Against other libraries: openssl, pyca, pycryptodome, pynacl, hashlib. Sizes from 16 B to 1 MiB on one thread and on all cores, "
    "unless --block-bytes or --threads says otherwise.",
)
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="With --vs: a picture of the results too, FILE.png or .svg.")
@click.option("--board", "boards", metavar="NAME[,NAME]", help=f"Count on the emulated core of a board instead: {BOARDS}.")
@click.option("--opt", "levels", metavar="Os,O2", help="With --board: optimisation levels, side by side.  [default: Os]")
@click.option("--compiler", metavar="NAME", help="With --board: gcc or clang (the ziglang wheel).  [default: the first installed]")
@click.option(
    "--settings",
    "settings_file",
    type=click.Path(path_type=Path),
    help=f"With --compare software,hardware: what is accelerated. {SETTINGS_FILE}",
)
def bench(
    algorithms: tuple[str, ...],
    quick: bool,
    block_bytes: int | None,
    min_seconds: float | None,
    base10: bool,
    as_csv: bool,
    as_json: bool,
    layout: str,
    threads: int | None,
    no_aad: bool,
    compare: str | None,
    peers: str | None,
    plot: Path | None,
    boards: str | None,
    levels: str | None,
    compiler: str | None,
    settings_file: Path | None,
) -> None:
    """Measure the algorithms on this machine.

    All of them, or those named by ALGORITHMS: names or families, as `akela info --algorithms` lists them. The arguments of the published
    benchmark programs work too: -lng 0, -base10, -no_aad, -csv, -threads 2, -cipher, -digest, -mac, -aes-cbc …, and a bare number for
    the block size.
    """
    from akela.bench.run import BLOCK_BYTES, MIN_SECONDS, Options, quick_seconds, run
    from akela.bench.versus import FIGURE_SECONDS, QUICK_SECONDS, SIZES, Plan
    from akela.bench.versus_run import run as run_comparison

    if min_seconds is not None and math.isnan(min_seconds):
        raise click.BadParameter("nan is no number of seconds; write 0.5", param_hint="--min-seconds")
    executions = tuple(name.strip() for name in (compare or "").split(",") if name.strip())
    if compare is not None and len(executions) < 2:
        raise click.BadParameter(f"{compare!r} names fewer than two executions; write native,python", param_hint="--compare")
    if len(set(executions)) < len(executions):
        raise click.BadParameter(f"{compare!r} names an execution twice; write native,python", param_hint="--compare")
    accelerated = boards is not None and set(executions) == {"software", "hardware"}
    given = {
        "--quick": quick,
        "--min-seconds": min_seconds is not None,
        "--base10": base10,
        "--csv": as_csv,
        "--json": as_json,
        "--csv or --json": as_csv or as_json,
        "--layout stm32": layout == "stm32",
        "--threads": threads is not None and threads > 1,
        "--no-aad": no_aad,
        "--compare": bool(executions) and not accelerated,
        "--vs": peers is not None,
        "--board": boards is not None,
    }
    for option, other, why in CONFLICTS:
        if given[option] and given[other]:
            raise click.UsageError(f"{option} and {other} do not go together: {why}; leave one out")
    if boards is None and (levels is not None or compiler is not None):
        raise click.UsageError("--opt and --compiler say how a board's code is compiled; give --board NAME as well")
    if settings_file is not None and not accelerated:
        raise click.UsageError("--settings says what a board accelerates; give --board NAME --compare software,hardware as well")
    if peers is None and plot is not None:
        raise click.UsageError("--plot draws what --vs compares; give --vs hashlib,pyca as well")
    output = "csv" if as_csv else "json" if as_json else "table"
    if peers is not None:
        seconds = QUICK_SECONDS if quick else min_seconds or FIGURE_SECONDS
        plan = Plan(
            tuple(_names(peers, "--vs")), algorithms, (block_bytes,) if block_bytes else SIZES, (threads,) if threads else (), seconds
        )
        _guarded(lambda: run_comparison(plan, output, base10, plot, click.echo))
        return
    if boards is not None:
        given_sizes = (block_bytes or BLOCK_BYTES, not no_aad)
        if accelerated:
            _bench_accelerated(algorithms, boards, levels or "Os", compiler, *given_sizes, settings_file, output)
        else:
            _bench_boards(algorithms, boards, levels or "Os", compiler, *given_sizes, output)
        return
    options = Options(
        algorithms=algorithms,
        block_bytes=block_bytes or BLOCK_BYTES,
        min_seconds=_guarded(lambda: quick_seconds(algorithms)) if quick else min_seconds or MIN_SECONDS,
        base10=base10,
        layout=layout,
        output=output,
        threads=threads or 1,
        aad=not no_aad,
        compare=executions,
    )
    _guarded(lambda: run(options, click.echo))


# Options of `akela bench` of which only one can be had, and why.
CONFLICTS = (
    ("--quick", "--min-seconds", "both say how long a row is measured"),
    ("--layout stm32", "--quick", "its amounts are fixed"),
    ("--layout stm32", "--min-seconds", "its amounts are fixed"),
    ("--layout stm32", "--base10", "its units are fixed"),
    ("--layout stm32", "--threads", "its figures are those of one thread"),
    ("--csv", "--json", "each says how all is written"),
    ("--compare", "--threads", "it measures on one thread"),
    ("--compare", "--csv or --json", "it prints a table of its own"),
    ("--compare", "--layout stm32", "it prints a table of its own"),
    ("--vs", "--compare", "one compares libraries, the other Akela's executions"),
    ("--vs", "--layout stm32", "it prints a table of its own"),
    ("--vs", "--no-aad", "its rows always have additional data"),
    ("--vs", "--board", "libraries run on this machine"),
    ("--board", "--quick", "a call is counted once, and the same every time"),
    ("--board", "--min-seconds", "a call is counted once, and the same every time"),
    ("--board", "--threads", "a board's core is one"),
    ("--board", "--compare", "boards compare software,hardware; several boards or levels are compared by --board A,B and --opt Os,O2"),
    ("--board", "--layout stm32", "it prints a table of its own"),
    ("--board", "--base10", "its units are fixed"),
)

OPTIMISATIONS = ("Os", "Og", "O1", "O2", "O3")


def _bench_boards(
    algorithms: tuple[str, ...], boards: str, levels: str, compiler: str | None, block_bytes: int, aad: bool, output: str
) -> None:
    from akela.bench.boards import run
    from akela.bench.jobs import AAD_BYTES, Sizes

    flags = [f"-{level}" for level in _levels(levels)]
    sizes = Sizes(block_bytes, AAD_BYTES if aad else 0)
    _guarded(lambda: run(algorithms, _names(boards, "--board"), flags, compiler, sizes, output, click.echo))


def _bench_accelerated(
    algorithms: tuple[str, ...],
    boards: str,
    levels: str,
    compiler: str | None,
    block_bytes: int,
    aad: bool,
    settings_file: Path | None,
    output: str,
) -> None:
    from akela.bench.accelerated import run
    from akela.bench.jobs import AAD_BYTES, Sizes

    if len(_names(boards, "--board")) > 1 or len(_levels(levels)) > 1 or output == "csv":
        raise click.UsageError("--compare software,hardware prints a table or JSON of one board at one level")
    sizes = Sizes(block_bytes, AAD_BYTES if aad else 0)
    settings = _settings(settings_file).settings
    _guarded(lambda: run(algorithms, _names(boards, "--board")[0], f"-{_levels(levels)[0]}", compiler, sizes, settings, output, click.echo))


def _names(given: str, option: str) -> list[str]:
    names = [name.strip() for name in given.split(",") if name.strip()]
    if not names:
        raise click.BadParameter(f"{given!r} names nothing", param_hint=option)
    return names


@main.command(epilog="Example: akela size sha256 aead --board esp32c3")
@click.argument("algorithms", nargs=-1)
@click.option("--board", "boards", metavar="NAME[,NAME]", required=True, help=f"The board: {BOARDS}.")
@click.option("--opt", type=click.Choice(OPTIMISATIONS), default="Os", show_default=True, help="The compiler's optimisation level.")
@click.option("--compiler", metavar="NAME", help="gcc or clang (the ziglang wheel).  [default: the first installed]")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values in place of the table.")
@click.option("--json", "as_json", is_flag=True, help="JSON in place of the table.")
def size(algorithms: tuple[str, ...], boards: str, opt: str, compiler: str | None, as_csv: bool, as_json: bool) -> None:
    """Measure the flash and RAM that algorithms take on a board.

    Of all algorithms, or of those named by ALGORITHMS: flash, constant tables in it, the caller's context and work area, and the deepest
    stack of the benchmark's rows on the emulated core. All together take minutes.
    """
    from akela.footprint.boards import run

    if as_csv and as_json:
        raise click.UsageError("--csv and --json do not go together: each says how all is written; leave one out")
    output = "csv" if as_csv else "json" if as_json else "table"
    _guarded(lambda: run(algorithms, _names(boards, "--board"), f"-{opt}", compiler, output, click.echo))


@main.command(epilog="Example: akela explore sha256 --board esp32c3 --plot sha256.svg")
@click.argument("algorithms", nargs=-1, required=True)
@click.option("--board", metavar="NAME", required=True, help=f"The board: {BOARDS}.")
@click.option("--opt", "levels", metavar="Os,O2", default="Os,O2,O3,Og", show_default=True, help="Optimisation levels to try.")
@click.option("--compiler", metavar="NAME", help="gcc or clang (the ziglang wheel).  [default: the first installed]")
@click.option("--full", is_flag=True, help="Every combination of choices; by default one choice at a time is changed.")
@click.option("--all", "everything", is_flag=True, help="Show all points, not the front alone.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Draw the points: .png or .svg.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="Points at a time on this machine.  [default: one a processor]")
@click.option("--dask", metavar="ADDRESS", help="Measure on the workers of a Dask cluster: tcp://host:8786.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values of all points.")
@click.option("--json", "as_json", is_flag=True, help="JSON of all points.")
def explore(
    algorithms: tuple[str, ...],
    board: str,
    levels: str,
    compiler: str | None,
    full: bool,
    everything: bool,
    plot: Path | None,
    jobs: int | None,
    dask: str | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Find the settings that suit a board, by trying them.

    For each of ALGORITHMS (names or families): optimisation levels, table and window sizes, unrolling and other forms of it, each built and
    counted on the emulated core and checked with known answers. Shown are those that no other beats in speed, flash and RAM at once.
    Ctrl-C shows what is measured so far. Ends with return code 1 where a point failed.
    """
    from akela.explore.run import Options, run

    if as_csv and as_json:
        raise click.UsageError("--csv and --json do not go together: each says how all is written; leave one out")
    if jobs is not None and dask is not None:
        raise click.UsageError("--jobs and --dask do not go together: the cluster says how many points run at once; leave one out")
    output = "csv" if as_csv else "json" if as_json else "table"
    options = Options(board, algorithms, _levels(levels), compiler, full, everything, plot, jobs, dask, output)
    sys.exit(_guarded(lambda: run(options, click.echo)))


def _levels(given: str) -> tuple[str, ...]:
    chosen = _names(given, "--opt")
    for level in chosen:
        if level not in OPTIMISATIONS:
            raise click.BadParameter(f"{level!r} is none of {', '.join(OPTIMISATIONS)}", param_hint="--opt")
    return tuple(chosen)


@main.command(name="test", epilog="Example: akela test sha256 aead --execution python")
@click.argument("algorithms", nargs=-1)
@click.option(
    "--execution", default=None, metavar="NAME", help="native, python, checked or traced; by default the one that `import akela` uses."
)
@click.option("--board", metavar="NAME", help=f"Run them on the emulated core of a board: {BOARDS}.")
@click.option(
    "--opt",
    type=click.Choice(["Os", "Og", "O1", "O2", "O3"]),
    default="Os",
    show_default=True,
    help="With --board: the optimisation level.",
)
@click.option("--compiler", metavar="NAME", help="With --board: gcc or clang.  [default: the first installed]")
@click.option("--software", is_flag=True, help="With --board: without the chip's accelerators.")
@click.option(
    "--bus",
    "bus_name",
    metavar="BUS",
    help="With --board: kernels and drivers in Python, the registers in models (model) or of a real chip: serial:/dev/ttyUSB0 for the "
    "ESP32 family; probe, or probe:ID where there are several, for STM32.",
)
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help=f"With --board: what is accelerated. {SETTINGS_FILE}")
def self_test(
    algorithms: tuple[str, ...],
    execution: str | None,
    board: str | None,
    opt: str,
    compiler: str | None,
    software: bool,
    bus_name: str | None,
    settings_file: Path | None,
) -> None:
    """Run the known-answer tests.

    They come with the package. A line an algorithm, of all or of ALGORITHMS. Ends with return code 0 where all passed, else 1.
    """
    from akela.selftest.run import run, run_on

    if board is None and (software or settings_file is not None or bus_name is not None):
        raise click.UsageError("--software, --settings and --bus say how a board's accelerators are used; give --board NAME as well")
    if software and bus_name is not None:
        raise click.UsageError("--software and --bus do not go together: on a bus there are accelerators alone; leave one out")
    if software and settings_file is not None:
        raise click.UsageError("--software and --settings do not go together: a file says what is accelerated; leave one out")
    if board is None:
        sys.exit(_guarded(lambda: run(algorithms, execution, click.echo)))
    if execution is not None:
        raise click.UsageError("--board and --execution do not go together: a board is one; leave one out")
    from akela.boards import Board

    settings = _settings(settings_file).settings
    if software:
        settings = replace(settings, accelerate=frozenset())
    if bus_name is not None:
        from akela.boards.uncompiled import run as run_uncompiled

        sys.exit(_guarded(lambda: run_uncompiled(board, bus_name, settings, algorithms, click.echo)))

    def emulated() -> int:
        on, not_on = settings.accelerate, settings.software_operations
        kernels = Board(board, compiler=compiler, optimisation=f"-{opt}", accelerators=on, software_operations=not_on)
        return run_on(kernels, algorithms, click.echo)

    sys.exit(_guarded(emulated))


@main.command(epilog="Example: akela info --algorithms")
@click.option("--algorithms", is_flag=True, help="List the algorithms and their families instead.")
@click.option("--board", metavar="NAME", help=f"Which operations of a board its accelerators serve, and why not: {BOARDS}.")
@click.option(
    "--count", "counted", metavar="NAME[,NAME]", help="With --board: run the known answers of these algorithms, and count who served calls."
)
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help=f"With --board. {SETTINGS_FILE}")
def info(algorithms: bool, board: str | None, counted: str | None, settings_file: Path | None) -> None:
    """Report on this installation and machine.

    Version, source, compiler, CPU features, and which implementation serves each operation.
    """
    from akela.info import algorithm_table, platform_lines

    if algorithms and board is not None:
        raise click.UsageError("--algorithms and --board are lists of their own; leave one out")
    if board is None and (settings_file is not None or counted is not None):
        raise click.UsageError("--settings and --count are about a board's accelerators; give --board NAME as well")
    if board is not None:
        from akela.boards.report import board_lines, count_served

        settings = _settings(settings_file).settings
        for line in _guarded(lambda: list(board_lines(board, settings.accelerate, settings.software_operations))):
            click.echo(line)
        if counted is not None:
            click.echo()
            sys.exit(_guarded(lambda: count_served(board, settings, _names(counted, "--count"), click.echo)))
        return
    for line in _guarded(algorithm_table if algorithms else platform_lines):
        click.echo(line)


# --- audit, show, emit --------------------------------------------------------------------------------------------------------------------

_target = click.option("--target", metavar="NAME", help=f"What to compile for: {TARGETS}.  [default: this machine]")
_compiler = click.option(
    "--compiler", metavar="NAME", help="gcc or clang; which there are depends on the target.  [default: the first installed]"
)
_opt = click.option("--opt", type=click.Choice(["Os", "O2"]), default="O2", show_default=True, help="The compiler's optimisation level.")


@main.command(epilog="Examples: akela audit --target cortex_m3 --opt Os; akela audit --board stm32f217 'aes-*' x25519")
@click.argument("algorithms", nargs=-1)
@click.option("--board", metavar="NAME", help=f"Compare runs with several secrets on the emulated core of a board instead: {BOARDS}.")
@click.option("--target", metavar="NAME", help=f"What to compile for: {TARGETS}, or all.  [default: this machine]")
@_compiler
@click.option("--opt", type=click.Choice(["Os", "O2"]), help="The compiler's optimisation level.  [default: O2; with --board: Os]")
@click.option("--json", "as_json", is_flag=True, help="JSON in place of text.")
def audit(algorithms: tuple[str, ...], board: str | None, target: str | None, compiler: str | None, opt: str | None, as_json: bool) -> None:
    """Report what can be learned from watching the kernels run.

    Every declassify with its reason; for each exported kernel what its docstring says that it leaks, and which public values decide
    branches, loops, addresses and shifts; what varies in time by name; which kernels of ports run natively here; and the check of the
    object code. Ends with return code 1 where that check fails.

    With --board, the kernels of ALGORITHMS (names, families, patterns with * and ?; all, where none are given) run with several secrets
    on the board's emulated core: the instructions executed, the addresses of data and what instructions of variable time take have to
    be alike. What differs is named by function and line of C. Ends with return code 1 where a kernel leaks.
    """
    from akela.audit import run

    if board is None:
        if algorithms:
            raise click.UsageError("ALGORITHMS choose what runs on a board; give --board NAME as well")
        sys.exit(_guarded(lambda: run(_targets(target), compiler, f"-{opt or 'O2'}", as_json, click.echo)))
    if target is not None:
        raise click.UsageError("--board and --target do not go together: a board has a target of its own; leave one out")
    from akela.boards.audit import run as run_on_board

    sys.exit(_guarded(lambda: run_on_board(board, compiler, f"-{opt or 'Os'}", algorithms, as_json, click.echo)))


@main.command(epilog="Examples: akela show sha256.blocks --target rv32imc; akela show sha256.blocks --board stm32f217")
@click.argument("name")
@_target
@click.option("--board", metavar="NAME", help=f"Show the code of a board, with how often each instruction is executed: {BOARDS}.")
@_compiler
@click.option("--opt", type=click.Choice(["Os", "O2"]), help="The compiler's optimisation level.  [default: O2; with --board: Os]")
@click.option("--stack", is_flag=True, help="One form below the other, as where the terminal is too narrow for columns.")
def show(name: str, target: str | None, board: str | None, compiler: str | None, opt: str | None, stack: bool) -> None:
    """Show a kernel's Python, C and machine code beside one another.

    NAME is an operation (sha256.blocks) or a kernel (chacha20_xor). In the machine code a number before an instruction is the line of C
    that it comes from; rt: stands for the runtime's header akela_rt.h. With --board, before that number stands how often the instruction
    was executed, in one call of a row of the catalogue that is named above.
    """
    from akela.show import lines
    from akela.show import show as gather

    if board is None:
        shown = _guarded(lambda: gather(name, _one_target(target), compiler, f"-{opt or 'O2'}"))
    elif target is not None:
        raise click.UsageError("--board and --target do not go together: a board has a target of its own; leave one out")
    else:
        from akela.boards import Board
        from akela.boards.shown import show_on_board

        shown = _guarded(lambda: show_on_board(name, Board(board, compiler=compiler, optimisation=f"-{opt or 'Os'}", accelerators=())))
    for line in lines(shown, shutil.get_terminal_size().columns, stack):
        click.echo(line)


@main.command(epilog="Example: akela emit akela.kernels.sha256 --target cortex_m3 --output sha256")
@click.argument("module")
@click.option("--target", metavar="NAME", required=True, help=f"What to compile for: {TARGETS}.")
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), help="A folder to write to; it is made where it does not exist."
)
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help=SETTINGS_FILE)
def emit(module: str, target: str, output: Path | None, settings_file: Path | None) -> None:
    """Write a kernel MODULE in C.

    MODULE is one of Akela's, such as sha256, or a file with kernels of your own, such as ./siphash.py, which need not be part of Akela.

    To standard output: its header and its source file. Into a folder: these, the modules that it calls, and the runtime's files, so that
    what is there compiles and links by itself.
    """
    from akela.emit import module_files, write_component
    from akela.settings.compiling import for_target

    chosen = _guarded(lambda: for_target(_settings(settings_file).settings, _one_target(target)))
    if output is None:
        for text in _guarded(lambda: module_files(module, chosen)).values():
            click.echo(text)
    else:
        for path in _guarded(lambda: write_component(module, chosen, output)):
            click.echo(path)


# --- export -------------------------------------------------------------------------------------------------------------------------------


@main.command(epilog="Example: akela export esp-idf components/akela --chip esp32c3 --algorithms sha256,aes-gcm")
@click.argument("target")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--chip", metavar="NAME", help="A board or a processor; host is this machine.  [default: the target's usual one, or host]")
@click.option("--algorithms", metavar="NAMES", help="Algorithms and families with commas between; overrides the settings'.")
@click.option("--settings", "settings_file", type=click.Path(path_type=Path), help=SETTINGS_FILE)
@click.option("--small", is_flag=True, help="The least flash and memory: loops stay loops, small GHASH, small windows.")
@click.option("--check", is_flag=True, help="Write nothing; say which files differ; 1 if any does in more than its commit.")
def export(
    target: str, folder: Path, chip: str | None, algorithms: str | None, settings_file: Path | None, small: bool, check: bool
) -> None:
    """Write Akela in C for a build system or an SDK.

    The files go into FOLDER. TARGET is amalgamation (two files), arduino, cmake, cmsis-pack, esp-idf, esp8266-rtos-sdk, make,
    platformio, simplicity-studio, stm32-spl, stm32cube or zephyr. It takes no compiler. A file that was edited since it was exported
    stays as it is.
    """
    from akela.firmware.export import chosen_settings, compare, files, write

    read = _settings(settings_file)
    made = _guarded(lambda: files(target, chip, chosen_settings(read.settings, algorithms, small), read))
    outcomes = list(_guarded(lambda: list(compare(made, folder)) if check else write(made, folder)))
    for outcome in outcomes:
        if outcome.what != "unchanged":
            click.echo(f"{outcome.what:9} {folder / outcome.path}")
    kept = [outcome for outcome in outcomes if outcome.what == "kept"]
    if kept:
        click.echo(f"{len(kept)} edited files differ from the export; to have the exported ones, delete them and export again", err=True)
    if check and any(outcome.what not in ("unchanged", "dated") for outcome in outcomes):
        raise SystemExit(1)


# --- config -------------------------------------------------------------------------------------------------------------------------------


@main.group(cls=Commands, epilog="Example: akela config show user_settings.h")
def config() -> None:
    """Look at build settings: TOML, user_settings.h or sdkconfig."""


@config.command(name="show", epilog="Example: akela config show components/akela/include/user_settings.h")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def config_show(file: Path | None) -> None:
    """Print the settings in FILE, or the defaults.

    For a user_settings.h also the table of macros, defined or not, as boot logs have it.
    """
    from akela.settings.report import show

    for line in show(_settings(file)):
        click.echo(line)


@config.command(name="explain", epilog="Example: akela config explain RSA_LOW_MEM")
@click.argument("names", nargs=-1, required=True, metavar="MACRO...")
def config_explain(names: tuple[str, ...]) -> None:
    """Say what a MACRO, or a setting, means."""
    from akela.settings.report import explain

    for name in names:
        click.echo(_guarded(lambda name=name: explain(name)))  # type: ignore[misc]


@config.command(name="check", epilog="Example: akela config check user_settings.h")
@click.argument("file", type=click.Path(path_type=Path))
def config_check(file: Path) -> None:
    """Judge FILE: contradictions are errors, unknown macros warnings."""
    loaded = _settings(file, quiet=True)
    for note in loaded.notes:
        click.echo(f"note: {note}")
    for warning in loaded.warnings:
        click.echo(f"warning: {warning}")
    click.echo(f"{file}: {len(loaded.warnings)} warnings; settings {loaded.settings.hash}")


@config.command(name="kconfig", epilog="Example: akela config kconfig settings.toml > components/akela/Kconfig")
@click.argument("file", required=False, type=click.Path(path_type=Path))
def config_kconfig(file: Path | None) -> None:
    """Print a Kconfig with Akela's options, whose defaults are the settings in FILE."""
    from akela.settings.kconfig import kconfig

    click.echo(kconfig(_settings(file).settings), nl=False)


def _settings(file: Path | None, quiet: bool = False) -> Loaded:
    """The settings in a file; warnings go to standard error."""
    from akela.settings.read import read_settings

    loaded = _guarded(lambda: read_settings(file))
    for warning in () if quiet else loaded.warnings:
        click.echo(f"Warning: {warning}", err=True)
    return loaded


# --- what the commands share --------------------------------------------------------------------------------------------------------------


def _targets(name: str | None) -> list[Target]:
    """The target of this name, this machine's for None, every one for "all"."""
    from akela.compiler.targets import host_target, load_target, target_names

    if name == "all":
        return [load_target(each) for each in target_names()]
    return [host_target() if name is None else load_target(name)]


def _one_target(name: str | None) -> Target:
    if name == "all":
        raise click.BadParameter("this command takes one target, not all of them", param_hint="--target")
    return _targets(name)[0]


def _guarded(work: Callable[[], T]) -> T:
    """Run a command's work; errors that name what was given become messages without a traceback."""
    try:
        return work()
    except Exception as error:
        if not _is_a_message(error):
            raise
        raise click.ClickException(str(error.args[0]) if isinstance(error, KeyError) else str(error)) from error


def _is_a_message(error: Exception) -> bool:
    """Whether an error is written for the user."""
    if isinstance(error, BrokenPipeError | click.ClickException):
        return False  # click's own business
    if isinstance(error, ValueError | ImportError | LookupError | OSError):
        return True
    if type(error).__module__.startswith("akela.boards"):
        return True
    if not type(error).__module__.startswith("akela.compiler"):
        return False
    from akela.compiler.c_compiler import CompileFailed, CompilerMissing
    from akela.compiler.errors import CompileErrors
    from akela.compiler.inspection.object_file import InspectionError
    from akela.compiler.spec import PassError
    from akela.compiler.targets import TargetError
    from akela.compiler.toolchains import ToolchainMissing

    missing = CompilerMissing | InspectionError | ToolchainMissing
    return isinstance(error, CompileErrors | CompileFailed | PassError | TargetError | missing)

"""The command `akela`. Each command parses its options here and does its work in a module of its own, imported when it is needed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from akela import __version__

F = TypeVar("F", bound=Callable[..., Any])


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


class BenchCommand(click.Command):
    """Takes the single-dash arguments of the published benchmark programs as well."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from akela.bench.arguments import ArgumentError, translate

        try:
            return super().parse_args(ctx, translate(args))
        except ArgumentError as error:
            raise click.UsageError(str(error), ctx) from None


def _names(value: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip()) if value else ()


@main.command(cls=BenchCommand, epilog="Example: akela bench sha256 aead --block-bytes 16384 --min-seconds 0.5")
@click.argument("algorithms", nargs=-1)
@click.option("--quick", is_flag=True, help="About a tenth of a second a row: the whole table in less than 20 s.")
@click.option("--block-bytes", type=click.IntRange(min=16), default=1024, show_default=True, help="Bytes a call; a multiple of 16.")
@click.option("--min-seconds", type=click.FloatRange(min=0.001), default=1.0, show_default=True, help="Time a row, at least.")
@click.option("--base10", is_flag=True, help="KB and MB of 1000 and 1000000 bytes in place of KiB and MiB.")
@click.option("--csv", "output", flag_value="csv", help="Comma-separated values in place of the table.")
@click.option("--json", "output", flag_value="json", help="JSON with platform, settings and samples in place of the table.")
@click.option("--layout", type=click.Choice(["wolfcrypt", "stm32"]), default="wolfcrypt", show_default=True, help="The table's layout.")
@click.option(
    "--threads", type=click.IntRange(min=1, max=256), default=1, show_default=True, help="Run each row on this many threads at once."
)
@click.option("--no-aad", is_flag=True, help="No additional data in the AEAD rows; their labels say so.")
@click.option("--compare", metavar="A,B", help="Executions side by side with ratios: native, python, checked, traced.")
def bench(
    algorithms: tuple[str, ...],
    quick: bool,
    block_bytes: int,
    min_seconds: float,
    base10: bool,
    output: str | None,
    layout: str,
    threads: int,
    no_aad: bool,
    compare: str | None,
) -> None:
    """Measure every algorithm on this machine, or those named by ALGORITHMS (names or families).

    The arguments of the published benchmark programs work too: -lng 0, -base10, -no_aad, -csv, -threads 2, -cipher,
    -digest, -mac, -aes-cbc …, and a
    bare number for the block size.
    """
    from akela.bench.run import QUICK_SECONDS, Options, run

    if block_bytes % 16:
        raise click.BadParameter(f"{block_bytes} is not a multiple of 16, which AES-ECB and AES-CBC rows need", param_hint="--block-bytes")
    executions = _names(compare)
    if compare is not None and len(executions) < 2:
        raise click.BadParameter(f"{compare!r} names fewer than two executions; write native,python", param_hint="--compare")
    for wish, given in (("--compare", bool(executions)), ("--csv or --json", output is not None), ("--layout stm32", layout == "stm32")):
        if given and threads > 1 and wish == "--compare":
            raise click.UsageError("--compare measures one thread; leave --threads out")
    if executions and (output is not None or layout == "stm32"):
        raise click.UsageError("--compare prints a table of its own; leave --csv, --json and --layout out")
    options = Options(
        algorithms=algorithms,
        block_bytes=block_bytes,
        min_seconds=QUICK_SECONDS if quick else min_seconds,
        base10=base10,
        layout=layout,
        output=output or "table",
        threads=threads,
        aad=not no_aad,
        compare=executions,
    )
    _guarded(lambda: run(options, click.echo))


@main.command(name="test", epilog="Example: akela test sha256 aead --execution python")
@click.argument("algorithms", nargs=-1)
@click.option(
    "--execution", default=None, metavar="NAME", help="native, python, checked or traced; by default the one that `import akela` uses."
)
def self_test(algorithms: tuple[str, ...], execution: str | None) -> None:
    """Run the known-answer tests that come with the package, a line an algorithm. Ends with a return code: 0 if all passed."""
    from akela.selftest.run import run

    code = _guarded(lambda: run(algorithms, execution, click.echo))
    sys.exit(code)


@main.command(epilog="Example: akela info --algorithms")
@click.option("--algorithms", is_flag=True, help="List the algorithms and their families instead.")
def info(algorithms: bool) -> None:
    """Report on this installation: version, source, compiler, CPU features, and which implementation serves each operation."""
    from akela.info import algorithm_table, platform_lines

    for line in _guarded(algorithm_table if algorithms else platform_lines):
        click.echo(line)


def _guarded(work: Callable[[], Any]) -> Any:
    """Run a command's work; errors that name what was given become messages without a traceback."""
    try:
        return work()
    except (ValueError, ImportError, LookupError) as error:
        raise click.ClickException(str(error)) from error

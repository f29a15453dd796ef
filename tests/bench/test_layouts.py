"""The tables against lines of the published logs: where the figures are the same, so is the line, to the letter."""

from __future__ import annotations

import re

import pytest

from akela.bench.layouts import Stm32Layout, WolfcryptLayout, banner, comparison
from akela.bench.measure import Measurement
from akela.catalogue.entries import Call, Row
from tests.bench.figures import of_bytes, of_ops

CALL = Call("test", ())

# What a line of bytes and a line of operations consist of. Units are cut short in one log, and one has no operations a second.
BYTES = re.compile(
    r"(?P<label>\S(?:.*\S)?) +(?P<amount>\d+) (?P<unit>[KMG]i?B) took (?P<seconds>\d+\.\d{3}) seconds, +\d+\.\d{3} (?P=unit)/s?"
    r"(?: Cycles per byte = +\d+\.\d\d)?"
)
OPS = re.compile(
    r"(?P<label>\S(?:.*\S)?) +(?P<size>\d+) +(?P<action>[a-z ]*[a-z]) +(?P<calls>\d+) ops took \d+\.\d{3} sec, avg \d+\.\d{3} ms"
    r"(?:, \d+\.\d{3} ops/sec)?"
)
OLD_BYTES = re.compile(r"(?P<label>\S+) +\d+ [kK]B took \d+\.\d{3} seconds, +\d+\.\d\d MB/s")
OLD_OPS = re.compile(r"(?P<label>\S+) +\d+ [a-z ]*[a-z](?: took)? +\d+\.\d\d milliseconds, avg over 100 iterations")

# Lines of the published logs of an ESP32-C3, an EFR32xG21, an ESP8266 (run together on one line there) and an STM32F2.
PUBLISHED = [
    (BYTES, "AES-128-CBC-enc           1725 KiB took 1.011 seconds, 1706.231 KiB/s"),
    (BYTES, "MD5                      10650 KiB took 1.001 seconds, 10639.361 KiB/"),
    (BYTES, "GMAC Default               567 KiB took 1.000 seconds,  567.000 KiB/s"),
    (BYTES, "SHA-512/224               1300 KiB took 1.011 seconds, 1285.856 KiB/s"),
    (BYTES, "PBKDF2                       0 KiB took 1.084 seconds,    0.173 KiB/s"),
    (BYTES, "AES-128-GCM-enc-no_AAD       5 MiB took 1.004 seconds,    4.888 MiB/s"),
    (BYTES, "CHA-POLY                     1 MiB took 1.006 seconds,    1.189 MiB/s"),
    (BYTES, "HMAC-SHA 2325 KiB took 1.009 seconds, 2304.262 KiB/s Cycles per byte = 14.05"),
    (OPS, "RSA     2048   public        46 ops took 1.016 sec, avg 22.087 ms"),
    (OPS, "RSA     2048   public        30 ops took 1.022 sec, avg 34.067 ms, 29.354 ops/sec"),
    (OPS, "ECC   [      SECP256R1]   256  key gen       172 ops took 1.004 sec, avg 5.837 ms, 171.315 ops/sec"),
    (OPS, "ED     25519   verify        40 ops took 1.042 sec, avg 26.050 ms"),
    (OLD_BYTES, "AES        1024 kB took 0.822 seconds,   1.22 MB/s"),
    (OLD_BYTES, "SHA-256   1024 KB took 0.690 seconds,   1.45 MB/s"),
    (OLD_OPS, "RSA 2048 encryption took 111.17 milliseconds, avg over 100 iterations"),
    (OLD_OPS, "DH  2048 key generation   467.90 milliseconds, avg over 100 iterations"),
]

# Published lines whose figures give the same line here.
SAME = [
    (of_bytes("AES-128-CBC-enc", 1725, 1.011), "AES-128-CBC-enc           1725 KiB took 1.011 seconds, 1706.231 KiB/s"),
    (of_bytes("AES-256-GCM-dec", 400, 1.016), "AES-256-GCM-dec            400 KiB took 1.016 seconds,  393.701 KiB/s"),
    (of_bytes("SHA-512/256", 1300, 1.011), "SHA-512/256               1300 KiB took 1.011 seconds, 1285.856 KiB/s"),
    (of_bytes("PBKDF2", 0.1875, 1.084), "PBKDF2                       0 KiB took 1.084 seconds,    0.173 KiB/s"),
    (of_bytes("SHA-256", 8.032 * 1024, 1.0), "SHA-256                      8 MiB took 1.000 seconds,    8.032 MiB/s"),
    (of_ops("RSA", 2048, "public", 30, 1.022), "RSA     2048   public        30 ops took 1.022 sec, avg 34.067 ms, 29.354 ops/sec"),
    (of_ops("RSA", 2048, "private", 2, 2.398), "RSA     2048  private         2 ops took 2.398 sec, avg 1199.000 ms, 0.834 ops/sec"),
    (of_ops("ED", 25519, "sign", 14, 1.008), "ED     25519     sign        14 ops took 1.008 sec, avg 72.000 ms, 13.889 ops/sec"),
    (
        of_ops("ECDSA [      SECP256R1]", 256, "verify", 160, 1.003),
        "ECDSA [      SECP256R1]   256   verify       160 ops took 1.003 sec, avg 6.269 ms, 159.521 ops/sec",
    ),
]


@pytest.mark.parametrize(("pattern", "line"), PUBLISHED, ids=[line[:30].strip() for _, line in PUBLISHED])
def test_the_patterns_are_those_of_the_logs(pattern: re.Pattern[str], line: str) -> None:
    assert pattern.fullmatch(line)


@pytest.mark.parametrize(("figures", "line"), SAME, ids=[line[:24].strip() for _, line in SAME])
def test_equal_figures_give_the_published_line(figures: Measurement, line: str) -> None:
    assert WolfcryptLayout().line(figures) == line


@pytest.mark.parametrize("kib", [0.5, 4, 1725, 10650, 3_000_000, 90_000_000])
@pytest.mark.parametrize("base10", [False, True])
def test_every_amount_has_the_layout(kib: float, base10: bool) -> None:
    line = WolfcryptLayout(base10).line(of_bytes("AES-128-CBC-enc-no_AAD", kib, 1.003))
    match = BYTES.fullmatch(line)
    assert match and match["label"] == "AES-128-CBC-enc-no_AAD"
    assert match.start("unit") == 31
    assert match["unit"] in (("KB", "MB", "GB") if base10 else ("KiB", "MiB", "GiB"))


def test_cycles_come_last_where_they_are_known() -> None:
    line = WolfcryptLayout().line(of_bytes("SHA", 1000, 1.0, cycles=1024 * 1000 * 7))
    assert line.endswith("KiB/s Cycles per byte =   7.00")
    assert BYTES.fullmatch(line)


def test_the_oldest_layout() -> None:
    layout = Stm32Layout()
    assert OLD_BYTES.fullmatch(layout.line(of_bytes("SHA-256", 1024, 0.690)))
    assert layout.line(of_bytes("SHA-256", 1024, 0.690)).endswith("1024 KB took 0.690 seconds,   1.45 MB/s")
    assert layout.line(of_ops("RSA", 2048, "encryption", 100, 11.117)) == PUBLISHED[-2][1]


def test_the_oldest_layout_has_fixed_amounts() -> None:
    assert Stm32Layout().calls(Row("RSA", CALL, per="ops", size=2048, action="sign"), 1024) == 100
    assert Stm32Layout().calls(Row("SHA-256", CALL), 1024) == 1024
    assert Stm32Layout().calls(Row("SHA-256", CALL), 4 << 20) == 1
    assert Stm32Layout().calls(Row("PBKDF2", CALL, call_bytes=32), 1024) == 100


def test_headings_name_version_and_block_size() -> None:
    lines = WolfcryptLayout().title(1024, 1.0).splitlines()
    assert lines[0] == lines[2] == "-" * 78
    assert re.fullmatch(r" Akela version \d+\.\d+\.\d+", lines[1])
    assert lines[3] == "Akela Benchmark (block bytes 1024, min 1.0 sec each)"
    assert banner("x").splitlines()[:3] == Stm32Layout().title(1024, 1.0).splitlines()[:3]


def test_side_by_side_gives_ratios_of_the_median_samples() -> None:
    heading, bytes_line, ops_line = comparison(
        ("native", "python"),
        [
            (of_bytes("SHA-256", 20480, 1.0), of_bytes("SHA-256", 1024, 2.0)),
            (of_ops("MODEXP", 1024, "power", 30, 1.0), of_ops("MODEXP", 1024, "power", 2, 1.0)),
        ],
        base10=False,
    )
    assert heading.split() == ["native", "python", "native", "/", "python"]
    assert bytes_line.split() == ["SHA-256", "20.0", "MiB/s", "512.0", "KiB/s", "40.0"]
    assert ops_line.split() == ["MODEXP", "1024", "power", "30.0", "ops/sec", "2.0", "ops/sec", "15.0"]
    assert len(heading) == len(bytes_line) == len(ops_line)

"""The single-dash arguments of the published programs."""

from __future__ import annotations

import pytest

from akela.bench.arguments import ArgumentError, translate


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("-lng 0", ""),
        ("-base10", "--base10"),
        ("-no_aad", "--no-aad"),
        ("-csv", "--csv"),
        ("-threads 2", "--threads 2"),
        ("-cipher", "cipher aead"),
        ("-digest", "hash"),
        ("-mac", "mac"),
        ("-aes-cbc", "aes-cbc"),
        ("-chacha20-poly1305 -sha512", "chacha20-poly1305 sha512"),
        ("-sha2", "sha224 sha256 sha384 sha512"),
        ("-sha3 -ripemd", "sha3_224 sha3_256 sha3_384 sha3_512 ripemd160"),
        ("-sha256 4096", "sha256 --block-bytes 4096"),
        ("-csv 4096", "--csv --block-bytes 4096"),
        ("--quick 4096", "--quick --block-bytes 4096"),
        ("--block-bytes 64", "--block-bytes 64"),
        ("--min-seconds 1 2048", "--min-seconds 1 --block-bytes 2048"),
        ("--threads 2", "--threads 2"),
        ("--compare", "--compare"),
        ("-lng 0 1024 -sha256 --json", "--block-bytes 1024 sha256 --json"),
        ("-h", "-h"),
        ("-?", "--help"),
        ("-? 1 -csv", "--help --csv"),
        ("-help", "--help"),
        ("sha256 aead", "sha256 aead"),
    ],
)
def test_published_spellings(given: str, meant: str) -> None:
    assert translate(given.split()) == meant.split()


def test_every_hmac_is_in_its_group() -> None:
    assert "hmac-sha512_256" in translate(["-hmac"])
    assert all(name.startswith("hmac-") for name in translate(["-hmac"]))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("-lng 1", "-lng 1: the table is printed in English only; write -lng 0"),
        ("-lng", "-lng (nothing): the table is printed in English only; write -lng 0"),
        ("-threads", "-threads takes a number; write -threads 2"),
        ("-sha25", "did you mean -sha256"),
        ("-zzzz", "there are -3des, -aes-cbc, "),
    ],
)
def test_what_has_no_meaning_is_refused(given: str, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        translate(given.split())
    assert message in str(caught.value)

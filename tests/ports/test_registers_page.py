"""docs/registers.md says what the declarations say."""

from tools import registers


def test_the_page_is_up_to_date() -> None:
    assert registers.PAGE.read_text(encoding="utf-8") == registers.page().rstrip() + "\n", "run `python -m tools.registers`"


def test_rows() -> None:
    lines = registers.page().splitlines()
    assert "| 0x00c | HR[5] | r, secret | 0x0 |  |" in lines
    assert "| swap_words | 51 | 54 | 54 |" in lines and "| aes_key_bytes | 16, 32 |" in lines
    assert "| hash | 0x50060400 | 0x50060400 | 0x50060400 |" in lines
    assert "| 0x040 | MODE | rw | 0x0 | mode 2:0 |" in lines
    assert "| 0x030 | TEXT_OUT[4] | r, secret | 0x0 |  |" in lines
    assert "| 0x0a0 | IN_PERI_SEL[3], 0xc0 bytes apart | rw | 0x3f | peripheral 5:0 |" in lines

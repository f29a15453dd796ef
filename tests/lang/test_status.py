"""Statuses: the codes are part of the C interface."""

from __future__ import annotations

import pytest

from akela import lang
from akela.lang import Status
from akela.lang.types import STATUS, as_type


def test_codes_keep_their_meaning() -> None:
    assert {status.name: status.code for status in Status} == {
        "OK": 0,
        "AUTHENTICATION_FAILED": -1,
        "BAD_LENGTH": -2,
        "BAD_PARAMETER": -3,
        "BAD_STATE": -4,
        "LIMIT_EXCEEDED": -5,
        "NOT_SUPPORTED": -6,
        "HARDWARE_FAILED": -7,
        "INVALID_SIGNATURE": -8,
        "INVALID_KEY": -9,
        "INTERRUPTED": -10,
    }


@pytest.mark.parametrize("status", Status)
def test_a_status_has_a_name_a_code_and_a_sentence(status: Status) -> None:
    assert getattr(lang, status.name) is status
    assert Status(status.code) is status
    assert int(status) == status.code
    assert status.sentence.endswith(".")


def test_a_status_is_compared_and_no_condition() -> None:
    assert lang.OK == Status.OK and lang.OK != lang.BAD_LENGTH
    with pytest.raises(TypeError, match="write `status == OK`"):
        bool(lang.OK)
    assert as_type(Status) == STATUS

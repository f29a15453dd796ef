"""The fixtures of the tests of kernels."""

from __future__ import annotations

from tests.kernels.conftest import execution, execution_name, sample, way

__all__ = ["execution", "execution_name", "sample", "way"]

# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the tests of mpitcheck bench."""
import pytest

pytest.register_assert_rewrite("tests.bench.bench_folder")

from tests.bench.bench_folder import BenchFolder  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    """A folder with the tree `fake`."""
    return BenchFolder(tmp_path)

# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the tests of mpitcheck bench."""
import pytest

pytest.register_assert_rewrite("mpitcheck.bench.selftests.bench_folder")

from mpitcheck.bench.selftests.bench_folder import BenchFolder  # noqa: E402


@pytest.fixture
def folder(tmp_path):
    """A folder with the tree `fake`."""
    return BenchFolder(tmp_path)

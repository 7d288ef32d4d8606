# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the tests of all rooms."""
import pytest

pytest.register_assert_rewrite("tests.fake_tree")

from tests.fake_tree import FakeTree  # noqa: E402


@pytest.fixture
def tree():
    """A fake tree of the test's own."""
    with FakeTree() as made:
        yield made

# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the tests of all rooms."""
import pytest

pytest.register_assert_rewrite("tests.fake_tree", "tests.report.browser")

from tests.fake_tree import FakeTree  # noqa: E402
from tests.report.browser import Browser  # noqa: E402


@pytest.fixture
def tree():
    """A fake tree of the test's own."""
    with FakeTree() as made:
        yield made


@pytest.fixture(scope="module")
def browser():
    """A headless Chromium with a folder for pages."""
    with Browser() as made:
        yield made

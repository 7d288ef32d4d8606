# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of several files of tests."""
import pytest

from tool import Tool


@pytest.fixture
def tool(tmp_path):
    return Tool(str(tmp_path))

# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of several files of tests."""
import pytest

from made_catalogue import Catalogue


@pytest.fixture
def catalogue(tmp_path):
    return Catalogue(str(tmp_path))

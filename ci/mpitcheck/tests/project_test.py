# SPDX-License-Identifier: BSD-3-Clause
"""ci/mpitcheck/pyproject.toml agrees with what CMake and the top folder say."""
import os
import re

_ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))


def _find(path, pattern):
    with open(os.path.join(_ROOT, path), encoding="utf-8") as file:
        found = re.search(pattern, file.read(), re.MULTILINE)
    assert found, f"{path} has no {pattern}"
    return found[1]


def _project(pattern):
    return _find("ci/mpitcheck/pyproject.toml", pattern)


def test_version_agrees_with_cmake():
    assert _project('^version = "(.*)"') == _find("CMakeLists.txt", r"^project\(\w+ VERSION (\S+)")


def test_oldest_python_agrees_with_cmake():
    oldest = _find("cmake/python.cmake", r"set\(MPITCHECK_OLDEST_PYTHON (\S+)\)")
    assert _project('^requires-python = ">=(.*)"') == oldest


def test_black_uses_the_options_of_the_top_folder():
    table = r"(?s)^(\[tool\.black\]\n.*?)(?:\n\n|\n*\Z)"
    assert _project(table) == _find("pyproject.toml", table)

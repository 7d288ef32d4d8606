# SPDX-License-Identifier: BSD-3-Clause
"""ci/tools/check-includes sees each way in which a folder may use one that comes after it."""
import os
import subprocess
import sys

import pytest

_CHECK = os.path.join(os.path.dirname(__file__), *[os.pardir] * 2, "tools", "check-includes")
_LINK = "ci/mpitcheck/src/mpitcheck/schema"
_SCHEMA = "conformance/harness/facts/schema"
_BUILD = "CMakeLists.txt"


def _check(root, path, text):
    """Exit code and output for a checkout with the link to the schema and this file."""
    for each, content in {path: text, f"{_SCHEMA}/records.py": ""}.items():
        (root / each).parent.mkdir(parents=True, exist_ok=True)
        (root / each).write_text(content, encoding="utf-8")
    (root / _LINK).parent.mkdir(parents=True, exist_ok=True)
    (root / _LINK).symlink_to(root / _SCHEMA)
    for words in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", "-C", root, *words], check=True)
    done = subprocess.run(
        [sys.executable, _CHECK, root], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    "path, text, used",
    [
        ("conformance/suite/a.cpp", '#include "ci/mpitcheck/a.hpp"\n', "ci"),
        ("reference/binding/a.c", '#include "conformance/suite/a.h"\n', "conformance/suite"),
        ("conformance/harness/facts/a.py", "from mpitcheck.judge import records\n", "judge"),
        ("conformance/harness/facts/a.py", "import mpitcheck.schema.records\n", "mpitcheck"),
        ("conformance/aliens/a.py", "def f():\n    from mpitcheck import run\n", "mpitcheck"),
        ("reference/cvargen/a.py", "from campaigns.abi import table\n", "ci/campaigns"),
        ("properties/a", "#!/usr/bin/env python3\nimport mpitcheck\n", "mpitcheck"),
        ("ci/mpitcheck/src/mpitcheck/judge/a.py", "from mpitcheck.run import run\n", "run"),
        (f"conformance/harness/{_BUILD}", "set(a ${PROJECT_SOURCE_DIR}/ci/mpitcheck/src)\n", "ci"),
        (f"conformance/harness/{_BUILD}", 'set(a "${CMAKE_SOURCE_DIR}/ci/tools/a")\n', "ci"),
        (f"conformance/{_BUILD}", "add_subdirectory(../ci/mpitcheck ci)\n", "ci/mpitcheck"),
        (f"reference/{_BUILD}", "file(GLOB a ../conformance/suite/*.cpp)\n", "conformance/suite"),
        ("reference/a.cmake", "set(a ${CMAKE_CURRENT_SOURCE_DIR}/../ci/tools/a)\n", "ci"),
        (f"conformance/faults/{_BUILD}", "${PROJECT_SOURCE_DIR}/stress/faults/*.cpp\n", "stress"),
    ],
)
def test_a_use_of_a_later_folder_is_found(tmp_path, path, text, used):
    code, output = _check(tmp_path, path, text)
    assert (code, f"  {path} -> " in output) == (1, True), output
    assert used in output.partition(" -> ")[2]


@pytest.mark.parametrize(
    "path, text",
    [
        ("conformance/suite/a.cpp", '#include "reference/support/a.hpp"\n'),
        ("ci/mpitcheck/src/mpitcheck/judge/a.py", "from mpitcheck.schema.records import Fact\n"),
        ("ci/tools/a.py", "from mpitcheck.run import run\n"),
        ("conformance/harness/tests/a.py", "from mpitcheck.run import run\n"),
        ("conformance/harness/facts/a.py", "# from mpitcheck.run import run\n"),
        (f"conformance/{_BUILD}", "# ${PROJECT_SOURCE_DIR}/ci/tools/a is not used.\n"),
        (f"properties/{_BUILD}", "add_subdirectory(${PROJECT_SOURCE_DIR}/reference/engine a)\n"),
        (f"reference/binding/{_BUILD}", "add_library(a ../runtime/a.cpp)\n"),
        (_BUILD, "add_subdirectory(ci/mpitcheck)\n"),
    ],
)
def test_a_use_of_an_earlier_folder_is_not(tmp_path, path, text):
    assert _check(tmp_path, path, text) == (0, "")


def test_a_folder_that_git_cannot_list_is_refused(tmp_path):
    environment = {**os.environ, "GIT_DIR": "/nowhere"}
    done = subprocess.run([sys.executable, _CHECK, tmp_path], env=environment, check=False)
    assert done.returncode == 2

# SPDX-License-Identifier: BSD-3-Clause
"""target.json and the files of tests, of a tree whose programs are scripts."""
import json
import os
import subprocess
import sys

import pytest

_WRITER = os.path.join(os.path.dirname(__file__), os.pardir, "write_manifest.py")
_IDENTITY = '{\n "library_version": "One; [1]",\n "unresolved": []\n}'
_TESTS = '[\n {"name": "a.one", "np": 1},\n {"name": "a.two", "np": 2}\n]'


def _program(path, output, code=0):
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{output}\nEND\nexit {code}\n")
    path.chmod(0o755)


@pytest.fixture
def tree(tmp_path):
    for folder in ("bin", "generated"):
        (tmp_path / folder).mkdir()
    _program(tmp_path / "bin/inventory", _IDENTITY)
    _program(tmp_path / "bin/suite", _TESTS)
    return tmp_path


def _write(tree, *options):
    words = ["--tree", tree, "--version", "1", "--name", "n", "--kind", "external", *options]
    return subprocess.run(
        [sys.executable, "-B", _WRITER, *words], capture_output=True, text=True, check=False
    )


def _manifest(tree, *options):
    done = _write(tree, *options)
    assert done.returncode == 0, done.stderr
    return json.loads((tree / "target.json").read_text())


def test_the_library_and_its_suites_are_described(tree):
    manifest = _manifest(
        tree, "--suites", "suite", "--random-suites", "suite", "--launcher=mpiexec"
    )
    assert manifest["library_version"] == "One; [1]"
    assert manifest["programs"] == [
        {"suite": "suite", "path": "bin/suite", "random": True, "tests": json.loads(_TESTS)}
    ]
    assert manifest["launcher"] == ["mpiexec", "-n", "{np}"]
    assert (tree / "generated/suite.tests.json").read_text() == _TESTS


def test_library_output_around_the_json_is_ignored(tree):
    _program(tree / "bin/inventory", f"[info] up\n{_IDENTITY}\n[info] down")
    assert _manifest(tree)["library_version"] == "One; [1]"


def test_ctest_runs_several_processes_only_with_a_launcher(tree):
    _manifest(tree, "--suites", "suite")
    lines = (tree / "generated/suite.ctest.cmake").read_text()
    assert f"add_test(a.one {tree}/bin/suite --test a.one)\n" in lines
    assert "a.two" not in lines
    _manifest(tree, "--suites", "suite", "--launcher=bin/run")
    lines = (tree / "generated/suite.ctest.cmake").read_text()
    assert f"add_test(a.two {tree}/bin/run -n 2 {tree}/bin/suite --test a.two)\n" in lines


def test_an_archive_has_nothing_to_preload(tree):
    assert "recorder" in _manifest(tree)
    manifest = _manifest(tree, "--static")
    assert manifest["static"] and "recorder" not in manifest and "faults" not in manifest


def test_undefined_functions_are_named(tree):
    _program(tree / "bin/inventory", _IDENTITY.replace("[]", '["MPI_T_finalize"]'))
    assert "no library of the program defines: MPI_T_finalize" in _write(tree).stdout


def _error(tree):
    """The error, which is one line that mpitcheck test shows."""
    done = _write(tree, "--suites", "suite")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("write_manifest.py: error: ")
    return line


def test_a_program_without_output_is_named(tree):
    _program(tree / "bin/suite", "x\ny")
    assert f"'{tree}/bin/suite --list' prints no JSON, but: x y" in _error(tree)


@pytest.mark.parametrize(
    "text, part",
    [
        ("#!/bin/sh\necho 'no PMI' >&2\nexit 3\n", "does not run here (exit code 3: no PMI)"),
        ("#!/bin/sh\nkill -ILL $$\n", "does not run here (SIGILL: )"),
        ("\x7fELF\x02\x01\x01", "does not run here (Exec format error)"),
    ],
    ids=["library", "processor", "machine"],
)
def test_programs_for_other_nodes_are_explained(tree, text, part):
    (tree / "bin/suite").write_text(text)
    line = _error(tree)
    assert part in line
    assert "--only-build WRAPPER" in line and "--launcher 'aprun -n {np}'" in line

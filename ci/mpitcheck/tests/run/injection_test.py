# SPDX-License-Identifier: BSD-3-Clause
"""What reaches a test program: variables, folders, preloaded libraries, another ABI library."""
import os

import pytest
from mpitcheck.process.error import ExitCode

_LIBRARY = os.environ.get("PRELOAD_LIBRARY", "")


def output_of(tree, *options, **variables):
    run = tree.mpitcheck(
        [
            "run",
            tree.root,
            "--filter",
            "plain.environment",
            "--json",
            "report.json",
            *options,
        ],
        **variables,
    )
    assert run.exit_code == ExitCode.as_expected, run.err + run.out
    return tree.test("plain.environment")["output"]


def test_variables_and_folders_reach_the_program(tree):
    output = output_of(tree, "--env", "HOSTILE_SHOWN=a b")
    assert "shown a b\n" in output
    assert "working in TMPDIR\n" in output
    assert "--env 'HOSTILE_SHOWN=a b'" in tree.test("plain.environment")["replay"]


def test_preloaded_libraries_reach_the_program_but_not_the_launcher(tree):
    assert output_of(tree, "--preload", _LIBRARY).count("preloaded") == 1
    # The launcher, its shell and env(1), which sets the variable, come before it.
    assert output_of(tree, "--preload", _LIBRARY, "--np", "2").count("preloaded") == 2


def test_another_abi_library_replaces_both_sonames(tree):
    tree.manifest["kind"] = "reference"
    tree.write()
    output = output_of(tree, "--abi-library", _LIBRARY)
    for number in (0, 1):
        assert f"libmpi_abi.so.{number} -> {os.path.realpath(_LIBRARY)}" in output
    # The target is named after the library that the inventory found, not after the tree.
    assert tree.test("plain.environment")["target"] == "fake-abi"
    output_of(tree, "--abi-library", _LIBRARY, "--name", "night-2")
    assert tree.test("plain.environment")["target"] == "night-2"


@pytest.mark.parametrize("np", [1, 2])
@pytest.mark.parametrize("kind, library", [("reference", "tree/lib"), ("external", "other")])
def test_the_reference_is_tested_whatever_library_the_environment_names(tree, kind, library, np):
    for folder in ("tree/lib", "other"):
        os.makedirs(tree.file(folder))
        os.symlink(folder, tree.file(f"{folder}/libmpi_abi.so.0"))
    tree.manifest["kind"] = kind
    tree.write()
    output = output_of(tree, "--np", str(np), LD_LIBRARY_PATH=tree.file("other"))
    assert output.count(f"libmpi_abi.so.0 -> {library}\n") == np, output

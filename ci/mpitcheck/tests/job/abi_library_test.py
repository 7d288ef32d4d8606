# SPDX-License-Identifier: BSD-3-Clause
"""The launcher that goes with a library of the standard ABI."""
import os

import pytest

from mpitcheck.job.abi_library import launcher_beside
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets


@pytest.fixture
def tree(tree):
    tree.manifest["kind"] = "reference"
    tree.write()
    return tree


def installed(tree, *files):
    for file in files:
        path = tree.file(file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as made:
            os.chmod(made.fileno(), 0o755)


@pytest.mark.parametrize(
    "library, launcher",
    [
        ("opt/lib/libmpi_abi.so.1.0.0", "opt/bin/mpiexec"),
        ("other/lib/libmpi_abi.so.0", "opt/bin/mpiexec"),
        ("opt/lib/some-linux-gnu/libmpi_abi_new.so.1", "opt/bin/mpiexec.new"),
        ("other/lib/libmpi_abi_lone.so.1", ""),
    ],
)
def test_abi_library_uses_the_launcher_of_its_installation(tree, library, launcher):
    installed(
        tree,
        "opt/bin/mpiexec",
        "opt/bin/mpiexec.new",
        "opt/lib/libmpi_abi.so.1.0.0",
        "opt/lib/some-linux-gnu/libmpi_abi_new.so.1",
        "other/lib/libmpi_abi_lone.so.1",
    )
    os.symlink("../../opt/lib/libmpi_abi.so.1.0.0", tree.file("other/lib/libmpi_abi.so.0"))
    words = [os.path.realpath(tree.file(launcher)), "-n", "{np}"] if launcher else []
    assert launcher_beside(tree.file(library)) == words


@pytest.mark.parametrize(
    "options, program",
    [({}, "INSTALLED -n"), ({"launcher": "mine {np}"}, "mine")],
    ids=["not named", "named"],
)
def test_abi_library_uses_a_named_launcher(tree, options, program):
    installed(tree, "opt/bin/mpiexec", "opt/lib/libmpi_abi.so.1")
    (target,) = load_targets(
        RunOptions(
            trees=[tree.root],
            abi_library=tree.file("opt/lib/libmpi_abi.so.1"),
            **options,
        )
    )
    words = program.replace("INSTALLED", os.path.realpath(tree.file("opt/bin/mpiexec"))).split()
    assert target.launcher == [*words, "{np}"]
    assert target.tree.env["PRTE_ALLOW_RUN_AS_ROOT"] == "1"

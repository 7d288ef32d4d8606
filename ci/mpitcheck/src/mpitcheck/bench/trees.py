# SPDX-License-Identifier: BSD-3-Clause
"""The trees whose benchmarks are measured."""
import os
from typing import TypedDict

from mpitcheck.judge.tree import parse_tree, read_manifest
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import paths_first


class BenchTree(TypedDict):
    """The benchmarks of a tree."""

    name: str
    library_version: str
    mpi_version: str
    tree: str  # as the user specified it
    environment: dict[str, str]
    programs: dict[str, str]  # paths by name


def load_tree(directory: str) -> BenchTree:
    """Reads the benchmarks from target.json in a build folder."""
    root, manifest = read_manifest(directory)
    tree = parse_tree(manifest, root, directory)
    if tree.library_folder:
        tree.env["LD_LIBRARY_PATH"] = paths_first(
            [tree.library_folder], os.environ.get("LD_LIBRARY_PATH")
        )
    is_built = any(map(os.path.exists, tree.benchmarks.values()))
    return {
        "name": tree.name,
        "library_version": tree.library_version,
        "mpi_version": tree.mpi_version,
        "tree": directory,
        "environment": tree.env,
        "programs": tree.benchmarks if is_built else {},
    }


def load_trees(directories: list[str]) -> list[BenchTree]:
    trees: list[BenchTree] = []
    for directory in directories:
        tree = load_tree(directory)
        name, names, number = tree["name"], {each["name"] for each in trees}, 2
        while tree["name"] in names:
            tree["name"], number = f"{name}-{number}", number + 1
        trees.append(tree)
    if not any(tree["programs"] for tree in trees):
        raise UserError(
            "'{0}' has no benchmark programs: install Google Benchmark, then cmake {0} && cmake"
            " --build {0} --target benchmarks".format(directories[0]),
            ExitCode.nothing_selected,
        )
    return trees

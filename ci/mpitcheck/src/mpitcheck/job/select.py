# SPDX-License-Identifier: BSD-3-Clause
"""The targets of a run and the selection of their tests."""
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, Optional

from mpitcheck.job.abi_library import launcher_beside
from mpitcheck.job.quick import fruitful_globs
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.slurm import Allocation, find_allocation
from mpitcheck.judge.clauses import find_clause, level_of
from mpitcheck.judge.deadly_call import QUARANTINE_TEST
from mpitcheck.judge.preflight import Preflight
from mpitcheck.judge.tree import Program, TestEntry, Tree, load_tree, refuse_preload, refuse_unbuilt
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import find_program
from mpitcheck.process.text import glob_match, split_words


@dataclass
class Target:
    """A tree in one run, with its name, launcher and preflight results."""

    tree: Tree
    name: str = ""  # unique in the run
    launcher: list[str] = field(default_factory=list)  # words with {np}; empty: none
    allocation: Optional[Allocation] = None  # of the launcher, if that is srun
    preflight: Optional[Preflight] = None  # None: not requested, or not finished

    def is_launched(self, np: int) -> bool:
        """Returns whether `np` processes are started by the launcher."""
        return np > 1 or self.preflight is not None and self.preflight.needs_launcher

    def tests(self) -> list[tuple[Program, TestEntry]]:
        """Returns all tests of the tree, each with its program."""
        return [(program, test) for program in self.tree.programs for test in program.tests]


@dataclass
class Planned:
    """A test to run, with its target and number of processes."""

    target: Target
    program: Program
    test: TestEntry
    np: int

    @property
    def program_key(self) -> tuple[int, int]:
        """A key that all tests of one program on one target share."""
        return id(self.target), id(self.program)


def _any_glob(globs: Iterable[str], *texts: str) -> bool:
    return any(glob_match(glob, text) for glob in globs for text in texts)


def _parse_launcher(text: str) -> list[str]:
    words = split_words(text)
    if not any("{np}" in word for word in words):
        raise UserError(
            f"--launcher '{text}' has no place for the number of processes: "
            "write {np}, e.g. 'mpiexec -n {np}'"
        )
    return words


def _launcher(tree: Tree, options: RunOptions) -> tuple[list[str], Optional[Allocation]]:
    """Returns the launcher's words, and their Slurm allocation if they use srun.

    The reference works only with its own launcher, so srun is never chosen for it.
    """
    if options.launcher:
        return _parse_launcher(options.launcher), None
    if options.abi_library:
        return launcher_beside(options.abi_library), None
    allocation = None if tree.is_reference else find_allocation()
    words = allocation.launcher(tree.library_version) if allocation else []
    return (words, allocation) if words else (tree.launcher, None)


def load_targets(options: RunOptions) -> list[Target]:
    """Loads the trees and assigns names and launchers.

    Raises UserError if a tree cannot be used as requested.
    """
    if options.abi_library and len(options.trees) > 1:
        raise UserError(
            "--abi-library needs exactly one tree: run once per library, with the same tree"
        )
    if options.name and (
        len(options.trees) > 1 or not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", options.name)
    ):
        raise UserError(
            f"--name {options.name}: a name is for one tree, of letters, digits, '.', '_' and '-'"
        )
    targets, names = [], set()
    for directory in options.trees:
        tree = load_tree(directory)
        name, number = options.name or tree.name, 2
        while name in names:
            name, number = f"{tree.name}-{number}", number + 1
        names.add(name)
        if options.preload or options.abi_library:
            refuse_preload(tree, "--preload" if options.preload else "--abi-library")
        launcher, allocation = _launcher(tree, options)
        if options.np > 1 and not launcher:
            raise UserError(
                f"--np {options.np}: tree '{directory}' names no launcher: name one "
                "with --launcher 'mpiexec -n {np}'"
            )
        if options.abi_library and not tree.is_reference:
            raise UserError(
                "--abi-library needs a tree of the reference, whose programs use the standard ABI:"
                f" '{directory}' is for another MPI"
            )
        targets.append(Target(tree, name, launcher, allocation))
    return targets


def _unmatched(glob: str) -> str:
    """Returns the message for a filter that matches no test of the trees.

    If the filter is the id of an untested clause, the message gives the catalogue's reason.
    """
    clause = find_clause(glob)
    if clause:
        return f"clause '{glob}' has no test in these trees" + (
            f": {clause.untested}" if clause.untested else ""
        )
    return f"no test or clause matches '{glob}': see mpitcheck list tests, mpitcheck list clauses"


def _refuse_nothing(targets: list[Target], options: RunOptions) -> NoReturn:
    for target in targets:
        for program in target.tree.programs:
            if not program.is_built and _any_glob(options.suites, program.suite):
                refuse_unbuilt(target.tree, "suite " + program.suite, program.suite)
    raise UserError(
        (
            "no test matches all of --suite, --level, --quick, --filter and --without: see "
            "mpitcheck list tests"
        ),
        ExitCode.nothing_selected,
    )


def select_tests(targets: list[Target], options: RunOptions) -> list[Planned]:
    """Returns the tests that the options select, in the order of targets and manifests.

    Raises UserError (nothing selected) if there are none, or if a filter matches no test.
    """
    plan: list[Planned] = []
    used: set[str] = set()
    fruitful = fruitful_globs() if options.quick else ["*"]
    for target in targets:
        for program, test in target.tests():
            if options.suites and not _any_glob(options.suites, program.suite):
                continue
            fitting, barring = (
                [glob for glob in globs if _any_glob([glob], test.name, *test.clauses)]
                for globs in (options.filters, options.without)
            )
            used.update(fitting, barring)
            has_level = not options.levels or any(
                level_of(clause) in options.levels for clause in test.clauses
            )
            if (
                has_level
                and not barring
                and (fitting or not options.filters)
                and _any_glob(fruitful, test.name)
            ):
                plan.append(Planned(target, program, test, max(test.np, options.np)))
    for glob in options.filters + options.without:
        if glob not in used:
            raise UserError(_unmatched(glob), ExitCode.nothing_selected)
    if not plan:
        _refuse_nothing(targets, options)
    return plan


def starting_order(plan: Sequence[Planned]) -> list[int]:
    """Returns the indices of `plan` in the order in which the tests are started.

    The test that waits for every hanging call is first, followed by tests of several processes.
    The other tests are interleaved by program, so that waiting and computing tests run together.
    """
    sizes = Counter(planned.program_key for planned in plan)
    before: Counter[tuple[int, int]] = Counter()
    places = []
    for i, planned in enumerate(plan):
        key = planned.program_key
        place = -planned.np if planned.np > 1 else before[key] / sizes[key]
        places.append((-math.inf if planned.test.name == QUARANTINE_TEST else place, i))
        before[key] += 1
    return [i for _, i in sorted(places)]


def citing(clauses: Iterable[str], plan: list[Planned]) -> list[Planned]:
    """Returns the tests in `plan` that cite at least one of the clauses."""
    return [planned for planned in plan if not set(clauses).isdisjoint(planned.test.clauses)]


def scratch_parent(plan: list[Planned]) -> Optional[str]:
    """Returns the parent folder for the run's scratch folder, or None for the default.

    Tests of several processes in a Slurm allocation need a folder that all nodes share. Raises
    UserError if there is none.
    """
    allocations = [
        planned.target.allocation
        for planned in plan
        if planned.np > 1 and planned.target.allocation
    ]
    return allocations[0].shared_parent() if allocations else None


def require_launchers(plan: list[Planned]) -> None:
    """Raises UserError if a planned test needs a launcher that is not an executable program."""
    for target in {
        id(planned.target): planned.target for planned in plan if planned.np > 1
    }.values():
        if target.launcher and not find_program(target.launcher[0]):
            raise UserError(
                f"launcher '{target.launcher[0]}' of target '{target.name}' is not an "
                "executable program: install it, or name another with --launcher"
            )

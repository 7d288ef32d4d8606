# SPDX-License-Identifier: BSD-3-Clause
"""Finds a stand-alone C program for each failing test.

The test is replayed under the recorder of calls. Programs made of its calls are compiled and run
until one shows the failure on the target and nothing on the reference, including the reference's
legal variants.
"""
import functools
import os
import re
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Optional

from mpitcheck.job.job import Injection, TestFolders, make_nonce, test_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target
from mpitcheck.job.variant import Variant
from mpitcheck.judge.clauses import LEVELS, level_of
from mpitcheck.judge.model import Repro, TestResult, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.judge.tree import load_tree, own_tree
from mpitcheck.process.error import UserError
from mpitcheck.process.files import remove_tree, write_below
from mpitcheck.process.scheduler import Job, JobOutcome, Scheduler
from mpitcheck.repro.library import PROGRAM_LIMIT, Library, Steps, compiles
from mpitcheck.repro.program import Heading
from mpitcheck.repro.search import Search, Trial
from mpitcheck.repro.trace import read_traces

_MOST_TRACES = 4  # per test
_MOST_REPLAYS = 2  # an intermittent failure gets a second chance
_REPLAY_OF_A_HANG = 5  # seconds; the place of the hang is known
_QUIET = Trial(compiled=True, ran=True)
_ALONE = re.compile(r"alone: MPITCHECK_COMMANDS='([^']*)'")  # properties/runner/property.cpp


def _alone(result: TestResult) -> list[list[str]]:
    """Returns variables that make a test of random sequences run one shrunk failure.

    There is one list for each such failure of the result, the strictest failure first.
    """
    by_strictness = sorted(result.failures, key=lambda failure: LEVELS.index(failure.level))
    found = filter(
        None, (_ALONE.fullmatch(line) for failure in by_strictness for line in failure.calls)
    )
    return [[f"MPITCHECK_COMMANDS={each[1]}", "RC_PARAMS=noshrink=1"] for each in found]


def _heading_of(planned: Planned, result: TestResult) -> Heading:
    first = result.failures[0] if result.failures else None
    return Heading(
        first.clause if first else (result.charged or result.clauses)[0],
        planned.target.tree.mpi_version,
        f"test {result.name} on {result.target}",
        np=planned.np,
        hangs=result.verdict == Verdict.timeout,
    )


@dataclass(eq=False)
class _Case:
    """A failing test and the state of the search for its program."""

    planned: Planned
    result: TestResult
    folders: TestFolders
    steps: Optional[Steps[None]] = None
    outcomes: Optional[list[JobOutcome]] = None  # outcomes of the last step
    search: Optional[Search] = None


class Reproducer:
    """Finds programs for the failures of one run while the scheduler runs other jobs.

    Each failure goes through its steps independently, so no failure waits for another's slow trial.
    """

    def __init__(
        self, options: RunOptions, targets: list[Target], injection: Injection, scratch: str
    ) -> None:
        """`scratch` is a folder that only this object uses.

        The reference is a target or the tree that this program is in. Without it, programs are
        tried on the target alone.
        """
        self._options, self._injection, self._scratch = options, injection, scratch
        # Whether programs can be compiled for a target, by its id().
        self._usable: dict[int, bool] = {}
        self._count = 0  # number of cases so far
        self._cases: list[_Case] = []  # cases that are not concluded
        self._ready: deque[_Case] = deque()  # cases that are ready for their next step
        self._variants: Optional[list[Variant]] = None  # variants of the reference, once listed
        self._reference = next(
            (target for target in reversed(targets) if target.tree.is_reference), None
        )
        if self._reference is None:
            try:
                tree = load_tree(own_tree())
                self._reference = Target(tree, "reference", []) if tree.is_reference else None
            except UserError:
                pass  # this mpitcheck is not in a tree

    def add(self, planned: Planned, result: TestResult) -> None:
        """Accepts a result; a result that shows no deviation is ignored.

        Starts no job, so it may be called from a callback of the scheduler.
        """
        if not is_deviation(result.verdict) or self._count >= self._options.programs:
            return
        if planned.program.suite == "stress":
            result.repro = Repro(
                reason=("a failure that needs threads, signals or many rounds has no short program")
            )
            return
        case = _Case(planned, result, TestFolders(self._scratch, self._count))
        self._count += 1
        self._cases.append(case)
        self._ready.append(case)

    def go_on(self, scheduler: Scheduler) -> None:
        """Starts the steps that are ready."""
        while self._ready and not scheduler.interrupted:
            self._take_step(self._ready.popleft(), scheduler)

    def finish(self, scheduler: Scheduler) -> None:
        """Waits for all jobs and all programs, then fills in `repro` of the results."""
        self.go_on(scheduler)
        while scheduler.busy:
            scheduler.wait()
            self.go_on(scheduler)
        while self._cases:  # cases that were interrupted
            self._conclude(self._cases[0])

    def _take_step(self, case: _Case, scheduler: Scheduler) -> None:
        case.steps = case.steps or self._steps(case, scheduler)
        try:
            jobs = next(case.steps) if case.outcomes is None else case.steps.send(case.outcomes)
        except StopIteration:
            self._conclude(case)
            return
        outcomes: dict[int, JobOutcome] = {}  # by the number of the job
        case.outcomes = []

        def ended(outcome: JobOutcome, number: int) -> None:
            outcomes[number] = outcome
            if len(outcomes) == len(jobs):
                case.outcomes = [outcomes[each] for each in range(len(jobs))]
                self._ready.append(case)

        for number, job in enumerate(jobs):
            scheduler.start(job, functools.partial(ended, number=number))
        if not jobs:
            self._ready.append(case)

    def _steps(self, case: _Case, scheduler: Scheduler) -> Steps[None]:
        target = case.planned.target
        if not self._is_usable(target, scheduler):
            case.result.repro = Repro(
                reason="the tree has no recorder of calls, or its C compiler does not work"
            )
            return
        searches: list[Search] = []
        again: list[list[str]] = [[]] * _MOST_REPLAYS
        for words in [*_alone(case.result), *again]:
            if not words and any(search.has_trace for search in searches):
                break
            folder = os.path.join(case.folders.root, "replay")
            remove_tree(folder)
            os.makedirs(folder)
            yield [self._replay(case, folder, words)]
            traces = read_traces(folder, _MOST_TRACES)
            search = case.search = Search(
                _heading_of(case.planned, case.result),
                traces,
                with_reference=self._reference is not None,
            )
            searches.append(search)
            yield from self._searched(case, search)
            if search.found:
                return
        case.search = max(searches, key=lambda search: (search.has_trace, bool(search.calls())))

    def _searched(self, case: _Case, search: Search) -> Steps[None]:
        """Tries the programs that the search proposes."""
        on_target, on_reference = self._libraries(case)
        while (program := search.next()) is not None:
            broken, kept = (yield from on_target.tried(program)), Trial()
            if on_reference and search.shows(broken, _QUIET):
                kept = yield from on_reference.tried(program)
                if search.shows(broken, kept):
                    kept = yield from self._tried_on_variants(on_reference, search.clause, kept)
            search.tried(broken, kept)

    def _tried_on_variants(self, reference: Library, clause: str, kept: Trial) -> Steps[Trial]:
        """Runs the program on the legal variants of the reference.

        Returns the result on the first variant that the program accuses, otherwise `kept`, the
        result on the reference itself. Variants that may break rules of the clause's level are left
        out.
        """
        if self._variants is None:
            self._variants = yield from reference.variants()
        level = level_of(clause)
        names = [variant.name for variant in self._variants if not variant.may_break(level)]
        return (yield from reference.tried_on_variants(names)) or kept

    def _replay(self, case: _Case, folder: str, words: list[str]) -> Job:
        timeout = (
            _REPLAY_OF_A_HANG if case.result.verdict == Verdict.timeout else self._options.timeout
        )
        options = replace(
            self._options,
            env=[*self._options.env, *words, f"MPITCHECK_RECORD={folder}"],
            timeout=timeout,
        )
        injection = replace(
            self._injection, preload=[case.planned.target.tree.recorder, *self._injection.preload]
        )
        return test_job(case.planned, options, injection, case.folders, make_nonce())

    def _libraries(self, case: _Case) -> tuple[Library, Optional[Library]]:
        """Returns the target and the reference (or None) as libraries to try programs on."""
        folders, np = case.folders, case.planned.np
        target = Library(
            case.planned.target,
            os.path.join(folders.root, "on-target"),
            np,
            replace(self._options, timeout=PROGRAM_LIMIT),
            self._injection,
            folders,
        )
        if not self._reference:
            return target, None
        return target, Library(
            self._reference,
            os.path.join(folders.root, "on-reference"),
            np,
            RunOptions(timeout=PROGRAM_LIMIT),
            Injection(),
            folders,
        )

    def _is_usable(self, target: Target, scheduler: Scheduler) -> bool:
        if (
            not self._usable
            and self._reference
            and not compiles(self._reference, self._scratch, scheduler)
        ):
            self._reference = None
        if id(target) not in self._usable:
            self._usable[id(target)] = compiles(target, self._scratch, scheduler)
        return self._usable[id(target)]

    def _conclude(self, case: _Case) -> None:
        self._cases.remove(case)  # also releases the traces
        case.folders.close()
        search = case.search
        if not search:
            case.result.repro = case.result.repro or Repro(reason="interrupted")
            return
        untried = "" if self._reference else "not run on the reference: there is no tree of it"
        reason = untried if search.found else search.reason
        case.result.repro = Repro(
            search.found is not None,
            search.found or "",
            reason=reason,
            calls=search.calls(),
            clause=search.shown,
        )


def write_programs(folder: str, tests: Iterable[TestResult]) -> None:
    """Writes the programs as <folder>/<target>/<test>.c and stores the path in each result.

    Raises UserError if a file cannot be written.
    """
    for test in tests:
        if test.repro and test.repro.reproduced:
            name = os.path.join(test.target, test.name + ".c")
            test.repro.file = write_below(folder, name, test.repro.program)

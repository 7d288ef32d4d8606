# SPDX-License-Identifier: BSD-3-Clause
"""Runs tests against mutants: the engine's own tests, and the suites through the C interface.

Both run only the tests that reach the mutant's function and stop at the first that kills it.
"""
import functools
import itertools
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Callable, TypeVar

from mpitcheck.job.inherited import inherited_environment
from mpitcheck.job.job import prepare_injection
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target, require_launchers, select_tests
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.process.error import UserError
from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Command, Job, Limits, JobOutcome, Scheduler
from mpitcheck.run.test_runner import TestRunner
from mpitcheck.prove.mutants.reach import Trace, coming_to
from mpitcheck.prove.mutants.source import Mutant
from mpitcheck.prove.mutants.workshop import PROGRAMS, Interrupted, Workshop, run, succeeded

T = TypeVar("T")

SURVIVED = ""  # in place of the name of a killing test
# Time limit of a test, for mutants that make it hang: the minimum, and the factor on its usual
# time.
_LEAST_SECONDS, _TIMES_USUAL = 8, 10
_SLOW = 1  # seconds of a slow test, and of a batch of quick tests
_LONGEST = 1200  # seconds for all tests of a program
_LONGEST_TRACED = 5  # seconds for a traced test
_MOST_MEMORY = 2 << 30  # bytes
_PASSED = re.compile(r"^\[       OK \] (\S+) \((\d+) ms\)", re.MULTILINE)
_BEGUN = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
# Includes the summary, because the line of a test may follow output without a newline.
_FAILED = re.compile(r"^\[  FAILED  \] (?!\d+ tests?,)([\w/.]+)", re.MULTILINE)
_KILLING = {
    Verdict.quality,
    Verdict.warn,
    Verdict.fail,
    Verdict.early_exit,
    Verdict.timeout,
    Verdict.crash,
}


def _remembered(path: str, newer_than: Iterable[str], measure: Callable[[], T]) -> T:
    """Returns the stored result of measure() if it is newer than the given files.

    Otherwise calls measure() and stores the result.
    """
    if os.path.exists(path) and all(
        os.path.getmtime(path) > os.path.getmtime(file) for file in newer_than
    ):
        with open(path, encoding="utf-8") as file:
            known: T = json.load(file)
        return known
    measured = measure()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(measured, file, indent=1)
    return measured


def _hunted(killers: list[str], scheduler: Scheduler) -> str:
    """Returns the first killing test, or SURVIVED.

    Raises Interrupted if the scheduler was interrupted.
    """
    if scheduler.interrupted:
        raise Interrupted
    return killers[0] if killers else SURVIVED


@dataclass
class _Batch:
    """Tests of a program that run in one process."""

    program: str
    tests: list[str] = field(default_factory=list)
    seconds: float = 0  # their usual time


def _batches_of(program: str, usual: dict[str, float]) -> list[_Batch]:
    batches = [_Batch(program)]
    for test, seconds in sorted(usual.items(), key=lambda item: item[1]):
        if batches[-1].tests and batches[-1].seconds + seconds > _SLOW:
            batches.append(_Batch(program))
        batches[-1].tests.append(test)
        batches[-1].seconds += seconds
    return [batch for batch in batches if batch.tests]


class EngineTests:
    """The engine's tests in batches: quick tests together and first, each slow one alone."""

    def __init__(self, workshop: Workshop, work: str, scheduler: Scheduler) -> None:
        self._workshop, self._work, self._folder = workshop, work, workshop.program_folder
        self._kills: Counter[str] = Counter()
        # The tests compute, and their threads should run in parallel.
        self._jobs = len(os.sched_getaffinity(0))
        self._batches: list[_Batch] = []
        self._tests_by_line: dict[str, dict[str, list[str]]] = {}  # by program
        for name in PROGRAMS:
            program = [os.path.join(work, "base/bin", name)]
            usual = _remembered(
                os.path.join(work, name + ".json"),
                program,
                functools.partial(self._measure, name, scheduler),
            )
            self._batches += _batches_of(name, usual)
            self._tests_by_line[name] = _remembered(
                os.path.join(work, name + "-lines.json"),
                program,
                functools.partial(self._trace, name, usual),
            )

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _measure(self, name: str, scheduler: Scheduler) -> dict[str, float]:
        """Returns the seconds that each test takes."""
        outcome = run(scheduler, [self._path(name)], self._folder, _LONGEST)
        if not succeeded(outcome):
            raise UserError(
                f"{name} fails without a mutant:"
                f" {(_FAILED.findall(outcome.output) or ['it crashes'])[0]}"
            )
        return {
            test: int(milliseconds) / 1000 for test, milliseconds in _PASSED.findall(outcome.output)
        }

    def _trace(self, name: str, usual: dict[str, float]) -> dict[str, list[str]]:
        """Returns the tests by line.

        A short time limit suffices, because long tests repeat the same steps of the engine.
        """
        self._workshop.build_traced()
        program = os.path.join(self._workshop.traced_folder, "bin", name)
        trace = Trace(program, self._work)

        def traced(test: str, _: JobOutcome) -> None:
            trace.add(test)

        with Scheduler(self._jobs) as scheduler:
            for test in usual:
                environment = {**inherited_environment(), **trace.variable_for(test)}
                scheduler.start(
                    Job(
                        Command([program, f"--gtest_filter={test}"], environment, self._folder),
                        Limits(_LONGEST_TRACED),
                    ),
                    functools.partial(traced, test),
                )
            scheduler.finish()
            _hunted([], scheduler)
            return trace.resolve(scheduler)

    def note(self, test: str) -> None:
        """Records that the test has killed a mutant."""
        self._kills[test] += 1

    def _coming_to(self, mutant: Mutant) -> Iterator[_Batch]:
        """Yields batches of the tests that reach the mutant."""
        for batch in self._batches:
            coming = coming_to(mutant, self._tests_by_line[batch.program])
            tests = [test for test in batch.tests if coming is None or test in coming]
            if tests:
                yield replace(batch, tests=tests)

    def hunt(self, mutant: Mutant, slow: bool) -> str:
        """Returns the killing test among the quick or the slow ones; SURVIVED if there is none."""
        batches = [batch for batch in self._coming_to(mutant) if (batch.seconds > _SLOW) == slow]
        batches.sort(
            key=lambda batch: -max(self._kills[f"{batch.program} {test}"] for test in batch.tests)
        )
        killers = []

        def done(batch: _Batch, outcome: JobOutcome) -> None:
            if not succeeded(outcome):
                begun = _BEGUN.findall(outcome.output)[-1:] or ["start"]
                killers.append(f"{batch.program} {(_FAILED.findall(outcome.output) or begun)[0]}")

        with Scheduler(self._jobs) as scheduler:  # its end stops tests that still run
            for batch in batches:
                words = [
                    self._path(batch.program),
                    "--gtest_fail_fast",
                    "--gtest_filter=" + ":".join(batch.tests),
                ]
                limits = Limits(_LEAST_SECONDS + _TIMES_USUAL * batch.seconds, memory=_MOST_MEMORY)
                job = Job(Command(words, inherited_environment(), self._folder), limits)
                if killers or not scheduler.start(job, functools.partial(done, batch)):
                    break
            while scheduler.busy and not killers:
                scheduler.wait()
        return _hunted(killers, scheduler)


class Suites:
    """The tests of a tree, run over the workshop's library.

    Tests that have killed the most mutants come first, then the quickest ones.
    """

    def __init__(self, options: RunOptions, target: Target, workshop: Workshop, work: str) -> None:
        # The programs of the tree are used; the folder lib/ is the workshop's.
        self._target = replace(target, tree=replace(target.tree, root=work))
        self._options, self._work, self._workshop = options, work, workshop
        self._plan = select_tests([self._target], options)
        require_launchers(self._plan)
        self._numbers = itertools.count()
        self._kills: Counter[str] = Counter()
        programs = {planned.program.path for planned in self._plan} | {
            os.path.join(work, "base/lib/libmpi_abi.so.0")
        }
        self._usual = _remembered(os.path.join(work, "suites.json"), programs, self._measure)
        self._plan = [planned for planned in self._plan if planned.test.name in self._usual]
        if not self._plan:
            raise UserError("no test of the suites passes without a mutant: see mpitcheck run")
        self._tests_by_line = _remembered(
            os.path.join(work, "suites-lines.json"), programs, self._trace
        )

    def note(self, test: str) -> None:
        """Records that the test has killed a mutant."""
        self._kills[test] += 1

    def _measure(self) -> dict[str, float]:
        """Returns the seconds of each test that finds nothing without a mutant."""
        seconds = {}

        def done(planned: Planned, result: TestResult) -> None:
            if result.verdict not in _KILLING and result.verdict != Verdict.error:
                seconds[planned.test.name] = result.seconds

        _hunted(
            [], self._run([(planned, self._options) for planned in self._plan], done, lambda: False)
        )
        return seconds

    def _trace(self) -> dict[str, list[str]]:
        """Returns the tests by line."""
        self._workshop.build_traced()
        trace = Trace(os.path.join(self._workshop.traced_folder, "lib/libmpi_abi.so.0"), self._work)

        def limited(planned: Planned) -> tuple[Planned, RunOptions]:
            target = replace(
                planned.target, tree=replace(planned.target.tree, root=self._workshop.traced_folder)
            )
            variables = [
                f"{name}={value}" for name, value in trace.variable_for(planned.test.name).items()
            ]
            return replace(planned, target=target), replace(
                self._options, env=[*self._options.env, *variables]
            )

        scheduler = self._run(
            map(limited, self._plan), lambda planned, _: trace.add(planned.test.name), lambda: False
        )
        _hunted([], scheduler)
        with Scheduler(1) as scheduler:
            return trace.resolve(scheduler)

    def _limited(self, planned: Planned) -> tuple[Planned, RunOptions]:
        """Returns the test with options whose time limit depends on its usual time.

        The limit of a random test is the usual one, because the time to shrink a failing sequence
        is not known.
        """
        usual = (
            self._options.timeout if planned.program.is_random else self._usual[planned.test.name]
        )
        return planned, replace(
            self._options, timeout=min(self._options.timeout, _LEAST_SECONDS + _TIMES_USUAL * usual)
        )

    def hunt(self, mutant: Mutant) -> str:
        """Returns the killing test; SURVIVED if there is none."""
        killers = []

        def done(planned: Planned, result: TestResult) -> None:
            if result.verdict in _KILLING:
                killers.append(f"{planned.test.name} {result.verdict.word}")

        coming = coming_to(mutant, self._tests_by_line)
        order = sorted(
            (planned for planned in self._plan if coming is None or planned.test.name in coming),
            key=lambda planned: (-self._kills[planned.test.name], self._usual[planned.test.name]),
        )
        return (
            _hunted(killers, self._run(map(self._limited, order), done, lambda: bool(killers)))
            if order
            else SURVIVED
        )

    def _run(
        self,
        tests: Iterable[tuple[Planned, RunOptions]],
        done: Callable[[Planned, TestResult], None],
        enough: Callable[[], bool],
    ) -> Scheduler:
        """Starts tests with their options until `enough`. Returns the scheduler that ran them."""
        with (
            Scratch() as scratch,
            Scheduler(self._options.jobs) as scheduler,
        ):  # its end stops tests that still run
            injection, tests = prepare_injection(self._options, scratch), list(tests)
            for planned, options in tests:
                runner, number = TestRunner(options, injection, scratch), next(self._numbers)
                if enough() or not runner.start(
                    planned, number, scheduler, functools.partial(done, planned)
                ):
                    break
            while scheduler.busy and not enough():
                scheduler.wait()
        return scheduler

# SPDX-License-Identifier: BSD-3-Clause
"""What kills mutants: the engine's own tests, and the suites through the C interface. Each asks only the tests that come to the mutant's
function, and stops at the first that kills."""
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
from mpitcheck.process.scheduler import Command, Job, Limits, Outcome, Scheduler
from mpitcheck.run.nurseries import Nurseries
from mpitcheck.run.test_runner import TestRunner
from mpitcheck.selftest.mutants.reach import Trace, coming_to
from mpitcheck.selftest.mutants.source import Mutant
from mpitcheck.selftest.mutants.workshop import PROGRAMS, Interrupted, Workshop, run, succeeded

T = TypeVar("T")

SURVIVED = ""  # instead of a test that kills
# A test that a mutant makes hang: many times what it takes without one.
_LEAST_SECONDS, _TIMES_USUAL = 8, 10
_SLOW = 1  # seconds of a test, or of quick ones that run together
_LONGEST = 1200  # seconds of all
_LONGEST_TRACED = 5  # seconds of a test whose lines are looked at
_MOST_MEMORY = 2 << 30  # bytes
_PASSED = re.compile(r"^\[       OK \] (\S+) \((\d+) ms\)", re.MULTILINE)
_BEGUN = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
_FAILED = re.compile(
    r"^\[  FAILED  \] (?!\d+ tests?,)([\w/.]+)", re.MULTILINE
)  # of the summary too: output may lack its last newline
_KILLING = {
    Verdict.quality,
    Verdict.warn,
    Verdict.fail,
    Verdict.early_exit,
    Verdict.timeout,
    Verdict.crash,
}


def _remembered(path: str, newer_than: Iterable[str], measure: Callable[[], T]) -> T:
    """What measure() returned when the files `newer_than` were last changed."""
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
    """The first of the tests that kill. Raises Interrupted if they were."""
    if scheduler.interrupted:
        raise Interrupted
    return killers[0] if killers else SURVIVED


@dataclass
class _Batch:
    """Tests of a program that run in one process."""

    program: str
    tests: list[str] = field(default_factory=list)
    seconds: float = 0  # that they usually take


def _batches_of(program: str, usual: dict[str, float]) -> list[_Batch]:
    batches = [_Batch(program)]
    for test, seconds in sorted(usual.items(), key=lambda item: item[1]):
        if batches[-1].tests and batches[-1].seconds + seconds > _SLOW:
            batches.append(_Batch(program))
        batches[-1].tests.append(test)
        batches[-1].seconds += seconds
    return [batch for batch in batches if batch.tests]


class EngineTests:
    """Those of the workshop, in batches: the quickest tests together and first, a slow one alone."""

    def __init__(self, workshop: Workshop, work: str, scheduler: Scheduler) -> None:
        self._workshop, self._work, self._folder = workshop, work, workshop.program_folder
        self._kills: Counter[str] = Counter()
        self._jobs = len(
            os.sched_getaffinity(0)
        )  # they compute, and their threads shall run at once
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
        """Seconds by test."""
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
        """Tests by line. What a test comes to, it comes to soon: those that step through the engine do so again and again."""
        self._workshop.build_traced()
        program = os.path.join(self._workshop.traced_folder, "bin", name)
        trace = Trace(program, self._work)

        def traced(test: str, _: Outcome) -> None:
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
        """That test has killed one."""
        self._kills[test] += 1

    def _coming_to(self, mutant: Mutant) -> Iterator[_Batch]:
        """Batches of tests that do."""
        for batch in self._batches:
            coming = coming_to(mutant, self._tests_by_line[batch.program])
            tests = [test for test in batch.tests if coming is None or test in coming]
            if tests:
                yield replace(batch, tests=tests)

    def hunt(self, mutant: Mutant, slow: bool) -> str:
        """The test that kills, of the quick or of the slow ones."""
        batches = [batch for batch in self._coming_to(mutant) if (batch.seconds > _SLOW) == slow]
        batches.sort(
            key=lambda batch: -max(self._kills[f"{batch.program} {test}"] for test in batch.tests)
        )
        killers = []

        def done(batch: _Batch, outcome: Outcome) -> None:
            if not succeeded(outcome):
                begun = _BEGUN.findall(outcome.output)[-1:] or ["start"]
                killers.append(f"{batch.program} {(_FAILED.findall(outcome.output) or begun)[0]}")

        with Scheduler(self._jobs) as scheduler:  # which ends what still runs then
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
    """The tests of a tree over the workshop's library: those that have killed most first, then the quickest."""

    def __init__(self, options: RunOptions, target: Target, workshop: Workshop, work: str) -> None:
        # Its programs stay; the folder lib/ is the workshop's.
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
        """That test has killed one."""
        self._kills[test] += 1

    def _measure(self) -> dict[str, float]:
        """Seconds of each test that finds nothing without a mutant."""
        seconds = {}

        def done(planned: Planned, result: TestResult) -> None:
            if result.verdict not in _KILLING and result.verdict != Verdict.error:
                seconds[planned.test.name] = result.seconds

        _hunted(
            [], self._run([(planned, self._options) for planned in self._plan], done, lambda: False)
        )
        return seconds

    def _trace(self) -> dict[str, list[str]]:
        """Tests by line."""
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
        """The test with a limit of its seconds; nothing tells how long a random one looks for the shortest sequence that fails."""
        usual = (
            self._options.timeout if planned.program.is_random else self._usual[planned.test.name]
        )
        return planned, replace(
            self._options, timeout=min(self._options.timeout, _LEAST_SECONDS + _TIMES_USUAL * usual)
        )

    def hunt(self, mutant: Mutant) -> str:
        """The test that kills."""
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
        """Starts tests, each with its options, until it is enough; returns the scheduler that ran them."""
        with (
            Scratch() as scratch,
            Scheduler(self._options.jobs) as scheduler,
        ):  # which ends what still runs then
            injection, tests = prepare_injection(self._options, scratch), list(tests)
            with Nurseries(
                [planned for planned, _ in tests],
                tests[0][1],
                injection,
                os.path.join(scratch, "nursery"),
                scheduler,
            ) as nurseries:
                for planned, options in tests:
                    runner, number = TestRunner(options, injection, scratch), next(self._numbers)
                    if enough() or not runner.start(
                        planned, number, scheduler, functools.partial(done, planned), nurseries
                    ):
                        break
                while scheduler.busy and not enough():
                    scheduler.wait()
            if not enough():
                scheduler.end_orphans()
        return scheduler

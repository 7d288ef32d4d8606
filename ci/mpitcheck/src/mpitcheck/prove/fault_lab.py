# SPDX-License-Identifier: BSD-3-Clause
"""Runs tests under faults, in rounds over all faults, after a run without a fault."""
import functools
import itertools
from dataclasses import dataclass, field, replace
from typing import Callable, Optional

from mpitcheck.job.job import prepare_injection
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target, citing, require_launchers, select_tests
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.tree import FaultEntry
from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Scheduler
from mpitcheck.run.test_runner import TestRunner
from mpitcheck.prove.fault_verdict import (
    Baseline,
    FaultEffect,
    FaultRun,
    FaultVerdict,
    judge_fault,
    must_findings,
)

# Time limit of a test under a fault, to allow for a busy machine: the minimum, and the factor on
# its time without a fault.
_LEAST_SECONDS, _TIMES_USUAL = 8, 10
_SWEEPS = "grid."  # hundreds of tests that cover all functions


@dataclass
class _Case:
    """A fault whose trial is not concluded."""

    fault: FaultEntry
    # Each round runs only if the rounds before it did not detect the fault.
    rounds: list[list[Planned]]
    effect: FaultEffect
    results: list[TestResult] = field(default_factory=list)
    running: int = 0  # number of tests of the current round
    run: Optional[FaultRun] = None  # None: not concluded


class _Lab:
    def __init__(
        self,
        options: RunOptions,
        targets: list[Target],
        whole_suite: bool,
        findings: bool,
        scratch: str,
        scheduler: Scheduler,
    ) -> None:
        self._options, self._scratch, self._scheduler = options, scratch, scheduler
        self._whole_suite = whole_suite
        self._findings = findings
        # Tests that can be started.
        self._plan = [
            planned
            for planned in select_tests(targets, options)
            if planned.np == 1 or planned.target.launcher
        ]
        require_launchers(self._plan)
        self._faulty_options = replace(
            options, preload=[*options.preload, targets[0].tree.fault_library]
        )
        # Without a fault.
        self._plain = TestRunner(options, prepare_injection(options, scratch), scratch)
        self._faulty = prepare_injection(self._faulty_options, scratch)
        self._numbers = itertools.count()  # for the folders of tests
        self._known: set[int] = set()  # ids of tests that have run without a fault
        self._baseline = Baseline()
        self._usual_seconds: dict[str, float] = {}  # by name of the test

    def run(self, faults: list[FaultEntry], report: Callable[[FaultRun], None]) -> list[FaultRun]:
        cases = [
            _Case(
                fault, self._rounds_for(fault), FaultEffect(f"{self._scratch}/effect-{fault.name}")
            )
            for fault in faults
        ]
        number = 0
        while True:
            left = [case for case in cases if not case.run]
            if not left or self._scheduler.interrupted:
                return [case.run for case in cases if case.run]
            self._run_without_fault([planned for case in left for planned in case.rounds[number]])
            for case in left:
                self._start(case, number, report)
            self._scheduler.finish()
            number += 1

    def _rounds_for(self, fault: FaultEntry) -> list[list[Planned]]:
        if self._whole_suite:
            return [self._plan]
        fitting = citing(fault.clauses, self._plan)
        # A property about few rules examines them more closely than one about many.
        random = sorted(
            (planned for planned in fitting if planned.program.is_random),
            key=lambda planned: len(planned.test.clauses),
        )
        written = [planned for planned in fitting if not planned.program.is_random]
        sweeps = [planned for planned in written if planned.test.name.startswith(_SWEEPS)]
        rounds = [
            [planned for planned in written if planned not in sweeps],
            sweeps,
            *([planned] for planned in random),
        ]
        return [each for each in rounds if each] or [[]]

    def _run_without_fault(self, plan: list[Planned]) -> None:
        new = {id(planned.test): planned for planned in plan if id(planned.test) not in self._known}
        self._known.update(new)
        wanted = list(new.values())
        for _ in range(2):  # tests with findings run twice, because some findings are intermittent
            suspicious: list[Planned] = []

            def note(
                planned: Planned, result: TestResult, suspicious: list[Planned] = suspicious
            ) -> None:
                if result.failures or result.charged:
                    suspicious.append(planned)
                self._baseline.add(result)
                self._usual_seconds[result.name] = max(
                    result.seconds, self._usual_seconds.get(result.name, 0)
                )

            for planned in wanted:
                self._plain.start(
                    planned, next(self._numbers), self._scheduler, functools.partial(note, planned)
                )
            self._scheduler.finish()
            wanted = suspicious

    def _time_limit(self, plan: list[Planned]) -> float:
        """Returns the time limit of tests under a fault, based on their time without a fault.

        Random tests have the usual limit, because the time to shrink a failing sequence is not
        known.
        """
        if any(planned.program.is_random for planned in plan):
            return self._options.timeout
        longest = max(
            (self._usual_seconds.get(planned.test.name, 0) for planned in plan), default=0
        )
        return min(self._options.timeout, _LEAST_SECONDS + _TIMES_USUAL * longest)

    def _start(self, case: _Case, number: int, report: Callable[[FaultRun], None]) -> None:
        plan = case.rounds[number]
        options = replace(
            self._faulty_options,
            timeout=self._time_limit(plan),
            env=[*self._options.env, case.effect.variable(), f"MPITCHECK_FAULT={case.fault.name}"],
        )
        runner = TestRunner(options, self._faulty, self._scratch)

        def note(result: TestResult) -> None:
            case.results.append(result)
            case.running -= 1
            if not case.running:
                self._conclude(case, number, report)

        case.running = len(plan)
        if not plan:
            self._conclude(case, number, report)
        for planned in plan:
            runner.start(planned, next(self._numbers), self._scheduler, note)

    def _conclude(self, case: _Case, number: int, report: Callable[[FaultRun], None]) -> None:
        run = judge_fault(case.fault, case.results, self._baseline, case.effect.showed())
        if run.verdict == FaultVerdict.detected or number + 1 == len(case.rounds):
            if self._findings:
                run.findings = must_findings(case.results, self._baseline)
            case.run = run
            case.results = []
            report(run)


def run_faults(
    options: RunOptions,
    targets: list[Target],
    faults: list[FaultEntry],
    report: Callable[[FaultRun], None],
    whole_suite: bool = False,
    findings: bool = False,
) -> list[FaultRun]:
    """Runs tests of the one target under each fault.

    With `whole_suite` these are all selected tests. Otherwise they are the tests that cite a clause
    that the fault breaks: first the tests written for it and then, until the fault is detected, the
    sweeps of the grid and each random test.

    Passes each FaultRun to `report` as soon as it is complete; `findings` adds its findings.
    Returns the runs in the order of `faults`, without those that an interruption left incomplete.
    """
    with Scratch() as scratch, Scheduler(options.jobs) as scheduler:
        return _Lab(options, targets, whole_suite, findings, scratch, scheduler).run(faults, report)

# SPDX-License-Identifier: BSD-3-Clause
"""Puts tests under faults, in rounds over all faults; the tests themselves run without a fault first."""
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
from mpitcheck.selftest.fault_verdict import (
    Baseline,
    FaultEffect,
    FaultRun,
    FaultVerdict,
    judge_fault,
    must_findings,
)

# Of a test under a fault: the machine may be busy; that many times what it takes without one.
_LEAST_SECONDS, _TIMES_USUAL = 8, 10
_SWEEPS = "grid."  # tests of all functions, by the hundred


@dataclass
class _Case:
    """A fault that is being tried."""

    fault: FaultEntry
    rounds: list[
        list[Planned]
    ]  # tests that run together; the next ones run if these do not detect it
    effect: FaultEffect
    results: list[TestResult] = field(default_factory=list)
    running: int = 0  # tests of the present round
    run: Optional[FaultRun] = None  # nothing: not done with


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
        # The tests that their trees can start.
        self._plan = [
            planned
            for planned in select_tests(targets, options)
            if planned.np == 1 or planned.target.launcher
        ]
        require_launchers(self._plan)
        self._faulty_options = replace(
            options, preload=[*options.preload, targets[0].tree.fault_library]
        )
        self._plain = TestRunner(
            options, prepare_injection(options, scratch), scratch
        )  # without a fault
        self._faulty = prepare_injection(self._faulty_options, scratch)
        self._numbers = itertools.count()  # of tests
        self._known: set[int] = set()  # ids of tests that have run without a fault
        self._baseline = Baseline()
        self._usual_seconds: dict[str, float] = {}  # by name of a test

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
        # A property about few rules looks at them more closely than one about many.
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
        for _ in range(2):  # some findings come and go: the tests that have any run twice
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
        """A test that a fault makes hang has hung long before the limit of a run: what it took without a fault tells when. Nothing tells
        how long a random one looks for the shortest sequence that fails."""
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
    """Puts each fault to tests of the one target: with `whole_suite` to all that the options
    select, else to those that cite a clause that it breaks, first all that were written
    for it, then, until it is detected, the sweeps of the grid and, one by one, random sequences.
    Tells of each FaultRun as soon as it is there; with `findings` each has its own. Returns them
    in the order of `faults`, without those that an interruption left undone."""
    with Scratch() as scratch, Scheduler(options.jobs) as scheduler:
        return _Lab(options, targets, whole_suite, findings, scratch, scheduler).run(faults, report)

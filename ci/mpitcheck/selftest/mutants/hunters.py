# SPDX-License-Identifier: BSD-3-Clause
"""What kills mutants: the engine's own tests, and the suites through the C interface. Each stops at the first test that does."""
import itertools
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field, replace

from mpitcheck.job.inherited import inherited_environment
from mpitcheck.job.job import prepare_injection
from mpitcheck.job.select import require_launchers, select_tests
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import UserError
from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Command, Job, Limits, Scheduler
from mpitcheck.run.nurseries import Nurseries
from mpitcheck.run.test_runner import TestRunner
from mpitcheck.selftest.mutants.workshop import PROGRAMS, Interrupted, run, succeeded

SURVIVED = ""  # instead of a test that kills
# A test that a mutant makes hang: many times what it takes without one.
_LEAST_SECONDS, _TIMES_USUAL = 8, 10
_SLOW = 1  # seconds of a test, or of quick ones that run together
_LONGEST = 1200  # seconds of all
_MOST_MEMORY = 2 << 30  # bytes
_PASSED = re.compile(r"^\[       OK \] (\S+) \((\d+) ms\)", re.MULTILINE)
_BEGUN = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
_FAILED = re.compile(r"^\[  FAILED  \] (?!\d+ tests?,)([\w/.]+)", re.MULTILINE)  # of the summary too: output may lack its last newline
_KILLING = {Verdict.quality, Verdict.warn, Verdict.fail, Verdict.early_exit, Verdict.timeout, Verdict.crash}


def _remembered(path, newer_than, measure):
    """What measure() returned when the files `newer_than` were last changed."""
    if os.path.exists(path) and all(os.path.getmtime(path) > os.path.getmtime(file) for file in newer_than):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    measured = measure()
    with open(path, "w", encoding="utf-8") as file:
        json.dump(measured, file, indent=1)
    return measured


def _hunted(killers, scheduler):
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


def _batches_of(program, usual):
    batches = [_Batch(program)]
    for test, seconds in sorted(usual.items(), key=lambda item: item[1]):
        if batches[-1].tests and batches[-1].seconds + seconds > _SLOW:
            batches.append(_Batch(program))
        batches[-1].tests.append(test)
        batches[-1].seconds += seconds
    return [batch for batch in batches if batch.tests]


class EngineTests:
    """Those of the workshop, in batches: the quickest tests together and first, a slow one alone."""

    def __init__(self, workshop, work, jobs, scheduler):
        self._folder, self._jobs, self._kills = workshop.program_folder, jobs, Counter()
        self._batches = []
        for name in PROGRAMS:
            usual = _remembered(os.path.join(work, name + ".json"), [os.path.join(work, "base/bin", name)],
                                lambda name=name: self._measure(name, scheduler))
            self._batches += _batches_of(name, usual)

    def _path(self, name):
        return os.path.join(self._folder, name)

    def _measure(self, name, scheduler):
        """Seconds by test."""
        outcome = run(scheduler, [self._path(name)], self._folder, _LONGEST)
        if not succeeded(outcome):
            raise UserError(f"{name} fails without a mutant: {(_FAILED.findall(outcome.output) or ['it crashes'])[0]}")
        return {test: int(milliseconds) / 1000 for test, milliseconds in _PASSED.findall(outcome.output)}

    def note(self, test):
        """That test has killed one."""
        self._kills[test] += 1

    def hunt(self, slow):
        """The test that kills, of the quick or of the slow ones."""
        batches = [batch for batch in self._batches if (batch.seconds > _SLOW) == slow]
        batches.sort(key=lambda batch: -max(self._kills[f"{batch.program} {test}"] for test in batch.tests))
        killers = []

        def done(batch, outcome):
            if not succeeded(outcome):
                begun = _BEGUN.findall(outcome.output)[-1:] or ["start"]
                killers.append(f"{batch.program} {(_FAILED.findall(outcome.output) or begun)[0]}")

        with Scheduler(self._jobs) as scheduler:  # which ends what still runs then
            for batch in batches:
                words = [self._path(batch.program), "--gtest_fail_fast", "--gtest_filter=" + ":".join(batch.tests)]
                limits = Limits(_LEAST_SECONDS + _TIMES_USUAL * batch.seconds, memory=_MOST_MEMORY)
                job = Job(Command(words, inherited_environment(), self._folder), limits)
                if killers or not scheduler.start(job, lambda outcome, batch=batch: done(batch, outcome)):
                    break
            while scheduler.busy and not killers:
                scheduler.wait()
        return _hunted(killers, scheduler)


class Suites:
    """The tests of a tree over the workshop's library: those that have killed most first, then the quickest."""

    def __init__(self, options, target, workshop, work):
        # Its programs stay; the folder lib/ is the workshop's.
        self._target = replace(target, tree=replace(target.tree, root=work))
        self._options, self._work = options, work
        self._plan = select_tests([self._target], options)
        require_launchers(self._plan)
        self._numbers, self._kills = itertools.count(), Counter()
        programs = {planned.program.path for planned in self._plan}
        self._usual = _remembered(os.path.join(work, "suites.json"), [*programs, os.path.join(work, "base/lib/libmpi_abi.so.0")], self._measure)
        self._plan = [planned for planned in self._plan if planned.test.name in self._usual]
        if not self._plan:
            raise UserError("no test of the suites passes without a mutant: see mpitcheck run")

    def note(self, test):
        """That test has killed one."""
        self._kills[test] += 1

    def _measure(self):
        """Seconds of each test that finds nothing without a mutant."""
        seconds = {}

        def done(planned, result):
            if result.verdict not in _KILLING and result.verdict != Verdict.error:
                seconds[planned.test.name] = result.seconds
        _hunted([], self._run([(planned, self._options.timeout) for planned in self._plan], done, lambda: False))
        return seconds

    def _limit(self, planned):
        """Of its seconds; nothing tells how long a random one looks for the shortest sequence that fails."""
        usual = self._options.timeout if planned.program.is_random else self._usual[planned.test.name]
        return min(self._options.timeout, _LEAST_SECONDS + _TIMES_USUAL * usual)

    def hunt(self):
        """The test that kills."""
        killers = []

        def done(planned, result):
            if result.verdict in _KILLING:
                killers.append(f"{planned.test.name} {result.verdict.word}")

        order = sorted(self._plan, key=lambda planned: (-self._kills[planned.test.name], self._usual[planned.test.name]))
        return _hunted(killers, self._run([(planned, self._limit(planned)) for planned in order], done, lambda: bool(killers)))

    def _run(self, limited, done, enough):
        """Starts tests, each with its limit, until it is enough; returns the scheduler that ran them."""
        with Scratch() as scratch, Scheduler(self._options.jobs) as scheduler:  # which ends what still runs then
            injection = prepare_injection(self._options, scratch)
            plan = [planned for planned, _ in limited]
            with Nurseries(plan, self._options, injection, os.path.join(scratch, "nursery"), scheduler) as nurseries:
                for planned, seconds in limited:
                    runner = TestRunner(replace(self._options, timeout=seconds), injection, scratch)
                    if enough() or not runner.start(planned, next(self._numbers), scheduler, lambda result, planned=planned: done(planned, result), nurseries):
                        break
                while scheduler.busy and not enough():
                    scheduler.wait()
            if not enough():
                scheduler.end_orphans()
        return scheduler

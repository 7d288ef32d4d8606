# SPDX-License-Identifier: BSD-3-Clause
"""What kills mutants: the engine's own tests, and the suites through the C interface. Each stops at the first test that does."""
import itertools
import json
import os
import re
from collections import Counter
from dataclasses import replace

from mpitcheck.job.job import prepare_injection
from mpitcheck.job.select import require_launchers, select_tests
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import UserError
from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Scheduler
from mpitcheck.run.nurseries import Nurseries
from mpitcheck.run.test_runner import TestRunner
from mpitcheck.selftest.mutants.workshop import PROGRAMS, run, succeeded

SURVIVED, INTERRUPTED = "", None  # instead of a test that kills
# A test that a mutant makes hang: many times what it takes without one.
_LEAST_SECONDS, _TIMES_USUAL = 8, 10
_SLOW = 0.5  # seconds
_PASSED = re.compile(r"^\[       OK \] (\S+) \((\d+) ms\)", re.MULTILINE)
_BEGUN = re.compile(r"^\[ RUN      \] (\S+)", re.MULTILINE)
_FAILED = re.compile(r"^\[  FAILED  \] ([\w/.]+)", re.MULTILINE)
_KILLING = {Verdict.quality, Verdict.warn, Verdict.fail, Verdict.early_exit, Verdict.timeout, Verdict.crash}


def _remembered(path, newer_than, measure):
    """What measure() returned when the files `newer_than` were last changed."""
    if os.path.exists(path) and all(os.path.getmtime(path) > os.path.getmtime(file) for file in newer_than):
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    measured = measure()
    if measured is not None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(measured, file, indent=1)
    return measured


class EngineTests:
    """Those of the workshop: quick ones first."""

    def __init__(self, workshop, work, scheduler):
        self._folder, self._scheduler = workshop.program_folder, scheduler
        self._usual = {name: _remembered(os.path.join(work, name + ".json"), [os.path.join(work, "base/bin", name)],
                                         lambda name=name: self._measure(name)) for name in PROGRAMS}

    def _run(self, name, seconds, *words):
        return run(self._scheduler, [os.path.join(self._folder, name), *words], self._folder, seconds)

    def _measure(self, name):
        """Milliseconds by test."""
        outcome = self._run(name, 600)
        if outcome and not succeeded(outcome):
            raise UserError(f"{name} fails without a mutant: {(_FAILED.findall(outcome.output) or ['it crashes'])[0]}")
        return outcome and {test: int(milliseconds) for test, milliseconds in _PASSED.findall(outcome.output)}

    def hunt(self, slow):
        """The test that kills, of the quick or of the slow ones."""
        for name in PROGRAMS:
            tests = [test for test, milliseconds in (self._usual[name] or {}).items() if (milliseconds > _SLOW * 1000) == slow]
            if not tests:
                continue
            seconds = _LEAST_SECONDS + _TIMES_USUAL * sum(self._usual[name][test] for test in tests) / 1000
            outcome = self._run(name, seconds, "--gtest_fail_fast", "--gtest_filter=" + ":".join(tests))
            if not outcome:
                return INTERRUPTED
            if not succeeded(outcome):
                return f"{name} {(_FAILED.findall(outcome.output) or _BEGUN.findall(outcome.output)[-1:] or ['start'])[0]}"
        return SURVIVED


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
        self._plan = [planned for planned in self._plan if planned.test.name in (self._usual or {})]
        if self._usual is not None and not self._plan:
            raise UserError("no test of the suites passes without a mutant: see mpitcheck run")

    def note(self, test):
        """That test has killed one."""
        self._kills[test] += 1

    def _measure(self):
        """Seconds of each test that finds nothing without a mutant; nothing if that was interrupted."""
        seconds, ended = {}, []

        def done(planned, result):
            ended.append(planned)
            if result.verdict not in _KILLING and result.verdict != Verdict.error:
                seconds[planned.test.name] = result.seconds
        self._run([(planned, self._options.timeout) for planned in self._plan], done, lambda: False)
        return seconds if len(ended) == len(self._plan) else None

    def hunt(self):
        """The test that kills."""
        if self._usual is None:
            return INTERRUPTED
        killers, ended = [], []

        def done(planned, result):
            ended.append(planned)
            if result.verdict in _KILLING:
                killers.append(f"{planned.test.name} {result.verdict.word}")

        order = sorted(self._plan, key=lambda planned: (-self._kills[planned.test.name], self._usual[planned.test.name]))
        self._run([(planned, min(self._options.timeout, _LEAST_SECONDS + _TIMES_USUAL * self._usual[planned.test.name])) for planned in order],
                  done, lambda: bool(killers))
        if killers:
            return killers[0]
        return SURVIVED if len(ended) == len(order) else INTERRUPTED

    def _run(self, limited, done, enough):
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

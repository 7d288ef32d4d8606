# SPDX-License-Identifier: BSD-3-Clause
"""Runs single tests and determines their results."""
from typing import Callable

from mpitcheck.job.job import Injection, TestFolders, make_nonce, replay_line, test_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned
from mpitcheck.judge.clauses import strictest_level
from mpitcheck.judge.evidence import Evidence, read_evidence
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.stacks import attach_stacks
from mpitcheck.judge.trial import Trial
from mpitcheck.judge.verdict import judge
from mpitcheck.process.scheduler import JobOutcome, Scheduler


class TestRunner:
    """Runs planned tests under one set of options."""

    def __init__(self, options: RunOptions, injection: Injection, scratch: str) -> None:
        """Prepares to run tests, whose folders are created below `scratch`."""
        self._options, self._injection, self._scratch = options, injection, scratch

    def described(self, planned: Planned) -> TestResult:
        """Returns the result of a test that has not run: its description without a verdict."""
        test = planned.test
        return TestResult(
            target=planned.target.name,
            suite=planned.program.suite,
            name=test.name,
            brief=test.brief,
            file=test.file,
            line=test.line,
            clauses=list(test.clauses),
            level=strictest_level(test.clauses),
            replay=replay_line(planned, self._options),
            np=planned.np,
            seed=self._options.seed,
        )

    def start(
        self,
        planned: Planned,
        number: int,
        scheduler: Scheduler,
        done: Callable[[TestResult], None],
    ) -> bool:
        """Waits for free slots, starts the test and returns True.

        After an interrupt it starts nothing and returns False. `done` is called with the result,
        which has all captured output. `number` names the test's folders and must differ from those
        of all running tests.
        """
        folders, nonce = TestFolders(self._scratch, number), make_nonce()
        job = test_job(planned, self._options, self._injection, folders, nonce)

        def ended(outcome: JobOutcome) -> None:
            with folders:
                evidence = read_evidence(folders.result, planned.np, nonce, planned.test.name)
                done(self._result(planned, job.limits.seconds, outcome, evidence))

        started = scheduler.start(job, ended)
        if not started:
            folders.close()
        return started

    def _result(
        self, planned: Planned, time_limit: float, outcome: JobOutcome, evidence: Evidence
    ) -> TestResult:
        result = self.described(planned)
        preflight = planned.target.preflight
        trial = Trial(
            test=planned.test,
            np=planned.np,
            launched=planned.target.is_launched(planned.np),
            time_limit=time_limit,
            mpi_version=planned.target.tree.mpi_version,
            ending=outcome.ending,
            evidence=evidence,
            output=outcome.output,
            stacks=outcome.stacks,
            works_alone=preflight.works_alone if preflight else None,
        )
        judge(trial, result)
        # A node may have failed without srun having noticed yet.
        result.launcher_failed |= (
            trial.launched
            and planned.target.launcher[:1] == ["srun"]
            and result.verdict == Verdict.timeout
        )
        attach_stacks(outcome, evidence, result)
        if outcome.ending:
            result.seconds = outcome.ending.seconds
        result.output, result.output_lost = outcome.output, outcome.output_lost
        return result

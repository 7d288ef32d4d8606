# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck run`: plans and runs tests, judges and reports their results."""
from __future__ import annotations

import contextlib
import itertools
import os
import signal
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Optional

from mpitcheck.gate.expectations import GateTarget
from mpitcheck.job.inherited import refuse_several_runners
from mpitcheck.job.job import prepare_injection
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import (
    Planned,
    Target,
    load_targets,
    require_launchers,
    scratch_parent,
    select_tests,
    starting_order,
)
from mpitcheck.judge.clauses import clause_results
from mpitcheck.judge.finding import derive_causes, derive_findings
from mpitcheck.judge.library_id import families_of
from mpitcheck.judge.header import make_header
from mpitcheck.judge.model import Footer, RunReport, TargetResult, TestName, TestResult, Verdict
from mpitcheck.judge.results import derive_clause_verdicts, derive_grids, exit_code_of, lost_notes
from mpitcheck.process.error import ExitCode
from mpitcheck.process.files import Scratch, prepare_folder
from mpitcheck.process.scheduler import Scheduler
from mpitcheck.process.text import encode, shortened, timestamp
from mpitcheck.run.adaptation import habits_file
from mpitcheck.run.progress import Progress
from mpitcheck.run.report_files import ReportFiles, writer_of
from mpitcheck.run.run_gate import RunGate
from mpitcheck.run.target_survey import TargetSurvey, quarantine_file
from mpitcheck.run.terminal import STDOUT, is_terminal, print_output, width_of
from mpitcheck.run.test_runner import TestRunner
from mpitcheck.schema.records import HABITS_VARIABLE, QUARANTINE_VARIABLE

if TYPE_CHECKING:
    from mpitcheck.repro.reproducer import Reproducer

_OUTPUT_OF_PASS = 4 << 10  # bytes of output kept for a test with verdict `quality` or better
_OUTPUT_IN_ALL = 16 << 20  # bytes kept in full; after that each test keeps as much as a pass


class Run:
    """One run from plan to report, a context manager that can be executed once."""

    def __init__(self, options: RunOptions, targets: list[Target], command: list[str]) -> None:
        # The run changes its targets, so it copies them.
        self._options, self._targets = options, [
            replace(each, tree=replace(each.tree, env=dict(each.tree.env))) for each in targets
        ]
        with contextlib.ExitStack() as opened:
            self._gate = opened.enter_context(RunGate(options))
            self._plan = select_tests(self._targets, options)
            self._scratch = opened.enter_context(Scratch(scratch_parent(self._plan)))
            self._injection = prepare_injection(options, self._scratch)
            self._runner = TestRunner(options, self._injection, self._scratch)
            self._files = opened.enter_context(ReportFiles(options))
            for i, target in enumerate(self._targets):
                target.tree.env[QUARANTINE_VARIABLE] = quarantine_file(self._scratch, i)
                target.tree.env[HABITS_VARIABLE] = habits_file(target, self._scratch)
            require_launchers(self._plan)
            for name in ("repro", "evidence"):
                if folder := getattr(options, name):
                    prepare_folder(f"--{name}", folder)
            self._opened = opened.pop_all()
        # In the order of the plan; None: the test has not run
        self._results: list[Optional[TestResult]] = [None] * len(self._plan)
        self._output_kept = 0  # bytes of all results
        self._report = RunReport(header=make_header(command))

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def execute(self) -> RunReport:
        """Runs the tests and returns the report."""
        self._begin = time.monotonic()
        with Scheduler(self._options.jobs) as scheduler:
            self._report.targets = [self._described(target) for target in self._targets]
            survey = TargetSurvey(
                self._options,
                self._targets,
                self._report.targets,
                self._injection,
                self._scratch,
                len(self._plan),
            )
            survey.take(scheduler)  # tests need its results
            self._open_gate()
            reproducer = self._make_reproducer()
            self._run_all(scheduler, reproducer)
            if reproducer:
                reproducer.finish(scheduler)
        return self._assembled(scheduler.interrupted)

    def run(self) -> int:
        """Runs the tests, prints the summary, writes the files and returns the exit code."""
        report = self.execute()
        if self._options.repro:
            from mpitcheck.repro.reproducer import write_programs

            write_programs(self._options.repro, report.tests)
        if self._options.evidence:
            from mpitcheck.report.show_finding import write_letters

            write_letters(self._options.evidence, report)
        print_output(self._printed(report))  # before the files, which may take long
        self._files.commit(report)
        if self._options.open_page and not report.footer.interrupted:
            from mpitcheck.run.browser import open_page

            open_page(self._options.html)
        return report.exit_code

    def _printed(self, report: RunReport) -> str:
        """Returns what is printed at the end."""
        if self._options.format != "text":
            return writer_of(self._options.format, self._options)(report)
        if self._options.verbose:
            from mpitcheck.report.summary import summary

            return summary(report)
        from mpitcheck.report.short_summary import USUAL_WIDTH, Files, Look, short_summary

        files = Files(self._options.html, self._options.json)
        colours = is_terminal(STDOUT) and not os.environ.get("NO_COLOR")
        return short_summary(report, files, Look(width_of(STDOUT, USUAL_WIDTH), colours))

    def _make_reproducer(self) -> Optional[Reproducer]:
        if not self._options.programs:
            return None
        from mpitcheck.repro.reproducer import Reproducer

        return Reproducer(
            self._options, self._targets, self._injection, os.path.join(self._scratch, "repro")
        )

    def _described(self, target: Target) -> TargetResult:
        """Returns the result of a target that has not run yet."""
        result = TargetResult(
            target.name, target.tree.library_version, target.tree.mpi_version, target.tree.named
        )
        if self._options.quick:
            taken = sum(planned.target is target for planned in self._plan)
            result.notes.append(
                f"--quick: {taken} of {len(target.tests())} tests, those that have found a"
                " deviation of a known library"
            )
        if target.allocation and any(
            planned.target is target and planned.np > 1 for planned in self._plan
        ):
            result.notes.append(target.allocation.note(target.launcher))
        return result

    def _open_gate(self) -> None:
        interface = "abi" if self._options.abi_library else "native"
        self._gate.open(
            [
                GateTarget(
                    target.name,
                    result.library_version,
                    [test.name for _, test in target.tests()],
                    interface,
                )
                for target, result in zip(self._targets, self._report.targets)
            ]
        )

    def _run_all(self, scheduler: Scheduler, reproducer: Optional[Reproducer]) -> None:
        progress = Progress(len(self._plan), self._options.quiet)
        scheduler.on_tick(lambda: self._on_tick(progress))
        self._draft()
        # With a limit, programs are made for the first failures in the order of the plan. These are
        # known only when all tests have ended.
        adds_at_once = reproducer is not None and self._options.programs >= len(self._plan)

        # Results of tests that are repeated: their launcher failed, or they hung or exited outside
        # MPI_T.
        first_attempts: dict[int, TestResult] = {}
        again: list[int] = []

        def is_doubtful(i: int, result: TestResult) -> bool:
            # Stress tests are not repeated for this, because their other threads were in MPI_T.
            outside = result.stopped_outside and self._plan[i].program.suite != "stress"
            return result.launcher_failed or outside

        def settled(i: int, result: TestResult) -> None:
            self._gate.mark(result)
            self._results[i] = result
            progress.finished(result)

        def ended(i: int, result: TestResult) -> None:
            if result.allocation_is_over and i in first_attempts:
                scheduler.interrupt()
                return
            if is_doubtful(i, result) and i not in first_attempts and not scheduler.interrupted:
                first_attempts[i] = result
                again.append(i)
                return
            first = first_attempts.get(i)
            if first and (first.launcher_failed or first.verdict != result.verdict):
                result.notes.append(f"repeated, after {first.message}")
            self._bound_output(result)
            settled(i, result)
            if reproducer and adds_at_once:
                reproducer.add(self._plan[i], result)

        def start(i: int) -> bool:
            return self._runner.start(self._plan[i], i, scheduler, lambda result: ended(i, result))

        for i in starting_order(self._plan):
            planned = self._plan[i]
            if planned.np > 1 and not planned.target.launcher:
                if scheduler.interrupted:
                    break
                settled(i, self._without_launcher(planned))
            elif not start(i):
                break
            if reproducer:
                reproducer.go_on(scheduler)
        while progress.left and (scheduler.busy or again):
            if again:
                start(again.pop(0))
            else:
                scheduler.wait()
            if reproducer:
                reproducer.go_on(scheduler)
        progress.end()
        scheduler.on_tick(None)
        if reproducer and not adds_at_once:
            for planned, result in zip(self._plan, self._results):
                if result:
                    reproducer.add(planned, result)

    def _on_tick(self, progress: Progress) -> None:
        progress.tick()
        self._draft()

    def _draft(self) -> None:
        self._files.draft(lambda: self._assembled(interrupted=True))

    def _without_launcher(self, planned: Planned) -> TestResult:
        result = self._runner.described(planned)
        result.verdict = Verdict.not_applicable
        result.message = (
            f"needs {planned.np} processes, and the tree names no launcher: name one with"
            " --launcher"
        )
        return result

    def _bound_output(self, result: TestResult) -> None:
        caught = len(encode(result.output))
        if result.verdict <= Verdict.quality or self._output_kept > _OUTPUT_IN_ALL:
            result.output = shortened(result.output, _OUTPUT_OF_PASS)
            result.output_lost += max(caught - _OUTPUT_OF_PASS, 0)
        self._output_kept += len(encode(result.output))

    def _assembled(self, interrupted: bool) -> RunReport:
        """Returns the report with the results so far."""
        report = replace(
            self._report,
            targets=[replace(target) for target in self._report.targets],
            tests=[],
            footer=Footer(interrupted=interrupted, seconds=time.monotonic() - self._begin),
        )
        index_of = {id(target): i for i, target in enumerate(self._targets)}
        for planned, result in zip(self._plan, self._results):
            if result:
                report.targets[index_of[id(planned.target)]].seconds += result.seconds
                report.tests.append(result)
            else:
                report.footer.missing.append(
                    TestName(report.targets[index_of[id(planned.target)]].name, planned.test.name)
                )
        for target in report.targets:
            target.notes = [*target.notes, *lost_notes(report.tests, target.name)]
        report.clauses = clause_results()
        # A clause lists all tests that cite it, even if they were not selected.
        cited: dict[str, dict[str, None]] = {}
        for _, test in itertools.chain.from_iterable(target.tests() for target in self._targets):
            for name in test.clauses:
                cited.setdefault(name, {})[test.name] = None
        for clause in report.clauses:
            clause.tests = list(cited.get(clause.id, ()))
        derive_clause_verdicts(report)
        derive_grids(report)
        report.footer.complete = not report.footer.missing
        report.footer.finished = timestamp()
        causes = derive_causes(report.tests, families_of(report.targets))
        self._gate.conclude(report, causes)
        derive_findings(report, causes)  # after the gate, which marks tests as known
        report.exit_code = ExitCode.interrupted if interrupted else exit_code_of(report)
        return report


def run_tests(options: RunOptions, command: list[str]) -> int:
    """Runs the selected tests, prints the report, writes the files and returns the exit code.

    `command` is the command line for the report's header. Raises UserError if the run is not
    possible as requested.
    """
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    refuse_several_runners()
    with Run(options, load_targets(options), command) as run:
        return run.run()


def execute_tests(
    options: RunOptions, command: list[str], targets: Optional[list[Target]] = None
) -> RunReport:
    """Runs the selected tests and returns the report, without printing it.

    `targets`, if given, are run instead of the trees that the options name. Report files that the
    options name get drafts only. Raises UserError if the run is not possible as requested.
    """
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    with Run(options, load_targets(options) if targets is None else targets, command) as run:
        return run.execute()

# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove repro`: finds reproducers under faults and checks their conditions."""
import os
import random
from dataclasses import dataclass, replace
from typing import Optional

from mpitcheck.job.job import Injection, TestFolders, compile_job, program_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target, citing, load_targets, select_tests
from mpitcheck.job.variant import VARIABLE
from mpitcheck.judge.clauses import level_of
from mpitcheck.judge.endings import first_line
from mpitcheck.judge.model import Repro, RunReport, TestResult
from mpitcheck.judge.tree import FaultEntry, Tree, refuse_unbuilt
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Outcome, Scheduler
from mpitcheck.process.text import encode, escape_line
from mpitcheck.repro.reproducer import write_programs
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import FaultSelection, fitting_faults, sample_of
from mpitcheck.prove.variants import variants_of

_TESTS_TRIED = 3  # failing tests per fault
_FAULTS_DRAWN, _VARIANTS_DRAWN = 6, 3  # surroundings in which a program is tried
_PROGRAM_LIMIT = 20  # seconds; a program's own watchdog fires after 10


@dataclass
class _Tally:
    shown: int = 0
    failures: int = 0
    trials: int = 0
    false_programs: int = 0

    def percent(self) -> float:
        return 100 * self.shown / self.failures if self.failures else 0


def _under_fault(
    options: RunOptions, tree: Tree, fault: str, programs: int, filters: list[str]
) -> RunOptions:
    """Returns the options of a quiet run under the fault."""
    return replace(
        options,
        json="",
        quiet=True,
        counts=False,
        preflight=False,
        preload=[tree.fault_library],
        env=[f"MPITCHECK_FAULT={fault}"],
        programs=programs,
        filters=filters,
    )


def _end_if(interrupted: bool) -> None:
    if interrupted:
        raise UserError("interrupted", ExitCode.interrupted)


def _finder(report: RunReport) -> Optional[tuple[TestResult, Repro]]:
    """Returns a test that found the fault, with its reproducer; None if no test found it.

    A test whose program shows the fault is preferred.
    """
    found = [(test, test.repro) for test in report.tests if test.repro]
    return next((each for each in found if each[1].reproduced), found[0] if found else None)


class _CrossTrials:
    """Runs programs under faults of other rules and under legal variants.

    If a program fails there and its test does not, the program's condition is not the rule.
    """

    def __init__(self, options: RunOptions, target: Target, command: list[str]) -> None:
        self._options, self._target, self._command = options, target, command
        self._variants = [
            variant.name for variant in variants_of(target, options) if not variant.of_starts
        ]
        self._random = random.Random(options.seed)

    def failures(
        self, shown: FaultEntry, test: TestResult, repro: Repro, tally: _Tally
    ) -> list[str]:
        """Returns the faults and variants under which a program fails although it should pass.

        The program is of `test` under the fault `shown`. The faults and variants are drawn at
        random and returned by name. Only failures of the program's own check count.
        """
        others = [
            fault
            for fault in self._target.tree.faults
            if set(fault.clauses).isdisjoint(shown.clauses)
        ]
        drawn = [
            (fault.name, f"MPITCHECK_FAULT={fault.name}", [self._target.tree.fault_library])
            for fault in (self._random.sample(others, min(len(others), _FAULTS_DRAWN)))
        ]
        drawn += [
            (variant, f"{VARIABLE}={variant}", [])
            for variant in (
                self._random.choices(self._variants, k=_VARIANTS_DRAWN) if self._variants else []
            )
        ]
        tally.trials += len(drawn)
        return [
            name
            for name in self._failed(test, repro, drawn)
            if not self._is_excused(test, repro, name)
        ]

    def _failed(
        self, test: TestResult, repro: Repro, drawn: list[tuple[str, str, list[str]]]
    ) -> list[str]:
        failed = []
        with (
            Scratch() as scratch,
            TestFolders(scratch, 0) as folders,
            Scheduler(self._options.jobs) as scheduler,
        ):
            source, program = os.path.join(folders.root, "program.c"), os.path.join(
                folders.root, "program"
            )
            with open(source, "wb") as file:
                file.write(encode(repro.program))
            compiled: list[Outcome] = []
            scheduler.start(compile_job(self._target, source, program, folders), compiled.append)
            scheduler.finish()
            _end_if(scheduler.interrupted)
            if not os.path.exists(program):
                raise UserError(
                    f"the program of {test.name} does not compile again:"
                    f" {first_line(compiled[0].output)}",
                    ExitCode.own_error,
                )
            for name, variable, preload in drawn:

                def note(outcome: Outcome, name: str = name) -> None:
                    # Only the program's own verdict counts; a fault may end the program with any
                    # code.
                    judged = (
                        outcome.ending
                        and os.waitstatus_to_exitcode(outcome.ending.wait_status) == 1
                    )
                    if judged and ": expected " in outcome.output:
                        failed.append(name)

                one = replace(self._options, env=[variable], timeout=_PROGRAM_LIMIT)
                scheduler.start(
                    program_job(
                        self._target, program, test.np, one, Injection(preload=preload), folders
                    ),
                    note,
                )
            scheduler.finish()
            _end_if(scheduler.interrupted)
        return failed

    def _is_excused(self, test: TestResult, repro: Repro, other: str) -> bool:
        """Whether the program of a test may fail under the fault or variant `other`."""
        tree = self._target.tree
        if not any(fault.name == other for fault in tree.faults):
            # A legal variant may deviate from clauses that are not of level must.
            return level_of(repro.clause) != "must"
        # If the test itself reports that this fault breaks the clauses, the program is right.
        report = execute_tests(
            _under_fault(self._options, tree, other, programs=0, filters=[test.name]), self._command
        )
        _end_if(report.footer.interrupted)
        clauses = {failure.clause for failure in test.failures}
        return any(failure.clause in clauses for each in report.tests for failure in each.failures)


def _row(
    fault: FaultEntry,
    found: Optional[tuple[TestResult, Repro]],
    tally: _Tally,
    width: int,
    trials: _CrossTrials,
) -> dict[str, object]:
    """Prints the row of a fault and returns its entry for options.json."""
    if found is None:
        say(f"{fault.name:<{width}}  not found")
        return {"fault": fault.name, "test": None}
    test, repro = found
    tally.failures += 1
    tally.shown += repro.reproduced
    fails_under = trials.failures(fault, test, repro, tally) if repro.reproduced else []
    tally.false_programs += bool(fails_under)
    lines = repro.program.count("\n")
    said, reason = ("yes", "") if repro.reproduced else ("no", escape_line(": " + repro.reason))
    say(f"{fault.name:<{width}}  {said:<5}  {lines:>5}  {test.name}{reason}")
    if fails_under:
        say(f"{'':<{width}}  FALSE: fails under {', '.join(fails_under)} too")
    return {
        "fault": fault.name,
        "test": test.name,
        "shown": repro.reproduced,
        "lines": lines,
        "reason": repro.reason,
        "program": repro.program,
        "fails_under": fails_under,
    }


def prove_repro(
    options: RunOptions, selection: FaultSelection, at_least: int, command: list[str]
) -> ExitCode:
    """Finds reproducers under each selected fault and tries them under other faults and variants.

    Other faults and legal variants are drawn by options.seed. A program that fails under them is
    false: its condition is not the rule. Prints a row per fault and the share of failures that a
    program shows. Writes options.json and, below options.repro, the programs. Returns the exit
    code, which is 1 for a false program or if the share is less than `at_least` per cent. Raises
    UserError if the options or the tree do not allow a run.
    """
    targets = load_targets(options)
    tree = targets[0].tree
    if not tree.faults:
        refuse_unbuilt(tree, "faults", "prove")
    if not tree.recorder:
        refuse_unbuilt(tree, "recorder of calls", "recorder")
    if not tree.compile:
        raise UserError(
            f"tree '{tree.named}' knows no C compiler of its MPI: configure it with"
            " -DMPI_C_COMPILER=..."
        )
    faults = sample_of(fitting_faults(tree, selection), selection, "faults")
    # Programs of random sequences would be longer.
    plan = [planned for planned in select_tests(targets, options) if not planned.program.is_random]
    with results_file(options) as file:
        width = width_of("fault", [fault.name for fault in faults])
        say(f"{'fault':<{width}}  shown  lines  test")
        trials = _CrossTrials(options, targets[0], command)
        tally, rows, seconds = _Tally(), [], 0.0
        for fault in faults:
            names = [planned.test.name for planned in citing(fault.clauses, plan)]
            if not names:
                continue
            report = execute_tests(
                _under_fault(options, tree, fault.name, programs=_TESTS_TRIED, filters=names),
                command,
            )
            if report.footer.interrupted:
                return ExitCode.interrupted
            seconds += report.footer.seconds
            rows.append(_row(fault, _finder(report), tally, width, trials))
            if options.repro:
                for test in report.tests:
                    test.target = fault.name
                write_programs(options.repro, report.tests)
        say(
            f"\n{tally.shown} of {tally.failures} failures shown by a C program"
            f" ({tally.percent():.0f} %), {len(rows) - tally.failures} faults not found;"
            f" {tally.false_programs} false programs in {tally.trials} trials under other faults"
            f" and legal variants; {seconds:.0f} s"
        )
        write_results(
            file,
            options,
            shown=tally.shown,
            failures=tally.failures,
            false_programs=tally.false_programs,
            trials=tally.trials,
            seconds=seconds,
            rows=rows,
        )
    return exit_code(tally.percent() < at_least or tally.false_programs)

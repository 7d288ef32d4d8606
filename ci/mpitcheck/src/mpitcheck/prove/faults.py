# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove faults`: prints the verdict on each fault as a table."""
import time
from collections import Counter

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets
from mpitcheck.judge.tree import refuse_unbuilt
from mpitcheck.process.error import ExitCode
from mpitcheck.process.text import escape_line
from mpitcheck.prove.fault_verdict import FaultRun, FaultVerdict
from mpitcheck.prove.fault_lab import run_faults
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import FaultSelection, fitting_faults, sample_of


def _row(run: FaultRun, width: int) -> str:
    first = run.detected_by[0] if run.detected_by else ", ".join(run.fault.clauses)
    return (
        f"{run.fault.name:<{width}}  {run.verdict:<13}  {len(run.detected_by):>6} "
        f" {len(run.collateral):>10}  {escape_line(first)}"
    )


def _print_details(run: FaultRun) -> None:
    if run.verdict == FaultVerdict.detected and not run.collateral:
        return
    say(
        f"\n{run.verdict}: {run.fault.name}: {run.fault.brief}\n  breaks"
        f" {', '.join(run.fault.clauses)}"
    )
    for each in run.collateral:
        say(f"  collateral {escape_line(each.test)}: {escape_line(', '.join(each.clauses))}")


def _print_findings(runs: list[FaultRun]) -> None:
    """Prints findings of faults that cause several, and how many faults cause how many findings."""
    for run in runs:
        if len(run.findings) > 1:
            say(f"\n{len(run.findings)} must findings: {run.fault.name}")
            for finding in run.findings:
                say(f"  {finding.id} {escape_line(finding.line)}")
    say("\nmust findings  faults")
    for number, faults in sorted(Counter(len(run.findings) for run in runs).items()):
        say(f"{number:>13}  {faults:>6}")


def _described(run: FaultRun) -> dict[str, object]:
    findings = [
        {"id": finding.id, "line": finding.line, "clauses": finding.clauses}
        for finding in run.findings
    ]
    return {
        "name": run.fault.name,
        "brief": run.fault.brief,
        "clauses": run.fault.clauses,
        "verdict": run.verdict,
        "killed_by": run.detected_by,
        "findings": findings,
        "collateral": [{"test": each.test, "clauses": each.clauses} for each in run.collateral],
        "seconds": run.seconds,
    }


def prove_faults(
    options: RunOptions, selection: FaultSelection, whole_suite: bool, findings: bool
) -> ExitCode:
    """Runs under each fault the tests of its clauses, or the whole suite.

    Prints the table and writes options.json. Returns the exit code, which is 1 if a fault is not
    detected. On an MPI other than the reference, a fault may also be not triggered or not
    exercised. Raises UserError if the options or the tree do not allow a run.
    """
    begin = time.monotonic()
    whole_suite = whole_suite or findings
    targets = load_targets(options)
    tree = targets[0].tree
    if not tree.faults:
        refuse_unbuilt(tree, "faults", "prove")
    fitting = fitting_faults(tree, selection)
    faults = sample_of(fitting, selection, "faults")
    with results_file(options) as file:
        width = width_of("fault", [fault.name for fault in faults])
        say(f"{'fault':<{width}}  verdict        killed by  collateral  first")
        runs = run_faults(
            options, targets, faults, lambda run: say(_row(run, width)), whole_suite, findings
        )
        seconds = time.monotonic() - begin
        complete = len(runs) == len(faults)
        for run in runs:
            _print_details(run)
        if findings:
            _print_findings(runs)
        verdicts = Counter(run.verdict for run in runs)
        collateral = sum(len(run.collateral) for run in runs)
        tally = ", ".join(
            [
                *(f"{verdicts[verdict]} {verdict}" for verdict in FaultVerdict),
                f"{collateral} collateral",
            ]
        )
        say(
            f"\n{len(runs)} of {len(fitting)} faults: {tally};"
            f" {seconds:.0f} s{'' if complete else ', interrupted'}"
        )
        write_results(
            file,
            options,
            whole_suite=whole_suite,
            complete=complete,
            seconds=seconds,
            faults=[_described(run) for run in runs],
        )
    wrong = verdicts[FaultVerdict.missed] + verdicts[FaultVerdict.misattributed]
    if tree.is_reference:
        wrong += verdicts[FaultVerdict.not_exercised] + verdicts[FaultVerdict.not_triggered]
    return exit_code(wrong, not complete)

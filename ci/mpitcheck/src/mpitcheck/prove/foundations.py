# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove foundations`: measures the effect of a broken primitive.

Each fault of conformance/faults/foundations breaks one primitive that tests rely on, in all
functions. All tests run under it. They must charge the rules that the fault breaks and no others,
with at most one finding per rule.
"""
import time
from dataclasses import dataclass, replace

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets
from mpitcheck.judge.clauses import level_of
from mpitcheck.judge.model import RunReport, Verdict
from mpitcheck.judge.results import verdict_counts
from mpitcheck.judge.tree import FaultEntry, refuse_unbuilt
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import escape_line
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import FaultSelection, fitting_faults

_PREFIX = "foundation_"
_SUITES = ["conformance"]
_TESTS_SHOWN = 5  # per finding


def _is_must(clause: str) -> bool:
    return level_of(clause) == "must"


def must_findings(report: RunReport) -> dict[str, set[str]]:
    """Returns the rules of level `must` that each finding charges, by the finding's id."""
    charged = {
        finding.id: set(filter(_is_must, finding.clauses)) for finding in report.counted_findings
    }
    return {id: clauses for id, clauses in charged.items() if clauses}


@dataclass
class FoundationRun:
    """The results under a fault, compared with the results without a fault."""

    fault: FaultEntry
    report: RunReport
    usual: RunReport  # without a fault

    @property
    def findings(self) -> dict[str, set[str]]:
        """The rules that only the run under the fault charges, by the id of the finding."""
        usual = must_findings(self.usual)
        found = must_findings(self.report)
        new = {id: clauses - usual.get(id, set()) for id, clauses in found.items()}
        return {id: clauses for id, clauses in new.items() if clauses}

    @property
    def charged(self) -> set[str]:
        return set().union(*self.findings.values())

    @property
    def beyond(self) -> list[str]:
        """Charged rules that the fault does not break."""
        return sorted(self.charged - set(self.fault.clauses))

    @property
    def unseen(self) -> list[str]:
        """Rules of level must that the fault breaks and no finding names, be it a consequence."""
        named = {clause for finding in self.report.findings for clause in finding.clauses}
        return sorted(filter(_is_must, set(self.fault.clauses) - named))

    @property
    def is_right(self) -> bool:
        few = len(self.findings) <= max(len(self.fault.clauses), 1)
        return few and not self.beyond and not self.unseen

    def more(self, *verdicts: Verdict) -> int:
        """Returns how many more tests have one of the verdicts than without a fault."""

        def number(report: RunReport) -> int:
            counts = verdict_counts(report, report.targets[0].name)
            return sum(counts.get(verdict, 0) for verdict in verdicts)

        return number(self.report) - number(self.usual)


def _row(run: FoundationRun, width: int) -> str:
    ends = run.more(Verdict.crash, Verdict.timeout)
    return (
        f"{run.fault.name:<{width}}  {len(run.findings):>8}  {len(run.charged):>5}  "
        f"{len(run.beyond):>6}  {len(run.unseen):>6}  {run.more(Verdict.inconclusive):>12}  "
        f"{run.more(Verdict.vacuous):>7}  {ends:>6}  {run.report.footer.seconds:>7.1f}"
    )


def _print_details(run: FoundationRun) -> None:
    if run.is_right:
        return
    say(f"\n{run.fault.name}: {run.fault.brief}")
    lists = (("wrongly charged", run.beyond), ("not charged", run.unseen))
    for title, clauses in lists:
        if clauses:
            say(f"  {title}: {', '.join(clauses)}")
    names = {finding.id: finding for finding in run.report.findings}
    for id in run.findings:
        say(f"  {id} {escape_line(names[id].line)}")
        for sighting in names[id].sightings:
            shown = [run.report.tests[place].name for place in sighting.tests[:_TESTS_SHOWN]]
            say("    " + escape_line(", ".join(shown)))


def _described(run: FoundationRun) -> dict[str, object]:
    findings = {id: sorted(clauses) for id, clauses in run.findings.items()}
    return {
        "name": run.fault.name,
        "brief": run.fault.brief,
        "clauses": run.fault.clauses,
        "is_right": run.is_right,
        "findings": findings,
        "beyond": run.beyond,
        "unseen": run.unseen,
        "inconclusive": run.more(Verdict.inconclusive),
        "vacuous": run.more(Verdict.vacuous),
        "notes": run.report.targets[0].notes,
        "seconds": run.report.footer.seconds,
    }


def prove_foundations(
    options: RunOptions, selection: FaultSelection, command: list[str]
) -> ExitCode:
    """Runs the tests without a fault and under each fault of a foundation.

    Prints the table and writes options.json. Returns the exit code, which is 1 if the findings of a
    fault are not as required. Raises UserError if the options or the tree do not allow a run.
    """
    begin = time.monotonic()
    tree = load_targets(options)[0].tree
    if not tree.faults:
        refuse_unbuilt(tree, "faults", "prove")
    faults = [each for each in fitting_faults(tree, selection) if each.name.startswith(_PREFIX)]
    if not faults:
        raise UserError(
            f"no fault of a foundation matches the filters: their names begin with {_PREFIX}",
            ExitCode.nothing_selected,
        )
    with results_file(options) as file:
        options = replace(
            options,
            json="",
            quiet=True,
            suites=options.suites or _SUITES,
            preload=[*options.preload, tree.fault_library],
        )
        usual = execute_tests(options, command)
        width = width_of("fault", [fault.name for fault in faults])
        say(
            f"{'fault':<{width}}  findings  rules  beyond  unseen  inconclusive  vacuous  deaths  "
            "seconds"
        )
        runs, interrupted = [], usual.footer.interrupted
        for fault in faults:
            if interrupted:
                break
            one = replace(options, env=[*options.env, f"MPITCHECK_FAULT={fault.name}"])
            runs.append(FoundationRun(fault, execute_tests(one, command), usual))
            interrupted = runs[-1].report.footer.interrupted
            say(_row(runs[-1], width))
        for run in runs:
            _print_details(run)
        wrong = sum(not run.is_right for run in runs)
        seconds = time.monotonic() - begin
        say(
            f"\n{len(runs)} of {len(faults)} foundations, {wrong} wrong; {seconds:.0f} s"
            + (", interrupted" if interrupted else "")
        )
        write_results(
            file,
            options,
            complete=not interrupted,
            seconds=seconds,
            foundations=[_described(run) for run in runs],
        )
    return exit_code(wrong, interrupted)

# SPDX-License-Identifier: BSD-3-Clause
"""The summary of a run for the terminal: findings, tests that deviate and a table.

All texts of a target are escaped.
"""
from mpitcheck.judge.library_id import library_line
from mpitcheck.judge.model import (
    Finding,
    GateResult,
    RunReport,
    TargetResult,
    TestResult,
    ThreadStack,
    Verdict,
)
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import got_no_end, is_known, verdict_counts
from mpitcheck.process.text import escape_block, escape_line, shortened, tidy
from mpitcheck.report.grid_text import grid_summary
from mpitcheck.report.text import (
    CAPABILITY_NOTE,
    CAPABILITY_TITLE,
    Capability,
    capabilities,
    findings_count,
    incomplete_line,
    sighting_line,
)

_CALLS_SHOWN = 4  # the last calls
_STACKS_SHOWN = 4  # threads
_FRAMES_SHOWN = 8  # the innermost frames
_LONGEST_LIBRARY = 60
_LONGEST_LINE = 200  # of a finding
_LONGEST_OUTPUT = 2000

# The table has a column for each of these verdicts that occurs, and always for those in _ALWAYS.
_COLUMNS = (
    Verdict.good,
    Verdict.fail,
    Verdict.crash,
    Verdict.timeout,
    Verdict.early_exit,
    Verdict.warn,
    Verdict.quality,
    Verdict.inconclusive,
    Verdict.vacuous,
    Verdict.not_applicable,
    Verdict.error,
)
_ALWAYS = {Verdict.good, Verdict.fail}


def _library_line(target: TargetResult) -> str:
    text = library_line(target.library_version).partition(",")[0].replace("\t", " ")
    return tidy(shortened(f"{text} (MPI {target.mpi_version})", _LONGEST_LIBRARY))


def _table(report: RunReport) -> str:
    used = _ALWAYS.union(test.verdict for test in report.tests)
    shown = [verdict for verdict in _COLUMNS if verdict in used]
    rows = [("target", "library")] + [
        (tidy(target.name), _library_line(target)) for target in report.targets
    ]
    names, libraries = (max(map(len, column)) for column in zip(*rows))
    heads = [f"{name:<{names}}  {library:<{libraries}}" for name, library in rows]
    text = heads[0] + "".join(f"  {verdict.word}" for verdict in shown) + "  seconds\n"
    for head, target in zip(heads[1:], report.targets):
        counts = verdict_counts(report, target.name)
        text += (
            head
            + "".join(f"  {counts.get(verdict, 0):>{len(verdict.word)}}" for verdict in shown)
            + f"  {target.seconds:>7.1f}\n"
        )
    return text


def _field(label: str, text: str) -> str:
    return f"    {label:<9} {tidy(text)}\n" if text else ""


def _failure(failure: Failure, mpi_version: str) -> str:
    text = ""
    if failure.clause:
        where = failure.level + (
            f", MPI {mpi_version} section {failure.section}" if failure.section else ""
        )
        text = f"  {tidy(failure.clause)} ({tidy(where)}): {tidy(failure.rule)}\n"
    text += (
        _field("variable", failure.subject)
        + _field("expected", failure.expected)
        + _field("actual", failure.actual)
    )
    text += _field("when", failure.phase)
    return text + "".join(
        _field("" if i else "calls", call) for i, call in enumerate(failure.calls[-_CALLS_SHOWN:])
    )


def _stacks(stacks: list[ThreadStack]) -> str:
    text = "".join(
        _field("stack", stack.thread)
        + "".join(_field("", frame) for frame in stack.frames[:_FRAMES_SHOWN])
        for stack in stacks[:_STACKS_SHOWN]
    )
    more = len(stacks) - _STACKS_SHOWN
    return text + (_field("stack", f"and {more} more: see the report") if more > 0 else "")


def _heading(test: TestResult) -> str:
    return f"\n{test.verdict.word}: {tidy(test.target)} {tidy(test.name)}\n" + (
        f"  {tidy(test.message)}\n" if test.message else ""
    )


def _test(test: TestResult, mpi_version: str) -> str:
    text = _heading(test)
    if test.failures:  # a crash, timeout or early exit is the last one
        text += _failure(test.failures[-1 if test.charged else 0], mpi_version)
    if len(test.failures) > 1:
        text += f"  and {len(test.failures) - 1} more: see the report\n"
    if test.verdict == Verdict.error and test.output:
        text += "  output:\n" + escape_block(shortened(test.output, _LONGEST_OUTPUT), "    ")
    text += _stacks(test.stacks) + "".join(_field("note", note) for note in test.notes)
    if test.repro:
        text += _field(
            "program", test.repro.file if test.repro.reproduced else "none: " + test.repro.reason
        )
    return text + f"    {'replay':<9} {escape_line(test.replay)}\n"


def _finding(finding: Finding) -> str:
    targets = ", ".join(map(sighting_line, finding.sightings))
    tests = sum(len(sighting.tests) for sighting in finding.sightings)
    indent = "    " if finding.is_consequence else "  "
    return (
        f"{indent}{finding.id}  {finding.level:<7}  {finding.verdict.word:<10} "
        f" {tidy(finding.line, _LONGEST_LINE)}  [{tidy(targets)},"
        f" {tests} test{'' if tests == 1 else 's'}]\n"
    )


def _findings(findings: list[Finding]) -> str:
    """Returns a line per finding, in the order of the report."""
    if not findings:
        return ""
    return (
        f"\nFindings: {findings_count(findings)}\n"
        + "".join(map(_finding, findings))
        + "  More of one: mpitcheck finding ID report.json\n"
    )


def _tests(report: RunReport) -> str:
    """Returns the tests that deviate unexpectedly or did not finish.

    A test with findings is shown in full only if it is the first test of one of them. Otherwise
    its heading is shown.
    """
    sightings = [sighting for finding in report.findings for sighting in finding.sightings]
    telling = {sighting.tests[0] for sighting in sightings}
    found = {test for sighting in sightings for test in sighting.tests}
    versions = {target.name: target.mpi_version for target in report.targets}
    return "".join(
        (
            _heading(test)
            if i in found and i not in telling
            else _test(test, versions.get(test.target, ""))
        )
        for i, test in enumerate(report.tests)
        if (test.verdict >= Verdict.error and not is_known(test)) or got_no_end(test)
    )


def _capabilities(rows: list[Capability]) -> str:
    lines = [
        f"  {tidy(row.target)}  {tidy(row.function):<20}  {tidy(row.outcome)}\n" for row in rows
    ]
    return f"\n{CAPABILITY_TITLE}. {CAPABILITY_NOTE}\n" + "".join(lines) if rows else ""


def _gate(gate: GateResult) -> str:
    if not gate.findings:
        return f"\nGate: as expected. Known deviations: {gate.known}.\n"
    text = (
        f"\nGate: differences from the expectations: {len(gate.findings)}. Known deviations:"
        f" {gate.known}.\n"
    )
    for it in gate.findings:
        test = it.test and f" {tidy(it.target)} {tidy(it.test)}:"
        text += (
            f"\n{it.problem}:{test} {tidy(it.message)}\n  {escape_line(it.advice)}\n "
            f" {escape_line(it.line)}\n"
        )
    return text


def summary(report: RunReport) -> str:
    text = (
        _findings(report.findings)
        + _tests(report)
        + _capabilities(capabilities(report))
        + "\n"
        + _table(report)
    )
    text += "".join(
        f"preflight: {tidy(target.name)}: {tidy(line)}\n"
        for target in report.targets
        for line in (target.preflight.lines if target.preflight else ())
    )
    text += "".join(
        f"note: {tidy(target.name)}: {tidy(note)}\n"
        for target in report.targets
        for note in target.notes
    )
    text += grid_summary(report)
    if report.gate:
        text += _gate(report.gate)
    incomplete = incomplete_line(report.footer)
    return text + (f"\n{tidy(incomplete)}\n" if incomplete else "")

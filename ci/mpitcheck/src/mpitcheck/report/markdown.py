# SPDX-License-Identifier: BSD-3-Clause
"""Writes the Markdown summary of a run.

Its order is: differences from the expectations, findings, verdict counts and grid of each target,
tests that deviate.
"""
from typing import Optional

from mpitcheck.judge.library_id import library_line
from mpitcheck.judge.model import (
    ClauseResult,
    Finding,
    Footer,
    GateFinding,
    GateResult,
    Header,
    Repro,
    RunReport,
    TestResult,
)
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import breaks_must, verdict_counts
from mpitcheck.process.text import encode
from mpitcheck.report.grid_text import grid_markdown
from mpitcheck.report.text import (
    CAPABILITY_NOTE,
    CAPABILITY_TITLE,
    Capability,
    capabilities,
    incomplete_line,
    is_finding,
    known_line,
    markdown,
    markdown_block,
    markdown_code,
    shortened,
    sighting_line,
    stacks_text,
    symbol,
    verdicts_in_use,
)

_ROOM_FOR_LAST_LINE = 200  # bytes for the line that reports what was cut
_LONGEST_OUTCOME = 300
_LONGEST_LIBRARY = 80
_LONGEST_STACKS = 4000


class _Page:
    """A page of limited size, and the numbers of entries that did and did not fit."""

    def __init__(self, limit: int) -> None:
        self._limit, self._size = limit, 0
        self._parts: list[str] = []
        self.written = self.cut = 0

    def add(self, text: str) -> None:
        self._parts.append(text)
        self._size += len(encode(text))

    def fits(self, text: str, share: int = 1) -> bool:
        """Returns whether `text` fits within the first 1/`share` of the page."""
        return self._size + len(encode(text)) + _ROOM_FOR_LAST_LINE <= self._limit // share

    def add_entry(self, text: str) -> None:
        if self.fits(text):
            self.written += 1
            self.add(text)
        else:
            self.cut += 1

    def text(self) -> str:
        return "".join(self._parts)


def _header(header: Header, footer: Footer) -> str:
    text = (
        f"# MPI_T conformance\n\n{markdown(header.tool)} {markdown(header.version)},"
        f" {markdown(header.system)}, started {markdown(header.started)}, took"
        f" {footer.seconds:.1f} s.\n"
    )
    incomplete = incomplete_line(footer)
    return text + (f"\n**{markdown(incomplete)}**\n" if incomplete else "")


def _add_findings(page: _Page, findings: list[Finding]) -> None:
    if not findings:
        page.add("\nNo findings.\n")
        return
    page.add(
        "\n## Findings\n\n| Finding | Level | What | Targets | Tests |\n|---|---|---|---|--:|\n"
    )
    for finding in findings:
        targets = ", ".join(map(sighting_line, finding.sightings))
        row = (
            f"| {symbol(finding.verdict)} {finding.id} | {markdown(finding.level)} "
            f"| {markdown(shortened(finding.line, _LONGEST_OUTCOME))} | {markdown(targets)} "
            f"| {sum(len(it.tests) for it in finding.sightings)} |\n"
        )
        if not page.fits(row, share=2):
            page.add("\nThe others stand in report.json.\n")
            break
        page.add(row)
    page.add("\nOne to send: `mpitcheck finding ID report.json --markdown`.\n")


def _table(report: RunReport) -> str:
    used = verdicts_in_use(report)
    text = "\n## Targets\n\n| Target | MPI | Library |" + "".join(
        f" {symbol(verdict)} {verdict.word} |" for verdict in used
    )
    text += "\n|---|---|---|" + "--:|" * len(used) + "\n"
    for target in report.targets:
        counts = verdict_counts(report, target.name)
        library = shortened(library_line(target.library_version), _LONGEST_LIBRARY)
        text += (
            f"| {markdown(target.name)} | {markdown(target.mpi_version)} | {markdown(library)} |"
        )
        text += "".join(f" {counts.get(verdict, 0)} |" for verdict in used) + "\n"
    text += "".join(
        f"\nPreflight of {markdown(target.name)}:"
        f" {'. '.join(map(markdown, target.preflight.lines))}.\n"
        for target in report.targets
        if target.preflight
    )
    return text + (
        "\nNumbers of tests. Only differences from the expectations fail the run.\n"
        if report.gate
        else "\nNumbers of tests. Only a broken `must` fails the run.\n"
    )


def _add_gate(page: _Page, gate: GateResult) -> None:
    """Adds the differences from the expectations, within the first quarter of the page."""
    page.add(
        f"\n## Gate: {'not as expected' if gate.findings else 'as expected'}\n\nDifferences from"
        f" the expectations: {len(gate.findings)}. Known deviations: {gate.known}.\n"
    )
    for told, finding in enumerate(gate.findings):
        text = _gate_finding(finding)
        if not page.fits(text, share=4):
            page.add(f"\nThe other {len(gate.findings) - told} stand in report.json.\n")
            break
        page.add(text)


def _gate_finding(finding: GateFinding) -> str:
    test = finding.test and f" {markdown(finding.target)} {markdown_code(finding.test)}:"
    return (
        f"\n- **{finding.problem}**:{test} {markdown(finding.message)}\n\n "
        f" {markdown(finding.advice)}\n\n" + markdown_block(finding.line, "text")
    )


def _capabilities(rows: list[Capability]) -> str:
    text = (
        f"\n## {CAPABILITY_TITLE}\n\n{CAPABILITY_NOTE}\n\n| Target | Function | Outcome"
        " |\n|---|---|---|\n"
    )
    return text + "".join(
        f"| {markdown(row.target)} | {markdown(row.function)} |"
        f" {markdown(shortened(row.outcome, _LONGEST_OUTCOME))} |\n"
        for row in rows
    )


def _rule(clause: str, level: str, section: Optional[str], rule: str) -> str:
    where = f", section {markdown(section)}" if section else ""
    return f"- clause {markdown_code(clause)} ({markdown(level)}{where}): {markdown(rule)}\n"


def _charged(id: str, clause: Optional[ClauseResult], mpi_version: str) -> str:
    return (
        _rule(id, clause.level, clause.section.get(mpi_version), clause.rule)
        if clause
        else f"- clause {markdown_code(id)}\n"
    )


def _offence(failure: Failure) -> str:
    text = _rule(failure.clause, failure.level, failure.section, failure.rule)
    if failure.subject:
        text += f"  - subject: {markdown_code(failure.subject)}\n"
    return (
        text + f"  - expected: {markdown_code(failure.expected)}\n  - actual:"
        f" {markdown_code(failure.actual)}\n"
    )


def _fold(title: str, content: str) -> str:
    return f"\n<details><summary>{title}</summary>\n\n{content}\n</details>\n"


def _repro(repro: Repro) -> str:
    text = repro.reason and f"- program: {markdown(repro.reason)}\n"
    if repro.program:
        return text + _fold("C program", markdown_block(repro.program, "c", keep_lines=True))
    return text + "".join(
        f"  - {markdown_code(shortened(call, _LONGEST_OUTCOME))}\n" for call in repro.calls
    )


def _test(test: TestResult, mpi_version: str, clauses: dict[str, ClauseResult]) -> str:
    text = f"\n### {symbol(test.verdict)} {test.verdict.word}: {markdown_code(test.name)}\n\n"
    if test.message:
        text += f"Message: {markdown(test.message)}\n\n"
    if test.known:
        text += f"Expectations: {markdown(known_line(test))}\n\n"
    text += "".join(_charged(id, clauses.get(id), mpi_version) for id in test.charged)
    text += "".join(map(_offence, test.failures))
    text += "".join(f"- note: {markdown(note)}\n" for note in test.notes)
    if test.stacks:
        text += _fold(
            "Stacks",
            markdown_block(
                shortened(stacks_text(test.stacks), _LONGEST_STACKS), "text", keep_lines=True
            ),
        )
    if test.repro:
        text += _repro(test.repro)
    return text + ("\n" + markdown_block(test.replay, "sh") if test.replay else "")


def _add_tests(page: _Page, report: RunReport) -> None:
    clauses = {clause.id: clause for clause in report.clauses}
    for target in report.targets:
        found = [
            test for test in report.tests if test.target == target.name and is_finding(test.verdict)
        ]
        heading = f"\n## Tests of {markdown(target.name)}\n"
        for test in sorted(found, key=lambda test: (breaks_must(test), test.verdict), reverse=True):
            if page.cut:
                page.cut += 1
                continue
            page.add_entry(heading + _test(test, target.mpi_version, clauses))
            heading = ""


def to_markdown(report: RunReport, limit: int = 900_000) -> str:
    """Returns GitHub-flavoured Markdown that can be a step summary.

    It has at most `limit` bytes. If tests are cut, the last line reports how many.
    """
    page = _Page(limit)
    page.add(_header(report.header, report.footer))
    if report.gate:
        _add_gate(page, report.gate)
    _add_findings(page, report.findings)
    page.add(_table(report))
    page.add(grid_markdown(report))
    if rows := capabilities(report):
        page.add(_capabilities(rows))
    _add_tests(page, report)
    if page.cut:
        page.add(
            f"\n**{page.cut} of {page.cut + page.written} tests are cut here; report.json has them"
            " all.**\n"
        )
    return page.text()

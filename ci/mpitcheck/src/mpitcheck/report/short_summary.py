# SPDX-License-Identifier: BSD-3-Clause
"""The short summary that a run prints at its end. summary.py has the long one.

No line is wider than the terminal, and all text is escaped.
"""
import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from mpitcheck.judge.model import Finding, GateResult, RunReport, TargetResult, Verdict
from mpitcheck.judge.results import got_no_end, verdict_counts
from mpitcheck.process.text import escape_line, fit
from mpitcheck.report.overview import Group, Section, sections, sentence
from mpitcheck.report.text import incomplete_line

USUAL_WIDTH = 100
MOST_LINES = 40  # for one target; more targets need more
_MOST_FINDINGS, _FEWEST_FINDINGS = 20, 4  # of a target
_FEW = 2  # lines of other kinds
_FEWEST_IN_GROUP = 3  # with a heading
_RED, _YELLOW, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[0m"


class Look(NamedTuple):
    """The abilities of a terminal."""

    width: int = USUAL_WIDTH
    has_colours: bool = False


class Files(NamedTuple):
    """The paths of report files, which contain more than the summary; empty: not written."""

    html: str = ""
    json: str = ""


def _wrapped(text: str, look: Look, indent: str = "") -> str:
    lines = textwrap.wrap(
        escape_line(text),
        look.width,
        initial_indent=indent,
        subsequent_indent=indent + "  ",
        break_on_hyphens=False,
    )
    return "".join(f"{line}\n" for line in lines)


def _some(lines: Iterable[str], most: int, look: Look) -> str:
    """Returns the first lines, and the number of those that follow."""
    fitting = [f"{fit(line, look.width)}\n" for line in lines]
    more = len(fitting) - most
    return "".join(fitting[:most]) + (f"  and {more} more: --verbose\n" if more > 0 else "")


def _finding(finding: Finding, indent: str, look: Look) -> str:
    line = fit(f"{indent}{finding.id}  {finding.line}", look.width)
    if not look.has_colours:
        return line + "\n"
    end = len(indent + finding.id)
    colour = _RED if finding.level == "must" else _YELLOW
    return f"{line[:len(indent)]}{colour}{line[len(indent):end]}{_PLAIN}{line[end:]}\n"


def _group(group: Group, room: int, look: Look) -> str:
    """Returns at most `room` findings."""
    has_heading = len(group.entries) >= _FEWEST_IN_GROUP
    heading = f"    {fit(group.function, look.width - 4)}\n" if has_heading else ""
    indent = "      " if has_heading else "    "
    return heading + "".join(
        _finding(entry.finding, indent, look) for entry in group.entries[:room]
    )


def _findings(found: list[Section], most: int, look: Look) -> str:
    """Returns at most `most` findings of a target, none of folded sections."""
    text, room = "", most
    for section in (each for each in found if not each.is_folded):
        text += f"  {section.title}: {len(section.findings)}\n"
        for group in section.groups:
            text += _group(group, room, look) if room > 0 else ""
            room -= len(group.entries)
    return text + (f"    and {-room} more: --verbose\n" if room < 0 else "")


def _counts(report: RunReport, target: TargetResult) -> str:
    counts = verdict_counts(report, target.name)
    words = [f"{counts[verdict]} {verdict.word}" for verdict in sorted(counts, reverse=True)]
    return f"Tests: {', '.join(words) or 'none'}; {target.seconds:.1f} s"


class _Part(NamedTuple):
    """The summary of a target: the lines before its findings, the findings, the lines after."""

    head: str
    found: list[Section]
    tail: str


def _part(report: RunReport, target: TargetResult, look: Look) -> _Part:
    without_verdict = [
        f"  {test.verdict.word}: {test.name}: {test.message}"
        for test in report.tests
        if test.target == target.name and (test.verdict == Verdict.error or got_no_end(test))
    ]
    preflight = target.preflight.lines if target.preflight else []
    return _Part(
        "\n" + _wrapped(sentence(report, target), look),
        sections(report, target.name),
        _some(without_verdict, _FEW, look)
        + _some([f"  Note: {note}" for note in [*target.notes, *preflight]], _FEW, look)
        + _wrapped(_counts(report, target), look, "  "),
    )


def _gate(gate: GateResult, look: Look) -> str:
    if not gate.findings:
        return f"\nGate: as expected. Known deviations: {gate.known}.\n"
    kinds = Counter(it.problem for it in gate.findings)
    said = ", ".join(f"{count} {problem}" for problem, count in kinds.most_common())
    return (
        "\n"
        + _wrapped(
            f"Gate: differences from the expectations: {len(gate.findings)} ({said}). Known"
            f" deviations: {gate.known}.",
            look,
        )
        + _some(
            (
                f"  {it.problem}: {' '.join(filter(None, (it.target, it.test, it.message)))}"
                for it in gate.findings
                if it.problem != "unexpected-failure"  # these are new findings
            ),
            _FEW,
            look,
        )
    )


def _rest(report: RunReport, files: Files, look: Look) -> str:
    """Returns the lines that name the report files and the command that shows one finding."""
    example = report.findings[0].id if report.findings else ""
    text = f"All of it: {files.html}" if files.html else "All of it: --verbose, or --html FILE"
    if example:
        json = files.json or "REPORT, which --json REPORT writes"
        text += f". One finding: mpitcheck finding {example} {json}"
    return "\n" + _wrapped(text, look)


def _end(report: RunReport, files: Files, look: Look) -> str:
    text = _gate(report.gate, look) if report.gate else ""
    text += _rest(report, files, look)
    incomplete = incomplete_line(report.footer)
    return text + ("\n" + _wrapped(incomplete, look) if incomplete else "")


def short_summary(report: RunReport, files: Files = Files(), look: Look = Look()) -> str:
    """Returns the summary with as many findings as fit MOST_LINES."""
    parts = [_part(report, target, look) for target in report.targets]
    end = _end(report, files, look)

    def with_findings(most: int) -> str:
        return (
            "".join(part.head + _findings(part.found, most, look) + part.tail for part in parts)
            + end
        )

    fitting = (
        text
        for most in range(_MOST_FINDINGS, _FEWEST_FINDINGS, -1)
        if (text := with_findings(most)).count("\n") <= MOST_LINES
    )
    usual = _MOST_FINDINGS if report.targets[1:] else _FEWEST_FINDINGS
    return next(fitting, "") or with_findings(usual)

# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck finding`.

It prints one finding of a report as a bug report to a library's maintainers, as plain text or as
Markdown.
"""
from typing import Union

from mpitcheck.judge.endings import last_lines
from mpitcheck.judge.model import Finding, RunReport, Sighting
from mpitcheck.judge.offence import Failure, frames_text
from mpitcheck.report.read_report import library_label, read_report
from mpitcheck.process.error import UserError
from mpitcheck.process.text import escape_block, escape_line, tidy
from mpitcheck.report.text import markdown, markdown_block


class _Plain:
    """Formats the parts of a bug report for a terminal."""

    def heading(self, text: str) -> str:
        return f"{tidy(text)}\n\n"

    def field(self, label: str, text: str) -> str:
        return f"  {label:<9} {escape_line(text)}\n"

    def code(self, label: str, text: str, _: str) -> str:
        return f"\n  {label}:\n\n{escape_block(text, '    ')}"


class _Markdown:
    def heading(self, text: str) -> str:
        return f"## {markdown(text)}\n\n"

    def field(self, label: str, text: str) -> str:
        return f"- {label}: {markdown(text)}\n"

    def code(self, label: str, text: str, language: str) -> str:
        return f"\n{label}:\n\n{markdown_block(text, language, keep_lines=True)}"


Form = Union[_Plain, _Markdown]


def _rule(offence: Failure, mpi_version: str) -> str:
    where = f", MPI {mpi_version} section {offence.section}" if offence.section else ""
    return f"{offence.rule} ({offence.level}{where}; {offence.clause})"


def _sighting(form: Form, report: RunReport, sighting: Sighting) -> str:
    test = report.tests[sighting.tests[0]]
    target = next(target for target in report.targets if target.name == sighting.target)
    offence = sighting.examples[0]
    more = f"; and {sighting.more_objects} more" if sighting.more_objects else ""
    fields = [
        ("library", f"{library_label(target)} (MPI {target.mpi_version})"),
        *(("rule", _rule(each, target.mpi_version)) for each in sighting.examples if each.clause),
        ("expected", offence.expected),
        ("actual", offence.actual),
        ("when", offence.phase),
        ("after", offence.fact.after and offence.fact.after + " returned" if offence.fact else ""),
        ("in", frames_text(offence.fact) if offence.fact else ""),
        ("printed", last_lines(test.output).partition(": ")[2] if offence.is_deadly else ""),
        ("objects", "; ".join(sighting.objects) + more),
        ("tests", ", ".join(report.tests[place].name for place in sighting.tests)),
        ("known", test.known.reason if test.known else ""),
    ]
    program = test.repro.program if sighting.program and test.repro else ""
    codes = [
        ("Calls", "".join(escape_line(call) + "\n" for call in offence.calls), "c"),
        ("C program: ends with 0 where the rule is kept", program, "c"),
        ("To see it again", test.replay, "sh"),
    ]
    return (
        "".join(form.field(label, text) for label, text in fields if text)
        + "".join(form.code(label, text, language) for label, text, language in codes if text)
        + "\n"
    )


def show_finding(id: str, path: str, as_markdown: bool) -> str:
    """Returns a bug report about the finding `id` in the report at `path`.

    Raises UserError if the report cannot be used or has no such finding.
    """
    report = read_report(path)
    finding = next((finding for finding in report.findings if finding.id == id), None)
    if finding is None:
        there = (
            f"it begins with a list of them, e.g. {report.findings[0].id}"
            if report.findings
            else "it has none at all"
        )
        raise UserError(f"'{path}' has no finding '{id}': {there}")
    return letter(report, finding, as_markdown)


def letter(report: RunReport, finding: Finding, as_markdown: bool) -> str:
    """Returns a bug report about a finding, with a section for each target that shows it."""
    form: Form = _Markdown() if as_markdown else _Plain()
    return form.heading(f"{finding.line} ({finding.level} {finding.id})") + "".join(
        _sighting(form, report, sighting) for sighting in finding.sightings
    )

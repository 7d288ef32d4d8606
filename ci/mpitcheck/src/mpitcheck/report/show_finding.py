# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck finding`.

It prints one finding of a report as a bug report to a library's maintainers, as plain text or as
Markdown.
"""
import re
import textwrap
from typing import NamedTuple, Union

from mpitcheck.judge.endings import last_lines
from mpitcheck.judge.model import Finding, RunReport, Sighting
from mpitcheck.judge.offence import Failure, frames_text
from mpitcheck.report.read_report import library_label, read_report
from mpitcheck.process.error import UserError
from mpitcheck.process.files import write_below
from mpitcheck.process.text import escape_block, escape_line, shortened, tidy
from mpitcheck.report.shown_calls import calls_of, objects_of, replay_for_others
from mpitcheck.report.text import markdown, markdown_block, markdown_code, some_of


_WIDTH = 100
_LABEL = 11  # columns before the text of a field
_LONGEST = 400  # bytes of a field
_MOST_TESTS = 3
# Random tests report both how the process ended and that the call did not return.
_ENDED = re.compile("^((?:SIG|signal|exit).* in .*) does not return$")


class _Plain:
    """Formats the parts of a bug report for a terminal."""

    def heading(self, text: str) -> str:
        return f"{tidy(text)}\n\n"

    def field(self, label: str, text: str, is_code: bool) -> str:
        del is_code
        return (
            textwrap.fill(
                escape_line(text),
                _WIDTH,
                initial_indent=f"  {label:<{_LABEL}} ",
                subsequent_indent=" " * (_LABEL + 3),
                break_long_words=False,
                break_on_hyphens=False,
            )
            + "\n"
        )

    def code(self, label: str, text: str, _: str) -> str:
        return f"\n  {label}:\n\n{escape_block(text, '    ')}"


class _Markdown:
    def heading(self, text: str) -> str:
        return f"## {markdown(text)}\n\n"

    def field(self, label: str, text: str, is_code: bool) -> str:
        return f"- {label}: {markdown_code(text) if is_code else markdown(text)}\n"

    def code(self, label: str, text: str, language: str) -> str:
        return f"\n{label}:\n\n{markdown_block(text, language, keep_lines=True)}"


Form = Union[_Plain, _Markdown]


class _Field(NamedTuple):
    label: str
    text: str
    is_code: bool = False


def _rule(offence: Failure, mpi_version: str) -> str:
    where = f", MPI {mpi_version} section {offence.section}" if offence.section else ""
    return f"{offence.rule} ({offence.level}{where}; {offence.clause})"


def _library(report: RunReport, sighting: Sighting) -> tuple[str, str]:
    """Returns the library with its version, and its version of MPI."""
    target = next(target for target in report.targets if target.name == sighting.target)
    return library_label(target), target.mpi_version


def _fields(report: RunReport, sighting: Sighting) -> list[_Field]:
    test, offence = report.tests[sighting.tests[0]], sighting.examples[0]
    library, mpi_version = _library(report, sighting)
    fact = offence.fact
    others = [each.clause for each in sighting.examples[1:] if each.clause]
    objects = objects_of(dict.fromkeys([*filter(None, [offence.subject]), *sighting.objects]))
    printed = "".join(line + "\n" for line in test.output.splitlines() if "WARN" not in line)
    fields = [
        _Field("library", f"{library} (MPI {mpi_version})"),
        _Field("rule", _rule(offence, mpi_version) if offence.clause else ""),
        _Field("also breaks", some_of(others, _MOST_TESTS)),
        _Field("expected", offence.expected, True),
        _Field("actual", _ENDED.sub(r"\1", offence.actual), True),
        _Field("when", "; ".join(objects_of([offence.phase])), True),
        _Field("after", fact.after and fact.after + " returned" if fact else "", True),
        _Field("in", frames_text(fact) if fact else "", True),
        _Field("printed", last_lines(printed).partition(": ")[2] if offence.is_deadly else ""),
        _Field("object", some_of(objects, 1, sighting.more_objects)),
        _Field("found by", some_of([report.tests[it].name for it in sighting.tests], _MOST_TESTS)),
        _Field("known", test.known.reason if test.known else ""),
    ]
    return [each._replace(text=shortened(each.text, _LONGEST)) for each in fields if each.text]


def _program(report: RunReport, sighting: Sighting) -> str:
    repro = report.tests[sighting.tests[0]].repro
    return repro.program if sighting.program and repro else ""


def _sighting(form: Form, report: RunReport, sighting: Sighting) -> str:
    test, offence = report.tests[sighting.tests[0]], sighting.examples[0]
    program = _program(report, sighting)
    calls = calls_of(test, offence, bool(program))
    again = replay_for_others(test.replay)
    codes = [
        ("Calls", "".join(escape_line(call) + "\n" for call in calls), "c"),
        ("C program: ends with 0 where the rule is kept", program, "c"),
        ("To see it again, with the library's mpicc and mpitcheck", again, "sh"),
    ]
    return "".join(form.field(*field) for field in _fields(report, sighting)) + "".join(
        form.code(label, text, language) for label, text, language in codes if text
    )


def show_finding(id: str, path: str, as_markdown: bool) -> str:
    """Returns a bug report about the finding `id` in the report at `path`.

    Raises UserError if the report cannot be used or has no such finding.
    """
    report = read_report(path)
    finding = next((finding for finding in report.findings if finding.id == id), None)
    if finding is None:
        there = (
            f"name one of its findings, e.g. {report.findings[0].id}"
            if report.findings
            else "it has no findings"
        )
        raise UserError(f"'{path}' has no finding '{id}': {there}")
    return letter(report, finding, as_markdown)


def letter(report: RunReport, finding: Finding, as_markdown: bool) -> str:
    """Returns a bug report about a finding: details of one target, and the names of the others."""
    form: Form = _Markdown() if as_markdown else _Plain()
    first, *others = finding.sightings
    also = [
        "{} (MPI {})".format(*_library(report, sighting))
        + f", {len(sighting.tests)} test{'' if len(sighting.tests) == 1 else 's'}"
        for sighting in others
    ]
    text = form.heading(f"{finding.line} ({finding.level} {finding.id})")
    text += "".join(form.field("also in", each, False) for each in also[:_MOST_TESTS])
    return text + _sighting(form, report, first) + "\n"


def write_letters(folder: str, report: RunReport) -> None:
    """Writes each finding as <folder>/<id>.md, and the C program in it as <id>.c.

    Raises UserError if a file cannot be written.
    """
    for finding in report.findings:
        write_below(folder, finding.id + ".md", letter(report, finding, True))
        if program := _program(report, finding.sightings[0]):
            write_below(folder, finding.id + ".c", program)

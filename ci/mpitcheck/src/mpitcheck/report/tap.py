# SPDX-License-Identifier: BSD-3-Clause
"""Writes the Test Anything Protocol, version 13, which Jenkins and `prove` read."""
import json
from collections.abc import Iterable

from mpitcheck.judge.model import RunReport, TestResult
from mpitcheck.judge.results import is_known
from mpitcheck.report.junit import message_of, outcome_of
from mpitcheck.report.text import visible


def _plain(text: str) -> str:
    """Returns the text for a line: a # would begin a directive."""
    return visible(text).replace("#", "\\#")


def _diagnostic(**texts: str) -> str:
    """Returns a block of YAML. A JSON string is one of YAML."""
    lines = [
        f"  {key}: {json.dumps(visible(text, keep_lines=True), ensure_ascii=False)}\n"
        for key, text in texts.items()
        if text
    ]
    return "  ---\n" + "".join(lines) + "  ...\n"


def _entry(test: TestResult, name: str, number: int) -> str:
    outcome = outcome_of(test)
    reason = f"{test.verdict.word}: {message_of(test)}"
    if is_known(test):
        return f"not ok {number} - {name} # TODO {_plain(reason)}\n"
    if outcome == "skipped":
        return f"ok {number} - {name} # SKIP {_plain(reason)}\n"
    if not outcome:
        return f"ok {number} - {name}\n"
    first = test.failures[0] if test.failures else None
    return f"not ok {number} - {name}\n" + _diagnostic(
        verdict=test.verdict.word,
        message=message_of(test),
        clause=first.clause if first else "",
        rule=first.rule if first else "",
        subject=first.subject if first else "",
        expected=first.expected if first else "",
        actual=first.actual if first else "",
        replay=test.replay,
    )


def _entries(report: RunReport) -> Iterable[str]:
    """Yields the lines of the tests that have run, then those of faulty expectations."""
    several = len(report.targets) > 1
    number = 0
    for number, test in enumerate(report.tests, 1):
        yield _entry(test, _plain(f"{test.target}: {test.name}" if several else test.name), number)
    faulty = [it for it in report.gate.findings if not it.test] if report.gate else []
    for number, finding in enumerate(faulty, number + 1):
        yield f"not ok {number} - {_plain(finding.source)}\n" + _diagnostic(
            verdict=finding.problem, message=finding.message, advice=finding.advice
        )


def to_tap(report: RunReport) -> str:
    """Returns the report as TAP.

    A test is `not ok` where JUnit XML has a failure or an error. A known deviation is `not ok` with
    TODO, which harnesses do not count. Vacuous, inconclusive and not-applicable are SKIP. A run
    that was interrupted bails out, with the number of all tests as its plan.
    """
    entries = list(_entries(report))
    missing = len(report.footer.missing)
    end = f"Bail out! interrupted, {missing} tests have not run\n" if missing else ""
    comments = "".join(
        f"# {_plain(target.name)}: {_plain(target.library_version)}\n" for target in report.targets
    )
    plan = f"1..{len(entries) + missing}\n"
    return "TAP version 13\n" + plan + comments + "".join(entries) + end

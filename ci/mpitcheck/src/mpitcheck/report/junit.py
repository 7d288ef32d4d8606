# SPDX-License-Identifier: BSD-3-Clause
"""Writes JUnit XML with a testsuite for each target."""
import collections
from xml.etree import ElementTree

from mpitcheck.judge.model import GateFinding, RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.results import breaks_must, is_known
from mpitcheck.report.text import known_line, stacks_text, visible


def _outcome(test: TestResult) -> str:
    """Returns the name of the element for a test's outcome, or "" if the test passed."""
    if test.verdict == Verdict.error:
        return "error"
    if is_known(test):
        return "skipped"
    if breaks_must(test) if test.expected is None else not test.expected:
        return "failure"
    return (
        "skipped"
        if test.verdict in (Verdict.vacuous, Verdict.inconclusive, Verdict.not_applicable)
        else ""
    )


def _add(
    parent: ElementTree.Element, element: str, text: str = "", **attributes: str
) -> ElementTree.Element:
    node = ElementTree.SubElement(
        parent, element, {key: visible(value) for key, value in attributes.items()}
    )
    node.text = visible(text, keep_lines=True) or None
    return node


def _count(
    node: ElementTree.Element, tests: list[TestResult], more_failures: int = 0, not_run: int = 0
) -> None:
    outcomes = collections.Counter(map(_outcome, tests))
    counts = {
        "tests": len(tests) + more_failures + not_run,
        "failures": outcomes["failure"] + more_failures,
        "errors": outcomes["error"],
        "skipped": outcomes["skipped"] + not_run,
        "time": f"{sum(test.seconds for test in tests):.3f}",
    }
    node.attrib.update({key: str(count) for key, count in counts.items()})


def _message(test: TestResult) -> str:
    """Returns the test's message and its expectation."""
    why = test.missing if test.verdict == Verdict.vacuous and test.missing else test.message
    known = known_line(test)
    return f"{why} ({known})" if known else why


def _account(test: TestResult) -> str:
    """Returns the evidence as plain text, with a paragraph per failure."""
    parts = [f"{test.verdict.word}: {_message(test)}\n"]
    for it in test.failures:
        section = f", section {it.section}" if it.section else ""
        parts.append(
            f"\nclause: {it.clause} ({it.level}{section})\nrule: {it.rule}\n"
            f"subject: {it.subject}\nexpected: {it.expected}\nactual: {it.actual}\n"
        )
        parts += [f"phase: {it.phase}\n"] if it.phase else []
        parts += [f"  {call}\n" for call in it.calls]
    parts += [f"\nnote: {note}\n" for note in test.notes]
    if test.stacks:
        parts.append(f"\nstacks:\n{stacks_text(test.stacks)}")
    if test.repro and test.repro.program:
        parts.append(f"\nprogram:\n{test.repro.program}")
    if test.replay:
        parts.append(f"\nreplay: {test.replay}\n")
    return "".join(parts)


def _add_test(suite: ElementTree.Element, test: TestResult) -> None:
    node = _add(
        suite,
        "testcase",
        classname=test.name.partition(".")[0],
        name=test.name,
        time=f"{test.seconds:.3f}",
    )
    outcome = _outcome(test)
    if outcome == "skipped":
        _add(node, outcome, message=f"{test.verdict.word}: {_message(test)}")
    elif outcome:
        _add(node, outcome, _account(test), type=test.verdict.word, message=_message(test))
    elif test.verdict != Verdict.good:
        _add(node, "system-out", _account(test))


def _add_target(
    root: ElementTree.Element, report: RunReport, target: TargetResult, tests: list[TestResult]
) -> None:
    suite = _add(root, "testsuite", name=target.name, timestamp=report.header.started)
    properties = _add(suite, "properties")
    _add(properties, "property", name="library_version", value=target.library_version)
    _add(properties, "property", name="mpi_version", value=target.mpi_version)
    for finding in report.findings:
        here = next((it for it in finding.sightings if it.target == target.name), None)
        if here:
            standing = here.standing and ", " + here.standing
            _add(
                properties,
                "property",
                name=f"finding {finding.id}",
                value=f"{finding.level} {here.verdict.word}{standing}: {finding.line}",
            )
    for test in tests:
        _add_test(suite, test)
    missing = [each.test for each in report.footer.missing if each.target == target.name]
    for name in missing:
        node = _add(suite, "testcase", classname=name.partition(".")[0], name=name)
        _add(node, "skipped", message="has not run: the run was interrupted")
    _count(suite, tests, not_run=len(missing))


def _add_entry_findings(root: ElementTree.Element, findings: list[GateFinding]) -> None:
    """Adds a testsuite with the faulty entries of expectations files."""
    suite = _add(root, "testsuite", name="expectations")
    _count(suite, [], len(findings))
    for finding in findings:
        node = _add(suite, "testcase", classname="expectations", name=finding.source)
        _add(
            node,
            "failure",
            f"{finding.advice}\n{finding.line}\n",
            type=finding.problem,
            message=finding.message,
        )


def to_junit(report: RunReport) -> str:
    """Returns the report as JUnit XML.

    A broken `must`, or with a gate a difference from the expectations, is a failure, and `error` is
    an error. Known deviations, vacuous, inconclusive, not-applicable and tests that have not run
    are skipped. A broken `should` or `quality` passes with a text.
    """
    findings = (
        [finding for finding in report.gate.findings if not finding.test] if report.gate else []
    )
    root = ElementTree.Element("testsuites", name=visible(report.header.tool))
    _count(root, report.tests, len(findings), len(report.footer.missing))
    tests = collections.defaultdict(list)
    for test in report.tests:
        tests[test.target].append(test)
    for target in report.targets:
        _add_target(root, report, target, tests[target.name])
    if findings:
        _add_entry_findings(root, findings)
    ElementTree.indent(root, " ")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + ElementTree.tostring(root, encoding="unicode")
        + "\n"
    )

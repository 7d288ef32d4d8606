# SPDX-License-Identifier: BSD-3-Clause
"""Judges the findings about an alien.

A legal alien must cause no findings. Other aliens must cause exactly the expected ones.
"""
from mpitcheck.judge.model import Finding, RunReport, TargetResult, Verdict
from mpitcheck.process.text import glob_match
from mpitcheck.prove.alien import Alien

_PER_CENT = 100


def _finding_problems(alien: Alien, findings: list[Finding]) -> list[str]:
    allowed = alien.sees + alien.may
    seen = {clause for finding in findings for clause in finding.clauses}
    problems = []
    right = 0
    for finding in findings:
        strange = [
            clause
            for clause in finding.clauses
            if not any(glob_match(pattern, clause) for pattern in allowed)
        ]
        right += not strange
        if strange or not finding.clauses:
            about = ", ".join(strange) or "no clause"
            problems.append(f"{finding.id} ({finding.level}): {finding.line} [{about}]")
    problems += [f"no finding about {clause}" for clause in alien.sees if clause not in seen]
    if right > alien.most_findings:
        problems.append(
            f"{right} findings about what are {alien.most_findings}: "
            + "; ".join(f"{finding.id} {finding.line}" for finding in findings)
        )
    return problems


def _lines_of(target: TargetResult) -> list[str]:
    return [*target.notes, *(target.preflight.lines if target.preflight else [])]


def _lost(note: str) -> bool:
    return note.startswith(("no inventory", "no whole inventory"))


def problems_of(alien: Alien, report: RunReport) -> list[str]:
    """Describes what is wrong with the report about an alien, in lines for a reader.

    The list is empty if the report is as expected.
    """
    target, tests = report.targets[0], report.tests
    problems = _finding_problems(alien, report.counted_findings)
    lines = _lines_of(target)
    problems += [
        f"{test.name}: {test.verdict.word}: {test.message}"
        for test in tests
        if test.verdict == Verdict.error
    ]
    problems += [
        f"no line says '{part}'" for part in alien.notes if not any(part in line for line in lines)
    ]
    problems += [
        note
        for note in target.notes
        if _lost(note) and not any(part in note for part in alien.notes)
    ]
    passed = sum(test.verdict == Verdict.good for test in tests)
    if passed * _PER_CENT < alien.least_pass * len(tests):
        problems.append(
            f"only {passed} of {len(tests)} tests pass, at least {alien.least_pass} % must"
        )
    if not report.footer.complete and not report.footer.interrupted:
        problems.append("the report is not complete")
    return problems

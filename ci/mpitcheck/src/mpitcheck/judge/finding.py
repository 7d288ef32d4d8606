# SPDX-License-Identifier: BSD-3-Clause
"""Joins failures that have one cause into findings."""
import re
from typing import Optional

from mpitcheck.judge.cause import Cause, Causes, cause_of, id_of
from mpitcheck.judge.clauses import LEVELS
from mpitcheck.judge.consequences import attach_consequences, behind_roots
from mpitcheck.judge.joins import join_all
from mpitcheck.judge.library_id import families_of
from mpitcheck.judge.model import Finding, RunReport, Sighting, TestResult, Verdict
from mpitcheck.judge.offence import Failure, function_of
from mpitcheck.judge.results import is_deviation, is_known, verdict_of_offence
from mpitcheck.judge.title import title_of
from mpitcheck.schema.records import CODE_OUTPUT, Fact

_MOST_OBJECTS = 20  # per sighting
_CLAUSE_OF_PROGRAM = re.compile(r"/\* Shows a broken rule of MPI_T: (\S+)")


def joined_ids(
    tests: list[TestResult], causes: Causes, families: dict[str, str]
) -> dict[tuple[str, str], str]:
    """Maps (target, id) of each joined cause to the id of the finding that it is part of."""
    joined = {}
    for place, its in causes.items():
        for cause, failure in its:
            own = cause_of(failure, tests[place].name, families.get(tests[place].target, ""))
            if failure.fact and cause != own:
                joined[tests[place].target, id_of(own)] = id_of(cause)
    return joined


def rank_of_level(level: str) -> int:
    """Returns 0 for must, 1 for should, 2 for quality, 3 for advice and unknown levels."""
    return LEVELS.index(level if level in LEVELS else "advice")


def _is_refusal(fact: Fact) -> bool:
    return fact.output == CODE_OUTPUT and fact.seen != "MPI_SUCCESS"


def _causes_of(test: TestResult, family: str) -> list[tuple[Cause, Failure]]:
    """Returns a pair of cause and failure for each failure that counts (not `advice`).

    If a process ends, an earlier wrong answer against the same clause on the same rank has the same
    cause: for example, a handle that was freed in the wrong session is used again. A refusal is not
    such an answer, because it changed nothing.
    """
    causes: list[tuple[Cause, Failure]] = []
    for failure in (failure for failure in test.failures if failure.level != "advice"):
        earlier = (
            cause
            for cause, other in causes
            if failure.is_deadly
            and other.fact
            and not other.is_deadly
            and not _is_refusal(other.fact)
            and (other.clause, other.rank) == (failure.clause, failure.rank)
        )
        found = next(earlier, None)
        causes.append((found or cause_of(failure, test.name, family), failure))
    if not test.failures:  # reports of older versions
        failure = Failure("".join(test.charged[:1]), level=test.level, actual=test.message)
        causes.append((cause_of(failure, test.name, family), failure))
    return causes


def derive_causes(tests: list[TestResult], families: dict[str, str]) -> Causes:
    """Returns pairs of cause and failure, by the place of each test that deviates.

    `families` is families_of() the targets of the tests.
    """
    causes = {
        place: _causes_of(test, families.get(test.target, ""))
        for place, test in enumerate(tests)
        if is_deviation(test.verdict)
    }
    join_all(causes, tests)
    return causes


def _clause_of_program(test: TestResult) -> str:
    """Returns the clause that the test's C program names, or ""."""
    found = _CLAUSE_OF_PROGRAM.match(test.repro.program) if test.repro else None
    return found[1] if found else ""


def _program_shows(test: TestResult, causes: list[tuple[Cause, Failure]], cause: Cause) -> bool:
    """Returns whether the test has a C program, which shows this finding.

    If the test shows several findings, the program is about the first failure of its clause in the
    call that it ends with.
    """
    if not test.repro or not test.repro.program:
        return False
    if all(other == cause for other, _ in causes):
        return True
    shown = (_clause_of_program(test), function_of("".join(test.repro.calls[-1:])))
    about = (
        other
        for other, failure in causes
        if failure.fact and (failure.clause, failure.fact.function) == shown
    )
    return next(about, None) == cause


def _telling(test: TestResult, causes: list[tuple[Cause, Failure]], cause: Cause) -> int:
    """Returns how clearly a test shows a finding, from 0 (best) to 3.

    0: its C program shows the finding. 1: the test shows nothing else. 2: the finding comes first.
    """
    if _program_shows(test, causes, cause):
        return 0
    if all(other == cause for other, _ in causes):
        return 1
    return 2 if causes[0][0] == cause else 3


def _length_of_evidence(test: TestResult, failure: Failure) -> int:
    calls = test.repro.calls if test.repro and test.repro.program else failure.calls
    return len(calls)


def _verdict_of(failure: Failure, test: TestResult) -> Verdict:
    """Returns the verdict of one failure of the test.

    A deadly failure has the verdict of the test if that is worse. It does not become
    a crash by itself, because the test may have excused it.
    """
    verdict = verdict_of_offence(failure.level)
    return max(verdict, test.verdict) if failure.is_deadly else verdict


def _sighting(
    target: str,
    tests: list[TestResult],
    offences: list[tuple[int, Failure]],
    telling: dict[int, int],
) -> Sighting:
    """Returns the sighting of a finding on one target.

    `offences` are pairs of a test's place and a failure. `telling` is _telling() by a test's place.
    The clearest test comes first, and of those the one with the shortest evidence.
    """

    def place_of(offence: tuple[int, Failure]) -> tuple[int, int, bool]:
        place, failure = offence
        test = tests[place]
        is_shown = failure.clause == _clause_of_program(test)
        return telling[place], _length_of_evidence(test, failure), not is_shown

    offences = sorted(offences, key=place_of)
    seen = [tests[place] for place, _ in offences]
    objects = list(dict.fromkeys(failure.subject for _, failure in offences if failure.subject))
    examples: dict[str, Failure] = {}
    for _, failure in offences:
        examples.setdefault(failure.clause, failure)
    as_expected = all(test.expected is not False for test in seen)
    return Sighting(
        target,
        verdict=max(
            Verdict.quality, *(_verdict_of(failure, tests[place]) for place, failure in offences)
        ),
        standing="new" if not as_expected else "known" if any(map(is_known, seen)) else "",
        tests=list(dict.fromkeys(place for place, _ in offences)),
        objects=objects[:_MOST_OBJECTS],
        more_objects=max(len(objects) - _MOST_OBJECTS, 0),
        program=telling[offences[0][0]] == 0,
        examples=list(examples.values()),
    )


def _place_of(finding: Finding) -> tuple[bool, int, int, int, str]:
    """Sort key: new findings first, then by level, severity and the number of tests."""
    return (
        all(sighting.standing != "new" for sighting in finding.sightings),
        rank_of_level(finding.level),
        -finding.verdict,
        -sum(len(sighting.tests) for sighting in finding.sightings),
        finding.id,
    )


def _place_in_finding(failure: Failure) -> tuple[int, bool]:
    """Sort key: the strictest level first, and in it the clauses on any failing call."""
    return rank_of_level(failure.level), not failure.clause.startswith("general-failure-")


def derive_findings(report: RunReport, causes: Optional[Causes] = None) -> None:
    """Fills in report.findings from report.tests.

    Each test that deviates has a part in a finding; failures of `advice` clauses do not count. A
    failure without a Fact joins the finding of its clause, if there is exactly one on its target.
    `causes` is derive_causes() of these tests, if it is known.
    """
    tests = report.tests
    by_cause: dict[Cause, list[tuple[int, Failure]]] = {}
    causes = derive_causes(tests, families_of(report.targets)) if causes is None else causes
    for place, its in causes.items():
        for cause, failure in its:
            by_cause.setdefault(cause, []).append((place, failure))
    report.findings = []
    for cause, offences in by_cause.items():
        failures = sorted((failure for _, failure in offences), key=_place_in_finding)
        telling = {place: _telling(tests[place], causes[place], cause) for place, _ in offences}
        here = {
            target.name: [
                offence for offence in offences if tests[offence[0]].target == target.name
            ]
            for target in report.targets
        }
        sightings = [_sighting(target, tests, its, telling) for target, its in here.items() if its]
        report.findings.append(
            Finding(
                id_of(cause),
                title_of(failures),
                min(("quality", *(failure.level for failure in failures)), key=rank_of_level),
                max([Verdict.quality, *(sighting.verdict for sighting in sightings)]),
                list(dict.fromkeys(failure.clause for failure in failures if failure.clause)),
                sightings,
            )
        )
    report.findings.sort(key=_place_of)
    attach_consequences(report.findings)
    report.findings = behind_roots(report.findings)

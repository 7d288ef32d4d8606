# SPDX-License-Identifier: BSD-3-Clause
"""Joins failures that have one cause into findings.

A cause is derived from the Fact of a failure: the call or answer that it is about, the predicate
that failed, and the kind of answer. It does not contain data that differ from run to run (indices,
values, threads) or from test to test, so that the same bug has the same cause everywhere. See
docs/attribution.md#causes.
"""
import dataclasses
import re
from typing import NamedTuple, Optional

from mpitcheck.judge.blame import is_of_mpi_alone
from mpitcheck.judge.clauses import LEVELS, find_clause
from mpitcheck.judge.consequences import attach_consequences, behind_roots
from mpitcheck.judge.joins import UNDER, join_all
from mpitcheck.judge.library_id import families_of
from mpitcheck.judge.model import Finding, RunReport, Sighting, TestResult, Verdict
from mpitcheck.judge.offence import Failure, as_number, function_of
from mpitcheck.judge.records import ALL_HANDLES, CODE_OUTPUT, Fact
from mpitcheck.judge.results import is_deviation, is_known, verdict_of_offence
from mpitcheck.judge.title import title_of
from mpitcheck.process.text import fingerprint

_MOST_OBJECTS = 20  # per sighting
_CLAUSE_OF_PROGRAM = re.compile(r"/\* Shows a broken rule of MPI_T: (\S+)")
_FEW_CODES = 256  # codes without a name below this number are the same in each run
# Outputs that several functions fill in. A library has one piece of code for them.
_SHARED_OUTPUTS = (
    "name",
    "name_len",
    "desc",
    "desc_len",
    "datatype",
    "enumtype",
    "bind",
    "verbosity",
)


class Cause(NamedTuple):
    # A function, or its siblings ("MPI_T_pvar_*") if a wrong call is not refused or has a wrong
    # code; an output that several functions fill in ("desc_len"); otherwise the clause
    about: str
    predicate: str  # e.g. "survives", "code MPI_T_ERR_INVALID_HANDLE"
    answer: str  # its kind: a code, "0", "less", "ends", ...
    # Against a `quality` clause: correct calls fail for other reasons than wrong calls
    optional: bool = False
    family: str = ""  # of the library (library_id.py): unrelated libraries do not share bugs


# Pairs of cause and failure, by the place in the report of each test that deviates
Causes = dict[int, list[tuple[Cause, Failure]]]

_LIFECYCLE = (
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Finalize",
    "MPI_Session_init",
    "MPI_Session_finalize",
)


def _siblings_of(function: str) -> str:
    """Returns the functions on one kind of object as a pattern, e.g. "MPI_T_pvar_*".

    These functions share checks and translations of errors. Other functions are returned unchanged.
    """
    found = re.match("MPI_T_(?:cvar|pvar|category|enum|event|source)_", function)
    return found[0] + "*" if found else function


def _kind_of_answer(fact: Fact) -> str:
    if fact.seen.startswith('"'):
        return "empty" if fact.seen == '""' else "text"
    seen, wanted = as_number(fact.seen), as_number(fact.wanted[0]) if fact.wanted else None
    if seen is None or wanted is None:
        return "other"
    return "0" if seen == 0 else "less" if seen < wanted else "more"


def _stray_code(fact: Fact) -> str:
    """Returns the kind of a code that is not a code of MPI_T; "" for any other answer.

    A small number, such as an error class of MPI, is its own kind. Large numbers are one kind,
    because some libraries return a new one each time.
    """
    if (
        fact.output != CODE_OUTPUT
        or not fact.function.startswith("MPI_T_")
        or fact.seen.startswith("MPI")
    ):
        return ""
    number = as_number(fact.seen.partition(" ")[0])
    return f"{number:g}" if number is not None and abs(number) < _FEW_CODES else "no code of MPI_T"


def _wrong_code(fact: Fact) -> Cause:
    """Returns the cause of a wrong code.

    If success is wanted, the function fails. If errors are wanted, the first one names the check
    that is missing or wrong. A code that is not a code of MPI_T is one bug of its function,
    whatever was wanted of the call.
    """
    if _stray_code(fact):
        return Cause(fact.function, "code", _stray_code(fact))
    seen = fact.seen if fact.seen.startswith("MPI") else "no code of MPI_T"
    error = next((code for code in fact.wanted if code != "MPI_SUCCESS"), None)
    if error is None:
        # Functions on one kind of object share the lookup that rejects a valid index.
        about = _siblings_of(fact.function) if seen == "MPI_T_ERR_INVALID_INDEX" else fact.function
        return Cause(about, "code", seen)
    return Cause(
        _siblings_of(fact.function),
        ("code not " if fact.relation == "none-of" else "code ") + error,
        seen,
    )


def _error_wanted_by(clause: str) -> str:
    """Returns the error that the clause requires of a wrong call.

    Returns "" if the clause allows success too, or names no code.
    """
    found = find_clause(clause)
    return found.codes[0] if found and found.codes and "MPI_SUCCESS" not in found.codes else ""


def _death(fact: Fact, function: str, clause: str) -> Cause:
    """Returns the cause of a call that did not return.

    A call on a wrong object dies of a missing check, a correct call of something else. The signal
    or exit code is not part of the cause, because it may differ from run to run if memory is
    corrupted. A function of MPI may die of earlier damage, whichever function comes next. Its cause
    is therefore about the clause.
    """
    kind = "hangs" if fact.seen.startswith("no end") else "ends"
    # A library has one check that distinguishes it from a handle.
    if fact.given and fact.given.value == ALL_HANDLES:
        return Cause(_siblings_of(function), "survives " + ALL_HANDLES, kind)
    if is_of_mpi_alone(function) and function not in _LIFECYCLE:
        return Cause(clause, "survives", kind)
    if fact.given:
        return Cause(function, f"survives{UNDER}{fact.given.value}", kind)
    error, siblings = _error_wanted_by(clause), _siblings_of(function)
    if not error or siblings == function:
        return Cause(function, "survives", kind)
    return Cause(siblings, "survives " + error, kind)


def _cause_of_fact(fact: Fact, clause: str) -> Cause:
    if fact.function.startswith("PMPI_"):  # another name of the same code
        fact = dataclasses.replace(fact, function=fact.function[1:])
    if fact.relation == "declared":
        return Cause("mpi.h", "declares", "")
    if fact.relation == "is" and not fact.function:
        return Cause(clause, "clause", "")
    if fact.relation == "survives":
        one_function = fact.function and " " not in fact.function
        return _death(fact, fact.function if one_function else clause, clause)
    before = fact.compares_with_before()
    if fact.output == CODE_OUTPUT:
        fails = fact.wanted[:1] == ["MPI_SUCCESS"] or _stray_code(fact)
        return (
            Cause(fact.function, "code as before", fact.seen)
            if before and not fails
            else _wrong_code(fact)
        )
    # "indices" for "indices[3]", "num" for "num - 1"
    output = re.split(r"[\[ ]", fact.output, maxsplit=1)[0]
    about = output if output in _SHARED_OUTPUTS else f"{fact.function}.{output}"
    return Cause(about, "as before" if before else "value", _kind_of_answer(fact))


def cause_of(failure: Failure, test: str, family: str) -> Cause:
    """Returns the cause of a failure.

    `test` is the name of the test that found it, `family` the family of the library.
    """
    rule = failure.clause or test
    cause = _cause_of_fact(failure.fact, rule) if failure.fact else Cause(rule, "clause", "")
    return cause._replace(
        optional=failure.level == "quality" and not (failure.fact and _stray_code(failure.fact)),
        family=family,
    )


def id_of(cause: Cause) -> str:
    """Returns the id of a cause: "F-" and six hexadecimal digits.

    It is a hash of the family and of the hash of the other members.
    """
    return _hashed(
        f"{cause.family}\n" + _hashed("\n".join([*cause[:3], "?" if cause.optional else ""]))
    )


def _hashed(key: str) -> str:
    return f"F-{fingerprint(key) >> 40:06x}"


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

# SPDX-License-Identifier: BSD-3-Clause
"""From offences to findings. A cause is read off an offence's Fact: which call or answer it is about, the predicate that failed, and the
kind of answer. What differs from run to run (indices, values, threads) and from test to test is left out, so that it names the same bug
everywhere."""
import dataclasses
import re
from collections.abc import Sequence
from typing import NamedTuple, Optional

from mpitcheck.judge.blame import is_of_mpi_alone
from mpitcheck.judge.clauses import LEVELS, find_clause
from mpitcheck.judge.consequences import attach_consequences, behind_roots
from mpitcheck.judge.joins import UNDER, join_all
from mpitcheck.judge.library_id import families_of
from mpitcheck.judge.model import Finding, RunReport, Sighting, TestResult, Verdict
from mpitcheck.judge.offence import (
    ALL_HANDLES,
    CODE_OUTPUT,
    Fact,
    Failure,
    as_number,
    function_of,
    seen_text,
    wanted_text,
)
from mpitcheck.judge.results import is_deviation, is_known, verdict_of_offence
from mpitcheck.process.text import encode, fingerprint

_MOST_OBJECTS = 20  # of a sighting
_MOST_NAMED = 4  # functions or answers in a line
_FEW_CODES = 256  # a code without a name below that is the same in each run
# Outputs that several functions fill in alike: a library has one piece of code for them.
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
    # A function; its siblings on the same kind of object ("MPI_T_pvar_*") for a wrong call that is not refused, or not with the right
    # code; an answer that several functions give alike ("desc_len"); without any of these, the clause.
    about: str
    predicate: str  # e.g. "survives", "code MPI_T_ERR_INVALID_HANDLE"
    answer: str  # its kind: a code, "0", "less", "ends", ...
    optional: bool = (
        False  # against a `quality` clause: right calls fail over something else than wrong ones
    )
    family: str = ""  # of the library (library_id.py): what others do is no bug of this one


# Of tests that deviate, by their place in the report: pairs of cause and offence.
Causes = dict[int, list[tuple[Cause, Failure]]]

_LIFECYCLE = (
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Finalize",
    "MPI_Session_init",
    "MPI_Session_finalize",
)


def _siblings_of(function: str) -> str:
    """Functions on one kind of object share checks and translations of errors."""
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
    """The kind of a code that is none of MPI_T: classes of MPI and its like by their number; of larger ones a library has new ones each
    time. "" for any other answer."""
    if (
        fact.output != CODE_OUTPUT
        or not fact.function.startswith("MPI_T_")
        or fact.seen.startswith("MPI")
    ):
        return ""
    number = as_number(fact.seen.partition(" ")[0])
    return f"{number:g}" if number is not None and abs(number) < _FEW_CODES else "no code of MPI_T"


def _wrong_code(fact: Fact) -> Cause:
    """Wanted is success: the function fails. Wanted is an error: the first one listed names the check that is missing or answers
    otherwise. A code that is none of MPI_T is one bug of its function, whatever was wanted of which call.
    """
    if _stray_code(fact):
        return Cause(fact.function, "code", _stray_code(fact))
    seen = fact.seen if fact.seen.startswith("MPI") else "no code of MPI_T"
    error = next((code for code in fact.wanted if code != "MPI_SUCCESS"), None)
    if error is None:  # an index that is in order is looked up in vain: not by one function alone
        about = _siblings_of(fact.function) if seen == "MPI_T_ERR_INVALID_INDEX" else fact.function
        return Cause(about, "code", seen)
    return Cause(
        _siblings_of(fact.function),
        ("code not " if fact.relation == "none-of" else "code ") + error,
        seen,
    )


def _error_wanted_by(clause: str) -> str:
    """The error that the clause wants of a wrong call; "" where it lets the call succeed, too."""
    found = find_clause(clause)
    return found.codes[0] if found and found.codes and "MPI_SUCCESS" not in found.codes else ""


def _death(fact: Fact, function: str, clause: str) -> Cause:
    """Calls on a wrong object die of a check that is missing, right ones of something else. How a process goes (signal, exit code) may
    differ from run to run where memory is destroyed. MPI dies in whatever it does next of what was
    done to it before."""
    kind = "hangs" if fact.seen.startswith("no end") else "ends"
    if (
        fact.given and fact.given.value == ALL_HANDLES
    ):  # a library has one way to tell it from a handle
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
    if fact.function.startswith("PMPI_"):  # the same code, called so
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
    # "indices" of "indices[3]", "num" of "num - 1"
    output = re.split(r"[\[ ]", fact.output, maxsplit=1)[0]
    about = output if output in _SHARED_OUTPUTS else f"{fact.function}.{output}"
    return Cause(about, "as before" if before else "value", _kind_of_answer(fact))


def cause_of(failure: Failure, test: str, family: str) -> Cause:
    """The cause of an offence that the test of that name found in a library of that family."""
    rule = failure.clause or test
    cause = _cause_of_fact(failure.fact, rule) if failure.fact else Cause(rule, "clause", "")
    return cause._replace(
        optional=failure.level == "quality" and not (failure.fact and _stray_code(failure.fact)),
        family=family,
    )


def id_of(cause: Cause) -> str:
    """ "F-" and six hexadecimal digits: of what is wrong, and then of the family."""
    return _hashed(
        f"{cause.family}\n" + _hashed("\n".join([*cause[:3], "?" if cause.optional else ""]))
    )


def _hashed(key: str) -> str:
    return f"F-{fingerprint(key) >> 40:06x}"


def joined_ids(
    tests: list[TestResult], causes: Causes, families: dict[str, str]
) -> dict[tuple[str, str], str]:
    """Of causes that are part of another one's finding: (target, id) -> that finding's id."""
    joined = {}
    for place, its in causes.items():
        for cause, failure in its:
            own = cause_of(failure, tests[place].name, families.get(tests[place].target, ""))
            if failure.fact and cause != own:
                joined[tests[place].target, id_of(own)] = id_of(cause)
    return joined


def rank_of_level(level: str) -> int:
    """0 for must, 1 for should, 2 for quality, 3 for advice: what is stricter comes first."""
    return LEVELS.index(level if level in LEVELS else "advice")


def _listed(words: Sequence[str]) -> str:
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _wanted_of(fact: Fact) -> str:
    """Of long lists the first value."""
    if len(fact.wanted) < _MOST_NAMED:
        return wanted_text(fact)
    return (
        f"{wanted_text(dataclasses.replace(fact, wanted=fact.wanted[:1]))} or"
        f" {len(fact.wanted) - 1} others"
    )


def _line_of(failures: list[Failure]) -> str:
    """What a reader sees of a finding first."""
    facts = [failure.fact for failure in failures if failure.fact]
    shown = next((failure for failure in failures if failure.fact), failures[0])
    functions, answers, names = (
        list(dict.fromkeys(filter(None, words)))
        for words in (
            (fact.function for fact in facts),
            map(seen_text, facts),
            (fact.output for fact in facts),
        )
    )
    who = _listed(sorted(functions, key=encode)) or shown.clause or "the process"
    fact = shown.fact
    if not shown.expected:
        return f"{who}: {shown.actual}"
    if not fact:
        return f"{who}: expected {shown.expected}, got {shown.actual}" + (
            f" ({shown.subject})" if shown.subject else ""
        )
    if fact.relation == "declared":
        return f"mpi.h does not declare {_listed(names)}"
    rule = f" ({shown.clause})" if shown.clause and who != shown.clause else ""
    if fact.relation == "survives":
        after = f", after {function_of(fact.after)} returned" if fact.after else ""
        return f"{who} does not return: {_listed(answers)}{after}{rule}"
    output = "" if fact.output in (CODE_OUTPUT, "") else fact.output + " "
    return f"{who}: expected {output}{_wanted_of(fact)}, got {_listed(answers)}{rule}"


def _is_refusal(fact: Fact) -> bool:
    return fact.output == CODE_OUTPUT and fact.seen != "MPI_SUCCESS"


def _causes_of(test: TestResult, family: str) -> list[tuple[Cause, Failure]]:
    """A pair of cause and offence for each offence that counts. What the library did before its process ended, against the same clause,
    is the cause of that end, too: a handle that was freed in the wrong session is met again. What it refused changed nothing.
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
    if not test.failures:  # older reports do not say more
        failure = Failure("".join(test.charged[:1]), level=test.level, actual=test.message)
        causes.append((cause_of(failure, test.name, family), failure))
    return causes


def derive_causes(tests: list[TestResult], families: dict[str, str]) -> Causes:
    """A list of pairs of cause and offence by a test's place, for those that deviate. `families`: families_of() their targets."""
    causes = {
        place: _causes_of(test, families.get(test.target, ""))
        for place, test in enumerate(tests)
        if is_deviation(test.verdict)
    }
    join_all(causes, tests)
    return causes


def _telling(test: TestResult, causes: list[tuple[Cause, Failure]], cause: Cause) -> int:
    """How well a test shows a finding alone: 0 best."""
    if all(other == cause for other, _ in causes):
        return 0 if test.repro and test.repro.program else 1
    return 2 if causes[0][0] == cause else 3


def _verdict_of(failure: Failure, test: TestResult) -> Verdict:
    """Never worse than the whole test: a crash may be excused there."""
    verdict = verdict_of_offence(failure.level)
    return max(verdict, test.verdict) if failure.is_deadly else verdict


def _sighting(
    target: str,
    tests: list[TestResult],
    offences: list[tuple[int, Failure]],
    telling: dict[int, int],
) -> Sighting:
    """Of offences, as pairs of a test's place and a failure, and how telling each test is."""
    offences = sorted(offences, key=lambda offence: telling[offence[0]])
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
    """New ones first, then by level, severity and the number of tests."""
    return (
        all(sighting.standing != "new" for sighting in finding.sightings),
        rank_of_level(finding.level),
        -finding.verdict,
        -sum(len(sighting.tests) for sighting in finding.sightings),
        finding.id,
    )


def _place_in_finding(failure: Failure) -> tuple[int, bool]:
    """What is strictest first, and of that what any failing call must not do."""
    return rank_of_level(failure.level), not failure.clause.startswith("general-failure-")


def derive_findings(report: RunReport, causes: Optional[Causes] = None) -> None:
    """Fills in report.findings from report.tests. Each test that deviates has a part in one, but for offences against advice. An offence
    without a Fact joins the finding of its clause, if there is just one on its target. `causes`: derive_causes() of these tests, where it
    is known."""
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
                _line_of(failures),
                min(("quality", *(failure.level for failure in failures)), key=rank_of_level),
                max([Verdict.quality, *(sighting.verdict for sighting in sightings)]),
                list(dict.fromkeys(failure.clause for failure in failures if failure.clause)),
                sightings,
            )
        )
    report.findings.sort(key=_place_of)
    attach_consequences(report.findings)
    report.findings = behind_roots(report.findings)

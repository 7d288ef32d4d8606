# SPDX-License-Identifier: BSD-3-Clause
"""The title of a finding: one sentence of function, symptom and circumstance."""
import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from mpitcheck.judge.clauses import find_clause
from mpitcheck.judge.offence import Failure, as_number, function_of, seen_text, wanted_text
from mpitcheck.judge.records import CODE_OUTPUT, Fact
from mpitcheck.process.text import encode, shortened

MOST_COLUMNS = 100
_MOST_NAMED = 2  # functions or answers
_MOST_WANTED = 2  # values of an expectation; of more, the first is shown


def title_of(failures: Sequence[Failure]) -> str:
    """Returns the title of failures of one cause, in at most MOST_COLUMNS characters.

    The first failure that has a fact determines the words.
    """
    shown = next((failure for failure in failures if failure.fact), failures[0])
    if not shown.fact:
        return _first_that_fits(f"{_rule_title(shown)}: {shown.actual}", _rule_title(shown))
    facts = [_about_count(failure.fact) for failure in failures if failure.fact]
    fact = facts[0]
    if fact.relation == "declared":
        names = _listed(_distinct(each.output for each in facts))
        return _first_that_fits(f"mpi.h does not declare {names}")
    expected = _expectation(fact)
    if fact.relation == "survives" and not fact.function:
        death = _death(facts, several=False)
        return _first_that_fits(f"The process {death.replace('ends the process', 'ends')}")
    if not _is_called(fact.function):
        seen = f"{_rule_title(shown)}: {_value_text(fact)}"
        return _first_that_fits(seen + expected, seen, _rule_title(shown))
    functions = _functions_of(facts)
    several = len(functions) > 1 or ", " in functions[0]
    named, symptom = _listed(functions), _symptom(facts, fact, several)
    when = _common_circumstance(failures, shown.fact.relation)
    short = f"{functions[0]} and {len(functions) - 1} more" if len(functions) > 1 else named
    return _first_that_fits(
        named + symptom + when + expected,
        named + symptom + when + _expectation(dataclasses.replace(fact, sources=[])),
        named + symptom + when,
        short + symptom + when,
        short + symptom,
    )


def _about_count(fact: Fact) -> Fact:
    """Returns a fact about a text that does not fit its count as one about the count."""
    length = as_number(fact.seen)
    if (
        fact.output != "strlen(buf)"
        or fact.relation != "below"
        or length is None
        or [source.output for source in fact.sources] != ["count"]
    ):
        return fact
    [source] = fact.sources
    return Fact(source.function, "count", "at-least", [str(length + 1)], "".join(fact.wanted[:1]))


def _first_that_fits(*titles: str) -> str:
    fitting = (title for title in titles if len(title) <= MOST_COLUMNS)
    return next(fitting, shortened(titles[-1], MOST_COLUMNS))


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, words)))


def _listed(words: Sequence[str]) -> str:
    """Returns "A", "A and B", or "A, B and 3 more"."""
    if len(words) <= _MOST_NAMED:
        return " and ".join(words)
    return f"{', '.join(words[:_MOST_NAMED])} and {len(words) - _MOST_NAMED} more"


def _functions_of(facts: Sequence[Fact]) -> list[str]:
    """Returns the functions; texts such as "4 threads: ..." only if no fact names one function."""
    functions = sorted(_distinct(fact.function for fact in facts), key=encode)
    return [each for each in functions if " " not in each] or functions


def _is_called(function: str) -> bool:
    """Whether it is a function that was called, rather than a callback or nothing."""
    return function != "" and not function.endswith("_function")


def _rule_title(failure: Failure) -> str:
    """Returns a sentence for a failure that names no function, made of its rule's title."""
    clause = find_clause(failure.clause)
    if clause:
        return f'The library breaks the rule "{clause.title}"'
    return failure.clause or "The process ended"


def _common_circumstance(failures: Sequence[Failure], relation: str) -> str:
    """Returns the circumstance of at least half of the failures of this relation, or ""."""
    alike = [each for each in failures if each.fact and each.fact.relation == relation]
    [(circumstance, count)] = Counter(map(_circumstance, alike)).most_common(1)
    return circumstance if 2 * count >= len(alike) else ""


def _circumstance(failure: Failure) -> str:
    """Returns " after re-initialization", or "" if the rule is about no particular circumstance."""
    fact, clause = failure.fact, find_clause(failure.clause)
    if fact is None:
        return ""
    if fact.given and fact.given.value.startswith("MPI_T_"):
        return f" with {fact.given.value}"
    if clause and clause.when:
        # A crash on the way to what a test examines is charged to the test's first clause, too.
        is_elsewhere = fact.relation == "survives" and not clause.is_about(fact.function)
        names_its_own = " " in fact.output or fact.function in clause.when
        if not is_elsewhere and not names_its_own:
            return f" {clause.when}"
    return f" after {function_of(fact.after)} returned" if fact.after else ""


def _value_text(fact: Fact) -> str:
    """Returns "desc_len 0", "2 invocations of a callback", or "MPI_T_ERR_INVALID" for a code."""
    seen = seen_text(fact)
    if fact.output in (CODE_OUTPUT, ""):
        return seen
    is_counted = re.match("[a-z]+ ", fact.output) is not None
    return f"{seen} {fact.output}" if is_counted else f"{fact.output} {seen}"


def _symptom(facts: Sequence[Fact], shown: Fact, several: bool) -> str:
    """Returns what the functions do, with a space before it: " crashes (SIGSEGV)"."""
    plural = "" if several else "s"
    if shown.relation == "survives":
        return f" {_death(facts, several)}"
    if shown.output == CODE_OUTPUT:
        codes = _listed(_distinct(map(seen_text, (f for f in facts if f.output == CODE_OUTPUT))))
        if shown.relation == "one-of" and shown.wanted[:1] == ["MPI_SUCCESS"]:
            return f" fail{plural} with {codes}"
        return f" return{plural} {codes}"
    if shown.relation == "none-of" and shown.compares_with_before():
        return f" return{plural} the same {shown.output} {seen_text(shown)}"
    value = _value_text(shown)
    return f": {value}" if value.endswith(shown.output) else f" return{plural} {value}"


def _death(facts: Sequence[Fact], several: bool) -> str:
    """Returns "crashes (SIGSEGV) or hangs": all ways in which the process ended."""
    hang, crash = ("hang", "crash") if several else ("hangs", "crashes")
    ends = "end" if several else "ends"
    answers = _distinct(fact.seen for fact in facts if fact.relation == "survives")
    signals = [answer for answer in answers if answer.startswith("SIG")]
    exits = [answer for answer in answers if re.match("exit|left", answer)]
    ways = [f"{crash} ({_listed(signals)})"] if signals else []
    if exits:
        ways.append(f"{ends} the process ({_listed(exits)})")
    if any(answer.startswith("no end") for answer in answers):
        ways.append(hang)
    return " or ".join(ways) or f"{ends} the process ({_listed(answers)})"


def _expectation(fact: Fact) -> str:
    """Returns " (expected 1 or more)"; "" if the symptom contains the expectation."""
    wanted = fact.wanted
    if fact.relation == "survives" or not wanted:
        return ""
    if fact.compares_with_before():
        if fact.relation == "none-of":
            return ""
        return f" (before: {wanted_text(dataclasses.replace(fact, sources=[]))})"
    if fact.relation == "none-of" and wanted == [fact.seen]:
        another = "an error" if fact.seen == "MPI_SUCCESS" else "another code"
        return f" (expected {another})" if fact.output == CODE_OUTPUT else ""
    if fact.output == CODE_OUTPUT and fact.relation == "one-of" and wanted[0] == "MPI_SUCCESS":
        return ""
    if len(wanted) > _MOST_WANTED:
        first = wanted_text(dataclasses.replace(fact, wanted=wanted[:1]))
        return f" (expected {first} or {len(wanted) - 1} others)"
    return f" (expected {wanted_text(fact)})"

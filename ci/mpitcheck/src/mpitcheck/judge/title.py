# SPDX-License-Identifier: BSD-3-Clause
"""The title of a finding: one sentence of function, symptom and circumstance."""
import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from mpitcheck.judge.clauses import find_clause
from mpitcheck.judge.offence import (
    Failure,
    as_number,
    function_of,
    is_handle,
    seen_text,
    wanted_text,
)
from mpitcheck.process.text import encode, shortened
from mpitcheck.schema.records import CODE_OUTPUT, Fact

MOST_COLUMNS = 100
_MOST_NAMED = 2  # functions or answers
_MOST_WANTED = 2  # values of an expectation; of more, the first is shown
_STRAY = " (no MPI_T code)"  # at the end of a code
_PASSAGE = re.compile(r"(\d+ threads?): (.+)")  # calls of several threads
_COUNTED = re.compile("[a-z]+s ")  # begins the name of an output that is a number of things
# What one function or several do, by the words for what they should do
_IN_WORDS = {
    "untouched": ("writes {}", "write {}"),
    "written": ("does not write {}", "do not write {}"),
}
_GROWTH = re.compile(r"([a-z ]+) more after (\d+ cycles)")


def title_of(failures: Sequence[Failure]) -> str:
    """Returns the title of failures of one cause, in at most MOST_COLUMNS characters.

    The first failure that has a fact determines the words.
    """
    shown = next((failure for failure in failures if failure.fact), failures[0])
    rule = _rule_title(shown)
    if not shown.fact:
        return _first_that_fits(f"{rule}: {shown.actual}" if shown.actual else rule, rule)
    facts = [_about_count(_rounded(failure.fact)) for failure in failures if failure.fact]
    fact = facts[0]
    if fact.relation == "declared":
        names = _listed(_distinct(each.output for each in facts))
        return _first_that_fits(f"mpi.h does not declare {names}")
    if fact.output == "definition":
        names = _listed(_distinct(each.subject for each in failures))
        return _first_that_fits(f"The library does not define {names}")
    expected = _expectation(fact)
    if fact.relation == "survives" and not fact.function:
        death = _death(facts, several=False)
        return _first_that_fits(f"The process {death.replace('ends the process', 'ends')}")
    if fact.function.endswith("_cb_function") and " " not in fact.output:
        seen = f"{fact.function} gets {_value_text(fact)}"
        return _first_that_fits(seen + expected, seen)
    if not _is_called(fact.function):
        seen = f"{rule}: {'a call returns ' * (fact.output == CODE_OUTPUT)}{_value_text(fact)}"
        return _first_that_fits(seen + expected, seen, rule)
    functions = _functions_of(facts)
    several = len(functions) > 1 or re.search(" threads?$", functions[0]) is not None
    symptom, when = _symptom(facts, fact, several), _common_circumstance(failures)
    brief = _expectation(dataclasses.replace(fact, sources=[]))
    return _first_that_fits(
        *(
            _listed(functions, most) + symptom + when + ending
            for ending in (expected, brief, "")
            for most in (3 if len(functions) == 3 else _MOST_NAMED, _MOST_NAMED)
        ),
        _listed(functions, 1) + symptom + when,
        _listed(functions, 1) + symptom,
        _with_one_function(functions[0]) + symptom,
    )


def _first_that_fits(*titles: str) -> str:
    fitting = (title for title in titles if len(title) <= MOST_COLUMNS)
    return next(fitting, shortened(titles[-1], MOST_COLUMNS))


def _with_one_function(calls: str) -> str:
    """Returns "A and 2 more in 4 threads" for "A, B, C in 4 threads"."""
    return re.sub(
        r"^(\w+)((?:, \w+)+)", lambda found: f"{found[1]} and {found[2].count(',')} more", calls
    )


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, words)))


def _listed(words: Sequence[str], most: int = _MOST_NAMED, last: str = "and") -> str:
    """Returns "A", "A and B", or "A, B and 3 more"."""
    if len(words) > most:
        return f"{', '.join(words[:most])} and {len(words) - most} more"
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


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


def _rounded(fact: Fact) -> Fact:
    def rounded(answer: str) -> str:
        number = as_number(answer)
        return f"{number:.6g}" if isinstance(number, float) else answer

    seen, wanted = rounded(fact.seen), [rounded(value) for value in fact.wanted]
    is_as_near = (seen in wanted) == (fact.seen in fact.wanted)
    return dataclasses.replace(fact, seen=seen, wanted=wanted) if is_as_near else fact


def _functions_of(facts: Sequence[Fact]) -> list[str]:
    """Returns the functions; calls of several threads only if no fact names one function."""
    functions = sorted(_distinct(fact.function for fact in facts), key=encode)
    named = [each for each in functions if " " not in each]
    passages = [found for each in functions if (found := _PASSAGE.match(each))]
    if named or not passages:
        return named or functions
    calls, threads = (_distinct(found[group] for found in passages) for group in (2, 1))
    return [
        ("Calls" if calls[1:] else calls[0])
        + (" in several threads" if threads[1:] else f" in {threads[0]}")
    ]


def _is_called(function: str) -> bool:
    """Whether it is a function that was called, rather than a callback or nothing."""
    return function != "" and not function.endswith("_function")


def _rule_title(failure: Failure) -> str:
    """Returns a sentence for a failure that names no function, made of its rule's title."""
    clause = find_clause(failure.clause)
    if clause:
        return f'The library breaks the rule "{clause.title}"'
    return failure.clause or "The process ended"


def _common_circumstance(failures: Sequence[Failure]) -> str:
    """Returns the circumstance of at least half of the failures of the first relation, or ""."""
    relation = next(each.fact.relation for each in failures if each.fact)
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
    if fact.given and fact.given.output == "datatype":
        return f" for a variable of type {fact.given.value}"
    if clause and clause.when:
        # A crash on the way to what a test examines is charged to the test's first clause, too.
        is_elsewhere = fact.relation == "survives" and not clause.is_about(fact.function)
        names_its_own = " " in fact.output or fact.function in clause.when
        if not is_elsewhere and not names_its_own:
            return f" {clause.when}"
    return f" after {function_of(fact.after)} returned" if fact.after else ""


def _value_text(fact: Fact) -> str:
    """Returns "desc_len 0", "2 invocations of a callback", or "MPI_T_ERR_INVALID" for a code."""
    seen, output = seen_text(fact), re.sub(r"^buf(\[.*\])?$", "the value", fact.output)
    if output in (CODE_OUTPUT, ""):
        return seen
    if is_handle(fact.seen) or seen == "another":
        return f"{'a non-null' if seen == 'a handle' else seen} {output}"
    if length := re.fullmatch(r"strlen\((\w+)\)", output):
        return f"a {length[1]} of {seen} characters"
    if _COUNTED.match(output):
        return f"{seen} {output}"
    place = re.search(" (in|over|since|that) ", output)
    end = place.start() if place else len(output)
    return f"{output[:end]} {seen}{output[end:]}"


def _symptom(facts: Sequence[Fact], shown: Fact, several: bool) -> str:
    """Returns what the functions do, with a space before it: " crashes (SIGSEGV)"."""
    plural = "" if several else "s"
    if shown.relation == "survives":
        return f" {_death(facts, several)}"
    if shown.output == CODE_OUTPUT:
        fails = shown.relation == "one-of" and shown.wanted[:1] == ["MPI_SUCCESS"]
        return (
            f" fail{plural} with {_codes(facts)}" if fails else f" return{plural} {_codes(facts)}"
        )
    if shown.relation == "none-of" and shown.compares_with_before():
        return f" return{plural} the same {shown.output} {seen_text(shown)}"
    if words := _IN_WORDS.get("".join(shown.wanted)):
        return f" {words[several].format(shown.output.partition('[')[0])}"
    if growth := _GROWTH.fullmatch(shown.output):
        return f" leak{plural} {shown.seen} {growth[1]} in {growth[2]}"
    if extent := re.fullmatch(r"extent\((\w+)\)", shown.output):
        return f" write{plural} {shown.seen} element{'s' * (shown.seen != '1')} of {extent[1]}"
    colon = ":" if _COUNTED.match(shown.output) else f" return{plural}"
    return f"{colon} {_value_text(shown)}"


def _codes(facts: Sequence[Fact]) -> str:
    codes = _distinct(seen_text(fact) for fact in facts if fact.output == CODE_OUTPUT)
    if not all(code.endswith(_STRAY) for code in codes):
        return _listed(codes)
    note = "not MPI_T codes" if codes[1:] else "not an MPI_T code"
    return f"{_listed([code.removesuffix(_STRAY) for code in codes])} ({note})"


def _death(facts: Sequence[Fact], several: bool) -> str:
    """Returns "crashes (SIGSEGV) or hangs": all ways in which the process ended."""
    hang, crash = ("hang", "crash") if several else ("hangs", "crashes")
    ends = "end" if several else "ends"
    answers = _distinct(fact.seen for fact in facts if fact.relation == "survives")
    signals = [answer for answer in answers if answer.startswith("SIG")]
    exits = [answer for answer in answers if re.match("exit|left", answer)]
    ways = [f"{crash} ({_listed(signals, last='or')})"] if signals else []
    if exits:
        first = exits[0].rpartition(" ")[0] + " "  # "exit status "
        numbers = [exits[0], *(answer.removeprefix(first) for answer in exits[1:])]
        ways.append(f"{ends} the process ({_listed(numbers, last='or')})")
    if any(answer.startswith("no end") for answer in answers):
        ways.append(hang)
    return " or ".join(ways) or f"{ends} the process ({_listed(answers)})"


def _expectation(fact: Fact) -> str:
    """Returns " (expected 1 or more)"; "" if the symptom contains the expectation."""
    wanted = fact.wanted
    if fact.relation == "survives" or not wanted or "".join(wanted) in _IN_WORDS:
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

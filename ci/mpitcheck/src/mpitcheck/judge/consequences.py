# SPDX-License-Identifier: BSD-3-Clause
"""Marks findings that follow from other findings.

The catalogue names what the evidence of a clause rests on (`rests_on`): other clauses, or all that
is said about the functions that it uses ("MPI_T_*"). A Fact names the answers that its wanted value
comes from (`sources`). If another finding charges one of these, a finding that rests on it follows
from the other. So does a refusal with the wrong code, if the function refuses in this way what it
has to do, and the failure of a call that is not named, if another call fails with the same code.
Reports list it after the other one and do not count it.
"""
import re
from collections.abc import Iterable, Sequence
from typing import Union

from mpitcheck.judge.clauses import find_clause
from mpitcheck.judge.model import Finding, Sighting
from mpitcheck.judge.offence import Failure
from mpitcheck.process.text import glob_match
from mpitcheck.schema.records import CODE_OUTPUT, Answer, Fact

_MPI_SUCCESS = "MPI_SUCCESS"
_OBJECT = re.compile(r"(?:MPI_T_|\b)(cvar|pvar|category|enum|event|source)[_-]")


def _facts_of(sighting: Sighting) -> list[Fact]:
    return [each.fact for each in sighting.examples if each.fact]


def _objects_of(finding: Finding, sighting: Sighting) -> set[str]:
    """Returns the kinds of objects that a sighting is about; none means any kind.

    Tests of initialization use functions of any kind.
    """
    clauses = _clauses_of(sighting)
    if clauses and all(clause.startswith("init-") for clause in clauses):
        return set()
    functions = " ".join(fact.function for fact in _facts_of(sighting))
    return set(_OBJECT.findall(functions) or _OBJECT.findall(" ".join(finding.clauses)))


def _clauses_of(sighting: Sighting) -> set[str]:
    return {example.clause for example in sighting.examples if example.clause}


def _functions_of(sighting: Sighting) -> set[str]:
    named = {fact.function for fact in _facts_of(sighting)}
    return {name[1:] if name.startswith("PMPI_T_") else name for name in named}


def _share_a_function(below: set[str], sighting: Sighting, seen: Sighting) -> bool:
    """Returns whether a clause rests on the functions that both sightings are about.

    `below` is what the clause rests on. A worse end, such as a crash, has a cause of its own.
    """
    shared = _functions_of(sighting) & _functions_of(seen)
    patterns = [each for each in below if each.startswith("MPI_T_")]
    return sighting.verdict <= seen.verdict and any(
        glob_match(pattern, function) for pattern in patterns for function in shared
    )


def _beneath(clause: str, known: dict[str, set[str]]) -> set[str]:
    """Returns what the evidence of a clause rests on, directly or indirectly.

    `known` holds the results of earlier calls.
    """
    if clause not in known:
        known[clause] = set()  # the catalogue has no cycles
        for each in getattr(find_clause(clause), "rests_on", ()):
            known[clause] |= {each, *_beneath(each, known)}
    return known[clause]


def attach_consequences(findings: Sequence[Finding]) -> None:
    """Fills in `rests_on` of the sightings.

    A sighting follows from another one on the same target if each of its examples rests on what the
    other one charges, but not the other way round, and if both are about the same kind of object. A
    `must` finding does not follow from a less strict one. A chain leads to its first finding.
    """
    known: dict[str, set[str]] = {}

    def rest(sighting: Sighting, seen: Sighting) -> list[bool]:
        return [
            _rests(example, _beneath(example.clause, known), sighting, seen)
            for example in sighting.examples
            if example.clause
        ]

    for target in {sighting.target for finding in findings for sighting in finding.sightings}:
        here = [
            (finding, sighting)
            for finding in findings
            for sighting in finding.sightings
            if sighting.target == target
        ]
        for finding, sighting in here:
            roots = (
                other
                for other, seen in here
                if other is not finding
                and _may_cause(other, seen, finding, sighting)
                and all(rest(sighting, seen) or [False])
                and not all(rest(seen, sighting) or [False])
            )
            root = next(roots, None)
            sighting.rests_on = root.id if root else ""
        _follow_to_roots([sighting for _, sighting in here], {f.id: s for f, s in here})


def _rests(example: Failure, below: set[str], sighting: Sighting, seen: Sighting) -> bool:
    """Returns whether an example of the sighting rests on what `seen` charges.

    `below` is what its clause rests on.
    """
    sources = _answers(example.fact.sources) if example.fact else set()
    own = _answers([example.fact]) if example.fact else set()
    charged = _answers(_facts_of(seen))
    return (
        bool(below & _clauses_of(seen))
        or bool(sources & charged - own)
        or _share_a_function(below, sighting, seen)
        or (bool(set(sighting.tests) & set(seen.tests)) and _refuses_likewise(example, seen))
        or _fails_likewise(example, seen)
    )


def _refuses_likewise(example: Failure, seen: Sighting) -> bool:
    """Returns whether a function refuses with the wrong code what it has to refuse.

    `seen` charges it with refusing, with the same code, what it has to do.
    """
    own = example.fact
    return (
        own is not None
        and own.output == CODE_OUTPUT
        and _MPI_SUCCESS not in (own.seen, *own.wanted)
        and any(
            fact.function == own.function
            and fact.output == CODE_OUTPUT
            and fact.seen == own.seen
            and _MPI_SUCCESS in fact.wanted
            and fact.relation == "one-of"
            for fact in _facts_of(seen)
        )
    )


def _fails_likewise(example: Failure, seen: Sighting) -> bool:
    """Returns whether a call that is not named fails with a code that `seen` charges.

    A random sequence names no call if it did not fail again when its calls were recorded.
    """
    own = example.fact
    return (
        own is not None
        and own.output == CODE_OUTPUT
        and not own.function
        and own.seen != _MPI_SUCCESS
        and _MPI_SUCCESS in own.wanted
        and any(
            fact.function and fact.seen == own.seen and _MPI_SUCCESS in fact.wanted
            for fact in _facts_of(seen)
        )
    )


def _answers(facts: Iterable[Union[Fact, Answer]]) -> set[tuple[str, str]]:
    """Returns function and output of each value; "indices" for "indices[3]"."""
    return {
        (each.function, each.output.partition("[")[0])
        for each in facts
        if each.output != CODE_OUTPUT
    }


def _may_cause(other: Finding, seen: Sighting, finding: Finding, sighting: Sighting) -> bool:
    objects, others = _objects_of(finding, sighting), _objects_of(other, seen)
    as_strict = other.level == "must" or finding.level != "must"
    return as_strict and (not objects or not others or bool(objects & others))


def _follow_to_roots(sightings: list[Sighting], by_id: dict[str, Sighting]) -> None:
    for sighting in sightings:
        passed = {id for id, other in by_id.items() if other is sighting}
        while sighting.rests_on and (deeper := by_id[sighting.rests_on].rests_on):
            if sighting.rests_on in passed:  # a circle: this one is its root
                sighting.rests_on = ""
                break
            passed.add(sighting.rests_on)
            sighting.rests_on = deeper


def behind_roots(findings: Iterable[Finding]) -> list[Finding]:
    """Returns the findings in their order, but moves consequences behind their roots."""
    places = {finding.id: place for place, finding in enumerate(findings)}

    def place_of(finding: Finding) -> tuple[int, bool, int]:
        root = finding.sightings[0].rests_on if finding.is_consequence else ""
        return places[root or finding.id], bool(root), places[finding.id]

    return sorted(findings, key=place_of)

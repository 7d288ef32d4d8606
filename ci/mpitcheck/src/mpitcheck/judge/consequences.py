# SPDX-License-Identifier: BSD-3-Clause
"""Marks findings that follow from other findings.

The catalogue names what the evidence of a clause rests on (`rests_on`): other clauses, or all that
is said about the functions that it uses ("MPI_T_*"). If another finding charges those, a finding
against the clause follows from it. Reports list it after the other one and do not count it.
"""
import re
from collections.abc import Iterable, Sequence

from mpitcheck.judge.clauses import find_clause
from mpitcheck.judge.model import Finding, Sighting
from mpitcheck.process.text import glob_match

_OBJECT = re.compile(r"(?:MPI_T_|\b)(cvar|pvar|category|enum|event|source)[_-]")


def _objects_of(finding: Finding, sighting: Sighting) -> set[str]:
    """Returns the kinds of objects that a sighting is about; none means any kind."""
    examples = sighting.examples
    functions = " ".join(each.fact.function for each in examples if each.fact)
    return set(_OBJECT.findall(functions) or _OBJECT.findall(" ".join(finding.clauses)))


def _clauses_of(sighting: Sighting) -> set[str]:
    return {example.clause for example in sighting.examples if example.clause}


def _functions_of(sighting: Sighting) -> set[str]:
    named = {each.fact.function for each in sighting.examples if each.fact}
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

    A sighting follows from another one on the same target if each of its clauses rests on a clause
    or a function of the other one, but not vice versa, and if both are about the same kind of
    object. A `must` finding does not follow from a less strict one. A chain leads to its first
    finding.
    """
    known: dict[str, set[str]] = {}
    for target in {sighting.target for finding in findings for sighting in finding.sightings}:
        here = [
            (finding, sighting)
            for finding in findings
            for sighting in finding.sightings
            if sighting.target == target
        ]
        beneath = [
            [_beneath(clause, known) for clause in _clauses_of(sighting)] for _, sighting in here
        ]
        for (finding, sighting), its in zip(here, beneath):
            roots = [
                other
                for (other, seen), deeper in zip(here, beneath)
                if other is not finding
                and its
                and all(_rests(below, sighting, seen) for below in its)
                and not any(_rests(below, seen, sighting) for below in deeper)
                and _may_cause(other, seen, finding, sighting)
            ]
            sighting.rests_on = roots[0].id if roots else ""
        _follow_to_roots([sighting for _, sighting in here], {f.id: s for f, s in here})


def _rests(below: set[str], sighting: Sighting, seen: Sighting) -> bool:
    return bool(below & _clauses_of(seen)) or _share_a_function(below, sighting, seen)


def _may_cause(other: Finding, seen: Sighting, finding: Finding, sighting: Sighting) -> bool:
    objects, others = _objects_of(finding, sighting), _objects_of(other, seen)
    as_strict = other.level == "must" or finding.level != "must"
    return as_strict and (not objects or not others or bool(objects & others))


def _follow_to_roots(sightings: list[Sighting], by_id: dict[str, Sighting]) -> None:
    for sighting in sightings:
        while sighting.rests_on and by_id[sighting.rests_on].rests_on:
            sighting.rests_on = by_id[sighting.rests_on].rests_on


def behind_roots(findings: Iterable[Finding]) -> list[Finding]:
    """Returns the findings in their order, but moves consequences behind their roots."""
    places = {finding.id: place for place, finding in enumerate(findings)}

    def place_of(finding: Finding) -> tuple[int, bool, int]:
        root = finding.sightings[0].rests_on if finding.is_consequence else ""
        return places[root or finding.id], bool(root), places[finding.id]

    return sorted(findings, key=place_of)

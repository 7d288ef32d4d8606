# SPDX-License-Identifier: BSD-3-Clause
"""Which findings follow from others: their evidence rests on answers that another finding says are
wrong. The catalogue names for a clause those that its evidence rests on (`rests_on`). Such a finding
is shown behind the other one and is not counted."""
import re
from collections.abc import Iterable, Sequence

from mpitcheck.judge.clauses import find_clause
from mpitcheck.judge.model import Finding, Sighting

_OBJECT = re.compile(r"(?:MPI_T_|\b)(cvar|pvar|category|enum|event|source)[_-]")


def _objects_of(finding: Finding, sighting: Sighting) -> set[str]:
    """Kinds of objects that it is about; none: any kind."""
    examples = sighting.examples
    functions = " ".join(each.fact.function for each in examples if each.fact)
    return set(_OBJECT.findall(functions) or _OBJECT.findall(" ".join(finding.clauses)))


def _clauses_of(sighting: Sighting) -> set[str]:
    return {example.clause for example in sighting.examples if example.clause}


def _beneath(clause: str, known: dict[str, set[str]]) -> set[str]:
    """The clauses that its evidence rests on, directly or by way of others."""
    if clause not in known:
        known[clause] = set()  # the catalogue has no circles
        for each in getattr(find_clause(clause), "rests_on", ()):
            known[clause] |= {each, *_beneath(each, known)}
    return known[clause]


def attach_consequences(findings: Sequence[Finding]) -> None:
    """Fills in `rests_on` of the sightings. Each clause of a sighting must rest on one that another
    finding charges on that target, about an object of the same kind. What is charged more strictly
    follows from nothing that is not."""
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
                and all(below & _clauses_of(seen) for below in its)
                and not any(below & _clauses_of(sighting) for below in deeper)
                and _may_cause(other, seen, finding, sighting)
            ]
            sighting.rests_on = roots[0].id if roots else ""
        _follow_to_roots([sighting for _, sighting in here], {f.id: s for f, s in here})


def _may_cause(other: Finding, seen: Sighting, finding: Finding, sighting: Sighting) -> bool:
    objects, others = _objects_of(finding, sighting), _objects_of(other, seen)
    as_strict = other.level == "must" or finding.level != "must"
    return as_strict and (not objects or not others or bool(objects & others))


def _follow_to_roots(sightings: list[Sighting], by_id: dict[str, Sighting]) -> None:
    for sighting in sightings:
        while sighting.rests_on and by_id[sighting.rests_on].rests_on:
            sighting.rests_on = by_id[sighting.rests_on].rests_on


def behind_roots(findings: Iterable[Finding]) -> list[Finding]:
    """In their order, those that follow from another behind it."""
    places = {finding.id: place for place, finding in enumerate(findings)}

    def place_of(finding: Finding) -> tuple[int, bool, int]:
        root = finding.sightings[0].rests_on if finding.is_consequence else ""
        return places[root or finding.id], bool(root), places[finding.id]

    return sorted(findings, key=place_of)

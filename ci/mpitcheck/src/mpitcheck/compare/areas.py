# SPDX-License-Identifier: BSD-3-Clause
"""What each target of the compared reports offers, lacks and breaks, by area of MPI_T."""
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, Optional

from mpitcheck.judge.clauses import parse_version
from mpitcheck.judge.model import RunReport, Sighting, TargetResult, Verdict
from mpitcheck.report.text import symbol
from mpitcheck.schema.form import Words

# These verdicts make no statement about a library, so they are not compared with others.
NO_STATEMENT = (
    None,
    Verdict.not_applicable,
    Verdict.vacuous,
    Verdict.inconclusive,
    Verdict.error,
)


class Area(NamedTuple):
    """A part of MPI_T, as users think of it."""

    name: str
    about: str
    clauses: tuple[str, ...]  # prefixes of their ids; the longest one of all areas counts
    kinds: tuple[str, ...] = ()  # members of Counts; a library without any lacks the area
    since: str = "3.0"  # the first version of MPI with it


AREAS = (
    Area("Cvars", "control variables", ("cvar-",), ("cvars",)),
    Area("Pvars", "performance variables, sessions, handles", ("pvar-",), ("pvars",)),
    Area(
        "Events",
        "event types, sources, callbacks",
        ("event-", "source-"),
        ("events", "sources"),
        since="4.0",
    ),
    Area(
        "Categories",
        "categories and their members",
        ("category-", "event-category-"),
        ("categories",),
    ),
    Area(
        "Threads",
        "thread levels, calls in several threads",
        (
            "init-beside-",
            "init-leaves-mpi-thread-level",
            "init-one-for-the-process",
            "init-provided-",
            "init-required-values",
            "init-thread-level-",
        ),
    ),
    Area(
        "Lifecycle",
        "initialization, finalization, before and after MPI",
        ("init-", "general-after-mpi-finalize", "general-before-mpi-init", "general-no-mpi-needed"),
    ),
    Area(
        "Other rules",
        "texts, codes, datatypes, bindings, enumerations, mpi.h",
        (
            "binding-",
            "datatype-",
            "enum-",
            "errors-",
            "general-",
            "multiprocess-",
            "profiling-",
            "strings-",
            "verbosity-",
        ),
    ),
)
_BY_PREFIX = {prefix: area for area in AREAS for prefix in area.clauses}


class Standing(Words):
    """The state of an area in a library."""

    unknown = 0  # none of its rules was judged, and not because the library lacks something
    absent = 1
    present = 2
    broken = 3


_SIGNS = {Standing.unknown: "?", Standing.absent: "○", Standing.present: "✓"}


@dataclass
class AreaCell:
    """The facts about an area in one target."""

    area: Area
    mpi_version: str
    objects: dict[str, int] = field(default_factory=dict)  # by kind; empty: not counted
    verdicts: Counter[Verdict] = field(default_factory=Counter)  # of its clauses
    lacks: Counter[str] = field(default_factory=Counter)  # reason of vacuous clauses -> tests
    # Findings that break a `must` and do not follow from others: id -> verdict
    findings: dict[str, Verdict] = field(default_factory=dict)

    @property
    def examined(self) -> int:
        return sum(count for verdict, count in self.verdicts.items() if verdict not in NO_STATEMENT)

    @property
    def examinable(self) -> int:
        return sum(self.verdicts.values()) - self.verdicts[Verdict.not_applicable]

    @property
    def is_too_old(self) -> bool:
        """Whether the target's version of MPI does not have the area."""
        return (0, 0) < parse_version(self.mpi_version) < parse_version(self.area.since)

    @property
    def has_no_object(self) -> bool:
        return bool(self.objects) and not any(self.objects.values())

    @property
    def standing(self) -> Standing:
        if self.findings:
            return Standing.broken
        if self.has_no_object or self.is_too_old:
            return Standing.absent
        if self.objects or self.examined:
            return Standing.present
        lacking = {Verdict.vacuous, Verdict.not_applicable}
        is_absent = self.verdicts and lacking.issuperset(self.verdicts)
        return Standing.absent if is_absent else Standing.unknown

    @property
    def sign(self) -> str:
        """A sign for the standing, and for the worst verdict of findings, that needs no colour."""
        return symbol(max(self.findings.values())) if self.findings else _SIGNS[self.standing]

    @property
    def facts(self) -> list[str]:
        """The number of objects and of rules, e.g. ["cvars: 344", "rules examined: 24 of 29"]."""
        if self.is_too_old:
            return [f"not in MPI {self.mpi_version}"]
        counts = ", ".join(f"{kind}: {count}" for kind, count in self.objects.items())
        rules = f"rules examined: {self.examined} of {self.examinable}" if self.examinable else ""
        return list(filter(None, (counts, rules)))


@dataclass
class AreaRow:
    area: Area
    cells: list[AreaCell]  # by column

    @property
    def differs(self) -> bool:
        """Whether the libraries differ in what they offer, lack or break, as far as is known."""
        kinds = {
            (cell.standing, frozenset(cell.findings))
            for cell in self.cells
            if cell.standing != Standing.unknown
        }
        return len(kinds) > 1 or any(map(self.lacks_of, range(len(self.cells))))

    def lacks_of(self, column: int) -> list[str]:
        """Returns what the tests missed in a column, but not in all columns with the area."""
        cell = self.cells[column]
        if cell.has_no_object:
            return []
        having = [set(each.lacks) for each in self.cells if each.examined]
        shared = set[str]().union(*having).intersection(*having)
        return [each for each, _ in cell.lacks.most_common() if each not in shared]


def area_of(clause: str) -> Optional[Area]:
    """Returns the area of a clause, or None if it is about another interface than MPI_T."""
    fitting = [prefix for prefix in _BY_PREFIX if clause.startswith(prefix)]
    return _BY_PREFIX[max(fitting, key=len)] if fitting else None


def _areas_of(clauses: Iterable[str]) -> set[Area]:
    return set(filter(None, map(area_of, clauses)))


def _broken_by(sighting: Sighting) -> set[Area]:
    areas = _areas_of(each.clause for each in sighting.examples if each.level == "must")
    # A crash in any area breaks some of the other rules too.
    return areas - {AREAS[-1]} or areas


def _cells(report: RunReport, target: TargetResult) -> list[AreaCell]:
    cells = {area: AreaCell(area, target.mpi_version) for area in AREAS}
    for area, cell in cells.items():
        if target.counts:
            cell.objects = {kind: getattr(target.counts, kind) for kind in area.kinds}
    verdicts = {each.id: each.verdicts.get(target.name) for each in report.clauses}
    for clause, verdict in verdicts.items():
        if verdict is not None and (its_area := area_of(clause)):
            cells[its_area].verdicts[verdict] += 1
    vacuous = {clause for clause, verdict in verdicts.items() if verdict == Verdict.vacuous}
    for test in (each for each in report.tests if each.target == target.name and each.missing):
        for area in _areas_of(vacuous.intersection(test.clauses)):
            cells[area].lacks.update(test.missing.split("; "))
    for finding in report.findings:
        for sighting in finding.sightings:
            if sighting.target == target.name and not sighting.rests_on:
                for area in _broken_by(sighting):
                    cells[area].findings[finding.id] = sighting.verdict
    return list(cells.values())


def area_rows(reports: Iterable[RunReport]) -> list[AreaRow]:
    """Returns a row for each area, with a cell for each target of the reports."""
    columns = [_cells(report, target) for report in reports for target in report.targets]
    return [AreaRow(area, list(cells)) for area, cells in zip(AREAS, zip(*columns))]

# SPDX-License-Identifier: BSD-3-Clause
"""The contents of a comparison: rows about rules, findings and more, with a value per column."""
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.compare.areas import AreaRow
from mpitcheck.judge.grid import Tally
from mpitcheck.judge.model import ClauseResult, Finding, TargetResult, Verdict


@dataclass
class Column:
    label: str  # unique, e.g. "MPICH 4.0.2"
    library: str  # e.g. "MPICH"; the target's name if the library is not identified
    path: str
    started: str
    target: TargetResult
    complete: bool


@dataclass
class Deviation:
    """A deviation from a clause, with the message of the test that found it."""

    column: int
    test: str
    verdict: Verdict
    message: str


@dataclass
class BehaviourRow:
    """The behaviour of the columns in one case where the standard leaves a choice."""

    key: str
    values: list[str]  # by column; empty: not observed
    differs: bool = False
    odd: list[int] = field(default_factory=list)  # as in ClauseRow


@dataclass
class FindingRow:
    """A finding and its verdict in each column."""

    finding: Finding  # from the last report that contains it
    verdicts: list[Optional[Verdict]]  # by column; None: not found there
    # For each library, the label of its lowest version with the finding
    first_seen: list[str] = field(default_factory=list)


@dataclass
class ClauseRow:
    clause: ClauseResult  # from the last report that contains it, without tests and verdicts
    verdicts: list[Optional[Verdict]]  # by column; None: no test of the clause was run there
    deviations: list[Deviation] = field(default_factory=list)
    behaviours: list[BehaviourRow] = field(default_factory=list)
    verdicts_differ: bool = False
    # Indices of parties that differ from all others, which are two or more columns and agree
    odd: list[int] = field(default_factory=list)

    @property
    def behaviours_differ(self) -> bool:
        return any(behaviour.differs for behaviour in self.behaviours)


@dataclass
class GridRow:
    """The outcomes of a function's grid cells in each column."""

    function: str
    tallies: list[Optional[Tally]]  # by column; None: no test of the grid was run there


@dataclass
class OnlyOne:
    """Names of objects that only one column has."""

    column: int  # its index
    kind: str  # as in NamedObject
    names: list[str]


@dataclass
class Comparison:
    columns: list[Column]
    parties: list[str]  # labels of the columns, followed by libraries with several columns
    areas: list[AreaRow]
    rows: list[ClauseRow]  # clauses of the last report first, in its order
    findings: list[FindingRow]  # by level, then by the number of columns, most first
    only: list[OnlyOne]  # without empty entries
    grid: list[GridRow]  # by function; empty if no column has a grid

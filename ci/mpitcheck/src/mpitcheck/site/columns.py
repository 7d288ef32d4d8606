# SPDX-License-Identifier: BSD-3-Clause
"""The columns of a site: one per library version and target.

The name of a column never changes, because it is part of page addresses.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Optional

from mpitcheck.bench.shapes import Report
from mpitcheck.judge.data import JsonObject
from mpitcheck.judge.library_id import TargetLike, by_version, identify_library
from mpitcheck.judge.model import RunReport, TargetResult
from mpitcheck.process.text import fingerprint
from mpitcheck.report.read_report import library_label, library_name

if TYPE_CHECKING:
    from mpitcheck.site.history import Night

_LONGEST = 60  # characters of a name
_WRAPPER = re.compile(r"^(?:mpicc|mpiicx|mpiicc|mpifcc|cc)(?:[.-]|$)")


def permanent_name(text: str) -> str:
    """Returns `text` in a form for file names and anchors, e.g. "open-mpi" for "Open MPI".

    If more than case and white space is lost, a fingerprint of `text` is appended, so that two
    texts do not share a name.
    """
    plain = re.sub(r"[^a-z0-9._-]+", "-", text.lower()).strip("-.")[:_LONGEST]
    kept = plain == re.sub(r"\s+", "-", text.lower())
    return plain if kept and plain else f"{plain or 'x'}-{fingerprint(text) >> 40:06x}"


def _letters(text: str) -> str:
    return re.sub("[^a-z0-9]", "", text.lower())


def is_plain(label: str, target: str) -> bool:
    """Whether a target's name adds nothing to the library's name and version.

    Examples are "mpich-4.0" for "MPICH 4.0.2" and "mpicc.mpich", the name from `mpitcheck test`.
    """
    return _letters(_WRAPPER.sub("", target)) in _letters(label)


def name_of_column(label: str, target: str) -> str:
    """Returns the name of a target's column, e.g. "mpich-4.0.2".

    Another build of that version is e.g. "mpich-4.0.2.mpich-pvars".
    """
    return (
        permanent_name(label)
        if is_plain(label, target)
        else f"{permanent_name(label)}.{permanent_name(target)}"
    )


def shown_label(label: str, target: str) -> str:
    return label if is_plain(label, target) else f"{label} ({target})"


@dataclass
class Column:
    name: str
    label: str  # e.g. "MPICH 4.0.2"
    library: str
    version: str  # "" if the library does not report it
    nights: list[Night] = field(default_factory=list)  # oldest first; never empty
    # The newest report, reduced to this target. None: only the history has the column.
    report: Optional[RunReport] = None
    costs: Optional[Report] = None  # from mpitcheck bench, of this target only
    # Output of `mpitcheck inventory --json`; empty: there is none.
    inventory: JsonObject = field(default_factory=dict)

    @property
    def target(self) -> Optional[TargetResult]:
        return self.report.targets[0] if self.report else None

    @property
    def is_plain(self) -> bool:
        """Whether the version identifies the column, because it is not a special build."""
        return self.label == f"{self.library} {self.version}"

    @property
    def last(self) -> Night:
        return self.nights[-1]


def report_of(column: Column) -> RunReport:
    """Returns the newest report of a column with a finding.

    Raises ValueError if the column has no report.
    """
    if column.report is None:
        raise ValueError(f"{column.name} has no report")
    return column.report


def identity(target: TargetLike) -> tuple[str, str, str, str]:
    """Returns name, label, library and version of a target's column."""
    label = library_label(target)
    return (
        name_of_column(label, target.name),
        shown_label(label, target.name),
        library_name(target),
        identify_library(target.library_version).version,
    )


def in_order(columns: Iterable[Column]) -> list[Column]:
    """Sorts columns by library and version."""
    return sorted(
        columns,
        key=lambda column: (column.library.lower(), by_version(column.version), column.name),
    )


def by_library(columns: Iterable[Column]) -> dict[str, list[Column]]:
    """Groups columns by library. Their order is kept."""
    libraries: dict[str, list[Column]] = {}
    for column in columns:
        libraries.setdefault(column.library, []).append(column)
    return libraries


def span(columns: list[Column], chosen: list[Column]) -> str:
    """Describes the chosen columns of a library for a reader.

    Examples: "MPICH 4.0.2 to 4.2.1, MPICH 5.0.2", "MPICH, all 3 versions".
    """
    if len(chosen) == len(columns) > 2:
        return f"{columns[0].library}, all {len(columns)} versions"
    runs: list[list[Column]] = []
    for before, column in zip([None, *columns], columns):
        if column in chosen and before in chosen:
            runs[-1].append(column)
        elif column in chosen:
            runs.append([column])
    return ", ".join(_run_text(*run) for run in runs)


def _run_text(first: Column, *others: Column) -> str:
    """Describes consecutive columns. The name of the library occurs once."""
    last = [column.label.removeprefix(first.library + " ") for column in others[-1:]]
    return (" to " if len(others) > 1 else ", ").join([first.label, *last])

# SPDX-License-Identifier: BSD-3-Clause
"""Compares reports: clauses are rows, the targets of all reports are columns."""
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Optional

from mpitcheck.compare.areas import NO_STATEMENT, area_rows
from mpitcheck.compare.rows import (
    BehaviourRow,
    ClauseRow,
    Column,
    Comparison,
    Deviation,
    FindingRow,
    GridRow,
    OnlyOne,
)
from mpitcheck.report.read_report import library_label, library_name
from mpitcheck.judge.finding import rank_of_level
from mpitcheck.judge.grid import Tally
from mpitcheck.judge.library_id import by_version, identify_library
from mpitcheck.judge.model import RunReport, TestResult, Verdict
from mpitcheck.judge.results import clause_verdict, clauses_of
from mpitcheck.process.error import UserError
from mpitcheck.report.text import is_finding


def _columns_of(reports: list[tuple[str, RunReport]]) -> list[Column]:
    """Returns a column with a unique label for each target.

    Equal labels are distinguished by the target's name, or else by a number. Raises UserError if
    there is no target.
    """
    columns = [
        Column(
            library_label(target),
            library_name(target),
            path,
            report.header.started,
            target,
            report.footer.complete,
        )
        for path, report in reports
        for target in report.targets
    ]
    if not columns:
        raise UserError("the reports have no target, so there is nothing to compare")
    targets = defaultdict(set)
    for column in columns:
        targets[column.label].add(column.target.name)
    taken = set()
    for column in columns:
        if len(targets[column.label]) > 1:
            column.label += f" ({column.target.name})"
    for column in columns:
        label, number = column.label, 2
        while column.label in taken:
            column.label, number = f"{label} #{number}", number + 1
        taken.add(column.label)
    return columns


def _rows_of(reports: list[tuple[str, RunReport]], size: int) -> dict[str, ClauseRow]:
    """Returns a row without verdicts for each clause, by clause id."""
    rows = {}
    for _, report in reversed(reports):
        for clause in report.clauses:
            if clause.id not in rows:
                rows[clause.id] = ClauseRow(replace(clause, tests=[], verdicts={}), [None] * size)
    return rows


def _add_deviations(rows: dict[str, ClauseRow], test: TestResult, column: int) -> None:
    if not test.message or not is_finding(test.verdict):
        return
    for row in filter(None, map(rows.get, clauses_of(test))):
        verdict = clause_verdict(test, row.clause.id, row.clause.level)
        if is_finding(verdict):
            row.deviations.append(Deviation(column, test.name, verdict, test.message))


def _party_of(
    columns: list[Column], parties: list[str], group: list[int], rest: list[int]
) -> Optional[int]:
    """Returns the index of the party that consists of `group`, if it alone differs from `rest`.

    A party is one column, or all columns of one library if `rest` contains at least two other
    libraries. Returns None if `rest` has fewer than two columns or if `group` is not a party.
    """
    if len(rest) < 2:
        return None
    if len(group) == 1:
        return group[0]
    mine, others = ({columns[i].library for i in some} for some in (group, rest))
    if len(mine) != 1 or len(others) < 2 or mine & others:
        return None
    return parties.index(next(iter(mine)), len(columns))


def _judge(
    columns: list[Column], parties: list[str], values: Sequence[Hashable]
) -> tuple[bool, list[int]]:
    """Returns whether the values differ, and a list of the party that differs from all others.

    The list is empty if there is no such party. `values` has one item for each column. Items that
    are None are ignored.
    """
    places = defaultdict(list)
    for i, value in enumerate(values):
        if value is not None:
            places[value].append(i)
    groups = list(places.values())
    odd = (
        [_party_of(columns, parties, *some) for some in (groups, groups[::-1])]
        if len(groups) == 2
        else []
    )
    return len(groups) > 1, [party for party in odd if party is not None]


def _find_differences(columns: list[Column], parties: list[str], row: ClauseRow) -> None:
    row.verdicts_differ, odd = _judge(
        columns, parties, [None if each in NO_STATEMENT else each for each in row.verdicts]
    )
    for behaviour in row.behaviours:
        behaviour.differs, behaviour.odd = _judge(
            columns, parties, [value or None for value in behaviour.values]
        )
        odd += behaviour.odd
    row.odd = sorted(set(odd))


def _first_seen(verdicts: list[Optional[Verdict]], columns: list[Column]) -> list[str]:
    """Returns, for each library, the label of its lowest version that has the finding."""

    def version_of(column: Column) -> str:
        return identify_library(column.target.library_version).version

    having = defaultdict(list)
    for verdict, column in zip(verdicts, columns):
        if verdict is not None:
            having[column.library].append(column)
    return [
        min(having[library], key=lambda column: by_version(version_of(column))).label
        for library in sorted(having)
    ]


def _places(reports: list[tuple[str, RunReport]]) -> Iterator[tuple[RunReport, dict[str, int]]]:
    """Yields each report with the column indices of its targets by name."""
    first = 0
    for _, report in reports:
        yield report, {target.name: first + i for i, target in enumerate(report.targets)}
        first += len(report.targets)


def finding_rows(columns: list[Column], reports: list[tuple[str, RunReport]]) -> list[FindingRow]:
    """Returns the findings of all reports, by level and number of columns that have them.

    `columns` are the targets of the reports, in order.
    """
    rows: dict[str, FindingRow] = {}
    for report, column_of in _places(reports):
        for finding in report.findings:
            row = rows.setdefault(finding.id, FindingRow(finding, [None] * len(columns)))
            row.finding = finding
            for sighting in finding.sightings:
                row.verdicts[column_of[sighting.target]] = sighting.verdict
    for row in rows.values():
        row.first_seen = _first_seen(row.verdicts, columns)
    return sorted(
        rows.values(),
        key=lambda row: (
            rank_of_level(row.finding.level),
            row.verdicts.count(None),
            row.finding.id,
        ),
    )


def only_one_has(columns: list[Column]) -> list[OnlyOne]:
    """Returns the objects that only one of the columns with an inventory has.

    Returns an empty list if fewer than two columns have an inventory.
    """
    owners = defaultdict(set)
    for i, column in enumerate(columns):
        for each in column.target.inventory:
            owners[each.kind, each.name].add(i)
    if sum(bool(column.target.inventory) for column in columns) < 2:
        return []
    names = defaultdict(list)
    for (kind, name), having in sorted(owners.items()):
        if len(having) == 1:
            names[next(iter(having)), kind].append(name)
    return [OnlyOne(owner, kind, names[owner, kind]) for owner, kind in sorted(names)]


def _grid_rows(columns: list[Column]) -> list[GridRow]:
    by_function = [
        column.target.grid.by_function() if column.target.grid else None for column in columns
    ]
    functions = {function for its in by_function if its for function in its}
    return [
        GridRow(
            function, [None if its is None else its.get(function, Tally()) for its in by_function]
        )
        for function in sorted(functions)
    ]


def compare(reports: list[tuple[str, RunReport]]) -> Comparison:
    """Returns the comparison of the reports, which are given with their paths.

    The verdicts not-applicable, vacuous, inconclusive and error are not compared with others,
    because they make no statement about a library. Raises UserError if the reports have no target.
    """
    columns = _columns_of(reports)
    libraries = Counter(column.library for column in columns)
    parties = [column.label for column in columns] + sorted(
        library for library in libraries if libraries[library] > 1
    )
    rows = _rows_of(reports, len(columns))
    # The values of a key are collected from all tests of a target.
    behaviours: dict[tuple[str, str], list[set[str]]] = defaultdict(
        lambda: [set() for _ in columns]
    )
    for report, column_of in _places(reports):
        for clause in report.clauses:
            for target in clause.verdicts.keys() & column_of.keys():
                rows[clause.id].verdicts[column_of[target]] = clause.verdicts[target]
        for test in report.tests:
            _add_deviations(rows, test, column_of[test.target])
            for each in test.behaviours:
                if each.clause in rows:
                    behaviours[each.clause, each.key][column_of[test.target]].add(each.value)
    for (id, key), values in sorted(behaviours.items()):
        rows[id].behaviours.append(
            BehaviourRow(key, [", ".join(sorted(filter(None, some))) for some in values])
        )
    for row in rows.values():
        _find_differences(columns, parties, row)
    return Comparison(
        columns,
        parties,
        area_rows(report for _, report in reports),
        list(rows.values()),
        finding_rows(columns, reports),
        only_one_has(columns),
        _grid_rows(columns),
    )

# SPDX-License-Identifier: BSD-3-Clause
"""Pages of the runs of each column: changes, tables and a trend line."""
from dataclasses import dataclass

from mpitcheck.compare.target_diff import change_of
from mpitcheck.judge.model import Verdict
from mpitcheck.report.text import esc
from mpitcheck.site.columns import Column
from mpitcheck.site.history import Night
from mpitcheck.site.markup import Pages, badge, cell, day, link, number, row, section, table
from mpitcheck.site.state import Site, column_link

_MOST_NIGHTS = 60  # per table
_MOST_CHANGES = 40  # per night
_WIDTH, _HEIGHT, _EDGE = 120, 24, 3  # of the trend line


@dataclass
class Change:
    kind: str  # "regression", "fix" or "difference"
    rule: str
    before: Verdict
    after: Verdict


def changes_of(before: Night, after: Night) -> list[Change]:
    """Returns the rules that both nights judged differently, regressions first."""
    both = [
        (id, before.rules[id], verdict) for id, verdict in after.rules.items() if id in before.rules
    ]
    found = [Change(change_of(old, new), id, old, new) for id, old, new in both if old != new]
    return sorted(
        found, key=lambda change: (change.kind != "regression", change.kind != "fix", change.rule)
    )


def findings_changes(before: Night, after: Night) -> tuple[list[str], list[str]]:
    """Returns the ids of new findings and the ids of findings that are gone."""
    return sorted(after.findings.keys() - before.findings.keys()), sorted(
        before.findings.keys() - after.findings.keys()
    )


def _finding(site: Site, id: str, up: str) -> str:
    return link(f"{up}findings/{id}.html", id) if id in site.findings else esc(id)


def change_rows(site: Site, column: Column, before: Night, after: Night, up: str) -> list[str]:
    """Returns a row for each change of the column between two nights."""
    changes = changes_of(before, after)
    came, went = findings_changes(before, after)
    rows = [
        row(
            column_link(column, up),
            cell(day(after.night)),
            cell(each.kind),
            cell(site.rule_link(each.rule, up)),
            cell(f"{badge(each.before)} → {badge(each.after)}"),
        )
        for each in changes[:_MOST_CHANGES]
    ]
    if len(changes) > _MOST_CHANGES:
        rows.append(
            row(
                column_link(column, up),
                cell(day(after.night)),
                cell(),
                cell(f"and {len(changes) - _MOST_CHANGES} more rules"),
                cell(),
            )
        )
    for kind, ids in (("new finding", came), ("finding gone", went)):
        rows += [
            row(
                column_link(column, up),
                cell(day(after.night)),
                cell(kind),
                cell(_finding(site, id, up)),
                cell(),
            )
            for id in ids
        ]
    return rows


def changes_table(rows: list[str], caption: str) -> str:
    return table(
        ["Library version", "Night", "Change", "Rule or finding", "Verdict"], rows, caption
    )


def last_changes(site: Site, up: str) -> str:
    """Returns the changes of the newest run of each column; "" if no column has two runs."""
    pairs = [
        (column, column.nights[-2], column.nights[-1])
        for column in site.columns
        if len(column.nights) > 1
    ]
    rows = [
        line
        for column, before, after in pairs
        for line in change_rows(site, column, before, after, up)
    ]
    if not pairs:
        return ""
    return (
        changes_table(rows, "Since the run before")
        if rows
        else "<p>Nothing changed since the runs before.</p>\n"
    )


def trend(nights: list[Night]) -> str:
    """Returns an image of the number of broken rules per night; "" for a single night."""
    values = [night.broken() for night in nights[-_MOST_NIGHTS:]]
    if len(values) < 2:
        return ""
    step, most = (_WIDTH - 2 * _EDGE) / (len(values) - 1), max(*values, 1)
    points = [
        (_EDGE + i * step, _HEIGHT - _EDGE - value / most * (_HEIGHT - 2 * _EDGE))
        for i, value in enumerate(values)
    ]
    x, y = points[-1]
    return (
        f'<svg class="trend" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Rules broken'
        f' per run: {", ".join(map(str, values))}"><polyline'
        f' points="{" ".join(f"{x:.0f},{y:.0f}" for x, y in points)}"/><circle cx="{x:.0f}"'
        f' cy="{y:.0f}" r="2.5"/></svg>'
    )


def rule_counts(night: Night) -> list[str]:
    """Returns cells with the number of rules that are broken, and by verdict."""
    others = (Verdict.warn, Verdict.quality, Verdict.good, Verdict.vacuous)
    return [number(night.broken()), *(number(night.rules_with(verdict)) for verdict in others)]


def nights_table(column: Column) -> str:
    """Returns the table of the column's runs, newest first."""
    rows = []
    for night in reversed(column.nights[-_MOST_NIGHTS:]):
        whole = "" if night.complete else " <small>incomplete</small>"
        rows.append(
            row(
                f"{day(night.night)} <small>{esc(night.night[11:16])}</small>{whole}",
                *rule_counts(night),
                number(len(night.findings)),
                cell(esc(night.tool)),
            )
        )
    earlier = len(column.nights) - _MOST_NIGHTS
    return table(
        [
            "Run",
            "#Broken",
            "#Should",
            "#Quality",
            "#Pass",
            "#Nothing to examine",
            "#Findings",
            "mpitcheck",
        ],
        rows,
        f"Rules by verdict{f'; {earlier} earlier runs are not shown' if earlier > 0 else ''}",
    )


def night_pages(site: Site) -> Pages:
    """Returns title and content of each page, by path."""
    content = "<p>Each run of each library version, and what changed from one to the next.</p>\n"
    for column in site.columns:
        pairs = list(zip(column.nights, column.nights[1:]))[-_MOST_NIGHTS:]
        rows = [
            line
            for before, after in reversed(pairs)
            for line in change_rows(site, column, before, after, "../")
        ]
        content += section(
            esc(column.label),
            nights_table(column)
            + (changes_table(rows, "Changes, the newest first") if rows else ""),
            column.name,
        )
    return {"nights/index.html": ("Nights", content)}

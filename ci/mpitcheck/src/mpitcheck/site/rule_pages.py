# SPDX-License-Identifier: BSD-3-Clause
"""Pages of rules: one for each, and an index with the verdicts of all columns."""
import itertools
from typing import Optional

from mpitcheck.judge.model import Verdict
from mpitcheck.report.text import esc, symbol
from mpitcheck.site.columns import Column
from mpitcheck.site.history import standing
from mpitcheck.site.markup import (
    Pages,
    badge,
    cell,
    code,
    facts,
    fold,
    link,
    listing,
    row,
    section,
    table,
    verdict_cell,
)
from mpitcheck.site.state import Rule, Site, column_link, finding_link, since_text, spans_text

_MOST_MESSAGES = 3  # per column
_LONGEST_MESSAGE = 300
_LONGEST_RULE = 120  # in the index


def sections_line(sections: dict[str, str]) -> str:
    """Returns the section of the rule in each MPI version, e.g. "3.0–3.1: 14.3.6, 4.0: 15.3.6".

    Consecutive versions with the same section are joined.
    """
    runs = [list(run) for _, run in itertools.groupby(sections.items(), key=lambda entry: entry[1])]
    return ", ".join(
        f"{run[0][0]}{f'–{run[-1][0]}' if len(run) > 1 else ''}: {run[0][1]}" for run in runs
    )


def _what_is_said(site: Site, rule: Rule, column: Column) -> str:
    findings = " ".join(
        finding_link(view, "../") for view in site.findings_of(rule.clause.id, column)
    )
    messages = list(dict.fromkeys(rule.messages.get(column.name, ())))
    more = f" and {len(messages) - _MOST_MESSAGES} more" if len(messages) > _MOST_MESSAGES else ""
    return (
        findings
        + "".join(
            f"<div>{esc(message, _LONGEST_MESSAGE)}</div>" for message in messages[:_MOST_MESSAGES]
        )
        + more
    )


def _columns_table(site: Site, rule: Rule) -> str:
    """Returns a table of results by column; "" without columns.

    Consecutive versions with the same results share a row.
    """

    def told(column: Column) -> tuple[str, Optional[Verdict], str, str]:
        nights, id = column.nights, rule.clause.id
        return (
            column.library,
            standing(nights, "rules", id).verdict,
            since_text(nights, "rules", id),
            _what_is_said(site, rule, column),
        )

    rows = []
    for (_, verdict, since, said), its in itertools.groupby(site.columns, told):
        columns = list(its)
        ends = columns if len(columns) < 3 else [columns[0], columns[-1]]
        label = (" to " if len(columns) > 2 else ", ").join(
            column_link(column, "../") for column in ends
        )
        rows.append(row(label, verdict_cell(verdict), cell(since), cell(said)))
    return (
        table(
            ["Library version", "Verdict", "Since", "Findings, and messages of tests"],
            rows,
            "Who keeps it",
            "stack",
        )
        if rows
        else ""
    )


def _behaviours(site: Site, rule: Rule) -> str:
    """Returns a table of the libraries' behaviours, with a row per behaviour."""
    rows = []
    for each in rule.behaviours:
        groups: dict[str, list[Column]] = {}
        for column, value in zip(site.reported, each.values):
            groups.setdefault(value, []).append(column)
        rows += [
            row(esc(each.key), cell(esc(value, _LONGEST_MESSAGE)), cell(esc(spans_text(site, its))))
            for value, its in groups.items()
            if value
        ]
    return (
        section(
            "Where the standard leaves a choice",
            table(["What", "Outcome", "Library versions"], rows),
        )
        if rows
        else ""
    )


def rule_page(site: Site, rule: Rule) -> str:
    clause = rule.clause
    until = f", until {clause.until}" if clause.until else ""
    about = facts(
        [
            ("level", esc(clause.level)),
            ("area", clause.area and link(f"index.html#{clause.area}", esc(clause.area))),
            ("sections", esc(sections_line(clause.section))),
            ("MPI versions", clause.since and f"since {esc(clause.since)}{esc(until)}"),
            ("functions", code(", ".join(clause.functions)) if clause.functions else ""),
            ("observed by", esc(clause.observe)),
            ("note", esc(clause.note)),
            ("untested", esc(clause.untested)),
        ]
    )
    tests = fold(f"Tests that cite it: {len(clause.tests)}", listing(map(code, clause.tests)))
    return (
        f'<p class="lead">{esc(clause.rule)}</p>\n{about}'
        f"{_columns_table(site, rule)}{_behaviours(site, rule)}{tests}"
    )


def _sign_cell(verdict: Optional[Verdict]) -> str:
    """Returns a cell with only the verdict's sign."""
    return (
        f'<td class="{verdict.word}">{symbol(verdict)}</td>' if verdict is not None else "<td></td>"
    )


def _area(site: Site, area: str, rules: list[Rule]) -> str:
    rows = [
        row(
            (
                f"{link(rule.clause.id + '.html', esc(rule.clause.id))}"
                f"<p>{esc(rule.clause.rule, _LONGEST_RULE)}</p>"
            ),
            cell(esc(rule.clause.level)),
            *(_sign_cell(column.last.rules.get(rule.clause.id)) for column in site.columns),
        )
        for rule in rules
    ]
    heads = ["Rule", "Level"] + [
        f'<span class="up">{column_link(column, "../")}</span>' for column in site.columns
    ]
    return section(esc(area), table(heads, rows, "", "signs"), esc(area))


def rules_index(site: Site) -> str:
    links = " ".join(link(f"#{esc(area)}", esc(area)) for area in site.areas)
    legend = " ".join(
        badge(verdict) for verdict in sorted(Verdict, reverse=True) if symbol(verdict)
    )
    said = (
        f", with their verdicts in the newest run of each library version.</p>\n<p>{legend}"
        if site.columns
        else "."
    )
    return (
        f'<p>{len(site.rules)} rules of MPI_T, by area{said}</p>\n<p class="areas">{links}</p>\n'
        + "".join(_area(site, *each) for each in site.areas.items())
    )


def rule_pages(site: Site) -> Pages:
    """Returns title and content of each page, by path."""
    pages: Pages = {"rules/index.html": ("Rules", rules_index(site))}
    return pages | {
        rule.path: (rule.clause.id, rule_page(site, rule)) for rule in site.rules.values()
    }

# SPDX-License-Identifier: BSD-3-Clause
"""The front page of a site, and the page that explains how to read it.

The front page shows libraries, changes, findings and a table of libraries by area.
"""
import re
from collections import Counter

from mpitcheck.judge.clauses import LEVELS
from mpitcheck.judge.grid import Outcome, Tally
from mpitcheck.judge.model import Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.process.files import asset
from mpitcheck.report.text import esc, symbol
from mpitcheck.site.columns import Column
from mpitcheck.site.finding_pages import findings_table
from mpitcheck.site.history import Night
from mpitcheck.site.markup import (
    badge,
    cell,
    day,
    facts,
    link,
    listing,
    number,
    row,
    section,
    table,
)
from mpitcheck.site.night_pages import last_changes, rule_counts, trend
from mpitcheck.site.state import Rule, Site, column_link


def _share(night: Night) -> str:
    """Returns the share of the grid's askable cells that were examined."""
    counts = Counter({outcome: night.grid.get(outcome.word, 0) for outcome in Outcome})
    return Tally(counts).share or "–"


def _libraries(site: Site) -> str:
    rows = []
    for column in site.columns:
        last = column.last
        rows.append(
            row(
                column_link(column, ""),
                cell(esc(last.mpi)),
                *rule_counts(last),
                number(_share(last)),
                number(len(last.findings)),
                cell(f"{day(last.night)}{'' if last.complete else ' incomplete'}"),
                cell(trend(column.nights)),
            )
        )
    return table(
        [
            "Library version",
            "MPI",
            "#Rules broken",
            "#Should",
            "#Quality",
            "#Kept",
            "#Nothing to examine",
            "#Grid examined",
            "#Findings",
            "Newest run",
            "Broken, run by run",
        ],
        rows,
        "",
        "libraries",
    )


def _area_cell(column: Column, area: str, rules: list[Rule]) -> str:
    """Returns a cell with the worst verdict and the number of deviating rules, linked to these."""
    verdicts = [
        verdict
        for verdict in (column.last.rules.get(rule.clause.id) for rule in rules)
        if verdict is not None
    ]
    if not verdicts:
        return '<td class="not-run">–</td>'
    worst, bad = max(verdicts), sum(map(is_deviation, verdicts))
    if bad:
        return (
            f'<td class="{worst.word}">'
            f'{link(f"libraries/{column.name}.html#{esc(area)}", f"{symbol(worst)} {bad}")}</td>'
        )
    kept = sum(verdict == Verdict.good for verdict in verdicts)
    return (
        f'<td class="pass">✓ {kept}</td>'
        if kept
        else f'<td class="{worst.word}">{symbol(worst)}</td>'
    )


def _levels(site: Site) -> str:
    """Returns a table of the number of rules by area and level."""
    rows = [
        row(
            link(f"rules/index.html#{esc(area)}", esc(area)),
            number(len(rules)),
            *(number(sum(rule.clause.level == level for rule in rules)) for level in LEVELS),
        )
        for area, rules in site.areas.items()
    ]
    return table(["Area", "#Rules", *(f"#{level}" for level in LEVELS)], rows)


def _areas(site: Site) -> str:
    rows = [
        row(
            link(f"rules/index.html#{esc(area)}", esc(area)),
            number(len(rules)),
            *(_area_cell(column, area, rules) for column in site.columns),
        )
        for area, rules in site.areas.items()
    ]
    heads = ["Area", "#Rules"] + [
        f'<span class="up">{column_link(column, "")}</span>' for column in site.columns
    ]
    return (
        "<p>The number of rules that deviate, with the sign of the worst; else how many are"
        " kept.</p>\n" + table(heads, rows, "", "signs")
    )


def front_page(site: Site) -> str:
    if not site.columns:
        return (
            f'<p class="lead">The catalogue of mpitcheck: {len(site.rules)} rules of MPI_T.</p>\n'
            + _levels(site)
        )
    strict = [view for view in site.findings.values() if view.sightings and view.level == "must"]
    others = sum(bool(view.sightings) for view in site.findings.values()) - len(strict)
    more = (
        f"<p>{link('findings/index.html', 'All findings')}: {others} more break a recommendation,"
        " or skip an optional check.</p>\n"
    )
    notices = listing(map(esc, site.notices))
    left_out = f'<div class="notice"><p>Left out:</p>{notices}</div>\n' if notices else ""
    return (
        '<p class="lead">What MPI libraries keep of the MPI tool information interface, MPI_T:'
        f" {len(site.rules)} rules, {site.made}</p>\n{left_out}"
        + section("Library versions", _libraries(site), "libraries")
        + section("What changed", last_changes(site, ""), "changes")
        + section(
            f"Findings against a must <small>{len(strict)}</small>",
            findings_table(site, strict, "") + more,
            "findings",
        )
        + section("Libraries beside areas", _areas(site), "areas")
    )


def _meanings(name: str) -> dict[str, str]:
    """Returns words and their meanings, from the script that shows them on the page of a run."""
    return dict(
        re.findall(
            r'^ +"?([a-z-]+)"?: (?:\{.*meaning: )?"(.*?)"\}?,$',
            asset(f"report/{name}"),
            re.MULTILINE,
        )
    )


def about_page(site: Site) -> str:
    verdicts = _meanings("common.js")
    outcomes = _meanings("outcomes.js")
    words = {verdict.word: verdict for verdict in Verdict}
    return (
        "<p>mpitcheck tests the rules of MPI_T on each library version. Each rule has one of"
        " these verdicts:</p>\n"
        + facts((badge(words[word]), esc(text)) for word, text in verdicts.items())
        + "<p>The levels of rules: a <em>must</em> binds a library, a <em>should</em> is"
        " recommended, <em>quality</em> is what a library may skip, such as a check of wrong"
        " arguments.</p>\n<p>A finding is a deviation with one cause, seen by one test or many."
        " Its number is the same in every report, so the address of its page does not"
        " change.</p>\n<p>The grid tries each function in each state with each class of argument. A"
        " cell has one of these outcomes:</p>\n"
        + facts((esc(word), esc(text)) for word, text in outcomes.items())
        + section(
            "Kept addresses",
            (
                "<p>Rules, findings, library versions and variables keep their pages and anchors"
                " after they are gone.</p>\n"
            ),
        )
    )

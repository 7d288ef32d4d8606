# SPDX-License-Identifier: BSD-3-Clause
"""Pages of library versions: findings, rules, grid, exposed objects, costs and runs."""
from collections import Counter
from typing import Callable, Optional

from mpitcheck.bench import reports as bench_reports
from mpitcheck.bench.reports import Shown
from mpitcheck.judge.model import NamedObject, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.report.text import esc, first_line
from mpitcheck.site.columns import Column, report_of
from mpitcheck.site.diff_pages import diff_links, neighbours
from mpitcheck.site.finding_pages import findings_table
from mpitcheck.site.grid_strip import grid_content
from mpitcheck.site.markup import (
    Pages,
    block,
    cell,
    code,
    day,
    facts,
    fold,
    link,
    listing,
    number,
    row,
    section,
    table,
    verdict_cell,
)
from mpitcheck.site.measured_pvars import measured_table
from mpitcheck.site.night_pages import nights_table, trend
from mpitcheck.site.state import FindingView, Site, finding_link, since_text
from mpitcheck.site.variable_pages import KINDS, counts_cells, library_path, type_text

# Groups of benchmarks that are shown as figures. Groups that depend on a size are shown as growth.
_COSTS = (
    "call",
    "update",
    "operation",
)
_TOLD = {
    "cvar": ("scope", "verbosity", "datatype"),
    "pvar": ("class", "datatype", "bind"),
    "event": ("bind", "verbosity"),
}
_LONGEST_RULE = 120


def _about(column: Column) -> str:
    last, target = column.last, column.target
    return facts(
        [
            (
                "library",
                esc(last.said)
                + (
                    fold("its whole version text", block(target.library_version))
                    if target and first_line(target.library_version) != target.library_version
                    else ""
                ),
            ),
            ("MPI", esc(last.mpi)),
            (
                "newest run",
                (
                    f"{day(last.night)}{'' if last.complete else ', incomplete'}, mpitcheck"
                    f" {esc(last.tool)}"
                ),
            ),
            (
                "notes",
                (
                    "".join(f"<div>{esc(note)}</div>" for note in target.notes)
                    if target
                    else "its reports were removed; only the history has it"
                ),
            ),
        ]
    )


def _rules(site: Site, column: Column) -> str:
    """Returns the counts by area and the tables of deviating rules."""
    rows, parts = [], ""
    for area, rules in site.areas.items():
        verdicts = [(rule, column.last.rules.get(rule.clause.id)) for rule in rules]
        counts: Counter[Optional[Verdict]] = Counter(verdict for _, verdict in verdicts)
        broken = sum(
            count
            for verdict, count in counts.items()
            if verdict is not None and verdict >= Verdict.fail
        )
        bad = [
            (rule, verdict)
            for rule, verdict in verdicts
            if verdict is not None and is_deviation(verdict)
        ]
        name = link(f"#{esc(area)}", esc(area)) if bad else esc(area)
        rows.append(
            row(
                name,
                number(broken),
                *(
                    number(counts[verdict])
                    for verdict in (
                        Verdict.warn,
                        Verdict.quality,
                        Verdict.good,
                        Verdict.vacuous,
                        Verdict.not_applicable,
                        None,
                    )
                ),
            )
        )
        if bad:
            parts += f'<h3 id="{esc(area)}">{esc(area)}</h3>\n' + table(
                ["Rule", "Level", "Verdict", "Since"],
                [
                    row(
                        (
                            f"{site.rule_link(rule.clause.id, '../')}"
                            f"<p>{esc(rule.clause.rule, _LONGEST_RULE)}</p>"
                        ),
                        cell(esc(rule.clause.level)),
                        verdict_cell(verdict),
                        cell(since_text(column.nights, "rules", rule.clause.id)),
                    )
                    for rule, verdict in bad
                ],
                "",
                "ruled stack",
            )
    return (
        table(
            [
                "Area",
                "#Broken",
                "#Should",
                "#Quality",
                "#Pass",
                "#Nothing to examine",
                "#Not applicable",
                "#Not run",
            ],
            rows,
            "Rules by verdict",
        )
        + parts
    )


def _breakdown(inventory: list[NamedObject], kind: str) -> str:
    """Returns how many objects of a kind share each value of a property."""
    objects = [each for each in inventory if each.kind == kind]
    pairs = []
    for key in _TOLD.get(kind, ()):
        counts = Counter(each.type.get(key, "none") for each in objects)
        pairs.append(
            (
                key,
                ", ".join(
                    f"{esc(value.removeprefix('MPI_T_'))} {count}"
                    for value, count in counts.most_common(12)
                ),
            )
        )
    return f"<h3>{KINDS[kind]}</h3>\n{facts(pairs)}" if objects and pairs else ""


def _inventory(column: Column) -> str:
    counts = column.last.counts
    if not counts:
        return ""
    text = table(
        ["", *("#" + title for title in KINDS.values())],
        [row(esc(column.label), *counts_cells(counts))],
        "What it exposes",
    )
    objects = column.target.inventory if column.target else []
    if not objects:
        return text
    whole = link(
        f"../{library_path(column.library)}",
        f"each variable, with its type and the versions of {esc(column.library)} that have it",
    )
    events = listing(
        f"<code>{esc(each.name)}</code> {esc(type_text(each))}"
        for each in objects
        if each.kind == "source"
    )
    return (
        text
        + f"<p>All of it: {whole}.</p>\n"
        + "".join(_breakdown(objects, kind) for kind in KINDS)
        + (f"<h3>{KINDS['source']}</h3>\n{events}" if events else "")
        + measured_table(column.inventory)
    )


def _cost_cells(shown: Shown) -> tuple[str, str, str, str]:
    measured = shown.cells[0]
    if not measured or not measured["ns"]:
        return (
            number(""),
            number(""),
            number(""),
            cell(esc(f"failed: {measured['problem'] or ''}" if measured else "")),
        )
    ratio = bench_reports.ratio_text(measured)
    return (
        number(bench_reports.figure(measured["ns"]["median"])),
        number(bench_reports.spread_text(measured["ns"])),
        number(f"×{ratio}" if ratio else "–"),
        cell(esc(shown.baseline)),
    )


def _costs(column: Column) -> str:
    """Returns the figures as tables. The report of a run has charts."""
    if not column.costs:
        return ""
    lines = "".join(f"<p>{esc(line)}</p>\n" for line in bench_reports.conditions(column.costs))
    rows = [
        row(code(shown.name), *_cost_cells(shown))
        for name, its in bench_reports.table(column.costs)
        if name in _COSTS
        for shown in its
    ]
    growth = listing(
        f"{esc(one['what'])}: {bench_reports.growth_text(one['fit'])}"
        for one in column.costs["series"]
    )
    return (
        f"<p>Measured {day(column.costs['header']['started'])}.</p>\n{lines}"
        + fold(
            f"{len(rows)} figures",
            table(
                ["Benchmark", "#ns", "#Spread", "#Ratio", "Baseline"],
                rows,
                "Medians, with their spread, and the ratio to the baseline",
            ),
        )
        + (f"<h3>Growth with size</h3>\n{growth}" if growth else "")
    )


def _summary(column: Column) -> str:
    last = column.last
    return (
        f'<p class="lead">Rules: {last.broken()} broken; not followed are'
        f" {last.rules_with(Verdict.warn)} that are recommended and"
        f" {last.rules_with(Verdict.quality)} that may be skipped;"
        f" {last.rules_with(Verdict.good)} kept. {trend(column.nights)}</p>\n"
    )


def _grid_findings(views: list[FindingView], column: Column) -> Callable[[str], str]:
    """Returns a function that maps a function's name to links to its findings in the grid."""
    links: dict[str, list[str]] = {}
    for view in views:
        sighting = view.sightings[column.name].sightings[0]
        if any(report_of(column).tests[test].name.startswith("grid.") for test in sighting.tests):
            named = [it.fact.function for it in sighting.examples if it.fact] + [
                it.partition(",")[0] for it in sighting.objects
            ]
            for function in dict.fromkeys(named):
                links.setdefault(function, []).append(finding_link(view, "../"))
    return lambda function: " ".join(links.get(function, ()))


def library_page(site: Site, column: Column) -> str:
    views = [view for view in site.findings.values() if column.name in view.sightings]
    cells = section(
        "Grid",
        grid_content(column.target.grid, _grid_findings(views, column)) if column.target else "",
        "grid",
    )
    return (
        _summary(column)
        + _about(column)
        + diff_links([pair for pair in neighbours(site) if column in pair], "pager")
        + section(
            f"Findings <small>{len(views)}</small>", findings_table(site, views, "../"), "findings"
        )
        + section("Rules", _rules(site, column), "rules")
        + cells
        + section("What it exposes", _inventory(column), "inventory")
        + section("What MPI_T costs", _costs(column), "costs")
        + section("Runs", nights_table(column), "runs")
    )


def library_pages(site: Site) -> Pages:
    """Returns title and content of each page, by path."""
    return {
        f"libraries/{column.name}.html": (column.label, library_page(site, column))
        for column in site.columns
    }

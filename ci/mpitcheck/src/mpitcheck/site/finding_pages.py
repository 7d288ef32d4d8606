# SPDX-License-Identifier: BSD-3-Clause
"""Pages of findings: one for each, and an index.

A page shows the affected versions, when each first showed the finding, the C program, and a bug
report.
"""
from collections import Counter
from collections.abc import Iterable

from mpitcheck.judge.model import Finding, RunReport, Sighting, TargetResult
from mpitcheck.judge.offence import Failure, frames_text
from mpitcheck.report.show_finding import letter
from mpitcheck.report.text import esc
from mpitcheck.site.columns import Column, report_of
from mpitcheck.site.markup import (
    ADDRESS,
    Pages,
    badge,
    block,
    cell,
    code,
    day,
    facts,
    fold,
    link,
    linked,
    listing,
    row,
    section,
    table,
    verdict_cell,
)
from mpitcheck.site.state import FindingView, Site, column_link, finding_link, spans_text

_LONGEST_LINE = 300
_MOST_OBJECTS = 12
_MOST_TESTS = 12


def versions_text(site: Site, view: FindingView) -> str:
    """Returns the affected versions of each library."""
    return spans_text(site, [column for column in site.columns if column.name in view.sightings])


def _own_tests(report: RunReport, sighting: Sighting) -> list[str]:
    """Returns the names of tests that show only this finding."""
    parts = Counter(test for finding in report.findings for test in finding.sightings[0].tests)
    return [report.tests[test].name for test in sighting.tests if parts[test] == 1]


def references(site: Site, view: FindingView) -> list[str]:
    """Returns links to reports of the finding upstream.

    The links come from expectations, and from published bugs that are seen by tests which show only
    this finding.
    """
    found: dict[str, str] = {}
    for name, finding in view.sightings.items():
        column, sighting = site.column(name), finding.sightings[0]
        report = report_of(column)
        for test in sighting.tests:
            known = report.tests[test].known
            for address in ADDRESS.findall(known.reason) if known else ():
                found.setdefault(address, link(address, esc(address)))
        for bug in site.bugs.seen_by(column.library, _own_tests(report, sighting)):
            for address in bug.addresses:
                found[address] = (
                    f"{link(address, esc(address))} "
                    f"{esc(bug.title.partition(' (')[0], _LONGEST_LINE)}"
                )
    return list(found.values())


def _some(entries: list[str], most: int, unlisted: int = 0) -> list[str]:
    """Returns the first entries and a remark on how many follow, with those that are not listed."""
    more = unlisted + max(len(entries) - most, 0)
    return entries[:most] + ([f"and {more} more"] if more else [])


def _rule_line(site: Site, example: Failure, target: TargetResult) -> str:
    where = (
        f", MPI {esc(target.mpi_version)} section {esc(example.section)}" if example.section else ""
    )
    return (
        f"<div>{site.rule_link(example.clause, '../')} ({esc(example.level)}{where}):"
        f" {esc(example.rule)}</div>"
    )


def _sighting(site: Site, column: Column, finding: Finding) -> str:
    sighting, report = finding.sightings[0], report_of(column)
    target = report.targets[0]
    test, offence = report.tests[sighting.tests[0]], sighting.examples[0]
    about = facts(
        [
            (
                "rules",
                "".join(
                    _rule_line(site, each, target) for each in sighting.examples if each.clause
                ),
            ),
            ("expected", esc(offence.expected)),
            ("actual", esc(offence.actual)),
            ("when", esc(offence.phase)),
            ("in", esc(frames_text(offence.fact)) if offence.fact else ""),
            (
                "objects",
                "".join(
                    f"<div>{each}</div>"
                    for each in _some(
                        list(map(esc, sighting.objects)), _MOST_OBJECTS, sighting.more_objects
                    )
                ),
            ),
            (
                "tests",
                ", ".join(
                    _some([code(report.tests[place].name) for place in sighting.tests], _MOST_TESTS)
                ),
            ),
            (
                "expectations",
                linked(f"known {test.known.kind}: {test.known.reason}", 2000) if test.known else "",
            ),
            ("to see it again", code(test.replay)),
        ]
    )
    program = ""
    if sighting.program and test.repro:
        program = "<h3>C program: ends with 0 where the rule is kept</h3>\n" + block(
            test.repro.program
        )
    ready = fold("Ready text for a report (Markdown)", block(letter(report, finding, True)))
    return section(
        f"{badge(sighting.verdict)} {column_link(column, '../')}", about + program + ready
    )


def _columns_table(site: Site, view: FindingView) -> str:
    """Returns a table of the columns that have or had the finding, and a list of the others."""
    rows, never = [], []
    for column in site.columns:
        seen = [night.night for night in column.nights if view.id in night.findings]
        if seen:
            last = "still there" if seen[-1] == column.last.night else f"last seen {day(seen[-1])}"
            rows.append(
                row(
                    column_link(column, "../"),
                    verdict_cell(column.last.findings.get(view.id)),
                    cell(day(seen[0])),
                    cell(last),
                )
            )
        else:
            never.append(column)
    others = f"<p>Never found in {esc(spans_text(site, never))}.</p>\n" if never else ""
    return table(["Library version", "Found", "First seen", ""], rows, "Where it is") + others


def finding_page(site: Site, view: FindingView) -> str:
    newest = [
        next(column for column in reversed(columns) if column.name in view.sightings)
        for columns in site.libraries.values()
        if any(column.name in view.sightings for column in columns)
    ]
    said = listing(references(site, view)) or (
        "" if not view.sightings else "no published bug is known"
    )
    about = facts(
        [
            ("level", esc(view.level)),
            ("rules", ", ".join(site.rule_link(clause, "../") for clause in view.clauses)),
            ("versions", esc(versions_text(site, view)) or "not in the newest run of any version"),
            ("reported", said),
        ]
    )
    return (
        f'<p class="lead">{esc(view.line, _LONGEST_LINE)}</p>\n{about}{_columns_table(site, view)}'
        + "".join(_sighting(site, column, view.sightings[column.name]) for column in newest)
    )


def findings_table(site: Site, views: Iterable[FindingView], up: str) -> str:
    rows = [
        row(
            finding_link(view, up),
            cell(esc(view.level)),
            verdict_cell(view.verdict) if view.sightings else cell("past"),
            cell(esc(view.line, _LONGEST_LINE)),
            cell(esc(versions_text(site, view))),
        )
        for view in views
    ]
    return (
        table(["Finding", "Level", "Worst", "What", "Versions"], rows, "", "findings stack")
        if rows
        else "<p>None.</p>\n"
    )


def finding_pages(site: Site) -> Pages:
    """Returns title and content of each page, by path."""
    now = [view for view in site.findings.values() if view.sightings]
    past = [view for view in site.findings.values() if not view.sightings]
    content = (
        "<p>Deviations with one cause count once, however many tests and rules show them."
        f" {len(now)} in the newest runs.</p>\n"
        + findings_table(site, now, "../")
        + (section("Past", findings_table(site, past, "../")) if past else "")
    )
    return {"findings/index.html": ("Findings", content)} | {
        view.path: (f"Finding {view.id}", finding_page(site, view))
        for view in site.findings.values()
    }

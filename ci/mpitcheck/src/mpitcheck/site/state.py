# SPDX-License-Identifier: BSD-3-Clause
"""The data that all pages of a site share: columns, rules and findings with their results."""
import dataclasses
import functools
from collections.abc import Iterable
from dataclasses import dataclass, field

from mpitcheck.compare.comparison import compare
from mpitcheck.compare.rows import BehaviourRow
from mpitcheck.judge.finding import rank_of_level
from mpitcheck.judge.model import ClauseResult, Finding, Verdict
from mpitcheck.report.text import esc
from mpitcheck.site.columns import Column, by_library, span
from mpitcheck.site.history import History, Night, standing
from mpitcheck.site.markup import day, link
from mpitcheck.site.material import Material
from mpitcheck.site.upstream import Bugs


@dataclass
class Rule:
    clause: ClauseResult
    # Values are in the order of Site.reported.
    behaviours: list[BehaviourRow] = field(default_factory=list)
    # Messages of deviating tests, by column.
    messages: dict[str, list[str]] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"rules/{self.clause.id}.html"


@dataclass
class FindingView:
    """A finding, and the columns whose newest report has it. It is past if there are none."""

    id: str
    level: str
    line: str
    clauses: list[str]
    # By column: the finding in its report.
    sightings: dict[str, Finding] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"findings/{self.id}.html"

    @property
    def verdict(self) -> Verdict:
        return max(
            (finding.verdict for finding in self.sightings.values()), default=Verdict.quality
        )


@dataclass
class Site:
    columns: list[Column]
    history: History
    rules: dict[str, Rule] = field(default_factory=dict)  # in the order of the catalogue
    findings: dict[str, FindingView] = field(default_factory=dict)  # most important first
    bugs: Bugs = field(default_factory=Bugs)
    notices: list[str] = field(default_factory=list)
    made: str = ""

    @functools.cached_property
    def reported(self) -> list[Column]:
        return [column for column in self.columns if column.report]

    @functools.cached_property
    def libraries(self) -> dict[str, list[Column]]:
        return by_library(self.columns)

    @functools.cached_property
    def areas(self) -> dict[str, list[Rule]]:
        """The rules of each area."""
        areas: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            areas.setdefault(rule.clause.area, []).append(rule)
        return areas

    def column(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    def findings_of(self, clause: str, column: Column) -> list[FindingView]:
        """Returns the findings of a column that charge a clause."""
        return [
            view
            for view in self.findings.values()
            if column.name in view.sightings and clause in view.sightings[column.name].clauses
        ]

    def rule_link(self, clause: str, up: str) -> str:
        return (
            link(f"{up}rules/{clause}.html", esc(clause)) if clause in self.rules else esc(clause)
        )


def column_link(column: Column, up: str) -> str:
    return link(f"{up}libraries/{column.name}.html", esc(column.label))


def finding_link(view: FindingView, up: str) -> str:
    return link(f"{up}{view.path}", view.id)


def spans_text(site: Site, chosen: list[Column]) -> str:
    """Describes columns of any libraries, grouped by library."""
    its = {
        library: [column for column in columns if column in chosen]
        for library, columns in site.libraries.items()
    }
    return "; ".join(span(site.libraries[library], some) for library, some in its.items() if some)


def since_text(nights: list[Night], kind: str, name: str) -> str:
    """Returns since when the verdict holds and the verdict before, as markup; "" if unknown."""
    stands = standing(nights, kind, name)
    if stands.verdict is None:
        return ""
    before = f", before: {stands.before.word}" if stands.before is not None else ""
    return f"{day(stands.since)}{before}"


def _rules_of(columns: list[Column], history: History) -> dict[str, Rule]:
    """Returns the rules of the newest reports, then those that only the history has."""
    rules: dict[str, Rule] = {}
    reported = [(column.name, column.report) for column in columns if column.report]
    newest = sorted((report for _, report in reported), key=lambda report: report.header.started)
    if reported:
        comparison = compare(reported)
        rows = {row.clause.id: row for row in comparison.rows}
        in_order = [clause.id for clause in newest[-1].clauses]
        for id in dict.fromkeys([*in_order, *rows]):
            rules[id] = Rule(rows[id].clause, rows[id].behaviours)
            for each in rows[id].deviations:
                rules[id].messages.setdefault(reported[each.column][0], []).append(each.message)
        # The newest report defines the text of a rule.
        for clause in (clause for report in newest for clause in report.clauses):
            tests = list(dict.fromkeys([*rules[clause.id].clause.tests, *clause.tests]))
            rules[clause.id].clause = dataclasses.replace(clause, tests=tests, verdicts={})
    for id in sorted(
        {id for night in history.nights.values() for id in night.rules} - rules.keys()
    ):
        rules[id] = Rule(
            ClauseResult(
                id, area=id.partition("-")[0], note="This rule is no longer in the catalogue."
            )
        )
    return rules


def _findings_of(columns: list[Column], history: History) -> dict[str, FindingView]:
    views: dict[str, FindingView] = {}
    for column in columns:
        for finding in column.report.findings if column.report else []:
            view = views.setdefault(
                finding.id, FindingView(finding.id, finding.level, finding.line, [])
            )
            view.level = min(view.level, finding.level, key=rank_of_level)
            view.clauses = list(dict.fromkeys([*view.clauses, *finding.clauses]))
            view.sightings[column.name] = finding
    for known in history.findings.values():
        views.setdefault(
            known.finding, FindingView(known.finding, known.level, known.line, known.clauses)
        )
    return {
        view.id: view
        for view in sorted(
            views.values(),
            key=lambda view: (
                not view.sightings,
                rank_of_level(view.level),
                -view.verdict,
                -len(view.sightings),
                view.id,
            ),
        )
    }


def catalogue_state(clauses: Iterable[ClauseResult]) -> Site:
    """Returns a site that has rules without results."""
    return Site([], History(), {clause.id: Rule(clause) for clause in clauses})


def make_state(material: Material, bugs: Bugs) -> Site:
    """Returns the site of a folder's material."""
    columns = material.columns()
    site = Site(
        columns,
        material.history,
        _rules_of(columns, material.history),
        _findings_of(columns, material.history),
        bugs,
        material.notices,
    )
    nights = material.history.nights
    site.made = (
        f"{len(columns)} library versions in {len(nights)} runs, the newest of"
        f" {day(max(night for _, night in nights))}."
    )
    return site

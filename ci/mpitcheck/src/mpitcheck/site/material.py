# SPDX-License-Identifier: BSD-3-Clause
"""Reads the reports, histories, inventories and benchmarks in a folder, identified by content."""
import dataclasses
import json
import os
from dataclasses import dataclass, field

from mpitcheck.bench import report_file as bench_report
from mpitcheck.bench.shapes import Report
from mpitcheck.judge.data import Invalid, JsonObject
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import RunReport, TargetResult
from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input
from mpitcheck.report.read_report import read_report
from mpitcheck.report.parse_json import InvalidReport
from mpitcheck.run.inventory import count, named_objects
from mpitcheck.site.columns import Column, identity, in_order
from mpitcheck.site.history import History


@dataclass
class Material:
    history: History = field(default_factory=History)
    # The newest report of each column, reduced to its target.
    newest: dict[str, RunReport] = field(default_factory=dict)
    costs: dict[str, Report] = field(default_factory=dict)  # newest benchmarks of each column
    # Output of `mpitcheck inventory --json`, by library version text.
    inventories: dict[str, JsonObject] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)  # files that were left out, and why

    def add(self, report: RunReport) -> None:
        """Adds a report. Raises Invalid if the report does not state when its run began."""
        self.history.add_report(report)
        for target in report.targets:
            name = identity(target)[0]
            if name not in self.newest or self.newest[name].header.started <= report.header.started:
                self.newest[name] = narrowed(report, target)

    def columns(self) -> list[Column]:
        """Returns the columns of the history, sorted."""
        columns = []
        for name in dict.fromkeys(column for column, _ in self.history.nights):
            nights = self.history.of(name)
            columns.append(
                Column(
                    name,
                    nights[-1].label,
                    nights[-1].library,
                    nights[-1].version,
                    nights,
                    self.newest.get(name),
                    self.costs.get(name),
                )
            )
        for column in columns:
            if column.report and column.target:
                derive_findings(column.report)
                column.inventory = self.inventories.get(column.target.library_version, {})
                _complete(column.target, column.inventory)
        return in_order(columns)


def _complete(target: TargetResult, inventory: JsonObject) -> None:
    """Adds a separately taken inventory to a report of a run that could not take one."""
    if inventory and not target.inventory:
        target.inventory = named_objects(inventory)
        target.counts = target.counts or count(inventory)


def narrowed(report: RunReport, target: TargetResult) -> RunReport:
    """Returns the part of the report about one target, without findings."""
    clauses = [
        dataclasses.replace(
            clause,
            verdicts={
                name: verdict for name, verdict in clause.verdicts.items() if name == target.name
            },
        )
        for clause in report.clauses
    ]
    return dataclasses.replace(
        report,
        targets=[target],
        clauses=clauses,
        tests=[test for test in report.tests if test.target == target.name],
        findings=[],
    )


def _take_costs(material: Material, path: str, text: str) -> None:
    figures = bench_report.from_json(text)
    for target in figures["targets"]:
        name = identity(_Named(target["name"], target["library_version"]))[0]
        if (
            name not in material.costs
            or material.costs[name]["header"]["started"] <= figures["header"]["started"]
        ):
            own = material.costs[name] = figures.copy()
            own["rows"] = [each for each in figures["rows"] if each["target"] == target["name"]]
            own["series"] = [each for each in figures["series"] if each["target"] == target["name"]]
            own["targets"] = [target]


@dataclass
class _Named:
    """The part of a target that determines its column."""

    name: str
    library_version: str


def _take(material: Material, path: str) -> None:
    label = f"'{path}'"
    text = read_input(path, label, "make it readable")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise UserError(f"{label} is not JSON") from None
    keys = content.keys() if isinstance(content, dict) else ()
    try:
        if "kind" in keys and content["kind"] == "bench":
            _take_costs(material, path, text)
        elif "tests" in keys and "targets" in keys:
            material.add(read_report(path))
        elif "library_version" in keys and "cvars" in keys:
            material.inventories[str(content["library_version"])] = content
    except (Invalid, InvalidReport, bench_report.Unusable) as problem:
        raise UserError(f"{label}: {problem}") from None


def read_material(folder: str) -> Material:
    """Reads all files in `folder` and below it.

    Other JSON files are ignored. Files that cannot be used are listed in `notices`. Raises
    UserError if there are no results, or if a history is damaged, because it may be the only copy
    of its data.
    """
    if not os.path.isdir(folder):
        raise UserError(
            f"'{folder}' is not a folder: name one with reports of mpitcheck run --json"
        )
    material = Material()
    for place, folders, names in os.walk(folder):
        folders.sort()
        for path in (os.path.join(place, name) for name in sorted(names)):
            if path.endswith(".jsonl"):
                material.history.add_text(
                    read_input(path, f"'{path}'", "make it readable"), f"'{path}'"
                )
            elif path.endswith(".json"):
                try:
                    _take(material, path)
                except UserError as problem:
                    material.notices.append(str(problem))
    if not material.history.nights:
        why = f" ({material.notices[0]})" if material.notices else ""
        raise UserError(
            f"'{folder}' has no report and no history: add reports of mpitcheck run --json{why}"
        )
    return material

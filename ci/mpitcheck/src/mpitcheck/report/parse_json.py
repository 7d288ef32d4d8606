# SPDX-License-Identifier: BSD-3-Clause
"""Reads report.json."""
import json
import re
import sys
from typing import Any, NoReturn

from mpitcheck.judge import strict_json
from mpitcheck.judge.data import Invalid, JsonList, JsonObject, from_data
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import (
    ClauseResult,
    DEVIATION_KINDS,
    Footer,
    GATE_PROBLEMS,
    GateResult,
    Header,
    RunReport,
    TargetResult,
    TestResult,
)
from mpitcheck.process.text import encode
from mpitcheck.report.packing import unpack
from mpitcheck.report.report_json import PACKED, SCHEMA_VERSION


_OLDEST_VERSION = 1  # that can be read; it packs nothing
_MOST_COUNT = 2**64 - 1
_MOST_INT = 2**31 - 1
_INTS = {"line", "np", "rank", "exit_code", "cores"}
_COUNTED = (dict, list, int, float)
# Ids are used as anchors and in file names, so they have no special characters.
_CLAUSE_ID = re.compile("[a-z][a-z0-9.-]*")


class InvalidReport(Exception):
    """A text is not a report, for a reason that the message gives in one line."""


def _invalid(what: str) -> NoReturn:
    raise InvalidReport(f"not a report of mpitcheck: {what}")


def _parsed(text: str) -> Any:
    data = encode(text)
    try:
        return strict_json.parse(data)
    except json.JSONDecodeError as problem:
        _invalid(f"invalid JSON at byte {len(encode(problem.doc[:problem.pos])) + 1}")
    except UnicodeDecodeError as problem:
        _invalid(f"invalid JSON at byte {problem.start + 1}")
    except ValueError as problem:
        _invalid(f"invalid JSON: {problem}")


def _member(data: Any, key: str, kind: Any = object) -> Any:
    if key not in from_data(JsonObject, data):
        raise Invalid(f"key '{key}' not found")
    return data[key] if kind is object else from_data(kind, data[key], key)


def _unpack_members(document: JsonObject) -> None:
    """Puts the packed members back into their entries."""
    try:
        data = unpack(_member(document, "packed", str))
    except ValueError as problem:
        raise Invalid(f"packed {problem}") from None
    try:
        columns = strict_json.parse(data)
    except ValueError:
        raise Invalid("packed is not JSON") from None
    for key, names in PACKED.items():
        entries = _member(document, key, list[JsonObject])
        for name in names:
            column = _member(_member(columns, key), name, JsonList)
            if len(column) != len(entries):
                raise Invalid(f"packed.{key}.{name} has another length than {key}")
            for entry, value in zip(entries, column):
                entry[name] = value


def _bring_up_to_date(document: JsonObject) -> None:
    """Adds the members that a report lacks and replaces null by the model's empty value."""

    def give(data: JsonObject, **members: object) -> None:
        data.update({key: value for key, value in members.items() if data.get(key) is None})

    for target in _member(document, "targets", list[JsonObject]):
        give(target, inventory=[], grid=None, preflight=None)
        if target["preflight"] is not None:
            give(from_data(JsonObject, target["preflight"]), broken_parts={}, side_by_side="")
    for clause in _member(document, "clauses", list[JsonObject]):
        give(clause, until="", untested="")
    for test in _member(document, "tests", list[JsonObject]):
        give(test, charged=[], cut_off=False, failures=[], missing="", notes=[], output="")
        give(test, output_lost=0, stacks=[], repro=None, known=None)
        for failure in _member(test, "failures", list[JsonObject]):
            for key in ("level", "rule", "section", "rank"):
                _member(failure, key)
    give(_member(document, "footer", JsonObject), missing=[])
    gate = _member(_member(document, "summary"), "gate")
    for finding in _member(gate, "findings", list[JsonObject]) if gate is not None else []:
        give(finding, target="", test="", source="")


def _expect_counts(value: Any, place: str) -> None:
    """Raises InvalidReport if a number that must be a count is not one.

    All numbers are counts except `seconds`, which must fit a float, and `number`, which is not
    checked.
    """
    left = [(place, "", value)] if isinstance(value, _COUNTED) else []
    while left:
        place, key, value = left.pop()
        if isinstance(value, dict):
            left += [
                (f"{place}.{name}", name, member)
                for name, member in value.items()
                if isinstance(member, _COUNTED)
            ]
        elif isinstance(value, list):
            left += [
                (f"{place}[{i}]", "", member)
                for i, member in enumerate(value)
                if isinstance(member, _COUNTED)
            ]
        elif key == "seconds":
            if abs(value) > sys.float_info.max:
                _invalid(f"{place} is out of range")
        elif key != "number" and not isinstance(value, bool):
            if isinstance(value, float) or not 0 <= value <= (
                _MOST_INT if key in _INTS else _MOST_COUNT
            ):
                _invalid(f"{place} is not a whole number within its range")


def _report_in(document: JsonObject) -> RunReport:
    header, gate = _member(document, "header", JsonObject), document["summary"]["gate"]
    host = {key: _member(_member(header, "host"), key) for key in ("system", "cores")}
    return RunReport(
        header=from_data(Header, {**header, **host}, "header"),
        gate=None if gate is None else from_data(GateResult, gate, "summary.gate"),
        exit_code=_member(document["summary"], "exit_code", int),
        footer=from_data(Footer, document["footer"], "footer"),
        targets=from_data(list[TargetResult], document["targets"], "targets"),
        clauses=from_data(list[ClauseResult], document["clauses"], "clauses"),
        tests=from_data(list[TestResult], document["tests"], "tests"),
    )


def _check_words(report: RunReport) -> None:
    for i, test in enumerate(report.tests):
        if test.known and test.known.kind not in DEVIATION_KINDS:
            _invalid(f'tests[{i}]: "{test.known.kind}" is not a kind of deviation')
    for finding in report.gate.findings if report.gate else []:
        if finding.problem not in GATE_PROBLEMS:
            _invalid(f'"{finding.problem}" is not a problem that the gate reports')


def _check_names(report: RunReport) -> None:
    targets, clauses = set(), set()
    for target in report.targets:
        if target.name in targets:
            _invalid(f"two targets are called '{target.name}'")
        targets.add(target.name)
    for clause in report.clauses:
        if not _CLAUSE_ID.fullmatch(clause.id):
            _invalid(f"'{clause.id}' is not a clause id")
        if clause.id in clauses:
            _invalid(f"two clauses are called '{clause.id}'")
        clauses.add(clause.id)
    for test in report.tests:
        if test.target not in targets:
            _invalid(f"a test names the unknown target '{test.target}'")


def from_json(text: str) -> RunReport:
    """Reads the output of to_json().

    Raises InvalidReport if it is not a report. A report without a footer is invalid, because its
    run did not end.
    """
    document = _parsed(text)
    try:
        schema = _member(document, "schema")
        if schema not in range(_OLDEST_VERSION, SCHEMA_VERSION + 1):
            _invalid(
                f"its schema is {schema}, this mpitcheck reads {_OLDEST_VERSION} to"
                f" {SCHEMA_VERSION}"
            )
        if "footer" not in document:
            _invalid("it has no footer, so the run that wrote it did not end")
        if "packed" in document:
            _unpack_members(document)
        _bring_up_to_date(document)
        for key in ("header", "targets", "tests", "summary", "footer"):
            _expect_counts(_member(document, key), key)
        report = _report_in(document)
    except Invalid as problem:
        text = re.sub(r"\.verdict: '(.*)' is not", r': "\1" is not', str(problem))
        _invalid(re.sub(r"\.(\w+) is missing$", r": key '\1' not found", text))
    _check_words(report)
    _check_names(report)
    derive_findings(report)  # not read, so that a finding has the same id in old reports
    return report

# SPDX-License-Identifier: BSD-3-Clause
"""Writes and reads report.json, whose format is report.schema.json."""
import json
import re
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from mpitcheck.judge import strict_json
from mpitcheck.judge.data import Invalid, JsonList, JsonObject, from_data, to_data
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import (
    DEVIATION_KINDS,
    GATE_PROBLEMS,
    ClauseResult,
    Finding,
    Footer,
    GateResult,
    Header,
    RunReport,
    TargetResult,
    TestResult,
    Verdict,
)
from mpitcheck.judge.records import Fact
from mpitcheck.judge.results import clause_verdict, clauses_of, verdict_counts
from mpitcheck.process.text import encode
from mpitcheck.report.packing import pack, unpack
from mpitcheck.report.text import replaced

SCHEMA_VERSION = 2  # of the format, `schema` in report.schema.json
_OLDEST_VERSION = 1  # that can be read; it packs nothing

# Members that programs read and people do not. They are most of a report, so they are packed.
_PACKED = {
    "targets": ("inventory", "grid"),
    "clauses": ("tests",),
    "tests": (
        "brief",
        "file",
        "line",
        "clauses",
        "behaviours",
        "codes",
        "examinations",
        "metrics",
    ),
}
# Members that the scripts of the page do not read: most of what they would have to unpack.
_NOT_SHOWN = {
    "targets": ("inventory",),
    "clauses": ("tests",),
    "tests": (
        "charged",
        "codes",
        "cut_off",
        "examinations",
        "file",
        "level",
        "line",
        "metrics",
        "np",
        "output_lost",
        "seconds",
        "seed",
    ),
}
# Members of tests that are left out if they are empty, as they are in most tests.
_LEFT_OUT = (
    "charged",
    "cut_off",
    "failures",
    "known",
    "missing",
    "notes",
    "output",
    "output_lost",
    "repro",
    "stacks",
)

_MOST_COUNT = 2**64 - 1
_MOST_INT = 2**31 - 1
_INTS = {"line", "np", "rank", "exit_code", "cores"}
_COUNTED = (dict, list, int, float)
# Ids are used as anchors and in file names, so they have no special characters.
_CLAUSE_ID = re.compile("[a-z][a-z0-9.-]*")


class InvalidReport(Exception):
    """A text is not a report, for a reason that the message gives in one line."""


# Writing: an absent text is null in the report and "" in the model.

_encode = json.JSONEncoder(
    ensure_ascii=False,
    sort_keys=True,
    separators=(",", ":"),
    default=lambda value: to_data(value) if isinstance(value, Fact) else vars(value),
).encode


def _lines_of(entries: Iterable[object]) -> str:
    """Returns a JSON array with a line per entry, so that people can read it."""
    return "[" + ",".join("\n" + _encode(entry) for entry in entries) + "\n]"


def _header(header: Header) -> dict[str, object]:
    return {
        "tool": header.tool,
        "version": header.version,
        "started": header.started,
        "command": header.command,
        "host": {"system": header.system, "cores": header.cores},
    }


def _finding(finding: Finding, tests: list[TestResult]) -> dict[str, object]:
    sightings = [
        {
            **vars(it),
            "verdict": it.verdict.word,
            "standing": it.standing or None,
            "tests": [tests[test].name for test in it.tests],
        }
        for it in finding.sightings
    ]
    return {**vars(finding), "verdict": finding.verdict.word, "sightings": sightings}


def _clause(clause: ClauseResult) -> dict[str, object]:
    return {
        **vars(clause),
        "until": clause.until or None,
        "untested": clause.untested or None,
        "verdicts": {target: verdict.word for target, verdict in clause.verdicts.items()},
    }


def _test(test: TestResult, levels: dict[str, str]) -> dict[str, object]:
    """Returns the data of a test, with its verdicts for clauses that differ from its own."""
    verdicts = {id: clause_verdict(test, id, levels[id]) for id in clauses_of(test) if id in levels}
    data: JsonObject = {
        **vars(test),
        "verdict": test.verdict.word,
        "missing": test.missing or None,
        "verdicts": {id: it.word for id, it in verdicts.items() if it != test.verdict},
    }
    del (
        data["left_out"],
        data["lost"],
        data["grid"],
        data["launcher_failed"],
        data["allocation_is_over"],
        data["stopped_outside"],
        data["died_in_nursery"],
    )
    return data


def _summary(report: RunReport) -> dict[str, object]:
    counts = {target.name: verdict_counts(report, target.name) for target in report.targets}
    gate = report.gate and {
        **vars(report.gate),
        "findings": [
            {**vars(it), **{key: getattr(it, key) or None for key in ("target", "test", "source")}}
            for it in report.gate.findings
        ],
    }
    return {
        "targets": {
            target: {verdict.word: of.get(verdict, 0) for verdict in Verdict}
            for target, of in counts.items()
        },
        "exit_code": report.exit_code,
        "gate": gate,
    }


def _members(report: RunReport) -> JsonObject:
    """Returns the data of a report; entries are objects that can be changed."""
    levels = {clause.id: clause.level for clause in report.clauses}
    return {
        "schema": SCHEMA_VERSION,
        "header": _header(report.header),
        "findings": [_finding(finding, report.tests) for finding in report.findings],
        "targets": [{**vars(target)} for target in report.targets],
        "clauses": list(map(_clause, report.clauses)),
        "tests": [_test(test, levels) for test in report.tests],
        "summary": _summary(report),
        "footer": report.footer,
    }


def page_data(report: RunReport, left_out: dict[str, tuple[str, ...]] = _NOT_SHOWN) -> str:
    """Returns the data that the scripts of the page show, as JSON in valid UTF-8.

    It is a report in which nothing is packed. from_json() can read it if nothing is left out.
    """
    members = _members(report)
    for key, names in left_out.items():
        for entry in members[key]:
            for name in names:
                del entry[name]
    return replaced(_encode(members))


def _pack_members(members: JsonObject) -> str:
    """Removes the members in _PACKED from their entries and returns them, packed.

    They are by column, which zlib compresses best: {"tests": {"brief": [one per test, ...]}}.
    """
    columns = {
        key: {name: [entry.pop(name) for entry in members[key]] for name in names}
        for key, names in _PACKED.items()
    }
    return pack(replaced(_encode(columns)))


def to_json(report: RunReport) -> str:
    """Returns the report of a run as JSON in valid UTF-8."""
    members = _members(report)
    members["packed"] = _pack_members(members)
    members["footer"] = members.pop("footer")  # at the end: it shows that the file is complete
    for test in members["tests"]:
        del test["verdicts"]  # can be derived
        for name in _LEFT_OUT:
            if not test[name]:
                del test[name]
    texts = {
        key: _lines_of(value) if isinstance(value, list) else _encode(value)
        for key, value in members.items()
    }
    return replaced("{\n" + ",\n".join(f'"{key}": {text}' for key, text in texts.items()) + "\n}\n")


# Reading


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
    for key, names in _PACKED.items():
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

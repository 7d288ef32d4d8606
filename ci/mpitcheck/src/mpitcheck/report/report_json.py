# SPDX-License-Identifier: BSD-3-Clause
"""Writes report.json, whose format is report.schema.json."""
import json
from collections.abc import Iterable

from mpitcheck.judge.data import JsonObject, to_data
from mpitcheck.judge.model import (
    ClauseResult,
    Finding,
    Header,
    RunReport,
    TestResult,
    Verdict,
)
from mpitcheck.judge.results import clause_verdict, clauses_of, verdict_counts
from mpitcheck.report.packing import pack
from mpitcheck.report.text import replaced
from mpitcheck.schema.records import Fact

SCHEMA_VERSION = 2  # of the format, `schema` in report.schema.json

# Members that programs read and people do not. They are most of a report, so they are packed.
PACKED = {
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
LEFT_OUT = (
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


# An absent text is null in the report and "" in the model.

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


def page_data(report: RunReport) -> str:
    """Returns the data that the scripts of the page show, as JSON in valid UTF-8."""
    members = _members(report)
    for key, names in _NOT_SHOWN.items():
        for entry in members[key]:
            for name in names:
                del entry[name]
    return replaced(_encode(members))


def _pack_members(members: JsonObject) -> str:
    """Removes the members in PACKED from their entries and returns them, packed.

    They are by column, which zlib compresses best: {"tests": {"brief": [one per test, ...]}}.
    """
    columns = {
        key: {name: [entry.pop(name) for entry in members[key]] for name in names}
        for key, names in PACKED.items()
    }
    return pack(replaced(_encode(columns)))


def to_json(report: RunReport) -> str:
    """Returns the report of a run as JSON in valid UTF-8."""
    members = _members(report)
    members["packed"] = _pack_members(members)
    members["footer"] = members.pop("footer")  # at the end: it shows that the file is complete
    for test in members["tests"]:
        del test["verdicts"]  # can be derived
        for name in LEFT_OUT:
            if not test[name]:
                del test[name]
    texts = {
        key: _lines_of(value) if isinstance(value, list) else _encode(value)
        for key, value in members.items()
    }
    return replaced("{\n" + ",\n".join(f'"{key}": {text}' for key, text in texts.items()) + "\n}\n")

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of writing and reading report.json."""
import base64
import json
import zlib

import pytest

from mpitcheck.judge.data import to_data
from mpitcheck.judge.model import Verdict
from mpitcheck.judge.preflight import Preflight
from mpitcheck.report.packing import pack, unpack
from mpitcheck.report.parse_json import InvalidReport, from_json
from mpitcheck.report.report_json import page_data, to_json
from tests.report import grid_samples, samples
from tests.report.packed import plain_json


def _refusal(report):
    try:
        from_json(report if isinstance(report, str) else json.dumps(report))
    except InvalidReport as problem:
        return str(problem)
    return "accepted"


def _spoiled(change, write=plain_json):
    report = json.loads(write(samples.plausible()))
    change(report)
    return report


def test_json_round_trips():
    written, plausible = to_json(samples.plausible()), samples.plausible()
    read = from_json(written)
    assert to_json(read) == written
    assert len(read.tests) == len(plausible.tests)
    assert read.tests[0].seed == 0xFEDCBA9876543210
    assert read.clauses[0].section == plausible.clauses[0].section
    assert read.clauses[1].verdicts["mpich"] == Verdict.fail
    assert read == plausible


def test_json_has_findings_and_derives_them_for_older_reports():
    data, report = json.loads(to_json(samples.plausible())), samples.plausible()
    assert len(data["findings"]) == len(report.findings)
    assert data["findings"][0]["id"] == report.findings[0].id
    assert len(data["findings"][0]["sightings"][0]["tests"]) == len(
        report.findings[0].sightings[0].tests
    )
    del data["findings"]
    older = from_json(json.dumps(data))
    assert len(older.findings) == len(report.findings)
    assert older.findings[0].line == report.findings[0].line


def test_json_reads_older_reports_without_some_members():
    data = json.loads(plain_json(samples.gated()))
    data["schema"] = 1
    for target in data["targets"]:
        del target["inventory"]
        target["preflight"] = to_data(Preflight(singleton="works"))
        del target["preflight"]["broken_parts"], target["preflight"]["side_by_side"]
    for test in data["tests"]:
        del test["missing"], test["cut_off"]
    read = from_json(json.dumps(data))
    assert read.targets[0].inventory == []
    assert read.targets[0].preflight == Preflight(singleton="works")
    assert {(test.missing, test.cut_off) for test in read.tests} == {("", False)}


def test_json_keeps_hostile_text_and_replaces_invalid_utf8():
    read = from_json(to_json(samples.small()))
    for text in ("\x01\x1b[31m\x7f", "<script>", "\ufffd"):
        assert text in read.tests[0].message
    assert to_json(read) == to_json(samples.small())


def test_json_round_trips_the_gate():
    written = to_json(samples.gated())
    read = from_json(written)
    assert to_json(read) == written
    assert read.gate.known == 1
    assert len(read.gate.findings) == 2
    assert read.gate.findings[1].problem == "expired"
    assert read.gate.findings[1].test == ""
    test = next(test for test in read.tests if test.known)
    assert test.expected is True
    assert test.known.kind == "bug"
    assert from_json(to_json(samples.plausible())).tests[0].expected is None


def test_summary_counts_every_verdict():
    summary = json.loads(to_json(samples.plausible()))["summary"]
    assert summary["targets"]["openmpi"]["crash"] == 1
    assert summary["targets"]["openmpi"]["error"] == 0
    assert len(summary["targets"]["openmpi"]) == len(Verdict)
    assert summary["exit_code"] == 1


def test_page_data_contain_what_the_scripts_show():
    data = json.loads(page_data(samples.plausible()))
    assert data["tests"][12]["verdict"] == "fail"
    assert data["tests"][12]["verdicts"] == {}  # none differs from its own
    assert "codes" not in data["tests"][12]  # which no script reads
    finding = data["findings"][0]
    assert len(finding["sightings"][0]["examples"]) == 1
    assert finding["sightings"][0]["examples"][0]["clause"] == finding["clauses"][0]


def test_each_entry_is_a_line_with_sorted_members():
    written = to_json(samples.plausible())
    data = json.loads(written)
    entries = sum(len(data[key]) for key in ("findings", "targets", "clauses", "tests"))
    assert written.count("\n") == 15 + entries
    assert (
        '\n"footer": {"complete":true,"finished":"2026-01-02T03:04:46Z","interrupted":false,'
        '"missing":[],"seconds":41.2}\n}\n'
    ) in written


def test_an_unpacked_report_is_equal():
    for sample in (samples.small, samples.gated, grid_samples.gridded):
        assert from_json(plain_json(sample())) == from_json(to_json(sample()))


def test_bulk_is_packed_and_empty_members_are_omitted():
    data = json.loads(to_json(samples.gated()))
    packed = json.loads(unpack(data["packed"]))
    assert packed["tests"]["clauses"][12] == ["cvar-name-nonempty"]
    assert [each["name"] for each in packed["targets"]["inventory"][0]] == ["MPIR_CVAR_A"]
    assert not data["targets"][0].keys() & {"inventory", "grid"}
    assert set(data["tests"][0]) == {
        *("target", "suite", "name", "verdict", "level", "seconds", "message", "replay"),
        *("np", "seed", "expected"),
    }
    assert {"failures", "repro"} <= data["tests"][12].keys()


@pytest.mark.parametrize(
    "packed, words",
    [
        ("x", "packed is damaged"),
        (base64.b64encode(b"no stream").decode(), "packed is damaged"),
        (base64.b64encode(zlib.compress(b"{}")[:-5]).decode(), "packed is truncated or too long"),
        (pack("{"), "packed is not JSON"),
        (pack("[]"), "it is not an object"),
        (pack('{"targets":{"inventory":[]}}'), "packed.targets.inventory has another length"),
    ],
    ids=["no Base64", "no stream", "cut off", "no JSON", "no object", "no entries"],
)
def test_malformed_packed_members_are_refused(packed, words):
    assert words in _refusal(_spoiled(lambda report: report.update(packed=packed), to_json))


def test_a_report_without_its_packed_members_is_refused():
    assert "clauses[0]: key 'tests' not found" in _refusal(
        _spoiled(lambda report: report.pop("packed"), to_json)
    )


def test_a_report_without_footer_is_invalid():
    assert "no footer" in _refusal(_spoiled(lambda report: report.pop("footer")))


def test_a_report_that_is_cut_off_is_invalid():
    whole = to_json(samples.plausible())
    for size in range(0, len(whole) - 2, 997):
        assert "invalid JSON at byte" in _refusal(whole[:size]), size


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "[1e999]",
        '"\\ud800"',
        '"\udcff"',
        pytest.param("[" * 100_000, id="deeply nested"),
        pytest.param("[" + "9" * 5000 + "]", id="5000 digits"),
        "\x01",
    ],
    ids=repr,
)
def test_json_extensions_of_python_are_invalid(text):
    assert "not a report of mpitcheck: invalid JSON" in _refusal(text)


@pytest.mark.parametrize(
    "change, words",
    [
        pytest.param(
            lambda it: it["tests"][3].update(verdict="good"),
            ['not a report of mpitcheck: tests[3]: "good" is not a valid verdict'],
            id="verdict",
        ),
        pytest.param(
            lambda it: it["tests"][0].update(np=-1),
            ["tests[0].np is not a whole number within its range"],
            id="negative np",
        ),
        pytest.param(
            lambda it: it["tests"][0].update(np=2**31),
            ["tests[0].np is not a whole number within its range"],
            id="large np",
        ),
        pytest.param(
            lambda it: it["tests"][0].update(output_lost=1.5),
            ["tests[0].output_lost is not a whole number within its range"],
            id="output_lost",
        ),
        pytest.param(
            lambda it: it["summary"]["targets"]["mpich"].update(fail=2**64),
            ["summary.targets.mpich.fail is not a whole number"],
            id="count",
        ),
        pytest.param(
            lambda it: it["tests"][0].update(seconds=10**400),
            ["tests[0].seconds is out of range"],
            id="seconds",
        ),
        pytest.param(
            lambda it: it["tests"][12]["failures"][0].pop("rank"),
            ["key 'rank' not found"],
            id="no rank",
        ),
        pytest.param(
            lambda it: it["tests"][0].update(known={"kind": "x", "reason": "", "source": ""}),
            ['tests[0]: "x" is not a kind of deviation'],
            id="kind",
        ),
        pytest.param(
            lambda it: it["clauses"][2].pop("rule"),
            ["clauses[2]: ", "key 'rule' not found"],
            id="no rule",
        ),
        pytest.param(
            lambda it: it.update(header="none"), ["not a report of mpitcheck: "], id="header"
        ),
        pytest.param(
            lambda it: it.update(footer=None), ["not a report of mpitcheck: "], id="footer"
        ),
    ],
)
def test_json_reports_the_position_of_an_error(change, words):
    said = _refusal(_spoiled(change))
    for word in words:
        assert word in said


def test_json_reports_only_the_position():
    said = _refusal(_spoiled(lambda it: it["tests"][3].update(verdict="good")))
    assert said == 'not a report of mpitcheck: tests[3]: "good" is not a valid verdict'


def test_json_refuses_other_documents():
    assert "not a report of mpitcheck: " in _refusal("[]")
    assert "key 'schema' not found" in _refusal("{}")
    assert "its schema is 3, this mpitcheck reads 1 to 2" in _refusal('{"schema": 3}')


@pytest.mark.parametrize(
    "change, word",
    [
        (
            lambda it: it["targets"][1].update(name="reference"),
            "two targets are called 'reference'",
        ),
        (lambda it: it["tests"][0].update(target="elsewhere"), "unknown target 'elsewhere'"),
        (lambda it: it["clauses"][0].update(id="_rows"), "'_rows' is not a clause id"),
        (
            lambda it: it["clauses"][0].update(id=it["clauses"][1]["id"]),
            "two clauses are called",
        ),
    ],
    ids=repr,
)
def test_json_refuses_ambiguous_names(change, word):
    assert word in _refusal(_spoiled(change))

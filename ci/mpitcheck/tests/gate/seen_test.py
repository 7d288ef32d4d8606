# SPDX-License-Identifier: BSD-3-Clause
"""When the tests of flaky entries were last seen to fail."""
import dataclasses
import glob
import os
import subprocess

import pytest

from mpitcheck.gate.expectations import load_expectations, parse_expectations
from mpitcheck.gate.expectations_text import to_text
from mpitcheck.gate.seen import (
    RecordedFailure,
    last_records,
    parse_recorded,
    problem_with,
    flaky_failures,
    records_text,
    with_last_records,
)
from mpitcheck.judge.model import RunReport, TargetResult, TestResult, Verdict
from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input

OF_THE_SUITE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../expectations")
SEEN = os.path.join(OF_THE_SUITE, "../tools/seen")
TEXT = """library: Mine
version: 1.*

a.b  fail  bug  "why"  "m"
a.c  fail  flaky  "why"  "m"  seen=none@2026-01-01
"""
RECORD = RecordedFailure("mine.txt", "a.c", "1.2", "2026-05-31", "fail", "m and more")


def the_file():
    return parse_expectations(TEXT, "ci/mine.txt")


def problem(seen, *records):
    entry = dataclasses.replace(the_file().entries[1], seen=seen)
    return problem_with(entry, "ci/mine.txt", records)


FAIL, CRASH = Verdict.fail, Verdict.crash


@pytest.mark.parametrize(
    "test, verdict, message, version, count",
    [
        ("a.c", FAIL, "m and more", "1.2", 1),
        ("a.c", FAIL, "m and more", "2.0", 0),
        ("a.c", FAIL, "n", "1.2", 0),
        ("a.c", CRASH, "m and more", "1.2", 0),
        ("a.c", Verdict.good, "", "1.2", 0),
        ("a.b", FAIL, "m and more", "1.2", 0),
    ],
    ids=repr,
)
def test_failures_of_flaky_entries_are_taken_from_a_report(test, verdict, message, version, count):
    run = RunReport(
        targets=[TargetResult("mine", f"Mine {version}")],
        tests=[TestResult("mine", name=test, verdict=verdict, message=message)],
    )
    found = list(flaky_failures(run, RECORD.day, [the_file()], "native"))
    assert found == [RECORD] * count


def test_the_last_record_of_each_test_is_kept():
    later = dataclasses.replace(RECORD, day="2026-06-01")
    other = dataclasses.replace(RECORD, test="a.d")
    kept = last_records([later, RECORD, other])
    assert sorted(kept, key=lambda record: record.test) == [later, other]


def test_records_round_trip():
    assert parse_recorded(records_text([RECORD], "# Head.\n"), "x") == [RECORD]
    with pytest.raises(UserError, match="^x:2: 3 fields instead of 6"):
        parse_recorded("# Head.\na\tb\tc\n", "x")


def test_entries_name_their_last_record():
    assert to_text(with_last_records(the_file(), [RECORD])) == TEXT.replace(
        "none@2026-01-01", "1.2@2026-05-31"
    )
    assert to_text(with_last_records(the_file(), [])) == TEXT


def test_recorded_flaky_failures_are_not_problems():
    assert problem("1.2@2026-05-31", RECORD) == ""
    assert problem("none@2026-01-01") == ""


def test_an_entry_that_does_not_name_its_last_run_is_a_problem():
    assert "seen=1.2@2026-05-31" in problem("none@2026-01-01", RECORD)


@pytest.mark.parametrize(
    "seen, record",
    [
        pytest.param("1.2@2026-06-01", RECORD, id="another day"),
        pytest.param("1.3@2026-05-31", RECORD, id="another version"),
        *(
            pytest.param("1.2@2026-05-31", dataclasses.replace(RECORD, **{name: value}), id=value)
            for name, value in (
                ("file", "other.txt"),
                ("test", "a.b"),
                ("message", "n"),
                ("verdict", "crash"),
                ("verdict", "pass"),
            )
        ),
    ],
)
def test_unrecorded_flaky_failures_are_problems(seen, record):
    assert "no recorded run with" in problem(seen, record)


@pytest.fixture(scope="module")
def recorded():
    """What recorded runs have seen."""
    runs = os.path.join(OF_THE_SUITE, "runs.tsv")
    return parse_recorded(
        read_input(runs, "the recorded runs", "write them with ci/tools/seen"), runs
    )


FLAKY = [
    (file.path, entry)
    for file in map(load_expectations, sorted(glob.glob(f"{OF_THE_SUITE}/*.txt")))
    for entry in file.entries
    if entry.kind == "flaky"
]


@pytest.mark.parametrize(
    "path, entry",
    FLAKY,
    ids=[f"{os.path.basename(path)}: {entry.tests}" for path, entry in FLAKY],
)
def test_recorded_runs_confirm_flaky_entries_of_the_suite(path, entry, recorded):
    assert problem_with(entry, path, recorded) == ""


def test_flaky_entries_of_the_suite_explain_all_recorded_runs(recorded):
    assert recorded
    for record in recorded:
        assert any(record.shows(entry, path) for path, entry in FLAKY), record


def test_the_tool_that_records_refuses_a_missing_report(tmp_path):
    bin = os.environ["MPITCHECK_BIN"]
    done = subprocess.run(
        [SEEN, os.path.join(bin, ".."), tmp_path / "none.json"], stderr=subprocess.PIPE, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith("ci/tools/seen: report '"), done.stderr

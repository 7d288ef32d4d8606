# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the TAP, which Perl's harness reads too if it is there."""
import json
import re
import shutil
import subprocess

import pytest

from mpitcheck.judge.model import Footer, TestName
from mpitcheck.report.junit import outcome_of
from mpitcheck.report.tap import to_tap
from tests.report import samples

_REPORTS = {"plausible": samples.plausible, "gated": samples.gated}


def _points(text):
    """Returns (ok, description, directive) of each test, after a check of the numbers."""
    found = re.findall(r"^(not )?ok (\d+) - (.*?)(?: # (TODO|SKIP) .*)?$", text, re.MULTILINE)
    assert [int(number) for _, number, _, _ in found] == list(range(1, len(found) + 1))
    return [(not no, name, directive) for no, _, name, directive in found]


@pytest.mark.parametrize("name", _REPORTS)
def test_each_test_is_a_point_of_the_plan(name):
    report = _REPORTS[name]()
    text = to_tap(report)
    version, plan = text.splitlines()[:2]
    points = _points(text)
    assert version == "TAP version 13"
    assert plan == f"1..{len(points)}"
    assert len(points) >= len(report.tests)


@pytest.mark.parametrize("name", _REPORTS)
def test_failures_are_those_of_junit(name):
    report = _REPORTS[name]()
    points = _points(to_tap(report))
    assert {directive for _, _, directive in points} >= {"", "SKIP"}
    for test, (is_ok, described, directive) in zip(report.tests, points):
        assert described == f"{test.target}: {test.name}"
        fails = not is_ok and directive != "TODO"
        assert fails == (outcome_of(test) in ("failure", "error")), described
        assert (directive != "") == (outcome_of(test) == "skipped"), described


def test_a_known_deviation_is_to_do():
    assert "TODO" in {
        directive for is_ok, _, directive in _points(to_tap(samples.gated())) if not is_ok
    }


def test_a_failure_has_its_rule_as_yaml():
    text = to_tap(samples.plausible())
    block = text.partition(" - mpich: cvar.info.name-nonempty\n")[2].partition("  ...\n")[0]
    facts = dict(line.strip().split(": ", 1) for line in block.splitlines()[1:])
    assert json.loads(facts["verdict"]) == "fail"
    assert json.loads(facts["expected"]) == "a name of at least one character"
    assert json.loads(facts["replay"]).startswith("mpitcheck run build/mpich")


def test_library_text_cannot_start_a_directive():
    report = samples.plausible()
    report.targets[0].library_version = "One # TODO 1.0\nnot ok 1"
    report.tests[0].name = "a.b # SKIP"
    text = to_tap(report)
    assert "One \\# TODO 1.0" in text
    assert "a.b \\# SKIP" in text
    assert not re.search("^not ok 1$", text, re.MULTILINE)


def test_an_interrupted_run_bails_out():
    report = samples.plausible()
    report.footer = Footer(interrupted=True, missing=[TestName("mpich", "x.y")])
    text = to_tap(report)
    assert text.splitlines()[1] == f"1..{len(report.tests) + 1}"
    assert text.endswith("Bail out! interrupted, 1 tests have not run\n")


@pytest.mark.skipif(not shutil.which("prove"), reason="no prove: package perl")
def test_prove_counts_the_failures(tmp_path):
    report = samples.plausible()
    (tmp_path / "mpi.tap").write_text(to_tap(report), encoding="utf-8")
    done = subprocess.run(
        ["prove", "--exec", "cat", "mpi.tap"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    failing = sum(outcome_of(test) in ("failure", "error") for test in report.tests)
    assert f"Failed {failing}/{len(report.tests)} subtests" in done.stdout + done.stderr
    assert "Parse errors" not in done.stdout + done.stderr

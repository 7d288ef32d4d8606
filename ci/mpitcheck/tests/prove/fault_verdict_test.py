# SPDX-License-Identifier: BSD-3-Clause
"""Which verdict a fault has, given what tests find with and without it."""
import struct

import pytest

from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.tree import FaultEntry
from mpitcheck.prove.fault_verdict import (
    Baseline,
    Collateral,
    FaultVerdict,
    FaultEffect,
    judge_fault,
)

FAULT = FaultEntry("f", "", ["rule"])
DETECTED, MISATTRIBUTED, MISSED, NOT_TRIGGERED, NOT_EXERCISED = FaultVerdict


def _result(
    test, verdict, broken="", subject="one", actual="", crash=False, offenders=1, charged=()
):
    failures = [Failure(broken, subject=subject, actual=actual, crash=crash)] if broken else []
    examinations = [Examination(broken, 9, offenders)] if broken else []
    return TestResult(
        name=test,
        verdict=verdict,
        failures=failures,
        examinations=examinations,
        charged=list(charged),
    )


def _fail(**more):
    return _result("t", Verdict.fail, "rule", **more)


GOOD, VACUOUS = _result("t", Verdict.good), _result("t", Verdict.vacuous)
FAIL, OTHER = _fail(), _result("u", Verdict.fail, "another-rule")


def fate(tests, before):
    return judge_fault(FAULT, tests, Baseline(before)).verdict


@pytest.mark.parametrize(
    "result",
    [
        pytest.param(FAIL, id="fail"),
        pytest.param(_result("t", Verdict.quality, "rule"), id="quality"),
        pytest.param(_result("t", Verdict.good, "rule"), id="advice is not a verdict"),
        pytest.param(_result("t", Verdict.crash, charged=["rule"]), id="crash"),
    ],
)
def test_detected_if_a_test_names_the_rule(result):
    assert fate([GOOD, result], []) == DETECTED


def test_misattributed_if_only_another_rule_is_named():
    assert fate([GOOD, OTHER], []) == MISATTRIBUTED
    assert fate([FAIL, OTHER], []) == DETECTED


@pytest.mark.parametrize(
    "verdict, tests",
    [
        pytest.param(MISSED, [VACUOUS, GOOD], id="examined"),
        pytest.param(NOT_EXERCISED, [VACUOUS], id="nothing examined"),
        pytest.param(NOT_EXERCISED, [], id="no test"),
        pytest.param(MISSED, [_result("t", Verdict.error, "rule")], id="our own error"),
    ],
)
def test_missed_only_if_something_was_examined(verdict, tests):
    assert fate(tests, []) == verdict


def test_missed_only_if_the_fault_had_an_effect():
    assert (
        judge_fault(FAULT, [VACUOUS, GOOD], Baseline(), had_effect=False).verdict == NOT_TRIGGERED
    )


@pytest.mark.parametrize(
    "verdict, before",
    [
        pytest.param(MISSED, [FAIL], id="in the only run"),
        pytest.param(MISSED, [GOOD, FAIL], id="in one of two runs"),
        pytest.param(DETECTED, [GOOD], id="in no run"),
    ],
)
def test_earlier_failures_are_not_charged_to_the_fault(verdict, before):
    assert fate([FAIL], before) == verdict


@pytest.mark.parametrize(
    "verdict, now, before",
    [
        pytest.param(DETECTED, _fail(subject="two"), FAIL, id="another subject"),
        pytest.param(DETECTED, _fail(offenders=2), FAIL, id="more offenders"),
        pytest.param(MISSED, FAIL, _fail(offenders=2), id="fewer offenders"),
    ],
)
def test_another_offender_is_new(verdict, now, before):
    assert fate([now], [before]) == verdict


@pytest.mark.parametrize(
    "verdict, before",
    [
        pytest.param(DETECTED, "aa", id="steady"),
        pytest.param(MISSED, "ab", id="varies by itself"),
        pytest.param(MISSED, "a", id="may vary by itself"),
    ],
)
def test_another_answer_is_new(verdict, before):
    assert fate([_fail(actual="c")], [_fail(actual=actual) for actual in before]) == verdict


@pytest.mark.parametrize(
    "verdict, now",
    [
        pytest.param(MISSED, _result("t", Verdict.crash, "rule"), id="may stem from another rule"),
        pytest.param(DETECTED, _result("t", Verdict.crash, "rule", charged=["rule"]), id="charged"),
        pytest.param(DETECTED, _fail(crash=True), id="of a forked process"),
    ],
)
def test_a_crash_is_new_after_a_known_failure(verdict, now):
    assert fate([now], [FAIL]) == verdict


def test_failures_of_other_rules_are_collateral():
    assert judge_fault(FAULT, [FAIL, OTHER], Baseline()).collateral == [
        Collateral("u", ["another-rule"])
    ]
    assert judge_fault(FAULT, [FAIL, OTHER], Baseline([OTHER])).collateral == []
    advice = next(clause.id for clause in all_clauses() if clause.level == "advice")
    assert judge_fault(FAULT, [_result("u", Verdict.good, advice)], Baseline()).collateral == []


def test_an_effect_is_read_from_its_file(tmp_path):
    path = tmp_path / "effect"
    effect = FaultEffect(str(path))
    assert effect.variable() == f"MPITCHECK_FAULT_EFFECT={path}"
    assert not effect.had_effect()
    path.write_bytes(struct.pack("=3Q", 2, 1, 0))
    assert effect.had_effect()
    path.unlink()
    assert not effect.had_effect()


@pytest.mark.parametrize(
    "begun, ended, effects, had_effect", [(2, 2, 0, False), (2, 1, 0, True), (2, 2, 1, True)]
)
def test_a_hang_or_another_answer_is_an_effect(tmp_path, begun, ended, effects, had_effect):
    effect = FaultEffect(str(tmp_path / "effect"))
    (tmp_path / "effect").write_bytes(struct.pack("=3Q", begun, ended, effects))
    assert effect.had_effect() == had_effect

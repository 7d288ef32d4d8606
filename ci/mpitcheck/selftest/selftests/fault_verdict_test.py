# SPDX-License-Identifier: BSD-3-Clause
"""Which verdict a fault has, given what tests find with and without it."""
import os
import struct
import tempfile
import unittest

from mpitcheck.judge.clauses import all_clauses
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.tree import FaultEntry
from mpitcheck.process.error import UserError
from mpitcheck.selftest.fault_verdict import (
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


class Fates(unittest.TestCase):
    def assert_fates(self, table):
        """Rows: a verdict, the results under the fault, those without it, and perhaps why."""
        for verdict, tests, before, *why in table:
            with self.subTest(verdict=verdict, tests=tests, before=before):
                self.assertEqual(judge_fault(FAULT, tests, Baseline(before)).verdict, verdict, *why)

    def test_detected_if_a_test_names_the_rule(self):
        self.assert_fates(
            [
                (DETECTED, [GOOD, FAIL], []),
                (DETECTED, [_result("t", Verdict.quality, "rule")], []),
                (DETECTED, [_result("t", Verdict.good, "rule")], [], "advice is no verdict"),
                (DETECTED, [_result("t", Verdict.crash, charged=["rule"])], []),
            ]
        )

    def test_misattributed_if_only_another_rule_is_named(self):
        self.assert_fates([(MISATTRIBUTED, [GOOD, OTHER], []), (DETECTED, [FAIL, OTHER], [])])

    def test_missed_only_if_it_showed_and_something_was_examined(self):
        self.assert_fates(
            [
                (MISSED, [VACUOUS, GOOD], []),
                (NOT_EXERCISED, [VACUOUS], []),
                (NOT_EXERCISED, [], []),
                (MISSED, [_result("t", Verdict.error, "rule")], []),
            ]
        )
        self.assertEqual(
            judge_fault(FAULT, [VACUOUS, GOOD], Baseline(), showed=False).verdict, NOT_TRIGGERED
        )

    def test_what_was_found_before_is_not_its_doing(self):
        self.assert_fates(
            [
                (MISSED, [FAIL], [FAIL]),
                (MISSED, [FAIL], [GOOD, FAIL], "in one of two runs"),
                (DETECTED, [FAIL], [GOOD]),
            ]
        )

    def test_another_offender_is_new_where_one_was_known(self):
        more = _fail(offenders=2)
        self.assert_fates(
            [
                (DETECTED, [_fail(subject="two")], [FAIL]),
                (DETECTED, [more], [FAIL]),
                (MISSED, [FAIL], [more]),
            ]
        )

    def test_another_answer_is_new_where_one_was_steady(self):
        a, b, c = (_fail(actual=actual) for actual in "abc")
        self.assert_fates(
            [
                (DETECTED, [c], [a, a]),
                (MISSED, [c], [a, b], "it varies by itself"),
                (MISSED, [c], [a], "it may vary by itself"),
            ]
        )

    def test_a_crash_is_new_where_a_failure_was_known(self):
        crash = _result("t", Verdict.crash, "rule")
        charged = _result("t", Verdict.crash, "rule", charged=["rule"])
        self.assert_fates(
            [
                (MISSED, [crash], [FAIL], "it may stem from another rule"),
                (DETECTED, [charged], [FAIL]),
                (DETECTED, [_fail(crash=True)], [FAIL]),
            ]
        )

    def test_collateral_is_what_fails_over_other_rules(self):
        self.assertEqual(
            judge_fault(FAULT, [FAIL, OTHER], Baseline()).collateral,
            [Collateral("u", ["another-rule"])],
        )
        self.assertEqual(judge_fault(FAULT, [FAIL, OTHER], Baseline([OTHER])).collateral, [])
        advice = next(clause.id for clause in all_clauses() if clause.level == "advice")
        self.assertEqual(
            judge_fault(FAULT, [_result("u", Verdict.good, advice)], Baseline()).collateral, []
        )


class Effects(unittest.TestCase):
    def test_shows_if_a_call_did_not_return_or_gave_something_else(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "effect")
            effect = FaultEffect(path)
            self.assertEqual(effect.variable(), "MPITCHECK_FAULT_EFFECT=" + path)
            self.assertFalse(effect.showed())
            for begun, ended, effects, showed in (
                (2, 2, 0, False),
                (2, 1, 0, True),
                (2, 2, 1, True),
            ):
                with open(path, "wb") as file:
                    file.write(struct.pack("=3Q", begun, ended, effects))
                self.assertEqual(effect.showed(), showed)
            os.unlink(path)
            self.assertFalse(effect.showed())
            with self.assertRaises(UserError):
                FaultEffect(os.path.join(folder, "no/such/folder"))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Derivations of the model: clause verdicts, the gate. Its words."""
import re
import unittest

from mpitcheck.judge.data import from_data, to_data
from mpitcheck.judge.model import ClauseResult, Examination, RunReport, TestResult, Verdict
from mpitcheck.judge.results import clause_verdict, derive_clause_verdicts, exit_code_of
from mpitcheck.judge.selftests.sources import body, constants, source


def result(verdict, level="must", **members):
    return TestResult(
        **{
            "target": "t",
            "name": "a.test",
            "clauses": ["one", "two"],
            "verdict": verdict,
            "level": level,
            **members,
        }
    )


class Verdicts(unittest.TestCase):
    def test_words_read_back(self):
        for verdict in Verdict:
            self.assertEqual(Verdict.named(verdict.word), verdict)
            self.assertEqual(from_data(Verdict, to_data(verdict)), verdict)
        for word in ("passed", "good", "early_exit", "", None):
            self.assertIsNone(Verdict.named(word))

    def test_words_and_their_order_are_those_of_tests(self):
        names = constants(source("conformance/harness/facts/verdict.hpp"), "enum class Verdict {")
        self.assertEqual(
            ["good" if name == "pass" else name for name in names],
            [verdict.name for verdict in sorted(Verdict)],
        )
        naming = body(source("conformance/harness/facts/verdict.cpp"), "name(Verdict verdict) {")
        self.assertEqual(
            re.findall(r'Verdict::(\w+):\s+return "([\w-]+)"', naming),
            [(name, verdict.word) for name, verdict in zip(names, sorted(Verdict))],
        )


class ClauseVerdict(unittest.TestCase):
    def assert_verdicts(self, test, *wanted):
        for clause, level, verdict in wanted:
            self.assertEqual(clause_verdict(test, clause, level), verdict, (clause, level))

    def test_separates_the_clauses_of_a_test(self):
        self.assert_verdicts(
            result(Verdict.fail, examinations=[Examination("one", 5, 2), Examination("two", 5, 0)]),
            ("one", "must", Verdict.fail),
            ("one", "should", Verdict.warn),
            ("one", "quality", Verdict.quality),
            ("one", "advice", Verdict.good),
            ("two", "must", Verdict.good),
        )  # advice binds nobody

    def test_charges_a_crash_to_its_clause_only(self):
        self.assert_verdicts(
            result(Verdict.crash, charged=["one"]),
            ("one", "must", Verdict.crash),
            ("two", "must", Verdict.vacuous),
        )

    def test_is_never_a_pass_without_an_examination(self):
        self.assert_verdicts(
            result(Verdict.good, examinations=[Examination("one", 0, 0)]),
            ("one", "must", Verdict.vacuous),
            ("two", "must", Verdict.vacuous),
        )
        self.assert_verdicts(result(Verdict.error), ("one", "must", Verdict.error))
        self.assert_verdicts(
            result(Verdict.error, examinations=[Examination("one", 3, 0)]),
            ("one", "must", Verdict.error),
        )

    def test_merges_over_tests_and_targets(self):
        report = RunReport(clauses=[ClauseResult("one", level="must"), ClauseResult("two")])
        examined = [Examination("one", 1, 0)]
        report.tests = [
            result(Verdict.good, examinations=examined),
            result(
                Verdict.fail,
                name="b.test",
                clauses=["one"],
                examinations=[Examination("one", 1, 1)],
            ),
            result(Verdict.good, target="u", examinations=examined),
        ]
        derive_clause_verdicts(report)
        one, two = report.clauses
        self.assertEqual(one.verdicts, {"t": Verdict.fail, "u": Verdict.good})
        self.assertEqual(two.verdicts["t"], Verdict.vacuous)
        self.assertEqual(one.tests, ["a.test", "b.test"])


class Gate(unittest.TestCase):
    def test_only_a_broken_must_decides(self):
        report = RunReport()
        self.assertEqual(exit_code_of(report), 0)
        for verdict in (
            Verdict.good,
            Verdict.warn,
            Verdict.quality,
            Verdict.vacuous,
            Verdict.not_applicable,
        ):
            report.tests.append(result(verdict))
        for more, wanted in (
            (result(Verdict.crash, "quality"), 0),
            (result(Verdict.error), 3),
            (result(Verdict.timeout), 1),
        ):
            report.tests.append(more)
            self.assertEqual(exit_code_of(report), wanted)


if __name__ == "__main__":
    unittest.main()

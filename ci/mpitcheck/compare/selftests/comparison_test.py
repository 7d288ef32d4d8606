# SPDX-License-Identifier: BSD-3-Clause
"""Reports side by side."""
import unittest

from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_markdown import comparison_markdown
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import UserError
from mpitcheck.report.selftests.samples import MARK, plausible, small


def row(comparison, id):
    return next(each for each in comparison.rows if each.clause.id == id)


class Comparison(unittest.TestCase):
    def test_columns_are_the_targets_of_all_reports_under_names_of_their_own(self):
        newer = plausible()
        newer.targets[1].library_version = "MPICH Version:\t4.2.0\nMPICH Release date: later"
        columns = compare([("old.json", plausible()), ("new.json", newer)]).columns
        self.assertEqual(
            [column.label for column in columns],
            [
                "mpitcheck reference 0.1.0",
                "MPICH 4.0.2",
                "Open MPI 4.1.4",
                "mpitcheck reference 0.1.0 #2",
                "MPICH 4.2.0",
                "Open MPI 4.1.4 #2",
            ],
        )
        self.assertEqual(columns[4].path, "new.json")
        newer.targets[2].name = "another"
        newer.tests, newer.findings = [], []
        self.assertEqual(
            compare([("a.json", plausible()), ("b.json", newer)]).columns[5].label,
            "Open MPI 4.1.4 (another)",
        )

    def test_tells_the_only_one_that_differs_among_those_that_judge(self):
        comparison = compare([("a.json", plausible())])
        for id, differ, odd in (
            ("cvar-name-nonempty", True, [1]),
            ("cvar-desc-recommended", True, [0]),
            ("cvar-num-nonnegative", False, []),
            # vacuous on one of them: two that judge, and neither is the only one
            ("pvar-session-isolated", True, []),
            # pass, vacuous, pass; and pass, error, pass
            ("pvar-class-counter-monotonic", False, []),
            ("category-changed-stamp", False, []),
        ):
            with self.subTest(id):
                self.assertEqual(
                    (row(comparison, id).verdicts_differ, row(comparison, id).odd), (differ, odd)
                )

    def test_tells_a_library_that_differs_in_all_its_versions(self):
        newer = plausible()
        newer.targets[2].library_version = "Open MPI v5.0.8"
        comparison = compare([("a.json", plausible()), ("b.json", newer)])
        for id, party in (("init-finalize-after-mpi", "Open MPI"), ("cvar-name-nonempty", "MPICH")):
            self.assertEqual(
                [comparison.parties[each] for each in row(comparison, id).odd], [party]
            )
        newer.clauses[2].verdicts["openmpi"] = Verdict.good  # fails in the old version only
        fixed = compare([("a.json", plausible()), ("b.json", newer)])
        self.assertEqual(
            (row(fixed, "cvar-name-unique").odd, fixed.parties[2]), ([2], "Open MPI 4.1.4")
        )

    def test_behaviour_is_no_verdict(self):
        report = plausible()
        for test in report.tests:
            if test.target == "openmpi" and test.behaviours:
                test.behaviours[0].value = "MPI_T_ERR_INVALID"
        clause = row(compare([("a.json", report)]), "cvar-info-null-out-ignored")
        self.assertEqual(
            (clause.verdicts_differ, clause.behaviours_differ, clause.odd), (False, True, [2])
        )
        self.assertEqual(
            [each.values for each in clause.behaviours],
            [["MPI_SUCCESS", "MPI_SUCCESS", "MPI_T_ERR_INVALID"]],
        )
        self.assertEqual(clause.deviations, [])

    def test_a_clause_that_one_report_lacks_is_not_run_there(self):
        older = plausible()
        del older.clauses[0]
        comparison = compare([("old.json", older), ("new.json", plausible())])
        self.assertEqual(len(comparison.rows), len(plausible().clauses))
        verdicts = row(comparison, "cvar-num-nonnegative").verdicts
        self.assertEqual((verdicts[0], verdicts[3]), (None, Verdict.good))

    def test_finds_names_that_only_one_has(self):
        only = compare([("a.json", plausible())]).only
        self.assertEqual(
            [(each.column, each.kind, each.names) for each in only],
            [(1, "category", ["COLLECTIVE"])],
        )

    def test_a_single_inventory_has_nothing_for_itself_alone(self):
        report = plausible()
        report.targets[0].inventory = []
        self.assertEqual(compare([("a.json", report)]).only, [])

    def test_begins_with_findings_and_the_first_version_that_has_them(self):
        newer = plausible()
        newer.targets[2].library_version = "Open MPI v4.1.10"
        comparison = compare([("new.json", newer), ("old.json", plausible())])
        self.assertEqual(len(comparison.findings), len(plausible().findings))
        found = next(
            each for each in comparison.findings if each.finding.clauses[0] == "cvar-name-unique"
        )
        self.assertEqual(found.first_seen, ["Open MPI 4.1.4"])
        self.assertEqual((found.verdicts[2], found.verdicts[1]), (Verdict.fail, None))
        text = comparison_markdown(comparison)
        self.assertLess(text.index("## Findings"), text.index("## Columns"))
        self.assertIn(f"| {found.finding.id} cvar-name-unique: expected", text)

    def test_needs_a_target(self):
        report = plausible()
        report.targets, report.tests = [], []
        with self.assertRaises(UserError):
            compare([("a.json", report)])


class ComparisonMarkdown(unittest.TestCase):
    def test_holds_what_differs_and_nothing_else(self):
        text = comparison_markdown(compare([("a.json", plausible())]))
        self.assertIn("| cvar-name-nonempty (must) | ✓ pass | ✗ fail | ✓ pass |\n", text)
        self.assertNotIn("cvar-num-nonnegative", text)
        self.assertIn("| MPICH 4.0.2 | category | 1 |", text)

    def test_hostile_text_is_no_markup(self):
        report = small()
        report.tests[3].behaviours[0].key = "A | B <img>"
        text = comparison_markdown(compare([("<img>|.json", report)]))
        self.assertIn(MARK, text)
        self.assertNotIn("<img", text)
        self.assertNotIn("<script", text)

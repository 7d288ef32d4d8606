# SPDX-License-Identifier: BSD-3-Clause
"""What `mpitcheck explain` prints of a clause and of a test."""
import unittest

from mpitcheck.judge.clauses import all_clauses, find_clause
from mpitcheck.judge.tree import Program, TestEntry, Tree
from mpitcheck.process.error import UserError
from mpitcheck.run.explain import explain

_TITLE = "No two cvars share a name"
_RULE = "No two control variables share a name."


class Explain(unittest.TestCase):
    def setUp(self):
        test = TestEntry("cvar.name.unique", "Names differ.", ["cvar-name-unique", "cvar-gone"])
        self.tree = Tree(
            "TREE", "/tree", programs=[Program("conformance", "/tree/bin/a", tests=[test])]
        )

    def test_a_title_is_the_heading_of_a_clause(self):
        text = explain(self.tree, "cvar-name-unique")
        self.assertTrue(
            text.startswith(f"{_TITLE}\n  {_RULE}\n\n  clause     cvar-name-unique\n"), text
        )
        self.assertIn("  tests      cvar.name.unique\n", text)

    def test_a_title_is_the_heading_of_each_clause_of_a_test(self):
        text = explain(self.tree, "cvar.name.unique")
        self.assertTrue(
            text.endswith(
                f"Its clauses:\n  {_TITLE} (cvar-name-unique, must)\n    {_RULE}\n"
                "  Not in this catalogue (cvar-gone, must)\n"
            ),
            text,
        )

    def test_every_clause_has_a_heading(self):
        for clause in all_clauses():
            self.assertRegex(clause.title, "^.{1,60}$", clause.id)
            self.assertTrue(
                explain(self.tree, clause.id).startswith(f"{clause.title}\n"), clause.id
            )

    def test_an_inferred_rule_says_so_below_its_title(self):
        clause = find_clause("cvar-handle-several")
        self.assertIn(f"{clause.title}\n  {clause.rule} (Inferred: ", explain(self.tree, clause.id))

    def test_other_subjects_are_refused(self):
        with self.assertRaisesRegex(UserError, "'wrong' is neither a clause nor a test of 'TREE'"):
            explain(self.tree, "wrong")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""What `mpitcheck explain` prints of a clause and of a test."""
import pytest

from mpitcheck.judge.clauses import all_clauses, find_clause
from mpitcheck.judge.tree import Program, TestEntry, Tree
from mpitcheck.process.error import UserError
from mpitcheck.run.explain import explain

_TITLE = "No two cvars share a name"
_RULE = "No two control variables share a name."


@pytest.fixture
def tree():
    test = TestEntry("cvar.name.unique", "Names differ.", ["cvar-name-unique", "cvar-gone"])
    return Tree("TREE", "/tree", programs=[Program("conformance", "/tree/bin/a", tests=[test])])


def test_a_title_is_the_heading_of_a_clause(tree):
    text = explain(tree, "cvar-name-unique")
    assert text.startswith(f"{_TITLE}\n  {_RULE}\n\n  clause     cvar-name-unique\n"), text
    assert "  tests      cvar.name.unique\n" in text


def test_a_title_is_the_heading_of_each_clause_of_a_test(tree):
    text = explain(tree, "cvar.name.unique")
    assert text.endswith(
        f"Its clauses:\n  {_TITLE} (cvar-name-unique, must)\n    {_RULE}\n"
        "  Not in this catalogue (cvar-gone, must)\n"
    ), text


def test_every_clause_has_a_heading(tree):
    for clause in all_clauses():
        assert 1 <= len(clause.title) <= 60, clause.id
        assert explain(tree, clause.id).startswith(f"{clause.title}\n"), clause.id


def test_an_inferred_rule_is_marked_below_its_title(tree):
    clause = find_clause("cvar-handle-several")
    assert f"{clause.title}\n  {clause.rule} (Inferred: " in explain(tree, clause.id)


def test_other_subjects_are_refused(tree):
    with pytest.raises(UserError, match="'wrong' is neither a clause nor a test of 'TREE'"):
        explain(tree, "wrong")

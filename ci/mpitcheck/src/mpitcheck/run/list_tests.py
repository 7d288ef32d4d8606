# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck list clauses|tests`: the catalogue, and the tests of a tree."""
import json

from mpitcheck.judge.clauses import all_clauses, strictest_level
from mpitcheck.judge.tree import Tree, load_tree, own_tree
from mpitcheck.process.text import escape_line, shortened


def tree_or_own(directory: str) -> Tree:
    """Returns the tree in `directory`, or the tree that contains this program if that is ""."""
    return load_tree(directory or own_tree())


def tests_of(tree: Tree, clause: str) -> list[str]:
    """Returns the names of the tests of `tree` that cite `clause`."""
    return [
        test.name for program in tree.programs for test in program.tests if clause in test.clauses
    ]


def faults_of(tree: Tree, clause: str) -> list[str]:
    """Returns the names of the faults of `tree` that break `clause`."""
    return [fault.name for fault in tree.faults if clause in fault.clauses]


def _dumped(array: list[dict[str, object]]) -> str:
    return json.dumps(array, indent=2, ensure_ascii=False) + "\n"


def list_clauses(tree: Tree, as_json: bool) -> str:
    """Returns all clauses with their tests and faults, as lines of columns or as a JSON array."""
    rows = [
        (clause, tests_of(tree, clause.id), faults_of(tree, clause.id)) for clause in all_clauses()
    ]
    if as_json:
        return _dumped(
            [
                {
                    "id": clause.id,
                    "level": clause.level,
                    "area": clause.area,
                    "since": clause.since,
                    "until": clause.until or None,
                    "rule": clause.rule,
                    "derived": clause.derived,
                    "section": clause.section,
                    "functions": clause.functions,
                    "untested": clause.untested,
                    "no_fault": clause.no_fault,
                    "tests": tests,
                    "faults": faults,
                }
                for clause, tests, faults in rows
            ]
        )
    return "".join(
        f"{clause.id:<44} {clause.level:<7} {clause.since:<4}"
        f" {len(tests):>3} {'test ' if len(tests) == 1 else 'tests'} "
        f" {len(faults):>3} {'fault ' if len(faults) == 1 else 'faults'} "
        f" {shortened(clause.statement, 120)}\n"
        for clause, tests, faults in rows
    )


def list_tests(tree: Tree, as_json: bool) -> str:
    """Returns all tests as lines of columns or as a JSON array."""
    rows = [(program, test) for program in tree.programs for test in program.tests]
    if as_json:
        return _dumped(
            [
                {
                    "name": test.name,
                    "suite": program.suite,
                    "brief": test.brief,
                    "clauses": test.clauses,
                    "level": strictest_level(test.clauses),
                    "np": test.np,
                    "file": test.file,
                    "line": test.line,
                }
                for program, test in rows
            ]
        )
    return "".join(
        f"{escape_line(test.name):<52} {escape_line(program.suite):<12} {escape_line(test.brief)}\n"
        for program, test in rows
    )

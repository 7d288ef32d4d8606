# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck explain CLAUSE|TEST`."""
import shlex

from mpitcheck.judge.clauses import Clause, find_clause, level_of
from mpitcheck.judge.tree import Program, TestEntry, Tree
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import escape_line
from mpitcheck.run.list_tests import faults_of, tests_of


def _fields(fields: dict[str, str]) -> str:
    return "".join(
        f"  {label:<10} {escape_line(value)}\n" for label, value in fields.items() if value
    )


def _explain_clause(clause: Clause, tree: Tree) -> str:
    return f"{clause.title}\n  {clause.statement}\n\n" + _fields(
        {
            "clause": clause.id,
            "level": clause.level,
            "area": clause.area,
            "since": f"MPI {clause.since}",
            "until": clause.until and f"MPI {clause.until}",
            "sections": ", ".join(
                f"{number} (MPI {version})" for version, number in clause.section.items()
            ),
            "draft 2011": clause.draft2011,
            "functions": ", ".join(clause.functions),
            "observed": clause.observe,
            "codes": ", ".join(clause.codes),
            "accepted": clause.accept,
            "falls on": clause.actor,
            "note": clause.note,
            "untested": clause.untested,
            "no fault": clause.no_fault,
            "tests": ", ".join(tests_of(tree, clause.id)),
            "faults": ", ".join(faults_of(tree, clause.id)),
        }
    )


def _explain_test(test: TestEntry, program: Program, tree: Tree) -> str:
    text = (
        f"test {escape_line(test.name)}\n  {escape_line(test.brief)}\n\n"
        + _fields(
            {
                "suite": program.suite,
                "processes": str(test.np),
                "source": test.file and f"{test.file}:{test.line}",
                "run it": shlex.join(["mpitcheck", "run", tree.named, "--filter", test.name]),
            }
        )
        + "\nIts clauses:\n"
    )
    for id in test.clauses:
        clause = find_clause(id)
        title = clause.title if clause else "Not in this catalogue"
        text += f"  {title} ({escape_line(id)}, {level_of(id)})\n"
        text += f"    {clause.statement}\n" if clause else ""
    return text


def explain(tree: Tree, subject: str) -> str:
    """Returns a description of the clause or test `subject`, with tests and faults of `tree`.

    Raises UserError (nothing selected) if `subject` is neither a clause nor a test of the tree.
    """
    clause = find_clause(subject)
    if clause:
        return _explain_clause(clause, tree)
    for program in tree.programs:
        for test in program.tests:
            if test.name == subject:
                return _explain_test(test, program, tree)
    raise UserError(
        (
            f"'{subject}' is neither a clause nor a test of '{tree.named}': see mpitcheck list"
            " clauses, mpitcheck list tests"
        ),
        ExitCode.nothing_selected,
    )

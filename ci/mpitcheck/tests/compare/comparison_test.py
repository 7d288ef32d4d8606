# SPDX-License-Identifier: BSD-3-Clause
"""Reports side by side."""
import pytest

from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_markdown import comparison_markdown
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import UserError
from tests.report.samples import MARK, plausible, small


def row(comparison, id):
    return next(each for each in comparison.rows if each.clause.id == id)


def test_columns_are_all_targets_under_unique_names():
    newer = plausible()
    newer.targets[1].library_version = "MPICH Version:\t4.2.0\nMPICH Release date: later"
    columns = compare([("old.json", plausible()), ("new.json", newer)]).columns
    assert [column.label for column in columns] == [
        "mpitcheck reference 0.1.0",
        "MPICH 4.0.2",
        "Open MPI 4.1.4",
        "mpitcheck reference 0.1.0 #2",
        "MPICH 4.2.0",
        "Open MPI 4.1.4 #2",
    ]
    assert columns[4].path == "new.json"
    newer.targets[2].name = "another"
    newer.tests, newer.findings = [], []
    assert (
        compare([("a.json", plausible()), ("b.json", newer)]).columns[5].label
        == "Open MPI 4.1.4 (another)"
    )


@pytest.mark.parametrize(
    "id, differ, odd",
    [
        ("cvar-name-nonempty", True, [1]),
        ("cvar-desc-recommended", True, [0]),
        ("cvar-num-nonnegative", False, []),
        # vacuous on one of them: two that judge, and neither is the only one
        ("pvar-session-isolated", True, []),
        # pass, vacuous, pass; and pass, error, pass
        ("pvar-class-counter-monotonic", False, []),
        ("category-changed-stamp", False, []),
    ],
    ids=repr,
)
def test_comparison_marks_the_only_different_target(id, differ, odd):
    comparison = compare([("a.json", plausible())])
    assert (row(comparison, id).verdicts_differ, row(comparison, id).odd) == (differ, odd)


def test_comparison_marks_a_library_that_differs_in_all_versions():
    newer = plausible()
    newer.targets[2].library_version = "Open MPI v5.0.8"
    comparison = compare([("a.json", plausible()), ("b.json", newer)])
    for id, party in (("init-finalize-after-mpi", "Open MPI"), ("cvar-name-nonempty", "MPICH")):
        assert [comparison.parties[each] for each in row(comparison, id).odd] == [party]
    newer.clauses[2].verdicts["openmpi"] = Verdict.good  # fails in the old version only
    fixed = compare([("a.json", plausible()), ("b.json", newer)])
    assert (row(fixed, "cvar-name-unique").odd, fixed.parties[2]) == ([2], "Open MPI 4.1.4")


def test_behaviour_is_not_a_verdict():
    report = plausible()
    for test in report.tests:
        if test.target == "openmpi" and test.behaviours:
            test.behaviours[0].value = "MPI_T_ERR_INVALID"
    clause = row(compare([("a.json", report)]), "cvar-info-null-out-ignored")
    assert (clause.verdicts_differ, clause.behaviours_differ, clause.odd) == (False, True, [2])
    assert [each.values for each in clause.behaviours] == [
        ["MPI_SUCCESS", "MPI_SUCCESS", "MPI_T_ERR_INVALID"]
    ]
    assert clause.deviations == []


def test_a_clause_missing_from_a_report_is_not_run_there():
    older = plausible()
    del older.clauses[0]
    comparison = compare([("old.json", older), ("new.json", plausible())])
    assert len(comparison.rows) == len(plausible().clauses)
    verdicts = row(comparison, "cvar-num-nonnegative").verdicts
    assert (verdicts[0], verdicts[3]) == (None, Verdict.good)


def test_comparison_lists_names_unique_to_one_target():
    only = compare([("a.json", plausible())]).only
    assert [(each.column, each.kind, each.names) for each in only] == [
        (1, "category", ["COLLECTIVE"])
    ]


def test_a_single_inventory_has_no_unique_names():
    report = plausible()
    report.targets[0].inventory = []
    assert compare([("a.json", report)]).only == []


def test_comparison_lists_findings_with_their_first_version():
    newer = plausible()
    newer.targets[2].library_version = "Open MPI v4.1.10"
    comparison = compare([("new.json", newer), ("old.json", plausible())])
    assert len(comparison.findings) == len(plausible().findings)
    found = next(
        each for each in comparison.findings if each.finding.clauses[0] == "cvar-name-unique"
    )
    assert found.first_seen == ["Open MPI 4.1.4"]
    assert (found.verdicts[2], found.verdicts[1]) == (Verdict.fail, None)
    text = comparison_markdown(comparison)
    assert text.index("## Findings") < text.index("## Columns")
    assert f"| {found.finding.id} {found.finding.line} |" in text


def test_comparison_needs_a_target():
    report = plausible()
    report.targets, report.tests = [], []
    with pytest.raises(UserError):
        compare([("a.json", report)])


def test_comparison_markdown_contains_only_differences():
    text = comparison_markdown(compare([("a.json", plausible())]))
    assert "| cvar-name-nonempty (must) | ✓ pass | ✗ fail | ✓ pass |\n" in text
    assert "cvar-num-nonnegative" not in text
    assert "| MPICH 4.0.2 | category | 1 |" in text


def test_hostile_text_is_escaped_in_markup():
    report = small()
    report.tests[3].behaviours[0].key = "A | B <img>"
    text = comparison_markdown(compare([("<img>|.json", report)]))
    assert MARK in text
    assert "<img" not in text
    assert "<script" not in text

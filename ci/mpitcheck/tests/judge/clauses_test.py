# SPDX-License-Identifier: BSD-3-Clause
"""Look-ups in the catalogue that the build generated."""
import pytest

from mpitcheck.judge.clauses import (
    LEVELS,
    all_clauses,
    annotate,
    api_constants,
    api_functions,
    clause_results,
    find_clause,
    is_in_catalogue,
    level_of,
    parse_version,
    section_for,
    stated_in,
    strictest_level,
)
from mpitcheck.judge.offence import Failure


def first(level):
    return next(clause.id for clause in all_clauses() if clause.level == level)


def test_clauses_are_found_by_id():
    assert find_clause("cvar-name-nonempty").id == "cvar-name-nonempty"
    assert find_clause("cvar-name") is None
    assert [find_clause(clause.id) for clause in all_clauses()] == all_clauses()


@pytest.mark.parametrize(
    "version, section",
    [((3, 1), "14.3.8"), ((4, 1), "15.3.9 (Category Query Functions)"), ((2, 2), ""), ((0, 0), "")],
    ids=repr,
)
def test_the_section_follows_the_chapter_of_the_version(version, section):
    assert section_for(find_clause("category-num-nonnegative"), version) == section


def test_the_section_of_a_future_version_is_that_of_the_last_one():
    clause = find_clause("category-num-nonnegative")
    assert section_for(clause, (5, 7)) == section_for(clause, (5, 0))


def test_the_section_is_empty_outside_the_versions_of_a_clause():
    assert section_for(find_clause("event-num-success"), (3, 1)) == ""
    until = find_clause("errors-are-classes")
    assert [bool(section_for(until, version)) for version in ((3, 0), (4, 0), (4, 1))] == [
        True,
        True,
        False,
    ]


def test_inferred_rules_are_marked_everywhere():
    inferred, stated = find_clause("cvar-handle-several"), find_clause("cvar-name-unique")
    failure = Failure(inferred.id)
    annotate(failure, "4.0")
    shown = {result.id: result.rule for result in clause_results()}
    for text in (inferred.statement, failure.rule, shown[inferred.id]):
        assert text.endswith(" (Inferred: nothing limits the number of handles.)"), text
    assert shown[stated.id] == stated.rule
    assert (
        stated_in(inferred.id, "3.1")
        == "Inferred from: MPI 3.1, section 14.3.6: nothing limits the number of handles"
    )
    assert stated_in(stated.id, "3.1") == "Stated in: MPI 3.1, section 14.3.6"


def test_levels_agree_with_the_catalogue():
    assert {clause.level for clause in all_clauses()} == set(LEVELS)


def test_the_level_of_an_unknown_clause_is_must():
    assert [level_of(first(level)) for level in LEVELS] + [level_of("unknown")] == [*LEVELS, "must"]


@pytest.mark.parametrize(
    "clauses, level",
    [
        pytest.param([], "must", id="none"),
        pytest.param([first("advice")], "advice", id="advice"),
        pytest.param([first("advice"), first("quality")], "quality", id="advice, quality"),
        pytest.param([first("quality"), first("should")], "should", id="quality, should"),
        pytest.param([first("should"), "unknown"], "must", id="should, unknown"),
    ],
)
def test_the_strictest_level(clauses, level):
    assert strictest_level(clauses) == level


@pytest.mark.parametrize(
    "text, version",
    [
        ("4.0", (4, 0)),
        ("4.1rc", (4, 1)),
        ("10.12.3", (10, 12)),
        ("4", (0, 0)),
        ("4.", (0, 0)),
        ("", (0, 0)),
        ("v4.0", (0, 0)),
        ("4.99999999999", (0, 0)),
        pytest.param("9" * 5000 + ".1", (0, 0), id="5000 digits"),
    ],
    ids=repr,
)
def test_versions_are_parsed(text, version):
    assert parse_version(text) == version


def test_a_failure_is_annotated():
    failure = Failure("category-num-nonnegative")
    annotate(failure, "3.1")
    assert (failure.level, failure.section) == ("must", "14.3.8")
    assert "Categories are optional" in failure.rule
    failure = Failure("unknown")
    annotate(failure, "3.1")
    assert (failure.level, failure.rule, failure.section) == ("must", "", "")


def test_results_follow_the_catalogue():
    results = clause_results()
    assert [result.id for result in results] == [clause.id for clause in all_clauses()]
    assert (results[0].tests, results[0].verdicts) == ([], {})
    results[0].section["x"] = results[0].functions.append("x")
    assert "x" not in [*all_clauses()[0].section, *all_clauses()[0].functions]


def test_other_texts():
    assert (
        find_clause("strings-length-out-on-truncation").accept
        == "length of the full text plus one; n, i.e. stored characters plus one"
    )
    assert [is_in_catalogue(name) for name in ("cvar-name-nonempty", "A6", "a6")] == [
        True,
        True,
        False,
    ]


def test_the_interface():
    functions = [function.name for function in api_functions()]
    assert (len(functions), len(set(functions))) == (51, 51)
    assert "MPI_T_pvar_readreset" in functions
    assert api_constants()["MPI_T_BIND_MPI_SESSION"] == "4.0"
    assert "MPI_T_ERR_CVAR_SET_NEVER" in next(
        each.codes for each in api_functions() if each.name == "MPI_T_cvar_write"
    )

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of what a finding contains: tests, targets, objects and programs."""
import pytest

from mpitcheck.judge.model import KnownDeviation, Repro, Verdict
from mpitcheck.judge.offence import Failure
from tests.judge.offences import INVALID, code, death, findings_of, offence, result


def test_findings_are_counted_once_over_tests_clauses_and_targets():
    segv, abort = death("MPI_Init", "SIGSEGV"), death("MPI_Init", "SIGABRT")
    [finding] = findings_of(
        result("old", "a", [offence("one", segv)]),
        result("old", "b", [offence("two", abort)]),
        result("new", "a", [offence("one", segv)]),
    )
    assert finding.line == "MPI_Init crashes (SIGSEGV or SIGABRT)"
    assert finding.clauses == ["one", "two"]
    old, new = finding.sightings
    assert old.tests == [0, 1]
    assert len(old.examples) == 2
    assert old.objects == ["pvar 0"]
    assert new.target == "new"


def test_findings_list_the_strictest_rule_first():
    failures = [
        offence(clause, death("MPI_T_a", "SIGSEGV"), level)
        for clause, level in (
            ("slack", "should"),
            ("one", "must"),
            ("general-failure-not-fatal", "must"),
        )
    ]
    [found] = findings_of(result("old", "a", failures))
    assert found.clauses == ["general-failure-not-fatal", "one", "slack"]


def test_advice_and_errors_of_mpitcheck_are_not_findings():
    assert (
        findings_of(
            result("old", "a", [offence("one")], verdict=Verdict.error),
            result("old", "b", [offence("two", None, "advice")]),
        )
        == []
    )


def test_findings_contain_each_deviating_test():
    [finding] = findings_of(
        result("old", "a.hung", [], verdict=Verdict.timeout, message="no end within 60 s")
    )
    assert "no end within 60 s" in finding.line
    assert finding.sightings[0].tests == [0]


@pytest.mark.parametrize(
    "first, second, known, standing",
    [
        pytest.param(True, True, KnownDeviation(), "known", id="known"),
        pytest.param(True, False, KnownDeviation(), "new", id="one is new"),
        pytest.param(True, True, None, "", id="below must, without entry"),
        pytest.param(None, None, None, "", id="not gated"),
    ],
)
def test_findings_are_known_if_all_their_tests_deviate_as_expected(first, second, known, standing):
    [finding] = findings_of(
        result("old", "a", [offence("one")], expected=first, known=known),
        result("old", "b", [offence("one")], expected=second),
    )
    assert finding.sightings[0].standing == standing


def test_findings_show_the_reproducer_of_a_test_with_one_finding():
    one, two, repro = (
        offence("one"),
        offence("two"),
        Repro(True, "int main(void) { return 1; }"),
    )
    first, second = findings_of(
        result("old", "both", [one, two], repro=repro),
        result("old", "alone", [one], repro=repro),
    )
    assert first.clauses == ["one"]
    assert first.sightings[0].tests == [1, 0]
    assert first.sightings[0].program
    assert not second.sightings[0].program


def _with_program(clause, *calls):
    return Repro(True, f"/* Shows a broken rule of MPI_T: {clause}\n", calls=list(calls))


def test_reproducer_belongs_to_the_finding_of_its_clause_and_last_call():
    ended, failed = (
        offence("one", death("MPI_T_cvar_get_num", "SIGSEGV")),
        offence("one", code("MPI_T_finalize", ["MPI_SUCCESS"], INVALID)),
    )
    repro = _with_program("one", "MPI_T_cvar_get_num(&num_cvar) does not return")
    found = findings_of(result("old", "both", [failed, ended], repro=repro))
    assert {each.line.partition(" ")[0]: each.sightings[0].program for each in found} == {
        "MPI_T_cvar_get_num": True,
        "MPI_T_finalize": False,
    }


def test_first_test_of_a_finding_has_the_shortest_evidence():
    long, short = offence("one"), offence("one")
    long.calls, short.calls = ["MPI_T_a()"] * 8, ["MPI_T_a()"] * 2
    [finding] = findings_of(result("old", "long", [long]), result("old", "short", [short]))
    assert finding.sightings[0].tests == [1, 0]
    many, few = (_with_program("one", *["MPI_T_a()"] * count) for count in (5, 3))
    [finding] = findings_of(
        result("old", "many", [short], repro=many), result("old", "few", [long], repro=few)
    )
    assert finding.sightings[0].tests == [1, 0]


def test_findings_are_sorted_by_novelty_and_level():
    found = findings_of(
        result("old", "known", [offence("one")], expected=True, known=KnownDeviation()),
        result("old", "slack", [offence("three", None, "quality")]),
        result("old", "fresh", [offence("two")], expected=False),
    )
    assert [finding.clauses[0] for finding in found] == ["two", "one", "three"]


def test_findings_name_some_objects_and_count_the_rest():
    failures = [Failure("one", f"pvar {i}", "this", "that", level="must") for i in range(23)]
    [finding] = findings_of(result("old", "a", failures))
    [sighting] = finding.sightings
    assert sighting.objects == [f"pvar {i}" for i in range(20)]
    assert sighting.more_objects == 3

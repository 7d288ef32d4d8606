# SPDX-License-Identifier: BSD-3-Clause
"""Which findings follow from others."""
from types import SimpleNamespace

import pytest

from mpitcheck.judge import consequences
from mpitcheck.judge.consequences import attach_consequences, behind_roots
from mpitcheck.judge.model import Finding, Sighting, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.schema.records import Answer, Fact

RESTS_ON = {
    "pvar-sum": ["pvar-read"],
    "pvar-read": ["pvar-handle"],
    "pvar-handle": ["text"],
    "cvar-read": ["text"],
    "threads": ["MPI_T_*"],
    "twin": ["MPI_T_*"],
}


def finding(id, *clauses, level="must", function="", target="one", verdict=Verdict.fail):
    fact = Fact(function, "buf", "one-of", ["1"], "2") if function else None
    examples = [Failure(clause, fact=fact, level=level) for clause in clauses]
    return Finding(
        id,
        level=level,
        clauses=list(clauses),
        sightings=[Sighting(target, verdict, examples=examples)],
    )


@pytest.fixture
def small_catalogue(monkeypatch):
    """Replaces the catalogue by the clauses of RESTS_ON."""
    monkeypatch.setattr(
        consequences,
        "find_clause",
        lambda clause: SimpleNamespace(rests_on=RESTS_ON.get(clause, [])),
    )


def roots(*findings):
    attach_consequences(findings)
    return {each.id: each.sightings[0].rests_on for each in findings}


@pytest.mark.usefixtures("small_catalogue")
def test_consequences_follow_from_their_evidence():
    assert roots(finding("B", "pvar-sum"), finding("A", "pvar-read")) == {"A": "", "B": "A"}


@pytest.mark.usefixtures("small_catalogue")
def test_consequences_follow_from_the_start_of_a_chain():
    assert roots(finding("C", "pvar-sum"), finding("B", "pvar-read"), finding("A", "text")) == {
        "A": "",
        "B": "A",
        "C": "A",
    }
    assert roots(finding("C", "pvar-sum"), finding("A", "text")) == {"A": "", "C": "A"}


def test_a_circle_has_a_root():
    sightings = [Sighting("one", rests_on=each) for each in "BCA"]
    consequences._follow_to_roots(sightings, dict(zip("ABC", sightings)))
    assert [each.rests_on for each in sightings] == ["", "A", "A"]


@pytest.mark.usefixtures("small_catalogue")
def test_one_independent_rule_makes_a_finding_a_root():
    assert roots(finding("B", "pvar-sum", "other"), finding("A", "pvar-read")) == {"A": "", "B": ""}


@pytest.mark.usefixtures("small_catalogue")
def test_findings_about_other_targets_or_kinds_are_roots():
    assert roots(finding("B", "pvar-sum"), finding("A", "pvar-read", target="two")) == {
        "A": "",
        "B": "",
    }
    of_cvars = finding("A", "text", function="MPI_T_cvar_get_info")
    assert roots(finding("B", "pvar-read"), of_cvars) == {"A": "", "B": ""}
    assert roots(finding("B", "cvar-read"), of_cvars) == {"A": "", "B": "A"}


@pytest.mark.usefixtures("small_catalogue")
def test_findings_rest_on_the_functions_that_they_use():
    read = finding("A", "pvar-read", function="MPI_T_pvar_read")
    twin = finding("B", "twin", function="PMPI_T_pvar_read")
    assert roots(twin, read) == {"A": "", "B": "A"}
    assert roots(twin, finding("C", "threads", function="MPI_T_pvar_read")) == {"B": "", "C": ""}
    both = finding("A", "pvar-read", "threads", function="MPI_T_pvar_read")
    assert roots(twin, both) == {"A": "", "B": "A"}
    assert roots(finding("B", "twin", function="MPI_T_pvar_stop"), read) == {"A": "", "B": ""}
    assert roots(finding("B", "twin"), read) == {"A": "", "B": ""}
    crash = finding("B", "twin", function="MPI_T_pvar_read", verdict=Verdict.crash)
    assert roots(crash, read) == {"A": "", "B": ""}


@pytest.mark.usefixtures("small_catalogue")
@pytest.mark.parametrize("output, root", [("num_cvars", "A"), ("num_pvars", "")])
def test_findings_rest_on_the_answers_that_their_wanted_values_come_from(output, root):
    info = finding("A", "counts", function="MPI_T_category_get_info")
    info.sightings[0].examples[0].fact.output = "num_cvars"
    members = finding("B", "counts", function="MPI_T_category_get_cvars")
    members.sightings[0].examples[0].fact.sources = [Answer("MPI_T_category_get_info", output)]
    assert roots(members, info) == {"A": "", "B": root}


@pytest.mark.usefixtures("small_catalogue")
@pytest.mark.parametrize(
    "function, code, test, root",
    [
        ("MPI_T_pvar_start", "MPI_T_ERR_INVALID_SESSION", 1, "A"),
        ("MPI_T_pvar_stop", "MPI_T_ERR_INVALID_SESSION", 1, ""),
        ("MPI_T_pvar_start", "MPI_T_ERR_INVALID", 1, ""),
        ("MPI_T_pvar_start", "MPI_SUCCESS", 1, ""),
        ("MPI_T_pvar_start", "MPI_T_ERR_INVALID_SESSION", 2, ""),
    ],
)
def test_a_wrong_code_follows_from_refusals_of_what_is_allowed(function, code, test, root):
    refused = finding("A", "start")
    refused.sightings[0].tests = [0, 1]
    refused.sightings[0].examples[0].fact = Fact(
        "MPI_T_pvar_start", "code", "one-of", ["MPI_SUCCESS"], "MPI_T_ERR_INVALID_SESSION"
    )
    wrong_code = finding("B", "mismatch")
    wrong_code.sightings[0].tests = [test]
    wrong_code.sightings[0].examples[0].fact = Fact(
        function, "code", "one-of", ["MPI_T_ERR_INVALID_HANDLE"], code
    )
    assert roots(wrong_code, refused) == {"A": "", "B": root}


@pytest.mark.usefixtures("small_catalogue")
@pytest.mark.parametrize(
    "clause, function, code, root",
    [
        pytest.param("init-count", "", "MPI_T_ERR_NOT_INITIALIZED", "A", id="fails likewise"),
        pytest.param("init-count", "", "MPI_T_ERR_INVALID", "", id="another code"),
        pytest.param(
            "init-count", "MPI_T_pvar_start", "MPI_T_ERR_NOT_INITIALIZED", "", id="a named call"
        ),
        pytest.param("cvar-number", "", "MPI_T_ERR_NOT_INITIALIZED", "", id="other objects"),
    ],
)
def test_the_failure_of_an_unnamed_call_follows_from_a_call_that_fails_likewise(
    clause, function, code, root
):
    named = finding("A", clause)
    named.sightings[0].examples[0].fact = Fact(
        "MPI_T_cvar_get_num", "code", "one-of", ["MPI_SUCCESS"], "MPI_T_ERR_NOT_INITIALIZED"
    )
    random = finding("B", "pvar-start")
    random.sightings[0].examples[0].fact = Fact(function, "code", "one-of", ["MPI_SUCCESS"], code)
    assert roots(random, named) == {"A": "", "B": root}


@pytest.mark.usefixtures("small_catalogue")
def test_a_broken_must_does_not_follow_from_a_quality_rule():
    quality = finding("A", "pvar-read", level="quality")
    assert roots(finding("B", "pvar-sum"), quality) == {"A": "", "B": ""}


@pytest.mark.usefixtures("small_catalogue")
def test_consequences_are_sorted_after_their_roots():
    findings = [finding("B", "pvar-sum"), finding("D", "other"), finding("A", "pvar-read")]
    attach_consequences(findings)
    assert [each.id for each in behind_roots(findings)] == ["D", "A", "B"]
    assert [each.is_consequence for each in findings] == [True, False, False]


@pytest.mark.parametrize(
    "clause, root, function",
    [
        ("pvar-restart-continues", "pvar-stop-freezes", "MPI_T_pvar_read"),
        ("pvar-reset-keeps-run-state", "pvar-stop-freezes", "MPI_T_pvar_read"),
        ("event-data-copy-layout", "event-data-read", "MPI_T_event_copy"),
        ("event-handle-set-info-preserves", "event-handle-get-info", ""),
        ("strings-exact-fit", "strings-at-most-n-minus-1", "MPI_T_cvar_get_info"),
    ],
)
def test_findings_rest_on_a_broken_function_that_their_test_uses(clause, root, function):
    findings = [finding("B", clause, function=function), finding("A", root)]
    attach_consequences(findings)
    assert [each.sightings[0].rests_on for each in findings] == ["A", ""]
    attach_consequences(findings[:1])
    assert findings[0].sightings[0].rests_on == ""

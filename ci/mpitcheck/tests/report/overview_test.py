# SPDX-License-Identifier: BSD-3-Clause
"""The sentences and sections that every output begins with."""
import pytest

from mpitcheck.judge.model import Counts, Verdict
from mpitcheck.report.overview import sections, sentences
from tests.report import samples
from tests.report.overview_samples import (
    ALONE,
    FOLLOWS,
    READ,
    READ_TOO,
    finding,
    grouped,
    with_findings,
)


def _sentence(*findings, gated=False, change=lambda report: None):
    """Returns what is said about mpich, without its other verdicts."""
    report = with_findings(*findings, gated=gated)
    report.tests = [test for test in report.tests if test.target != "mpich"]
    change(report)
    return sentences(report)[1]


@pytest.mark.parametrize(
    "findings, gated, said",
    [
        ([], False, "no must rule is broken."),
        ([("must", "")], False, "1 finding breaks a must rule."),
        ([("must", "known")], True, "1 finding breaks a must rule, known."),
        ([("must", "known")] * 2, True, "2 findings break a must rule, all known."),
        ([("must", "new")] * 2, True, "2 findings break a must rule, all new."),
        (
            [("must", "known"), ("must", "new")],
            True,
            "2 findings break a must rule, 1 of them new.",
        ),
        ([("quality", "")], False, "no must rule is broken; 1 is of level should or quality."),
        (
            [("must", ""), ("should", ""), ("quality", "")],
            False,
            "1 finding breaks a must rule; 2 more are of level should or quality.",
        ),
    ],
)
def test_sentence_counts_findings(findings, gated, said):
    made = [
        finding(f"F-00000{i}", "MPI_T_cvar_read", level, standing)
        for i, (level, standing) in enumerate(findings)
    ]
    assert _sentence(*made, gated=gated) == f"MPICH 4.0.2: {said}"


def test_findings_that_follow_from_others_are_not_counted():
    assert "3 findings break" in sentences(grouped())[1]


def _with_tests(verdict, missing, count, **counts):
    def change(report):
        test = samples.plausible().tests[0]
        test.target, test.verdict, test.missing = "mpich", verdict, missing
        report.tests += [test] * count
        report.targets[1].counts = Counts(**{"cvars": 1, "pvars": 1, "categories": 1, **counts})

    return change


def test_sentence_names_the_kinds_of_objects_that_are_missing_and_the_option_that_adds_them():
    change = _with_tests(Verdict.vacuous, "a pvar", 2, pvars=0, events=1, sources=1)
    assert _sentence(change=change).endswith(
        " 2 tests had nothing to examine: no performance variables"
        " (configure --enable-mpit-pvars=all adds performance variables)."
    )
    change = _with_tests(Verdict.vacuous, "an event", 1)
    assert _sentence(change=change).endswith(
        " 1 test had nothing to examine: no event types or event sources."
    )


def test_sentence_names_the_most_common_need_if_no_kind_is_missing():
    change = _with_tests(
        Verdict.vacuous, "a timer; an atomic sum; a watermark", 3, events=1, sources=1
    )
    assert _sentence(change=change).endswith(
        " 3 tests had nothing to examine for lack of a timer, an atomic sum and more."
    )


@pytest.mark.parametrize(
    "verdict, said",
    [
        (Verdict.inconclusive, "2 tests could not finish."),
        (Verdict.error, "2 tests ended by an error of mpitcheck."),
    ],
)
def test_sentence_counts_tests_without_a_verdict(verdict, said):
    assert _sentence(change=_with_tests(verdict, "", 2)).endswith(said)


def test_targets_with_one_library_are_distinguished_by_name():
    report = with_findings()
    report.targets[0].library_version = report.targets[1].library_version
    assert [text.partition(":")[0] for text in sentences(report)] == [
        "MPICH 4.0.2 (reference)",
        "MPICH 4.0.2 (mpich)",
        "Open MPI 4.1.4",
    ]


def _outline(report):
    return [
        (
            section.title,
            section.is_folded,
            [
                (group.function, [entry.finding.id for entry in group.entries])
                for group in section.groups
            ],
        )
        for section in sections(report)
    ]


def test_new_findings_come_first_then_known_ones_then_folded_others():
    report = with_findings(
        finding("F-000001", "MPI_T_a", "quality", "new"),
        finding("F-000002", "MPI_T_b", "must", "known"),
        finding("F-000003", "MPI_T_c", "should", "known"),
        gated=True,
    )
    assert _outline(report) == [
        ("New", False, [("", ["F-000001"])]),
        ("Known", False, [("", ["F-000002"])]),
        ("Should and quality", True, [("", ["F-000003"])]),
    ]
    report.gate = None
    report.findings = report.findings[1:2]
    assert _outline(report) == [("Broken rules", False, [("", ["F-000002"])])]


def test_findings_of_one_function_are_a_group_and_consequences_belong_to_their_root():
    [section] = sections(grouped())
    assert [group.function for group in section.groups] == ["MPI_T_cvar_read", ""]
    assert [[entry.finding.id for entry in group.entries] for group in section.groups] == [
        [READ, READ_TOO],
        [ALONE],
    ]
    [follows] = section.groups[0].entries[0].consequences
    assert follows.id == FOLLOWS
    assert len(section.findings) == 3


def test_new_finding_that_follows_from_a_known_one_is_shown_as_new():
    report = with_findings(
        finding(READ, "MPI_T_a", "must", "known"),
        finding(FOLLOWS, "MPI_T_b", "must", "new", rests_on=READ),
        gated=True,
    )
    assert _outline(report) == [
        ("New", False, [("", [FOLLOWS])]),
        ("Known", False, [("", [READ])]),
    ]


def test_sections_of_a_target_contain_its_findings():
    report = samples.gated()
    shown = [
        found
        for target in report.targets
        for section in sections(report, target.name)
        for found in section.findings
    ]
    assert [len(found.sightings) for found in shown] == [1] * len(shown)
    assert len(shown) == sum(len(found.sightings) for found in report.findings)


def test_every_finding_is_in_one_section():
    report = samples.gated()
    shown = [found.id for section in sections(report) for found in section.findings]
    assert sorted(shown) == sorted(each.id for each in report.counted_findings)

# SPDX-License-Identifier: BSD-3-Clause
"""Derivations of the model: clause verdicts, the gate. Its words."""
from mpitcheck.judge.data import from_data, to_data
from mpitcheck.judge.model import ClauseResult, Examination, RunReport, TestResult, Verdict
from mpitcheck.judge.results import clause_verdict, derive_clause_verdicts, exit_code_of


def result(verdict, level="must", **members):
    return TestResult(
        **{
            "target": "t",
            "name": "a.test",
            "clauses": ["one", "two"],
            "verdict": verdict,
            "level": level,
            **members,
        }
    )


def test_names_round_trip():
    for verdict in Verdict:
        assert Verdict.named(verdict.word) == verdict
        assert from_data(Verdict, to_data(verdict)) == verdict
    for word in ("passed", "good", "early_exit", "", None):
        assert Verdict.named(word) is None


def assert_verdicts(test, *wanted):
    for clause, level, verdict in wanted:
        assert clause_verdict(test, clause, level) == verdict, (clause, level)


def test_clauses_of_a_test_are_separate():
    assert_verdicts(
        result(Verdict.fail, examinations=[Examination("one", 5, 2), Examination("two", 5, 0)]),
        ("one", "must", Verdict.fail),
        ("one", "should", Verdict.warn),
        ("one", "quality", Verdict.quality),
        ("one", "advice", Verdict.good),
        ("two", "must", Verdict.good),
    )  # advice binds nobody


def test_clause_verdict_charges_a_crash_to_its_clause_only():
    assert_verdicts(
        result(Verdict.crash, charged=["one"]),
        ("one", "must", Verdict.crash),
        ("two", "must", Verdict.vacuous),
    )


def test_clause_verdict_is_never_a_pass_without_an_examination():
    assert_verdicts(
        result(Verdict.good, examinations=[Examination("one", 0, 0)]),
        ("one", "must", Verdict.vacuous),
        ("two", "must", Verdict.vacuous),
    )
    assert_verdicts(result(Verdict.error), ("one", "must", Verdict.error))
    assert_verdicts(
        result(Verdict.error, examinations=[Examination("one", 3, 0)]),
        ("one", "must", Verdict.error),
    )


def test_clause_verdict_merges_over_tests_and_targets():
    report = RunReport(clauses=[ClauseResult("one", level="must"), ClauseResult("two")])
    examined = [Examination("one", 1, 0)]
    report.tests = [
        result(Verdict.good, examinations=examined),
        result(
            Verdict.fail,
            name="b.test",
            clauses=["one"],
            examinations=[Examination("one", 1, 1)],
        ),
        result(Verdict.good, target="u", examinations=examined),
    ]
    derive_clause_verdicts(report)
    one, two = report.clauses
    assert one.verdicts == {"t": Verdict.fail, "u": Verdict.good}
    assert two.verdicts["t"] == Verdict.vacuous
    assert one.tests == ["a.test", "b.test"]


def test_only_a_broken_must_decides():
    report = RunReport()
    assert exit_code_of(report) == 0
    for verdict in (
        Verdict.good,
        Verdict.warn,
        Verdict.quality,
        Verdict.vacuous,
        Verdict.not_applicable,
    ):
        report.tests.append(result(verdict))
    for more, wanted in (
        (result(Verdict.crash, "quality"), 0),
        (result(Verdict.error), 3),
        (result(Verdict.timeout), 1),
    ):
        report.tests.append(more)
        assert exit_code_of(report) == wanted

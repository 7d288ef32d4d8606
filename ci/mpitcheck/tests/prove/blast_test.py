# SPDX-License-Identifier: BSD-3-Clause
"""Which blasts there are, and how one is judged."""
import pytest

from mpitcheck.judge.deadly_call import QUARANTINE_TEST
from mpitcheck.judge.model import Examination, RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.prove.blast import BlastCase, blast_cases, judge_blast
from mpitcheck.schema.records import Fact

HARMFUL = "MPI_T_event_get_info"
ALL_CALLS, ONE_OBJECT = BlastCase(HARMFUL, "segv"), BlastCase(HARMFUL, "segv", 3)
REFUSED = BlastCase(HARMFUL, "refuse")


def _test(name, verdict, calls_it=False, examined=1, failures=()):
    return TestResult(
        name=name,
        verdict=verdict,
        examinations=[Examination("rule", examined)],
        failures=list(failures),
        codes={HARMFUL: ["MPI_SUCCESS"]} if calls_it else {},
    )


def _telling():
    fact = Fact(HARMFUL, "", "survives", [], "SIGSEGV")
    return _test(QUARANTINE_TEST, Verdict.crash, failures=[Failure("", fact=fact, crash=True)])


def _report(tests, seconds=8):
    report = RunReport(targets=[TargetResult(library_version="a library")], tests=tests)
    report.footer.seconds = seconds
    return report


def _usual():
    return _report(
        [
            _test(QUARANTINE_TEST, Verdict.good),
            _test("strings", Verdict.good, True),
            _test("init", Verdict.good),
            _test("events", Verdict.good, True),
        ]
    )


def _judged(tests, blast=ALL_CALLS, seconds=8):
    return judge_blast(blast, _usual(), _report([*tests, _telling()], seconds))


def test_objects_come_from_the_inventory():
    inventory = {
        "functions": {
            "MPI_T_cvar_get_num": True,
            "MPI_T_cvar_get_info": True,
            "MPI_T_cvar_read": True,
            "MPI_T_event_get_info": False,
        },
        "cvars": [{"bind": "MPI_T_BIND_NO_OBJECT"}, {"bind": "MPI_T_BIND_MPI_WIN"}],
    }
    assert [blast.name for blast in blast_cases(inventory) if blast.harm == "hang"] == [
        "MPI_T_cvar_get_info:hang",
        "MPI_T_cvar_get_info:hang:1",
        "MPI_T_cvar_get_num:hang",
        "MPI_T_cvar_read:hang",
        "MPI_T_cvar_read:hang:0",
    ]


@pytest.mark.parametrize(
    "function, number",
    [
        ("MPI_T_enum_get_item", 2),
        ("MPI_T_enum_get_info", 0),
        ("MPI_T_event_read", 0),
        ("MPI_T_category_changed", None),
        ("MPI_T_category_get_cvars", 0),
        ("MPI_T_source_get_info", 1),
        ("MPI_T_pvar_get_index", 1),
        ("MPI_T_pvar_start", 0),
        ("MPI_T_event_handle_alloc", None),
    ],
)
def test_the_object_is_the_last_usable_one(function, number):
    inventory = {
        "cvars": [{"enumtype": "colours"}, {"enumtype": None}],
        "pvars": [{"bind": "MPI_T_BIND_MPI_COMM"}, {}],
        "categories": [{}],
        "sources": [{}, {}],
        "enums": [{}, {"items": [1, 2, 3]}],
    }
    assert blast_cases({"functions": {function: True}, **inventory})[1].object == number


def test_tests_that_need_the_function_may_be_inconclusive():
    tests = [
        _test("strings", Verdict.inconclusive, examined=0),
        _test("init", Verdict.good),
        _test("events", Verdict.good),
    ]
    result = _judged(tests)
    assert (result.needing, result.inconclusive, result.share_examining()) == (2, 1, 50)
    assert result.over() == []
    # One object leaves the others to examine.
    assert _judged(tests, ONE_OBJECT).over() == ["50 % examine other objects"]


def test_other_tests_keep_their_verdicts():
    result = _judged(
        [
            _test("strings", Verdict.good, True),
            _test("init", Verdict.inconclusive),
            _test("events", Verdict.good, True),
        ]
    )
    assert [change.test for change in result.changed] == ["init"]
    assert result.over() == ["1 other verdicts changed"]


def test_a_test_that_judges_the_function_needs_it():
    fact = Fact(HARMFUL, "", "one-of", ["MPI_SUCCESS"], "refused")
    inside = _test(
        "init", Verdict.fail, failures=[Failure("", fact=fact)]
    )  # the record lacks what callbacks call
    stepping = _test("init", Verdict.fail)
    stepping.left_out = [HARMFUL + " of 3"]
    for test in (inside, stepping):
        result = _judged([_test("strings", Verdict.good), test], REFUSED)
        assert (result.changed, result.needing) == ([], 2)


def test_a_test_that_ends_without_verdict_is_lost():
    result = _judged(
        [
            _test("strings", Verdict.early_exit, True),
            _test("init", Verdict.good),
            _test("events", Verdict.good, True),
        ]
    )
    assert result.over() == ["1 tests lost"]


def test_time_and_output_are_limited():
    assert _judged([], seconds=25).over() == ["3.1 times the usual time"]
    assert judge_blast(ALL_CALLS, _usual(), _usual()).over() == ["no test reports it"]
    assert judge_blast(REFUSED, _usual(), _usual()).over() == []

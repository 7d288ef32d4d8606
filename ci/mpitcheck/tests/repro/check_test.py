# SPDX-License-Identifier: BSD-3-Clause
"""From a fact to the call and the terms of a program."""
from dataclasses import replace

import pytest

from mpitcheck.repro import check as checks
from mpitcheck.repro.answers import CODE, Output, parse_output, recorded, same_answer
from mpitcheck.repro.check import check_of, or_out_of_reach
from mpitcheck.repro.predicate import Place, Term
from mpitcheck.schema.records import Answer, Condition, Fact
from tests.repro.traces import call, last, wrong_read


def again(call, argument=None, answer=None):
    """The same call, with another first argument or second answer."""
    return replace(
        call,
        arguments=[argument or call.arguments[0], *call.arguments[1:]],
        answers=[call.answers[0], answer or call.answers[1], *call.answers[2:]],
    )


def of_name(relation, wanted, seen, source="name"):
    return Fact(
        "MPI_T_cvar_get_info",
        "name",
        relation,
        wanted,
        seen,
        [Answer("MPI_T_cvar_get_info", source)],
    )


def test_check_is_the_last_call_with_that_answer():
    trace = wrong_read()
    trace.calls.append(call("MPI_T_cvar_handle_free", ["@a1"], ["MPI_T_CVAR_HANDLE_NULL"]))
    check = check_of(trace)
    assert (check.judged, len(check.terms)) == (7, 2)  # and that the call succeeded
    assert (check.terms[1].op, check.terms[1].value) == ("!=", "5")


def test_check_is_none_without_a_call_with_that_answer():
    trace = wrong_read()
    for fact in (Fact("MPI_T_cvar_read", "buf", "one-of", ["5"], "17"), None):
        trace.complaint.fact = fact
        assert check_of(trace) is None


@pytest.mark.parametrize(
    "wanted, function, version, count",
    [
        ("MPI_T_ERR_INVALID_HANDLE", "MPI_T_cvar_read", "4.0", 2),
        ("MPI_T_ERR_INVALID_HANDLE", "MPI_T_cvar_read", "3.1", 1),
        ("MPI_T_ERR_INVALID_HANDLE", "MPI_T_event_read", "4.0", 1),  # one of the eleven
        ("MPI_SUCCESS", "MPI_T_cvar_read", "4.0", 1),
    ],
)
def test_check_allows_not_accessible(wanted, function, version, count):
    fact = Fact(function, "code", "one-of", [wanted], "MPI_T_ERR_MEMORY")
    check = checks.Check(0, [Term(Place(0, Output()), "!=", wanted)])
    terms = or_out_of_reach(check, fact, version).terms
    assert [term.value for term in terms] == [wanted, "MPI_T_ERR_NOT_ACCESSIBLE"][:count]


def test_check_is_the_call_in_progress():
    trace = wrong_read(Fact("MPI_T_cvar_read", "buf", "survives", ["5"], "4"))
    trace.calls.append(call("MPI_T_finalize", code=""))
    assert (check_of(trace).judged, check_of(trace).terms) == (last(trace), [])


def test_a_code_that_is_not_allowed():
    codes = ["MPI_T_ERR_INVALID", "MPI_T_ERR_CVAR_SET_NEVER"]
    check = check_of(wrong_read(Fact("MPI_T_cvar_write", "code", "one-of", codes, "MPI_SUCCESS")))
    assert (check.judged, len(check.terms), check.terms[1].place.output.parameter) == (6, 2, CODE)


def test_a_refused_call_is_compared_with_an_earlier_success():
    trace = wrong_read(
        Fact("MPI_T_cvar_read", "code", "one-of", ["MPI_SUCCESS"], "MPI_T_ERR_INVALID")
    )
    trace.calls.append(again(trace.calls[7]))
    trace.calls[8].code = "MPI_T_ERR_INVALID"
    assert (check_of(trace).control, check_of(trace).calls()) == (7, [7, 8])


@pytest.mark.parametrize("value, call_number", [("1", 3), ("2", None)])
def test_argument_comes_from_the_same_object(value, call_number):
    trace = wrong_read(
        Fact(
            "MPI_T_cvar_read",
            "code",
            "none-of",
            ["MPI_SUCCESS"],
            "MPI_SUCCESS",
            given=Condition("MPI_T_cvar_handle_alloc", "count", value),
        )
    )
    trace.calls[4].answers[3] = "2"
    check = check_of(trace)
    assert (check and check.terms[0].place.call) == call_number


def test_a_call_with_a_handle_refers_to_its_object():
    trace = wrong_read(
        Fact("MPI_T_cvar_read", "code", "none-of", ["MPI_SUCCESS"], "MPI_SUCCESS", number=7)
    )
    assert check_of(trace).judged == 5


@pytest.mark.parametrize("wanted, calls", [('"limit"', [1, 8]), ('"other"', None)], ids=repr)
def test_an_earlier_answer_is_about_the_same_object(wanted, calls):
    trace = wrong_read(of_name("one-of", [wanted], '"changed"'))
    trace.calls.append(again(trace.calls[1], answer='"changed"'))
    check = check_of(trace)
    assert (check and (check.judged, check.calls())) == (calls and (8, calls))


@pytest.mark.parametrize("earlier", ["7", "8"])
def test_a_difference_follows_the_order_of_calls(earlier):
    sources = [
        Answer("MPI_T_cvar_read", "buf[0]", value=earlier, minus=True),
        Answer("MPI_T_cvar_read", "buf[0]", value="7", later=True),
    ]
    trace = wrong_read(Fact("MPI_T_cvar_read", "buf[0]", "at-most", ["0"], "2", sources))
    trace.calls += [again(trace.calls[7], answer=f"MPI_INT:{{{value}}}") for value in (7, 2, 7)]
    check = check_of(trace)
    if earlier == "8":
        assert check is None
    else:
        assert (check.calls(), check.judged, check.terms[-1].place.call) == ([8, 9, 10], 10, 9)


@pytest.mark.parametrize("index, calls", [("3", None), ("17", [1, 8])], ids=repr)
def test_a_duplicate_is_about_another_object(index, calls):
    trace = wrong_read(of_name("none-of", ['"limit"'], '"limit"'))
    trace.calls.append(again(trace.calls[1], argument=index))
    check = check_of(trace)
    assert (check and check.calls()) == calls


def test_other_allowed_answers_are_compared():
    trace = wrong_read(of_name("one-of", ['"other"', '"third"'], '"limit"', source="desc"))
    trace.calls[1].answers[6] = '"other"'
    assert [term.value for term in check_of(trace).terms].count('"third"') == 1


def test_without_an_expected_value_there_is_no_check():
    for output in ("code", "calls"):
        assert (
            check_of(wrong_read(Fact("MPI_T_made_up_function", output, "one-of", [], "1"))) is None
        )
    assert check_of(wrong_read(of_name("one-of", [], '"limit"'))) is None


def test_answers_are_equal_if_all_digits_are():
    large = 2**53
    assert same_answer(f"MPI_UNSIGNED_LONG:{{{large}U}}", str(large))
    assert not same_answer(f"MPI_UNSIGNED_LONG:{{{large + 1}U}}", str(large))
    assert same_answer("1.0", "1")


@pytest.mark.parametrize(
    "output, text",
    [
        ("name[1]", "'i'"),
        ("name[5]", "'\\000'"),
        ("name[6]", None),
        ("strlen(name) + 1", "6"),
        ("extent(name)", None),
    ],
)
def test_output_may_be_a_part_of_a_text(output, text):
    info = wrong_read().calls[1]
    assert recorded(info, parse_output("MPI_T_cvar_get_info", output)) == text


def test_output_may_be_an_extent():
    assert parse_output("MPI_T_cvar_get_info", "extent(name)").extent

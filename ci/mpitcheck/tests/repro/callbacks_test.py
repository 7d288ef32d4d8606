# SPDX-License-Identifier: BSD-3-Clause
"""Callbacks that are judged or counted."""
import pytest

from mpitcheck.repro.check import check_of
from mpitcheck.schema.records import Answer, Fact
from tests.repro.traces import call, program_of, trace_of

_NONE = "MPI_T_CB_REQUIRE_NONE"
_CALLBACK, _REGISTER = "MPI_T_event_cb_function", "MPI_T_event_register_callback"


def registering(handle, user_data, function):
    return call(_REGISTER, [handle, _NONE, "MPI_INFO_NULL", user_data, function])


def one_event(fact=None, again=None, arguments=("@e1", "@a1", _NONE, "@d1", "@f1")):
    """A handle of an event type with a callback (and `again`, another registration), a message, and
    the callback, which reads an element."""
    calls = (
        [
            call("MPI_T_init_thread", ["MPI_THREAD_SINGLE", "0"], ["", "MPI_THREAD_SINGLE"]),
            call(
                "MPI_T_event_handle_alloc",
                ["3", "NULL", "MPI_INFO_NULL", "@0"],
                ["", "", "", "@a1"],
            ),
            registering("@a1", "@d1", "@f1"),
        ]
        + ([again] if again else [])
        + [call("MPI_Barrier", ["MPI_COMM_SELF"])]
    )
    calls.append(call(_CALLBACK, arguments, inside=len(calls) - 1))
    calls.append(
        call(
            "MPI_T_event_read",
            ["@e1", "2", "data"],
            code="MPI_T_ERR_INVALID",
            inside=len(calls) - 1,
        )
    )
    return trace_of(fact, calls)


def test_callback_is_checked_by_its_arguments():
    fact = Fact(_CALLBACK, "user_data", "one-of", ["@d1"], "@bad", [Answer(_REGISTER, "user_data")])
    trace = one_event(fact, arguments=("@e1", "@a1", _NONE, "@bad", "@f1"))
    check, text = check_of(trace), program_of(trace)
    assert (check.calls(), check.judged) == ([2, 4], 4)
    for part in (
        "user_data != &own[0] &&",
        "user_data - own) >= sizeof own) broken = 1;",
        "MPI_INFO_NULL, &own[0],",
        "if (broken) {",
    ):
        assert part in text


def test_callback_repeats_the_failing_call():
    text = program_of(
        one_event(Fact("MPI_T_event_read", "code", "one-of", ["MPI_SUCCESS"], "MPI_T_ERR_INVALID"))
    )
    assert "code = MPI_T_event_read(event_instance, 2, value);" in text
    assert "cb_safety == MPI_T_CB_REQUIRE_NONE && code != MPI_SUCCESS" in text


def test_callback_is_checked_after_its_reference_value():
    fact = Fact(_CALLBACK, "user_data", "one-of", ["@d2"], "@d1", [Answer(_REGISTER, "user_data")])
    text = program_of(one_event(fact, registering("@a1", "@d2", "@f2")))
    assert (
        "if (reached && user_data != &own[1] &&\n    (size_t)((char *)user_data - own) <"
        " sizeof own) broken = 1;"
    ) in text
    assert "on_other_event) != MPI_SUCCESS) return 0;\n  reached = 1;" in text


def test_callback_is_counted():
    fact = Fact(_CALLBACK, f"calls since {_REGISTER}", "one-of", ["0"], "1")
    text = program_of(one_event(fact, registering("@a1", "NULL", "NULL")))
    for part in (
        "{ if (reached) ++calls; else ++others; }",
        "reached = 1;",
        "if (calls != 0) {",
    ):
        assert part in text


def test_missing_callback_counts_only_if_others_come():
    trace = one_event(Fact(_CALLBACK, f"calls since {_REGISTER}", "at-least", ["1"], "0"))
    del trace.calls[4:]
    assert "if (calls < 1 && others > 0) {" in program_of(trace)


@pytest.mark.parametrize(
    "arguments, giver",
    [
        (("@e1", "@0", _NONE, "@d1", "@f1"), 2),
        (("@e1", "@0", _NONE, "@bad", "@f1"), 3),  # the latest
        (("@e1", "@0", _NONE, "@bad", "@f9"), None),
    ],
    ids=repr,
)
def test_callback_is_passed_with_its_function(arguments, giver):
    trace = one_event(None, registering("@b2", "@d2", "@f1"), arguments)
    assert trace.objects.handed_over(5) == giver

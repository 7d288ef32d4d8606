# SPDX-License-Identifier: BSD-3-Clause
"""Small traces for the tests."""
from mpitcheck.judge.offence import Failure
from mpitcheck.repro.search import Search, Trial
from mpitcheck.repro.program import Heading
from mpitcheck.repro.trace import Call, FailureTrace
from mpitcheck.schema.records import Fact


def call(function, arguments=(), answers=(), code="MPI_SUCCESS", inside=None):
    """A call that succeeded; answers are filled up with ""."""
    filled = [*answers, *[""] * (len(arguments) - len(answers))]
    return Call(function, list(arguments), filled, code, 0, inside)


def trace_of(fact, calls, clause="some-rule"):
    return FailureTrace(Failure(clause, fact=fact), calls)


def wrong_read(fact=None):
    """Returns a trace in which a cvar that was set to 5 reads as 4.

    A second cvar is opened and read in between.
    """

    def info(index, name):
        return call("MPI_T_cvar_get_info", [index, "buffer", "20", *["NULL"] * 7], ["", name, "6"])

    def opened(index, handle):
        return call(
            "MPI_T_cvar_handle_alloc",
            [index, "NULL", "MPI_T_CVAR_HANDLE_NULL", "-1"],
            ["", "", handle, "1"],
        )

    def read(handle, value):
        return call("MPI_T_cvar_read", [handle, "MPI_INT:{-1}"], ["", value])

    calls = [
        call("MPI_T_init_thread", ["MPI_THREAD_SINGLE", "0"], ["", "MPI_THREAD_SINGLE"]),
        info("3", '"limit"'),
        info("7", '"other"'),
        opened("3", "@a1"),
        opened("7", "@b2"),
        read("@b2", "MPI_INT:{9}"),
        call("MPI_T_cvar_write", ["@a1", "MPI_INT:{5}"]),
        read("@a1", "MPI_INT:{4}"),
    ]
    return trace_of(
        fact or Fact("MPI_T_cvar_read", "buf", "one-of", ["5"], "4"),
        calls,
        "cvar-read-delivers-value",
    )


def last(trace):
    """Number of the last call in it."""
    return len(trace.calls) - 1


def search_of(*traces):
    return Search(Heading(), list(traces), with_reference=True)


def program_of(trace):
    """The first program that is proposed."""
    return search_of(trace).next() or ""


def exits_with(status):
    return Trial(True, True, status)

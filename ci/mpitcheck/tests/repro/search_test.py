# SPDX-License-Identifier: BSD-3-Clause
"""Which programs are proposed, and which are found to show a failure."""
import pytest

from mpitcheck.repro.search import Trial
from mpitcheck.schema.records import MPI_HEADER, Fact
from tests.repro.traces import exits_with, program_of, search_of, trace_of, wrong_read


def deadly(seen):
    trace = wrong_read(Fact("", "", "survives", [], seen))
    trace.calls[-1].code = ""
    return trace


def found(trace, broken, kept=0):
    search = search_of(trace)
    assert search.next()
    assert search.found is None
    search.tried(broken, exits_with(kept))
    if search.found:
        assert search.next() is None
    return search.found is not None


CONSTANT = trace_of(Fact(MPI_HEADER, "MPI_T_ERR_MEMORY", "above", ["MPI_SUCCESS"], "0"), [])
DECLARATION = trace_of(Fact("", "MPI_T_ERR_INVALID", "declared", [], "no"), [])


@pytest.mark.parametrize(
    "trace, broken, kept, is_found",
    [
        pytest.param(wrong_read(), exits_with(1), 0, True, id="a wrong answer"),
        pytest.param(wrong_read(), exits_with(1), 1, False, id="wrong on both libraries"),
        # An exit code of the watchdog is not a wrong answer.
        pytest.param(wrong_read(), exits_with(139), 0, False, id="ended by the watchdog"),
        # Any end but a good one shows a crash.
        pytest.param(deadly("SIGSEGV"), exits_with(139), 0, True, id="a crash"),
        # The program's own code notices an early end.
        pytest.param(deadly("exit status 0"), exits_with(1), 0, True, id="an early end"),
        pytest.param(CONSTANT, exits_with(1), 0, True, id="a constant"),
        pytest.param(DECLARATION, Trial(), 0, True, id="a declaration"),
    ],
)
def test_a_program_that_distinguishes_the_libraries_is_chosen(trace, broken, kept, is_found):
    assert found(trace, broken, kept) == is_found


def test_programs_match_the_kind_of_failure():
    assert "return 1;" not in program_of(deadly("SIGSEGV"))
    assert "atexit" in program_of(deadly("exit status 0"))
    constant = trace_of(Fact(MPI_HEADER, "MPI_T_ERR_MEMORY", "above", ["MPI_SUCCESS"], "0"), [])
    assert "if (MPI_T_ERR_MEMORY <= MPI_SUCCESS) {" in program_of(constant)


def test_strictest_failure_comes_first_with_its_section():
    lenient, strict = wrong_read(), wrong_read()
    lenient.complaint.clause, strict.complaint.clause = (
        "pvar-access-bad-arguments",
        "pvar-handle-session-mismatch",
    )
    search = search_of(lenient, strict)
    assert (
        "MPI_T: pvar-handle-session-mismatch\n   Stated in: MPI 5.0, section 15.3.7 (Handle"
        " Allocation and Deallocation)\n"
    ) in search.next()
    search.tried(exits_with(1), exits_with(0))
    assert search.shown == "pvar-handle-session-mismatch"


def test_a_program_that_fails_on_the_reference_is_rejected():
    search, tries = search_of(wrong_read()), 0
    while search.next() and tries < 1000:
        search.tried(exits_with(1), exits_with(1))
        tries += 1
    assert 0 < tries < 1000
    assert search.found is None
    assert "no program" in search.reason


def with_fact(fact):
    trace = wrong_read()
    trace.complaint.fact = fact
    return trace


@pytest.mark.parametrize(
    "traces, reason",
    [
        pytest.param([with_fact(None)], "does not compare", id="no fact"),
        pytest.param(
            [with_fact(Fact("MPI_T_cvar_read", "buf", "is", ["5"], "4"))],
            "does not compare",
            id="a fact in words",
        ),
        pytest.param([], "did not occur again", id="no trace"),
        pytest.param(
            [trace_of(Fact(MPI_HEADER, "MPI_T_ERR_MEMORY", "above", [], "0"), [])],
            "no program",
            id="a constant",
        ),
    ],
)
def test_search_reports_why_it_failed(traces, reason):
    search = search_of(*traces)
    assert search.next() is None
    assert reason in search.reason

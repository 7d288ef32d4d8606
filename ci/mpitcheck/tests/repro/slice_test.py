# SPDX-License-Identifier: BSD-3-Clause
"""The calls that a failure needs."""

from mpitcheck.repro.slice import Width, slice_of
from tests.repro.traces import call, last, wrong_read


def test_a_handle_needs_its_allocation_and_uses():
    trace = wrong_read()
    assert slice_of(trace, [last(trace)], Width.objects) == [0, 3, 6, 7]


def test_earlier_reads_of_the_handle_count():
    trace = wrong_read()
    trace.calls.append(trace.calls[-1])
    assert slice_of(trace, [last(trace)], Width.objects) == [0, 3, 6, 7, 8]


def test_wider_slices_include_queries_and_other_variables():
    trace = wrong_read()
    assert slice_of(trace, [last(trace)], Width.variables) == [0, 1, 3, 6, 7]
    assert slice_of(trace, [last(trace)], Width.functions) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_reused_handle_value_is_another_handle():
    trace = wrong_read()
    trace.calls += [
        call("MPI_T_cvar_handle_free", ["@b2"], ["MPI_T_CVAR_HANDLE_NULL"]),
        call("MPI_T_cvar_handle_alloc", ["7", "NULL", "NULL", "-1"], ["", "", "@b2", "1"]),
        call("MPI_T_cvar_read", ["@b2", "data"]),
    ]
    assert trace.objects.of(last(trace))[0].call == last(trace) - 1

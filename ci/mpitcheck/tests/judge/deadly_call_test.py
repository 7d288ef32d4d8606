# SPDX-License-Identifier: BSD-3-Clause
"""Calls that end the process: their forms."""
import pytest

from mpitcheck.judge.data import Invalid, from_data
from mpitcheck.judge.deadly_call import (
    QUARANTINE_TEST,
    DeadlyCall,
    quarantine_text,
)
from mpitcheck.schema.records import NO_OBJECT
from tests.judge.sources import source

CALLS = [
    DeadlyCall("MPI_T_cvar_read", 3, "SIGSEGV"),
    DeadlyCall("MPI_T_init_thread", how="exit status 1"),
    DeadlyCall("MPI_T_finalize", how="hang"),
]


def test_calls_are_printed():
    assert [call.text() for call in CALLS] == [
        "MPI_T_cvar_read of number 3 ends the process (SIGSEGV)",
        "MPI_T_init_thread ends the process (exit status 1)",
        "MPI_T_finalize does not return",
    ]
    assert [call.hangs() for call in CALLS] == [False, False, True]
    assert (
        quarantine_text(CALLS)
        == "MPI_T_cvar_read 3 SIGSEGV\nMPI_T_init_thread * exit status 1\nMPI_T_finalize * hang\n"
    )


def test_calls_are_read():
    data = [
        {"function": "MPI_T_cvar_read", "object": 3, "how": "SIGSEGV"},
        {"function": "f", "how": "hang"},
    ]
    assert from_data(list[DeadlyCall], data) == [CALLS[0], DeadlyCall("f", NO_OBJECT, "hang")]


@pytest.mark.parametrize(
    "wrong",
    [
        7,
        [],
        {},
        {"function": "f"},
        {"function": 1, "how": "hang"},
        {"function": "f", "how": "hang", "object": "1"},
        {"function": "f", "how": "hang", "object": True},
        {"function": "f", "how": "hang", "object": 2**31},
    ],
    ids=repr,
)
def test_malformed_calls_are_refused(wrong):
    with pytest.raises(Invalid):
        DeadlyCall.from_data(wrong)


def test_the_test_that_reports_them_exists():
    assert f'MPITCHECK_TEST("{QUARANTINE_TEST}"' in source("conformance/suite/general/survival.cpp")

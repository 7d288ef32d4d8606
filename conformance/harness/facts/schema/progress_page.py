# SPDX-License-Identifier: BSD-3-Clause
"""The layout of the progress page of a test process, and its exit codes.

The page is the file `<rank>.progress`, which the process has mapped shared, so that it outlives a
crash. The runner must treat it as untrusted bytes, because the MPI under test shares the process
that writes it.
"""
import enum
from ctypes import Structure, c_char, c_int32, c_uint8, c_uint32, c_uint64

PROGRESS_MAGIC = b"MPITCHK1"
RING_ENTRIES = 32
PAGE_TALLIES = 160  # the number of clauses for which a page has room


class PageTally(Structure):
    """The counts of a clause so far. They count if the process ends before it reports."""

    _fields_ = [
        ("clause", c_char * 48),  # empty: no clause
        ("examined", c_uint64),
        ("offenders", c_uint64),
    ]


class ProgressPage(Structure):
    """The call in progress is written before the call is made. Texts end with NUL."""

    _fields_ = [
        ("magic", c_uint8 * len(PROGRESS_MAGIC)),
        ("in_call", c_uint32),  # 1 while a call of the library is in progress
        ("calls", c_uint32),  # calls begun so far; calls % RING_ENTRIES is the next slot
        ("steps", c_uint32),  # shows progress between calls; any thread may add to it
        ("tool_used", c_uint32),  # 1 once an MPI_T function was called
        ("phase", c_char * 64),  # e.g. "before MPI_Init", "teardown"
        ("clause", c_char * 128),  # clause under examination; empty: any of the test
        ("call", c_char * 512),  # the call in progress, or the last one
        ("frames", c_char * 768),  # where a fault ended the process (process/frames.hpp)
        ("ring", c_char * 192 * RING_ENTRIES),  # finished calls with their results
        ("codes", c_int32 * RING_ENTRIES),  # what they returned
        ("tallies", PageTally * PAGE_TALLIES),  # of the clauses that the test cites
    ]


class ProgramExit(enum.IntEnum):
    """Exit codes of a test program. A process of a job exits with `passed` after a verdict."""

    passed = 0  # pass, warn, quality
    failed = 1
    usage = 2
    error = 3  # a fault of the suite
    skipped = 77  # vacuous or not applicable

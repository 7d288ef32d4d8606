# SPDX-License-Identifier: BSD-3-Clause
"""What follows from a preflight: lines, time limits."""

from mpitcheck.judge.preflight import SAFE, WORKS, Preflight, Start, preflight_lines, start_limit


def _preflight(**changes):
    usual = {
        "singleton": WORKS,
        "launcher": WORKS,
        "two_processes": WORKS,
        "forks_with_tool": SAFE,
        "forks_with_mpi": SAFE,
        "other_thread": WORKS,
        "thread_levels": {"MPI_THREAD_SINGLE": "MPI_THREAD_SINGLE"},
        "starts": [Start("first", 0.2), Start("second", 0.1), Start("two processes", 0.15)],
    }
    return Preflight(**{**usual, **changes})


def assert_says(part, **changes):
    assert part in "\n".join(preflight_lines(_preflight(**changes)))


def test_a_normal_target_needs_two_lines():
    assert preflight_lines(_preflight()) == [
        (
            "starts with and without the launcher; MPI starts in 0.20 s the first time,"
            " 0.15 s later"
        ),
        "forked processes can use the MPI and MPI_T of their parent; thread levels as requested",
    ]


def test_unusual_results_are_printed_with_their_consequences():
    assert_says(
        "does not start without the launcher (exit code 1): tests of one process use it too",
        singleton="exit code 1",
    )
    assert_says(
        "does not start (SIGABRT), nor does it with the launcher (exit code 1)",
        singleton="SIGABRT",
        launcher="exit code 1",
    )
    assert_says(
        "does not start (SIGABRT), and the tree names no launcher",
        singleton="SIGABRT",
        launcher="",
    )
    assert_says(
        "fork fails after MPI is initialized (a forked process hung): tests start a new process",
        forks_with_mpi="a forked process hung",
    )
    assert_says(
        "after MPI_T is initialized (a forked process lacks 4 KiB): tests start a new process",
        forks_with_tool="a forked process lacks 4 KiB",
    )
    assert_says(
        (
            "MPI starts in 30.00 s the first time, 3.00 s later; tests that start MPI often"
            " get more time"
        ),
        starts=[Start("first", 30), Start("second", 3)],
    )
    assert_says("by the thread of main() only (SIGABRT)", other_thread="SIGABRT")
    assert_says(
        "thread levels: SINGLE instead of MULTIPLE",
        thread_levels={"MPI_THREAD_MULTIPLE": "MPI_THREAD_SINGLE"},
    )
    assert_says("the launcher does not start two (exit code 9)", two_processes="exit code 9")
    assert_says(
        "the library adds 1 thread; handlers of SIGSEGV, SIGBUS",
        threads=2,
        handlers=["SIGSEGV", "SIGBUS"],
    )
    assert_says("its own scheduler (sched_yield in libx.so)", scheduler="sched_yield in libx.so")
    dup = "MPI_Comm_dup crashes (SIGSEGV) in this library"
    assert_says(
        (
            "with no MPI_T call in progress, so that tests avoid it: MPI_Barrier,"
            " MPI_Comm_dup: crashes (SIGSEGV)"
        ),
        broken_parts={
            "copies": dup,
            "attributes": dup,
            "collectives": dup.replace("Comm_dup", "Barrier"),
        },
    )
    assert_says("MPI cannot be initialized", singleton="SIGABRT", launcher="exit code 1", starts=[])


def test_a_launcher_is_needed_only_if_it_helps():
    assert not _preflight().needs_launcher
    assert not Preflight().needs_launcher
    assert _preflight(singleton="exit code 1").needs_launcher
    assert not _preflight(singleton="exit code 1", launcher="exit code 1").needs_launcher


def test_unknown_results_count_as_normal():
    assert Preflight().is_usual
    assert not _preflight(forks_with_mpi="a forked process hung").is_usual
    assert not _preflight(broken_parts={"copies": "MPI_Comm_dup crashes"}).is_usual
    assert not _preflight(starts=[Start("first", 30), Start("second", 0.1)]).is_usual


def test_quick_starts_change_nothing():
    assert start_limit(None, 20, 60) == 60
    assert start_limit(_preflight(), 20, 60) == 60
    assert start_limit(Preflight(), 20, 60) == 60


def test_slow_starts_extend_the_time_limit():
    assert (
        start_limit(_preflight(starts=[Start("first", 3), Start("second", 3)]), 20, 60)
        == 60 + 20 * 3 + 3
    )
    assert start_limit(_preflight(starts=[Start("first", 30), Start("second", 0)]), 20, 60) == 90

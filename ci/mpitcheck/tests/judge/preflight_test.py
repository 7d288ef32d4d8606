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


def test_a_usual_target_takes_two():
    assert preflight_lines(_preflight()) == [
        (
            "starts with and without the launcher; MPI is up after 0.20 s the first time,"
            " 0.15 s later"
        ),
        "forked processes can use what is up in their parent; thread levels as asked for",
    ]


def test_what_is_unusual_comes_with_what_follows():
    assert_says(
        "no start without the launcher (exit code 1): tests of one process run under it",
        singleton="exit code 1",
    )
    assert_says(
        "does not come up (SIGABRT), nor under the launcher (exit code 1)",
        singleton="SIGABRT",
        launcher="exit code 1",
    )
    assert_says(
        "does not come up (SIGABRT), and the tree names no launcher",
        singleton="SIGABRT",
        launcher="",
    )
    assert_says(
        "no fork once MPI is up (a forked process hung): a fresh process",
        forks_with_mpi="a forked process hung",
    )
    assert_says(
        (
            "once MPI_T is up (a forked process lacks 4 KiB): a fresh process each time, no"
            " nurseries"
        ),
        forks_with_tool="a forked process lacks 4 KiB",
    )
    assert_says(
        (
            "MPI is up after 30.00 s the first time, 3.00 s later; tests that start it often"
            " get more time"
        ),
        starts=[Start("first", 30), Start("second", 3)],
    )
    assert_says("on the thread of main() only (SIGABRT)", other_thread="SIGABRT")
    assert_says(
        "thread levels: SINGLE for MULTIPLE",
        thread_levels={"MPI_THREAD_MULTIPLE": "MPI_THREAD_SINGLE"},
    )
    assert_says("the launcher does not start two (exit code 9)", two_processes="exit code 9")
    assert_says(
        "the library brings 1 thread; handlers of SIGSEGV, SIGBUS",
        threads=2,
        handlers=["SIGSEGV", "SIGBUS"],
    )
    assert_says(
        "a scheduler of its own (sched_yield in libx.so)", scheduler="sched_yield in libx.so"
    )
    dup = "MPI_Comm_dup crashes (SIGSEGV) in this library"
    assert_says(
        (
            "with no MPI_T call in progress, so that tests do without it: MPI_Barrier,"
            " MPI_Comm_dup: crashes (SIGSEGV)"
        ),
        broken_parts={
            "copies": dup,
            "attributes": dup,
            "collectives": dup.replace("Comm_dup", "Barrier"),
        },
    )
    assert_says("MPI never came up", singleton="SIGABRT", launcher="exit code 1", starts=[])


def test_a_launcher_is_needed_only_if_it_helps():
    assert not _preflight().needs_launcher
    assert not Preflight().needs_launcher
    assert _preflight(singleton="exit code 1").needs_launcher
    assert not _preflight(singleton="exit code 1", launcher="exit code 1").needs_launcher


def test_what_was_not_found_out_is_taken_for_usual():
    assert Preflight().is_usual
    assert not _preflight(forks_with_mpi="a forked process hung").is_usual
    assert not _preflight(broken_parts={"copies": "MPI_Comm_dup crashes"}).is_usual
    assert not _preflight(starts=[Start("first", 30), Start("second", 0.1)]).is_usual
    assert _preflight(forks_with_mpi="a forked process hung").can_use_nurseries
    assert not _preflight(forks_with_tool="a forked process hung").can_use_nurseries
    assert not _preflight(singleton="SIGABRT").can_use_nurseries


def test_quick_starts_change_nothing():
    assert start_limit(None, 20, 60) == 60
    assert start_limit(_preflight(), 20, 60) == 60
    assert start_limit(Preflight(), 20, 60) == 60


def test_slow_ones_add_what_they_take():
    assert (
        start_limit(_preflight(starts=[Start("first", 3), Start("second", 3)]), 20, 60)
        == 60 + 20 * 3 + 3
    )
    assert start_limit(_preflight(starts=[Start("first", 30), Start("second", 0)]), 20, 60) == 90

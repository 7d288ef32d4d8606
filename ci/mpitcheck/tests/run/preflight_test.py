# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck run` on trees whose preflight program has different answers. Its death or hang is one
of them."""
import json
import os

import pytest

from tests.fake_tree import assert_nothing_left, content
from tests.report.packed import data_of

# What the program does, by who started it: the fake launcher tells its processes their rank.
_PROGRAM = """#!/bin/bash
tell() {{ printf '%s\\n' "$1"; }}
is_up() {{
  tell '{{"found":"mpi","code":"MPI_SUCCESS","asked":"'$1'","provided":"'$1'",'\
'"seconds":'$2',"size":'$3'}}'
}}
up() {{ is_up "$1" "$2" "${{FAKE_NP:-1}}"; }}
forks() {{ tell '{{"found":"forks with '$1'","end":"'$2'","uncopied":'$3'}}'; }}
tell '{{"found":"tool","code":"MPI_SUCCESS","seconds":0.25}}'
{act}
"""
_UP = 'up "$1" 0.25'


def fly(tree, act, *options, tests="plain.pass"):
    """The target's preflight, as the report has it, and what is printed."""
    tree.write_file("tree/bin/preflight", _PROGRAM.format(act=act))
    os.chmod(tree.file("tree/bin/preflight"), 0o755)
    tree.manifest["preflight"] = "bin/preflight"
    tree.write()
    run = tree.mpitcheck(
        [
            "run",
            tree.root,
            "--filter",
            tests,
            "--json",
            "report.json",
            "--markdown",
            "report.md",
            "--html",
            "report.html",
            "--verbose",
            *options,
        ]
    )
    assert_nothing_left(tree)
    return tree.report()["targets"][0]["preflight"], run.out


def test_a_usual_target(tree):
    found, printed = fly(tree, f"forks tool '' 0; {_UP}; forks MPI '' 0")
    assert (
        found["singleton"],
        found["launcher"],
        found["two_processes"],
        found["other_thread"],
    ) == ("works",) * 4
    assert (found["forks_with_tool"], found["forks_with_mpi"]) == ("safe", "safe")
    assert len(found["thread_levels"]) == 4
    assert {start["how"]: start["seconds"] for start in found["starts"]} == {
        "first": 0.5,
        "second": 0.5,
        "under the launcher": 0.5,
        "two processes": 0.5,
    }
    for place in (
        printed,
        tree.report()["targets"][0]["preflight"]["lines"][0],
        content(tree.file("report.md")),
        str(data_of(content(tree.file("report.html")))),
    ):
        assert "MPI starts in 0.50 s the first time, 0.50 s later" in place
    assert tree.test("plain.pass")["verdict"] == "pass"


def test_one_process_needs_the_launcher(tree):
    found, printed = fly(tree, f'[ "$FAKE_RANK" ] || exit 3; {_UP}')
    assert (found["singleton"], found["launcher"]) == ("exit code 3", "works")
    assert "MPI does not start without the launcher (exit code 3)" in printed
    test = tree.test("plain.pass")
    assert test["verdict"] == "pass", test


def test_objects_of_the_library_are_counted(tree):
    brings = (
        '{"found":"surroundings","threads":3,"handlers":["SIGSEGV",7],"scheduler":"sched_yield'
        ' in libx.so"}'
    )
    _, printed = fly(tree, f"{_UP}; tell '{brings}'")
    assert (
        "the library adds 2 threads; handlers of SIGSEGV; its own scheduler"
        " (sched_yield in libx.so)"
    ) in printed


def test_initialization_that_fails_is_reported(tree):
    found, printed = fly(tree, "kill -ABRT $$")
    assert (found["singleton"], found["other_thread"]) == ("SIGABRT", "")
    assert "MPI cannot be initialized" in printed


@pytest.mark.parametrize("launcher", [[], ["/no/such/launcher", "{np}"]], ids=repr)
def test_without_a_launcher_only_one_process_is_tried(tree, launcher):
    tree.manifest["launcher"] = launcher
    found, printed = fly(tree, _UP)
    assert (
        found["singleton"],
        found["launcher"],
        found["two_processes"],
        found["other_thread"],
    ) == ("works", "", "", "works")
    assert "starts without a launcher" in printed


@pytest.mark.parametrize(
    "origin, verdict", [("PATH", "not-applicable"), ("beside the wrapper", "pass")]
)
def test_launcher_of_another_mpi_in_path_is_not_used(tree, origin, verdict):
    strangers = 'is_up "$1" 0 1'
    tree.manifest["launcher_from"] = origin
    _, printed = fly(tree, strangers, tests="ranks.pass")
    assert tree.test("ranks.pass")["verdict"] == verdict
    assert ("no launcher is used: " in printed) == (origin == "PATH"), printed


def test_a_hang_is_a_result(tree):
    found, _ = fly(tree, f'[ "$FAKE_RANK" ] || sleep 1000; {_UP}', "--timeout", "1", "--grace", "1")
    assert found["singleton"] == "no end within 1 s"


@pytest.mark.parametrize(
    "act, expected",
    [
        (
            f"{_UP}; forks MPI SIGSEGV 4; forks MPI '' 0",
            "a forked process ended with SIGSEGV, it lacks 4 KiB",
        ),
        (f"{_UP}; forks MPI hung 0; forks MPI '' 0", "a forked process hung"),
        (f"{_UP}; forks MPI '' 8", "a forked process lacks 8 KiB"),
        (f"{_UP}; forks MPI SIGSEGV 0", ""),
        (_UP, ""),
    ],
    ids=["lacks memory", "hangs", "lacks more memory", "not tried again", "not tried"],
)
def test_limits_of_forked_processes_are_reported(tree, act, expected):
    assert fly(tree, act)[0]["forks_with_mpi"] == expected


def test_one_job_at_a_time(tree):
    lock = tree.file("node")
    found, printed = fly(
        tree, f"exec 9>{lock}; flock -n 9 || exit 7; sleep 0.3; {_UP}", tests="plain.pass"
    )
    assert (found["side_by_side"], found["launcher"], found["other_thread"]) == (
        "exit code 7",
        "works",
        "works",
    )
    assert "one at a time, as with -j 1" in printed
    found, printed = fly(tree, '[ "$FAKE_RANK" ] && exit 7; ' + _UP)  # alone neither
    assert (found["side_by_side"], found["launcher"]) == ("", "exit code 7")
    assert "-j 1" not in printed


def test_parts_of_mpi_that_fail(tree):
    begin = 'tell \'{"found":"part","name":"%s"}\'; tell \'{"found":"call","function":"%s"}\''
    end = 'tell \'{"found":"part ended","name":"%s","function":"%s","code":"%s"}\''
    first = "; ".join(
        [
            begin % ("messages", "MPI_Send"),
            end % ("messages", "", ""),
            begin % ("copies", "MPI_Comm_dup"),
            "kill -SEGV $$",
        ]
    )
    behind_copies = "; ".join(
        [
            begin % ("windows", "MPI_Win_create"),
            end % ("windows", "MPI_Win_create", "MPI_ERR_OTHER"),
            begin % ("files", "MPI_File_open"),
            "sleep 1000",
        ]
    )
    last = '[ "$4 $5" = "MPI_Comm_dup MPI_File_open" ] || exit 1; ' + "; ".join(
        [
            begin % ("copied attributes", "MPI_Comm_set_attr"),
            end % ("copied attributes", "MPI_Comm_dup", ""),
            begin % ("sessions", "MPI_Session_init"),
            end % ("sessions", "", ""),
            'tell \'{"found":"end"}\'',
        ]
    )
    spawn = "; ".join([begin % ("MPI_Comm_spawn", "MPI_Comm_spawn"), "exit 6"])
    # Instead of a test: keeps what it is told.
    tree.manifest["programs"][0]["path"] = "bin/told"
    tree.write_file(
        "tree/bin/told", f"#!/bin/sh\ncp \"$MPITCHECK_HABITS\" '{tree.file('habits')}'\n"
    )
    os.chmod(tree.file("tree/bin/told"), 0o700)
    found, printed = fly(
        tree,
        f"""{_UP}
            case "$2:$3" in
              --parts:) {first} ;;
              --parts:copies) {behind_copies} ;;
              --parts:files) {last} ;;
              --spawn:) {spawn} ;;
            esac""",
        "--timeout",
        "1",
        "--grace",
        "1",
    )
    assert found["broken_parts"] == {
        "copies": "MPI_Comm_dup crashes (SIGSEGV) in this library",
        "copied attributes": "MPI_Comm_dup crashes (SIGSEGV) in this library",
        "windows": "MPI_Win_create returns an error (MPI_ERR_OTHER) in this library",
        "files": "MPI_File_open does not return (no end within 1 s) in this library",
        "MPI_Comm_spawn": "MPI_Comm_spawn ends the process (exit code 6) in this library",
    }
    assert json.loads(content(tree.file("habits")))["works_alone"] == [
        "MPI_Comm_set_attr",
        "MPI_Send",
        "MPI_Session_init",
    ]
    assert (
        "MPI_Comm_dup: crashes (SIGSEGV); MPI_Comm_spawn: ends the process (exit code 6);"
        " MPI_File_open: does not return"
    ) in printed


def test_malformed_output_is_not_a_result(tree):
    found, _ = fly(
        tree, """echo '[1]'; echo '{"found":'; echo '{"found":"mpi","code":7,"seconds":"long"}'"""
    )
    assert found["singleton"] == "an answer that is not a return code"


def test_older_trees_have_no_preflight(tree):
    run = tree.mpitcheck(["run", tree.root, "--filter", "plain.pass", "--json", "report.json"])
    assert tree.report()["targets"][0]["preflight"] is None
    assert "preflight" not in run.out

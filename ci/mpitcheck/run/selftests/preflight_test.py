# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck run` on trees whose preflight program finds this and that; its death or hang is an answer."""
import json
import os
import unittest

from mpitcheck.selftests.fake_tree import FakeTreeTest

# What the program does, by who started it: the fake launcher tells its processes their rank.
_PROGRAM = """#!/bin/bash
tell() {{ printf '%s\\n' "$1"; }}
up() {{ tell '{{"found":"mpi","code":"MPI_SUCCESS","asked":"'$1'","provided":"'$1'","seconds":'$2',"size":'${{FAKE_NP:-1}}'}}'; }}
forks() {{ tell '{{"found":"forks with '$1'","end":"'$2'","uncopied":'$3'}}'; }}
tell '{{"found":"tool","code":"MPI_SUCCESS","seconds":0.25}}'
{act}
"""
_UP = 'up "$1" 0.25'


class PreflightTest(FakeTreeTest):
    def fly(self, act, *options, tests="plain.pass"):
        """The target's preflight, as the report has it, and what is printed."""
        self.tree.write_file("tree/bin/preflight", _PROGRAM.format(act=act))
        os.chmod(self.tree.file("tree/bin/preflight"), 0o755)
        self.tree.manifest["preflight"] = "bin/preflight"
        self.tree.write()
        run = self.tree.mpitcheck(
            [
                "run",
                self.tree.root,
                "--filter",
                tests,
                "--json",
                "report.json",
                "--markdown",
                "report.md",
                "--html",
                "report.html",
                *options,
            ]
        )
        self.assert_nothing_left()
        return self.tree.report()["targets"][0]["preflight"], run.out

    def test_a_usual_target(self):
        found, printed = self.fly(f"forks tool '' 0; {_UP}; forks MPI '' 0")
        self.assertEqual(
            (found["singleton"], found["launcher"], found["two_processes"], found["other_thread"]),
            ("works",) * 4,
        )
        self.assertEqual((found["forks_with_tool"], found["forks_with_mpi"]), ("safe", "safe"))
        self.assertEqual(len(found["thread_levels"]), 4)
        self.assertEqual(
            {start["how"]: start["seconds"] for start in found["starts"]},
            {"first": 0.5, "second": 0.5, "under the launcher": 0.5, "two processes": 0.5},
        )
        for place in (
            printed,
            self.tree.report()["targets"][0]["preflight"]["lines"][0],
            *map(self.content, ("report.md", "report.html")),
        ):
            self.assertIn("MPI is up after 0.50 s the first time, 0.50 s later", place)
        self.assertEqual(self.tree.test("plain.pass")["verdict"], "pass")

    def content(self, name):
        with open(self.tree.file(name), encoding="utf-8") as file:
            return file.read()

    def test_one_process_needs_the_launcher(self):
        found, printed = self.fly(f'[ "$FAKE_RANK" ] || exit 3; {_UP}')
        self.assertEqual((found["singleton"], found["launcher"]), ("exit code 3", "works"))
        self.assertIn("no start without the launcher (exit code 3)", printed)
        test = self.tree.test("plain.pass")
        self.assertEqual(test["verdict"], "pass", test)

    def test_what_the_library_brings(self):
        brings = (
            '{"found":"surroundings","threads":3,"handlers":["SIGSEGV",7],"scheduler":"sched_yield'
            ' in libx.so"}'
        )
        _, printed = self.fly(f"{_UP}; tell '{brings}'")
        self.assertIn(
            (
                "the library brings 2 threads; handlers of SIGSEGV; a scheduler of its own"
                " (sched_yield in libx.so)"
            ),
            printed,
        )

    def test_nothing_comes_up(self):
        found, printed = self.fly("kill -ABRT $$")
        self.assertEqual((found["singleton"], found["other_thread"]), ("SIGABRT", ""))
        self.assertIn("MPI never came up", printed)

    def test_without_a_launcher_there_is_less_to_find(self):
        for launcher in ([], ["/no/such/launcher", "{np}"]):
            self.tree.manifest["launcher"] = launcher
            found, printed = self.fly(_UP)
            self.assertEqual(
                (
                    found["singleton"],
                    found["launcher"],
                    found["two_processes"],
                    found["other_thread"],
                ),
                ("works", "", "", "works"),
            )
            self.assertIn("starts without a launcher", printed)

    def test_a_launcher_out_of_path_that_is_another_mpis_is_left(self):
        strangers = 'tell \'{"found":"mpi","code":"MPI_SUCCESS","asked":"\'$1\'","provided":"\'$1\'","seconds":0,"size":1}\''
        for origin, verdict in (("PATH", "not-applicable"), ("beside the wrapper", "pass")):
            self.tree.manifest["launcher_from"] = origin
            _, printed = self.fly(strangers, tests="ranks.pass")
            self.assertEqual(self.tree.test("ranks.pass")["verdict"], verdict)
            self.assertEqual("without a launcher: " in printed, origin == "PATH", printed)

    def test_a_hang_is_an_answer(self):
        found, _ = self.fly(
            f'[ "$FAKE_RANK" ] || sleep 1000; {_UP}', "--timeout", "1", "--grace", "1"
        )
        self.assertEqual(found["singleton"], "no end within 1 s")

    def test_forks(self):
        for act, expected in (
            (
                f"{_UP}; forks MPI SIGSEGV 4; forks MPI '' 0",
                "a forked process ended with SIGSEGV, it lacks 4 KiB",
            ),
            (f"{_UP}; forks MPI hung 0; forks MPI '' 0", "a forked process hung"),
            (f"{_UP}; forks MPI '' 8", "a forked process lacks 8 KiB"),
            (f"{_UP}; forks MPI SIGSEGV 0", ""),
            (_UP, ""),
        ):
            with self.subTest(act):
                self.assertEqual(self.fly(act)[0]["forks_with_mpi"], expected)

    def test_one_job_at_a_time(self):
        lock = self.tree.file("node")
        found, printed = self.fly(
            f"exec 9>{lock}; flock -n 9 || exit 7; sleep 0.3; {_UP}", tests="plain.pass"
        )
        self.assertEqual(
            (found["side_by_side"], found["launcher"], found["other_thread"]),
            ("exit code 7", "works", "works"),
        )
        self.assertIn("one test at a time, as with -j 1", printed)
        found, printed = self.fly('[ "$FAKE_RANK" ] && exit 7; ' + _UP)  # alone neither
        self.assertEqual((found["side_by_side"], found["launcher"]), ("", "exit code 7"))
        self.assertNotIn("-j 1", printed)

    def test_parts_of_mpi_that_fail(self):
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
        self.tree.manifest["programs"][0]["path"] = "bin/told"
        self.tree.write_file(
            "tree/bin/told", f"#!/bin/sh\ncp \"$MPITCHECK_HABITS\" '{self.tree.file('habits')}'\n"
        )
        os.chmod(self.tree.file("tree/bin/told"), 0o700)
        found, printed = self.fly(
            f"""{_UP}
            case "$2:$3" in --parts:) {first} ;; --parts:copies) {behind_copies} ;; --parts:files) {last} ;; --spawn:) {spawn} ;; esac""",
            "--timeout",
            "1",
            "--grace",
            "1",
        )
        self.assertEqual(
            found["broken_parts"],
            {
                "copies": "MPI_Comm_dup crashes (SIGSEGV) in this library",
                "copied attributes": "MPI_Comm_dup crashes (SIGSEGV) in this library",
                "windows": "MPI_Win_create returns an error (MPI_ERR_OTHER) in this library",
                "files": "MPI_File_open does not return (no end within 1 s) in this library",
                "MPI_Comm_spawn": "MPI_Comm_spawn ends the process (exit code 6) in this library",
            },
        )
        self.assertEqual(
            json.loads(self.content(self.tree.file("habits")))["works_alone"],
            ["MPI_Comm_set_attr", "MPI_Send", "MPI_Session_init"],
        )
        self.assertIn(
            (
                "MPI_Comm_dup: crashes (SIGSEGV); MPI_Comm_spawn: ends the process (exit code 6);"
                " MPI_File_open: does not return"
            ),
            printed,
        )

    def test_strange_output_is_no_answer(self):
        found, _ = self.fly(
            """echo '[1]'; echo '{"found":'; echo '{"found":"mpi","code":7,"seconds":"long"}'"""
        )
        self.assertEqual(found["singleton"], "an answer that is none")

    def test_trees_of_before_have_none(self):
        run = self.tree.mpitcheck(
            ["run", self.tree.root, "--filter", "plain.pass", "--json", "report.json"]
        )
        self.assertIsNone(self.tree.report()["targets"][0]["preflight"])
        self.assertNotIn("preflight", run.out)


if __name__ == "__main__":
    unittest.main()

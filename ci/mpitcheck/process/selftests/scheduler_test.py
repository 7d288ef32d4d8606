# SPDX-License-Identifier: BSD-3-Clause
"""Running jobs: what they get and print, how they end, Ctrl-C, and the death of either side."""
import os
import signal
import subprocess
import sys
import threading
import time
import unittest

from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Command, Job, Limits, Scheduler
from mpitcheck.process.text import decode
from mpitcheck.selftests.contexts import entered

_FOREVER = 3600  # seconds

# Another runner, that says in a file when its job, which ignores SIGTERM, has started.
_RUNNER = """
from mpitcheck.process.scheduler import Command, Job, Limits, Scheduler
with Scheduler(1) as scheduler:
    script = "trap '' TERM; setsid sleep 3600 & echo $$ $! >mark.part; mv mark.part mark; while :; do wait; done"
    scheduler.start(Job(Command(["/bin/sh", "-c", script], {"PATH": "/usr/bin:/bin"}, "."), Limits(3600, 3600)), print)
    scheduler.finish()
"""


def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(condition):
    """If it never comes true, the time limit of this test tells."""
    while not condition():
        time.sleep(0.01)


class SchedulerTest(unittest.TestCase):
    def setUp(self):
        self.folder, self.begun = entered(Scratch(), self.addCleanup), time.monotonic()
        self.scheduler = entered(Scheduler(4), self.addCleanup)
        self.outcomes = []

    def job(self, script, *arguments, environment=None, **settings):
        command = Command(
            ["/bin/sh", "-c", script, "sh", *arguments],
            {"PATH": "/usr/bin:/bin", **(environment or {})},
            self.folder,
        )
        return Job(command, **settings)

    def start(self, script, *arguments, **settings):
        return self.scheduler.start(self.job(script, *arguments, **settings), self.outcomes.append)

    def outcome(self, *arguments, **settings):
        self.assertTrue(self.start(*arguments, **settings))
        self.scheduler.finish()
        return self.outcomes[-1]

    def exists(self, name):
        return os.path.exists(os.path.join(self.folder, name))

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return file.read()


class Commands(SchedulerTest):
    def test_get_words_environment_and_folder_byte_for_byte(self):
        odd = decode(b"\xff \xc3\xa4\n'")
        outcome = self.outcome(
            'printf "%s|" "$@" "$A" "$#"; pwd -P; env -0 | tr -dc "\\0" | wc -c',
            "",
            odd,
            environment={"A": odd},
        )
        self.assertEqual(
            outcome.output, f"|{odd}|{odd}|2|{os.path.realpath(self.folder)}\n3\n"
        )  # PATH, A, PWD
        self.assertEqual(outcome.output_lost, 0)

    def test_keep_stderr_apart_if_asked(self):
        script = "echo out; echo err >&2"
        self.assertEqual(self.outcome(script).output, "out\nerr\n")
        apart = self.outcome(script, errors_apart=True)
        self.assertEqual((apart.output, apart.errors), ("out\n", "err\n"))

    def test_end_by_code_signal_or_not_at_all(self):
        for script, code in [("exit 3", 3), ("kill -SEGV $$", -signal.SIGSEGV)]:
            with self.subTest(script):
                self.assertEqual(
                    os.waitstatus_to_exitcode(self.outcome(script).ending.wait_status), code
                )
        self.scheduler.start(
            Job(Command(["/no/such/program"], {}, self.folder)), self.outcomes.append
        )
        self.scheduler.finish()
        self.assertEqual(self.outcomes[-1].ending.start_error, 2)

    def test_are_ended_at_their_limit(self):
        late = self.outcome("exec sleep 100", limits=Limits(0.1, progress_pages=["none", "either"]))
        self.assertTrue(late.ending.timed_out)
        self.assertEqual(os.waitstatus_to_exitcode(late.ending.wait_status), -signal.SIGTERM)
        self.assertEqual(late.ending.movement, ["unknown", "unknown"])
        self.assertAlmostEqual(late.ending.watched, 0.025)
        self.assertTrue(late.stacks or late.stacks_problem)

    def test_leave_nothing_behind(self):
        ending = self.outcome(
            "setsid sleep 100 & echo $! >pid; until grep -q sleep /proc/$!/comm; do :; done"
        ).ending
        self.assertEqual((ending.left_behind, ending.left_names), (1, "sleep"))
        self.assertFalse(is_there(self.read("pid").strip()))

    def test_leave_nothing_behind_without_their_supervisor(self):
        self.assertIsNone(self.outcome("setsid sleep 100 & echo $! >pid; kill -KILL $PPID").ending)
        self.assertFalse(is_there(self.read("pid").strip()))
        self.scheduler.end_orphans()


class Captures(SchedulerTest):
    def test_keep_everything_up_to_the_bound(self):
        outcome = self.outcome('for part in ab "" cdef gh; do printf "$part"; done', output_bound=8)
        self.assertEqual((outcome.output, outcome.output_lost), ("abcdefgh", 0))

    def test_keep_head_and_tail_and_count_the_rest(self):
        with open(os.path.join(self.folder, "all"), "w", encoding="utf-8") as file:
            file.write("abcd" + 1000 * "." + "wxyz")
        for step in (1, 3, 100):
            with self.subTest(step):
                outcome = self.outcome(f"dd bs={step} if=all 2>/dev/null", output_bound=8)
                self.assertEqual(
                    (outcome.output, outcome.output_lost),
                    ("abcd\n[... 1000 bytes left out ...]\nwxyz", 1000),
                )

    def test_keep_megabytes_of_several_at_once(self):
        for _ in range(3):
            self.start("head -c 9000000 /dev/zero; echo end", output_bound=16 << 20)
        self.scheduler.finish()
        self.assertEqual(
            [(len(each.output), each.output[-4:]) for each in self.outcomes],
            3 * [(9000004, "end\n")],
        )


class Scheduling(SchedulerTest):
    def test_takes_as_many_slots_as_there_are(self):
        script = 'mkdir "$1" && (set -- job*; echo $#) && sleep 0.1 && rmdir "$1"'
        for slots, most in [(1, 4), (3, 1), (9, 1)]:
            with self.subTest(slots):
                self.outcomes.clear()
                for number in range(6):
                    self.start(script, f"job{number}", slots=slots)
                self.assertTrue(self.scheduler.busy)
                self.scheduler.finish()
                self.assertFalse(self.scheduler.busy)
                self.assertEqual(len(self.outcomes), 6)
                self.assertLessEqual(max(int(each.output) for each in self.outcomes), most)

    def test_what_is_done_may_start_more(self):
        self.scheduler.start(self.job("exit 0"), lambda _: self.start("echo more"))
        self.scheduler.finish()
        self.assertEqual([each.output for each in self.outcomes], ["more\n"])

    def test_ticks_while_waiting(self):
        ticks = []
        self.scheduler.on_tick(lambda: ticks.append(1))
        self.outcome("sleep 1.3")
        self.assertTrue(1 <= len(ticks) <= time.monotonic() - self.begun, len(ticks))
        self.scheduler.on_tick(None)

    def test_a_nursery_that_does_not_come_up_changes_nothing(self):
        self.scheduler.open_nursery("one", self.job("touch started").command)
        wait_until(lambda: self.exists("started"))
        outcome = self.outcome("echo own", nursery="one", request={"test": "a"})
        self.assertEqual(outcome.output, "own\n")
        self.scheduler.close_nurseries()


class Interrupts(SchedulerTest):
    def interrupt(self, number=signal.SIGINT):
        os.kill(os.getpid(), number)
        self.scheduler.wait()

    def test_once_ends_gently_and_starts_nothing_more(self):
        limits = Limits(_FOREVER, _FOREVER)
        for launched in (False, True):
            self.start(
                "trap 'echo asked; exit 0' TERM; touch $$; while :; do sleep 0.01; done",
                limits=limits,
                errors_apart=True,
                launched=launched,
            )
        self.start("touch $$; exec sleep 100", limits=limits)
        wait_until(lambda: len(os.listdir(self.folder)) == 3)
        self.assertFalse(self.scheduler.interrupted)
        self.interrupt(signal.SIGHUP)
        self.assertTrue(self.scheduler.interrupted)
        self.assertFalse(self.start("exit 0"))
        self.scheduler.finish()
        self.assertEqual(
            [each.output for each in self.outcomes], ["asked\n"]
        )  # its verdict; a launcher's code is none

    def test_what_a_signal_to_the_whole_job_ended_is_no_outcome(self):
        self.start("kill -TERM $$; sleep 1")
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGTERM)).start()  # it comes here last
        self.scheduler.finish()
        self.assertTrue(self.scheduler.interrupted)
        self.assertEqual(self.outcomes, [])

    def test_without_one_it_is(self):
        self.start("kill -TERM $$; sleep 1")
        self.scheduler.finish()
        self.assertEqual(
            [os.WTERMSIG(each.ending.wait_status) for each in self.outcomes], [signal.SIGTERM]
        )

    def test_again_ends_at_once(self):
        self.start(
            "trap '' TERM; touch ready; while :; do sleep 0.01; done",
            limits=Limits(_FOREVER, _FOREVER),
        )
        wait_until(lambda: self.exists("ready"))
        self.interrupt()
        self.interrupt(signal.SIGTERM)
        self.scheduler.finish()
        self.assertEqual(self.outcomes, [])

    def test_between_two_schedulers_is_not_lost(self):
        os.kill(os.getpid(), signal.SIGINT)
        self.assertFalse(self.start("exit 0"))


class Deaths(SchedulerTest):
    def test_what_runs_after_the_end_is_ended(self):
        with Scheduler(1) as scheduler:
            scheduler.start(
                self.job("trap '' TERM; echo $$ >part; mv part pid; while :; do sleep 0.01; done"),
                self.outcomes.append,
            )
            wait_until(lambda: self.exists("pid"))
        self.assertFalse(is_there(self.read("pid").strip()))
        self.assertEqual(self.outcomes, [])

    def test_without_the_executor_there_is_an_error(self):
        with Scheduler(1) as scheduler:
            scheduler.start(
                self.job("echo $$ >part; mv part pid; exec sleep 100"), self.outcomes.append
            )
            wait_until(lambda: self.exists("pid"))
            os.kill(scheduler._pid, signal.SIGKILL)
            with self.assertRaisesRegex(RuntimeError, "mpitcheck-executor was ended by SIGKILL"):
                scheduler.finish()
            with self.assertRaises(RuntimeError):
                scheduler.start(self.job("exit 0"), self.outcomes.append)
        self.assertFalse(is_there(self.read("pid").strip()))

    def test_without_the_runner_nothing_is_left(self):
        path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        runner = subprocess.Popen([sys.executable, "-c", _RUNNER], cwd=self.folder, env=path)
        wait_until(lambda: self.exists("mark"))
        runner.kill()
        runner.wait()
        for pid in self.read("mark").split():
            wait_until(lambda pid=pid: not is_there(pid))


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""ci/campaigns/campaign: its list of campaigns, its exit codes, and the steps that they share."""
import contextlib
import io
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from campaigns import main
from campaigns.shared import steps

_CAMPAIGNS = os.path.join(steps.ROOT, "ci/campaigns")
_PROGRAM = os.path.join(_CAMPAIGNS, "campaign")
# Interrupts a step that would take a minute, as a user would.
_SLOW = """
import subprocess, sys, time
from campaigns.shared import steps

class Late(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        time.sleep(1)  # the interruption comes meanwhile

if sys.argv[2:] == ["late"]:
    subprocess.Popen = Late
steps.heed_interruptions()
try:
    steps.Steps(sys.argv[1]).run("slow", "run", ["sh", "-c", "echo $$; sleep 60"])
except KeyboardInterrupt:
    steps.end_running()
    sys.exit(5)
"""


def _call(*words):
    return subprocess.run([_PROGRAM, *words], capture_output=True, text=True, check=False)


class Program(unittest.TestCase):
    def test_lists_each_folder_of_a_campaign(self):
        with os.scandir(_CAMPAIGNS) as entries:
            folders = {entry.name for entry in entries if entry.is_dir()}
        self.assertEqual(
            {name.replace("-", "_") for name in main.CAMPAIGNS},
            folders - {"shared", "__pycache__"},
        )
        done = _call("--help")
        self.assertEqual(done.returncode, 0)
        for name, line in main.CAMPAIGNS.items():
            self.assertRegex(done.stdout, f"(?m)^  {name} +{line}$")

    def test_describes_the_exit_codes_of_each_campaign(self):
        for name in main.CAMPAIGNS:
            if not os.path.exists(os.path.join(_CAMPAIGNS, name, "run")):
                with self.subTest(campaign=name):
                    done = _call(name, "--help")
                    self.assertEqual(done.returncode, 0)
                    self.assertIn("Exit code: 0 ", done.stdout)

    def test_refuses_wrong_calls(self):
        for words in (
            [],
            ["no-such"],
            ["cost", "--no-such"],
            ["cost", "--test"],
            ["surroundings", "no-such"],
            ["static", "no-such"],
            ["matrix", "no-such"],
        ):
            with self.subTest(words=words):
                self.assertEqual(_call(*words).returncode, 2)


class Steps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.steps = steps.Steps(self.folder)

    def _run(self, script, **options):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            outcome = self.steps.run("mine", "run", ["sh", "-c", script], **options)
        return outcome, output.getvalue()

    def test_have_a_log_and_a_line_with_their_times(self):
        outcome, output = self._run("echo out; echo err >&2; seq 200000 >/dev/null")
        self.assertEqual(outcome.code, 0)
        self.assertGreaterEqual(outcome.wall, outcome.cpu / (os.cpu_count() + 1))
        self.assertGreater(outcome.cpu, 0)
        self.assertRegex(output, "^mine +run +[0-9]+ s +[0-9]+ CPU s\n$")
        self.assertEqual(steps.last_lines(self.steps.log_of("mine", "run"), 9), ["out", "err"])

    def test_that_fail_show_the_end_of_the_log(self):
        outcome, output = self._run("seq 100; exit 4")
        self.assertIsNone(outcome)
        self.assertRegex(output, "(?s)  exit code 4\n86\n.*\n100\nThe whole log: .*mine-run.log\n$")
        self.assertEqual(self._run("exit 4", good=(0, 4))[0].code, 4)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertRaises(steps.Failed, self.steps.need, "mine", "run", ["false"])

    def test_end_with_all_processes_when_they_are_interrupted(self):
        self._interrupt()

    def test_end_when_they_are_interrupted_while_they_begin(self):
        self._interrupt("late")

    def _interrupt(self, *words):
        log = self.steps.log_of("slow", "run")
        child = subprocess.Popen(
            [sys.executable, "-c", _SLOW, self.folder, *words],
            env={**os.environ, "PYTHONPATH": os.path.join(steps.ROOT, "ci")},
        )
        while not os.path.exists(log) or not os.path.getsize(log):
            time.sleep(0.05)
        group = int(steps.last_lines(log, 1)[0])
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(), 5)
        self.assertRaises(ProcessLookupError, os.killpg, group, 0)


class Stamps(unittest.TestCase):
    def test_are_older_than_a_source_that_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "source")
            os.mkdir(source)
            names = ("stamp", "source/code.py", "source/README.md")
            stamp, code, page = (os.path.join(folder, name) for name in names)
            for path in (code, page):
                steps.touch(path)
            self.assertFalse(steps.is_newer_than(stamp, source))
            steps.touch(stamp)
            os.utime(stamp, (1000, 1000))
            os.utime(code, (900, 900))
            os.utime(page, (2000, 2000))  # what is written about the code
            self.assertTrue(steps.is_newer_than(stamp, source))
            os.utime(code, (2000, 2000))
            self.assertFalse(steps.is_newer_than(stamp, source))
            self.assertFalse(steps.is_newer_than(stamp, code))


if __name__ == "__main__":
    unittest.main()

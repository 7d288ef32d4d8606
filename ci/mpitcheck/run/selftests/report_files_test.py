# SPDX-License-Identifier: BSD-3-Clause
"""A run that is killed leaves what was done by then."""
import json
import os
import unittest
from unittest import mock

from mpitcheck.judge.model import Footer, RunReport
from mpitcheck.process.files import Scratch
from mpitcheck.job.run_options import RunOptions
from mpitcheck.run.report_files import ReportFiles
from mpitcheck.selftests.contexts import entered


class Drafts(unittest.TestCase):
    def setUp(self):
        self.folder = entered(Scratch(), self.addCleanup)
        self.path = os.path.join(self.folder, "report.json")
        self.now = entered(mock.patch("time.monotonic", return_value=1000.0), self.addCleanup)
        self.made = 0

    def report(self, seconds=1.0, cost=0.0):
        self.made += 1
        self.now.return_value += cost
        return RunReport(footer=Footer(seconds=seconds))

    def written(self):
        with open(self.path, encoding="utf-8") as file:
            return json.load(file)["footer"]["seconds"]

    def draft(self, files, later=0.0, **settings):
        self.now.return_value += later
        files.draft(lambda: self.report(**settings))
        return self.made

    def test_the_first_is_at_once_and_others_now_and_then(self):
        with ReportFiles(RunOptions(json=self.path)) as files:
            self.assertEqual(self.draft(files), 1)
            self.assertEqual(self.draft(files, later=29), 1)
            self.assertEqual(self.draft(files, later=1, seconds=2, cost=10), 2)
            self.assertEqual(self.written(), 2)
            self.assertEqual(self.draft(files, later=499), 2)  # a costly one is seldom made
            self.assertEqual(self.draft(files, later=1, seconds=3), 3)
            self.assertEqual(self.written(), 3)
        self.assertEqual(os.listdir(self.folder), ["report.json"])

    def test_the_whole_report_comes_after_drafts(self):
        with ReportFiles(RunOptions(json=self.path)) as files:
            self.draft(files)
            files.commit(self.report(seconds=9))
        self.assertEqual(self.written(), 9)
        self.assertEqual(os.listdir(self.folder), ["report.json"])

    def test_what_is_no_file_gets_none(self):
        pipe = os.path.join(self.folder, "pipe")
        os.mkfifo(pipe)
        reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reading)
        with ReportFiles(RunOptions(json=pipe)) as files:
            self.draft(files)
            with self.assertRaises(BlockingIOError):
                os.read(reading, 1)

    def test_without_files_none_is_made(self):
        with ReportFiles(RunOptions()) as files:
            self.assertEqual(self.draft(files), 0)

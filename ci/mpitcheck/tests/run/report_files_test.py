# SPDX-License-Identifier: BSD-3-Clause
"""A run that is killed leaves what was done by then."""
import json
import os

import pytest

from mpitcheck.judge.model import Footer, RunReport
from mpitcheck.job.run_options import RunOptions
from mpitcheck.run.report_files import ReportFiles
from tests.report import samples


class Drafts:
    """Drafts of a report, and the clock that they go by."""

    def __init__(self):
        self.made, self.now = 0, 1000.0

    def report(self, seconds=1.0, cost=0.0):
        self.made += 1
        self.now += cost
        return RunReport(footer=Footer(seconds=seconds))

    def draft(self, files, later=0.0, **settings):
        """Offers a draft after that time, and returns how many were made by then."""
        self.now += later
        files.draft(lambda: self.report(**settings))
        return self.made


@pytest.fixture
def drafts(monkeypatch):
    made = Drafts()
    monkeypatch.setattr("time.monotonic", lambda: made.now)
    return made


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "report.json")


def written(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["footer"]["seconds"]


def test_first_draft_is_immediate_and_others_are_periodic(drafts, path, tmp_path):
    with ReportFiles(RunOptions(json=path)) as files:
        assert drafts.draft(files) == 1
        assert drafts.draft(files, later=29) == 1
        assert drafts.draft(files, later=1, seconds=2, cost=10) == 2
        assert written(path) == 2
        assert drafts.draft(files, later=499) == 2  # a costly one is seldom made
        assert drafts.draft(files, later=1, seconds=3) == 3
        assert written(path) == 3
    assert os.listdir(tmp_path) == ["report.json"]


def test_the_whole_report_comes_after_drafts(drafts, path, tmp_path):
    with ReportFiles(RunOptions(json=path)) as files:
        drafts.draft(files)
        files.commit(drafts.report(seconds=9))
    assert written(path) == 9
    assert os.listdir(tmp_path) == ["report.json"]


def test_special_files_get_no_drafts(drafts, tmp_path):
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with ReportFiles(RunOptions(json=pipe)) as files:
            drafts.draft(files)
            with pytest.raises(BlockingIOError):
                os.read(reading, 1)
    finally:
        os.close(reading)


def test_without_files_there_are_no_drafts(drafts):
    with ReportFiles(RunOptions()) as files:
        assert drafts.draft(files) == 0


def test_markdown_is_short_without_full(tmp_path):
    sizes = []
    for full in (False, True):
        path = str(tmp_path / "report.md")
        with ReportFiles(RunOptions(markdown=path, full=full)) as files:
            files.commit(samples.big(1000, 2, 3))
        sizes.append(os.path.getsize(path))
    assert sizes[0] <= 40_000 < 200_000 < sizes[1] <= 900_000

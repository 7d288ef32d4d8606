# SPDX-License-Identifier: BSD-3-Clause
"""The report files of a run.

They are written at its end. Drafts are written during the run, in case it is killed.
"""
import contextlib
import functools
import time
from typing import Callable

from mpitcheck.job.run_options import RunOptions
from mpitcheck.judge.model import RunReport
from mpitcheck.process.files import OutputFile

_PAUSE = 30  # the fewest seconds between two drafts
_MOST_SHARE = 0.02  # of the run's time that drafts may take
Writer = Callable[[RunReport], str]


def _writer_of(kind: str, bench: str) -> Writer:
    """Returns the writer for reports of a kind.

    `bench` is the file of --bench, which an HTML page shows.
    """
    if kind == "json":
        from mpitcheck.report.report_json import to_json

        return to_json
    if kind == "junit":
        from mpitcheck.report.junit import to_junit

        return to_junit
    if kind == "markdown":
        from mpitcheck.report.markdown import to_markdown

        return to_markdown
    from mpitcheck.bench.page import section_to_show
    from mpitcheck.report.page import to_html

    return functools.partial(to_html, bench_section=section_to_show(bench))


class ReportFiles:
    """The report files that the options name, a context manager.

    Raises UserError if a file cannot be written.
    """

    def __init__(self, options: RunOptions) -> None:
        self._next = 0.0
        with contextlib.ExitStack() as opened:
            wanted = [
                (kind, getattr(options, kind)) for kind in ("json", "junit", "markdown", "html")
            ]
            self._files = [
                (_writer_of(kind, options.bench), opened.enter_context(OutputFile(path)))
                for kind, path in wanted
                if path
            ]
            self._opened = opened.pop_all()

    def __enter__(self) -> "ReportFiles":
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def draft(self, make_report: Callable[[], RunReport]) -> None:
        """Writes drafts of the files from `make_report()`, if it is time for that.

        The first call writes a draft. Later calls do so after a pause, which is longer if a draft
        takes long. It can be called often.
        """
        begin = time.monotonic()
        if not self._files or begin < self._next:
            return
        report = make_report()
        for write, file in self._files:
            file.draft(write(report))
        end = time.monotonic()
        self._next = end + max(_PAUSE, (end - begin) / _MOST_SHARE)

    def commit(self, report: RunReport) -> None:
        """Writes the final files."""
        for write, file in self._files:
            file.commit(write(report))

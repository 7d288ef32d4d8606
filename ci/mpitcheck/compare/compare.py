# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck compare REPORT...`."""
import contextlib

from mpitcheck.bench.page import section_to_show
from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_markdown import comparison_markdown
from mpitcheck.compare.comparison_page import comparison_page
from mpitcheck.report.read_report import read_report
from mpitcheck.process.error import ExitCode
from mpitcheck.process.files import OutputFile


def compare_reports(paths: list[str], html: str, markdown: str, bench: str) -> ExitCode:
    """Writes the page and the Markdown to files with a name; without any, the Markdown to stdout. The page also shows `bench`, what
    mpitcheck bench --json wrote, if it is named. Returns the exit code, raises UserError."""
    with contextlib.ExitStack() as opened:  # first of all: a typing error is reported at once
        page, text = (
            opened.enter_context(OutputFile(path)) if path else None for path in (html, markdown)
        )
        reports = [(path, read_report(path)) for path in paths]
        costs = section_to_show(bench)
        comparison = compare(reports)
        if page:
            page.commit(comparison_page(comparison, costs))
        if text:
            text.commit(comparison_markdown(comparison))
        if not page and not text:
            print(comparison_markdown(comparison), end="")
    return ExitCode.as_expected

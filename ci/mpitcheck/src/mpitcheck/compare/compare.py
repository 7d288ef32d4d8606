# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck compare REPORT...`."""
import contextlib

from mpitcheck.bench.page import section_to_show
from mpitcheck.compare.comparison import compare
from mpitcheck.compare.comparison_markdown import comparison_markdown
from mpitcheck.compare.comparison_page import comparison_page
from mpitcheck.compare.comparison_text import comparison_text
from mpitcheck.report.read_report import read_report
from mpitcheck.process.error import ExitCode
from mpitcheck.process.files import OutputFile


def compare_reports(paths: list[str], html: str, markdown: str, bench: str, width: int) -> ExitCode:
    """Compares the reports at `paths`, writes the comparison and returns the exit code.

    `html` and `markdown` are the output files; an empty name means that the file is not written. If
    both are empty, text of that `width` is printed to stdout. The HTML page also shows the results
    in `bench`, a file of `mpitcheck bench --json`, unless that is empty. Raises UserError if a file
    cannot be used.
    """
    # The output files are opened first, so that a wrong name is reported at once.
    with contextlib.ExitStack() as opened:
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
            print(comparison_text(comparison, width), end="")
    return ExitCode.as_expected

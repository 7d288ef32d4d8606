# SPDX-License-Identifier: BSD-3-Clause
"""Builds HTML pages: a frame, JSON data and the scripts that show the data.

The frame, pages, styles and scripts are files in this module's folder.
"""
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from mpitcheck.judge.model import RunReport
from mpitcheck.process.files import asset
from mpitcheck.process.text import encode
from mpitcheck.report.first_screen import first_screen
from mpitcheck.report.packing import pack
from mpitcheck.report.report_json import page_data


class BenchSection(NamedTuple):
    """The benchmark results on a page as HTML and its additional CSS, or two empty texts."""

    html: str = ""
    css: str = ""


def _parts(names: Iterable[str]) -> str:
    return "".join(asset(f"report/{name}") for name in names)


def _nonce_of(*texts: str) -> str:
    """Returns the nonce with which a page's content security policy allows its style and script.

    It guards against a missing escape: foreign text on a page cannot contain the page's nonce,
    because the nonce is a hash of that text.
    """
    return hashlib.sha256(b"\0".join(map(encode, texts))).hexdigest()[:32]


def data_page(
    page: str,
    title: str,
    styles: list[str],
    scripts: list[str],
    json: str,
    bench: BenchSection,
    first_screen: str = "",
) -> str:
    """Returns the frame around the file `page`, with all placeholders filled in.

    `styles` and `scripts` name files, `json` (valid UTF-8) is the data that the scripts unpack and
    show. `first_screen` is HTML that is shown without scripts, too.
    Placeholders within inserted text are not replaced.
    """
    values = {
        "title": title,
        "css": _parts(styles) + bench.css,
        "js": _parts(scripts),
        "data": pack(json),
        "bench": bench.html
        and (
            '<section class="bench" aria-labelledby="_bench">\n<h2 id="_bench">What MPI_T'
            f" costs</h2>\n{bench.html}</section>\n"
        ),
        "bench_link": bench.html and '<a href="#_bench">What MPI_T costs</a>\n',
        "first_screen": first_screen,
        "nonce": _nonce_of(json, bench.html, first_screen),
    }
    return re.sub(
        r"\{\{(.*?)\}\}",
        lambda found: values[found[1]],
        _parts(["frame.html"]).replace("{{page}}\n", _parts([page])),
    )


def to_html(report: RunReport, bench_section: BenchSection = BenchSection()) -> str:
    """Returns one self-contained HTML page whose scripts show the data of page_data()."""
    return data_page(
        "page.html",
        "MPI_T conformance",
        ["page.css", "grid.css"],
        ["common.js", "outcomes.js", "overview.js", "rules.js", "grid.js", "page.js"],
        page_data(report),
        bench_section,
        first_screen(report),
    )

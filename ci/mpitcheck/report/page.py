# SPDX-License-Identifier: BSD-3-Clause
"""Pages: a frame of HTML, the data that it is about, and the scripts that show them. Their parts are the files beside this one."""
import hashlib
import os
import re
from collections.abc import Iterable
from typing import NamedTuple

from mpitcheck.judge.model import RunReport
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json


class BenchSection(NamedTuple):
    """What benchmarks show on a page: HTML, and the style that it needs besides the page's own. Both are empty where there is nothing to
    show."""

    html: str = ""
    css: str = ""


def asset(name: str) -> str:
    """The file of that name beside this one."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()


def _parts(names: Iterable[str]) -> str:
    return "".join(map(asset, names))


def _nonce_of(*texts: str) -> str:
    """Ties a page's own style and script to its content security policy, should an escape ever be missing. A text cannot carry the nonce
    of the page it is in, for that depends on the text."""
    return hashlib.sha256(b"\0".join(map(encode, texts))).hexdigest()[:32]


def data_page(
    page: str, title: str, styles: list[str], scripts: list[str], json: str, bench: BenchSection
) -> str:
    """The frame around the file `page`, filled with the files `styles` and `scripts`, the JSON that the scripts show (valid UTF-8), and
    what benchmarks show. What is put in is not looked at again."""
    values = {
        "title": title,
        "css": _parts(styles) + bench.css,
        "js": _parts(scripts),
        # In JSON "<" is only within texts, where it may be escaped. Without it no text can end the script element.
        "data": json.replace("<", "\\u003c"),
        "bench": bench.html
        and (
            '<section class="bench" aria-labelledby="_bench">\n<h2 id="_bench">What MPI_T'
            f" costs</h2>\n{bench.html}</section>\n"
        ),
        "bench_link": bench.html and '<a href="#_bench">What MPI_T costs</a>\n',
        "nonce": _nonce_of(json, bench.html),
    }
    return re.sub(
        r"\{\{(.*?)\}\}",
        lambda found: values[found[1]],
        _parts(["frame.html"]).replace("{{page}}\n", _parts([page])),
    )


def to_html(report: RunReport, bench_section: BenchSection = BenchSection()) -> str:
    """One self-contained page without external resources, whose scripts show what to_json() wrote."""
    return data_page(
        "page.html",
        "MPI_T conformance",
        ["page.css", "grid.css"],
        ["common.js", "outcomes.js", "overview.js", "rules.js", "grid.js", "page.js"],
        to_json(report),
        bench_section,
    )

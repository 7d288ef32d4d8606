# SPDX-License-Identifier: BSD-3-Clause
"""Renders pages of a site as well-formed HTML.

Text from a target must pass through esc(). Links are relative, so that a site works at any address,
including a local folder.
"""
import html
import re
from collections.abc import Container, Iterable
from typing import Optional

from mpitcheck.judge.model import Verdict
from mpitcheck.process.files import asset
from mpitcheck.report.text import esc

_PLACES = (
    ("rules", "Rules"),
    ("findings", "Findings"),
    ("variables", "Variables"),
    ("diff", "Differences"),
    ("nights", "Nights"),
)
# Title and content, by path.
Pages = dict[str, tuple[str, str]]
_DATE = len("2026-01-02")
_LONGEST = 1000
ADDRESS = re.compile(r"https://[\w\-.~/#?=%]*[\w/]", re.ASCII)


def linked(text: str, most: int = _LONGEST) -> str:
    """Escapes text and turns its web addresses into links."""
    return ADDRESS.sub(lambda found: link(found[0], found[0]), esc(text, most))


def _attribute(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""


def link(address: str, content: str) -> str:
    """Returns a link; `content` is markup."""
    return f'<a href="{address}">{content}</a>'


def code(text: object, most: int = _LONGEST) -> str:
    return f"<code>{esc(text, most)}</code>"


def badge(verdict: Optional[Verdict]) -> str:
    """Returns the verdict's word; "not run" for None. The style sheet adds the sign."""
    return (
        f'<span class="{verdict.word} badge">{verdict.word}</span>'
        if verdict is not None
        else '<span class="not-run">not run</span>'
    )


def verdict_cell(verdict: Optional[Verdict], content: str = "") -> str:
    """Returns a table cell in the verdict's colours."""
    return (
        f'<td class="{verdict.word}">{verdict.word}{content}</td>'
        if verdict is not None
        else f'<td class="not-run">–{content}</td>'
    )


def number(value: object) -> str:
    return f'<td class="number{"" if value else " zero"}">{value}</td>'


def day(night: str) -> str:
    """Returns the date of a time, without line breaks."""
    return f"<time>{esc(night[:_DATE])}</time>"


def table(heads: Iterable[str], rows: Iterable[str], caption: str = "", kind: str = "") -> str:
    """Returns a table that scrolls, also by keyboard, if it is wider than the page.

    `heads` are markup; "#" at the beginning marks a column of numbers. `rows` come from row().
    """
    cells = "".join(
        f'<th class="number">{head[1:]}</th>' if head.startswith("#") else f"<th>{head}</th>"
        for head in heads
    )
    name = html.escape(re.sub("<.*?>", "", caption)) or "Table"
    said = caption and f"<caption>{caption}</caption>"
    return (
        '<div class="wide" tabindex="0" role="region"'
        f' aria-label="{name}"><table{_attribute("class", kind)}>{said}<thead><tr>{cells}</tr>'
        f'</thead>\n<tbody>\n{"".join(rows)}</tbody></table></div>\n'
    )


def row(head: str, *cells: str, id: str = "") -> str:
    return f'<tr{_attribute("id", id)}><th>{head}</th>{"".join(cells)}</tr>\n'


def cell(content: str = "") -> str:
    return f"<td>{content}</td>"


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """Returns a list of labels and markup, without entries whose markup is empty."""
    entries = "".join(
        f"<dt>{label}</dt><dd>{content}</dd>\n" for label, content in pairs if content
    )
    return f"<dl>\n{entries}</dl>\n" if entries else ""


def listing(entries: Iterable[str], kind: str = "") -> str:
    """Returns a list of entries, which are markup; "" without entries."""
    items = "".join(f"<li>{entry}</li>\n" for entry in entries)
    return f"<ul{_attribute('class', kind)}>\n{items}</ul>\n" if items else ""


def block(text: str, most: int = 20_000) -> str:
    return f'<pre tabindex="0">{esc(text, most, keep_lines=True)}</pre>\n'


def fold(title: str, content: str) -> str:
    return f"<details><summary>{title}</summary>\n{content}</details>\n" if content else ""


def section(title: str, content: str, id: str = "") -> str:
    return (
        f'<section><h2{_attribute("id", id)}>{title}</h2>\n{content}</section>\n' if content else ""
    )


def page(path: str, title: str, content: str, pages: Container[str], script: str = "") -> str:
    """Returns the page at `path` of a site that has `pages`. `title` is text, `content` markup."""
    up = "../" * path.count("/")
    here = path.partition("/")[0]
    links = "".join(
        f'<a href="{up}{place}/index.html"'
        f'{_attribute("aria-current", "true" if place == here else "")}>{name}</a>\n'
        for place, name in _PLACES
        if f"{place}/index.html" in pages
    )
    values = {
        "up": up,
        "title": esc(title),
        "content": content,
        "links": links,
        "script": "".join(
            f'<script src="{up}{name}" defer="defer"></script>' for name in script.split()
        ),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], asset("site/frame.html"))

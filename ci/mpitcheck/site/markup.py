# SPDX-License-Identifier: BSD-3-Clause
"""The pages of a site as well-formed HTML. What stems from a target goes through esc(); links are relative, so that a site works from any
place, a folder of files included."""
import html
import os
import re
from collections.abc import Container, Iterable
from typing import Optional

from mpitcheck.judge.model import Verdict
from mpitcheck.report.text import shortened, visible

HERE = os.path.dirname(__file__)
_PLACES = (
    ("rules", "Rules"),
    ("findings", "Findings"),
    ("variables", "Variables"),
    ("diff", "Differences"),
    ("nights", "Nights"),
)
# Path -> title and content
Pages = dict[str, tuple[str, str]]
_DATE = len("2026-01-02")
_LONGEST = 1000


def read_asset(name: str) -> str:
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def esc(text: object, most: int = _LONGEST, keep_lines: bool = False) -> str:
    return html.escape(visible(shortened(str(text), most), keep_lines))


def linked(text: str, most: int = _LONGEST) -> str:
    """Escaped, with its web addresses as links."""
    return re.sub(
        r"https://[\w\-.~/#?=%]*[\w/]",
        lambda found: link(found[0], found[0]),
        esc(text, most),
        flags=re.ASCII,
    )


def _attribute(name: str, value: str) -> str:
    return f' {name}="{value}"' if value else ""


def link(address: str, content: str) -> str:
    """`content` is markup."""
    return f'<a href="{address}">{content}</a>'


def code(text: object, most: int = _LONGEST) -> str:
    return f"<code>{esc(text, most)}</code>"


def badge(verdict: Optional[Verdict]) -> str:
    """The verdict's word, which its sign goes before; "not run" for None."""
    return (
        f'<span class="{verdict.word} badge">{verdict.word}</span>'
        if verdict is not None
        else '<span class="not-run">not run</span>'
    )


def verdict_cell(verdict: Optional[Verdict], content: str = "") -> str:
    """A field of a table in the verdict's colours."""
    return (
        f'<td class="{verdict.word}">{verdict.word}{content}</td>'
        if verdict is not None
        else f'<td class="not-run">–{content}</td>'
    )


def number(value: object) -> str:
    return f'<td class="number{"" if value else " zero"}">{value}</td>'


def day(night: str) -> str:
    """The day of a moment, in one line."""
    return f"<time>{esc(night[:_DATE])}</time>"


def table(heads: Iterable[str], rows: Iterable[str], caption: str = "", kind: str = "") -> str:
    """`heads` are markup, those that begin with "#" are of numbers; `rows` are rows. Where it is wider than the page it scrolls, by
    keyboard, too."""
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
    """Pairs of a label and markup; those without markup are left out."""
    entries = "".join(
        f"<dt>{label}</dt><dd>{content}</dd>\n" for label, content in pairs if content
    )
    return f"<dl>\n{entries}</dl>\n" if entries else ""


def listing(entries: Iterable[str], kind: str = "") -> str:
    """A list of markup; "" of none."""
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
    """The page at `path` of a site that has those pages; `title` is plain text, `content` markup."""
    up = "../" * path.count("/")
    here = path.partition("/")[0]
    links = "".join(
        f'<a href="{up}{place}/index.html"{_attribute("aria-current", "true" if place == here else "")}>{name}</a>\n'
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
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], read_asset("frame.html"))

# SPDX-License-Identifier: BSD-3-Clause
"""Pages with the differences between two versions of a library.

There is a page for each pair of neighbours, and one where a script compares any two columns.
"""
import json

from mpitcheck.compare.diff import TargetDiff, diff_reports
from mpitcheck.report.text import esc, replaced, visible
from mpitcheck.site.columns import Column
from mpitcheck.site.history import LETTER_OF
from mpitcheck.site.markup import Pages, badge, cell, code, link, listing, row, section, table
from mpitcheck.site.night_pages import changes_of, findings_changes
from mpitcheck.site.state import Site, column_link
from mpitcheck.site.variable_pages import anchor_of, library_path

_LONGEST_TEXT = 160
_MOST_OBJECTS = 2000


def diff_path(older: Column, newer: Column) -> str:
    return f"diff/{older.name}..{newer.name}.html"


def neighbours(site: Site) -> list[tuple[Column, Column]]:
    """Returns pairs of neighbouring columns of one library, the older first.

    The neighbour of a special build is the previous plain one.
    """
    pairs = []
    for columns in site.libraries.values():
        for i, column in enumerate(columns):
            before = [other for other in columns[:i] if other.is_plain] or columns[:i]
            pairs += [(before[-1], column)] if before else []
    return pairs


def diff_links(pairs: list[tuple[Column, Column]], kind: str = "") -> str:
    return listing(
        (
            link(f"../{diff_path(*pair)}", f"{esc(pair[0].label)} → {esc(pair[1].label)}")
            for pair in pairs
        ),
        kind,
    )


def _rules(site: Site, older: Column, newer: Column) -> str:
    rows = [
        row(
            site.rule_link(each.rule, "../"),
            cell(each.kind),
            cell(badge(each.before)),
            cell(badge(each.after)),
        )
        for each in changes_of(older.last, newer.last)
    ]
    heads = ["Rule", "Change", esc(older.label), esc(newer.label)]
    return table(heads, rows, "Rules") if rows else ""


def _findings(site: Site, older: Column, newer: Column) -> str:
    came, went = findings_changes(older.last, newer.last)
    rows = [
        row(
            link(f"../findings/{id}.html", id),
            cell(what),
            cell(esc(site.findings[id].line, _LONGEST_TEXT)),
        )
        for what, ids in (
            (f"only in {esc(older.label)}", went),
            (f"only in {esc(newer.label)}", came),
        )
        for id in ids
        if id in site.findings
    ]
    return table(["Finding", "Where", "What"], rows, "Findings") if rows else ""


def _tests(diff: TargetDiff) -> str:
    rows = [
        row(
            code(each.test),
            cell(each.change),
            cell(
                badge(each.before) if each.before is not None else esc(each.old_text, _LONGEST_TEXT)
            ),
            cell(
                (badge(each.after) if each.after is not None else "")
                + f" {esc(each.new_text, _LONGEST_TEXT)}"
            ),
        )
        for each in diff.tests
        if each.change != "message"
    ]
    return table(["Test", "Change", "Before", "After"], rows, "Tests") if rows else ""


def _objects(older: Column, newer: Column, diff: TargetDiff) -> str:
    """Renders changed objects as a table, and objects of only one column as lists of names.

    There may be thousands of the latter.
    """
    path = library_path(newer.library)

    def name(kind: str, text: str) -> str:
        return text and link(f"../{path}#{esc(anchor_of(kind, text))}", esc(text, _LONGEST_TEXT))

    shown = diff.objects[:_MOST_OBJECTS]
    only: dict[tuple[str, str], list[str]] = {}
    for each in shown:
        if not each.old_name or not each.new_name:
            whose = newer if each.new_name else older
            only.setdefault((whose.label, each.kind), []).append(
                name(each.kind, each.new_name or each.old_name)
            )
    rows = [
        row(
            name(each.kind, each.old_name),
            cell(each.change),
            cell(each.kind),
            cell(
                esc(each.detail, 2 * _LONGEST_TEXT)
                if each.detail
                else name(each.kind, each.new_name)
            ),
        )
        for each in shown
        if each.old_name and each.new_name
    ]
    lists = "".join(
        f"<p><b>{kind}, only in {esc(label)}: {len(names)}</b> {', '.join(names)}</p>\n"
        for (label, kind), names in only.items()
    )
    more = len(diff.objects) - _MOST_OBJECTS
    text = (
        (table(["Before", "Change", "Kind", "After"], rows, "Changed") if rows else "")
        + lists
        + (f"<p>and {more} more</p>\n" if more > 0 else "")
    )
    return section(f"Variables and other objects <small>{len(diff.objects)}</small>", text)


def _diff_page(site: Site, older: Column, newer: Column) -> str:
    parts = [_findings(site, older, newer), _rules(site, older, newer)]
    if older.report and newer.report:
        target = diff_reports(older.report, newer.report).targets[0]
        parts += [_tests(target), _objects(older, newer, target)]
        if not target.inventories:
            parts.append(
                "<p>Variables were not compared: there is no inventory of one of them.</p>\n"
            )
    return (
        f"<p>From {column_link(older, '../')} to {column_link(newer, '../')}, by the newest run of"
        " each.</p>\n" + ("".join(filter(None, parts)) or "<p>No difference.</p>\n")
    )


def verdict_data(site: Site) -> str:
    """Returns the data for the script: columns, and rules and findings with a letter per column.

    "-" means that there is no verdict.
    """

    def letters(kind: str, id: str) -> str:
        verdicts = (getattr(column.last, kind).get(id) for column in site.columns)
        return "".join("-" if verdict is None else LETTER_OF[verdict] for verdict in verdicts)

    data = {
        "words": {letter: verdict.word for verdict, letter in LETTER_OF.items()},
        "columns": [[column.name, visible(column.label)] for column in site.columns],
        "rules": [[id, letters("rules", id)] for id in site.rules],
        "findings": [
            [view.id, letters("findings", view.id), visible(view.line[:_LONGEST_TEXT])]
            for view in site.findings.values()
        ],
    }
    return (
        f"const SITE = {replaced(json.dumps(data, ensure_ascii=False, separators=(',', ':')))};\n"
    )


def diff_pages(site: Site) -> Pages:
    """Returns title and content of each page, by path."""
    pairs = neighbours(site)
    content = (
        '<form id="choose" hidden="hidden"><label>From <select id="older"></select></label>'
        ' <label>to <select id="newer"></select></label></form>\n<div id="difference"'
        ' aria-live="polite"></div>\n<p id="plain">With JavaScript, any two library versions can be'
        " compared here by rules and findings.</p>\n"
        + section(
            "Neighbouring versions",
            (
                "<p>With tests and variables:</p>\n" + diff_links(pairs)
                if pairs
                else "<p>No library has two versions here.</p>\n"
            ),
        )
    )
    return {"diff/index.html": ("Differences", content)} | {
        diff_path(*pair): (f"{pair[0].label} → {pair[1].label}", _diff_page(site, *pair))
        for pair in pairs
    }

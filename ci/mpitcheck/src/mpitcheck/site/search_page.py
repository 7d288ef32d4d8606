# SPDX-License-Identifier: BSD-3-Clause
"""The search page: an index for a script, and links for browsers without scripts."""
import json

from mpitcheck.report.text import replaced, visible
from mpitcheck.site.markup import link, listing
from mpitcheck.site.state import Site
from mpitcheck.site.variable_pages import KINDS, LibraryView, anchor_of, library_path

_LONGEST = 110


def _shown(text: str) -> str:
    return visible(text[:_LONGEST])


def search_data(site: Site) -> str:
    """Returns the index as a script.

    It has groups of entries: [kind, address before, address after, entries]. An entry is an id or
    [id, text, name if it is not the id].
    """
    rules = [[id, _shown(rule.clause.rule)] for id, rule in site.rules.items()]
    findings = [[view.id, _shown(view.line)] for view in site.findings.values()]
    versions = [[column.name, _shown(column.label)] for column in site.columns]
    groups: list[list[object]] = [
        ["rule", "rules/", ".html", rules],
        ["finding", "findings/", ".html", findings],
        ["library version", "libraries/", ".html", versions],
    ]
    tests: dict[str, str] = {}
    for id, rule in site.rules.items():
        for test in rule.clause.tests:
            tests.setdefault(test, id)
    groups.append(
        [
            "test, see its rule",
            "rules/",
            ".html",
            [[id, "", _shown(test)] for test, id in tests.items()],
        ]
    )
    for library, columns in site.libraries.items():
        view = LibraryView(columns)
        for kind in KINDS:
            # A plain name is also the anchor.
            names = [
                (
                    name
                    if anchor_of(kind, name) == f"{kind}.{name}"
                    else [anchor_of(kind, name).partition(".")[2], _shown(name)]
                )
                for name in view.names(kind)
            ]
            if names:
                groups.append(
                    [f"{kind} of {_shown(library)}", f"{library_path(library)}#{kind}.", "", names]
                )
    return (
        "const INDEX ="
        f" {replaced(json.dumps(groups, ensure_ascii=False, separators=(',', ':')))};\n"
    )


def search_page(site: Site) -> str:
    of_libraries = [
        link("findings/index.html", "all findings"),
        link("variables/index.html", "all variables, by library"),
        link("index.html#libraries", "all library versions"),
    ]
    places = listing(
        [link("rules/index.html", "all rules")] + (of_libraries if site.columns else [])
    )
    return (
        '<p id="said" role="status">The search needs JavaScript. Without it, the browser finds'
        f' words in these lists:</p>\n<div id="found">{places}</div>\n'
    )

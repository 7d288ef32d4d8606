# SPDX-License-Identifier: BSD-3-Clause
"""Pages of the objects that libraries expose, one page per library.

Each variable, category, enumeration, event and source has a row with its type and the versions that
have it. Each row has an anchor.
"""
from collections.abc import Iterable
from typing import Optional

from mpitcheck.judge.model import Counts, NamedObject
from mpitcheck.report.text import esc
from mpitcheck.site.columns import Column, permanent_name, span
from mpitcheck.site.markup import Pages, cell, code, link, listing, number, row, section, table
from mpitcheck.site.state import Site, column_link

KINDS = {
    "cvar": "Control variables",
    "pvar": "Performance variables",
    "category": "Categories",
    "enum": "Enumerations",
    "event": "Events",
    "source": "Event sources",
}
_COUNTED = {
    "cvar": "cvars",
    "pvar": "pvars",
    "category": "categories",
    "enum": "enums",
    "event": "events",
    "source": "sources",
}
_LONGEST_NAME = 160
_LONGEST_TYPE = 200
_LONGEST_DESC = 72
# Prefixes that all constants of a property share are not shown.
_PREFIXES = (
    "MPI_T_BIND_",
    "MPI_T_SCOPE_",
    "MPI_T_VERBOSITY_",
    "MPI_T_PVAR_CLASS_",
    "MPI_T_SOURCE_",
    "MPI_T_",
)
_ORDER = ("class", "datatype", "scope", "bind", "verbosity")


def library_path(library: str) -> str:
    return f"variables/{permanent_name(library)}.html"


def anchor_of(kind: str, name: str) -> str:
    """Returns the anchor of an object, e.g. "cvar.MPIR_CVAR_ASYNC_PROGRESS".

    Plain names are kept unchanged.
    """
    plain = (
        name.isascii()
        and name.replace("_", "").replace(".", "").replace("-", "").replace(":", "").isalnum()
    )
    return f"{kind}.{name}" if plain else f"{kind}.{permanent_name(name)}"


def _short(value: str) -> str:
    for prefix in _PREFIXES:
        value = value.removeprefix(prefix)
    return value


def type_text(each: NamedObject) -> str:
    """Formats the type of an object, e.g. "MPI_INT, LOCAL, MPIDEV_ALL".

    Properties whose value is clear without a label come first.
    """
    told = [
        _short(each.type[key]) if key != "datatype" else each.type[key]
        for key in _ORDER
        if each.type.get(key)
    ]
    told += [
        key if value == "yes" else f"{key} {value}"
        for key, value in each.type.items()
        if key not in _ORDER and value != "no"
    ]
    return ", ".join(word for word in told if word != "NO_OBJECT")


def _types(objects: Iterable[NamedObject]) -> dict[tuple[str, str], tuple[str, str]]:
    """Returns type and description of each (kind, name) in one column.

    The types of several objects of one name are joined, e.g. pvars of different classes.
    """
    types: dict[tuple[str, str], list[NamedObject]] = {}
    for each in objects:
        types.setdefault((each.kind, each.name), []).append(each)
    return {
        key: (" | ".join(dict.fromkeys(map(type_text, its))), its[0].desc)
        for key, its in types.items()
    }


class LibraryView:
    """The objects of a library's columns that have an inventory."""

    def __init__(self, columns: Iterable[Column]) -> None:
        self.columns = [column for column in columns if column.target and column.target.inventory]
        self.types = {
            column.name: _types(column.target.inventory) for column in self.columns if column.target
        }

    def names(self, kind: str) -> list[str]:
        return sorted({name for types in self.types.values() for its, name in types if its == kind})

    def holders(self, kind: str, name: str) -> list[Column]:
        return [column for column in self.columns if (kind, name) in self.types[column.name]]

    def type_cell(self, kind: str, name: str) -> str:
        """Returns the type; if it differs between versions, each type with its versions."""
        groups: dict[str, list[Column]] = {}
        for column in self.holders(kind, name):
            groups.setdefault(self.types[column.name][kind, name][0], []).append(column)
        if len(groups) == 1:
            return esc(next(iter(groups)), _LONGEST_TYPE)
        return "".join(
            f"<div>{esc(type, _LONGEST_TYPE)} <small>{esc(span(self.columns, its))}</small></div>"
            for type, its in groups.items()
        )

    def desc(self, kind: str, name: str) -> str:
        return self.types[self.holders(kind, name)[-1].name][kind, name][1]


def _versions(view: LibraryView, holders: list[Column]) -> str:
    return (
        "all"
        if len(holders) == len(view.columns)
        else esc(", ".join(column.version or column.label for column in holders))
    )


def _section(view: LibraryView, kind: str) -> str:
    rows = [
        row(
            code(name, _LONGEST_NAME)
            + (
                f"<p>{esc(view.desc(kind, name), _LONGEST_DESC)}</p>"
                if view.desc(kind, name)
                else ""
            ),
            cell(view.type_cell(kind, name)),
            cell(_versions(view, view.holders(kind, name))),
            id=esc(anchor_of(kind, name)),
        )
        for name in view.names(kind)
    ]
    if not rows:
        return ""
    return section(
        f"{KINDS[kind]} <small>{len(rows)}</small>",
        table(["Name", "Type", "Versions"], rows, "", "variables stack"),
        kind,
    )


def _library_page(library: str, view: LibraryView) -> str:
    columns = ", ".join(column_link(column, "../") for column in view.columns)
    kinds = listing(link(f"#{kind}", title) for kind, title in KINDS.items() if view.names(kind))
    return (
        f"<p>What {esc(library)} exposes through MPI_T in {columns}. The type is what a tool sees;"
        f" if versions differ, all types are listed.</p>\n{kinds}"
        + "".join(filter(None, (_section(view, kind) for kind in KINDS)))
    )


def counts_cells(counts: Optional[Counts]) -> list[str]:
    return [number(getattr(counts, _COUNTED[kind])) if counts else cell("–") for kind in KINDS]


def variable_pages(site: Site) -> Pages:
    """Returns title and content of each page, by path."""
    views = {library: LibraryView(columns) for library, columns in site.libraries.items()}
    pages = {
        library_path(library): (f"Variables of {library}", _library_page(library, view))
        for library, view in views.items()
        if view.columns
    }
    rows = [
        row(column_link(column, "../"), *counts_cells(column.last.counts))
        for column in site.columns
    ]
    lists = listing(
        link(f"../{library_path(library)}", esc(library))
        for library, view in views.items()
        if view.columns
    )
    content = (
        f"<p>Which library has which variable, since which version, and of what type:</p>\n{lists}"
        + table(
            ["Library version", *("#" + title for title in KINDS.values())],
            rows,
            "How many there are in the newest run",
        )
    )
    return {"variables/index.html": ("Variables", content)} | pages

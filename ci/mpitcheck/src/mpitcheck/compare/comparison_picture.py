# SPDX-License-Identifier: BSD-3-Clause
"""The beginning of a comparison's page as HTML: a heat map, and the table of differences.

It is whole without scripts. The findings that it links are rows that the scripts make.
"""
import re

from mpitcheck.compare.areas import Area, AreaCell, AreaRow, Standing
from mpitcheck.compare.comparison_tables import area_facts, difference_line
from mpitcheck.compare.rows import Comparison
from mpitcheck.report.text import esc, some_of

_FINDINGS_SHOWN = 8
_SHADES = ((1, 0.5), (3, 0.9))  # findings of a broken area, share of rules of a present one
_LEGEND = (
    ("present", "✓ present: stronger colour where more of its rules were examined"),
    ("absent", "○ absent: nothing to examine"),
    ("broken", "✗ ‼ ◷ ⇥ broken: the number of findings of level must, and their worst verdict"),
    ("unknown", "? unknown: not tested, or without a verdict"),
)


def _anchor(area: Area) -> str:
    return "_a-" + re.sub(r"\W", "-", area.name.lower())


def _shade(cell: AreaCell) -> int:
    """Returns 1 to 3: the larger, the stronger the colour."""
    if cell.standing == Standing.broken:
        return 1 + sum(len(cell.findings) > findings for findings, _ in _SHADES)
    return 1 + sum(cell.examined >= share * cell.examinable for _, share in _SHADES)


def _field(cell: AreaCell, label: str) -> str:
    """Returns a field of the heat map, a link to the area's row."""
    word, number = cell.standing.word, len(cell.findings)
    name = f"{label}, {cell.area.name}: {word}" + (f", findings: {number}" if number else "")
    content = f"<span>{word}: </span>{number}" if number else f"<span>{word}</span>"
    return (
        f'<td class="{word} shade-{_shade(cell)}"><a href="#{_anchor(cell.area)}"'
        f' aria-label="{esc(name)}" title="{esc("; ".join(cell.facts))}">{cell.sign} {content}'
        "</a></td>"
    )


def _heat_map(areas: list[AreaRow], labels: list[str]) -> str:
    heads = "".join(f'<th scope="col"><span>{row.area.name}</span></th>' for row in areas)
    lines = "".join(
        f'<tr><th scope="row">{esc(label)}</th>'
        + "".join(_field(row.cells[column], label) for row in areas)
        + "</tr>\n"
        for column, label in enumerate(labels)
    )
    legend = "".join(
        f'<li><span class="{word} shade-2"></span> {text}</li>' for word, text in _LEGEND
    )
    return (
        '<table class="heat"><caption>Areas of MPI_T in each library</caption>\n<thead><tr>'
        f'<th scope="col">Library</th>{heads}</tr></thead>\n<tbody>{lines}</tbody></table>\n'
        f'<ul class="heat legend">{legend}</ul>\n'
    )


def _account(row: AreaRow, column: int) -> str:
    cell = row.cells[column]
    links = [f'<a href="#{id}">{id}</a>' for id in cell.findings]
    standing = ": ".join(filter(None, (cell.standing.word, some_of(links, _FINDINGS_SHOWN))))
    return f"<td>{cell.sign} {standing}<p>{esc(area_facts(row, column))}</p></td>"


def _differences(areas: list[AreaRow], labels: list[str]) -> str:
    heads = "".join(f'<th scope="col">{esc(label)}</th>' for label in labels)
    lines = "".join(
        f'<tr id="{_anchor(row.area)}"><th scope="row">{row.area.name}<p>{row.area.about}</p></th>'
        + "".join(_account(row, column) for column in range(len(labels)))
        + "</tr>\n"
        for row in areas
    )
    return (
        '<div class="wide" tabindex="0" role="region" aria-label="Table of areas"><table'
        ' class="differences"><caption>What each offers, lacks and breaks</caption>\n<thead>'
        f'<tr><th scope="col">Area</th>{heads}</tr></thead>\n'
        f"<tbody>{lines}</tbody></table></div>\n"
    )


def comparison_picture(comparison: Comparison) -> str:
    labels = [column.label for column in comparison.columns]
    return (
        '<section aria-labelledby="_differences">\n'
        '<h2 id="_differences" tabindex="-1">Differences</h2>\n'
        f"<p>{difference_line(comparison.areas)}</p>\n"
        + _heat_map(comparison.areas, labels)
        + _differences(comparison.areas, labels)
        + "</section>\n"
    )

# SPDX-License-Identifier: BSD-3-Clause
"""Writes the differences between the columns of a comparison for a terminal."""
import textwrap
from itertools import zip_longest

from mpitcheck.compare.comparison_tables import Table, tables
from mpitcheck.compare.rows import Comparison
from mpitcheck.process.text import tidy

_GAP = "  "
_NARROWEST = 12  # columns of a table
_LONGEST_CELL = 200


def _widths(lines: list[list[str]], width: int) -> list[int]:
    """Returns the widths of columns.

    If the lines do not fit into `width`, headings may need several lines, and if that is not
    enough, the widest columns share what the others leave.
    """
    room = width - len(_GAP) * (len(lines[0]) - 1)
    widths = [max(map(len, cells)) for cells in zip(*lines)]
    if sum(widths) <= room:
        return widths
    words = [max(head.split(), key=len, default="") for head in lines[0]]
    widths = [max(map(len, cells)) for cells in zip(words, *lines[1:])]
    wide = list(range(len(widths)))
    while narrow := [i for i in wide if widths[i] <= max(room // len(wide), _NARROWEST)]:
        wide = [i for i in wide if i not in narrow]
        room -= sum(widths[i] for i in narrow)
    total = sum(widths[i] for i in wide)
    for i in wide:
        widths[i] = max(widths[i] * room // total, _NARROWEST)
    return widths


def _table(table: Table, width: int) -> str:
    lines = [[tidy(cell, _LONGEST_CELL) for cell in line] for line in (table.heads, *table.rows)]
    widths = _widths(lines, width)
    out = f"\n{table.title}\n" + (textwrap.fill(table.note, width) + "\n" if table.note else "")
    for line in lines if table.rows else ():
        cells = [
            textwrap.wrap(cell, room, break_on_hyphens=False) for cell, room in zip(line, widths)
        ]
        for parts in zip_longest(*cells, fillvalue=""):
            aligned = (
                part.rjust(room) if table.has_numbers(i) else part.ljust(room)
                for i, (part, room) in enumerate(zip(parts, widths))
            )
            out += _GAP.join(aligned).rstrip() + "\n"
    return out


def comparison_text(comparison: Comparison, width: int) -> str:
    """Returns tables whose lines have at most `width` columns, if they have few columns."""
    return "MPI_T side by side\n" + "".join(_table(each, width) for each in tables(comparison))

# SPDX-License-Identifier: BSD-3-Clause
"""Tables that campaigns read and print."""
from collections.abc import Sequence


def read_rows(path: str) -> list[list[str]]:
    """Returns the words of each line of a table, without comments."""
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file if line.strip() and not line.startswith("#")]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Formats the rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join(
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths)).rstrip() for row in rows
    )

# SPDX-License-Identifier: BSD-3-Clause
"""Shows measurements of performance variables from `mpitcheck inventory --probe --json`.

All text is that of the target.
"""
from mpitcheck.judge.data import JsonObject
from mpitcheck.report.text import esc
from mpitcheck.site.markup import cell, code, row, table

_MEASURED = ("read_ns", "read_ratio", "in_handler", "after_finalize", "again")
_MOST_ROWS = 200
_LONGEST = 80


def _there(pvar: JsonObject) -> str:
    """Returns when the variable can be queried."""
    if pvar.get("phase") == "after-init":
        return "after MPI_Init"
    return (
        "before MPI_Init only"
        if pvar.get("unreadable") == "after-init"
        else "before and after MPI_Init"
    )


def measured_table(inventory: JsonObject) -> str:
    """Returns the table of measurements; "" if nothing was measured."""
    listed = inventory.get("pvars")
    pvars = [
        pvar
        for pvar in (listed if isinstance(listed, list) else ())
        if isinstance(pvar, dict) and "name" in pvar
    ]
    if not any(key in pvar for pvar in pvars for key in _MEASURED):
        return ""
    rows = [
        row(
            code(pvar["name"], _LONGEST),
            cell(esc(str(pvar.get("class", "")).removeprefix("MPI_T_PVAR_CLASS_"), _LONGEST)),
            cell(_there(pvar)),
            *(cell(esc(pvar.get(key, "–"), _LONGEST)) for key in _MEASURED),
        )
        for pvar in pvars[:_MOST_ROWS]
    ]
    more = (
        f"<p>and {len(pvars) - _MOST_ROWS} more: mpitcheck inventory --probe</p>\n"
        if len(pvars) > _MOST_ROWS
        else ""
    )
    return (
        table(
            [
                "Variable",
                "Class",
                "Can be queried",
                "Read, ns",
                "In empty calls",
                "100 reads in a signal handler",
                "After MPI_Finalize",
                "When up again",
            ],
            rows,
            "Performance variables, measured",
        )
        + more
    )

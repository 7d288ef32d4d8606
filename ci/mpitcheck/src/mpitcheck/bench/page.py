# SPDX-License-Identifier: BSD-3-Clause
"""Renders the figures as a self-contained page, and as a section of the report's page.

Plots are SVG. The page has no JavaScript and no external resources.
"""
import hashlib
import re
from typing import Optional

from mpitcheck.bench.figures import median
from mpitcheck.bench.plots import (
    BASELINE_KEY,
    DEFINITIONS,
    axis_svg,
    baseline_ns,
    growth_svg,
    key_svg,
    strip_svg,
    time_axis,
    time_text,
)
from mpitcheck.bench.report_file import read
from mpitcheck.bench.reports import (
    Shown,
    clear_changes,
    conditions,
    counted_lines,
    counts_text,
    figure,
    growth_text,
    instructions_text,
    machine_text,
    missing_lines,
    ratio_text,
    short_baseline,
    spread_text,
    table,
)
from mpitcheck.bench.shapes import Comparison, Report, RowData
from mpitcheck.process.files import asset
from mpitcheck.report.page import BenchSection
from mpitcheck.report.text import esc

# The rows of the first plot: updates, also in published designs, and one call of each function.
OVERVIEW = {
    "Instrumented update": r"update/(?!counter_eight)([^/]+)/(?:enabled|no_callback|(as_[^/]+))",
    "Call of MPI_T": r"call/([^/]+)/(?:hot|nested|middle|largest)",
}


def list_html(heading: str, lines: list[str]) -> str:
    items = "".join(f"<li>{esc(line)}</li>\n" for line in lines)
    return f"<h3>{heading}</h3>\n<ul>\n{items}</ul>\n" if lines else ""


def row_html(head: str, cells: str) -> str:
    return f'<tr><th scope="row"><code>{esc(head)}</code></th>{cells}</tr>\n'


def comparison_html(comparison: Comparison) -> str:
    rows = "".join(
        row_html(
            change["name"],
            (
                f"<td>{esc(change['target'])}</td><td>{change['verdict']}</td><td"
                f" class=\"number\">×{figure(change['before'])}</td><td"
                f" class=\"number\">×{figure(change['after'])}</td>"
                f"<td>{esc(short_baseline(change['baseline']))}</td><td"
                f" class=\"number\">{change['p']:.2g}</td>"
            ),
        )
        for change in clear_changes(comparison)
    )
    heads = "".join(
        f'<th scope="col">{head}</th>'
        for head in ("Benchmark", "Target", "Verdict", "Before", "After", "Baseline", "p")
    )
    return (
        f"<h3>Against {esc(comparison['against'])}</h3>\n<p>{counts_text(comparison)}."
        f" <small>{esc(comparison['test'])}.</small></p>\n"
        + (
            f'<table class="changes"><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>'
            "</table>\n"
            if rows
            else ""
        )
        + "".join(f'<p class="muted">{esc(note)}</p>\n' for note in comparison["notes"])
    )


def cell_html(cell: Optional[RowData]) -> str:
    if cell is None:
        return '<td class="none">–</td>'
    if not cell["ns"]:
        return f'<td title="{esc(cell["problem"] or "")}">failed</td>'
    ratio = ratio_text(cell)
    return (
        "<td>"
        + (f"×{ratio} " if ratio else "")
        + f'<small>{time_text(cell["ns"]["median"])} {spread_text(cell["ns"])}'
        f" {instructions_text(cell)}".rstrip() + "</small></td>"
    )


def baseline_html(shown: Shown) -> str:
    times = [ns for cell in shown.cells if cell and (ns := baseline_ns(cell))]
    if not times:
        return "<td></td>"
    name, time = esc(shown.baseline, 40), time_text(median(times))
    return f"<td>{name} <small>{time}</small></td>"


def costs_html(report: Report, grid: str, groups: dict[str, list[tuple[str, Shown]]]) -> str:
    """Returns a plot with a strip per row, and the figures beside it.

    `groups` are rows with their labels, by heading. `grid` is an id for the lines of the plot.
    """
    axis = time_axis([shown for rows in groups.values() for _, shown in rows])
    targets = "".join(
        f'<th scope="col" class="number">{key_svg(i)}{esc(target["name"], 40)}</th>'
        for i, target in enumerate(report["targets"])
    )
    rest = f'colspan="{len(report["targets"]) + 2}"'
    bodies = ""
    for heading, rows in groups.items():
        bodies += f'<tbody>\n<tr><th scope="rowgroup">{esc(heading)}</th><td {rest}></td></tr>\n'
        bodies += "".join(
            row_html(
                label,
                f"{baseline_html(shown)}<td>{strip_svg(shown, axis, grid)}</td>"
                + "".join(map(cell_html, shown.cells)),
            )
            for label, shown in rows
        )
        bodies += "</tbody>\n"
    crowded = " crowded" * (len(report["targets"]) > 3)
    return (
        f'<table class="costs{crowded}"><caption>Time per operation; ×: ratio to the baseline in'
        f" the same process; {esc(machine_text(report))}</caption>\n<thead><tr>"
        f'<th scope="col">Operation</th><th scope="col">{BASELINE_KEY}Baseline</th>'
        f'<th scope="col" class="plot">{axis_svg(axis, grid)}</th>{targets}</tr></thead>\n'
        f"{bodies}</table>\n"
    )


def overview_html(report: Report) -> str:
    """Returns the first plot, of the rows that OVERVIEW selects; empty without any."""
    shown_rows = [shown for _, rows in table(report) for shown in rows]
    groups = {
        heading: [
            (" ".join(filter(None, found.groups())), shown)
            for shown in shown_rows
            if (found := re.fullmatch(pattern, shown.name))
        ]
        for heading, pattern in OVERVIEW.items()
    }
    fitting = {heading: rows for heading, rows in groups.items() if rows}
    return costs_html(report, "_overview", fitting) if fitting else ""


def groups_html(report: Report) -> str:
    """Returns a plot of each group of rows."""
    return "".join(
        f"<details><summary>{esc(name)}: {len(rows)} figures</summary>\n"
        + costs_html(report, f"_group{i}", {name: [(shown.name, shown) for shown in rows]})
        + "</details>\n"
        for i, (name, rows) in enumerate(table(report))
    )


def growth_html(report: Report, columns: dict[str, int]) -> str:
    out = ""
    for what in dict.fromkeys(one["what"] for one in report["series"]):
        same = [one for one in report["series"] if one["what"] == what]
        items = "".join(
            f"<li>{key_svg(columns[one['target']])}{esc(one['target'])}:"
            f" {growth_text(one['fit'])}</li>\n"
            for one in same
        )
        out += (
            f"<figure><figcaption><code>{esc(what)}/N</code> <small>{esc(machine_text(report))}"
            f"</small></figcaption>\n{growth_svg(same, columns)}<ul>\n{items}</ul></figure>\n"
        )
    text = (
        "<h3>Growth</h3>\n<p>Time per operation against size, and the growth that fits best.</p>\n"
        '<div class="growths">\n'
    )
    return f"{text}{out}</div>\n" if out else ""


def section(report: Report) -> str:
    """Returns the content of the page, for a page with page.css and bench.css."""
    notices = [line for line in conditions(report) if line.startswith("WARNING")] + [
        "Interrupted: these are the completed repetitions."
    ] * report["run"]["interrupted"]
    about = [line for line in conditions(report) if line not in notices] + [
        f"{target['name']}: {target['library_version'].partition(chr(10))[0]}"
        for target in report["targets"]
    ]
    columns = {target["name"]: i for i, target in enumerate(report["targets"])}
    return (
        DEFINITIONS
        + "".join(f'<p class="notice">{esc(line)}</p>\n' for line in notices)
        + overview_html(report)
        + "".join(f'<p class="muted">{esc(line, 200)}</p>\n' for line in about)
        + list_html("Failed", report["problems"])
        + (comparison_html(report["comparison"]) if report["comparison"] else "")
        + growth_html(report, columns)
        + "<h3>All figures</h3>\n"
        + groups_html(report)
        + list_html("Other counters", counted_lines(report))
        + list_html("Missing", missing_lines(report))
    )


def section_to_show(path: str) -> BenchSection:
    """Returns the section for the file of the option --bench; an empty one without a file.

    Raises UserError.
    """
    return (
        BenchSection(section(read("--bench", path)), asset("bench/bench.css"))
        if path
        else BenchSection()
    )


def to_html(report: Report) -> str:
    """Returns a self-contained page.

    Its nonce depends on the text. Text that escapes from the markup therefore cannot contain it.
    """
    values = {
        "css": asset("report/page.css") + asset("bench/bench.css"),
        "started": esc(report["header"]["started"]),
        "version": esc(report["header"]["version"]),
        "section": section(report),
    }
    values["nonce"] = hashlib.sha256(values["section"].encode()).hexdigest()[:16]
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], asset("bench/bench.html"))

# SPDX-License-Identifier: BSD-3-Clause
"""Renders the figures as a self-contained page, and as a section of the report's page.

Plots are SVG. The page has no JavaScript and no external resources.
"""
import hashlib
import html
import math
import os
import re
from collections.abc import Iterable
from typing import Optional

from mpitcheck.bench.reports import (
    HERE,
    Shown,
    clear_changes,
    conditions,
    counted_lines,
    counts_text,
    figure,
    growth_text,
    instructions_text,
    missing_lines,
    ratio_text,
    read,
    short_baseline,
    spread_text,
    table,
)
from mpitcheck.bench.shapes import Comparison, Report, RowData, Series, Summary
from mpitcheck.report.page import BenchSection
from mpitcheck.report.text import shortened, visible

COLOURS = 6  # classes t0, t1, ... of bench.css; further targets reuse them
BARS_WIDTH, LABEL_WIDTH, VALUE_WIDTH, BAR, PITCH = 960, 240, 190, 10, 14
PLOT_WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 460, 280, 62, 28, 12, 40


def esc(text: str, most: int = 2000) -> str:
    return html.escape(visible(shortened(text, most)))


class LogAxis:
    """A logarithmic axis between two coordinates of a plot.

    It ranges from a power of ten to a power of ten and covers all positive values.
    """

    def __init__(self, values: Iterable[float], begin: float, end: float) -> None:
        exponents = [math.log10(value) for value in values if value > 0] or [0]
        self.low, self.begin, self.end = math.floor(min(exponents)), begin, end
        self.high = max(self.low + 1, math.ceil(max(exponents)))

    def at(self, value: float) -> float:
        """Returns the coordinate of a value. Smaller values and 0 are at the near end."""
        share = (math.log10(value) - self.low) / (self.high - self.low) if value > 0 else 0
        return self.begin + min(1, max(0, share)) * (self.end - self.begin)

    def ticks(self, most: int) -> list[float]:
        return [
            10.0**exponent
            for exponent in range(self.low, self.high + 1, 1 + (self.high - self.low) // most)
        ]


def time_label(ns: float) -> str:
    unit, scale = next(
        ((unit, scale) for unit, scale in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)) if ns >= scale),
        ("ns", 1),
    )
    return f"{ns / scale:g} {unit}"


def size_label(size: float) -> str:
    return (
        f"{size / 1e6:g} million" if size >= 1e6 else f"{size:,g}" if size < 100 else f"{size:,.0f}"
    )


def tick_line(x: float, text: str, top: float, bottom: float) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}"/>'
        f'<text class="tick" x="{x:.1f}" y="{bottom + 15:.1f}">{text}</text>\n'
    )


def baseline_ns(cell: RowData) -> float:
    """Returns the time of the cell's baseline; 0 if it has none."""
    ns, ratio = cell["ns"], cell["ratio"]
    return ns["median"] / ratio["median"] if ns and ratio else 0


def bar_svg(shown: Shown, cell: RowData, ns: Summary, colour: int, y: float, axis: LogAxis) -> str:
    base = axis.at(baseline_ns(cell))
    left, end, low, high = (axis.at(value) for value in (0, ns["median"], ns["low"], ns["high"]))
    value = f"{figure(ns['median'])} ns {spread_text(ns)}" + (
        " ×" + ratio_text(cell) if cell["ratio"] else ""
    )
    mark = f'<path class="base" d="M{base:.1f} {y - 1:.1f}v{BAR + 2}"/>' if base > left else ""
    return (
        f'<g><title>{esc(cell["target"])} {esc(shown.name)}:'
        f' {value} {esc(shown.baseline)}</title><rect class="t{colour}" x="{left:.1f}" y="{y:.1f}"'
        f' width="{end - left:.1f}" height="{BAR}"/><path class="whisker"'
        f' d="M{low:.1f} {y + 2:.1f}v{BAR - 4}m0 {2 - BAR / 2}H{high:.1f}m0'
        f' {2 - BAR / 2}v{BAR - 4}"/>{mark}<text class="value" x="{max(end, high, base) + 6:.1f}"'
        f' y="{y + BAR / 2 + 4:.1f}">{value}</text></g>\n'
    )


def bars_svg(name: str, rows: list[tuple[str, Shown]]) -> str:
    """Returns bars on a logarithmic time axis, for pairs of a label and a row.

    Whiskers show the quartiles. A mark shows the baseline.
    """
    axis = LogAxis(
        [
            value
            for _, shown in rows
            for cell in shown.cells
            if cell and cell["ns"]
            for value in (cell["ns"]["low"] / 1.5, cell["ns"]["high"], baseline_ns(cell))
        ],
        LABEL_WIDTH,
        BARS_WIDTH - VALUE_WIDTH,
    )
    body, y = "", 4
    for label, shown in rows:
        top = y
        for i, cell in enumerate(shown.cells):
            if cell and cell["ns"]:
                body += bar_svg(shown, cell, cell["ns"], i % COLOURS, y, axis)
            elif cell:
                body += (
                    f'<text class="value" x="{LABEL_WIDTH + 4}" y="{y + BAR / 2 + 4:.1f}">failed'
                    f'<title>{esc(cell["problem"] or "")}</title></text>\n'
                )
            y += PITCH * (cell is not None)
        body += (
            f'<text class="label" x="{LABEL_WIDTH - 8}"'
            f' y="{(top + y - PITCH + BAR) / 2 + 4:.1f}">{esc(label, 34)}'
            f"<title>{esc(shown.name)}</title></text>\n"
        )
        y += 8
    grid = "".join(tick_line(axis.at(tick), time_label(tick), 0, y) for tick in axis.ticks(8))
    return (
        f'<svg class="bars" viewBox="0 0 {BARS_WIDTH} {y + 22}" role="img"'
        f' aria-label="{esc(name)}">\n{grid}{body}</svg>\n'
    )


def curve_svg(one: Series, column: int, sizes: LogAxis, times: LogAxis) -> str:
    line, whiskers, marks = [], "", ""
    for point in one["points"]:
        x, y = sizes.at(point["size"]), times.at(point["ns"])
        line.append(f"{x:.1f} {y:.1f}")
        whiskers += f"M{x:.1f} {times.at(point['low']):.1f}V{times.at(point['high']):.1f}"
        # The shape differs between targets, so that colour is not the only distinction.
        mark = (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>',
            f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"/>',
            f'<path d="M{x:.1f} {y - 5:.1f}l4.5 8h-9z"/>',
        )[column % 3]
        marks += (
            f"<g><title>{esc(one['target'])} {size_label(point['size'])}:"
            f" {figure(point['ns'])} ns</title>{mark}</g>"
        )
    return (
        f'<g class="curve t{column % COLOURS}"><path class="line" d="M{"L".join(line)}"/>'
        f'<path class="whisker" d="{whiskers}"/>{marks}</g>\n'
    )


def growth_svg(series: list[Series], columns: dict[str, int]) -> str:
    """Returns a plot of cost against size for all targets, with logarithmic axes."""
    points = [point for one in series for point in one["points"]]
    sizes = LogAxis([point["size"] for point in points], LEFT, PLOT_WIDTH - RIGHT)
    times = LogAxis(
        [value for point in points for value in (point["low"], point["high"])], HEIGHT - BOTTOM, TOP
    )
    grid = "".join(
        tick_line(sizes.at(tick), size_label(tick), TOP, HEIGHT - BOTTOM) for tick in sizes.ticks(5)
    )
    for tick in times.ticks(5):
        y = times.at(tick)
        grid += (
            f'<line class="grid" y1="{y:.1f}" y2="{y:.1f}" x1="{LEFT}" x2="{PLOT_WIDTH - RIGHT}"/>'
            f'<text class="tick side" x="{LEFT - 7}" y="{y + 4:.1f}">{time_label(tick)}</text>\n'
        )
    curves = "".join(curve_svg(one, columns[one["target"]], sizes, times) for one in series)
    return (
        f'<svg class="growth" viewBox="0 0 {PLOT_WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{esc(series[0]["what"])}">\n{grid}{curves}</svg>\n'
    )


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
            f"<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>\n"
            if rows
            else ""
        )
        + "".join(f'<p class="muted">{esc(note)}</p>\n' for note in comparison["notes"])
    )


def cell_html(shown: Shown, cell: Optional[RowData]) -> str:
    if cell is None or not cell["ns"]:
        return (
            '<td class="number"'
            f' colspan="3">{"failed: " + esc(cell["problem"] or "", 80) if cell else "–"}</td>'
        )
    ratios = "".join(
        f'<td class="number">{"×" + ratio if ratio else "–"}</td>'
        for ratio in (ratio_text(cell), shown.best_text(cell))
    )
    return (
        f'<td class="number">{figure(cell["ns"]["median"])} '
        f'<small>{spread_text(cell["ns"])} {instructions_text(cell)}</small></td>' + ratios
    )


def group_html(name: str, rows: list[Shown], report: Report) -> str:
    """Returns a table of the figures, and plots of rows whose names have the same second part."""
    heads = "".join(
        f'<th scope="colgroup" colspan="3">{esc(target["name"])}</th>'
        for target in report["targets"]
    )
    units = "".join(
        f'<th scope="col" class="number">{unit}</th>' for unit in ("ns", "baseline", "fastest")
    ) * len(report["targets"])
    body = "".join(
        row_html(
            shown.name,
            f"<td>{esc(shown.baseline)}</td>"
            + "".join(cell_html(shown, cell) for cell in shown.cells),
        )
        for shown in rows
    )
    out = (
        f"<h3>{esc(name)}</h3>\n<details><summary>{len(rows)} figures as a table</summary>\n<table"
        ' class="figures"><thead><tr>'
        '<th scope="col" rowspan="2">Benchmark</th><th scope="col"'
        f' rowspan="2">Baseline</th>{heads}</tr><tr>{units}</tr></thead>\n'
        f"<tbody>\n{body}</tbody></table></details>\n"
    )
    families: dict[str, list[tuple[str, Shown]]] = {}
    for shown in rows if name != "scale" else []:  # the curves show these rows
        parts = shown.name.split("/", 2)[1:] or [shown.name]  # e.g. MPI_T_cvar_read and hot
        families.setdefault(parts[0] if len(parts) > 1 else "", []).append((parts[-1], shown))
    return out + "".join(
        f"<figure><figcaption>{esc(family)}</figcaption>\n{bars_svg(family, members)}</figure>\n"
        for family, members in families.items()
    )


def growth_html(report: Report, columns: dict[str, int]) -> str:
    out = ""
    for what in dict.fromkeys(one["what"] for one in report["series"]):
        same = [one for one in report["series"] if one["what"] == what]
        items = "".join(
            f"<li>{esc(one['target'])}: {growth_text(one['fit'])}</li>\n" for one in same
        )
        out += (
            f"<figure><figcaption>{esc(what)}</figcaption>\n"
            f"{growth_svg(same, columns)}<ul>\n{items}</ul></figure>\n"
        )
    text = (
        "<h3>Growth</h3>\n<p>Cost against size, and the growth that fits best.</p>\n<div"
        ' class="growths">\n'
    )
    return f"{text}{out}</div>\n" if out else ""


def section(report: Report) -> str:
    """Returns the content of the page, for a page with page.css and bench.css."""
    columns = {target["name"]: i for i, target in enumerate(report["targets"])}
    lines = (
        conditions(report)
        + ["Interrupted: this is what was done until then."] * report["run"]["interrupted"]
    )
    notice = {True: ' class="notice"', False: ""}
    out = "".join(
        f"<p{notice[line.startswith(('WARNING', 'Interrupted'))]}>{esc(line)}</p>\n"
        for line in lines
    )
    legend = "".join(
        f'<li><svg viewBox="0 0 12 12" aria-hidden="true"><rect class="t{i % COLOURS}" width="12"'
        ' height="12"/></svg>'
        f'{esc(target["name"])} '
        f'<small>{esc(target["library_version"].partition(chr(10))[0], 70)}</small></li>\n'
        for i, target in enumerate(report["targets"])
    )
    out += (
        f'<ul class="legend">\n{legend}</ul>\n<p class="muted">Medians on logarithmic axes;'
        " whiskers: quartiles; the mark in a bar: its baseline in the same process, ×: the ratio"
        " to it.</p>\n"
    )
    out += list_html("Failed", report["problems"]) + (
        comparison_html(report["comparison"]) if report["comparison"] else ""
    )
    out += growth_html(report, columns) + "".join(
        group_html(name, rows, report) for name, rows in table(report)
    )
    return (
        out
        + list_html("Counted besides", counted_lines(report))
        + list_html("Missing", missing_lines(report))
    )


def _beside(name: str) -> str:
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return file.read()


def section_to_show(path: str) -> BenchSection:
    """Returns the section for the file of the option --bench; an empty one without a file.

    Raises UserError.
    """
    return (
        BenchSection(section(read("--bench", path)), _beside("bench.css"))
        if path
        else BenchSection()
    )


def to_html(report: Report) -> str:
    """Returns a self-contained page.

    Its nonce depends on the text. Text that escapes from the markup therefore cannot contain it.
    """
    values = {
        "css": _beside("../report/page.css") + _beside("bench.css"),
        "started": esc(report["header"]["started"]),
        "version": esc(report["header"]["version"]),
        "section": section(report),
    }
    values["nonce"] = hashlib.sha256(values["section"].encode()).hexdigest()[:16]
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], _beside("bench.html"))

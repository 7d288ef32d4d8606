# SPDX-License-Identifier: BSD-3-Clause
"""The plots of the page, as SVG.

A strip shows one benchmark of all targets: a tick at the baseline, a marker at the cost, and a line
between them, which is as long as the ratio on the logarithmic axis. Strips have no viewBox. Their
coordinates are percentages of the width and pixels of the height, so texts keep their size. A page
has many strips, so bench.css adds tick and marker to the line.
"""
import math
from collections.abc import Iterable

from mpitcheck.bench.reports import Shown, figure
from mpitcheck.bench.shapes import RowData, Series
from mpitcheck.report.text import esc

# The shapes differ, so that colour is not the only distinction. Further targets have hollow shapes.
# The classes t0, t1, ... of bench.css have the colours.
SHAPES = (
    '<circle id="_mark0" r="4"/>',
    '<rect id="_mark1" x="-3.6" y="-3.6" width="7.2" height="7.2"/>',
    '<path id="_mark2" d="M0-5l4.8 8.4h-9.6z"/>',
    '<path id="_mark3" d="M0-5.2L5.2 0 0 5.2-5.2 0z"/>',
    '<path id="_mark4" d="M0 5l4.8-8.4h-9.6z"/>',
    '<path id="_mark5" d="M-4.5-1.5h3v-3h3v3h3v3h-3v3h-3v-3h-3z"/>',
)
LANE = 9  # pixels of a target in a strip
HIDDEN_SPREAD = 0.4  # percent of a strip; the marker covers a smaller distance from the median
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 360, 230, 54, 20, 10, 26


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


def in_unit(ns: float) -> tuple[float, str]:
    """Returns a time in the largest unit in which it is at least 1, and that unit."""
    units = (("s", 1e9), ("ms", 1e6), ("µs", 1e3))
    return next(((ns / scale, unit) for unit, scale in units if ns >= scale), (ns, "ns"))


def time_label(ns: float) -> str:
    value, unit = in_unit(ns)
    return f"{value:g} {unit}"


def time_text(ns: float) -> str:
    value, unit = in_unit(ns)
    return f"{figure(value)} {unit}"


def size_label(size: float) -> str:
    return (
        f"{size / 1e6:g} million" if size >= 1e6 else f"{size:,g}" if size < 100 else f"{size:,.0f}"
    )


def percent(coordinate: float) -> str:
    """Returns a coordinate as short as a strip needs it, e.g. 29.8% or 30%."""
    return f"{coordinate:.1f}".removesuffix(".0") + "%"


def mark(column: int, x: str, y: str = "") -> str:
    return f'<use href="#_mark{column % len(SHAPES)}" x="{x}"' + (f' y="{y}"/>' if y else "/>")


def colour(column: int) -> str:
    return f"t{column % len(SHAPES)}" + " hollow" * (column >= len(SHAPES))


def line_end(name: str, content: str) -> str:
    return f'<marker id="{name}" markerUnits="userSpaceOnUse">{content}</marker>'


# Chromium draws no line ends that are defined in a hidden element.
DEFINITIONS = (
    f'<svg class="shapes" aria-hidden="true"><defs>{"".join(SHAPES)}'
    + line_end("_base", '<path class="base" d="M0-5V5"/>')
    + "".join(
        line_end(f"_end{column}", f'<g class="{colour(column)}">{mark(column, "0")}</g>')
        for column in range(2 * len(SHAPES))
    )
    + "</defs></svg>\n"
)


def key_svg(column: int) -> str:
    """Returns the marker of a target, for a text."""
    return (
        f'<svg class="key {colour(column)}" aria-hidden="true">{mark(column, "50%", "50%")}</svg>'
    )


BASELINE_KEY = (
    '<svg class="key" aria-hidden="true"><line class="base" x1="50%" x2="50%" y2="100%"/></svg>'
)


def baseline_ns(cell: RowData) -> float:
    """Returns the time of the cell's baseline; 0 if it has none."""
    ns, ratio = cell["ns"], cell["ratio"]
    return ns["median"] / ratio["median"] if ns and ratio else 0


def time_axis(rows: list[Shown]) -> LogAxis:
    """Returns the axis that the strips of the rows share, in percent."""
    cells = [cell for shown in rows for cell in shown.cells if cell]
    return LogAxis(
        [
            value
            for cell in cells
            if cell["ns"]
            for value in (cell["ns"]["low"], cell["ns"]["high"], baseline_ns(cell))
        ],
        2,
        98,
    )


def axis_svg(axis: LogAxis, grid: str) -> str:
    """Returns the axis above strips. Its lines get the id `grid`."""
    places = [(percent(axis.at(tick)), time_label(tick)) for tick in axis.ticks(6)]
    lines = "".join(f'<line x1="{x}" x2="{x}" y2="100%"/>' for x, _ in places)
    labels = "".join(f'<text x="{x}" y="11">{label}</text>' for x, label in places)
    return (
        f'<svg height="20">{labels}<g transform="translate(0 15)"><g class="grid" id="{grid}">'
        f"{lines}</g></g></svg>\n"
    )


def lane_line(kind: str, begin: float, end: float, y: int) -> str:
    return f'<line class="{kind}" x1="{percent(begin)}" x2="{percent(end)}" y1="{y}" y2="{y}"/>'


def strip_svg(shown: Shown, axis: LogAxis, grid: str) -> str:
    """Returns the strip of a row, with a lane for each target that has figures."""
    measured = [(i, cell, cell["ns"]) for i, cell in enumerate(shown.cells) if cell and cell["ns"]]
    body = ""
    for lane, (column, cell, ns) in enumerate(measured):
        base, y = baseline_ns(cell), LANE * (lane + 1)
        start, at, low, high = map(
            axis.at, (base or ns["median"], ns["median"], ns["low"], ns["high"])
        )
        kind = colour(column) + " alone" * (not base)
        body += lane_line(kind, start, at, y)
        if max(at - low, high - at) > HIDDEN_SPREAD:
            body += lane_line(f"{colour(column)} spread", low, high, y)
    return f'<svg height="{LANE * (len(measured) + 1)}"><use href="#{grid}"/>{body}</svg>'


def curve_svg(one: Series, column: int, sizes: LogAxis, times: LogAxis) -> str:
    line, spreads, marks, texts = [], "", "", []
    for point in one["points"]:
        x, y, low, high = (
            f"{each:.0f}"
            for each in (
                sizes.at(point["size"]),
                *map(times.at, (point["ns"], point["low"], point["high"])),
            )
        )
        line.append(f"{x} {y}")
        spreads += f"M{x} {low}V{high}" * (low != high)
        marks += mark(column, x, y)
        texts.append(f"{size_label(point['size'])}: {time_text(point['ns'])}")
    title = "\n".join([esc(one["target"]), *texts])
    return (
        f'<g class="{colour(column)}"><title>{title}</title><path class="curve"'
        f' d="M{"L".join(line)}"/><path class="spread" d="{spreads}"/>{marks}</g>\n'
    )


def growth_svg(series: list[Series], columns: dict[str, int]) -> str:
    """Returns a plot of cost against size for all targets, with logarithmic axes."""
    points = [point for one in series for point in one["points"]]
    sizes = LogAxis([point["size"] for point in points], LEFT, WIDTH - RIGHT)
    times = LogAxis(
        [value for point in points for value in (point["low"], point["high"])], HEIGHT - BOTTOM, TOP
    )
    grid, labels = "", ""
    for tick in sizes.ticks(5):
        x = f"{sizes.at(tick):.0f}"
        grid += f"M{x} {TOP}V{HEIGHT - BOTTOM}"
        labels += f'<text x="{x}" y="{HEIGHT - BOTTOM + 15}">{size_label(tick)}</text>'
    for tick in times.ticks(5):
        y = times.at(tick)
        grid += f"M{LEFT} {y:.0f}H{WIDTH - RIGHT}"
        labels += f'<text class="side" x="{LEFT - 7}" y="{y + 4:.0f}">{time_label(tick)}</text>'
    curves = "".join(curve_svg(one, columns[one["target"]], sizes, times) for one in series)
    return (
        f'<svg class="growth" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{esc(series[0]["what"])}">\n<path class="grid" d="{grid}"/>{labels}{curves}'
        f'<text x="{LEFT - 24}" y="{HEIGHT - BOTTOM + 15}">N</text></svg>\n'
    )

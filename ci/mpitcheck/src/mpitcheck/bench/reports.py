# SPDX-License-Identifier: BSD-3-Clause
"""Formats of the figures: a table for the terminal, and Markdown. page.py renders the page."""
import math
from typing import Optional

from mpitcheck.bench.compare import count
from mpitcheck.bench.figures import is_baseline
from mpitcheck.bench.shapes import Change, Comparison, Fit, Report, RowData, Summary
from mpitcheck.process.text import escape_line, tidy
from mpitcheck.report.text import markdown

VERDICTS = ("slower", "faster", "cannot tell")
WIDEST_NAME = 60


def figure(value: float) -> str:
    """Formats a value with at least three digits, e.g. 0.31, 12.4 or 1,234."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def spread_text(summed: Summary) -> str:
    return "once" if summed["repetitions"] < 2 else f"±{summed['spread'] * 100:.0f} %"


def ratio_text(row: RowData) -> str:
    return figure(row["ratio"]["median"]) if row["ratio"] else ""


def instructions_text(row: RowData) -> str:
    return (
        f"{row['counters']['instructions']:.0f} instr" if "instructions" in row["counters"] else ""
    )


def short_baseline(name: Optional[str]) -> str:
    return (name or "").removeprefix("baseline/")


class Shown:
    """A row of the table: one benchmark of all targets."""

    def __init__(self, name: str, size: int) -> None:
        self.name, self.baseline = name, ""
        self.cells: list[Optional[RowData]] = [None] * size  # None: the target does not have it

    def best_text(self, cell: RowData) -> str:
        """Returns the ratio to the fastest target; "" if there is no other target."""
        medians = [each["ns"]["median"] for each in self.cells if each and each["ns"]]
        if not cell["ns"] or len(medians) < 2 or is_baseline(self.name):
            return ""
        return figure(cell["ns"]["median"] / min(medians))


def table(report: Report) -> list[tuple[str, list[Shown]]]:
    """Groups the rows of the table by the first part of their names, baselines last."""
    columns = {target["name"]: i for i, target in enumerate(report["targets"])}
    groups: dict[str, dict[str, Shown]] = {}
    for row in report["rows"]:
        # Programs have baselines of the same name, so the program is shown.
        name = f"{row['name']} ({row['program']})" if is_baseline(row["name"]) else row["name"]
        group = groups.setdefault(row["name"].partition("/")[0], {})
        shown = group.setdefault(name, Shown(name, len(columns)))
        shown.baseline = short_baseline(row["baseline"]) or shown.baseline
        shown.cells[columns[row["target"]]] = row
    return sorted(
        ((name, list(rows.values())) for name, rows in groups.items()),
        key=lambda group: group[0] == "baseline",
    )


def machine_text(report: Report) -> str:
    """Describes the machine and the spread, as every plot states them."""
    return (
        f"median and quartiles of {report['run']['repetitions']} repetitions;"
        f" {report['machine']['processor']}, {report['header']['host']['cores']} cores"
    )


def conditions(report: Report) -> list[str]:
    """Describes the conditions of the run, in one line each."""
    run, machine, rounds = report["run"], report["machine"], report["run"]["repetitions"]
    lines = [
        f"{rounds} repetition{'s' * (rounds != 1)} of {run['inner']} x"
        f" {run['min_time'] * 1e3:.0f} ms per benchmark and target, in turns;"
        f" {run['seconds']:.0f} s in all" + f" ({run['wanted']} wanted)" * (rounds < run["wanted"])
    ]
    bound = (
        "not bound to a core" if machine["pinned"] is None else f"bound to core {machine['pinned']}"
    )
    lines.append(
        f"{machine['processor']}, {report['header']['host']['cores']} cores; single-threaded"
        f" benchmarks {bound}; load {machine['load']:.2f} at the start, other programs took"
        f" {machine['others'] * 100:.0f} % of the cores, a hypervisor"
        f" {machine['stolen'] * 100:.0f} %"
    )
    return lines + [
        "WARNING: too noisy to detect small differences: " + reason
        for reason in report["noise"]["reasons"]
    ]


def growth_text(fit: Optional[Fit]) -> str:
    if fit is None:
        return "too few sizes for a fit"
    base, slope = figure(fit["base_ns"]), figure(fit["slope_ns"])
    text = {
        "constant": f"constant: {base} ns",
        "linear": f"linear: {base} ns + {slope} ns each",
        "worse": "worse than linear",
        "logarithmic": f"logarithmic: {base} ns + {slope} ns per doubling",
    }[fit["growth"]]
    return f"{text} (error {fit['error'] * 100:.0f} %)"


def counted_lines(report: Report) -> list[str]:
    """Describes counters besides time, e.g. bytes per handle, in one line per row and counter."""
    lines: dict[str, list[str]] = {}
    for row in report["rows"]:
        for counter, value in row["counters"].items():
            if counter != "instructions":  # shown beside the time
                number = f"{value:.0f}" if value == math.floor(value) else figure(value)
                lines.setdefault(f"{row['name']}: {counter}", []).append(
                    f"{row['target']} {number}"
                )
    return [f"{what} = {', '.join(numbers)}" for what, numbers in lines.items()]


def counts_text(comparison: Comparison) -> str:
    return ", ".join(f"{count(comparison, verdict)} {verdict}" for verdict in VERDICTS)


def clear_changes(comparison: Comparison) -> list[Change]:
    """Returns the slower and faster rows, largest change first."""
    return sorted(
        (change for change in comparison["changes"] if change["verdict"] != "cannot tell"),
        key=lambda change: -abs(math.log(change["after"] / change["before"])),
    )


def not_compared(comparison: Comparison) -> list[str]:
    counts = (
        (comparison["only_before"], "that only the earlier run has"),
        (comparison["only_after"], "that only this run has"),
        (comparison["without_ratio"], "without a ratio to the same baseline in both"),
    )
    return [f"not compared: {number} rows {why}" for number, why in counts if number]


def missing_lines(report: Report, verb: str = ":") -> list[str]:
    return [
        f"{target['name']}{verb} {'; '.join(target['missing'])}"
        for target in report["targets"]
        if target["missing"]
    ]


# Terminal


def text_table(report: Report) -> list[str]:
    groups, names = table(report), [tidy(target["name"], 36) for target in report["targets"]]
    rows = [shown for _, group in groups for shown in group]
    width = max([9] + [min(WIDEST_NAME, len(tidy(shown.name))) for shown in rows])
    extra = (
        14 if any(cell and instructions_text(cell) for shown in rows for cell in shown.cells) else 0
    )

    def cell_text(*parts: str) -> str:
        return "  {:>11} {:>7} {:>8} {:>7}{:>{}}".format(*parts, extra)

    lines = [
        " " * width + "".join(f"{name:>{38 + extra}}" for name in names),
        f"{'benchmark':<{width}}"
        + cell_text("ns", "spread", "x base", "x best", "") * len(names)
        + "  baseline",
    ]
    for _, group in groups:
        lines.append("")
        for shown in group:
            cells = ""
            for cell in shown.cells:
                if cell is None or not cell["ns"]:
                    cells += cell_text("failed" if cell else "-", "", "", "", "")
                else:
                    cells += cell_text(
                        figure(cell["ns"]["median"]),
                        spread_text(cell["ns"]),
                        ratio_text(cell) or "-",
                        shown.best_text(cell) or "-",
                        instructions_text(cell),
                    )
            lines.append(f"{tidy(shown.name):<{width}}{cells}  {tidy(shown.baseline)}")
    return lines


def to_text(report: Report) -> str:
    """Returns a table for a terminal, with benchmarks as rows and targets as columns."""
    lines = text_table(report) if report["rows"] else []
    if report["series"]:
        lines += ["", "Growth"]
        lines += [
            f"  {tidy(one['what']):<40} {tidy(one['target']):<12} {growth_text(one['fit'])}"
            for one in report["series"]
        ]
    if counted := counted_lines(report):
        lines += ["", "Other counters"] + ["  " + tidy(line) for line in counted]
    lines += [""] + [tidy(line) for line in conditions(report)]
    lines.append(
        "Medians; spread: distance of the quartiles; x base: ratio to the baseline in the same"
        " process; x best: ratio to the fastest target; -: the target does not have it"
    )
    lines += map(escape_line, missing_lines(report, " does not have:"))
    lines += [f"failed: {tidy(problem)}" for problem in report["problems"]]
    if comparison := report["comparison"]:
        lines += [
            "",
            f"Against {tidy(comparison['against'])}: {counts_text(comparison)}",
            f"  {comparison['test']}",
        ]
        lines += [
            f"  {change['verdict']}: {tidy(change['target'])} {tidy(change['name'])}:"
            f" {figure(change['before'])} -> {figure(change['after'])} times"
            f" {tidy(short_baseline(change['baseline']))}, p = {change['p']:.2g}"
            for change in clear_changes(comparison)
        ]
        lines += [f"  note: {tidy(note)}" for note in comparison["notes"]] + [
            "  " + line for line in not_compared(comparison)
        ]
    if report["run"]["interrupted"]:
        lines.append("Interrupted: these are the completed repetitions.")
    return "\n".join(lines) + "\n"


# Markdown


def markdown_list(heading: str, lines: list[str]) -> list[str]:
    return [f"\n## {heading}\n"] + [f"- {markdown(line)}" for line in lines] if lines else []


def markdown_cell(shown: Shown, cell: Optional[RowData]) -> str:
    if cell is None or not cell["ns"]:
        return f" {'failed' if cell else '–'} | |"
    ratio, best, counted = ratio_text(cell), shown.best_text(cell), instructions_text(cell)
    ratios = f"×{ratio}" * bool(ratio) + f" (×{best})" * bool(best)
    return (
        f" {figure(cell['ns']['median'])} {spread_text(cell['ns'])}"
        f"{', ' * bool(counted)}{counted} |"
        f" {ratios} |"
    )


def to_markdown(report: Report) -> str:
    """Returns the same content in GitHub-flavoured Markdown."""
    lines = ["# What MPI_T costs\n"] + [markdown(line) + "." for line in conditions(report)]
    if comparison := report["comparison"]:
        lines += [
            f"\n## Against {markdown(comparison['against'])}\n",
            f"{counts_text(comparison)}. {markdown(comparison['test'])}.\n",
        ]
        lines += [
            f"- **{change['verdict']}**: {markdown(change['target'])} {markdown(change['name'])}:"
            f" ×{figure(change['before'])} → ×{figure(change['after'])} of"
            f" {markdown(short_baseline(change['baseline']))}, p = {change['p']:.2g}"
            for change in clear_changes(comparison)
        ] + [f"- {markdown(note)}" for note in comparison["notes"]]
    for name, group in table(report):
        heads = "".join(
            f" {markdown(target['name'])} ns | × baseline (× fastest) |"
            for target in report["targets"]
        )
        lines += [
            f"\n## {markdown(name)}\n",
            f"| Benchmark | Baseline |{heads}",
            "|---|---|" + "--:|--:|" * len(report["targets"]),
        ]
        lines += [
            f"| {markdown(shown.name)} | {markdown(shown.baseline)} |"
            + "".join(markdown_cell(shown, cell) for cell in shown.cells)
            for shown in group
        ]
    lines += markdown_list(
        "Growth",
        [f"{one['what']}, {one['target']}: {growth_text(one['fit'])}" for one in report["series"]],
    )
    lines += markdown_list("Other counters", counted_lines(report)) + markdown_list(
        "Missing", missing_lines(report)
    )
    lines += markdown_list("Failed", report["problems"])
    return "\n".join(lines) + "\n"

# SPDX-License-Identifier: BSD-3-Clause
"""Compares figures with limits: limits.py TABLE FIGURES...

TABLE is a file of rows `what | baseline | measured | at most`; lines with # are comments. Baseline
and measured name figures.
- Baseline `-`: the measured figure itself is limited.
- Baseline `a or b`: the smaller one of those that exist.
- Without `at most`: the row is shown for comparison.
- `at most` as `1, 0.5 over 10 x name`: 0.5 if the baseline is over ten times that figure.

FIGURES are files in one of these formats:
- JSON of Google Benchmark. The figure is the median CPU time per operation in ns (per thread, for
  several threads).
- Lines `name figure`. The figure is the median.
- JSON of mpitcheck bench. Medians are called `target:row`, and `target:row/each` (per variable) if
  the row states how many variables it covers.

Exit code: 1 if a figure is over its limit, 3 if a figure is missing or cannot be read.
"""
import json
import re
import statistics
import sys


def figures_of_bench(rows):
    """Returns the medians from the rows of mpitcheck bench, by name."""
    figures = {}
    for row in rows:
        if row["ns"]:
            name = f"{row['target']}:{row['name']}"
            figures.setdefault(name, row["ns"]["median"])
            if row["counters"].get("variables"):
                figures.setdefault(
                    f"{name}/each", row["ns"]["median"] / row["counters"]["variables"]
                )
    return figures


def limit_of(text, baseline, figures):
    """Returns the limit for this baseline from an `at most` column; None if it is empty."""
    usual, _, closer = text.partition(", ")
    if closer:
        limit, times, name = re.fullmatch(r"(\S+) over (\S+) x (\S+)", closer).groups()
        if baseline > float(times) * figures[name]:
            return float(limit)
    return float(usual) if usual else None


def smallest(names, figures):
    """Returns the smallest of the figures `a or b` that exist; None if none exists."""
    return min((figures[name] for name in names.split(" or ") if name in figures), default=None)


def figures_of(path):
    """Returns the figures in a file, by name."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    times = {}
    if not text.startswith("{"):
        for name, value in (line.split() for line in text.splitlines()):
            times.setdefault(name, []).append(float(value))
    else:
        document = json.loads(text)
        if document.get("kind") == "bench":
            return figures_of_bench(document["rows"])
        for run in document["benchmarks"]:
            if run["run_type"] == "iteration" and not run.get("error_occurred"):
                assert run["time_unit"] == "ns"
                times.setdefault(run["run_name"], []).append(run["cpu_time"])
    return {name: statistics.median(each) for name, each in times.items()}


def main():
    figures = {}
    for path in sys.argv[2:]:
        figures.update(figures_of(path))
    form = "{:58} {:>10} {:>10} {:>7} {:>8}  {}"
    print(form.format("what", "baseline", "measured", "ratio", "at most", ""))
    code = 0
    with open(sys.argv[1], encoding="utf-8") as table:
        for line in table:
            if line.startswith("#") or not line.strip():
                continue
            what, baseline, measured, limit = (field.strip() for field in line.split("|"))
            compared_with = smallest(baseline, figures)
            if measured not in figures or (compared_with is None and baseline != "-"):
                print(form.format(what, "", "", "", limit, "missing"))
                code = 3
                continue
            figure = figures[measured]
            ratio = None if baseline == "-" else figure / compared_with
            compared = figure if ratio is None else ratio
            limit = limit_of(limit, compared_with, figures)
            verdict = "" if limit is None else "ok" if compared <= limit else "over"
            if verdict == "over" and code == 0:
                code = 1
            print(
                form.format(
                    what,
                    "" if ratio is None else f"{compared_with:.3f}",
                    f"{figure:.3f}",
                    "" if ratio is None else f"{ratio:.3f}",
                    "" if limit is None else f"{limit:g}",
                    verdict or "for comparison",
                )
            )
    return code


try:
    CODE = main()
except (OSError, ValueError, KeyError, ArithmeticError, AssertionError) as problem:
    print(f"limits.py: {problem!r}", file=sys.stderr)
    CODE = 3
sys.exit(CODE)

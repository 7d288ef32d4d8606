# SPDX-License-Identifier: BSD-3-Clause
"""Reads the output of Google Benchmark, and computes medians, spreads and growth with a size."""
import json
import math
import re
from collections.abc import Mapping
from typing import Any, Callable, Optional

from mpitcheck.bench.shapes import Fit, Point, RowData, Series, Summary
from mpitcheck.judge.data import JsonObject

UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
SENSIBLE = (1e-6, 1e18)  # ns per operation
# Members that Google Benchmark writes. Other numbers are counters.
OWN_KEYS = {
    "family_index",
    "per_family_instance_index",
    "repetitions",
    "repetition_index",
    "threads",
    "iterations",
    "real_time",
    "cpu_time",
    "items_per_second",
    "bytes_per_second",
}


def load_json(text: str) -> Any:
    """Parses a JSON text.

    Raises ValueError or RecursionError. A lone surrogate such as \\ud800 is an error, too, because
    it cannot be printed.
    """
    document = json.loads(text)
    json.dumps(document, ensure_ascii=False).encode()
    return document


def quantile(ordered: list[float], share: float) -> float:
    place = share * (len(ordered) - 1)
    below = int(place)
    return ordered[below] + (place - below) * (
        ordered[min(below + 1, len(ordered) - 1)] - ordered[below]
    )


def median(sample: list[float]) -> float:
    return quantile(sorted(sample), 0.5) if sample else 0.0


def summary(sample: Optional[list[float]]) -> Optional[Summary]:
    """Returns median and quartiles as reports contain them; None for an empty sample."""
    if not sample:
        return None
    low, middle, high = (quantile(sorted(sample), share) for share in (0.25, 0.5, 0.75))
    return {
        "median": middle,
        "low": low,
        "high": high,
        "spread": (high - low) / middle,
        "repetitions": len(sample),
        "sample": sample,
    }


def is_baseline(name: str) -> bool:
    return name.startswith("baseline/")


class Measured:
    """The results of one benchmark in one process."""

    def __init__(self, name: str) -> None:
        self.name, self.label, self.problem = name, "", ""
        self.times: list[float] = []
        self.counters: dict[str, list[float]] = {}
        self.clock = "real" if re.search(r"/(real|manual)_time(/|$)", name) else "cpu"

    def add(self, entry: JsonObject) -> None:
        """Adds one repetition."""
        if entry.get("error_occurred"):
            self.problem = str(entry.get("error_message", "failed without a message"))
            return
        time = float(entry[self.clock + "_time"]) * UNITS[entry["time_unit"]]
        if not SENSIBLE[0] <= time <= SENSIBLE[1]:
            self.problem = f"its time per operation is {time:g} ns: nothing was measured"
            return
        self.times.append(time)
        label = re.search(r"baseline=([^ ,;]*)", entry.get("label", ""))
        self.label = label[1] if label else self.label
        for key, value in entry.items():
            if key not in OWN_KEYS and type(value) in (int, float) and math.isfinite(value):
                self.counters.setdefault(key, []).append(value)

    @property
    def ns(self) -> float:
        return median(self.times)


def read_google(text: str) -> tuple[dict[str, Measured], list[str]]:
    """Reads the output of a program of Google Benchmark.

    Returns its benchmarks by name, and what it reports as missing. Raises ValueError.
    """
    try:
        document = load_json(text)
        rows: dict[str, Measured] = {}
        missing = document["context"].get("missing", "").split("; ")
        for entry in document["benchmarks"]:
            if entry.get("run_type", "iteration") == "iteration":
                name = str(entry["name"])
                name = str(entry.get("run_name", name))
                rows.setdefault(name, Measured(name)).add(entry)
        return rows, list(filter(None, missing))
    except (LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as problem:
        raise ValueError(f"{type(problem).__name__}: {problem}") from problem


class Row:
    """A benchmark of one target, with the results of all repetitions."""

    def __init__(self, target: str, program: str, name: str) -> None:
        self.target, self.program, self.name = target, program, name
        self.baseline, self.clock, self.problem = "", "cpu", ""
        self.times: list[float] = []
        self.ratios: list[float] = []
        self.counters: dict[str, list[float]] = {}
        self.next = 0

    def take(self, rows: Mapping[str, Measured], repetition: int) -> str:
        """Adds the result from one process. Returns the problem if there is no time.

        A repetition is added only once, because baselines run in several processes.
        """
        measured = rows.get(self.name)
        if measured is None or self.next > repetition or measured.problem:
            return measured.problem if measured and self.next <= repetition else ""
        self.next = repetition + 1
        self.times.append(measured.ns)
        baseline = rows.get(self.baseline)
        if baseline and not baseline.problem:
            self.ratios.append(measured.ns / baseline.ns)
        for key, values in measured.counters.items():
            self.counters.setdefault(key, []).append(median(values))
        return ""

    def document(self) -> RowData:
        problem = self.problem or ("" if self.times else "no repetition measured it")
        return {
            "target": self.target,
            "program": self.program,
            "name": self.name,
            "baseline": self.baseline or None,
            "clock": self.clock,
            "ns": summary(self.times),
            "ratio": summary(self.ratios),
            "counters": {key: median(values) for key, values in sorted(self.counters.items())},
            "problem": problem or None,
        }


def log2(n: float) -> float:
    return math.log2(n) if n > 1 else 0.0


# Simplest first; cost = base + slope * shape(size).
SHAPES: tuple[tuple[str, Callable[[float], float]], ...] = (
    ("constant", lambda n: 0.0),
    ("logarithmic", log2),
    ("linear", lambda n: n),
    ("worse", lambda n: n * log2(n)),
    ("worse", lambda n: n * n),
)


def fit_one(points: list[tuple[float, float]], growth: str, shape: Callable[[float], float]) -> Fit:
    """Minimizes the squares of the relative residuals. Both terms are non-negative."""
    # The fit minimizes the error of 1 = base * u + slope * v at each point.
    pairs = [(1 / cost, shape(n) / cost) for n, cost in points]
    u, v = sum(u for u, _ in pairs), sum(v for _, v in pairs)
    uu, uv, vv = (
        sum(u * u for u, _ in pairs),
        sum(u * v for u, v in pairs),
        sum(v * v for _, v in pairs),
    )
    determinant = uu * vv - uv * uv
    candidates = [(u / uu, 0.0)]
    if vv > 0:
        candidates.append((0.0, v / vv))
    if determinant > 0:
        candidates.append(((u * vv - v * uv) / determinant, (v * uu - u * uv) / determinant))
    fits = [
        (
            math.sqrt(
                sum((base * u + slope * v - 1) * (base * u + slope * v - 1) for u, v in pairs)
                / len(pairs)
            ),
            base,
            slope,
        )
        for base, slope in candidates
        if base >= 0 and slope >= 0
    ]
    error, base, slope = min(fits, default=(math.inf, 0.0, 0.0))
    return {"growth": growth, "base_ns": base, "slope_ns": slope, "error": error}


def fit_growth(points: list[tuple[float, float]], tolerance: float = 0.15) -> Optional[Fit]:
    """Returns the simplest growth that fits the points (size, cost).

    Its error is at most the tolerance or twice the least error of all growths. Caches bend every
    curve, so a slightly better fit does not justify a worse growth. Returns None for fewer than
    three sizes.
    """
    usable = [(n, cost) for n, cost in points if 0 <= n < math.inf and 0 < cost < math.inf]
    if len({n for n, _ in usable}) < 3:
        return None
    fits = [fit_one(usable, *shape) for shape in SHAPES]
    least = min(fit["error"] for fit in fits)
    return next((fit for fit in fits if fit["error"] <= max(tolerance, 2 * least) < math.inf), None)


def series_of(rows: list[RowData]) -> list[Series]:
    """Returns the series of rows scale/WHAT/N, by target and WHAT, with their growth."""
    points: dict[tuple[str, str], list[Point]] = {}
    for row in rows:
        # Suffixes that Google Benchmark appends to the name are ignored.
        name = re.fullmatch(
            r"scale/(.+)/(\d+(?:\.\d+)?)(/(real_time|manual_time|process_time|[^/]*:[^/]*))*",
            row["name"],
        )
        if name and row["ns"] and float(name[2]) < SENSIBLE[1]:
            ns = row["ns"]
            point: Point = {
                "size": float(name[2]),
                "ns": ns["median"],
                "low": ns["low"],
                "high": ns["high"],
            }
            points.setdefault((row["target"], name[1]), []).append(point)
    all_series: list[Series] = []
    for (target, what), unordered in points.items():
        of_one = sorted(unordered, key=lambda point: point["size"])
        fit = fit_growth([(point["size"], point["ns"]) for point in of_one])
        all_series.append({"target": target, "what": what, "points": of_one, "fit": fit})
    return all_series

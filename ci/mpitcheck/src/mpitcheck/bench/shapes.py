# SPDX-License-Identifier: BSD-3-Clause
"""The types of a report of mpitcheck bench, as in bench.schema.json."""
from typing import Optional, TypedDict


class Summary(TypedDict):
    """A summary of a sample, in ns per operation or as ratios."""

    median: float
    low: float
    high: float
    spread: float
    repetitions: int
    sample: list[float]


class RowData(TypedDict):
    """The results of a benchmark for one target."""

    target: str
    program: str
    name: str
    baseline: Optional[str]
    clock: str
    ns: Optional[Summary]
    ratio: Optional[Summary]
    counters: dict[str, float]
    problem: Optional[str]


class Fit(TypedDict):
    """The growth that fits a series best."""

    growth: str
    base_ns: float
    slope_ns: float
    error: float


class Point(TypedDict):
    size: float
    ns: float
    low: float
    high: float


class Series(TypedDict):
    target: str
    what: str
    points: list[Point]
    fit: Optional[Fit]


class Change(TypedDict):
    target: str
    name: str
    baseline: Optional[str]
    before: float
    after: float
    p: float
    verdict: str


class Comparison(TypedDict):
    against: str
    test: str
    notes: list[str]
    only_before: int
    only_after: int
    without_ratio: int
    changes: list[Change]


class Host(TypedDict):
    system: str
    cores: Optional[int]


class Header(TypedDict):
    tool: str
    version: str
    started: str
    command: list[str]
    host: Host


class Machine(TypedDict):
    processor: str
    pinned: Optional[int]
    load: float
    others: float
    stolen: float


class RunData(TypedDict):
    quick: bool
    wanted: int
    repetitions: int
    min_time: float
    inner: int
    seconds: float
    interrupted: bool


class Noise(TypedDict):
    baseline_spread: float
    reasons: list[str]


class TargetData(TypedDict):
    name: str
    library_version: str
    mpi_version: str
    tree: str
    missing: list[str]


class Report(TypedDict):
    schema: int
    kind: str
    header: Header
    machine: Machine
    run: RunData
    noise: Noise
    targets: list[TargetData]
    rows: list[RowData]
    series: list[Series]
    problems: list[str]
    comparison: Optional[Comparison]

# SPDX-License-Identifier: BSD-3-Clause
"""The arithmetic of mpitcheck bench: what it makes of Google Benchmark's figures."""
import json
import math
import pathlib
import re

import pytest

from mpitcheck.bench import measure
from mpitcheck.bench.figures import Row, fit_growth, median, read_google, series_of, summary
from mpitcheck.bench.processes import judge_noise
from mpitcheck.bench.report_file import from_json


def entry(name, cpu, unit="ns", **more):
    return {
        "name": name,
        "run_name": name,
        "run_type": "iteration",
        "real_time": cpu * 3,
        "cpu_time": cpu,
        "time_unit": unit,
        **more,
    }


def read(*entries, **context):
    return read_google(json.dumps({"context": context, "benchmarks": entries}))


def test_medians_units_and_clocks():
    rows, missing = read(
        entry("a", 1),
        entry("a", 3),
        entry("a", 500),
        {**entry("a", 777), "run_type": "aggregate"},
        entry("b", 2, "us"),
        entry("c/manual_time", 1),
        entry("d/real_time/threads:2", 1),
        entry("e/real_timer", 2, "s"),
        missing="x; y",
    )
    assert {name: (each.ns, each.clock) for name, each in rows.items()} == {
        "a": (3, "cpu"),
        "b": (2e3, "cpu"),
        "c/manual_time": (3, "real"),
        "d/real_time/threads:2": (3, "real"),
        "e/real_timer": (2e9, "cpu"),
    }
    assert missing == ["x", "y"]


def test_google_labels_and_counters():
    rows, _ = read(
        entry(
            "a",
            1,
            label="baseline=clock_gettime of 3",
            bytes_per_handle=96,
            items_per_second=1e9,
            rate=math.nan,
        )
    )
    assert (rows["a"].label, rows["a"].counters) == ("clock_gettime", {"bytes_per_handle": [96]})


def test_unmeasured_rows_are_problems():
    rows, _ = read(
        entry("a", 1, error_occurred=True, error_message="no such variable"),
        entry("b", 0),
        entry("c", -1),
        entry("d", 1),
        entry("d", math.nan),
        entry("e", math.inf),
    )
    assert rows.pop("a").problem == "no such variable"
    for each in rows.values():
        assert "nothing was measured" in each.problem


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rubbish",
        "[]",
        "{}",
        '{"context": {}}',
        '{"context": {}, "benchmarks": [{}]}',
        '{"context": 1, "benchmarks": []}',
        '{"context": {}, "benchmarks": [{"name": "a"}]}',
        json.dumps({"context": {}, "benchmarks": [entry("a", 1, "days")]}),
        '{"context": {}, "benchmarks": [], "half": "\\ud800"}',
        pytest.param("[" * 100000, id="deeply nested"),
    ],
    ids=repr,
)
def test_malformed_output_is_refused(text):
    with pytest.raises(ValueError):
        read_google(text)


def test_ratios_are_of_one_process_and_baselines_count_once():
    base, row = Row("fake", "calls", "baseline/clock"), Row("fake", "calls", "a")
    row.baseline = base.name
    for repetition, (clock, a) in (
        (1, (10, 30)),
        (1, (99, 99)),
        (2, (20, 40)),
    ):  # repetition 0 failed
        rows, _ = read(entry(base.name, clock), entry("a", a))
        assert (base.take(rows, repetition), row.take(rows, repetition)) == ("", "")
    assert (base.times, base.ratios, row.times, row.ratios) == ([10, 20], [], [30, 40], [3, 2])
    assert "nothing was measured" in row.take(read(entry("a", 0))[0], 3)
    assert Row("fake", "calls", "z").document()["problem"] == "no repetition measured it"


@pytest.mark.parametrize(
    "label, of, wanted",
    [
        ("add", "x", "baseline/add"),
        ("add", "x/threads:2", "baseline/add/threads:2"),
        ("add", "x/threads:4", "baseline/add"),
        ("other", "x", "other"),
        ("none", "x", ""),
        ("", "x", ""),
    ],
)
def test_a_label_names_the_baseline_with_the_same_threads(label, of, wanted):
    names = ["baseline/add", "baseline/add/threads:2", "other"]
    assert measure.baseline_row(label, of, names) == wanted


@pytest.mark.parametrize(
    "name, is_threaded", [("x", False), ("x/threads:1", False), ("x/threads:12", True)]
)
def test_a_name_shows_whether_a_row_is_threaded(name, is_threaded):
    assert measure.is_threaded(name) == is_threaded


def test_the_filter_matches_only_the_given_names():
    names = ["a+b/hot", "x(1)/[2]|3", "c.d*/threads:2"]
    for name in names:
        assert re.search(measure.exact_filter(names), name)
    for name in ("aab/hot", "a+b/hot2", "ca+b/hot", "cxd/threads:2", "3", ""):
        assert not re.search(measure.exact_filter(names), name)


@pytest.mark.parametrize("rows", [1, 20, 100, 450])
def test_repetitions_fit_the_time_limit(rows):
    min_time, inner = measure.plan_timing(270, 9, 4, rows)
    assert 9 * (4 + rows * min_time * (inner + 1)) <= 270
    assert min_time >= 0.005


def test_repetitions_are_fewer_in_less_time():
    assert (measure.plan_timing(270, 9, 4, 100)[1], measure.plan_timing(50, 5, 4, 450)[1]) == (3, 1)
    assert measure.plan_timing(1, 9, 4, 450)[0] > 0


@pytest.mark.parametrize(
    "last, left, repetitions, wanted",
    [(10, 100, 5, 0.02), (40, 100, 5, 0.01), (40, -5, 5, 0.001), (40, 100, 0, 0.02)],
)
def test_repetition_time_adapts_to_the_remaining_time(last, left, repetitions, wanted):
    assert measure.adapted(0.02, last, left, repetitions) == pytest.approx(wanted, abs=5e-8)


def test_noise():
    text = pathlib.Path(__file__).with_name("sample.json").read_text(encoding="utf-8")
    report = from_json(text)
    rows, quiet = report["rows"], {**report["machine"], "others": 0}
    assert judge_noise(rows, quiet)["reasons"] == []
    assert judge_noise(rows, {**quiet, "others": 0.6, "stolen": 0.1})["reasons"] == [
        "other programs took 60 % of the cores, more than 25 %",
        "a hypervisor took 10 % of the cores, more than 2 %",
    ]
    for row in rows:
        row["ns"] = row["ns"] and summary([10, 14, 18])
    assert judge_noise(rows, quiet)["reasons"] == ["the baselines spread by 29 %, more than 5 %"]


def test_median_and_quartiles():
    assert [median(sample) for sample in ([3, 1, 2], [4, 1, 3, 2], [])] == [2, 2.5, 0]
    summed = summary([5, 1, 2, 3, 4])
    assert (summed["low"], summed["high"], summed["spread"], summed["repetitions"]) == (
        2,
        4,
        2 / 3,
        5,
    )
    assert (summary([7])["spread"], summary([])) == (0, None)


LAWS = {
    "constant": lambda n: 20,
    "logarithmic": lambda n: 20 + 10 * math.log2(n),
    "linear": lambda n: 50 + 2 * n,
    "worse": lambda n: 2 * n * math.log2(n) + 5,
}


@pytest.mark.parametrize("noise", [0, 0.05, 0.1])
@pytest.mark.parametrize(
    "growth, law",
    [*LAWS.items(), ("worse", lambda n: 3 + n * n)],
    ids=[*LAWS, "much worse"],
)
def test_growth_laws_are_distinguished(growth, law, noise):
    fit = fit_growth([(10**i, law(10**i) * (1 + noise * (-1) ** i)) for i in range(5)])
    assert fit["growth"] == growth


def test_parameters_of_a_growth_law_are_found():
    fit = fit_growth([(10**i, LAWS["linear"](10**i)) for i in range(5)])
    assert fit["base_ns"] == pytest.approx(50, abs=5e-7)
    assert fit["slope_ns"] == pytest.approx(2, abs=5e-10)
    error = fit_growth([(10**i, 8 + 0.8 * (-1) ** i) for i in range(5)])["error"]
    assert error == pytest.approx(0.1, abs=5e-3)


@pytest.mark.parametrize(
    "points, growth",
    [
        # A list of 1 to 10,000 entries that outgrows a cache: an entry costs three times as much.
        ([(1, 2), (10, 7), (1000, 2000), (10000, 14000)], "linear"),
        ([(1, 20), (10, 19), (100, 18)], "constant"),
        ([(0, 10), (1, 20), (8, 90)], "linear"),
    ],
    ids=["beyond a cache", "falling", "size 0"],
)
def test_growth_at_borders(points, growth):
    assert fit_growth(points)["growth"] == growth


def test_growth_without_a_law_has_a_large_error():
    assert fit_growth([(1, 10), (10, 500), (100, 20), (1000, 900)])["error"] > 0.5


@pytest.mark.parametrize(
    "points",
    [
        [],
        [(1, 10), (1, 11), (2, 10)],
        [(1, 1e-320), (2, 1e-320), (3, 1e-320)],
        [(1, 10), (2, 10), (3, math.nan), (4, 0)],
    ],
    ids=["none", "two sizes", "tiny", "no numbers"],
)
def test_too_few_or_invalid_points_have_no_growth(points):
    assert fit_growth(points) is None


def test_series():
    names = {
        "scale/handles/100": 1000,
        "scale/handles/1/iterations:5": 10,
        "scale/handles/10": 100,
        "scale/deep/name/7": 10,
        "scale/none": 1,
        "scale/x/many": 1,
        "call/x/1": 1,
    }
    handles, deep = series_of(
        [{"target": "fake", "name": name, "ns": summary([ns])} for name, ns in names.items()]
    )
    assert (handles["what"], [point["size"] for point in handles["points"]]) == (
        "handles",
        [1, 10, 100],
    )
    assert (handles["fit"]["growth"], deep["what"], deep["fit"]) == ("linear", "deep/name", None)

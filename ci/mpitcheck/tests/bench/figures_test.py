# SPDX-License-Identifier: BSD-3-Clause
"""The arithmetic of mpitcheck bench, and the forms of its reports: complete, and proof against
hostile names. sample.json has two targets, a call with baseline, one that failed, one that a target
lacks, and a series."""
import json
import math
import os
import re
import xml.etree.ElementTree

import pytest

from mpitcheck.bench import measure
from mpitcheck.bench.compare import compare
from mpitcheck.bench.figures import Row, fit_growth, median, read_google, series_of, summary
from mpitcheck.bench.page import LogAxis, section, size_label, time_label, to_html
from mpitcheck.bench.processes import judge_noise
from mpitcheck.bench.reports import (
    Unusable,
    figure,
    from_json,
    spread_text,
    table,
    to_json,
    to_markdown,
    to_text,
)

HERE = os.path.dirname(os.path.abspath(__file__))
HOSTILE = "<img src=x onerror=\"'&\x1b[31m\udcff|`\n\u202e{{css}}"


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


def sample(mark=""):
    """The report in sample.json, compared with itself; names and texts end with the mark."""
    with open(os.path.join(HERE, "sample.json"), encoding="utf-8") as file:
        report = from_json(file.read())
    report["comparison"] = {
        **compare(report, report),
        "against": "old.json" + mark,
        "notes": ["a note" + mark],
    }
    report["comparison"]["changes"][0]["verdict"] = "slower"
    for thing in (
        report["targets"] + report["rows"] + report["series"] + report["comparison"]["changes"]
    ):
        for key in {
            "name",
            "target",
            "baseline",
            "what",
            "library_version",
            "problem",
        } & thing.keys():
            thing[key] = thing[key] and thing[key] + mark
    report["problems"] = [problem + mark for problem in report["problems"]]
    report["machine"]["processor"] += mark
    return report


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


def test_what_was_not_measured_is_a_problem():
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
def test_what_is_none_is_refused(text):
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
def test_a_label_means_the_baseline_on_as_many_threads(label, of, wanted):
    names = ["baseline/add", "baseline/add/threads:2", "other"]
    assert measure.baseline_row(label, of, names) == wanted


@pytest.mark.parametrize(
    "name, is_threaded", [("x", False), ("x/threads:1", False), ("x/threads:12", True)]
)
def test_a_name_tells_several_threads(name, is_threaded):
    assert measure.is_threaded(name) == is_threaded


def test_the_filter_fits_just_these_names():
    names = ["a+b/hot", "x(1)/[2]|3", "c.d*/threads:2"]
    for name in names:
        assert re.search(measure.exact_filter(names), name)
    for name in ("aab/hot", "a+b/hot2", "ca+b/hot", "cxd/threads:2", "3", ""):
        assert not re.search(measure.exact_filter(names), name)


@pytest.mark.parametrize("rows", [1, 20, 100, 450])
def test_repetitions_fit_into_the_time(rows):
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
def test_the_time_of_a_repetition_adapts_to_what_is_left(last, left, repetitions, wanted):
    assert measure.adapted(0.02, last, left, repetitions) == pytest.approx(wanted, abs=5e-8)


def test_noise():
    report = sample()
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
def test_laws_are_told_apart(growth, law, noise):
    fit = fit_growth([(10**i, law(10**i) * (1 + noise * (-1) ** i)) for i in range(5)])
    assert fit["growth"] == growth


def test_the_numbers_of_a_law_are_found():
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
def test_growth_is_not_found_of_too_few_or_strange_points(points):
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


def pictures(page):
    return [
        xml.etree.ElementTree.fromstring(text)
        for text in re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    ]


def test_pictures_hold_every_figure_and_stay_in_their_frames():
    report = sample()
    report["rows"][1]["ns"] = summary([1e-3, 5e11, 1e12])
    drawn = pictures(to_html(report))
    for kind, tag, wanted in (
        ("bars", "rect", 5),
        ("growth", "circle", 4),
        ("growth", "path[@class='line']", 1),
    ):
        assert (
            sum(len(each.findall(f".//{tag}")) for each in drawn if each.get("class") == kind)
            == wanted
        ), (kind + tag)
    for picture in drawn:
        width, height = map(float, picture.get("viewBox").split()[2:])
        for each in picture.findall(".//rect") + picture.findall(".//text"):
            x, y, breadth = (float(each.get(key, 0)) for key in ("x", "y", "width"))
            assert 0 <= x < width and y <= height and breadth >= 0


def test_hostile_text_is_never_markup():
    report = sample(HOSTILE)
    page = to_html(report)
    assert len(pictures(page)) == len(pictures(to_html(sample())))
    for text in (page, to_markdown(report), to_text(report)):
        for part in ("<img",) * (text != to_text(report)) + ("\x1b", "\udcff", "\u202e"):
            assert part not in text
    assert page.count(":root {") == to_html(sample()).count(
        ":root {"
    )  # {{css}} in a name is a name


def test_table_shows_ratios_to_the_baseline_and_to_the_fastest():
    groups = dict(table(sample()))
    assert list(groups) == ["call", "scale", "baseline"]
    hot, failed, single = groups["call"]
    assert [hot.best_text(cell) for cell in hot.cells] == ["1.00", "1.48"]
    assert (failed.cells[0]["problem"], single.cells[0], single.best_text(single.cells[1])) == (
        "SIGSEGV",
        None,
        "",
    )


def test_text_and_markdown():
    text = to_text(sample())
    for part in (
        "call/MPI_T_a/hot",
        "±5 %",
        "  clock\n",
        "3 repetitions of 1 x 10 ms",
        "bound to core 1",
        "linear: ",
        "Mann-Whitney",
        "bytes_per_handle = fake 128",
        "failed: fake calls: SIGSEGV",
        "Against old.json: 1 slower, 0 faster, ",
        "slower: fake call/MPI_T_a/hot: 2.10 -> 2.10 times clock",
        "note: a note",
        "fake lacks: x",
    ):
        assert part in text
    row = "| call/MPI\\_T\\_a/hot | clock | 21.0 ±5 % | ×2.10 (×1.00) |"
    assert row in to_markdown(sample())


def test_instructions_stand_beside_the_times():
    report = sample()
    for write in (to_text, to_markdown, section):
        assert "instr" not in write(report)
    report["rows"][1]["counters"]["instructions"] = 45
    for write in (to_text, to_markdown, section):
        assert "45 instr" in write(report)
        assert "instructions =" not in write(report)


def test_json_is_read_again():
    report = sample()
    again = from_json(to_json(report))
    assert again["comparison"] is None
    assert {**again, "comparison": report["comparison"]} == report


def spoilt(*place, value):
    """The sample with another value there."""
    document = json.loads(to_json(sample()))
    part = document
    for key in place[:-1]:
        part = part[key]
    part[place[-1]] = value
    return document


def without_clock():
    document = spoilt("kind", value="bench")
    del document["rows"][1]["clock"]
    return document


@pytest.mark.parametrize(
    "document, part",
    [
        pytest.param(spoilt("kind", value="run"), "mpitcheck bench", id="kind"),
        pytest.param(spoilt("schema", value=2), "its schema is 2", id="schema"),
        pytest.param(without_clock(), "rows[1].clock is missing", id="no clock"),
        pytest.param(spoilt("rows", 1, "more", value=1), "rows[1].more is unknown", id="unknown"),
        *(
            pytest.param(
                spoilt("rows", 1, "ns", "sample", 0, value=value),
                "rows[1].ns.sample[0] does not fit",
                id=f"sample {value}",
            )
            for value in (-1, True)
        ),
        pytest.param(
            spoilt("rows", 1, "name", value=["x"]), "rows[1].name does not fit", id="name"
        ),
        pytest.param(spoilt("rows", 1, "target", value="x"), "'x'", id="target"),
        pytest.param(
            spoilt("rows", 1, value=without_clock()["rows"][0]), "two rows", id="two rows"
        ),
        pytest.param([], "mpitcheck bench", id="list"),
    ],
)
def test_json_that_does_not_fit_is_named_by_its_place(document, part):
    with pytest.raises(Unusable, match=re.escape(part)):
        from_json(json.dumps(document))


def test_words():
    assert [figure(value) for value in (0.314, 12.34, 123.4, 1234567)] == [
        "0.31",
        "12.3",
        "123",
        "1,234,567",
    ]
    assert (spread_text(summary([1])), time_label(1e5), size_label(1e4), size_label(10)) == (
        "once",
        "100 µs",
        "10,000",
        "10",
    )
    axis = LogAxis([20, 3000], 0, 300)
    assert (axis.ticks(9), axis.ticks(2), axis.at(100), axis.at(0)) == (
        [10, 100, 1000, 10000],
        [10, 1000],
        100,
        0,
    )

# SPDX-License-Identifier: BSD-3-Clause
"""The arithmetic of mpitcheck bench, and the forms of its reports: complete, and proof against hostile names. sample.json: two targets;
a call with baseline, one that failed, one that a target lacks, a series."""
import json
import math
import os
import re
import unittest
import xml.etree.ElementTree

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


class Google(unittest.TestCase):
    def test_medians_units_and_clocks(self):
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
        self.assertEqual(
            {name: (each.ns, each.clock) for name, each in rows.items()},
            {
                "a": (3, "cpu"),
                "b": (2e3, "cpu"),
                "c/manual_time": (3, "real"),
                "d/real_time/threads:2": (3, "real"),
                "e/real_timer": (2e9, "cpu"),
            },
        )
        self.assertEqual(missing, ["x", "y"])

    def test_labels_and_counters(self):
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
        self.assertEqual(
            (rows["a"].label, rows["a"].counters), ("clock_gettime", {"bytes_per_handle": [96]})
        )

    def test_what_was_not_measured_is_a_problem(self):
        rows, _ = read(
            entry("a", 1, error_occurred=True, error_message="no such variable"),
            entry("b", 0),
            entry("c", -1),
            entry("d", 1),
            entry("d", math.nan),
            entry("e", math.inf),
        )
        self.assertEqual(rows.pop("a").problem, "no such variable")
        for each in rows.values():
            self.assertIn("nothing was measured", each.problem)

    def test_what_is_none_is_refused(self):
        for text in (
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
            "[" * 100000,
        ):
            with self.assertRaises(ValueError, msg=text[:50]):
                read_google(text)


class Measuring(unittest.TestCase):
    def test_ratios_are_of_one_process_and_baselines_count_once(self):
        base, row = Row("fake", "calls", "baseline/clock"), Row("fake", "calls", "a")
        row.baseline = base.name
        for repetition, (clock, a) in (
            (1, (10, 30)),
            (1, (99, 99)),
            (2, (20, 40)),
        ):  # repetition 0 failed
            rows, _ = read(entry(base.name, clock), entry("a", a))
            self.assertEqual((base.take(rows, repetition), row.take(rows, repetition)), ("", ""))
        self.assertEqual(
            (base.times, base.ratios, row.times, row.ratios), ([10, 20], [], [30, 40], [3, 2])
        )
        self.assertIn("nothing was measured", row.take(read(entry("a", 0))[0], 3))
        self.assertEqual(
            Row("fake", "calls", "z").document()["problem"], "no repetition measured it"
        )

    def test_a_label_means_the_baseline_on_as_many_threads(self):
        names = ["baseline/add", "baseline/add/threads:2", "other"]
        for label, of, wanted in (
            ("add", "x", names[0]),
            ("add", "x/threads:2", names[1]),
            ("add", "x/threads:4", names[0]),
            ("other", "x", "other"),
            ("none", "x", ""),
            ("", "x", ""),
        ):
            self.assertEqual(measure.baseline_row(label, of, names), wanted)
        self.assertEqual(
            [measure.is_threaded(name) for name in ("x", "x/threads:1", "x/threads:12")],
            [False, False, True],
        )

    def test_the_filter_fits_just_these_names(self):
        names = ["a+b/hot", "x(1)/[2]|3", "c.d*/threads:2"]
        for name in names:
            self.assertRegex(name, measure.exact_filter(names))
        for name in ("aab/hot", "a+b/hot2", "ca+b/hot", "cxd/threads:2", "3", ""):
            self.assertNotRegex(name, measure.exact_filter(names))

    def test_repetitions_fit_into_the_time(self):
        for rows in (1, 20, 100, 450):
            min_time, inner = measure.plan_timing(270, 9, 4, rows)
            self.assertLessEqual(9 * (4 + rows * min_time * (inner + 1)), 270)
            self.assertGreaterEqual(min_time, 0.005)
        self.assertEqual(
            (measure.plan_timing(270, 9, 4, 100)[1], measure.plan_timing(50, 5, 4, 450)[1]), (3, 1)
        )
        self.assertGreater(measure.plan_timing(1, 9, 4, 450)[0], 0)
        for last, left, repetitions, wanted in (
            (10, 100, 5, 0.02),
            (40, 100, 5, 0.01),
            (40, -5, 5, 0.001),
            (40, 100, 0, 0.02),
        ):
            self.assertAlmostEqual(measure.adapted(0.02, last, left, repetitions), wanted)

    def test_noise(self):
        report = sample()
        rows, quiet = report["rows"], {**report["machine"], "others": 0}
        self.assertEqual(judge_noise(rows, quiet)["reasons"], [])
        self.assertEqual(
            judge_noise(rows, {**quiet, "others": 0.6, "stolen": 0.1})["reasons"],
            [
                "other programs took 60 % of the cores, more than 25 %",
                "a hypervisor took 10 % of the cores, more than 2 %",
            ],
        )
        for row in rows:
            row["ns"] = row["ns"] and summary([10, 14, 18])
        self.assertEqual(
            judge_noise(rows, quiet)["reasons"], ["the baselines spread by 29 %, more than 5 %"]
        )


class Statistics(unittest.TestCase):
    def test_median_and_quartiles(self):
        self.assertEqual([median(sample) for sample in ([3, 1, 2], [4, 1, 3, 2], [])], [2, 2.5, 0])
        summed = summary([5, 1, 2, 3, 4])
        self.assertEqual(
            (summed["low"], summed["high"], summed["spread"], summed["repetitions"]),
            (2, 4, 2 / 3, 5),
        )
        self.assertEqual((summary([7])["spread"], summary([])), (0, None))


class Growth(unittest.TestCase):
    LAWS = {
        "constant": lambda n: 20,
        "logarithmic": lambda n: 20 + 10 * math.log2(n),
        "linear": lambda n: 50 + 2 * n,
        "worse": lambda n: 2 * n * math.log2(n) + 5,
    }

    def test_laws_are_told_apart(self):
        for noise in (0, 0.05, 0.1):
            for growth, law in [*self.LAWS.items(), ("worse", lambda n: 3 + n * n)]:
                fit = fit_growth(
                    [(10**i, law(10**i) * (1 + noise * (-1) ** i)) for i in range(5)]
                )
                self.assertEqual(fit["growth"], growth, noise)
        fit = fit_growth([(10**i, self.LAWS["linear"](10**i)) for i in range(5)])
        self.assertAlmostEqual(fit["base_ns"], 50, 6)
        self.assertAlmostEqual(fit["slope_ns"], 2, 9)
        self.assertAlmostEqual(
            fit_growth([(10**i, 8 + 0.8 * (-1) ** i) for i in range(5)])["error"], 0.1, 2
        )

    def test_borders(self):
        # A list of 1 to 10,000 entries that outgrows a cache: each entry costs three times as much.
        for points, growth in (
            ([(1, 2), (10, 7), (1000, 2000), (10000, 14000)], "linear"),
            ([(1, 20), (10, 19), (100, 18)], "constant"),
            ([(0, 10), (1, 20), (8, 90)], "linear"),
        ):
            self.assertEqual(fit_growth(points)["growth"], growth)
        self.assertGreater(fit_growth([(1, 10), (10, 500), (100, 20), (1000, 900)])["error"], 0.5)
        for points in (
            [],
            [(1, 10), (1, 11), (2, 10)],
            [(1, 1e-320), (2, 1e-320), (3, 1e-320)],
            [(1, 10), (2, 10), (3, math.nan), (4, 0)],
        ):
            self.assertIsNone(fit_growth(points))

    def test_series(self):
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
        self.assertEqual(
            (handles["what"], [point["size"] for point in handles["points"]]),
            ("handles", [1, 10, 100]),
        )
        self.assertEqual(
            (handles["fit"]["growth"], deep["what"], deep["fit"]), ("linear", "deep/name", None)
        )


class Reports(unittest.TestCase):
    def pictures(self, page):
        return [
            xml.etree.ElementTree.fromstring(text)
            for text in re.findall(r"<svg.*?</svg>", page, re.DOTALL)
        ]

    def test_pictures_hold_every_figure_and_stay_in_their_frames(self):
        report = sample()
        report["rows"][1]["ns"] = summary([1e-3, 5e11, 1e12])
        pictures = self.pictures(to_html(report))
        for kind, tag, wanted in (
            ("bars", "rect", 5),
            ("growth", "circle", 4),
            ("growth", "path[@class='line']", 1),
        ):
            self.assertEqual(
                sum(
                    len(each.findall(f".//{tag}")) for each in pictures if each.get("class") == kind
                ),
                wanted,
                kind + tag,
            )
        for picture in pictures:
            width, height = map(float, picture.get("viewBox").split()[2:])
            for each in picture.findall(".//rect") + picture.findall(".//text"):
                x, y, breadth = (float(each.get(key, 0)) for key in ("x", "y", "width"))
                self.assertTrue(0 <= x < width and y <= height and breadth >= 0)

    def test_hostile_text_is_never_markup(self):
        report = sample(HOSTILE)
        page = to_html(report)
        self.assertEqual(len(self.pictures(page)), len(self.pictures(to_html(sample()))))
        for text in (page, to_markdown(report), to_text(report)):
            for part in ("<img",) * (text != to_text(report)) + ("\x1b", "\udcff", "\u202e"):
                self.assertNotIn(part, text)
        self.assertEqual(
            page.count(":root {"), to_html(sample()).count(":root {")
        )  # {{css}} in a name is a name

    def test_table_shows_ratios_to_the_baseline_and_to_the_fastest(self):
        groups = dict(table(sample()))
        self.assertEqual(list(groups), ["call", "scale", "baseline"])
        hot, failed, single = groups["call"]
        self.assertEqual([hot.best_text(cell) for cell in hot.cells], ["1.00", "1.48"])
        self.assertEqual(
            (failed.cells[0]["problem"], single.cells[0], single.best_text(single.cells[1])),
            ("SIGSEGV", None, ""),
        )

    def test_text_and_markdown(self):
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
            self.assertIn(part, text)
        self.assertIn(
            "| call/MPI\\_T\\_a/hot | clock | 21.0 ±5 % | ×2.10 (×1.00) |", to_markdown(sample())
        )

    def test_instructions_stand_beside_the_times(self):
        report = sample()
        for write in (to_text, to_markdown, section):
            self.assertNotIn("instr", write(report))
        report["rows"][1]["counters"]["instructions"] = 45
        for write in (to_text, to_markdown, section):
            self.assertIn("45 instr", write(report))
            self.assertNotIn("instructions =", write(report))

    def test_json_is_read_again(self):
        report = sample()
        again = from_json(to_json(report))
        self.assertIsNone(again["comparison"])
        self.assertEqual({**again, "comparison": report["comparison"]}, report)

    def test_json_that_does_not_fit_is_named_by_its_place(self):
        def spoil(place, value):
            document = json.loads(to_json(sample()))
            part = document
            for key in place[:-1]:
                part = part[key]
            part[place[-1]] = value
            return document

        no_clock = spoil(("kind",), "bench")
        del no_clock["rows"][1]["clock"]
        for document, part in (
            (spoil(("kind",), "run"), "mpitcheck bench"),
            (spoil(("schema",), 2), "its schema is 2"),
            (no_clock, "rows[1].clock is missing"),
            (spoil(("rows", 1, "more"), 1), "rows[1].more is unknown"),
            (spoil(("rows", 1, "ns", "sample", 0), -1), "rows[1].ns.sample[0] does not fit"),
            (spoil(("rows", 1, "ns", "sample", 0), True), "rows[1].ns.sample[0] does not fit"),
            (spoil(("rows", 1, "name"), ["x"]), "rows[1].name does not fit"),
            (spoil(("rows", 1, "target"), "x"), "'x'"),
            (spoil(("rows", 1), no_clock["rows"][0]), "two rows"),
            ([], "mpitcheck bench"),
        ):
            with self.assertRaisesRegex(Unusable, re.escape(part)):
                from_json(json.dumps(document))

    def test_words(self):
        self.assertEqual(
            [figure(value) for value in (0.314, 12.34, 123.4, 1234567)],
            ["0.31", "12.3", "123", "1,234,567"],
        )
        self.assertEqual(
            (spread_text(summary([1])), time_label(1e5), size_label(1e4), size_label(10)),
            ("once", "100 µs", "10,000", "10"),
        )
        axis = LogAxis([20, 3000], 0, 300)
        self.assertEqual(
            (axis.ticks(9), axis.ticks(2), axis.at(100), axis.at(0)),
            ([10, 100, 1000, 10000], [10, 1000], 100, 0),
        )

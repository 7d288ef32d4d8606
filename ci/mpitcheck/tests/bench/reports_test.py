# SPDX-License-Identifier: BSD-3-Clause
"""The forms of the reports of mpitcheck bench: complete, and proof against hostile names.

sample.json has two targets, a call with baseline, one that failed, one that a target does not have,
and a series.
"""
import json
import os
import re
import xml.etree.ElementTree

import pytest

from mpitcheck.bench.compare import compare
from mpitcheck.bench.figures import summary
from mpitcheck.bench.page import section, to_html
from mpitcheck.bench.plots import LogAxis, size_label, time_label, time_text
from mpitcheck.bench.report_file import Unusable, from_json, to_json
from mpitcheck.bench.reports import (
    figure,
    spread_text,
    table,
    to_markdown,
    to_text,
)

HERE = os.path.dirname(os.path.abspath(__file__))
HOSTILE = "<img src=x onerror=\"'&\x1b[31m\udcff|`\n\u202e{{css}}"


def sample(mark=""):
    """The report in sample.json, compared with itself.

    Names and texts have the mark before their last slash, or at their start.
    """
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
            head, slash, tail = (thing[key] or "").rpartition("/")
            thing[key] = thing[key] and head + mark + slash + tail
    report["problems"] = [problem + mark for problem in report["problems"]]
    report["machine"]["processor"] += mark
    return report


def pictures(page):
    return [
        xml.etree.ElementTree.fromstring(text)
        for text in re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    ]


def test_plots_contain_every_figure_and_stay_inside_their_frames():
    report = sample()
    report["rows"][1]["ns"] = summary([1e-3, 5e11, 1e12])
    drawn = pictures(to_html(report))
    for kind, path, wanted in (
        (None, "line[@class='t0']", 6),  # with t1, and the baselines: 3 in the first plot, 9 below
        (None, "line[@class='t1']", 4),
        (None, "line[@class='t0 alone']", 1),
        (None, "line[@class='t1 alone']", 1),
        (None, "line[@class='t0 spread']", 2),
        ("growth", ".//use", 4),
        ("growth", ".//path[@class='curve']", 1),
    ):
        found = [each for one in drawn if one.get("class") == kind for each in one.findall(path)]
        assert len(found) == wanted, (kind, path)
    for picture in drawn:
        frame = picture.get("viewBox", "0 0 100 100").split()[2:]
        for each in picture.iter():
            for key in (
                () if picture.get("class") == "shapes" else ("x", "y", "x1", "x2", "y1", "y2")
            ):
                value = float(each.get(key, "0").rstrip("%"))
                assert 0 <= value <= float(frame["y" in key]), (key, each.attrib)


def test_page_opens_with_the_plot_of_updates_and_calls():
    report = sample()
    for name in ("counter/disabled", "counter/as_x", "counter_eight/enabled", "counter/enabled"):
        report["rows"].append({**report["rows"][1], "name": f"update/{name}"})
    page = to_html(report)
    first, *others = re.findall(r"<table class=\"costs.*?</table>", page, re.DOTALL)
    assert re.findall(r"row(?:group)?\">(?:<code>)?(.*?)<", first) == [
        "Instrumented update",
        "counter as_x",
        "counter",
        "Call of MPI_T",
        "MPI_T_a",
        "MPI_T_b",
    ]
    assert len(others) == len(table(report))
    assert page.index(first) < page.index("<h3>Growth") < page.index(others[0])


def test_every_plot_has_units_machine_spread_and_shapes():
    page = to_html(sample())
    plots = re.findall(r"<table class=\"costs.*?</table>|<figure.*?</figure>", page, re.DOTALL)
    assert len(plots) == 5
    for plot in plots:
        spread = "±" if plot.startswith("<table") else 'class="spread"'
        for part in ("repetitions; a processor, 2 cores", " ns</text>", "#_mark0", spread):
            assert part in plot
    assert set(re.findall(r"href=\"#(.*?)\"", page)) <= set(re.findall(r" id=\"(.*?)\"", page))
    for target in ("0", "1"):  # colour is not the only distinction
        assert set(re.findall(rf"class=\"(?:key )?t{target}\".*?#_mark(.)", page)) == {target}
        assert f".costs line.t{target} {{ marker-end: url(#_end{target}); }}" in page


def test_page_for_three_targets_is_small():
    report = sample()
    names = ["mpich-5.0", "openmpi-6.0", "reference"]
    ns = summary([29.9, 30.0, 30.1])
    row = {**report["rows"][1], "ns": ns, "ratio": ns}
    report["targets"] = [{**report["targets"][0], "name": name} for name in names]
    report["rows"] = [
        {**row, "target": name, "name": f"call/MPI_T_category_get_index/{number}"}
        for name in names
        for number in range(500)
    ]
    report["series"] = [
        {**report["series"][0], "target": name, "what": f"MPI_T_category_get_index_{number}"}
        for name in names
        for number in range(50)
    ]
    assert len(to_html(report).encode()) < 400_000


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
        "fake does not have: x",
    ):
        assert part in text
    row = "| call/MPI\\_T\\_a/hot | clock | 21.0 ±5 % | ×2.10 (×1.00) |"
    assert row in to_markdown(sample())


def test_instructions_are_printed_with_the_times():
    report = sample()
    for write in (to_text, to_markdown, section):
        assert "instr" not in write(report)
    report["rows"][1]["counters"]["instructions"] = 45
    for write in (to_text, to_markdown, section):
        assert "45 instr" in write(report)
        assert "instructions =" not in write(report)


def test_json_round_trips():
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
def test_malformed_json_is_refused_with_its_position(document, part):
    with pytest.raises(Unusable, match=re.escape(part)):
        from_json(json.dumps(document))


def test_words():
    assert [figure(value) for value in (0.314, 12.34, 123.4, 1234567)] == [
        "0.31",
        "12.3",
        "123",
        "1,234,567",
    ]
    assert (
        spread_text(summary([1])),
        time_label(1e5),
        time_text(1234),
        size_label(1e4),
        size_label(10),
    ) == (
        "once",
        "100 µs",
        "1.23 µs",
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

# SPDX-License-Identifier: BSD-3-Clause
"""The grid in report.json, on the terminal and in Markdown. grid_browser_test.py tests what the
page shows of it."""
import json
import re

import pytest

from mpitcheck.report.junit import to_junit
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.parse_json import InvalidReport, from_json
from mpitcheck.report.report_json import to_json
from mpitcheck.report.summary import summary
from tests.report import samples
from tests.report.grid_samples import gridded, hostile_grid
from tests.report.packed import plain_json


def _grid_section(report):
    return to_markdown(report).partition("\n## Grid\n")[2].partition("\n## ")[0]


def test_json_round_trips():
    for report in (gridded(), hostile_grid()):
        written = to_json(report)
        assert to_json(from_json(written)) == written
    assert from_json(to_json(gridded())) == gridded()
    assert "grid" not in json.loads(to_json(gridded()))["tests"][0]


def test_json_reads_older_reports():
    data = json.loads(plain_json(samples.plausible()))
    for target in data["targets"]:
        del target["grid"]
    assert from_json(json.dumps(data)).targets[0].grid is None


@pytest.mark.parametrize(
    "change, said",
    [
        (
            lambda grid: grid["states"][1].update(outcomes="h"),
            r"targets\[0\].grid.states\[1\].outcomes does not",
        ),
        (lambda grid: grid.pop("functions"), r"targets\[0\].grid.functions is not a list"),
        (
            lambda grid: grid["states"][0].pop("test"),
            r"targets\[0\].grid.states\[0\]: key 'test' not found",
        ),
    ],
    ids=["outcomes", "functions", "test"],
)
def test_json_refuses_malformed_grids(change, said):
    data = json.loads(plain_json(gridded()))
    change(data["targets"][0]["grid"])
    with pytest.raises(InvalidReport, match=said):
        from_json(json.dumps(data))


def test_a_line_per_target_on_the_terminal():
    lines = [line for line in summary(gridded()).splitlines() if line.startswith("Grid: ")]
    assert lines == [
        "Grid: reference: 30 states, 1050 cells: 885 held, 165 undefined; 100.0 % examined",
        (
            "Grid: mpich: 30 states, 1050 cells: 719 held, 14 broken, 72 lost, 84 no"
            " object, 161 undefined; 82.4 % examined; broken in MPI_T_cvar_read (14)"
        ),
    ]


def test_a_table_in_markdown():
    section = _grid_section(gridded())
    assert section.count("\n|") == 4 + 12
    assert "| interface × MPI |" in section
    assert "| reference | 30 | 1050 | 885 | 0 | 0 | 0 | 0 | 165 | 100.0 % |\n" in section
    assert r"- mpich: MPI\_T\_cvar\_read (14)" in section


def test_no_grid_without_its_tests():
    report = samples.plausible()
    assert "Grid" not in summary(report) + to_markdown(report) + to_junit(report)


def test_hostile_names_are_escaped():
    report = hostile_grid()
    assert not re.search("[\0-\x09\x0b-\x1f\x7f\u2028\u202e]", summary(report))
    assert "<img" not in _grid_section(report)

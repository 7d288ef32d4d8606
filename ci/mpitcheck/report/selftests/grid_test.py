# SPDX-License-Identifier: BSD-3-Clause
"""The grid in report.json, on the terminal and in Markdown; grid_browser_test.sh tests what the page shows of it."""
import json
import unittest

from mpitcheck.report.junit import to_junit
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.report_json import InvalidReport, from_json, to_json
from mpitcheck.report.selftests import samples
from mpitcheck.report.selftests.grid_samples import gridded, hostile_grid
from mpitcheck.report.summary import summary


def _grid_section(report):
    return to_markdown(report).partition("\n## Grid\n")[2].partition("\n## ")[0]


class Json(unittest.TestCase):
    def test_reads_back_what_it_wrote(self):
        for report in (gridded(), hostile_grid()):
            written = to_json(report)
            self.assertEqual(to_json(from_json(written)), written)
        self.assertEqual(from_json(to_json(gridded())), gridded())
        self.assertNotIn("grid", json.loads(to_json(gridded()))["tests"][0])

    def test_reads_reports_of_before(self):
        data = json.loads(to_json(samples.plausible()))
        for target in data["targets"]:
            del target["grid"]
        self.assertIsNone(from_json(json.dumps(data)).targets[0].grid)

    def test_refuses_what_is_none(self):
        for change, said in (
            (
                lambda grid: grid["states"][1].update(outcomes="h"),
                r"targets\[0\].grid.states\[1\].outcomes does not",
            ),
            (lambda grid: grid.pop("functions"), r"targets\[0\].grid.functions is not a list"),
            (
                lambda grid: grid["states"][0].pop("test"),
                r"targets\[0\].grid.states\[0\]: key 'test' not found",
            ),
        ):
            data = json.loads(to_json(gridded()))
            change(data["targets"][0]["grid"])
            with self.subTest(said), self.assertRaisesRegex(InvalidReport, said):
                from_json(json.dumps(data))


class Text(unittest.TestCase):
    def test_a_line_per_target_on_the_terminal(self):
        lines = [line for line in summary(gridded()).splitlines() if line.startswith("Grid: ")]
        self.assertEqual(
            lines,
            [
                "Grid: reference: 30 states, 1050 cells: 885 held, 165 undefined; 100.0 % examined",
                (
                    "Grid: mpich: 30 states, 1050 cells: 719 held, 14 broken, 72 lost, 84 no"
                    " object, 161 undefined; 82.4 % examined; broken in MPI_T_cvar_read (14)"
                ),
            ],
        )

    def test_a_table_in_markdown(self):
        section = _grid_section(gridded())
        self.assertEqual(section.count("\n|"), 4 + 12)
        self.assertIn("| interface × MPI |", section)
        self.assertIn("| reference | 30 | 1050 | 885 | 0 | 0 | 0 | 0 | 165 | 100.0 % |\n", section)
        self.assertIn(r"- mpich: MPI\_T\_cvar\_read (14)", section)

    def test_nothing_where_no_test_of_it_ran(self):
        report = samples.plausible()
        self.assertNotIn("Grid", summary(report) + to_markdown(report) + to_junit(report))

    def test_hostile_names_are_shown_escaped(self):
        report = hostile_grid()
        self.assertNotRegex(summary(report), "[\0-\x09\x0b-\x1f\x7f\u2028\u202e]")
        self.assertNotIn("<img", _grid_section(report))

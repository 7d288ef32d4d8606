# SPDX-License-Identifier: BSD-3-Clause
"""The commands as a user gives them: output, exit codes, and what is not a report."""
import os
import re

from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import ExitCode
from mpitcheck.report.report_json import to_json
from mpitcheck.report.selftests.samples import plausible
from mpitcheck.selftests.fake_tree import FakeTreeTest, content

SAMPLE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../bench/selftests/sample.json"
)


class Commands(FakeTreeTest):
    def setUp(self):
        super().setUp()
        worse = plausible()
        worse.tests[0].verdict = Verdict.fail
        self.tree.write_file("old.json", to_json(plausible()))
        self.tree.write_file("worse.json", to_json(worse))

    def run_well(self, *arguments, code=ExitCode.as_expected):
        run = self.tree.mpitcheck(arguments)
        self.assertEqual(run.exit_code, code, run.err)
        return run.out

    def read(self, name):
        return content(self.tree.file(name))

    def test_diff_ends_with_1_on_a_regression_only(self):
        self.run_well("diff", "old.json", "old.json")
        self.assertIn(
            "regression cvar.info.num-nonnegative: pass -> fail",
            self.run_well("diff", "old.json", "worse.json", code=ExitCode.broken_must),
        )
        self.assertIn('"fix": 1', self.run_well("diff", "worse.json", "old.json", "--json"))

    def test_compare_writes_what_is_asked_for(self):
        self.assertEqual(
            self.run_well(
                "compare", "old.json", "worse.json", "--html", "c.html", "--markdown", "c.md"
            ),
            "",
        )
        self.assertIn('"id":"cvar-name-unique"', self.read("c.html"))
        self.assertEqual(self.run_well("compare", "old.json", "worse.json"), self.read("c.md"))

    def test_compare_puts_costs_beside_the_clauses(self):
        self.run_well("compare", "old.json", "--html", "c.html", "--bench", SAMPLE)
        for part in ('id="_bench"', 'href="#_bench"', "<svg", ".bars {"):
            self.assertIn(part, self.read("c.html"))
        self.run_well("compare", "old.json", "--html", "c.html")
        for part in ("_bench", ".bars {"):
            self.assertNotIn(part, self.read("c.html"))
        self.assert_all_refused(
            (
                (
                    ["compare", "old.json", "--html", "c.html", "--bench", "old.json"],
                    2,
                    "--bench 'old.json': ",
                ),
                (["compare", "old.json", "--bench", SAMPLE], 2, "--html"),
            )
        )

    def test_a_finding_is_shown_as_it_can_be_sent(self):
        id = next(
            each.id for each in plausible().findings if each.clauses[0] == "cvar-name-nonempty"
        )
        text = self.run_well("finding", id, "old.json")
        for part in (
            "library   MPICH 4.0.2 (MPI 4.0)\n",
            "(must, MPI 4.0 section 15.3.6; cvar-name-nonempty)",
            "MPI_T_cvar_get_info(17) = MPI_SUCCESS",
            "int main(void) { return 1; }",
            "mpitcheck run build/mpich --filter",
        ):
            self.assertIn(part, text)
        text = self.run_well("finding", id, "old.json", "--markdown")
        for part in ("## cvar-name-nonempty: expected", "```c\nint main(void) { return 1; }\n```"):
            self.assertIn(part, text)

    def test_what_is_no_report_gets_one_line_and_exit_code_2(self):
        whole = to_json(plausible())
        for name, text in (
            ("cut", whole[: len(whole) // 2]),
            ("empty", ""),
            ("deep", "[" * 1_000_000),
            ("nofooter", whole[: whole.rindex(',\n"footer"')] + "}"),
            ("schema", whole.replace('"schema": 1', '"schema": 7', 1)),
        ):
            self.tree.write_file(name + ".json", text)
        messages = {
            "none.json": "cannot be read: name a report.json",
            ".": "cannot be read: name a report.json",
            "cut.json": "no JSON at byte",
            "empty.json": "no JSON at byte",
            "deep.json": "no JSON",
            "nofooter.json": "it has no footer",
            "schema.json": "its schema is 7",
        }
        for command in ("diff", "compare"):
            for file, part in messages.items():
                with self.subTest(command=command, file=file):
                    run = self.tree.mpitcheck([command, "old.json", file])
                    self.assert_refusal(run, ExitCode.usage, part)
                    self.assertIn(file, run.err)

    def test_the_command_line_is_checked(self):
        self.assert_all_refused(
            (
                (["finding", "F-000000", "old.json"], 2, "'old.json' has no finding 'F-000000'"),
                (["finding", "F-000000", "none.json"], 2, "none.json"),
                (["finding"], 2, "ID"),
                (["compare", "old.json", "--html", "none/c.html"], 2, "none"),
            )
        )
        for arguments in (
            ["diff", "old.json"],
            ["diff", "old.json", "old.json", "old.json"],
            ["compare"],
        ):
            self.assertEqual(self.tree.mpitcheck(arguments).exit_code, ExitCode.usage)

    def test_an_older_report_without_inventories_is_still_read(self):
        old = re.sub(r',"inventory":\[.*?\]', "", self.read("old.json"))
        self.assertNotIn('inventory":', old)
        self.tree.write_file("first.json", old)
        self.assertIn(
            "variables were not compared", self.run_well("diff", "first.json", "old.json")
        )

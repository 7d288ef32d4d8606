# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck bench` reads its own command line, and what it shows is on the page of a run."""
import os

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest, content

_SAMPLE = os.path.join(os.path.dirname(__file__), "../../bench/selftests/sample.json")


class BenchOption(FakeTreeTest):
    def test_bench_gets_the_whole_command_line(self):
        help = self.tree.mpitcheck(["bench", "--help"])
        self.assertEqual(help.exit_code, ExitCode.as_expected, help.err)
        self.assertIn("--even-if-noisy", help.out)
        self.assert_all_refused(
            (
                (["bench"], ExitCode.usage, "needs a TREE"),
                (
                    ["bench", "/no/such", "--filter", "*"],
                    ExitCode.usage,
                    "no such tree: '/no/such'",
                ),
                (["bench", "TREE"], ExitCode.nothing_selected, "has no benchmark programs"),
            )
        )
        shown = self.tree.mpitcheck(["bench", "--from", _SAMPLE])
        self.assertEqual(shown.exit_code, ExitCode.own_error)  # a benchmark of the sample failed
        self.assertIn("failed: fake calls: SIGSEGV", shown.out)

    def test_the_page_of_a_run_takes_the_figures_in(self):
        run = self.tree.mpitcheck(
            [
                "run",
                self.tree.root,
                "--filter",
                "plain.pass",
                "--html",
                "report.html",
                "--bench",
                _SAMPLE,
            ]
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        page = content(self.tree.file("report.html"))
        for part in ("call/MPI_T_a/hot", 'id="_bench"', 'href="#_bench"', ".bars {"):
            self.assertIn(part, page)

    def test_what_is_none_is_refused_for_a_page(self):
        self.tree.write_file("rubbish.json", "rubbish")
        self.assert_all_refused(
            (
                (
                    ["run", "TREE", "--html", "x.html", "--bench", "rubbish.json"],
                    ExitCode.usage,
                    "--bench 'rubbish.json': no JSON",
                ),
                (["run", "TREE", "--bench", "rubbish.json"], ExitCode.usage, "--html"),
            )
        )

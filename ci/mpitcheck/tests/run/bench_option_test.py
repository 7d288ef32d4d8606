# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck bench` reads its own command line, and what it shows is on the page of a run."""
import os

import pytest
from mpitcheck.process.error import ExitCode
from tests.fake_tree import assert_refused, content

_SAMPLE = os.path.join(os.path.dirname(__file__), "../bench/sample.json")


def test_bench_gets_the_whole_command_line(tree):
    help = tree.mpitcheck(["bench", "--help"])
    assert help.exit_code == ExitCode.as_expected, help.err
    assert "--even-if-noisy" in help.out


@pytest.mark.parametrize(
    "arguments, exit_code, part",
    [
        (["bench"], ExitCode.usage, "needs a TREE"),
        (["bench", "/no/such", "--filter", "*"], ExitCode.usage, "no such tree: '/no/such'"),
        (["bench", "TREE"], ExitCode.nothing_selected, "has no benchmark programs"),
    ],
    ids=["no tree", "no such tree", "no benchmark programs"],
)
def test_bench_refuses_what_it_cannot_measure(tree, arguments, exit_code, part):
    assert_refused(tree, arguments, exit_code, part)


def test_bench_prints_earlier_figures(tree):
    shown = tree.mpitcheck(["bench", "--from", _SAMPLE])
    assert shown.exit_code == ExitCode.own_error  # a benchmark of the sample failed
    assert "failed: fake calls: SIGSEGV" in shown.out


def test_the_page_of_a_run_includes_the_figures(tree):
    run = tree.mpitcheck(
        [
            "run",
            tree.root,
            "--filter",
            "plain.pass",
            "--html",
            "report.html",
            "--bench",
            _SAMPLE,
        ]
    )
    assert run.exit_code == ExitCode.as_expected, run.err
    page = content(tree.file("report.html"))
    for part in ("call/MPI_T_a/hot", 'id="_bench"', 'href="#_bench"', ".costs {"):
        assert part in page


@pytest.mark.parametrize(
    "options, part",
    [
        (["--html", "x.html", "--bench", "rubbish.json"], "--bench 'rubbish.json': invalid JSON"),
        (["--bench", "rubbish.json"], "--html"),
    ],
    ids=["no figures", "no page"],
)
def test_malformed_figures_are_refused_for_a_page(tree, options, part):
    tree.write_file("rubbish.json", "rubbish")
    assert_refused(tree, ["run", "TREE", *options], ExitCode.usage, part)

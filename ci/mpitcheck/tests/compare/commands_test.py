# SPDX-License-Identifier: BSD-3-Clause
"""The commands as a user gives them: output, exit codes, and what is not a report."""
import os
import re

import pytest

from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import ExitCode
from mpitcheck.report.report_json import to_json
from tests.fake_tree import assert_refusal, assert_refused, content
from tests.report.packed import plain_json
from tests.report.packed import data_of
from tests.report.samples import plausible

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../bench/sample.json")


@pytest.fixture
def tree(tree):
    """A tree beside two reports. The first test of worse.json fails."""
    worse = plausible()
    worse.tests[0].verdict = Verdict.fail
    tree.write_file("old.json", to_json(plausible()))
    tree.write_file("worse.json", to_json(worse))
    return tree


def run_well(tree, *arguments, code=ExitCode.as_expected):
    run = tree.mpitcheck(arguments)
    assert run.exit_code == code, run.err
    return run.out


def read(tree, name):
    return content(tree.file(name))


def test_diff_exits_with_1_only_on_a_regression(tree):
    run_well(tree, "diff", "old.json", "old.json")
    assert "regression cvar.info.num-nonnegative: pass -> fail" in run_well(
        tree, "diff", "old.json", "worse.json", code=ExitCode.broken_must
    )
    assert '"fix": 1' in run_well(tree, "diff", "worse.json", "old.json", "--json")


def test_compare_writes_the_requested_files(tree):
    assert (
        run_well(
            tree, "compare", "old.json", "worse.json", "--html", "c.html", "--markdown", "c.md"
        )
        == ""
    )
    assert "cvar-name-unique" in [
        clause["id"] for clause in data_of(read(tree, "c.html"))["clauses"]
    ]
    assert read(tree, "c.md").startswith("# MPI_T side by side\n\n## Differences\n")
    text = run_well(tree, "compare", "old.json", "worse.json")
    assert text.startswith("MPI_T side by side\n\nDifferences\n")


def test_compare_prints_costs_with_the_clauses(tree):
    run_well(tree, "compare", "old.json", "--html", "c.html", "--bench", SAMPLE)
    for part in ('id="_bench"', 'href="#_bench"', "<svg", ".costs {"):
        assert part in read(tree, "c.html")
    run_well(tree, "compare", "old.json", "--html", "c.html")
    for part in ("_bench", ".costs {"):
        assert part not in read(tree, "c.html")


def test_a_finding_is_printed_as_a_bug_report(tree):
    id = next(each.id for each in plausible().findings if each.clauses[0] == "cvar-name-nonempty")
    text = run_well(tree, "finding", id, "old.json")
    for part in (
        "  library     MPICH 4.0.2 (MPI 4.0)\n",
        "15.3.6; cvar-name-nonempty)",
        "int main(void) { return 1; }",
        "mpitcheck test mpicc --filter cvar.info.name-nonempty --seed 7\n",
    ):
        assert part in text
    text = run_well(tree, "finding", id, "old.json", "--markdown")
    for part in (
        '## The library breaks the rule "Every cvar has a non-empty name": ',
        "```c\nint main(void) { return 1; }\n```",
    ):
        assert part in text


WHOLE = to_json(plausible())


@pytest.mark.parametrize("command", ["diff", "compare"])
@pytest.mark.parametrize(
    "file, text, part",
    [
        ("none.json", None, "cannot be read: name a report.json"),
        (".", None, "cannot be read: name a report.json"),
        pytest.param("cut.json", WHOLE[: len(WHOLE) // 2], "invalid JSON at byte", id="cut short"),
        pytest.param("empty.json", "", "invalid JSON at byte", id="empty"),
        pytest.param("deep.json", "[" * 1_000_000, "invalid JSON", id="deeply nested"),
        pytest.param(
            "nofooter.json",
            WHOLE[: WHOLE.rindex(',\n"footer"')] + "}",
            "it has no footer",
            id="no footer",
        ),
        pytest.param(
            "schema.json",
            WHOLE.replace('"schema": 2', '"schema": 7', 1),
            "its schema is 7",
            id="another schema",
        ),
    ],
)
def test_malformed_reports_are_refused_in_one_line(tree, command, file, text, part):
    if text is not None:
        tree.write_file(file, text)
    run = tree.mpitcheck([command, "old.json", file])
    assert_refusal(run, ExitCode.usage, part)
    assert file in run.err


@pytest.mark.parametrize(
    "arguments, part",
    [
        (["finding", "F-000000", "old.json"], "'old.json' has no finding 'F-000000'"),
        (["finding", "F-000000", "none.json"], "none.json"),
        (["finding"], "ID"),
        (["compare", "old.json", "--html", "none/c.html"], "none"),
        (
            ["compare", "old.json", "--html", "c.html", "--bench", "old.json"],
            "--bench 'old.json': ",
        ),
        (["compare", "old.json", "--bench", SAMPLE], "--html"),
    ],
    ids=["no finding", "no report", "no id", "no folder", "no figures", "figures without page"],
)
def test_bad_command_lines_are_refused_in_one_line(tree, arguments, part):
    assert_refused(tree, arguments, ExitCode.usage, part)


@pytest.mark.parametrize(
    "arguments",
    [["diff", "old.json"], ["diff", "old.json", "old.json", "old.json"], ["compare"]],
    ids=" ".join,
)
def test_the_number_of_reports_is_checked(tree, arguments):
    assert tree.mpitcheck(arguments).exit_code == ExitCode.usage


def test_an_older_report_without_inventories_is_still_read(tree):
    old = re.sub(r',"inventory":\[.*?\]', "", plain_json(plausible()))
    assert 'inventory":' not in old
    tree.write_file("first.json", old.replace('"schema":2', '"schema":1'))
    assert "variables were not compared" in run_well(tree, "diff", "first.json", "old.json")

# SPDX-License-Identifier: BSD-3-Clause
"""The command line as a user meets it: bad input results in one clear line and the documented exit
code."""
import json
import os
import sys

import pytest
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode
from mpitcheck.run.options import parse_options
from tests.fake_tree import assert_refused

_REFUSED = (
    (["run", "TREE", "--wrong"], ExitCode.usage, "--wrong"),
    (["run", "TREE", "--filt", "*"], ExitCode.usage, "--filt"),
    (["run", "TREE", "--json"], ExitCode.usage, "--json"),
    (["run", "TREE", "--json", "a", "--json", "b"], ExitCode.usage, "--json"),
    (["run", "TREE", "--np", "4097"], ExitCode.usage, "--np: 4097 is not in the range 1 to 4096"),
    (["run", "TREE", "--full"], ExitCode.usage, "--full requires --markdown"),
    (["run", "TREE", "--bench", "x"], ExitCode.usage, "--bench requires --html"),
    (
        ["prove", "blast", "TREE", "--all", "--every", "2"],
        ExitCode.usage,
        "--every excludes --all",
    ),
    (["list"], ExitCode.usage, "subcommand"),
    (["run", "/no/such/tree"], ExitCode.usage, "no such tree: '/no/such/tree'"),
    (["run", "."], ExitCode.usage, "no readable target.json"),
    (["run", "a\x1b[31m\n"], ExitCode.usage, "a\\x1b[31m\\n"),
    (["run", "TREE", "--filter", "nothing.like*"], ExitCode.nothing_selected, "nothing.like*"),
    (
        ["run", "TREE", "--filter", "plain.*", "--filter", "wrong"],
        ExitCode.nothing_selected,
        "'wrong'",
    ),
    (["run", "TREE", "--suite", "wrong"], ExitCode.nothing_selected, "--suite"),
    (["run", "TREE", "--level", "may"], ExitCode.usage, "may"),
    (["run", "TREE", "--timeout", "0"], ExitCode.usage, "--timeout"),
    (["run", "TREE", "--env", "novalue"], ExitCode.usage, "K=V"),
    (["run", "TREE", "--launcher", "mpiexec"], ExitCode.usage, "{np}"),
    (["run", "TREE", "--launcher", "mpiexec '{np}"], ExitCode.usage, "unbalanced quote"),
    (["run", "TREE", "--launcher", "/no/such/mpiexec -n {np}"], ExitCode.usage, "/no/such/mpiexec"),
    (["run", "TREE", "--preload", "/no/such.so"], ExitCode.usage, "--preload /no/such.so"),
    (["run", "TREE", "--preload", "/etc/passwd"], ExitCode.usage, "not a shared library"),
    (["run", "TREE", "--abi-library", "/no.so"], ExitCode.usage, "standard ABI"),
    (["run", "TREE", "--name", "a/b"], ExitCode.usage, "letters, digits"),
    (["run", "TREE", "TREE", "--name", "ab"], ExitCode.usage, "one tree"),
    (["run", "--timeout", "--", "TREE"], ExitCode.usage, "--timeout: -- is not in the range"),
    (["explain", "a", "--", "--json"], ExitCode.usage, "unrecognized arguments: --json"),
    (["run", "TREE", "--json", "no/folder/x.json"], ExitCode.usage, "no/folder/x.json"),
    (["run", "TREE", "--html", "tmp"], ExitCode.usage, "it is a folder"),
    (["run", "TREE", "--repro", "/proc/x"], ExitCode.usage, "--repro /proc/x: the folder is not"),
    (["run", "TREE", "--evidence", "/proc/x"], ExitCode.usage, "--evidence /proc/x: the folder"),
    (["explain", "wrong", "--tree", "TREE"], ExitCode.nothing_selected, "'wrong'"),
    (["list", "tests", "--tree", "/no/such"], ExitCode.usage, "no such tree"),
)


def test_defaults_of_options():
    usual = parse_options(["run", "a", "--filter", "x", "b"]).run
    assert (usual.trees, usual.filters) == (["a", "b"], ["x"])
    assert (usual.timeout, usual.grace, usual.np, usual.programs) == (60, 2, 1, 0)
    for option in ("--repro", "--evidence"):
        assert parse_options(["run", "a", option, "b"]).run.programs == sys.maxsize
    hostile = parse_options(["prove", "hostile"]).run
    assert (hostile.timeout, hostile.jobs) == (8, 4 * usual.jobs)
    assert parse_options(["prove", "hostile", "--timeout", "9", "-j", "1"]).run.jobs == 1
    assert parse_options(["finding", "F-1"]).report == "build/report/report.json"
    assert [parse_options(["inventory", "a", *words]).probe for words in ([], ["--probe"])] == [
        False,
        True,
    ]
    assert [parse_options(["site", *words, "--out", "a"]).subject for words in ([], ["b"])] == [
        "",
        "b",
    ]


@pytest.mark.parametrize(
    "options, every", [("", 23), ("--all", 1), ("--filter x", 1), ("--every 7", 7)]
)
def test_a_blast_is_a_sample_by_default(options, every):
    assert parse_options(["prove", "blast", *options.split()]).every == every


def test_a_separator_ends_the_options_unless_it_is_the_value_of_one():
    assert parse_options(["diff", "--json", "--", "a", "b"]).reports == ["a", "b"]
    assert parse_options(["diff", "a", "--", "-b"]).reports == ["a", "-b"]
    assert parse_options(["diff", "--", "--", "--json"]).reports == ["--", "--json"]
    run = parse_options(["run", "--filter", "--", "a", "--name", "--", "--", "b"]).run
    assert (run.filters, run.name, run.trees) == (["--"], "--", ["a", "b"])


def run_tree(tree, *arguments):
    return tree.mpitcheck(["run", tree.root, "--json", "report.json", *arguments])


@pytest.mark.parametrize(
    "arguments, exit_code, part", _REFUSED, ids=[repr(" ".join(row[0])) for row in _REFUSED]
)
def test_bad_command_lines_are_refused_in_one_line(tree, arguments, exit_code, part):
    assert_refused(tree, arguments, exit_code, part)
    assert tree.remaining_files() == []


def test_the_version(tree):
    assert own.version in tree.mpitcheck(["--version"]).out


@pytest.mark.parametrize("command", [[], ["list"], ["run"], ["prove", "repro"]], ids=" ".join)
def test_help_names_the_exit_codes(tree, command):
    help = tree.mpitcheck([*command, "--help"])
    assert help.exit_code == ExitCode.as_expected
    assert "Exit codes:" in help.out


def test_a_refused_report_path_runs_nothing(tree):
    os.mkdir(tree.file("folder"))
    run_tree(tree, "--filter", "plain.pass", "--junit", "folder")
    assert not os.path.exists(tree.file("report.json"))


def test_the_report_is_printed_in_the_requested_format(tree):
    def printed(kind, *arguments):
        run = run_tree(tree, "--filter", "plain.pass", "--format", kind, *arguments)
        assert run.exit_code == ExitCode.as_expected, run.err
        return run.out

    tap = printed("tap", "--tap", "report.tap")
    assert tap.startswith("TAP version 13\n1..1\n")
    assert tap.endswith("ok 1 - plain.pass\n")
    with open(tree.file("report.tap"), encoding="utf-8") as file:
        assert file.read() == tap
    assert json.loads(printed("json"))["footer"]["complete"]
    assert printed("junit").startswith("<?xml ")
    assert printed("markdown").startswith("# ")


def test_reports_are_written_even_if_the_summary_is_unread(tree):
    arguments = [
        "--filter",
        "plain.pass",
        "--junit",
        "j.xml",
        "--markdown",
        "m.md",
        "--html",
        "h.html",
        "--evidence",
        "evidence",
    ]
    run = run_tree(tree, *arguments)
    assert run.exit_code == ExitCode.as_expected, run.err
    files = [tree.file(name) for name in ("report.json", "j.xml", "m.md", "h.html")]
    for file in files:
        assert os.path.getsize(file) > 0
        os.unlink(file)
    assert os.listdir(tree.file("evidence")) == []  # there is no finding
    reading, writing = os.pipe()
    os.close(reading)
    started = tree.start(["run", tree.root, "--json", "report.json", *arguments], stdout=writing)
    os.close(writing)
    assert tree.finish(started).exit_code == ExitCode.as_expected
    for file in files:
        assert os.path.getsize(file) > 0


def test_a_filter_takes_clause_ids_and_the_seed_is_passed_on(tree):
    run = run_tree(
        tree,
        "--filter",
        tree.clause("must"),
        "--filter",
        "plain.*",
        "--timeout",
        "1",
        "--grace",
        "0",
        "--seed",
        "7",
    )
    assert run.exit_code == ExitCode.broken_must
    assert len(tree.report()["tests"]) == len(tree.tests)
    assert "--filter plain.pass --seed 7" in tree.test("plain.pass")["replay"]


def test_a_test_may_have_a_shorter_time_limit(tree):
    for each in tree.tests:
        each["most_seconds"] = 1
    tree.write()
    run_tree(tree, "--filter", "late.loop", "--timeout", "3600", "--grace", "0")
    # On a busy machine the process may not get the time that a timeout needs.
    assert tree.test("late.loop")["verdict"] in ("timeout", "inconclusive")


def test_only_our_own_errors_exit_with_three(tree):
    assert run_tree(tree, "--filter", "result.garbage").exit_code == ExitCode.own_error


def test_tests_with_several_processes_need_the_launcher(tree):
    run = run_tree(tree, "--filter", "plain.pass", "--np", "3")
    assert run.exit_code == ExitCode.as_expected, run.out
    assert tree.test("plain.pass")["np"] == 3


def test_the_same_tree_twice_gives_two_targets(tree):
    run_tree(tree, tree.root, "--filter", "plain.pass")
    targets = tree.report()["targets"]
    assert [target["name"] for target in targets] == ["fake", "fake-2"]
    assert targets[0]["counts"]["cvars"] == 2


def test_command_line_lists_clauses_with_their_tests_and_faults_as_json(tree):
    must = tree.clause("must")
    tree.manifest["faults"] = {
        "library": "lib/none.so",
        "list": [{"name": "bad", "brief": "It is bad.", "clauses": [must]}],
    }
    tree.write()
    assert "bad" in tree.mpitcheck(["explain", must, "--tree", tree.root]).out
    run = tree.mpitcheck(["list", "clauses", "--json", "--tree", tree.root])
    assert run.exit_code == ExitCode.as_expected, run.err
    clauses = json.loads(run.out)
    for clause in clauses:
        assert {
            "id",
            "level",
            "area",
            "since",
            "derived",
            "tests",
            "faults",
            "no_fault",
        } <= clause.keys()
        assert len(clause["faults"]) == (clause["id"] == must)
    assert sum(bool(clause["tests"]) for clause in clauses) == 2


def test_command_line_lists_and_explains_tests(tree):
    listed = json.loads(tree.mpitcheck(["list", "tests", "--json", "--tree", tree.root]).out)
    assert len(listed) == len(tree.tests)
    must = tree.clause("must")
    for subject, part in (("plain.pass", must), (must, "ranks.pass")):
        assert part in tree.mpitcheck(["explain", subject, "--tree", tree.root]).out


def test_the_old_name_of_prove_works_and_is_reported(capfd):
    options = parse_options(["selftest", "hostile", "TREE"])  # the old name
    assert (options.action, options.tree) == ("prove hostile", "TREE")
    assert capfd.readouterr() == ("", "mpitcheck: the command selftest is now called prove\n")
    assert parse_options(["prove", "hostile"]).action == "prove hostile"
    assert capfd.readouterr() == ("", "")

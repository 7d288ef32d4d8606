# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove aliens`: its table, pairs and groups, what is right about an alien, prefixes,
and the command on a fake tree."""
import json
import os
import re
import stat

import pytest

from mpitcheck.judge.model import Finding, Footer, RunReport, TargetResult, TestResult, Verdict
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.prove import alien_prefix
from mpitcheck.prove.alien import Alien, go_together, groups_of, joined, load_aliens, pairs_of
from mpitcheck.prove.alien_verdict import problems_of
from tests.fake_tree import FakeTree, content

_SOURCES = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "..", ".."))
_TABLE = os.path.join(_SOURCES, "conformance", "aliens")
_HEADER = os.path.join(_SOURCES, "reference", "include", "mpi.h")


def load(folder, text):
    path = folder / "table.py"
    path.write_text(text)
    return load_aliens(str(path))


ALIENS = load_aliens(os.path.join(_TABLE, "table.py"))


def test_table_has_many_aliens():
    assert len(ALIENS) >= 30


@pytest.mark.parametrize("alien", ALIENS, ids=lambda alien: alien.name)
def test_table_names_exist(alien):
    with open(os.path.join(_TABLE, "behaviour", "alien.h"), encoding="utf-8") as file:
        known = set(re.findall(r"X\((\w+)\)", file.read()))
    assert set(alien.behaviour) <= known
    for source in alien.before_library + alien.archives + alien.shared:
        assert os.path.exists(os.path.join(_TABLE, "prefix", source)), source
    alien_prefix._edited_header(alien, _HEADER)  # each edit finds something


@pytest.mark.parametrize(
    "text",
    [
        'ALIENS = [dict(name="a", change=1)]',
        'ALIENS = [dict(name="a", excludes=["b"])]',
        'ALIENS = [dict(name="a"), dict(name="a")]',
        "",
        "ALIENS = [",
    ],
)
def test_table_that_is_malformed_is_refused(tmp_path, text):
    with pytest.raises(UserError):
        load(tmp_path, text)


def test_table_that_is_missing_is_refused():
    with pytest.raises(UserError):
        load_aliens("/nowhere/table.py")


def test_groups_keep_the_order(tmp_path):
    rows = 'dict(name="a"), dict(name="b", group="g"), dict(name="c"), dict(name="d", group="g")'
    aliens = load(tmp_path, f"ALIENS = [{rows}]")
    names = [[alien.name for alien in group] for group in groups_of(aliens)]
    assert names == [["a"], ["b", "d"], ["c"]]


def test_pairs_combine_both_aliens():
    one = Alien("a", "It is a", behaviour=["x"], sees=["c"], most=3, link="-la", least_pass=30)
    other = Alien(
        "b",
        "It is b",
        behaviour=["x", "y"],
        sees=["d"],
        notes=["n"],
        link="-lb",
        launcher="mpirun",
        tests=["t.*"],
    )
    pair = joined([one, other])
    assert (pair.name, pair.behaviour, pair.sees, pair.most_findings) == (
        "a+b",
        ["x", "y"],
        ["c", "d"],
        4,
    )
    assert (pair.link, pair.launcher, pair.notes, pair.tests, pair.least_pass) == (
        "-la -lb",
        "mpirun",
        ["n"],
        ["t.*"],
        30,
    )
    assert (one.sees, one.behaviour) == (["c"], ["x"])


@pytest.mark.parametrize(
    "one, other, right",
    [
        (Alien("a"), Alien("b"), True),
        (Alien("a", launcher=""), Alien("b", launcher="mpirun"), False),
        (Alien("a", configure_says="x"), Alien("b"), False),
        (Alien("a", excludes=["b"]), Alien("b"), False),
        (Alien("a", env=["K=1"]), Alien("b", env=["K=2"]), False),
        (Alien("a", env=["K=1"]), Alien("b"), True),
        (Alien("a", launcher="mpirun"), Alien("b"), True),
    ],
    ids=[
        "usual",
        "launchers",
        "configure_says",
        "excludes",
        "other env",
        "env of one",
        "launcher of one",
    ],
)
def test_incompatible_pairs_are_rejected(one, other, right):
    assert (go_together(one, other), go_together(other, one)) == (right, right)


def test_pairs_are_drawn_by_the_seed():
    aliens = [Alien(name) for name in "abcdef"]
    drawn = [
        tuple(pair.name for pair in pairs_of(aliens, 3, seed)) for seed in (1, 1, *range(2, 10))
    ]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 2
    assert len(pairs_of(aliens, 99, 1)) == 15


def _report(findings, verdicts=(Verdict.good,), notes=()):
    return RunReport(
        targets=[TargetResult("t", notes=list(notes))],
        tests=[TestResult(verdict=verdict) for verdict in verdicts],
        findings=[
            Finding(f"F-{i}", "line", "must", clauses=list(clauses))
            for i, clauses in enumerate(findings)
        ],
        footer=Footer(complete=True),
    )


def assert_problems(alien, report, *parts):
    problems = problems_of(alien, report)
    assert len(problems) == len(parts), problems
    for problem, part in zip(problems, parts):
        assert part in problem


def test_legal_aliens_have_no_findings():
    assert_problems(Alien("a"), _report([]))
    assert_problems(Alien("a"), _report([["c"]]), "F-0 (must): line [c]")


def test_illegal_aliens_have_exactly_their_findings():
    alien = Alien("a", sees=["c", "d"], may=["e"])
    assert_problems(alien, _report([["c"], ["d", "e"]]))
    assert_problems(alien, _report([["c", "f"]]), "[f]", "no finding about d")
    assert_problems(alien, _report([["c"], ["d"], ["e"]]), "3 findings instead of at most 2")


def test_lines_about_the_target():
    alien = Alien("a", notes=["Comm_dup"])
    assert_problems(alien, _report([], notes=["MPI_Comm_dup crashes"]))
    assert_problems(alien, _report([]), "no line contains 'Comm_dup'")
    lost = _report([], notes=["no inventory: SIGSEGV"])
    assert_problems(Alien("a"), lost, "no inventory")


def test_silence_needs_an_examination():
    assert_problems(Alien("a"), _report([], [Verdict.good, Verdict.vacuous]))
    third = _report([], [Verdict.good, Verdict.vacuous, Verdict.inconclusive])
    assert_problems(Alien("a"), third, "only 1 of 3 tests pass")
    assert_problems(Alien("a", least_pass=30), third)
    assert_problems(Alien("a"), _report([], [Verdict.good, Verdict.error]), "error")


@pytest.fixture
def wrapper(tmp_path, monkeypatch):
    """Makes the wrapper of an alien, and returns its path and the folder of its headers."""
    monkeypatch.setattr(own, "sources", _SOURCES)

    def make(alien):
        place = alien_prefix.Installation(str(tmp_path), "/reference", _HEADER)
        includes = alien_prefix._make_includes(alien, place)
        compilers = {"mpicc": "echo"}
        alien_prefix._make_wrappers(alien, place, compilers, includes, "/lib", ["-lmpi_abi"])
        path = os.path.join(place.prefix, "bin", "mpicc")
        assert os.stat(path).st_mode & stat.S_IXUSR
        return path, includes

    return make


def printed(*words):
    with os.popen(" ".join(words) + " 2>&1") as pipe:
        return pipe.read().strip()


def test_wrappers_link_unless_asked_to_compile(wrapper):
    path, includes = wrapper(Alien("a", link="-lx", compile="-DX"))
    assert printed(path, "-c", "a.c") == f"-I{includes} -DX -c a.c"
    linked = printed(path, "a.c")
    assert linked.endswith("-lx -lmpi_abi"), linked
    assert printed(path, "-show", "a.c") == f"echo {linked}"


def test_wrappers_may_know_no_options_and_fail_without_environment(wrapper):
    needy = '[ -n "$ALIEN_X" ] || { echo unset; exit 127; }'
    path, _ = wrapper(Alien("a", show=False, before=needy))
    assert printed(path, "-show") == "unset"
    assert "-show" in printed("ALIEN_X=1", path, "-show")


@pytest.mark.parametrize("is_stale", [True, False])
def test_old_precompiled_headers_are_removed_before_new_ones_are_made(
    tmp_path, monkeypatch, is_stale
):
    old = tmp_path / "a" / "cmake_pch.hxx.gch"
    old.parent.mkdir()
    old.touch()
    seen = []

    def run(words, *_):
        seen.append(old.exists())
        return "Building a/cmake_pch.hxx.gch" if is_stale and "-n" in words else "no work to do"

    monkeypatch.setattr(alien_prefix, "_run", run)
    alien_prefix._build(str(tmp_path), ["all"], "log", {})
    assert seen == [True, not is_stale]


@pytest.mark.parametrize(
    "output, line",
    [
        ("a\nCMake Error at x:1 (message):\n  No usable\n  MPI\n\nb", "No usable MPI"),
        ("a\nx.cpp:1:2: error: no\nninja: stopped", "x.cpp:1:2: error: no"),
        ("a\nb\n", "b"),
        ("", "nothing was printed"),
    ],
    ids=repr,
)
def test_the_first_problem_gives_the_reason(output, line):
    assert alien_prefix.first_problem(output) == line


def prove(tree, *arguments):
    return tree.mpitcheck(["prove", "aliens", tree.root, *arguments], MPITCHECK_SOURCES=_SOURCES)


def make_reference(tree):
    tree.manifest["kind"] = "reference"
    for program in tree.manifest["programs"]:
        program["suite"] = "conformance"
    tree.write()


def test_prove_aliens_lists_required_findings(tree):
    run = prove(tree, "--list", "--filter", "name_twice", "--filter", "needs_environment")
    assert run.exit_code == ExitCode.as_expected, run.err
    assert "same name: cvar-name-unique\n" in run.out
    assert ": CMake prints 'ALIEN_HOME is not set'\n" in run.out


@pytest.mark.parametrize(
    "test, exit_code, part",
    [
        ("plain.pass", ExitCode.as_expected, "1 aliens, 0 not as expected"),
        ("plain.fail", ExitCode.broken_must, f"[{FakeTree.clause('must')}]"),
    ],
    ids=["right", "wrong"],
)
def test_prove_aliens_distinguishes_right_from_wrong(tree, test, exit_code, part):
    make_reference(tree)
    run = prove(tree, "--filter", "progress_lock", "--test", test, "--json", "prove.json")
    assert run.exit_code == exit_code, run.out + run.err
    assert part in run.out
    found = json.loads(content(tree.file("prove.json")))
    names = [alien["name"] for alien in found["aliens"]]
    assert (found["complete"], names) == (True, ["progress_lock"])


def test_prove_aliens_refuses_what_it_cannot_run(tree):
    run = prove(tree, "--filter", "none_such")
    assert run.exit_code == ExitCode.usage, run.out  # another MPI's tree
    assert "tests another MPI" in run.err
    make_reference(tree)
    run = prove(tree, "--filter", "none_such")
    assert run.exit_code == ExitCode.nothing_selected
    run = prove(tree, "--filter", "banner_at_init", "--test", "plain.pass")
    assert run.exit_code == ExitCode.usage, run.out
    assert "was built without its aliens: cmake --build" in run.err

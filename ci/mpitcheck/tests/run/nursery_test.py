# SPDX-License-Identifier: BSD-3-Clause
"""Tests that are born in a nursery: they end like those in processes of their own. What happens
where there is no nursery."""
import contextlib
import os
import shutil

import pytest
from tests.fake_tree import FakeTree, assert_nothing_left

# The setup that the program reports for a test, its expected verdict, and part of its message.
_CASES = {
    "a.first.waits": ("nothing", "pass", ""),
    "b.mpi.pass": ("mpi", "pass", ""),
    "b.phases.pass": ("each phase", "pass", ""),
    "b.tool.pass": ("tool", "pass", ""),
    "c.nothing.one": ("nothing", "pass", ""),
    "c.nothing.other": ("nothing", "pass", ""),
    "c.nothing.third": ("nothing", "pass", ""),
    "d.tool.crash": ("tool", "crash", "SIGSEGV in MPI_T_crash()"),
    "d.tool.exit": ("tool", "inconclusive", "the test's own code"),
    "d.tool.forked-only": ("tool", "pass", ""),
    "d.tool.hang": ("tool", "timeout", "no end within 3 s in MPI_T_hang()"),
    "d.tool.prints": ("tool", "pass", ""),
    "d.tool.stray": ("tool", "pass", ""),
    "e.tool.surroundings": ("tool", "pass", ""),
    "f.tool.kills-nursery": ("tool", "pass", ""),
    "g.tool.after": ("tool", "pass", ""),
}
_WELL_BEHAVED = [
    word
    for pattern in ("b.*", "a.*", "c.*", "e.*", "g.*", "d.tool.prints")
    for word in ("--filter", pattern)
]


class NurseryTree(FakeTree):
    def __init__(self):
        super().__init__()
        shutil.copy(os.environ["NURSERY_PROGRAM"], os.path.join(self.root, "bin/hostile"))
        self.manifest["programs"][0]["tests"] = [
            {"name": name, "setup": setup, "clauses": [self.clause("must")], "np": 1}
            for name, (setup, _, _) in _CASES.items()
        ]
        del self.manifest["inventory"]

    def begin(self, act, *options):
        """Starts the tests, one after another, with what the library is to do in the nursery."""
        self.manifest["env"]["NURSERY_ACT"] = act
        self.write()
        return self.start(
            [
                "run",
                self.root,
                "--json",
                "report.json",
                "--jobs",
                "1",
                "--grace",
                "1",
                "--timeout",
                "3",
                "--seed",
                "1",
                *options,
            ]
        )

    def measured(self, what):
        """What those tests measured that lived to say so."""
        return {
            test["name"]: test["metrics"][what]
            for test in self.report()["tests"]
            if what in test.get("metrics", {})
        }


# What the library does in a nursery, so that none is used.
_ACTS = ["dies", "leaves", "hangs", "prints", "threads", "opens", "shares", "forks", "times"]
_EARLY_ACTS = ["early-threads", "early-opens", "early-shares", "early-forks", "early-times"]
_OPTIONS = ["--process-per-test", "--env A=B", "--preload PRELOAD_LIBRARY"]


def _words(option):
    return option.replace("PRELOAD_LIBRARY", os.environ["PRELOAD_LIBRARY"]).split()


@pytest.fixture
def nursery_tree():
    with NurseryTree() as made:
        yield made


@contextlib.contextmanager
def _begun(acts, options, has_mark):
    """Runs that go on side by side, for they wait most of the time, and their trees. `options` has
    the options of each, and the library does `acts[i]` in the nursery of the i-th."""
    with contextlib.ExitStack() as stack:
        runs = []
        for act, words in zip(acts, options):
            tree = stack.enter_context(NurseryTree())
            if has_mark:
                tree.write_file("mark", "nobody to wait for")
            run = tree.begin(act, *words)
            stack.callback(run.process.wait)
            runs.append((tree, run))
        yield runs


@pytest.fixture(scope="module")
def runs_of_acts():
    with _begun(_ACTS, [_WELL_BEHAVED] * len(_ACTS), False) as runs:
        yield dict(zip(_ACTS, runs))


@pytest.fixture(scope="module")
def runs_of_early_acts():
    options = ["--filter", "a.*", "--filter", "c.*"]
    with _begun(_EARLY_ACTS, [options] * len(_EARLY_ACTS), True) as runs:
        yield dict(zip(_EARLY_ACTS, runs))


@pytest.fixture(scope="module")
def runs_with_options():
    options = [[*_words(option), *_WELL_BEHAVED] for option in _OPTIONS]
    with _begun([""] * len(_OPTIONS), options, True) as runs:
        yield dict(zip(_OPTIONS, runs))


def test_tests_from_a_nursery_end_like_separate_processes(nursery_tree):
    tree = nursery_tree
    tree.finish(tree.begin(""))
    for name, (_, verdict, message) in _CASES.items():
        test = tree.test(name)
        assert test["verdict"] == verdict, test
        assert message in test["message"]
    assert "repeated, after the test's own code ends the process (SIGSEGV" in str(
        tree.test("d.tool.forked-only")["notes"]
    )
    assert tree.test("d.tool.crash")["notes"] == []
    assert "left 1 process behind" in str(tree.test("d.tool.stray")["notes"])
    assert "on stdout" in tree.test("d.tool.prints")["output"]
    assert "on stderr" in tree.test("d.tool.prints")["output"]
    assert_nothing_left(tree)
    places = tree.measured("born")
    for name in ("d.tool.forked-only", "g.tool.after"):  # the nursery is dead then
        assert places[name] == "by itself", name
    for name in (
        "c.nothing.one",
        "c.nothing.other",
        "c.nothing.third",
        "b.mpi.pass",
        "b.phases.pass",
        "b.tool.pass",
        "d.tool.prints",
        "d.tool.stray",
        "e.tool.surroundings",
        "f.tool.kills-nursery",
    ):
        assert places[name] == "in a nursery", name
    assert len(set(tree.measured("descriptors").values())) == 1


def assert_each_by_itself(tree, run, unless=()):
    """Every test of the run passes in a process of its own, but for those with these setups."""
    tree.finish(run)
    for test in tree.report()["tests"]:  # those that ran
        assert test["verdict"] == "pass", test
    assert_nothing_left(tree)
    born = tree.measured("born").items()
    assert {place for test, place in born if _CASES[test][0] not in unless} == {"by itself"}


@pytest.mark.parametrize("act", _ACTS)
def test_without_a_nursery_every_test_has_its_own_process(runs_of_acts, act):
    assert_each_by_itself(*runs_of_acts[act], unless=("nothing",))


@pytest.mark.parametrize("act", _EARLY_ACTS)
def test_state_left_by_loading_disables_the_nursery(runs_of_early_acts, act):
    assert_each_by_itself(*runs_of_early_acts[act])


@pytest.mark.parametrize("option", _OPTIONS)
def test_some_options_disable_the_nursery(runs_with_options, option):
    assert_each_by_itself(*runs_with_options[option])

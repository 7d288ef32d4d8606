# SPDX-License-Identifier: BSD-3-Clause
"""ci/tools/stages: what the progress line shows, which trees are configured again, and what ci/gate
refuses."""
import os
import shutil
import subprocess

import pytest

from tools.stages import commands, gate, steps, test, trees
from tools.stages.activity import Activity

_NINJA = """[1/4] Building CXX object suite/CMakeFiles/suite.dir/a.cpp.o
FAILED: suite/CMakeFiles/suite.dir/b.cpp.o
c++ -c b.cpp
In file included from b.cpp:
b.cpp:1: error: no
b.cpp:2: note: there
[2/4] Linking CXX executable bin/suite
ninja: build stopped: subcommand failed.
"""


@pytest.fixture
def activity(tmp_path):
    """Returns the activity after a log, and the lines that it showed."""

    def follow(text):
        log = tmp_path / "log"
        log.write_text("")
        mine = Activity(str(log))
        shown = []
        # Lines may be incomplete when they are read.
        for end in range(0, len(text) + 7, 7):
            log.write_text(text[:end])
            shown += mine.update()
        return mine, shown + mine.finish()

    return follow


def test_failed_steps_of_ninja_are_shown_from_the_first_error(activity):
    mine, shown = activity(_NINJA)
    assert shown == ["FAILED suite/b.cpp", "  b.cpp:1: error: no", "  b.cpp:2: note: there"]
    assert mine.has_shown_failure
    assert (mine.progress(), mine.what()) == (" 2/4", "Linking CXX executable bin/suite")


@pytest.mark.parametrize(
    "text, progress, what",
    [
        ("[3/9] Building CXX object a/CMakeFiles/a.dir/b/c.cpp.o\n", " 3/9", "a/b/c.cpp"),
        (" 12/700 Test  #44: runner.gate .......   Passed    1.02 sec\n", " 12/700", "runner.gate"),
        ("1 upgraded, 2 newly installed\nGet:1 x\nUnpacking a\n", " 2/6", "Unpacking a"),
        ("1 upgraded, 2 newly installed\nGet:1 x\n", " 1/6", "fetching packages"),
        ("first\nlast\n", "", "last"),
    ],
    ids=["ninja", "ctest", "apt", "apt begins", "others"],
)
def test_progress_counts_the_steps(activity, text, progress, what):
    mine, _ = activity(text)
    assert (mine.progress(), mine.what()) == (progress, what)
    assert not mine.has_shown_failure


def test_packages_to_install_are_named(activity):
    assert activity("Installing: cmake git\n")[1] == ["Installing: cmake git"]


def test_actions_at_once_all_end_before_one_of_them_raises():
    ended = []

    def fail():
        raise commands.Failed("mine")

    with pytest.raises(commands.Failed, match="mine"):
        steps.at_once(fail, lambda: ended.append("other"))
    assert ended == ["other"]
    assert steps.at_once(lambda: 1, lambda: 2) == [1, 2]


def test_times_are_recorded_by_step(tmp_path):
    times = tmp_path / "times"
    times.write_text("of an earlier run\n")
    steps.Steps(str(tmp_path), str(times)).run("mine", "run", ["true"])
    name, wall, cpu = times.read_text().rstrip("\n").split("\t")
    assert name == "mine run"
    assert float(wall) >= 0 and float(cpu) >= 0


class _Recorded(steps.Steps):
    """Steps that make an empty tree instead of calling CMake and ninja."""

    def __init__(self):
        super().__init__()
        self.stages = []

    def need(self, subject, stage, command, good=(0,), env=None):
        self.stages.append(stage)
        if stage == "configure":
            tree = command[command.index("-B") + 1]
            os.makedirs(tree, exist_ok=True)
            for name in ("CMakeCache.txt", "build.ninja"):
                steps.touch(os.path.join(tree, name))


def test_trees_are_configured_again_only_if_their_options_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(trees, "BUILD", str(tmp_path))

    def stages_of(*options):
        mine = _Recorded()
        trees.build_tree(mine, "mine", ["all"], options)
        return mine.stages

    assert stages_of("-DA=1") == ["configure", "build"]
    assert stages_of("-DA=1") == ["build"]
    assert stages_of("-DA=2") == ["configure", "build"]
    cache = tmp_path / "mine" / "CMakeCache.txt"
    later = os.stat(tmp_path / "mine" / "configured").st_mtime_ns + 10**9
    os.utime(cache, ns=(later, later))  # somebody else configured the tree
    assert stages_of("-DA=2") == ["configure", "build"]


@pytest.mark.parametrize(
    "script, words, said",
    [
        ("gate", [], "usage: ci/gate WRAPPER"),
        ("gate", ["--expect", "x"], "usage: ci/gate WRAPPER"),
        ("gate", ["no-such-mpicxx"], "no-such-mpicxx: no such program: name the C++ compiler"),
        ("test", ["--fast"], "ci/test: it has no options"),
    ],
)
def test_wrong_calls_get_one_line(script, words, said):
    done = subprocess.run(
        [os.path.join(commands.ROOT, "ci", script), *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_wrappers_for_c_are_beside_those_for_cxx(tmp_path):
    for name in ("mpicxx", "mpicc", "mpicxx.mine", "mpicc.mine", "mpicxx.lonely"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    for suffix in ("", ".mine"):
        pair = tuple(str(tmp_path / f"{program}{suffix}") for program in ("mpicxx", "mpicc"))
        assert gate.wrappers(pair[0]) == pair
    with pytest.raises(commands.Refused, match="mpicc.lonely: no such program"):
        gate.wrappers(str(tmp_path / "mpicxx.lonely"))


def test_python_that_is_too_old_gets_one_line(tmp_path):
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.6.8 || exit 1\n')
    old.chmod(0o755)
    done = subprocess.run(
        [os.path.join(commands.ROOT, "ci", "check")],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr.endswith("is Python 3.6.8: Python 3.9 or later is needed\n")


@pytest.fixture
def without_python(tmp_path):
    """Calls a script of a folder ci/ on a PATH without Python. There, ci/install-deps installs a
    Python that prints its arguments."""
    ci, path = tmp_path / "ci", tmp_path / "bin"
    for folder in (ci, ci / "tools", path):
        folder.mkdir()
    for name in ("bash", "env", "dirname", "cp"):
        (path / name).symlink_to(shutil.which(name))
    (tmp_path / "python").write_text('#!/bin/sh\n[ "$1" = -c ] || echo "$@"\n')
    (tmp_path / "python").chmod(0o755)
    shutil.copy(os.path.join(commands.ROOT, "ci/tools/with-python"), ci / "tools")
    (ci / "install-deps").write_text(f"#!/bin/sh\ncp {tmp_path}/python {path}/python3\necho $1\n")
    (ci / "install-deps").chmod(0o755)

    def call(script, *words):
        shutil.copy(os.path.join(commands.ROOT, "ci", script), ci)
        return subprocess.run(
            [ci / script, *words],
            env={"PATH": str(path)},
            capture_output=True,
            text=True,
            check=False,
        )

    return call


@pytest.mark.parametrize("script", ["check", "test"])
def test_missing_python_is_installed(without_python, script):
    done = without_python(script, "--option")
    assert done.stderr == ""
    installed, called = done.stdout.splitlines()
    assert installed == script
    assert called.endswith(f"ci/tools/stages {script} --option")


def test_the_gate_installs_nothing(without_python):
    done = without_python("gate", "mpicxx")
    assert done.returncode == 3
    assert done.stderr == "ci/gate: python3 is missing: Python 3.9 or later is needed\n"
    assert done.stdout == ""


def test_checks_need_files(tmp_path, monkeypatch):
    monkeypatch.setattr(test, "ROOT", str(tmp_path))
    with pytest.raises(commands.Failed, match="run ci/test in a git checkout"):
        test.checks()

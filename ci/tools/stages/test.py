# SPDX-License-Identifier: BSD-3-Clause
"""ci/test: runs the project's own tests. Stages that leave processors idle run at the same time."""
import glob
import itertools
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from functools import partial

from tools.stages.commands import BUILD, ROOT, Failed, Refused, say
from tools.stages.steps import TIMES, Steps, at_once
from tools.stages.trees import build_tree

_JOBS = os.cpu_count() or 1
_TEST = os.path.join(BUILD, "test")
_ENGINE_TESTS = "bin/reference_engine_tests"
_TEST_OPTIONS = (
    "-DMPITCHECK_TARGET=reference",
    "-DMPITCHECK_OWN_TESTS=ON",
    "-DMPITCHECK_WERROR=ON",
    "-DMPITCHECK_BENCH_FIGURES=OFF",
    "-DMPITCHECK_SHARE_ENGINE_TESTS=ON",
)
_ASAN_OPTIONS = (
    "--preset",
    "asan",
    "-DCMAKE_CXX_FLAGS_DEBUG=-g1",  # line numbers for stacks, cheaper than -g
    "-DMPITCHECK_SHARE_ENGINE_TESTS=ON",
)
_TSAN_OPTIONS = (
    "--preset",
    "tsan",
    "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1 -DNDEBUG",
    "-DMPITCHECK_SHARE_ENGINE_TESTS=ON",
)


def _listed(*words: str) -> list[str]:
    """Returns the files that a command of git lists. Raises Failed if there are none, since the
    checks would pass then."""
    command = ["git", *words]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if not done.stdout:
        raise Failed(f"`{' '.join(command)}` lists no file: run ci/test in a git checkout")
    return done.stdout.split()


def _python_files() -> list[str]:
    """Returns all Python files. The first line of scripts without a suffix names Python."""
    return sorted({*_listed("ls-files", "*.py"), *_listed("grep", "-l", "^#!.*python3")})


def _skipped(log: str) -> list[str]:
    """Returns a line for each test that ctest or GoogleTest skipped. They have not passed."""
    found = re.findall(r"(?m)^\t *\d+ - (.*) \(Skipped\)$|^\[  SKIPPED \] (\S+)$", log)
    return [f"  skipped: {name or other}" for name, other in found]


class _Stages:
    """The stages of ci/test. Each method returns whether each of its tests passed."""

    def __init__(self) -> None:
        self._steps = Steps(times=TIMES)

    def install(self) -> None:
        self._steps.install("test")

    def run(self, stage: str, commands: Mapping[str, Sequence[str]]) -> list[bool]:
        """Runs the commands at the same time. Each is a test."""
        steps = self._steps
        outcomes = at_once(
            *(partial(steps.run, name, stage, command) for name, command in commands.items())
        )
        return [outcome is not None for outcome in outcomes]

    def build(
        self, name: str, targets: Sequence[str], options: Sequence[str], nice: int, jobs: int
    ) -> list[bool]:
        try:
            build_tree(self._steps, name, targets, options, nice, jobs)
        except Failed:
            return [False]
        return [True]

    def own_tests_and_trees(self) -> list[bool]:
        """Runs the own tests. Builds the trees of the sanitizers meanwhile, because the tests often
        wait. The tests have priority."""

        def build(name: str, targets: Sequence[str], options: Sequence[str]) -> list[bool]:
            return self.build(name, targets, options, nice=10, jobs=(_JOBS + 1) // 2)

        asan = partial(build, "asan", ["reference_engine_tests"], _ASAN_OPTIONS)
        tsan = partial(build, "tsan", ["reference_engine_tests", "mpit_reference"], _TSAN_OPTIONS)
        return list(itertools.chain.from_iterable(at_once(self.own_tests, asan, tsan)))

    def own_tests(self) -> list[bool]:
        # More tests than processors run at a time, because many wait for time limits, hung
        # processes or a browser. By their COST the longest begin first.
        command = ["ctest", "--test-dir", _TEST, "-L", "own", "-j", str(2 * _JOBS)]
        self._steps.run("own", "tests", [*command, "--output-on-failure"], good=range(256))
        log = self._log_of("own", "tests")
        found = re.search(r"(?m)^\d+% tests passed, (\d+) tests failed out of (\d+)$", log)
        bad, total = (int(found[1]), int(found[2])) if found else (1, 1)
        if total == 0:  # no test is not a success
            bad = total = 1
        if bad:
            say(log)
        skipped = _skipped(log)
        good = total - bad - len(skipped)
        say("\n".join([f"  {good} of {total} passed", *skipped]))
        return [True] * good + [False] * bad

    def samples(self) -> list[bool]:
        """A sample of the faults, and the engine's tests under sanitizers."""
        faults = [os.path.join(_TEST, "bin", "mpitcheck"), "prove", "faults", _TEST]
        stages = {
            "faults": [*faults, "--every", "80"],
            "asan, ubsan": [os.path.join(BUILD, "asan", _ENGINE_TESTS)],
            "tsan": [os.path.join(BUILD, "tsan", _ENGINE_TESTS)],
        }
        passed = self.run("run", stages)
        for name in stages:
            log = self._log_of(name, "run")
            for line in (*re.findall(r"(?m)^\d+ of \d+ faults.*", log), *_skipped(log)):
                say(line)
        return passed

    def _log_of(self, subject: str, stage: str) -> str:
        with open(self._steps.log_of(subject, stage), encoding="utf-8", errors="replace") as file:
            return file.read()


def checks() -> dict[str, list[str]]:
    """Returns the checks of the sources."""
    sources = _listed("ls-files", "*.cpp", "*.hpp", "*.h")
    python = _python_files()
    return {
        # Files that changed last. CONTRIBUTING.md lists where the others are checked.
        "tidy": ["sh", "-c", "ci/tools/tidy --most 2 && ci/tools/tidy --alone --most 6"],
        "format": ["clang-format", "--dry-run", "-Werror", *sources],
        "python format": ["black", "--check", "--quiet", *python],
        "python lint": ["flake8", *python],
        "includes": ["ci/tools/check-includes"],
        "locks": ["ci/tools/check-locks"],
        "prose": ["ci/tools/check-prose"],
        "types": ["mypy"],
    }


def _catalogue() -> dict[str, list[str]]:
    """Returns the checks of the catalogue against what the suites list."""
    generated = os.path.join(_TEST, "generated")
    tests = sorted(glob.glob(os.path.join(generated, "*.tests.json")))
    clausegen = ["/usr/bin/python3", "conformance/clauses/clausegen/clausegen.py"]
    catalogue = "conformance/clauses/catalogue"
    return {
        "coverage": [*clausegen, "coverage", catalogue, *tests],
        "faults": [*clausegen, "faults", catalogue, os.path.join(generated, "faults.json")],
    }


def run(arguments: list[str]) -> int:
    if arguments:
        raise Refused("it has no options")
    stages = _Stages()
    stages.install()
    results = stages.run("check", checks())
    results += stages.build("test", ["all"], _TEST_OPTIONS, nice=0, jobs=_JOBS)
    results += stages.own_tests_and_trees()
    # Counts the files that a run needs compiled, in a tree that is configured like a user's.
    plain = ["cmake", "-S", ".", "-B", "build/plain", "-G", "Ninja", "-DMPITCHECK_TARGET=reference"]
    if all(stages.run("configure", {"plain": plain})):
        results += stages.run("files", {"plain": ["ci/campaigns/campaign", "cost"]})
    else:
        results.append(False)
    results += stages.run("check", _catalogue())
    results += stages.samples()
    # TSan detects a race as soon as two accesses meet: half of the usual time.
    races = ["stress/races", _TEST, os.path.join(BUILD, "tsan"), "--stress-duration", "0.25"]
    results += stages.run("tsan", {"stress": races})
    failed = results.count(False)
    say(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0

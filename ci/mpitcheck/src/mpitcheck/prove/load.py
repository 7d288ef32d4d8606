# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove load`: checks that verdicts do not depend on the load of the machine.

Races in a library may change verdicts on an idle machine, too. Tests whose verdict differs under
load are therefore run again without load. Tests that find nothing under load are run again under
load.
"""
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Callable

from mpitcheck.job.run_options import RunOptions
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.process.error import ExitCode
from mpitcheck.process.text import escape_line, tidy
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.output import exit_code, results_file, say, write_results

_AGAIN = 20  # at most, per differing test

# The process ends when its parent ends, for whatever reason.
_SPIN = (
    "import os, sys\nwhile os.getppid() == int(sys.argv[1]):\n    for _ in range(1 << 20):\n       "
    " pass"
)

# Results of a test, without and with load.
Pair = tuple[TestResult, TestResult]


@contextlib.contextmanager
def load(processes: int) -> Iterator[None]:
    """Runs `processes` computing processes beside the `with` block, at this process's priority."""
    with contextlib.ExitStack() as ended:
        for _ in range(processes):
            spinning = subprocess.Popen(
                [sys.executable, "-S", "-E", "-c", _SPIN, str(os.getpid())],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )  # Ctrl-C reaches only this process
            ended.enter_context(spinning)  # waits for the process
            ended.callback(spinning.kill)
        yield


def differences(quiet: list[TestResult], loaded: list[TestResult]) -> list[Pair]:
    """Returns the pairs of results whose verdicts differ."""
    usual = {test.name: test for test in quiet}
    return [(usual[test.name], test) for test in loaded if test.verdict != usual[test.name].verdict]


def split_by_chance(
    pairs: Iterable[Pair], which: int, run_again: Callable[[list[str]], list[TestResult]]
) -> tuple[list[Pair], list[Pair]]:
    """Runs the tests of the pairs again to separate effects of load from chance.

    `run_again` runs tests by name and returns their results. Returns the pairs whose verdict number
    `which` did not occur again, and those whose verdict did.
    """
    of_load, of_chance = list(pairs), []
    for _ in range(_AGAIN):
        if not of_load:
            break
        came = {test.name: test.verdict for test in run_again([pair[0].name for pair in of_load])}
        of_chance += [pair for pair in of_load if came.get(pair[0].name) == pair[which].verdict]
        of_load = [pair for pair in of_load if pair not in of_chance]
    return of_load, of_chance


def _is_missed(pair: Pair) -> bool:
    """Whether the test found nothing only under load."""
    return pair[1].verdict == Verdict.good < pair[0].verdict


def _described(pair: Pair) -> dict[str, object]:
    return {
        "test": pair[0].name,
        **{
            when: {"verdict": test.verdict.word, "message": test.message, "seconds": test.seconds}
            for when, test in zip(("quiet", "loaded"), pair)
        },
    }


def _print_difference(pair: Pair, remark: str) -> None:
    say(f"\n{escape_line(pair[0].name)}{remark}")
    for when, test in zip(("quiet", "loaded"), pair):
        say(
            f"  {when:<7} {test.verdict.word} in"
            f" {test.seconds:.1f} s{': ' + tidy(test.message) if test.message else ''}"
        )
    say(f"  replay  {escape_line(pair[0].replay)}")


def prove_load(options: RunOptions, times: int, command: list[str]) -> ExitCode:
    """Runs the tests of the one tree without load and then with computing processes beside them.

    There are `times` such processes per processor. Prints each test whose verdict differs, and
    whether it differs only under load, and writes options.json. Returns the exit code, which is 1
    if a verdict differs only under load. Raises UserError if the options or the tree do not allow a
    run.
    """
    run, spinning = replace(options, quiet=True, json=""), times * (os.cpu_count() or 1)
    reports = []

    def execute(names: Sequence[str] = ()) -> list[TestResult]:
        reports.append(execute_tests(replace(run, filters=names or run.filters), command))
        return [] if reports[-1].footer.interrupted else reports[-1].tests

    with results_file(options) as file:
        quiet = execute()
        say(
            f"{len(reports[0].tests)} tests, seed {options.seed}: {reports[0].footer.seconds:.0f} s"
            " as the machine is"
        )
        loaded = []
        if quiet:
            with load(spinning):
                loaded = execute()
            say(f"{reports[1].footer.seconds:.0f} s beside {spinning} computing processes")
        found, chance = split_by_chance(differences(quiet, loaded), 1, execute)
        missed = list(filter(_is_missed, found))
        late: list[Pair] = []
        if missed:
            with load(spinning):
                _, late = split_by_chance(missed, 0, execute)
        found = [pair for pair in found if pair not in late]
        for pairs, remark in (
            (found, ""),
            (chance, ": without load too, now and then"),
            (late, ": as without load when run again"),
        ):
            for pair in pairs:
                _print_difference(pair, remark)
        interrupted = any(report.footer.interrupted for report in reports)
        say(
            f"\n{len(found)} of {len(loaded)} verdicts"
            f" differ{', interrupted' if interrupted else ''}"
        )
        write_results(
            file,
            options,
            complete=not interrupted,
            processes=spinning,
            seed=options.seed,
            seconds=[report.footer.seconds for report in reports[:2]],
            differences=[_described(pair) for pair in found],
            by_chance=[_described(pair) for pair in chance + late],
        )
    return exit_code(found, interrupted)

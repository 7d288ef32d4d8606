# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck selftest load`: no verdict may depend on how busy the machine is."""
import contextlib
import os
import subprocess
import sys
from dataclasses import replace

from mpitcheck.process.text import escape_line, tidy
from mpitcheck.run.run import execute_tests
from mpitcheck.selftest.output import exit_code, results_file, say, write_results

# Ends with the process that started it, however that ends.
_SPIN = "import os, sys\nwhile os.getppid() == int(sys.argv[1]):\n    for _ in range(1 << 20):\n        pass"


@contextlib.contextmanager
def load(processes):
    """Within it so many more processes compute, at the priority of this one."""
    with contextlib.ExitStack() as ended:
        for _ in range(processes):
            spinning = subprocess.Popen([sys.executable, "-S", "-E", "-c", _SPIN, str(os.getpid())], stdin=subprocess.DEVNULL,
                                        start_new_session=True)  # Ctrl-C is for this process
            ended.enter_context(spinning)  # waits
            ended.callback(spinning.kill)
        yield


def differences(quiet, loaded):
    """Pairs of results of a test that came to another verdict under load."""
    usual = {test.name: test for test in quiet}
    return [(usual[test.name], test) for test in loaded if test.verdict != usual[test.name].verdict]


def _described(pair):
    return {"test": pair[0].name, **{when: {"verdict": test.verdict.word, "message": test.message, "seconds": test.seconds}
                                     for when, test in zip(("quiet", "loaded"), pair)}}


def _print_difference(pair):
    say(f"\n{escape_line(pair[0].name)}")
    for when, test in zip(("quiet", "loaded"), pair):
        say(f"  {when:<7} {test.verdict.word} in {test.seconds:.1f} s{': ' + tidy(test.message) if test.message else ''}")
    say(f"  replay  {escape_line(pair[0].replay)}")


def selftest_load(options, times, command):
    """Runs the tests of the one tree as the machine is, then with `times` as many computing processes beside them as it has processors;
    prints each test that came to another verdict, writes options.json. Returns the exit code: 1 if there is one. Raises UserError if
    nothing can be run as asked."""
    run, spinning = replace(options, quiet=True, json=""), times * (os.cpu_count() or 1)
    with results_file(options) as file:
        quiet = execute_tests(run, command)
        say(f"{len(quiet.tests)} tests, seed {options.seed}: {quiet.footer.seconds:.0f} s as the machine is")
        reports = [quiet]
        if not quiet.footer.interrupted:
            with load(spinning):
                reports.append(execute_tests(run, command))
            say(f"{reports[1].footer.seconds:.0f} s beside {spinning} computing processes")
        interrupted = reports[-1].footer.interrupted
        found = differences(quiet.tests, reports[1].tests) if len(reports) == 2 else []
        for pair in found:
            _print_difference(pair)
        say(f"\n{len(found)} of {len(reports[-1].tests)} verdicts differ{', interrupted' if interrupted else ''}")
        write_results(file, options, complete=not interrupted, processes=spinning, seed=options.seed,
                      seconds=[report.footer.seconds for report in reports], differences=[_described(pair) for pair in found])
    return exit_code(found, interrupted)

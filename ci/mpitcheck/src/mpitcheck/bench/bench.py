# SPDX-License-Identifier: BSD-3-Clause
"""Each benchmark program runs once per repetition, for each tree in turn, so that a disturbance of
the machine affects all trees. Figures are medians of CPU time per operation, or of real time where
the name of a benchmark ends with /real_time or /manual_time. The spread is the distance of the
quartiles. Ratios are to the baseline that ran in the same process.

--against OLD compares the ratios by an exact one-sided Mann-Whitney U test with Holm correction. A
row is `slower` or `faster` if the test shows a change beyond the minimum effect. All other rows,
and all rows of a noisy machine, are `cannot tell`.

Exit codes:
  0  measured; with --against: nothing is slower
  1  with --against: at least one row is slower
  2  the command line, a tree or a file is not usable
  3  an error of mpitcheck, or a benchmark failed: the reports name it and contain all others
  4  nothing matches the options, nothing can be compared, or no tree has benchmarks
  5  interrupted (Ctrl-C): the reports contain the completed repetitions"""
import argparse
import contextlib
import os
import signal
import sys
from typing import Callable, NoReturn

from mpitcheck.bench.compare import compare, count
from mpitcheck.bench.measure import measure
from mpitcheck.bench.page import section, to_html
from mpitcheck.bench.report_file import read, to_json
from mpitcheck.bench.reports import to_markdown, to_text
from mpitcheck.bench.shapes import Header, Report
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import OutputFile
from mpitcheck.process.text import timestamp


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message} (see mpitcheck bench --help)")


def between(kind: Callable[[str], float], least: float, most: float) -> Callable[[str], float]:
    def number(text: str) -> float:
        value = kind(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{text} is not in the range {least} to {most}")
        return value

    return number


def make_parser() -> Parser:
    """Returns the parser of the command line."""
    parser = Parser(
        "mpitcheck bench",
        description="Measure the cost of MPI_T calls, for several trees in turns",
        epilog=__doc__,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("trees", metavar="TREE", nargs="*", help="Build folders to measure")
    add(
        "--from",
        dest="earlier",
        metavar="FILE",
        help="Show the file of an earlier --json, and measure nothing",
    )
    add(
        "--filter",
        metavar="GLOB",
        action="append",
        default=[],
        help="Only benchmarks with this name, and their baselines (repeatable)",
    )
    add(
        "--repetitions",
        metavar="N",
        type=between(int, 1, 100),
        help="Repetitions, or fewer if the time limit is reached; default: 9, or 5 with --quick",
    )
    add(
        "--quick",
        action="store_true",
        help="Take at most one minute instead of five for three trees",
    )
    add(
        "--no-pin",
        dest="pin",
        action="store_false",
        help="Do not bind single-threaded benchmarks to a core",
    )
    add(
        "--timeout",
        metavar="SECONDS",
        type=between(float, 0.1, 86400),
        default=120,
        help="Seconds until a program is ended; default: 120",
    )
    add("--raw", metavar="DIR", help="Keep Google Benchmark's JSON of each process")
    add(
        "--json",
        metavar="FILE",
        help="Write all figures, for --against, --from and ci/campaigns/campaign limits",
    )
    add("--markdown", metavar="FILE", help="Write Markdown")
    add("--html", metavar="FILE", help="Write one self-contained page with plots")
    add(
        "--section",
        action="store_true",
        help="With --from: print only the content of the page, to insert it into another page",
    )
    add("--against", metavar="FILE", help="Compare with the file of an earlier --json")
    add(
        "--min-effect",
        metavar="PERCENT",
        type=between(float, 0, 1000),
        default=10,
        help="Ignore changes of less than PERCENT; default: 10",
    )
    add(
        "--even-if-noisy",
        action="store_true",
        help="Compare even if the machine is noisy; the warning remains",
    )
    return parser


def parse(arguments: list[str]) -> argparse.Namespace:
    options = make_parser().parse_intermixed_args(arguments)
    if not options.trees and not options.earlier:
        raise UserError(
            "bench needs a TREE to measure, or --from FILE (see mpitcheck bench --help)"
        )
    if options.earlier and (options.trees or options.raw):
        raise UserError("--from excludes TREE and --raw (see mpitcheck bench --help)")
    if options.section and not options.earlier:
        raise UserError("--section needs --from (see mpitcheck bench --help)")
    return options


def header_of(arguments: list[str]) -> Header:
    system = os.uname()
    return {
        "tool": "mpitcheck",
        "version": own.version,
        "started": timestamp(),
        "command": ["mpitcheck", "bench", *arguments],
        "host": {
            "system": f"{system.sysname} {system.release} {system.machine}",
            "cores": os.cpu_count(),
        },
    }


def show(text: str) -> None:
    # Reports must be written after a broken pipe, too.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        print(text, end="", flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_code(report: Report) -> ExitCode:
    if report["run"]["interrupted"]:
        return ExitCode.interrupted
    if report["comparison"] and count(report["comparison"], "slower"):
        return ExitCode.broken_must
    return ExitCode.own_error if report["problems"] else ExitCode.as_expected


def main(arguments: list[str]) -> ExitCode:
    """Runs `mpitcheck bench ARGUMENTS...`. Returns the exit code. Raises UserError."""
    options = parse(arguments)
    if options.section:
        show(section(read("--bench", options.earlier)))
        return ExitCode.as_expected
    before = read("--against", options.against) if options.against else None
    # Files are opened before the measurement, so that a wrong path is reported at once.
    with contextlib.ExitStack() as opened:
        files = [
            (opened.enter_context(OutputFile(path)), write)
            for path, write in (
                (options.json, to_json),
                (options.markdown, to_markdown),
                (options.html, to_html),
            )
            if path
        ]
        report = (
            read("--from", options.earlier)
            if options.earlier
            else measure(options, header_of(arguments))
        )
        if before:
            comparison = compare(before, report, options.min_effect / 100, options.even_if_noisy)
            comparison["against"] = options.against
            report["comparison"] = comparison
        show(to_text(report))
        for file, write in files:
            file.commit(write(report))
    if before and not comparison["changes"] and not report["run"]["interrupted"]:
        raise UserError(
            f"--against '{options.against}' has no benchmark in common with this run",
            ExitCode.nothing_selected,
        )
    return exit_code(report)

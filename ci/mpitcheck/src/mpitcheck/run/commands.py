# SPDX-License-Identifier: BSD-3-Clause
"""The commands of mpitcheck with their options and help."""
from typing import Callable, NamedTuple, Optional

from mpitcheck.job.run_options import FORMATS
from mpitcheck.run import epilogs
from mpitcheck.run.parser import Parser
from mpitcheck.run.prove_options import (
    prove_aliens,
    prove_blast,
    prove_faults,
    prove_foundations,
    prove_hostile,
    prove_load,
    prove_mutants,
    prove_repro,
    prove_variants,
)
from mpitcheck.run.shared_options import (
    jobs_option,
    json_flag,
    page_options,
    seed_option,
    suite_option,
    target_options,
)


OWN_REPORT = "build/report/report.json"  # written by ci/check
# The default page of --open. It is in the current folder, because browsers in a sandbox cannot read
# /tmp or hidden folders.
PAGE = "mpitcheck.html"


def _run(parser: Parser) -> None:
    parser.add_argument(
        "trees",
        metavar="TREE",
        nargs="*",
        help="Build folders to test; default: the one that contains this program",
    )
    _run_options(parser)


def _test(parser: Parser) -> None:
    parser.add_argument(
        "trees",
        metavar="WRAPPER",
        nargs=1,
        help="The MPI's compiler wrapper, e.g. mpicc or /opt/mpi/bin/mpicc",
    )
    parser.flag("--only-build", "Only build the suites, and print their folder")
    _run_options(parser)


def _run_options(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "--name",
        metavar="NAME",
        help=(
            "Name of the target in reports, if there is one tree; default: the name of the tree or"
            " of its library"
        ),
    )
    parser.many("--filter", "Only tests with this name or of this clause", dest="filters")
    parser.many("--without", "Leave out tests with this name or of this clause")
    parser.many(
        "--level",
        "Only tests of clauses of this level",
        None,
        dest="levels",
        choices=("must", "should", "quality", "advice"),
    )
    suite_option(parser)
    parser.flag(
        "--quick",
        "Only tests with a known deviation of some library (ci/expectations)",
    )
    parser.number("--np", "Processes per test, unless the test needs more", 1, 4096, "N", 1)
    add(
        "--launcher",
        metavar="TEMPLATE",
        help="How to start several processes, e.g. 'mpiexec -n {np}'; default: the tree's own",
    )
    jobs_option(parser)
    parser.number(
        "--grace",
        "Seconds between SIGTERM and SIGKILL for a test that exceeds its time",
        0.0,
        3600,
        "SECONDS",
        2,
    )
    seed_option(parser)
    parser.number(
        "--cases",
        "Random call sequences per property; default: that of the property",
        1,
        100_000_000,
    )
    parser.number(
        "--max-size", "Largest size of the random sequences (100: up to 210 steps)", 1, 400
    )
    parser.number(
        "--stress-duration",
        "Seconds that each stress test runs, in addition to --timeout; default: 0.5",
        0.01,
        1_000_000,
        "SECONDS",
    )
    parser.number("--threads", "Threads of a stress test; default: 4", 1, 256)
    parser.number(
        "--signal-rate", "Signals per second in a stress test; default: 2000", 1, 1_000_000, "HZ"
    )
    target_options(parser)
    parser.flag("--verbose", "Print all findings, and unexpected failures with their evidence")
    add("--json", metavar="FILE", help="Write report.json")
    add("--junit", metavar="FILE", help="Write JUnit XML")
    add("--tap", metavar="FILE", help="Write TAP, for Jenkins and prove")
    add("--markdown", metavar="FILE", help="Write Markdown, at most 40 KB")
    parser.flag("--full", "With --markdown: write up to 900 KB, with all tests that deviate")
    add(
        "--format",
        choices=FORMATS,
        help="Format of the output at the end of the run; default: text, a summary",
    )
    page_options(parser)
    parser.flag(
        "--open",
        (
            "Show the HTML page in a browser ($BROWSER, or that of the desktop); without --html the"
            f" page is {PAGE}"
        ),
        dest="open_page",
    )
    add(
        "--repro",
        metavar="DIR",
        help="Write a small C program for each failing test into this folder, where possible",
    )
    add(
        "--evidence",
        metavar="DIR",
        help="Folder for a bug report (Markdown) and a C program of each finding, named by its id",
    )
    parser.many(
        "--expect",
        (
            "Compare with the known deviations of an MPI: any difference fails the run; files for"
            " other MPIs are ignored"
        ),
        "FILE",
    )
    parser.flag(
        "--update-expectations", "With --expect: change the files so that they match the results"
    )


def _tree_option(parser: Parser) -> None:
    parser.add_argument(
        "--tree",
        metavar="DIR",
        help="Tree whose tests are listed; default: the one that contains this program",
    )


def _list(parser: Parser) -> None:
    _tree_option(parser)
    json_flag(parser)


def _explain(parser: Parser) -> None:
    parser.add_argument("subject", metavar="SUBJECT", help="A clause id or a test name")
    _tree_option(parser)


def _codes(parser: Parser) -> None:
    parser.add_argument("subject", metavar="REPORT", help="A report of run --json")
    json_flag(parser)


def _diff(parser: Parser) -> None:
    parser.add_argument(
        "reports", metavar="REPORT", nargs=2, help="The old and the new report of run --json"
    )
    json_flag(parser, "Print JSON")


def _finding(parser: Parser) -> None:
    parser.add_argument(
        "subject", metavar="ID", help="Id of the finding in the report, e.g. F-3fa2c1"
    )
    parser.add_argument(
        "report",
        metavar="REPORT",
        nargs="?",
        help=f"A report of run --json; default: {OWN_REPORT}",
    )
    parser.flag("--markdown", "Print Markdown", dest="as_markdown")


def _compare(parser: Parser) -> None:
    parser.add_argument("reports", metavar="REPORT", nargs="+", help="A report of run --json")
    parser.add_argument("--markdown", metavar="FILE", help="Write Markdown")
    page_options(parser)


def _site(parser: Parser) -> None:
    parser.add_argument(
        "subject",
        metavar="FOLDER",
        nargs="?",
        help=(
            "Folder with files of run --json, inventory --json, bench --json and history; without"
            " it, the site has the pages of the rules only"
        ),
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="Folder to write; an earlier site in it is replaced",
    )
    parser.add_argument(
        "--bugs",
        metavar="FILE",
        help="Table of published bugs and tests that find them, e.g. ci/expectations/known-bugs.md",
    )


def _history(parser: Parser) -> None:
    parser.add_argument(
        "reports", metavar="FILE", nargs="+", help="Histories (*.jsonl) and reports of run --json"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="File to write, which may be one of the inputs; default: print the history",
    )


def _inventory(parser: Parser) -> None:
    parser.add_argument("trees", metavar="TREE", nargs=1, help="Build folder")
    json_flag(parser, "Print JSON")
    parser.flag(
        "--probe",
        (
            "Also measure each pvar: the cost of a read, whether reads work in a signal handler,"
            " and whether the pvar works after MPI_Finalize"
        ),
    )
    target_options(parser)


class _Command(NamedTuple):
    about: str  # what it does
    add_options: Optional[Callable[[Parser], None]] = None  # None: a group of commands, or bench
    epilog: str = epilogs.GENERAL  # the end of its help


COMMANDS = {
    "run": _Command("Run the tests of one or more trees and write reports", _run),
    "test": _Command("Build the suites for an installed MPI, once, and run them", _test),
    # For the help only: bench parses its own command line.
    "bench": _Command("Measure the cost of MPI_T calls, for several trees in turns"),
    "list": _Command("List clauses or tests", epilog=epilogs.PRINTED),
    "list clauses": _Command("List the clauses, the rules of MPI_T", _list, epilogs.PRINTED),
    "list tests": _Command("List the tests of a tree", _list, epilogs.PRINTED),
    "explain": _Command("Describe a clause or a test", _explain, epilogs.EXPLAINED),
    "codes": _Command(
        "Print the return codes that a run got from each function", _codes, epilogs.PRINTED
    ),
    "diff": _Command(
        "Compare two reports: regressions, fixes and other differences", _diff, epilogs.DIFFERENCES
    ),
    "finding": _Command(
        "Print a finding of a report as a bug report for the library", _finding, epilogs.FOUND
    ),
    "compare": _Command(
        "Compare reports: areas, findings and clauses as rows, all targets as columns",
        _compare,
        epilogs.COMPARED,
    ),
    "site": _Command(
        (
            "Write static pages of all reports in a folder: libraries, rules, findings, variables,"
            " differences and changes"
        ),
        _site,
        epilogs.SITE,
    ),
    "history": _Command(
        "Join reports and histories of a site into one history", _history, epilogs.SITE
    ),
    "inventory": _Command(
        "Print everything that the MPI of a tree exposes through MPI_T",
        _inventory,
        epilogs.INVENTORY,
    ),
    "prove": _Command("Check that the tests find faults and give no false alarm"),
    "prove variants": _Command(
        "Run all tests on each legal variant of the reference: they must find nothing",
        prove_variants,
        epilogs.VARIANTS,
    ),
    "prove aliens": _Command(
        "Change the reference into another MPI: tests must find nothing in a legal one",
        prove_aliens,
        epilogs.ALIENS,
    ),
    "prove faults": _Command(
        "Break one rule at a time: a test of that rule must find it",
        prove_faults,
        epilogs.FAULTS,
    ),
    "prove foundations": _Command(
        "Break a rule that tests rely on: they must report no other rule",
        prove_foundations,
        epilogs.FOUNDATIONS,
    ),
    "prove repro": _Command(
        "Under each fault, the C program of a failing test must show the fault",
        prove_repro,
        epilogs.PROGRAMS,
    ),
    "prove hostile": _Command(
        "Run tests on libraries that harm their process: each verdict must be right",
        prove_hostile,
        epilogs.HOSTILE,
    ),
    "prove load": _Command("Load the machine: no verdict may change", prove_load, epilogs.LOAD),
    "prove mutants": _Command(
        "Make small changes in the reference's engine: its tests and the suites must fail",
        prove_mutants,
        epilogs.MUTANTS,
    ),
    "prove blast": _Command(
        "Make one function harm its process: only tests that need it may change their verdict",
        prove_blast,
        epilogs.BLASTS,
    ),
}

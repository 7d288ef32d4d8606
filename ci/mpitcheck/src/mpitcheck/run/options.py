# SPDX-License-Identifier: BSD-3-Clause
"""The command line of mpitcheck: its commands, their options and help."""
import argparse
import os
import sys
from dataclasses import dataclass, field, fields
from typing import Any, Callable, NamedTuple, Optional

from mpitcheck.job.run_options import FORMATS, RunOptions
from mpitcheck.process import own
from mpitcheck.run import epilogs
from mpitcheck.run.parser import Parser
from mpitcheck.run.terminal import show

# Many hostile libraries hang, which takes time but no processor.
_HOSTILE_TIMEOUT = 8  # seconds
_HOSTILE_JOBS = 4  # factor of the usual number of jobs
# Each blast runs all tests, so a sample is usual. The number has no common divisor with the number
# of harms, so that the sample contains each harm.
_EVERY_BLAST = 23
_SEED_OF_MUTANTS = 1  # fixed, so that a run can continue with the results of another one
# An MPI mostly waits while it starts and ends.
_JOBS_PER_PROCESSOR = 4
_FAULTS = "faults with this name or of this clause"  # what --filter selects
_OLD_NAMES = {"selftest": "prove"}  # of commands

_ABOUT = """\
mpitcheck tests which rules of MPI_T, the MPI tool information interface, an MPI library keeps.
Without a subcommand it lists the MPIs of this machine and the command that tests each."""

_GENERAL = f"""{epilogs.TREE}
Verdicts of a test: pass; fail; crash; timeout (it hung); early-exit (it left without a verdict);
inconclusive (it could not finish, or skipped what it needed); vacuous (there was nothing to
examine); not-applicable; error (an error of mpitcheck); warn (a `should` rule is broken); quality
(the library skips a check that the standard lets it skip).

Exit codes:
  0  as expected
  1  a `must` rule is broken; with --expect: a result differs from the expectations
  2  the command line, a tree or a file is not usable, or Python is older than 3.9
  3  an error of mpitcheck, or a test has the verdict `error` (and no `must` rule is broken)
  4  nothing matches the options
  5  interrupted (Ctrl-C); the reports contain what was done before"""

_DIFFERENCES = """
A regression deviates where the test did not, or is worse than before. A fix passes where the test
deviated, or deviates less (a crash became a fail). A difference is any other change of verdict.

Exit codes: 0 no regression, 1 a regression, 2 a report is not usable, 3 an error of mpitcheck"""

_COMPARED = """
Without --html and --markdown, the comparison is printed as text.

Exit codes: 0 compared, 2 a report or a file is not usable, 3 an error of mpitcheck"""

_SITE = """
Reports of the same library version and target are its runs. The site shows the newest one and
counts all. A history (*.jsonl) keeps the verdicts of reports that were removed. Its lines may be
merged in any order (git: merge=union).

Exit codes: 0 written, 2 a folder or a file is not usable, 3 an error of mpitcheck"""

_OWN_REPORT = "build/report/report.json"  # written by ci/check
# The default page of --open. It is in the current folder, because browsers in a sandbox cannot read
# /tmp or hidden folders.
_PAGE = "mpitcheck.html"


@dataclass
class Options:
    """The parsed command line.

    The comments name the commands that use each option.
    """

    action: str  # the command, e.g. "list tests"; empty: show the MPIs of this machine
    run: RunOptions  # for inventory: the tree, env, preload, timeout; for compare: the files
    only_build: bool = False  # for test
    tree: str = ""  # for list, explain and prove; empty: the tree that contains this program
    # For explain: a clause id or a test name; for codes: a file; for finding: its id; for site: a
    # folder, or empty
    subject: str = ""
    as_json: bool = False  # for list, inventory, codes and diff
    # For diff: the old and the new report; for compare and history: all files
    reports: list[str] = field(default_factory=list)
    out: str = ""  # for site: a folder; for history: a file
    bugs: str = ""  # for site: a file
    probe: bool = False  # for inventory
    report: str = _OWN_REPORT  # for finding
    as_markdown: bool = False  # for finding
    # For prove: globs over faults, variants, blasts, ...; empty: all
    globs: list[str] = field(default_factory=list)
    at_least: int = 80  # for prove repro: per cent
    whole_suite: bool = False  # for prove faults: run all tests, not only those of the rules
    findings: bool = False  # for prove faults: run all tests and count findings
    every: int = 1  # for prove faults, repro and blast: use every Nth
    offset: Optional[int] = None  # for prove faults, repro and blast: index of the first one
    times: int = 8  # for prove load: computing processes per processor
    all: bool = False  # for prove blast: no sample
    pairs: int = 0  # for prove variants and aliens: number of pairs; 0: each one alone
    only_list: bool = False  # for prove aliens: list them only
    count: int = 400  # for prove mutants: number of mutants
    by: str = "both"  # for prove mutants: "engine", "suites" or "both"
    again: bool = False  # for prove mutants: repeat the tests that did not kill earlier
    work: str = ""  # for prove mutants: a folder; empty: the one in the tree
    sources: str = ""  # for prove mutants: the project's root; empty: that of this program


def _assignment(text: str) -> str:
    if text.find("=") < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not K=V")
    return text


def _page_options(parser: Parser) -> None:
    parser.add_argument("--html", metavar="FILE", help="Write one self-contained HTML page")
    parser.add_argument(
        "--bench", metavar="FILE", help="With --html: show the figures of bench --json on the page"
    )


def _timeout_option(parser: Parser, default: float = 60) -> None:
    parser.number(
        "--timeout",
        "Seconds until a test is ended; the time for which it waits for a processor does not count",
        0.1,
        86400,
        "SECONDS",
        default,
    )


def _target_options(parser: Parser) -> None:
    _timeout_option(parser)
    parser.number(
        "--memory",
        (
            "MiB of memory that all processes of a test may use together; default: half of the"
            " machine's memory"
        ),
        1,
        2**31 - 1,
        "MIB",
    )
    parser.flag("--no-write", "Never write a cvar, not even its current value")
    parser.many("--env", "Set a variable for the test programs", "K=V", type=_assignment)
    parser.many("--preload", "Load a PMPI tool into the test programs", "LIB")
    parser.add_argument(
        "--abi-library",
        metavar="PATH",
        help=(
            "Run the programs of a tree of the reference with this libmpi_abi, and with the mpiexec"
            " of its installation"
        ),
    )


def _jobs_option(parser: Parser, per_processor: int = _JOBS_PER_PROCESSOR) -> None:
    # The default is given per processor, because the manual page is not about one machine.
    parser.number(
        "--jobs",
        "Tests that run at once; a test of random call sequences counts as two",
        1,
        1024,
        "N",
        f"{per_processor} for each processor",
        ["-j"],
    )


def _seed_option(parser: Parser) -> None:
    parser.number("--seed", "Seed of the tests; default: a new one in each run", 0, 2**64 - 1)


def _suite_option(parser: Parser) -> None:
    parser.many("--suite", "Only tests of this suite", dest="suites")


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
    _suite_option(parser)
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
    _jobs_option(parser)
    parser.flag(
        "--process-per-test",
        (
            "Start a program for each test, instead of forking tests from a process that has loaded"
            " the library or initialized MPI_T"
        ),
    )
    parser.number(
        "--grace",
        "Seconds between SIGTERM and SIGKILL for a test that exceeds its time",
        0.0,
        3600,
        "SECONDS",
        2,
    )
    _seed_option(parser)
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
    _target_options(parser)
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
    _page_options(parser)
    parser.flag(
        "--open",
        (
            "Show the HTML page in a browser ($BROWSER, or that of the desktop); without --html the"
            f" page is {_PAGE}"
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


def _json_flag(parser: Parser, help: str = "Print a JSON array") -> None:
    parser.flag("--json", help, dest="as_json")


def _list(parser: Parser) -> None:
    _tree_option(parser)
    _json_flag(parser)


def _explain(parser: Parser) -> None:
    parser.add_argument("subject", metavar="SUBJECT", help="A clause id or a test name")
    _tree_option(parser)


def _codes(parser: Parser) -> None:
    parser.add_argument("subject", metavar="REPORT", help="A report of run --json")
    _json_flag(parser)


def _diff(parser: Parser) -> None:
    parser.add_argument(
        "reports", metavar="REPORT", nargs=2, help="The old and the new report of run --json"
    )
    _json_flag(parser, "Print JSON")


def _finding(parser: Parser) -> None:
    parser.add_argument(
        "subject", metavar="ID", help="Id of the finding in the report, e.g. F-3fa2c1"
    )
    parser.add_argument(
        "report",
        metavar="REPORT",
        nargs="?",
        help=f"A report of run --json; default: {_OWN_REPORT}",
    )
    parser.flag("--markdown", "Print Markdown", dest="as_markdown")


def _compare(parser: Parser) -> None:
    parser.add_argument("reports", metavar="REPORT", nargs="+", help="A report of run --json")
    parser.add_argument("--markdown", metavar="FILE", help="Write Markdown")
    _page_options(parser)


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
    _json_flag(parser, "Print JSON")
    parser.flag(
        "--probe",
        (
            "Also measure each pvar: the cost of a read, whether reads work in a signal handler,"
            " and whether the pvar works after MPI_Finalize"
        ),
    )
    _target_options(parser)


def _prove(
    parser: Parser,
    selected: str,
    timeout: float = 60,
    jobs_per_processor: int = _JOBS_PER_PROCESSOR,
) -> None:
    """Adds the options that most commands of the group take. `selected` describes --filter."""
    parser.add_argument(
        "tree",
        metavar="TREE",
        nargs="?",
        help="Build folder; default: the one that contains this program",
    )
    parser.many("--filter", f"Only {selected}", dest="globs")
    parser.many("--test", "Only tests with this name or of this clause", dest="filters")
    _jobs_option(parser, jobs_per_processor)
    _timeout_option(parser, timeout)
    parser.add_argument("--json", metavar="FILE", help="Write the results")


def _pairs(parser: Parser, kind: str) -> None:
    _prove(parser, f"{kind} with this name")
    parser.number(
        "--pairs", f"Try this number of random pairs instead of single {kind}", 1, 100_000, "N"
    )
    parser.number(
        "--seed", "Seed of pairs and tests; default: a new one in each run", 0, 2**64 - 1
    )


def _prove_variants(parser: Parser) -> None:
    _pairs(parser, "variants")


def _prove_aliens(parser: Parser) -> None:
    _pairs(parser, "aliens")
    parser.flag("--list", "Only print the aliens and what must be found in each", dest="only_list")


def _sample(parser: Parser, kind: str, selected: str, every: int = 1) -> None:
    _prove(parser, selected)
    parser.number("--every", f"Only every Nth of the {kind}", 1, 100_000, "N", every)
    parser.number(
        "--offset", f"Index of the first of the {kind}; default: (N - 1) / 2", 0, 100_000, "K"
    )


def _sample_of_faults(parser: Parser) -> None:
    _sample(parser, "faults", _FAULTS)


def _prove_faults(parser: Parser) -> None:
    _sample_of_faults(parser)
    _suite_option(parser)
    parser.flag(
        "--whole-suite",
        "Run all tests under each fault, not only those of the rules that it breaks",
    )
    parser.flag(
        "--findings",
        "Run all tests, and print the number of `must` findings that each fault causes",
    )


def _prove_foundations(parser: Parser) -> None:
    _prove(parser, _FAULTS)
    _suite_option(parser)


def _prove_repro(parser: Parser) -> None:
    _sample_of_faults(parser)
    parser.number(
        "--at-least", "Percentage of failures that C programs must show", 0, 100, "PERCENT", 80
    )
    _seed_option(parser)
    parser.add_argument("--repro", metavar="DIR", help="Folder for the programs")


def _prove_load(parser: Parser) -> None:
    parser.add_argument(
        "tree",
        metavar="TREE",
        nargs="?",
        help="Build folder; default: the one that contains this program",
    )
    parser.many("--filter", "Only tests with this name or of this clause", dest="filters")
    _suite_option(parser)
    parser.number(
        "--times", "Processes per processor that compute to load the machine", 1, 100, "N", 8
    )
    _jobs_option(parser)
    _seed_option(parser)
    _timeout_option(parser)
    parser.add_argument("--json", metavar="FILE", help="Write the results")


def _prove_hostile(parser: Parser) -> None:
    _prove(parser, "acts with this name", _HOSTILE_TIMEOUT, _HOSTILE_JOBS * _JOBS_PER_PROCESSOR)


def _prove_mutants(parser: Parser) -> None:
    _prove(parser, "mutants of this file, function, kind or line")
    _suite_option(parser)
    parser.number("--count", "Number of mutants, drawn by the seed", 1, 100_000, "N", 400)
    parser.number(
        "--seed",
        "Seed of the drawn mutants and of the tests",
        0,
        2**64 - 1,
        default=_SEED_OF_MUTANTS,
    )
    parser.add_argument(
        "--by",
        choices=("engine", "suites", "both"),
        help="Tests to run: those of the engine, the suites or both; default: both",
    )
    parser.flag("--again", "Repeat the tests that did not kill in an earlier run")
    parser.add_argument(
        "--work",
        metavar="DIR",
        help="Folder for the builds and the results; default: TREE/mutants",
    )
    parser.add_argument(
        "--sources",
        metavar="DIR",
        help="Sources to mutate; default: the checkout that contains this program",
    )


def _prove_blast(parser: Parser) -> None:
    _sample(parser, "blasts", "blasts with this name", _EVERY_BLAST)
    parser.flag("--all", "Try each function with each harm; takes hours")


class _Command(NamedTuple):
    about: str  # what it does
    add_options: Optional[Callable[[Parser], None]] = None  # None: a group of commands, or bench
    epilog: str = _GENERAL  # the end of its help


_COMMANDS = {
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
        "Compare two reports: regressions, fixes and other differences", _diff, _DIFFERENCES
    ),
    "finding": _Command(
        "Print a finding of a report as a bug report for the library", _finding, epilogs.FOUND
    ),
    "compare": _Command(
        "Compare reports: areas, findings and clauses as rows, all targets as columns",
        _compare,
        _COMPARED,
    ),
    "site": _Command(
        (
            "Write static pages of all reports in a folder: libraries, rules, findings, variables,"
            " differences and changes"
        ),
        _site,
        _SITE,
    ),
    "history": _Command("Join reports and histories of a site into one history", _history, _SITE),
    "inventory": _Command(
        "Print everything that the MPI of a tree exposes through MPI_T",
        _inventory,
        epilogs.INVENTORY,
    ),
    "prove": _Command("Check that the tests find faults and give no false alarm"),
    "prove variants": _Command(
        "Run all tests on each legal variant of the reference: they must find nothing",
        _prove_variants,
        epilogs.VARIANTS,
    ),
    "prove aliens": _Command(
        "Change the reference into another MPI: tests must find nothing in a legal one",
        _prove_aliens,
        epilogs.ALIENS,
    ),
    "prove faults": _Command(
        "Break one rule at a time: a test of that rule must find it",
        _prove_faults,
        epilogs.FAULTS,
    ),
    "prove foundations": _Command(
        "Break a rule that tests rely on: they must report no other rule",
        _prove_foundations,
        epilogs.FOUNDATIONS,
    ),
    "prove repro": _Command(
        "Under each fault, the C program of a failing test must show the fault",
        _prove_repro,
        epilogs.PROGRAMS,
    ),
    "prove hostile": _Command(
        "Run tests on libraries that harm their process: each verdict must be right",
        _prove_hostile,
        epilogs.HOSTILE,
    ),
    "prove load": _Command("Load the machine: no verdict may change", _prove_load, epilogs.LOAD),
    "prove mutants": _Command(
        "Make small changes in the reference's engine: its tests and the suites must fail",
        _prove_mutants,
        epilogs.MUTANTS,
    ),
    "prove blast": _Command(
        "Make one function harm its process: only tests that need it may change their verdict",
        _prove_blast,
        epilogs.BLASTS,
    ),
}


def _usual_jobs() -> int:
    return _JOBS_PER_PROCESSOR * (os.cpu_count() or 1)


def _parse_group(name: str, words: list[str]) -> str:
    """Returns the command of a group that the first word names.

    `name` is the group, or "" for all commands. Raises UserError if there is no such command.
    Prints help or version and exits if the first word asks for that.
    """
    about = _COMMANDS[name].about if name else _ABOUT
    members = {
        command: it.about for command, it in _COMMANDS.items() if command.rpartition(" ")[0] == name
    }
    command = f"{name} {words[0]}".lstrip() if words else ""
    if command in members:
        return command
    lines = [f"  {command.rpartition(' ')[2]:<12}{help}" for command, help in members.items()]
    parser = Parser(name, f"{about}\n\nSubcommands:\n" + "\n".join(lines), _GENERAL)
    parser.usage = f"{parser.prog} [-h] SUBCOMMAND ..."
    if not name:
        parser.add_argument("--version", action="version", version=f"mpitcheck {own.version}")
    if words and words[0].startswith("-"):
        parser.parse_args(words[:1])
    return parser.error(
        f"'{words[0]}' is not a subcommand" if words else "a subcommand is required"
    )


def _check_together(parser: Parser, values: dict[str, Any]) -> None:
    for option, needed in (
        ("bench", "html"),
        ("full", "markdown"),
        ("update_expectations", "expect"),
    ):
        if option in values and needed not in values:
            parser.error(f"--{option.replace('_', '-')} requires --{needed}")
    for option in ("every", "offset"):
        if option in values and "all" in values:
            parser.error(f"--{option} excludes --all")
    if "only_build" in values and values.keys() - {"only_build", "trees"}:
        parser.error("--only-build takes no option of a run")


def _special_defaults(name: str, values: dict[str, Any]) -> None:
    if name in ("run", "test") and (values.get("repro") or values.get("evidence")):
        values["programs"] = sys.maxsize
    if values.get("open_page"):
        values.setdefault("html", _PAGE)
    if name == "prove blast" and not values.keys() & {"all", "globs", "every"}:
        values["every"] = _EVERY_BLAST
    if name == "prove mutants":
        values.setdefault("seed", _SEED_OF_MUTANTS)
    if name == "prove hostile":
        values.setdefault("timeout", _HOSTILE_TIMEOUT)
        values.setdefault("jobs", _HOSTILE_JOBS * _usual_jobs())


def _parser_of(name: str) -> Parser:
    command = _COMMANDS[name]
    parser = Parser(name, command.about, command.epilog)
    if command.add_options:
        command.add_options(parser)
    return parser


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    """Returns the parsers of all commands that are not groups, by name.

    The manual page and the completion are generated from them.
    """
    from mpitcheck.bench.bench import make_parser

    return {
        name: make_parser() if name == "bench" else _parser_of(name)
        for name in _COMMANDS
        if name == "bench" or _COMMANDS[name].add_options
    }


def about_all() -> tuple[str, str]:
    """Returns two texts of the help: on the program, and on trees, verdicts and exit codes."""
    return _ABOUT, _GENERAL


def parse_options(words: list[str]) -> Options:
    """Parses the words of the command line after the program's name.

    Prints help or version and exits if the words ask for that. Raises UserError if the command line
    is not valid.
    """
    if not words:
        return Options("", RunOptions())
    if words[0] in _OLD_NAMES:
        show(f"mpitcheck: the command {words[0]} is now called {_OLD_NAMES[words[0]]}\n")
        words = [_OLD_NAMES[words[0]], *words[1:]]
    name = _parse_group("", words)
    depth = 1
    if _COMMANDS[name].add_options is None:
        name, depth = _parse_group(name, words[1:]), 2
    parser = _parser_of(name)
    values = vars(parser.parse(words[depth:]))
    _check_together(parser, values)
    _special_defaults(name, values)
    of_run = {
        each.name: values.pop(each.name) for each in fields(RunOptions) if each.name in values
    }
    usual: dict[str, Any] = {"jobs": _usual_jobs(), "seed": int.from_bytes(os.urandom(4), "little")}
    return Options(name, RunOptions(**{**usual, **of_run}), **values)

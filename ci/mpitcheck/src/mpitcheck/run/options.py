# SPDX-License-Identifier: BSD-3-Clause
"""The command line of mpitcheck: its commands, their options and help."""
import argparse
import os
import sys
from dataclasses import dataclass, field, fields
from typing import Any, Callable, NamedTuple, Optional

from mpitcheck.job.run_options import RunOptions
from mpitcheck.process import own
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
_OLD_NAMES = {"selftest": "prove"}  # of commands

_ABOUT = (
    "mpitcheck says which rules of MPI_T, the MPI tool information interface, an MPI library"
    " keeps.\n"
    "Without a subcommand it says which MPIs this machine has, and how each is tested."
)

_GENERAL = (
    "\nA TREE is a build folder of mpitcheck: it tests one MPI. Verdicts of a test:"
    " pass, fail, crash, timeout\n"
    "(stuck), early-exit (left without a verdict), inconclusive (could not come to its end, or what"
    " it needed was\n"
    "stepped over), vacuous (found nothing to examine), not-applicable, error (our own fault), warn"
    " (a broken\n"
    "`should`), quality (deviates where the standard lets a library skip the check).\n"
    "\n"
    "Exit codes:\n"
    "  0  as expected\n"
    "  1  a `must` clause is broken; with --expect: the results differ from the expectations\n"
    "  2  the command line, a tree or a file is not usable, or Python is older than 3.9\n"
    "  3  our own error, or a test came to `error` (and no `must` is broken)\n"
    "  4  nothing selected\n"
    "  5  interrupted (Ctrl-C); reports then say so and hold what was done"
)

_FAULT_VERDICTS = (
    "\nWhat becomes of a fault: killed (a test named a rule that it breaks), misattributed (tests"
    " failed, none over\n"
    "such a rule), missed (it showed, and nothing was found), not-triggered (the target gave it no"
    " occasion to show),\n"
    "not-exercised (the target has nothing that its tests examine). Collateral:"
    " tests that fail over other rules only."
)

_ALIENS = (
    "\nAn alien differs from the reference by its header, wrapper, launcher, linking, threads or"
    " behaviour. Those with an installation of their\n"
    "own are built below TREE/aliens by the usual commands, the members of a group together;"
    " where anything is wrong with a group, each member\n"
    "alone. A pair has the changes of two, and what must be found is what must be found about"
    " each.\n"
    "\n"
    "Exit codes: 0 each is as expected, 1 one is not; 2, 3, 4, 5 as of run"
)

_BLASTS = (
    "\nA blast is FUNCTION:HARM, or FUNCTION:HARM:NUMBER for the object of that number alone;"
    " without --filter a\n"
    "sample is tried. Needing: tests that call the function or judge it; examining:"
    " those of them that still\n"
    "examine something; lost: those that end before they give a verdict. Limits:"
    " no other verdict changes, none\n"
    "is lost, 95 % examine other objects where one does harm, three times the usual time, the"
    " library is known,\n"
    "and some test tells of the harm."
)

_DIFFERENCES = (
    "\nA regression deviates where the test did not, or worse than before;"
    " a fix passes where it deviated, or\n"
    "deviates less (a crash became a fail); a difference is another verdict that is neither.\n"
    "\n"
    "Exit codes: 0 no regression, 1 a regression, 2 a report is not usable, 3 our own error"
)

_COMPARED = """
Without --html and --markdown the Markdown is printed.
Exit codes: 0 compared, 2 a report or a file is not usable, 3 our own error"""

_MUTANTS = (
    "\nMutants that do not compile, that give the same instructions, or that stand in"
    " reference/tests/equivalent_mutants.tsv are not counted;\n"
    "for the suites, those in unseen_mutants.tsv beside it neither.\n"
    "Killed: a test fails, crashes or does not end."
    " The slowest of the engine's tests run where nothing else kills. The folder of --work holds\n"
    "a build of the engine and the fates until now, from which the next call goes on, also after"
    " Ctrl-C.\n"
    "\n"
    "Exit codes: 0 98 % are killed, 90 % by the suites alone;"
    " 1 fewer, or one of the two lists is not true; 2, 3, 4, 5 as of run"
)

_SITE = (
    "\nReports of the same library version and target are its nights:"
    " the site shows the newest and counts all. Of reports that are gone a\n"
    "history (*.jsonl) in the folder knows the verdicts; its lines may be merged in any order (git:"
    " merge=union).\n"
    "\n"
    "Exit codes: 0 written, 2 a folder or a file is not usable, 3 our own error"
)

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
        "--bench", metavar="FILE", help="Show on that page what mpitcheck bench --json wrote"
    )


def _timeout_option(parser: Parser) -> None:
    parser.number(
        "--timeout",
        "Seconds until a test is ended; only those count that the machine gave it",
        0.1,
        86400,
        "SECONDS",
        60,
    )


def _target_options(parser: Parser) -> None:
    _timeout_option(parser)
    parser.number(
        "--memory",
        (
            "MiB of memory that the processes of a test may take together; default: half of the"
            " machine's"
        ),
        1,
        2**31 - 1,
        "MIB",
    )
    parser.flag("--no-write", "Never write a cvar, not even the value that it has")
    parser.many("--env", "Set a variable for the test programs", "K=V", type=_assignment)
    parser.many("--preload", "Load a PMPI tool into the test programs", "LIB")
    parser.add_argument(
        "--abi-library",
        metavar="PATH",
        help=(
            "Run the reference tree's programs with another libmpi_abi, and the mpiexec of its"
            " installation"
        ),
    )


def _jobs_option(parser: Parser) -> None:
    # The default is given per processor, because the manual page is not about one machine.
    parser.number(
        "--jobs",
        "Tests that run at once; one of a random suite counts as two",
        1,
        1024,
        "N",
        f"{_JOBS_PER_PROCESSOR} for each processor",
        ["-j"],
    )


def _seed_option(parser: Parser) -> None:
    parser.number("--seed", "Seed of the tests; default: another one each run", 0, 2**64 - 1)


def _suite_option(parser: Parser) -> None:
    parser.many("--suite", "Only tests of this suite", dest="suites")


def _run(parser: Parser) -> None:
    parser.add_argument(
        "trees",
        metavar="TREE",
        nargs="*",
        help="Build folders to test; default: the one this program lies in",
    )
    _run_options(parser)


def _test(parser: Parser) -> None:
    parser.add_argument(
        "trees",
        metavar="WRAPPER",
        nargs=1,
        help="The MPI's compiler wrapper, e.g. mpicc or /opt/mpi/bin/mpicc",
    )
    parser.flag("--only-build", "Only build them, and print the folder")
    _run_options(parser)


def _run_options(parser: Parser) -> None:
    add = parser.add_argument
    add(
        "--name",
        metavar="NAME",
        help=(
            "What reports call the target, of one tree; default: as the tree or its library is"
            " called"
        ),
    )
    parser.many("--filter", "Only tests with this name or of this clause", dest="filters")
    parser.many("--without", "No tests with this name or of this clause")
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
        "Only tests that have found something in a known library: about a minute for two MPIs",
    )
    parser.number("--np", "Processes per test, unless the test wants more", 1, 4096, "N", 1)
    add(
        "--launcher",
        metavar="TEMPLATE",
        help="How to start several processes, e.g. 'mpiexec -n {np}'; default: the tree's own",
    )
    _jobs_option(parser)
    parser.flag(
        "--process-per-test",
        (
            "Start each test as a program: fork none from one that has loaded the library or"
            " brought MPI_T up"
        ),
    )
    parser.number(
        "--grace",
        "Seconds between the polite and the hard end of a late test",
        0.0,
        3600,
        "SECONDS",
        2,
    )
    _seed_option(parser)
    parser.number("--cases", "Random sequences per property; default: its own", 1, 100_000_000)
    parser.number("--max-size", "How long they grow (100: up to 210 commands)", 1, 400)
    parser.number(
        "--stress-duration",
        "Seconds that each stress test goes on, beyond --timeout; default: 0.5",
        0.01,
        1_000_000,
        "SECONDS",
    )
    parser.number("--threads", "Threads of a stress test; default: 4", 1, 256)
    parser.number("--signal-rate", "Signals of a stress test; default: 2000", 1, 1_000_000, "HZ")
    _target_options(parser)
    add("--json", metavar="FILE", help="Write report.json")
    add("--junit", metavar="FILE", help="Write JUnit XML")
    add("--markdown", metavar="FILE", help="Write Markdown")
    _page_options(parser)
    parser.flag(
        "--open",
        f"Show that page in a browser ($BROWSER, else the desktop's); without --html it is {_PAGE}",
        dest="open_page",
    )
    add(
        "--repro",
        metavar="DIR",
        help="For each failing test search a small C program that shows the failure",
    )
    parser.many(
        "--expect",
        (
            "Known deviations of an MPI: whatever differs from them fails the run; files for other"
            " MPIs are ignored"
        ),
        "FILE",
    )
    parser.flag("--update-expectations", "Make the files of --expect fit the results")


def _tree_option(parser: Parser) -> None:
    parser.add_argument(
        "--tree",
        metavar="DIR",
        help="Tree whose tests are meant; default: the one this program lies in",
    )


def _json_flag(parser: Parser, help: str = "As a JSON array") -> None:
    parser.flag("--json", help, dest="as_json")


def _list(parser: Parser) -> None:
    _tree_option(parser)
    _json_flag(parser)


def _explain(parser: Parser) -> None:
    parser.add_argument("subject", metavar="SUBJECT", help="A clause id or a test name")
    _tree_option(parser)


def _codes(parser: Parser) -> None:
    parser.add_argument("subject", metavar="REPORT", help="What run --json wrote")
    _json_flag(parser)


def _diff(parser: Parser) -> None:
    parser.add_argument("reports", metavar="REPORT", nargs=2, help="OLD NEW: what run --json wrote")
    _json_flag(parser, "As JSON")


def _finding(parser: Parser) -> None:
    parser.add_argument("subject", metavar="ID", help="E.g. F-3fa2c1, as reports list them")
    parser.add_argument(
        "report", metavar="REPORT", nargs="?", help=f"What run --json wrote; default: {_OWN_REPORT}"
    )
    parser.flag("--markdown", "As Markdown", dest="as_markdown")


def _compare(parser: Parser) -> None:
    parser.add_argument("reports", metavar="REPORT", nargs="+", help="What run --json wrote")
    parser.add_argument("--markdown", metavar="FILE", help="Write Markdown")
    _page_options(parser)


def _site(parser: Parser) -> None:
    parser.add_argument(
        "subject",
        metavar="FOLDER",
        nargs="?",
        help=(
            "What run --json, inventory --json, bench --json and history wrote, and folders "
            "of it; default: none, pages of the rules alone"
        ),
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        required=True,
        help="Folder of the site; an earlier site there is replaced",
    )
    parser.add_argument(
        "--bugs",
        metavar="FILE",
        help="Published bugs and the tests that see them, like ci/expectations/known-bugs.md",
    )


def _history(parser: Parser) -> None:
    parser.add_argument(
        "reports", metavar="FILE", nargs="+", help="Histories (*.jsonl), and what run --json wrote"
    )
    parser.add_argument(
        "--out", metavar="FILE", help="Write it there, which may be one of these; default: print it"
    )


def _inventory(parser: Parser) -> None:
    parser.add_argument("trees", metavar="TREE", nargs=1, help="Build folder")
    _json_flag(parser, "As JSON")
    parser.flag(
        "--probe",
        (
            "Of pvars also what a read costs, in a signal handler too, and what is left after"
            " MPI_Finalize"
        ),
    )
    _target_options(parser)


def _prove(parser: Parser) -> None:
    parser.add_argument(
        "tree",
        metavar="TREE",
        nargs="?",
        help="Build folder; default: the one this program lies in",
    )
    parser.many("--filter", "Only these", dest="globs")
    parser.many("--test", "Only tests with this name or of this clause", dest="filters")
    _jobs_option(parser)
    _timeout_option(parser)
    parser.add_argument("--json", metavar="FILE", help="Write the results")


def _prove_variants(parser: Parser) -> None:
    _prove(parser)
    parser.number(
        "--pairs", "So many combinations of two instead, drawn by the seed", 1, 100_000, "N"
    )
    parser.number(
        "--seed", "Seed of pairs and tests; default: another one each run", 0, 2**64 - 1
    )


def _prove_aliens(parser: Parser) -> None:
    _prove_variants(parser)
    parser.flag("--list", "Print what there is and what must be found about each", dest="only_list")


def _sample_of_faults(parser: Parser) -> None:
    _prove(parser)
    parser.number("--every", "Only every Nth of the faults", 1, 100_000, "N", 1)
    parser.number("--offset", "The first of them, from 0; default: (N - 1) / 2", 0, 100_000, "K")


def _prove_faults(parser: Parser) -> None:
    _sample_of_faults(parser)
    _suite_option(parser)
    parser.flag(
        "--whole-suite", "Run all tests under each fault, not only those of the rules it breaks"
    )
    parser.flag("--findings", "Run all tests, and print how many must findings each fault causes")


def _prove_foundations(parser: Parser) -> None:
    _prove(parser)
    _suite_option(parser)


def _prove_repro(parser: Parser) -> None:
    _sample_of_faults(parser)
    parser.number(
        "--at-least", "Per cent of the failures that must be shown", 0, 100, "PERCENT", 80
    )
    _seed_option(parser)
    parser.add_argument("--repro", metavar="DIR", help="Folder for the programs")


def _prove_load(parser: Parser) -> None:
    parser.add_argument(
        "tree",
        metavar="TREE",
        nargs="?",
        help="Build folder; default: the one this program lies in",
    )
    parser.many("--filter", "Only tests with this name or of this clause", dest="filters")
    _suite_option(parser)
    parser.number("--times", "Computing processes for each processor", 1, 100, "N", 8)
    _jobs_option(parser)
    _seed_option(parser)
    _timeout_option(parser)
    parser.add_argument("--json", metavar="FILE", help="Write the results")


def _prove_mutants(parser: Parser) -> None:
    _prove(parser)
    _suite_option(parser)
    parser.number("--count", "So many mutants, drawn by the seed", 1, 100_000, "N", 400)
    parser.number(
        "--seed", "Of the drawing, and of the tests", 0, 2**64 - 1, default=_SEED_OF_MUTANTS
    )
    parser.add_argument(
        "--by",
        choices=("engine", "suites", "both"),
        help="Who hunts them: the engine's tests, the suites; default: both",
    )
    parser.flag("--again", "Let those hunt once more who did not kill in an earlier run")
    parser.add_argument(
        "--work",
        metavar="DIR",
        help="Folder for what is built and for the results; default: TREE/mutants",
    )
    parser.add_argument(
        "--sources",
        metavar="DIR",
        help="The project that is mutated; default: the one this program lies in",
    )


def _prove_blast(parser: Parser) -> None:
    _sample_of_faults(parser)
    parser.flag("--all", "Each function with each harm: takes hours")


class _Command(NamedTuple):
    about: str  # what it does
    add_options: Optional[Callable[[Parser], None]] = None  # None: a group of commands, or bench
    epilog: str = _GENERAL  # the end of its help


_COMMANDS = {
    "run": _Command("Run the tests of one or more trees and report", _run),
    "test": _Command("Build the suites for an installed MPI, once, and run them", _test),
    # For the help only: bench parses its own command line.
    "bench": _Command("Measure what MPI_T costs, several trees in turns"),
    "list": _Command("List clauses or tests"),
    "list clauses": _Command("The rules of MPI_T that are known", _list),
    "list tests": _Command("The tests of a tree", _list),
    "explain": _Command("What a clause says, or what a test examines", _explain),
    "codes": _Command("Which return codes a run provoked from which function", _codes),
    "diff": _Command("What became better, worse or different", _diff, _DIFFERENCES),
    "finding": _Command(
        "One finding of a report, as a maintainer of the library can be sent it", _finding
    ),
    "compare": _Command(
        "Clauses as rows, the targets of all reports as columns", _compare, _COMPARED
    ),
    "site": _Command(
        (
            "Static pages of all reports of a folder: libraries, rules, findings, variables, "
            "differences, what changed"
        ),
        _site,
        _SITE,
    ),
    "history": _Command("Join histories of a site, and reports, into one history", _history, _SITE),
    "inventory": _Command("Everything that a tree's MPI exposes through MPI_T", _inventory),
    "prove": _Command("Test the tests"),
    "prove variants": _Command(
        "Run everything on each legal behaviour of the reference: nothing may be found",
        _prove_variants,
    ),
    "prove aliens": _Command(
        "Make other MPIs of the reference by small changes: about legal ones nothing may be found",
        _prove_aliens,
        _ALIENS,
    ),
    "prove faults": _Command(
        "Break one rule at a time: a test of that rule must find it",
        _prove_faults,
        _FAULT_VERDICTS,
    ),
    "prove foundations": _Command(
        "Break what tests rest on: no other rule may be charged for it", _prove_foundations
    ),
    "prove repro": _Command(
        "Under each fault, the C program of a failing test must show the fault", _prove_repro
    ),
    "prove hostile": _Command(
        "Under libraries that harm their process each verdict must be right", _prove
    ),
    "prove load": _Command("Load the machine: no verdict may change", _prove_load),
    "prove mutants": _Command(
        "Change the reference's engine a little: its tests and the suites must notice",
        _prove_mutants,
        _MUTANTS,
    ),
    "prove blast": _Command(
        "Let one function harm its process: all tests but those that need it stay as usual",
        _prove_blast,
        _BLASTS,
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
    return parser.error("A subcommand is required")


def _check_together(parser: Parser, values: dict[str, Any]) -> None:
    for option, needed in (("bench", "html"), ("update_expectations", "expect")):
        if option in values and needed not in values:
            parser.error(f"--{option.replace('_', '-')} requires --{needed}")
    for option in ("every", "offset"):
        if option in values and "all" in values:
            parser.error(f"--{option} excludes --all")
    if "only_build" in values and values.keys() - {"only_build", "trees"}:
        parser.error("--only-build takes no option of a run")


def _special_defaults(name: str, values: dict[str, Any]) -> None:
    if name in ("run", "test") and values.get("repro"):
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

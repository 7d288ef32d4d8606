# SPDX-License-Identifier: BSD-3-Clause
"""Options that several commands of mpitcheck take."""
import argparse
import os

from mpitcheck.run.parser import Parser


# An MPI mostly waits while it starts and ends.
JOBS_PER_PROCESSOR = 4


def _assignment(text: str) -> str:
    if text.find("=") < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not K=V")
    return text


def page_options(parser: Parser) -> None:
    parser.add_argument("--html", metavar="FILE", help="Write one self-contained HTML page")
    parser.add_argument(
        "--bench", metavar="FILE", help="With --html: show the figures of bench --json on the page"
    )


def timeout_option(parser: Parser, default: float = 60) -> None:
    parser.number(
        "--timeout",
        "Seconds until a test is ended; the time for which it waits for a processor does not count",
        0.1,
        86400,
        "SECONDS",
        default,
    )


def target_options(parser: Parser) -> None:
    timeout_option(parser)
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


def jobs_option(parser: Parser, per_processor: int = JOBS_PER_PROCESSOR) -> None:
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


def seed_option(parser: Parser) -> None:
    parser.number("--seed", "Seed of the tests; default: a new one in each run", 0, 2**64 - 1)


def suite_option(parser: Parser) -> None:
    parser.many("--suite", "Only tests of this suite", dest="suites")


def json_flag(parser: Parser, help: str = "Print a JSON array") -> None:
    parser.flag("--json", help, dest="as_json")


def usual_jobs() -> int:
    return JOBS_PER_PROCESSOR * (os.cpu_count() or 1)

# SPDX-License-Identifier: BSD-3-Clause
"""The options of `mpitcheck prove`."""
from mpitcheck.run.parser import Parser
from mpitcheck.run.shared_options import (
    JOBS_PER_PROCESSOR,
    jobs_option,
    seed_option,
    suite_option,
    timeout_option,
)

# Many hostile libraries hang, which takes time but no processor.
HOSTILE_TIMEOUT = 8  # seconds
HOSTILE_JOBS = 4  # factor of the usual number of jobs
# Each blast runs all tests, so a sample is usual. The number has no common divisor with the number
# of harms, so that the sample contains each harm.
EVERY_BLAST = 23
SEED_OF_MUTANTS = 1  # fixed, so that a run can continue with the results of another one
_FAULTS = "faults with this name or of this clause"  # what --filter selects


def _prove(
    parser: Parser,
    selected: str,
    timeout: float = 60,
    jobs_per_processor: int = JOBS_PER_PROCESSOR,
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
    jobs_option(parser, jobs_per_processor)
    timeout_option(parser, timeout)
    parser.add_argument("--json", metavar="FILE", help="Write the results")


def _pairs(parser: Parser, kind: str) -> None:
    _prove(parser, f"{kind} with this name")
    parser.number(
        "--pairs", f"Try this number of random pairs instead of single {kind}", 1, 100_000, "N"
    )
    parser.number(
        "--seed", "Seed of pairs and tests; default: a new one in each run", 0, 2**64 - 1
    )


def prove_variants(parser: Parser) -> None:
    _pairs(parser, "variants")


def prove_aliens(parser: Parser) -> None:
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


def prove_faults(parser: Parser) -> None:
    _sample_of_faults(parser)
    suite_option(parser)
    parser.flag(
        "--whole-suite",
        "Run all tests under each fault, not only those of the rules that it breaks",
    )
    parser.flag(
        "--findings",
        "Run all tests, and print the number of `must` findings that each fault causes",
    )


def prove_foundations(parser: Parser) -> None:
    _prove(parser, _FAULTS)
    suite_option(parser)


def prove_repro(parser: Parser) -> None:
    _sample_of_faults(parser)
    parser.number(
        "--at-least", "Percentage of failures that C programs must show", 0, 100, "PERCENT", 80
    )
    seed_option(parser)
    parser.add_argument("--repro", metavar="DIR", help="Folder for the programs")


def prove_load(parser: Parser) -> None:
    parser.add_argument(
        "tree",
        metavar="TREE",
        nargs="?",
        help="Build folder; default: the one that contains this program",
    )
    parser.many("--filter", "Only tests with this name or of this clause", dest="filters")
    suite_option(parser)
    parser.number(
        "--times", "Processes per processor that compute to load the machine", 1, 100, "N", 8
    )
    jobs_option(parser)
    seed_option(parser)
    timeout_option(parser)
    parser.add_argument("--json", metavar="FILE", help="Write the results")


def prove_hostile(parser: Parser) -> None:
    _prove(parser, "acts with this name", HOSTILE_TIMEOUT, HOSTILE_JOBS * JOBS_PER_PROCESSOR)


def prove_mutants(parser: Parser) -> None:
    _prove(parser, "mutants of this file, function, kind or line")
    suite_option(parser)
    parser.number("--count", "Number of mutants, drawn by the seed", 1, 100_000, "N", 400)
    parser.number(
        "--seed",
        "Seed of the drawn mutants and of the tests",
        0,
        2**64 - 1,
        default=SEED_OF_MUTANTS,
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


def prove_blast(parser: Parser) -> None:
    _sample(parser, "blasts", "blasts with this name", EVERY_BLAST)
    parser.flag("--all", "Try each function with each harm; takes hours")

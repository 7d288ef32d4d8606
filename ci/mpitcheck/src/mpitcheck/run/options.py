# SPDX-License-Identifier: BSD-3-Clause
"""The command line of mpitcheck: its commands, their options and help."""
import argparse
import os
import sys
from dataclasses import dataclass, field, fields
from typing import Any, Optional

from mpitcheck.job.run_options import RunOptions
from mpitcheck.process import own
from mpitcheck.run.commands import COMMANDS, OWN_REPORT, PAGE
from mpitcheck.run.epilogs import ABOUT, GENERAL
from mpitcheck.run.parser import Parser
from mpitcheck.run.prove_options import (
    EVERY_BLAST,
    HOSTILE_JOBS,
    HOSTILE_TIMEOUT,
    SEED_OF_MUTANTS,
)
from mpitcheck.run.shared_options import usual_jobs
from mpitcheck.run.terminal import show

_OLD_NAMES = {"selftest": "prove"}  # of commands


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
    report: str = OWN_REPORT  # for finding
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


def _parse_group(name: str, words: list[str]) -> str:
    """Returns the command of a group that the first word names.

    `name` is the group, or "" for all commands. Raises UserError if there is no such command.
    Prints help or version and exits if the first word asks for that.
    """
    about = COMMANDS[name].about if name else ABOUT
    members = {
        command: it.about for command, it in COMMANDS.items() if command.rpartition(" ")[0] == name
    }
    command = f"{name} {words[0]}".lstrip() if words else ""
    if command in members:
        return command
    lines = [f"  {command.rpartition(' ')[2]:<12}{help}" for command, help in members.items()]
    parser = Parser(name, f"{about}\n\nSubcommands:\n" + "\n".join(lines), GENERAL)
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
        values.setdefault("html", PAGE)
    if name == "prove blast" and not values.keys() & {"all", "globs", "every"}:
        values["every"] = EVERY_BLAST
    if name == "prove mutants":
        values.setdefault("seed", SEED_OF_MUTANTS)
    if name == "prove hostile":
        values.setdefault("timeout", HOSTILE_TIMEOUT)
        values.setdefault("jobs", HOSTILE_JOBS * usual_jobs())


def _parser_of(name: str) -> Parser:
    command = COMMANDS[name]
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
        for name in COMMANDS
        if name == "bench" or COMMANDS[name].add_options
    }


def about_all() -> tuple[str, str]:
    """Returns two texts of the help: on the program, and on trees, verdicts and exit codes."""
    return ABOUT, GENERAL


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
    if COMMANDS[name].add_options is None:
        name, depth = _parse_group(name, words[1:]), 2
    parser = _parser_of(name)
    values = vars(parser.parse(words[depth:]))
    _check_together(parser, values)
    _special_defaults(name, values)
    of_run = {
        each.name: values.pop(each.name) for each in fields(RunOptions) if each.name in values
    }
    usual: dict[str, Any] = {"jobs": usual_jobs(), "seed": int.from_bytes(os.urandom(4), "little")}
    return Options(name, RunOptions(**{**usual, **of_run}), **values)

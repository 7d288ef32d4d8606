# SPDX-License-Identifier: BSD-3-Clause
"""The command line of `ci/campaigns/campaign`: finds the campaign and runs it."""
import argparse
import importlib
import sys
from typing import Any, Protocol, cast

from tools.stages.commands import discard
from tools.stages.steps import guarded

_USAGE = """usage: ci/campaigns/campaign NAME [OPTION...]
       ci/campaigns/campaign NAME --help

Runs one campaign. Results are in docs/results.

Each campaign describes its exit codes. Exit code 5 means that the campaign was interrupted: by
Ctrl-C, by another signal, or because the program that reads its output has ended, such as `head`.
All commands that the campaign runs are ended. The next call resumes.

Campaigns:
"""
CAMPAIGNS = {
    "abi": "compares the standard ABI with the native ABI of MPICH and Open MPI",
    "compilers": "tries other compilers and standard libraries, each in a Debian root",
    "cost": "compares time, files and lines of a build and a run with limits",
    "coverage": "finds lines and branches of the reference that no test runs",
    "cvargen-mpich": "runs cvargen on the sources of MPICH, and compares with its library",
    "limits": "compares the cost of the reference's updates, messages and calls with limits",
    "matrix": "compares MPICH and Open MPI of several Debian releases",
    "package": "makes the packages, and tries them in bare Debian roots",
    "processors": "builds for Arm and s390x, and runs them emulated",
    "programs": "builds and runs any MPI program with the reference",
    "site": "writes static pages of all reports in a folder",
    "slurm": "runs the suites on a Slurm cluster of four nodes in namespaces",
    "static": "runs the suites with statically linked MPIs",
    "surroundings": "runs all tests on restricted systems",
}


class Campaign(Protocol):
    """The module campaigns/NAME/NAME.py."""

    __doc__: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        ...

    def run(self, options: argparse.Namespace) -> int:
        """Returns the exit code. May raise Refused and Failed."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports a closed output while it prints the help, unlike argparse."""

    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="", file=file)


def _run(name: str, arguments: list[str]) -> int:
    word = name.replace("-", "_")
    program = f"ci/campaigns/campaign {name}"
    campaign = cast(Campaign, importlib.import_module(f"campaigns.{word}.{word}"))
    parser = _Parser(
        prog=program,
        description=campaign.__doc__,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    campaign.add_arguments(parser)
    options = parser.parse_args(arguments)
    return guarded(program, lambda: campaign.run(options))


def _call(arguments: list[str]) -> int:
    if arguments[:1] in ([], ["-h"], ["--help"]):
        width = max(map(len, CAMPAIGNS)) + 2
        print(_USAGE)
        print("\n".join(f"  {name:<{width}}{line}" for name, line in CAMPAIGNS.items()))
        return 0 if arguments else 2
    name = arguments[0]
    if name not in CAMPAIGNS:
        print(
            f"ci/campaigns/campaign: '{name}' is not a campaign: --help lists them", file=sys.stderr
        )
        return 2
    return _run(name, arguments[1:])


def main(arguments: list[str]) -> int:
    """Returns the exit code."""
    try:
        try:
            return _call(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # nothing reads the output
        discard(sys.stdout, sys.stderr)
        return 5

# SPDX-License-Identifier: BSD-3-Clause
"""The options of a run and their defaults."""
import os
from dataclasses import dataclass, field


FORMATS = ("text", "tap", "junit", "json", "markdown")


def half_of_memory() -> int:
    """Returns half of the machine's memory in MiB."""
    return os.sysconf("SC_PHYS_PAGES") // 2 * os.sysconf("SC_PAGESIZE") >> 20


@dataclass
class RunOptions:
    """The options of `mpitcheck run`, some of which other commands use too."""

    trees: list[str] = field(default_factory=list)
    name: str = ""  # of the target, if there is one tree; empty: the tree's own name
    # Globs over test names and clause ids; empty: everything
    filters: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)  # globs like `filters`, for tests to leave out
    levels: list[str] = field(default_factory=list)  # of clauses that tests must cite; empty: all
    suites: list[str] = field(default_factory=list)  # globs; empty: all
    quick: bool = False  # only tests that have found something (job/quick.py)
    np: int = 1  # processes per test, unless the test needs more
    launcher: str = ""  # template with {np}; empty: the tree's own
    jobs: int = 1
    timeout: float = 60  # seconds per test
    grace: float = 2  # seconds between SIGTERM and SIGKILL
    memory: int = field(default_factory=half_of_memory)  # MiB for all processes of a test
    seed: int = 0
    cases: int = 0  # random sequences per property; 0: its default
    max_size: int = 0  # of random sequences; 0: the property's default
    stress_duration: float = 0  # seconds per stress test; 0: its default
    threads: int = 0  # of a stress test; 0: its default
    signal_rate: int = 0  # signals per second in a stress test; 0: its default
    env: list[str] = field(default_factory=list)  # "K=V" for the test programs
    preload: list[str] = field(default_factory=list)  # libraries loaded into the test programs
    abi_library: str = ""
    no_write: bool = False  # never write a cvar
    quiet: bool = False  # no progress on stderr
    verbose: bool = False  # print all findings, and failures with their evidence
    preflight: bool = True  # find out what the targets need before the first test
    counts: bool = True  # take the inventory: counts of objects and calls that end the process
    json: str = ""  # report files; empty: not written
    junit: str = ""
    tap: str = ""
    markdown: str = ""
    full: bool = False  # write more than the usual size into the `markdown` file
    html: str = ""
    format: str = "text"  # of the report on stdout: one of FORMATS
    open_page: bool = False  # show the `html` file in a browser
    bench: str = ""  # file of bench --json to show on the HTML page; empty: none
    programs: int = 0  # the most failing tests for which to search for a C program
    repro: str = ""  # folder for C programs that show failures; empty: none
    evidence: str = ""  # folder for a bug report per finding; empty: none
    expect: list[str] = field(default_factory=list)  # expectations files; empty: no gate
    update_expectations: bool = False  # change those files to match the results

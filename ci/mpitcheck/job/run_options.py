# SPDX-License-Identifier: BSD-3-Clause
"""What a run is asked for."""
import os
from dataclasses import dataclass, field


def half_of_memory() -> int:
    """Half of the machine's memory, in MiB."""
    return os.sysconf("SC_PHYS_PAGES") // 2 * os.sysconf("SC_PAGESIZE") >> 20


@dataclass
class RunOptions:
    """Of `mpitcheck run`; others make use of some."""

    trees: list[str] = field(default_factory=list)
    name: str = ""  # of the target of the one tree; empty: the tree's own
    filters: list[str] = field(
        default_factory=list
    )  # globs over test names and clause ids; empty: everything
    without: list[str] = field(default_factory=list)  # the same, of what is left out
    levels: list[str] = field(default_factory=list)  # only tests that cite a clause of one of these
    suites: list[str] = field(default_factory=list)  # globs; empty: all
    quick: bool = False  # only tests that have found something (job.quick)
    np: int = 1  # processes per test, unless the test wants more
    launcher: str = ""  # template; empty: the tree's own
    jobs: int = 1
    timeout: float = 60  # seconds per test
    grace: float = 2  # seconds between SIGTERM and SIGKILL
    memory: int = field(default_factory=half_of_memory)  # MiB for all processes of a test
    seed: int = 0
    cases: int = 0  # of properties, as max_size; 0: their own
    max_size: int = 0
    stress_duration: float = 0  # seconds per stress test; 0: its own
    threads: int = 0  # of stress tests, as signal_rate; 0: their own
    signal_rate: int = 0
    env: list[str] = field(default_factory=list)  # "K=V" for the test programs
    preload: list[str] = field(default_factory=list)  # libraries loaded into the test programs
    abi_library: str = ""
    process_per_test: bool = False  # no nurseries
    no_write: bool = False  # of cvars
    quiet: bool = False  # no progress on stderr
    preflight: bool = True  # find out what targets need before the first test
    counts: bool = True  # take the inventory: counts of objects, and what ends the process
    json: str = ""  # report files; empty: not written
    junit: str = ""
    markdown: str = ""
    html: str = ""
    open_page: bool = False  # html, in a browser
    bench: str = ""  # what bench --json wrote, for the HTML page; empty: none
    programs: int = 0  # C programs to search for failing tests, at most
    repro: str = ""  # folder for C programs that show failures; empty: none
    expect: list[str] = field(default_factory=list)  # expectations files; empty: no gate
    update_expectations: bool = False  # make those files fit the results

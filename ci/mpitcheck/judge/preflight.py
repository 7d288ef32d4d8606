# SPDX-License-Identifier: BSD-3-Clause
"""What is known of a target before its first test: how its processes are made, and what follows for the tests. It stems from the tree's
bin/preflight, started in several ways (mpitcheck.run.preflight)."""
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge.data import NOT_IN_FILES

_UNUSUAL_START = 1.0  # seconds: faster ones are not worth a line
SAFE = "safe"
WORKS = "works"


@dataclass
class Start:
    """How one process of the target came up."""

    how: str = ""  # "first", "second", "under the launcher", "two processes"
    seconds: float = 0  # for MPI_T_init_thread and MPI_Init together


@dataclass
class Preflight:
    """Each text is WORKS or SAFE, or says what happened instead; "" if it was not tried or cannot be told."""

    singleton: str = ""  # one process without the launcher
    launcher: str = ""  # one process with it
    two_processes: str = ""
    forks_with_tool: str = (  # a forked process uses what MPI_T_init_thread brought up in its parent
        ""
    )
    forks_with_mpi: str = ""
    other_thread: str = ""  # MPI_Init_thread is called by another thread than that of main()
    thread_levels: dict[str, str] = field(
        default_factory=dict
    )  # asked of MPI_Init_thread -> provided
    # What the library brings, in files as a line: threads of a process once MPI is up (0: not known),
    # signals that are handled, and how the library replaces the system's threads.
    threads: int = field(default=0, metadata=NOT_IN_FILES)
    handlers: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    scheduler: str = field(default="", metadata=NOT_IN_FILES)
    # What tests use of MPI itself (conformance/harness/test/repertoire.hpp) -> how it fails.
    broken_parts: dict[str, str] = field(default_factory=dict)
    # Functions of MPI that worked in each of these processes, which do not use MPI_T: what others do elsewhere is not charged to MPI_T.
    works_alone: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    starts: list[Start] = field(default_factory=list)
    side_by_side: str = ""  # what happened to a job beside another that comes up alone; "": nothing
    lines: list[str] = field(default_factory=list)  # for people: what was found and what follows

    @property
    def needs_launcher(self) -> bool:
        """One process comes up under the launcher only."""
        return self.singleton not in ("", WORKS) and self.launcher == WORKS

    @property
    def can_fork_with_tool(self) -> bool:
        return self.forks_with_tool in ("", SAFE)

    @property
    def can_fork_with_mpi(self) -> bool:
        return self.forks_with_mpi in ("", SAFE)

    @property
    def is_slow(self) -> bool:
        return max(self.start_seconds, self.first_start_seconds) >= _UNUSUAL_START

    @property
    def is_usual(self) -> bool:
        """Tests need not adapt."""
        return (
            not (self.needs_launcher or self.is_slow or self.broken_parts)
            and self.can_fork_with_tool
            and self.can_fork_with_mpi
        )

    @property
    def one_at_a_time(self) -> bool:
        """A second job on the machine is refused."""
        return self.side_by_side != ""

    @property
    def can_use_nurseries(self) -> bool:
        return not self.needs_launcher and self.can_fork_with_tool

    @property
    def start_seconds(self) -> float:
        """What a start takes once the target has been started before: the longest that was seen."""
        later = [start.seconds for start in self.starts if start.how != "first"]
        return max(later, default=self.first_start_seconds)

    @property
    def first_start_seconds(self) -> float:
        return max((start.seconds for start in self.starts if start.how == "first"), default=0)


def _start_line(preflight: Preflight) -> str:
    if not preflight.starts:
        return "MPI never came up: tests that need it cannot tell anything"
    first, later = preflight.first_start_seconds, preflight.start_seconds
    return f"MPI is up after {first:.2f} s the first time, {later:.2f} s later" + (
        "; tests that start it often get more time" if later >= _UNUSUAL_START else ""
    )


def _fork_line(preflight: Preflight) -> str:
    tool, mpi = preflight.forks_with_tool, preflight.forks_with_mpi
    if tool == mpi == SAFE:
        return "forked processes can use what is up in their parent"
    if not preflight.can_fork_with_tool:
        return f"no fork once MPI_T is up ({tool}): a fresh process each time, no nurseries"
    if not preflight.can_fork_with_mpi:
        return f"no fork once MPI is up ({mpi}): a fresh process each time"
    return ""


def _singleton_line(preflight: Preflight) -> str:
    if preflight.needs_launcher:
        return (
            f"no start without the launcher ({preflight.singleton}): tests of one process run"
            " under it"
        )
    if preflight.singleton not in ("", WORKS):
        return f"one process alone does not come up ({preflight.singleton})" + (
            f", nor under the launcher ({preflight.launcher})"
            if preflight.launcher
            else ", and the tree names no launcher"
        )
    return (
        "starts with and without the launcher"
        if preflight.launcher == WORKS
        else "starts without a launcher"
    )


def _launcher_line(preflight: Preflight) -> str:
    broken = {
        name: text
        for name, text in (("one process", preflight.launcher), ("two", preflight.two_processes))
        if text not in ("", WORKS)
    }
    return (
        "the launcher does not start "
        + ", ".join(f"{name} ({text})" for name, text in broken.items())
        if broken
        else ""
    )


def _side_by_side_line(preflight: Preflight) -> str:
    if not preflight.one_at_a_time:
        return ""
    return (
        f"no second job beside the first ({preflight.side_by_side}): one test at a time, as with "
        "-j 1; --quick and --filter run fewer"
    )


def _thread_line(preflight: Preflight) -> str:
    def short(level: str) -> str:
        return level.removeprefix("MPI_THREAD_")

    levels = {
        asked: provided for asked, provided in preflight.thread_levels.items() if asked != provided
    }
    text = ", ".join(f"{short(provided)} for {short(asked)}" for asked, provided in levels.items())
    parts = [f"thread levels: {text}"] if text else []
    if not text and preflight.thread_levels:
        parts.append("thread levels as asked for")
    if preflight.other_thread not in ("", WORKS):
        parts.append(
            f"MPI comes up on the thread of main() only ({preflight.other_thread}): tests do it"
            " there"
        )
    return "; ".join(parts)


def _mpi_line(preflight: Preflight) -> str:
    """What of MPI itself fails in this library, by how it does."""
    functions = {}
    for text in preflight.broken_parts.values():
        function, _, problem = text.removesuffix(" in this library").partition(" ")
        functions[function] = problem
    problems: dict[str, list[str]] = {}
    for function, problem in sorted(functions.items()):
        problems.setdefault(problem, []).append(function)
    text = "; ".join(f"{', '.join(names)}: {problem}" for problem, names in problems.items())
    return (
        f"fails with no MPI_T call in progress, so that tests do without it: {text}" if text else ""
    )


def _surroundings_line(preflight: Preflight) -> str:
    brings = []
    if preflight.threads > 1:
        brings.append(f"{preflight.threads - 1} thread{'s' if preflight.threads > 2 else ''}")
    if preflight.handlers:
        brings.append("handlers of " + ", ".join(preflight.handlers))
    if preflight.scheduler:
        brings.append(
            f"a scheduler of its own ({preflight.scheduler}): the suite's threads are the system's"
        )
    return "the library brings " + "; ".join(brings) if brings else ""


def preflight_lines(preflight: Preflight) -> list[str]:
    """What was found and what follows: two lines, more where something is unusual."""
    usual = "; ".join(filter(None, (_singleton_line(preflight), _start_line(preflight))))
    rest = "; ".join(filter(None, (_fork_line(preflight), _thread_line(preflight))))
    unusual = (
        _launcher_line(preflight),
        _side_by_side_line(preflight),
        _mpi_line(preflight),
        _surroundings_line(preflight),
    )
    return list(filter(None, (usual, rest, *unusual)))


def start_limit(preflight: Optional[Preflight], starts: int, seconds: float) -> float:
    """The time limit of a test that brings MPI up that many times, where `seconds` are right for a target that is up at once: as much more
    as the starts take. One of them may be a first start. Without a preflight, or where starts are quick, nothing changes.
    """
    if preflight is None or not preflight.is_slow:
        return seconds
    return seconds + starts * preflight.start_seconds + preflight.first_start_seconds

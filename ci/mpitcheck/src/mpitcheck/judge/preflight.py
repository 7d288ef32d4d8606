# SPDX-License-Identifier: BSD-3-Clause
"""The results of the preflight of a target, and their consequences for its tests.

mpitcheck.run.preflight starts the tree's bin/preflight in several ways before the first test.
"""
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.schema.form import NOT_IN_FILES

_UNUSUAL_START = 1.0  # seconds; tests need not adapt to shorter starts
SAFE = "safe"
WORKS = "works"


@dataclass
class Start:
    """The start of one process of the target."""

    how: str = ""  # "first", "second", "under the launcher", "two processes"
    seconds: float = 0  # for MPI_T_init_thread and MPI_Init together


@dataclass
class Preflight:
    """The results of the preflight.

    Each text is WORKS or SAFE, or describes what happened instead. It is "" if the preflight did
    not try it or could not determine it.
    """

    singleton: str = ""  # one process without the launcher
    launcher: str = ""  # one process with it
    two_processes: str = ""
    forks_with_tool: str = ""  # a forked process uses MPI_T, which its parent has initialized
    forks_with_mpi: str = ""
    other_thread: str = ""  # a thread other than that of main() calls MPI_Init_thread
    # Requested of MPI_Init_thread -> provided
    thread_levels: dict[str, str] = field(default_factory=dict)
    # Effects of the library on its process, which files have in `lines`: the threads once MPI is
    # initialized (0: unknown), the handled signals, and the replacement of the system's threads.
    threads: int = field(default=0, metadata=NOT_IN_FILES)
    handlers: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    scheduler: str = field(default="", metadata=NOT_IN_FILES)
    # Part of MPI that tests use (conformance/harness/test/repertoire.hpp) -> how it fails
    broken_parts: dict[str, str] = field(default_factory=dict)
    # Functions of MPI that worked in all processes of the preflight that do not use MPI_T. No other
    # function of MPI is charged to MPI_T.
    works_alone: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    starts: list[Start] = field(default_factory=list)
    side_by_side: str = ""  # how a job failed beside another, but not alone; "": none did
    lines: list[str] = field(default_factory=list)  # for people: results and consequences

    @property
    def needs_launcher(self) -> bool:
        """Whether a single process starts under the launcher only."""
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
        """Whether tests need not adapt."""
        return (
            not (self.needs_launcher or self.is_slow or self.broken_parts)
            and self.can_fork_with_tool
            and self.can_fork_with_mpi
        )

    @property
    def one_at_a_time(self) -> bool:
        """Whether a second job beside the first one fails."""
        return self.side_by_side != ""

    @property
    def start_seconds(self) -> float:
        """The longest time that a start took, without the first start if there were others."""
        later = [start.seconds for start in self.starts if start.how != "first"]
        return max(later, default=self.first_start_seconds)

    @property
    def first_start_seconds(self) -> float:
        return max((start.seconds for start in self.starts if start.how == "first"), default=0)


def _start_line(preflight: Preflight) -> str:
    if not preflight.starts:
        return "MPI cannot be initialized: tests that need it give no verdict"
    first, later = preflight.first_start_seconds, preflight.start_seconds
    return f"MPI starts in {first:.2f} s the first time, {later:.2f} s later" + (
        "; tests that start MPI often get more time" if later >= _UNUSUAL_START else ""
    )


def _fork_line(preflight: Preflight) -> str:
    tool, mpi = preflight.forks_with_tool, preflight.forks_with_mpi
    if tool == mpi == SAFE:
        return "forked processes can use the MPI and MPI_T of their parent"
    if not preflight.can_fork_with_tool:
        return f"fork fails after MPI_T is initialized ({tool}): tests start a new process instead"
    if not preflight.can_fork_with_mpi:
        return f"fork fails after MPI is initialized ({mpi}): tests start a new process instead"
    return ""


def _singleton_line(preflight: Preflight) -> str:
    if preflight.needs_launcher:
        return (
            f"MPI does not start without the launcher ({preflight.singleton}): tests of one process"
            " use it too"
        )
    if preflight.singleton not in ("", WORKS):
        return f"one process does not start ({preflight.singleton})" + (
            f", nor does it with the launcher ({preflight.launcher})"
            if preflight.launcher
            else ", and the tree names no launcher: give one, --launcher 'srun -n {np}'"
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
        f"two jobs cannot run at once ({preflight.side_by_side}): tests run one at a time, as with "
        "-j 1; --quick and --filter run fewer"
    )


def _thread_line(preflight: Preflight) -> str:
    def short(level: str) -> str:
        return level.removeprefix("MPI_THREAD_")

    levels = {
        asked: provided for asked, provided in preflight.thread_levels.items() if asked != provided
    }
    text = ", ".join(
        f"{short(provided)} instead of {short(asked)}" for asked, provided in levels.items()
    )
    parts = [f"thread levels: {text}"] if text else []
    if not text and preflight.thread_levels:
        parts.append("thread levels as requested")
    if preflight.other_thread not in ("", WORKS):
        parts.append(
            f"MPI can be initialized by the thread of main() only ({preflight.other_thread}): tests"
            " do it there"
        )
    return "; ".join(parts)


def _mpi_line(preflight: Preflight) -> str:
    """Returns the failures of MPI itself, grouped by the way of failure."""
    functions = {}
    for text in preflight.broken_parts.values():
        function, _, problem = text.removesuffix(" in this library").partition(" ")
        functions[function] = problem
    problems: dict[str, list[str]] = {}
    for function, problem in sorted(functions.items()):
        problems.setdefault(problem, []).append(function)
    text = "; ".join(f"{', '.join(names)}: {problem}" for problem, names in problems.items())
    return f"fails with no MPI_T call in progress, so that tests avoid it: {text}" if text else ""


def _surroundings_line(preflight: Preflight) -> str:
    brings = []
    if preflight.threads > 1:
        brings.append(f"{preflight.threads - 1} thread{'s' if preflight.threads > 2 else ''}")
    if preflight.handlers:
        brings.append("handlers of " + ", ".join(preflight.handlers))
    if preflight.scheduler:
        brings.append(
            f"its own scheduler ({preflight.scheduler}), which the threads of the suite do not use"
        )
    return "the library adds " + "; ".join(brings) if brings else ""


def preflight_lines(preflight: Preflight) -> list[str]:
    """Returns results and consequences: up to two lines, and one per unusual result."""
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
    """Returns the time limit of a test that initializes MPI `starts` times.

    `seconds` is the limit for a target that starts at once. The time of the starts is added. One of
    them may be a first start. Without a preflight, or if starts are quick, the limit is `seconds`.
    """
    if preflight is None or not preflight.is_slow:
        return seconds
    return seconds + starts * preflight.start_seconds + preflight.first_start_seconds

# SPDX-License-Identifier: BSD-3-Clause
"""The preflight: finds out before the first test how processes of a target must be started.

It starts the tree's bin/preflight several times: first alone, then in parallel a second time, under
the launcher, as two processes, with MPI_Init_thread on another thread, and to try the parts of MPI
that tests use. A start that fails in parallel is repeated alone. The program prints each result at
once, so that a crash or hang is a result too.
"""
import functools
import json
import os
from typing import Callable, Optional

from mpitcheck.job.job import Injection, TestFolders, preflight_job, prepared_start
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target
from mpitcheck.judge import strict_json
from mpitcheck.judge.data import JsonObject, from_data
from mpitcheck.judge.preflight import SAFE, WORKS, Preflight, Start, preflight_lines
from mpitcheck.judge.records import HABITS_VARIABLE
from mpitcheck.process.files import find_program
from mpitcheck.process.scheduler import JobOutcome, Scheduler
from mpitcheck.process.text import encode
from mpitcheck.run.inventory import Foundation, how_it_ended

# The lines that the processes of a start printed, by their `found` member
Found = dict[object, list[JsonObject]]
# Receives these lines, and WORKS or how the start failed
Took = Callable[[Found, str], None]


def _entries(outcome: JobOutcome) -> list[JsonObject]:
    """Returns the JSON objects that the processes printed, in order."""
    entries: list[JsonObject] = []
    for line in outcome.output.splitlines():
        try:
            entries.append(from_data(JsonObject, strict_json.parse(encode(line))))
        except ValueError:  # a line that the library printed, or an incomplete one
            continue
    return entries


def _found(outcome: JobOutcome) -> Found:
    """Returns the JSON objects that the processes printed, by their `found` member."""
    found: Found = {}
    for entry in _entries(outcome):
        found.setdefault(entry.get("found"), []).append(entry)
    return found


def _text(entry: JsonObject, key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _number(entry: JsonObject, key: str) -> float:
    value = entry.get(key)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _start_result(
    found: Found, outcome: JobOutcome, processes: int, launched: bool, limit: float
) -> str:
    """Returns WORKS if MPI connected that many processes, else what happened instead."""
    up = found.get("mpi", [])
    codes = [_text(entry, "code") for entry in up if _text(entry, "code") != "MPI_SUCCESS"]
    if codes:
        return codes[0] or "an answer that is not a return code"
    if len(up) < processes:
        return how_it_ended(outcome, launched, f"{limit:g} s")
    alone = [entry for entry in up if entry.get("size") != processes]
    return (
        f"{processes} processes without a connection: is the launcher that of this MPI?"
        if alone
        else WORKS
    )


def _forks(found: Found, what: str) -> str:
    """Returns SAFE if forked processes work, a text about the problem, or "" if that is unknown.

    `what` is the `found` member of the lines to read.
    """
    entries = found.get(what)
    if not entries:
        return ""
    end, uncopied = _text(entries[0], "end"), _number(entries[0], "uncopied")
    lacking = f"a forked process lacks {uncopied:.0f} KiB" if uncopied else ""
    if not end:
        return lacking or SAFE
    if len(entries) == 1:  # the parent did not survive it either, so fork is not the cause
        return lacking
    return f"a forked process {'hung' if end == 'hung' else 'ended with ' + end}" + (
        f", it lacks {uncopied:.0f} KiB" if uncopied else ""
    )


def _how_it_fails(outcome: JobOutcome, launched: bool, seconds: float) -> str:
    """Returns how a function fails that ended the process, e.g. "crashes (SIGSEGV)"."""
    ended = how_it_ended(outcome, launched, f"{seconds:g} s")
    if ended.startswith("SIG"):
        return f"crashes ({ended})"
    return (
        f"does not return ({ended})"
        if outcome.ending and outcome.ending.timed_out
        else f"ends the process ({ended})"
    )


def _seconds(found: Found) -> float:
    return max((_number(entry, "seconds") for entry in found.get("tool", [])), default=0.0) + max(
        (_number(entry, "seconds") for entry in found.get("mpi", [])), default=0.0
    )


_MOST_DEATHS = 8  # functions of MPI that end processes, after which the search stops
_SECONDS_OF_PARTS = 10  # for all parts that work together


def _part_that_ended_it(entries: list[JsonObject]) -> tuple[str, str]:
    """Returns the part that a process started but did not finish, and its last function.

    Both are "" if all parts that it started are finished.
    """
    part = function = ""
    for entry in entries:
        if entry.get("found") == "part":
            part = _text(entry, "name")
        elif entry.get("found") == "call":
            function = _text(entry, "function")
        elif entry.get("found") == "part ended":
            part = ""
    return part, function


class _Flight:
    """The preflight of one target."""

    def __init__(
        self,
        target: Target,
        options: RunOptions,
        injection: Injection,
        scratch: str,
        scheduler: Scheduler,
    ) -> None:
        self.target, self.result, self.under_way = target, Preflight(), 0
        self._options, self._injection, self._scratch, self._scheduler, self._count = (
            options,
            injection,
            scratch,
            scheduler,
            0,
        )
        # Functions of MPI in processes that do not use MPI_T
        self._called: set[str] = set()
        self._failed: set[str] = set()
        # Starts that failed in parallel with others: how, and the arguments of _start()
        self._doubtful: list[tuple[str, int, list[str], Took, bool]] = []

    def _run(
        self,
        np: int,
        words: list[str],
        took: Callable[[JobOutcome], None],
        launched: bool,
        seconds: Optional[float] = None,
    ) -> None:
        """Starts the preflight program, and calls `took` with its outcome.

        `seconds`, if given, can only shorten the usual time limit.
        """
        folders = TestFolders(os.path.join(self._scratch, self.target.name), self._count)
        self._count += 1
        job = preflight_job(
            self.target, words, np, launched, self._options, self._injection, folders
        )
        job.limits.seconds = min(job.limits.seconds, seconds or job.limits.seconds)

        def done(outcome: JobOutcome) -> None:
            self.under_way -= 1
            with folders:
                took(outcome)

        self.under_way += 1
        if not self._scheduler.start(job, done):
            self.under_way -= 1

    def _start(
        self, np: int, words: list[str], took: Took, launched: bool, beside: bool = True
    ) -> None:
        """Starts the preflight program, and calls `took` with its lines and how MPI started.

        If `beside` is set and the start fails, it is stored for again().
        """

        def done(outcome: JobOutcome) -> None:
            found = _found(outcome)
            verdict = _start_result(found, outcome, np, launched, self._options.timeout)
            # A timeout is not repeated: a job that only waits for its node starts in the end.
            if beside and verdict != WORKS and not verdict.startswith("no end"):
                self._doubtful.append((verdict, np, words, took, launched))
            took(found, verdict)

        self._run(np, words, done, launched)

    def _try_parts(
        self, launched: bool, words: list[str], ended_before: Optional[dict[str, str]] = None
    ) -> None:
        """Tries the parts of MPI that tests use, and notes those that fail as broken.

        `words` are --spawn, or --parts and its arguments. After a part that ends the process or
        hangs, another process tries the parts behind it. It does not call the functions that ended
        processes; `ended_before` maps these functions to how they fail.
        """
        deadly = dict(ended_before or {})
        seconds = min(self._options.timeout, _SECONDS_OF_PARTS + self.result.start_seconds)

        def done(outcome: JobOutcome) -> None:
            entries = _entries(outcome)
            ended = [
                entry
                for entry in entries
                if entry.get("found") == "part ended" and _text(entry, "function")
            ]
            if words[0] == "--parts":
                self._note_calls(entries, {_text(entry, "function") for entry in ended})
            for entry in ended:
                function = _text(entry, "function")
                self._note_part(
                    _text(entry, "name"),
                    function,
                    deadly.get(function, f"returns an error ({_text(entry, 'code')})"),
                )
            part, function = _part_that_ended_it(entries)
            if not part:
                return
            deadly[function] = _how_it_fails(outcome, launched, seconds)
            self._note_part(part, function or part, deadly[function])
            if words[0] == "--parts" and len(deadly) < _MOST_DEATHS:
                self._try_parts(launched, ["--parts", part, *deadly], deadly)

        self._run(1, ["MPI_THREAD_SINGLE", *words], done, launched, seconds)

    def _note_calls(self, entries: list[JsonObject], failed: set[str]) -> None:
        """Notes which functions of MPI work in a process that does not use MPI_T.

        In a process that did not finish, the last function failed.
        """
        calls = [_text(entry, "function") for entry in entries if entry.get("found") == "call"]
        self._failed |= failed | (
            set() if entries and entries[-1].get("found") == "end" else set(calls[-1:])
        )
        self._called |= set(calls)

    def _note_part(self, part: str, function: str, problem: str) -> None:
        self.result.broken_parts[part] = f"{function} {problem} in this library"

    def _note_level(self, found: Found) -> None:
        for entry in found.get("mpi", []):
            if _text(entry, "code") == "MPI_SUCCESS":
                self.result.thread_levels[_text(entry, "asked")] = _text(entry, "provided")

    def _note_start(self, how: str, found: Found, verdict: str) -> None:
        self._note_level(found)
        if verdict == WORKS:
            self.result.starts.append(Start(how, _seconds(found)))

    def _note_forks(self, found: Found) -> None:
        self.result.forks_with_tool = _forks(found, "forks with tool")
        self.result.forks_with_mpi = _forks(found, "forks with MPI")

    def _note_surroundings(self, found: Found) -> None:
        for entry in found.get("surroundings", [])[:1]:
            handlers = entry.get("handlers")
            if isinstance(handlers, list):
                self.result.handlers = [each for each in handlers if isinstance(each, str)]
            self.result.threads = int(_number(entry, "threads"))
            self.result.scheduler = _text(entry, "scheduler")

    def alone(self) -> None:
        """Starts the first process."""

        def took(found: Found, verdict: str) -> None:
            self.result.singleton = verdict
            self._note_forks(found)
            self._note_surroundings(found)
            self._note_start("first", found, verdict)

        # The target's inventory may be running at the same time.
        self._start(1, ["MPI_THREAD_SINGLE", "--forks"], took, launched=False)

    def others(self) -> None:
        """Starts all other processes in parallel, after the first one has ended."""
        alone_works = self.result.singleton == WORKS
        has_launcher = bool(self.target.launcher and find_program(self.target.launcher[0]))
        if has_launcher:
            self._start(
                1,
                ["MPI_THREAD_FUNNELED", "--stay", *([] if alone_works else ["--forks"])],
                self._under_launcher,
                launched=True,
            )
            self._start(2, ["MPI_THREAD_SERIALIZED", "--stay"], self._two, launched=True)
        for attempt in self._attempts():
            attempt()
        if not alone_works and not has_launcher:
            return

        def on_thread(_: Found, verdict: str) -> None:
            self.result.other_thread = verdict

        self._start(
            1,
            ["MPI_THREAD_MULTIPLE"],
            functools.partial(self._note_start, "second"),
            launched=not alone_works,
        )
        self._start(1, ["MPI_THREAD_MULTIPLE", "--thread"], on_thread, launched=not alone_works)

    def _attempts(self) -> list[Callable[[], None]]:
        """Returns the starts that find out which parts of MPI work."""
        alone_works = self.result.singleton == WORKS
        has_launcher = bool(self.target.launcher and find_program(self.target.launcher[0]))
        attempts: list[Callable[[], None]] = []
        if has_launcher:
            attempts.append(functools.partial(self._try_parts, True, ["--spawn"]))
        if alone_works or has_launcher:
            attempts.append(functools.partial(self._try_parts, not alone_works, ["--parts", ""]))
        return attempts

    def attempts_again(self) -> list[Callable[[], None]]:
        """Returns the starts for parts of MPI that must be repeated one after the other.

        They are repeated if the target does not run two jobs at the same time, because the results
        of parallel starts are then meaningless.
        """
        if not self.result.one_at_a_time:
            return []
        self.result.broken_parts, self._called, self._failed = {}, set(), set()
        return self._attempts()

    def again(self) -> bool:
        """Repeats one start that failed in parallel, alone, and returns whether there was one."""
        if not self._doubtful:
            return False
        before, np, words, took, launched = self._doubtful.pop(0)

        def took_alone(found: Found, verdict: str) -> None:
            if verdict == WORKS:
                self.result.side_by_side = before
                took(found, verdict)

        self._start(np, words, took_alone, launched, beside=False)
        return True

    def _under_launcher(self, found: Found, verdict: str) -> None:
        self.result.launcher = verdict
        is_first = self.result.singleton != WORKS
        self._note_start("first" if is_first else "under the launcher", found, verdict)
        if is_first and verdict == WORKS:
            self._note_forks(found)
            self._note_surroundings(found)

    def _two(self, found: Found, verdict: str) -> None:
        self.result.two_processes = verdict
        self._note_start("two processes", found, verdict)

    def conclude(self) -> Preflight:
        if not self.result.starts:  # a failure on another thread is then not the thread's fault
            self.result.other_thread = ""
        self.result.works_alone = sorted(self._called - self._failed)
        self.result.lines = preflight_lines(self.result)
        return self.result


def _land(flights: list[_Flight], scheduler: Scheduler) -> None:
    while any(flight.under_way for flight in flights) and scheduler.busy:
        scheduler.wait()


def fly(
    targets: list[Target],
    options: RunOptions,
    injection: Injection,
    scratch: str,
    scheduler: Scheduler,
) -> list[Optional[Preflight]]:
    """Runs the preflight of each target and returns the results.

    The result is None for a target whose tree has no preflight program. Other jobs of the scheduler
    may run at the same time.
    """
    flights = [
        _Flight(target, options, injection, scratch, scheduler) if target.tree.preflight else None
        for target in targets
    ]
    flying = [flight for flight in flights if flight]
    for step in (_Flight.alone, _Flight.others):
        for flight in flying:
            step(flight)
        _land(flying, scheduler)
    for flight in flying:
        while not scheduler.interrupted and flight.again():
            _land(flying, scheduler)
        for attempt in flight.attempts_again():
            attempt()
            _land(flying, scheduler)
    return [flight.conclude() if flight else None for flight in flights]


def drop_foreign_launcher(target: Target) -> str:
    """Removes the target's launcher if it was found in PATH and does not start two processes.

    Such a launcher usually belongs to another MPI. Returns the reason, or "" if the launcher stays.
    """
    found = target.preflight
    if not found or found.two_processes in ("", WORKS) or found.needs_launcher:
        return ""
    if target.tree.launcher_from != "PATH" or target.launcher != target.tree.launcher:
        return ""
    why = (
        f"no launcher is used: {target.launcher[0]} in PATH does not start two processes"
        f" ({found.two_processes})"
    )
    target.launcher = []
    return why


def habits_file(target: Target, folder: str) -> str:
    """Returns the path of the file with the preflight's results for the target's tests.

    The file exists after the preflight, or once a foundation was found broken.
    """
    return os.path.join(folder, f"habits-{target.name}.json")


def add_foundations(target: Target, broken: list[Foundation]) -> None:
    """Adds the broken foundations to the file that habits_file() names."""
    file, habits = target.tree.env[HABITS_VARIABLE], {}
    if os.path.exists(file):
        with open(file, encoding="utf-8", errors="surrogateescape") as known:
            habits = json.load(known)
    habits["foundations"] = [vars(each) for each in broken]
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as out:
        json.dump(habits, out)


def adapt(
    target: Target, preflight: Optional[Preflight], options: RunOptions, injection: Injection
) -> bool:
    """Stores the preflight in the target and writes the file that habits_file() names.

    Returns whether any result is unusual, so that tests must adapt. Without a preflight, nothing is
    written.
    """
    target.preflight = preflight
    if preflight is None:
        return False
    words, environment = (
        prepared_start(target, options, injection) if preflight.needs_launcher else ([], {})
    )
    with open(
        target.tree.env[HABITS_VARIABLE], "w", encoding="utf-8", errors="surrogateescape"
    ) as out:
        json.dump(
            {
                "forks_with_tool": preflight.can_fork_with_tool,
                "forks_with_mpi": preflight.can_fork_with_mpi,
                "start_seconds": preflight.start_seconds,
                "start": words,
                "works_alone": preflight.works_alone,
                "broken_parts": preflight.broken_parts,
                "environment": [f"{key}={value}" for key, value in environment.items()],
            },
            out,
        )
    return not preflight.is_usual

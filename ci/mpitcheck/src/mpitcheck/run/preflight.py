# SPDX-License-Identifier: BSD-3-Clause
"""The preflight: finds out before the first test how processes of a target must be started.

It starts the tree's bin/preflight several times: first alone, then in parallel a second time, under
the launcher, as two processes, with MPI_Init_thread on another thread, and to try the parts of MPI
that tests use. A start that fails in parallel is repeated alone. The program prints each result at
once, so that a crash or hang is a result too.
"""
import functools
import os
from typing import Callable, Optional

from mpitcheck.job.job import Injection, TestFolders, preflight_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target
from mpitcheck.judge.data import JsonObject
from mpitcheck.judge.preflight import WORKS, Preflight, Start, preflight_lines
from mpitcheck.process.files import find_program
from mpitcheck.process.scheduler import JobOutcome, Scheduler
from mpitcheck.run.preflight_output import (
    Found,
    entries_of,
    forks_result,
    found_in,
    how_it_fails,
    number_in,
    part_that_ended_it,
    seconds_of_start,
    start_result,
    text_in,
    timed_out,
)

# Receives these lines, and WORKS or how the start failed
Took = Callable[[Found, str], None]

_MOST_DEATHS = 8  # functions of MPI that end processes, after which the search stops
_SECONDS_OF_PARTS = 10  # for all parts that work together
_SLOTS_OF_MEETING = 3  # of a job of one process and one of two


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
            found = found_in(outcome)
            verdict = start_result(found, outcome, np, launched, self._options.timeout)
            # A timeout is not repeated: a job that only waits for its node starts in the end.
            if beside and verdict != WORKS and not timed_out(outcome):
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
            entries = entries_of(outcome)
            ended = [
                entry
                for entry in entries
                if entry.get("found") == "part ended" and text_in(entry, "function")
            ]
            if words[0] == "--parts":
                self._note_calls(entries, {text_in(entry, "function") for entry in ended})
            for entry in ended:
                function = text_in(entry, "function")
                self._note_part(
                    text_in(entry, "name"),
                    function,
                    deadly.get(function, f"returns an error ({text_in(entry, 'code')})"),
                )
            part, function = part_that_ended_it(entries)
            if not part:
                return
            deadly[function] = how_it_fails(outcome, launched, seconds)
            self._note_part(part, function or part, deadly[function])
            if words[0] == "--parts" and len(deadly) < _MOST_DEATHS:
                self._try_parts(launched, ["--parts", part, *deadly], deadly)

        self._run(1, ["MPI_THREAD_SINGLE", *words], done, launched, seconds)

    def _note_calls(self, entries: list[JsonObject], failed: set[str]) -> None:
        """Notes which functions of MPI work in a process that does not use MPI_T.

        In a process that did not finish, the last function failed.
        """
        calls = [text_in(entry, "function") for entry in entries if entry.get("found") == "call"]
        self._failed |= failed | (
            set() if entries and entries[-1].get("found") == "end" else set(calls[-1:])
        )
        self._called |= set(calls)

    def _note_part(self, part: str, function: str, problem: str) -> None:
        self.result.broken_parts[part] = f"{function} {problem} in this library"

    def _note_level(self, found: Found) -> None:
        for entry in found.get("mpi", []):
            if text_in(entry, "code") == "MPI_SUCCESS":
                self.result.thread_levels[text_in(entry, "asked")] = text_in(entry, "provided")

    def _note_start(self, how: str, found: Found, verdict: str) -> None:
        self._note_level(found)
        if verdict == WORKS:
            self.result.starts.append(Start(how, seconds_of_start(found)))

    def _note_forks(self, found: Found) -> None:
        self.result.forks_with_tool = forks_result(found, "forks with tool")
        self.result.forks_with_mpi = forks_result(found, "forks with MPI")

    def _note_surroundings(self, found: Found) -> None:
        for entry in found.get("surroundings", [])[:1]:
            handlers = entry.get("handlers")
            if isinstance(handlers, list):
                self.result.handlers = [each for each in handlers if isinstance(each, str)]
            self.result.threads = int(number_in(entry, "threads"))
            self.result.scheduler = text_in(entry, "scheduler")

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
                [
                    "MPI_THREAD_FUNNELED",
                    *self._meeting("one", "two"),
                    *([] if alone_works else ["--forks"]),
                ],
                self._under_launcher,
                launched=True,
            )
            self._start(
                2, ["MPI_THREAD_SERIALIZED", *self._meeting("two", "one")], self._two, launched=True
            )
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

    def _meeting(self, own: str, other: str) -> list[str]:
        """Returns the arguments of one of two jobs that must run at the same time.

        There are none if they cannot, so that they do not wait for each other.
        """
        if self._options.jobs < _SLOTS_OF_MEETING:
            return []
        folder = os.path.join(self._scratch, f"{self.target.name}-meeting")
        os.makedirs(folder, exist_ok=True)
        return ["--meet", os.path.join(folder, own), os.path.join(folder, other)]

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

# SPDX-License-Identifier: BSD-3-Clause
"""Before the first test: what does this MPI need of those who start its processes? The tree's bin/preflight is started alone, then, side
by side, a second time, under the launcher, as two processes, with MPI_Init_thread on another thread. It prints what it knows as soon as it
does: that it dies or hangs is an answer."""
import functools
import json
import os

from mpitcheck.job.job import TestFolders, prepared_start, preflight_job
from mpitcheck.judge import strict_json
from mpitcheck.judge.data import from_data
from mpitcheck.judge.preflight import SAFE, WORKS, Preflight, Start, preflight_lines
from mpitcheck.process.files import find_program
from mpitcheck.process.text import encode
from mpitcheck.run.inventory import how_it_ended

HABITS_VARIABLE = "MPITCHECK_HABITS"  # of the environment: the file for tests (conformance/harness/process/again.hpp)


def _found(outcome):
    """The lines that a process printed, those of several processes one after the other, by what they are about."""
    found = {}
    for line in outcome.output.splitlines():
        try:
            entry = from_data(dict, strict_json.parse(encode(line)))
        except ValueError:  # of the library, or cut short
            continue
        found.setdefault(entry.get("found"), []).append(entry)
    return found


def _text(entry, key):
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _number(entry, key):
    value = entry.get(key)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def _came_up(found, outcome, processes, launched, limit):
    """WORKS if that many processes found each other, else what happened."""
    up = found.get("mpi", [])
    codes = [_text(entry, "code") for entry in up if _text(entry, "code") != "MPI_SUCCESS"]
    if codes:
        return codes[0] or "an answer that is none"
    if len(up) < processes:
        return how_it_ended(outcome, launched, f"{limit:g} s")
    alone = [entry for entry in up if entry.get("size") != processes]
    return f"{processes} processes that do not know of each other: is the launcher that of this MPI?" if alone else WORKS


def _forks(found, what):
    """SAFE, or what became of a forked process that did what its parent survived; "" if that is not known."""
    entries = found.get(what)
    if not entries:
        return ""
    end, uncopied = _text(entries[0], "end"), _number(entries[0], "uncopied")
    lacking = f"a forked process lacks {uncopied:.0f} KiB" if uncopied else ""
    if not end:
        return lacking or SAFE
    if len(entries) == 1:  # its parent did not survive it either: not the fork's fault
        return lacking
    return f"a forked process {'hung' if end == 'hung' else 'ended with ' + end}" + (f", it lacks {uncopied:.0f} KiB" if uncopied else "")


def _seconds(found):
    return max((_number(entry, "seconds") for entry in found.get("tool", [])), default=0.0) + max(
        (_number(entry, "seconds") for entry in found.get("mpi", [])), default=0.0)


class _Flight:
    """The starts of one target."""

    def __init__(self, target, options, injection, scratch, scheduler):
        self.target, self.result, self.under_way = target, Preflight(), 0
        self._options, self._injection, self._scratch, self._scheduler, self._count = options, injection, scratch, scheduler, 0

    def _start(self, np, words, took, launched):
        """`took` gets what its lines say, and how it came up."""
        folders = TestFolders(os.path.join(self._scratch, self.target.name), self._count)
        self._count += 1
        job = preflight_job(self.target, words, np, launched, self._options, self._injection, folders)

        def done(outcome):
            self.under_way -= 1
            with folders:
                found = _found(outcome)
                took(found, _came_up(found, outcome, np, launched, self._options.timeout))
        self.under_way += 1
        if not self._scheduler.start(job, done):
            self.under_way -= 1

    def _note_level(self, found):
        for entry in found.get("mpi", []):
            if _text(entry, "code") == "MPI_SUCCESS":
                self.result.thread_levels[_text(entry, "asked")] = _text(entry, "provided")

    def _note_start(self, how, found, verdict):
        self._note_level(found)
        if verdict == WORKS:
            self.result.starts.append(Start(how, _seconds(found)))

    def _note_forks(self, found):
        self.result.forks_with_tool = _forks(found, "forks with tool")
        self.result.forks_with_mpi = _forks(found, "forks with MPI")

    def _note_surroundings(self, found):
        for entry in found.get("surroundings", [])[:1]:
            handlers = entry.get("handlers")
            if isinstance(handlers, list):
                self.result.handlers = [each for each in handlers if isinstance(each, str)]
            self.result.threads = int(_number(entry, "threads"))
            self.result.scheduler = _text(entry, "scheduler")

    def alone(self):
        """The first start."""
        def took(found, verdict):
            self.result.singleton = verdict
            self._note_forks(found)
            self._note_surroundings(found)
            self._note_start("first", found, verdict)
        self._start(1, ["MPI_THREAD_SINGLE", "--forks"], took, launched=False)

    def others(self):
        """What comes after it, side by side."""
        alone_works = self.result.singleton == WORKS
        has_launcher = bool(self.target.launcher and find_program(self.target.launcher[0]))
        if has_launcher:
            self._start(1, ["MPI_THREAD_FUNNELED", *([] if alone_works else ["--forks"])], self._under_launcher, launched=True)
            self._start(2, ["MPI_THREAD_SERIALIZED"], self._two, launched=True)
        if not alone_works and not has_launcher:
            return

        def on_thread(_, verdict):
            self.result.other_thread = verdict
        self._start(1, ["MPI_THREAD_MULTIPLE"], functools.partial(self._note_start, "second"), launched=not alone_works)
        self._start(1, ["MPI_THREAD_MULTIPLE", "--thread"], on_thread, launched=not alone_works)

    def _under_launcher(self, found, verdict):
        self.result.launcher = verdict
        is_first = self.result.singleton != WORKS
        self._note_start("first" if is_first else "under the launcher", found, verdict)
        if is_first and verdict == WORKS:
            self._note_forks(found)
            self._note_surroundings(found)

    def _two(self, found, verdict):
        self.result.two_processes = verdict
        self._note_start("two processes", found, verdict)

    def conclude(self):
        if not self.result.starts:  # then it says nothing that another thread did not either
            self.result.other_thread = ""
        self.result.lines = preflight_lines(self.result)
        return self.result


def fly(targets, options, injection, scratch, scheduler):
    """What is found out about each of the targets whose tree has the program; None for the others. Other jobs may run meanwhile."""
    flights = [_Flight(target, options, injection, scratch, scheduler) if target.tree.preflight else None for target in targets]
    flying = [flight for flight in flights if flight]
    for step in (_Flight.alone, _Flight.others):
        for flight in flying:
            step(flight)
        while any(flight.under_way for flight in flying) and scheduler.busy:
            scheduler.wait()
    return [flight and flight.conclude() for flight in flights]


def adapt(target, preflight, options, injection, folder):
    """Lets the target's tests know what they need, by a file in `folder`, if that is anything unusual."""
    target.preflight = preflight
    if preflight is None or preflight.is_usual:
        return False
    file = os.path.join(folder, f"habits-{target.name}.json")
    target.tree.env[HABITS_VARIABLE] = file
    words, environment = prepared_start(target, options, injection) if preflight.needs_launcher else ([], {})
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as out:
        json.dump({"forks_with_tool": preflight.can_fork_with_tool, "forks_with_mpi": preflight.can_fork_with_mpi,
                   "start_seconds": preflight.start_seconds, "start": words,
                   "environment": [f"{key}={value}" for key, value in environment.items()]}, out)
    return True

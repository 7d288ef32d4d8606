# SPDX-License-Identifier: BSD-3-Clause
"""Measures benchmarks of several trees in repetitions.

The benchmarks of each program are listed first. In each repetition, every program of every tree
runs once, the trees in turns.
"""
import argparse
import contextlib
import fnmatch
import os
import re
import sys
import time
from collections.abc import Collection
from typing import Optional

from mpitcheck.bench.figures import Measured, Row, is_baseline, read_google, series_of
from mpitcheck.bench.processes import (
    Interrupted,
    Processes,
    core_to_bind,
    describe_machine,
    judge_noise,
    share_of_others,
    used,
)
from mpitcheck.bench.shapes import Header, Report, RunData
from mpitcheck.bench.trees import BenchTree, load_trees
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import Scratch

SHORTEST, LONGEST = 0.001, 0.05  # seconds per measurement
# The median of several measurements in a process counts, so that a single disturbance has no
# effect. That needs at least this many seconds per measurement.
SEVERAL, WORTH_SEVERAL = (
    3,
    0.01,
)
SEARCH = 1.5  # time to find the number of iterations, in measurements


def exact_filter(names: list[str]) -> str:
    """Returns a regular expression that matches exactly these names.

    Only special characters are escaped: POSIX does not define a backslash before other characters.
    """
    return "^(" + "|".join(re.sub(r"[\\.^$|()\[{*+?]", r"\\\g<0>", name) for name in names) + ")$"


def baseline_row(label: str, of: str, names: Collection[str]) -> str:
    """Returns the name of the baseline that a label means; "" if there is none.

    It is baseline/LABEL, with the number of threads of the benchmark `of` if it exists, or LABEL.
    """
    threads = of.find("/threads:")
    candidates = [f"baseline/{label}{of[threads:]}"] * (threads >= 0) + [f"baseline/{label}", label]
    return next((name for name in candidates if label and name in names), "")


def is_threaded(name: str) -> bool:
    threads = re.search(r"/threads:(\d+)", name)
    return threads is not None and threads[1] != "1"


def plan_timing(
    seconds: float, repetitions: int, fixed_seconds: float, rows: int
) -> tuple[float, int]:
    """Divides the time among measurements.

    Returns the seconds per measurement and the number of measurements of each row in a process.
    """
    per_row = max(0.0, seconds - repetitions * fixed_seconds) / max(1, repetitions * rows)
    several = min(LONGEST, per_row / (SEVERAL + SEARCH))
    if several >= WORTH_SEVERAL:
        return several, SEVERAL
    return min(LONGEST, max(SHORTEST, per_row / (1 + SEARCH))), 1


def adapted(min_time: float, last: float, left: float, repetitions: int) -> float:
    """Returns the seconds per measurement for the next repetition.

    The last repetition took `last` seconds. `left` seconds remain for `repetitions` repetitions.
    """
    if repetitions == 0 or last <= 0:
        return min_time
    return min(LONGEST, max(SHORTEST, min_time * min(1.0, left / repetitions / last)))


class Program:
    """A Google Benchmark program of one tree, and its benchmarks."""

    def __init__(self, processes: Processes, tree: BenchTree, name: str, folder: str) -> None:
        self.processes, self.tree, self.name = processes, tree, name
        self.out = os.path.join(
            folder, *(re.sub(r"[^A-Za-z0-9_-]", "_", part) for part in (tree["name"], name))
        )
        self.rows: dict[str, Row] = {}
        # Benchmarks that run in one process, and the core to which it is bound.
        self.batches: list[tuple[list[str], Optional[int]]] = []
        self.missing: list[str] = []
        self.problems: list[str] = []
        self.seconds = 0.0
        os.makedirs(os.path.dirname(self.out), exist_ok=True)

    def run(self, arguments: list[str], core: Optional[int] = None) -> tuple[str, str, float]:
        return self.processes.run(
            [self.tree["programs"][self.name], *arguments], self.tree["environment"], core
        )

    def measure(
        self,
        names: list[str],
        suffix: str,
        min_time: float = 0.0,
        inner: int = 1,
        core: Optional[int] = None,
    ) -> tuple[str, dict[str, Measured], list[str]]:
        """Runs these benchmarks in one process.

        Returns the problem (or ""), the results, and what is missing. The output file is kept.
        """
        out = f"{self.out}.{suffix}.json"
        arguments = [
            f"--benchmark_filter={exact_filter(names)}",
            f"--benchmark_min_time={min_time:g}",
            "--benchmark_out_format=json",
            f"--benchmark_out={out}",
        ]
        if inner > 1:
            arguments += [
                f"--benchmark_repetitions={inner}",
                "--benchmark_enable_random_interleaving=true",
            ]
        with contextlib.suppress(FileNotFoundError):
            os.unlink(out)
        problem, _, seconds = self.run(arguments, core)
        if problem:
            return problem, {}, []
        if min_time == 0:
            self.seconds = max(self.seconds, seconds)
        try:
            with open(out, encoding="utf-8") as file:
                return "", *read_google(file.read())
        except (OSError, ValueError) as why:
            return f"it wrote no figures of Google Benchmark ({str(why)[:200]})", {}, []

    def add(self, name: str, problem: str) -> Row:
        row = self.rows[name] = Row(self.tree["name"], self.name, name)
        row.problem = problem
        return row

    def attempt(self, names: list[str], known: list[str]) -> str:
        """Runs these benchmarks for one iteration each.

        Adds their rows and returns "", or returns why the process failed.
        """
        problem, measured, missing = self.measure(names, "first")
        self.missing = missing or self.missing
        for name, its in measured.items():
            row = self.add(name, its.problem)
            row.clock, row.baseline = its.clock, baseline_row(its.label, name, known)
            if its.label and not row.baseline:
                self.problems.append(f"{name}: the program has no baseline {its.label}")
        return problem

    def probe(self, names: list[str], known: list[str]) -> None:
        """Finds the benchmarks that make the process fail, if it fails."""
        problem = self.attempt(names, known)
        if not problem:
            return
        if len(names) > 2 and all(
            self.measure([name], "first")[0]
            for name in (names[0], names[len(names) // 2], names[-1])
        ):
            self.problems.append(problem)
        else:
            self.halve(names, problem, known)

    def halve(self, names: list[str], problem: str, known: list[str]) -> None:
        if len(names) == 1:
            self.add(names[0], problem)
            return
        for half in (names[: len(names) // 2], names[len(names) // 2 :]):
            if its_problem := self.attempt(half, known):
                self.halve(half, its_problem, known)

    def discover(self, filters: list[str], unused: set[str], core: Optional[int]) -> None:
        """Runs each benchmark that fits a filter once, and baselines.

        Without filters, all benchmarks fit. Filters that fit a benchmark are removed from `unused`.
        """
        problem, listed, _ = self.run(["--benchmark_list_tests=true"])
        known = list(filter(None, listed.split("\n"))) if not problem else []
        if not known:
            self.problems.append(problem or "it lists no benchmarks")
            return
        fits = {glob: fnmatch.filter(known, glob) for glob in filters}
        unused -= {glob for glob, names in fits.items() if names}
        wanted = {name for names in fits.values() for name in names} if filters else set(known)
        if not wanted:
            return
        self.probe([name for name in known if name in wanted or is_baseline(name)], known)
        others = {row.baseline for row in self.rows.values()} - self.rows.keys()
        if listed_others := [name for name in known if name in others]:
            self.probe(listed_others, known)
        needed = wanted | {row.baseline for row in self.rows.values() if row.name in wanted}
        self.rows = {name: row for name, row in self.rows.items() if name in needed}
        self.problems += [f"{row.name}: {row.problem}" for row in self.rows.values() if row.problem]
        usable = [row for row in self.rows.values() if not row.problem]
        # Benchmarks that are bound to a core, and others, share a process with their baselines.
        for threaded in (False, True) if core is not None else (None,):
            rows = [row for row in usable if threaded in (None, is_threaded(row.name))]
            names = {row.name for row in rows} | {row.baseline for row in rows}
            if rows:
                self.batches.append(
                    ([row.name for row in usable if row.name in names], None if threaded else core)
                )

    def repeat(self, repetition: int, min_time: float, inner: int) -> list[str]:
        """Runs one repetition. Returns its failures."""
        failures = []
        for i, (names, core) in enumerate(self.batches):
            problem, measured, _ = self.measure(
                names, f"{repetition + 1}{'-threads' * (i > 0)}", min_time, inner, core
            )
            failures += [f"{self.name}: {problem}"] * bool(problem)
            failures += [
                f"{row.name}: {why}"
                for row in self.rows.values()
                if (why := row.take(measured, repetition))
            ]
        return failures


class Measurement:
    def __init__(
        self, options: argparse.Namespace, header: Header, trees: list[BenchTree], folder: str
    ) -> None:
        self.options, self.begin, self.trees = options, time.monotonic(), trees
        core = core_to_bind() if options.pin else None
        self.processes = Processes(options.timeout)
        self.failures: dict[str, set[int]] = {}  # repetitions in which it failed, by failure
        self.budget = 55 if options.quick else 280
        wanted = options.repetitions or (5 if options.quick else 9)
        self.run: RunData = {
            "quick": options.quick,
            "wanted": wanted,
            "repetitions": 0,
            "min_time": 0.0,
            "inner": 1,
            "seconds": 0.0,
            "interrupted": False,
        }
        self.report: Report = {
            "schema": 1,
            "kind": "bench",
            "header": header,
            "machine": describe_machine(core),
            "run": self.run,
            "noise": {"baseline_spread": 0.0, "reasons": []},
            "targets": [
                {
                    "name": tree["name"],
                    "library_version": tree["library_version"],
                    "mpi_version": tree["mpi_version"],
                    "tree": tree["tree"],
                    "missing": [],
                }
                for tree in trees
            ],
            "rows": [],
            "series": [],
            "problems": [],
            "comparison": None,
        }
        # Programs of one name are adjacent, so that the trees take turns.
        names = dict.fromkeys(name for tree in trees for name in tree["programs"])
        self.programs = [
            Program(self.processes, tree, name, folder)
            for name in names
            for tree in trees
            if name in tree["programs"]
        ]

    def elapsed(self) -> float:
        return time.monotonic() - self.begin

    def execute(self) -> Report:
        report, before = self.report, used()
        try:
            self.discover()
            self.repeat()
        except Interrupted:
            self.run["interrupted"] = True
        report["machine"]["others"], report["machine"]["stolen"] = share_of_others(before)
        report["problems"] += [
            f"{what} (in {len(rounds)} of {self.run['repetitions']} repetitions)"
            for what, rounds in sorted(self.failures.items())
        ]
        report["rows"] = [
            row.document() for program in self.programs for row in program.rows.values()
        ]
        report["series"] = series_of(report["rows"])
        report["noise"] = judge_noise(report["rows"], report["machine"])
        self.run["seconds"] = self.elapsed()
        return report

    def discover(self) -> None:
        problems, unused = self.report["problems"], set(self.options.filter)
        targets = {target["name"]: target for target in self.report["targets"]}
        problems += [
            f"{tree['name']}: the tree has no benchmark programs: build its target benchmarks"
            for tree in self.trees
            if not tree["programs"]
        ]
        for program in self.programs:
            program.discover(self.options.filter, unused, self.report["machine"]["pinned"])
            problems += [
                f"{program.tree['name']} {program.name}: {problem}" for problem in program.problems
            ]
            missing = targets[program.tree["name"]]["missing"]
            missing += [what for what in program.missing if what not in missing]
        if unused and not problems:
            raise UserError(
                f"no benchmark matches '{min(unused)}': a run without --filter lists them",
                ExitCode.nothing_selected,
            )

    def repeat(self) -> None:
        run, programs = self.run, [program for program in self.programs if program.batches]
        fixed = sum(program.seconds * len(program.batches) for program in programs)
        rows = sum(len(names) for program in programs for names, _ in program.batches)
        min_time, run["inner"] = plan_timing(
            self.budget - self.elapsed(), run["wanted"], fixed, rows
        )
        run["min_time"] = min_time
        while run["repetitions"] < run["wanted"] and programs:
            start, number = self.elapsed(), run["repetitions"]
            for program in programs:
                for problem in program.repeat(number, min_time, run["inner"]):
                    self.failures.setdefault(f"{program.tree['name']} {problem}", set()).add(number)
            run["repetitions"] += 1
            last, left = self.elapsed() - start, self.budget - self.elapsed()
            print(
                f"repetition {run['repetitions']} of {run['wanted']}: {last:.0f} s",
                file=sys.stderr,
                flush=True,
            )
            if not self.options.repetitions and left < last:
                return
            min_time = adapted(min_time, last, left, run["wanted"] - run["repetitions"])


def measure(options: argparse.Namespace, header: Header) -> Report:
    """Measures the trees and returns the report.

    If the user interrupts, the report contains the completed repetitions. Raises UserError.
    """
    trees = load_trees(options.trees)
    with Scratch() as scratch:
        try:
            os.makedirs(options.raw or scratch, exist_ok=True)
        except OSError as problem:
            raise UserError(
                f"--raw '{options.raw}': the folder cannot be created ({problem.strerror})"
            ) from problem
        return Measurement(
            options, header, trees, os.path.abspath(options.raw or scratch)
        ).execute()

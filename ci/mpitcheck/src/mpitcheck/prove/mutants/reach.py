# SPDX-License-Identifier: BSD-3-Clause
"""Determines which tests run which lines, so that a mutant is run only against tests that reach it.

gcov does not cover processes that crash or are forked, and is too slow for single tests.
"""
import os
import re
from typing import Optional

from mpitcheck.process.error import UserError
from mpitcheck.process.scheduler import Scheduler
from mpitcheck.prove.mutants.source import Mutant
from mpitcheck.prove.mutants.workshop import run

VARIABLE = "MPITCHECK_REACHED"  # read by reached.cpp
_ENGINE = re.compile(r"reference/engine/\S+:\d+")
_LONGEST = 600  # seconds that addr2line may take


class Trace:
    """Collects the lines that tests of a traced program or library reach.

    Workshop.build_traced() builds these.
    """

    def __init__(self, traced: str, work: str) -> None:
        self._traced, self._work = traced, work
        self._offsets: dict[str, list[int]] = {}

    def variable_for(self, test: str) -> dict[str, str]:
        """Returns the environment variable with which the test must be started."""
        return {VARIABLE: self._file_of(test)}

    def _file_of(self, test: str) -> str:
        return os.path.join(self._work, "reached-" + re.sub(r"[^\w.-]", "-", test))

    def add(self, test: str) -> None:
        """Reads the file that the test wrote."""
        path = self._file_of(test)
        if os.path.exists(path):
            with open(path, "rb") as file:
                self._offsets[test] = [
                    match.start() for match in re.finditer(rb"\x01", file.read())
                ]
            os.unlink(path)

    def resolve(self, scheduler: Scheduler) -> dict[str, list[str]]:
        """Returns the tests that reach each line, by "file:line".

        Raises UserError if no test reaches any line.
        """
        offsets = sorted({offset for reached in self._offsets.values() for offset in reached})
        listing = os.path.join(self._work, "offsets")
        with open(listing, "w", encoding="utf-8") as file:
            file.writelines(f"{offset - 1:#x}\n" for offset in offsets)
        found = run(
            scheduler,
            ["addr2line", "-a", "-i", "-e", self._traced, f"@{listing}"],
            self._work,
            _LONGEST,
        )
        places: dict[Optional[int], list[str]] = {}
        at: Optional[int] = None
        for line in found.output.splitlines():
            if line.startswith("0x"):
                at = int(line, 16) + 1
            elif place := _ENGINE.search(line):
                places.setdefault(at, []).append(place.group())
        if not places:
            raise UserError(
                f"'{self._traced}' tells nothing of the engine:"
                f" {found.output[-300:].strip() or 'remove its folder'}"
            )
        tests: dict[str, list[str]] = {}
        for test, reached in self._offsets.items():
            for line in {place for offset in reached for place in places.get(offset, ())}:
                tests.setdefault(line, []).append(test)
        return tests


def coming_to(mutant: Mutant, tests_by_line: dict[str, list[str]]) -> Optional[set[str]]:
    """Returns the tests that reach the mutant's function; None if it is outside functions."""
    if not mutant.body:
        return None
    return {test for line in mutant.body for test in tests_by_line.get(f"{mutant.file}:{line}", ())}

# SPDX-License-Identifier: BSD-3-Clause
"""Reads the published bugs (ci/expectations/known-bugs.md), with their reports and tests."""
import re
from dataclasses import dataclass, field

from mpitcheck.process.files import read_input

_TRACKERS = {
    "mpich": "https://github.com/pmodels/mpich",
    "ompi": "https://github.com/open-mpi/ompi",
    "caliper": "https://github.com/LLNL/Caliper",
}
_LIBRARIES = {"M": "MPICH", "O": "Open MPI"}
_SEEN = re.compile(r"`([a-z][\w.-]*)` \(([MO]): (?:fail|crash|timeout|early-exit|warn|quality)")
_REFERENCE = re.compile(r"(?:(mpich|ompi|Caliper) )?(PR )?(?:#(\d+)|\b([0-9a-f]{10})\b)")


@dataclass
class Bug:
    id: str  # e.g. "K03"
    title: str
    addresses: list[str] = field(default_factory=list)


def _addresses(title: str) -> list[str]:
    """Returns the addresses of the reports that the title refers to.

    Examples: "(ompi #14016)", "(mpich PR #5356)", "(ompi f9b8532bfc)". A number without tracker
    belongs to the tracker before it.
    """
    tracker, found = "", []
    for named, pull, number, commit in _REFERENCE.findall(title):
        tracker = named.lower() or tracker
        if tracker:
            found.append(
                f"{_TRACKERS[tracker]}/"
                + (f"commit/{commit}" if commit else f"{'pull' if pull else 'issues'}/{number}")
            )
    return found


@dataclass
class Bugs:
    # Bugs by library and test that sees them.
    by_test: dict[tuple[str, str], list[Bug]] = field(default_factory=dict)

    def seen_by(self, library: str, tests: list[str]) -> list[Bug]:
        return list(
            {
                bug.id: bug for test in tests for bug in self.by_test.get((library, test), ())
            }.values()
        )


def read_bugs(path: str) -> Bugs:
    """Reads the table at `path`; without a path the result is empty. Raises UserError."""
    bugs = Bugs()
    for line in (
        read_input(
            path, f"--bugs '{path}'", "name a table like ci/expectations/known-bugs.md"
        ).split("\n")
        if path
        else ()
    ):
        cells = [each.strip() for each in line.strip().strip("|").split(" | ")]
        if len(cells) >= 6 and cells[4] == "detected":
            bug = Bug(cells[0], cells[1], _addresses(cells[1]))
            for test, library in _SEEN.findall(cells[5]):
                bugs.by_test.setdefault((_LIBRARIES[library], test), []).append(bug)
    return bugs

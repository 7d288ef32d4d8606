# SPDX-License-Identifier: BSD-3-Clause
"""A table of the executed lines and branches of the reference by folder, and a list of the others.

Each line of the file `uncovered` allows a source line, or branches of it, to stay unexecuted: file
| text of the source line | reason. A reason that begins with "now and then:" is about code that
only a race runs."""
import collections
import dataclasses
import os

from campaigns.coverage import counts
from tools.stages.commands import ROOT, Failed, say

LEAST = 98  # of 100 branches
ROOMS = tuple(f"reference/{room}/" for room in ("engine", "binding", "component"))
_UNCOVERED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "uncovered")


@dataclasses.dataclass
class _Sums:
    lines_run: int = 0
    lines: int = 0
    branches_run: int = 0
    branches: int = 0

    def add(self, other: "_Sums") -> None:
        self.lines_run += other.lines_run
        self.lines += other.lines
        self.branches_run += other.branches_run
        self.branches += other.branches


@dataclasses.dataclass
class _Missing:
    """A line that no test runs, or that has a branch that no test runs."""

    name: str
    number: int
    what: str
    text: str


def _named() -> dict[tuple[str, str], str]:
    """Returns the reasons in `uncovered` by file and text of the line."""
    reasons = {}
    with open(_UNCOVERED, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, rest = line.split(" | ", 1)
                text, reason = rest.rsplit(" | ", 1)  # the text may contain " | "
                reasons[name.strip(), text.strip()] = reason.strip()
    return reasons


def _room_of(name: str) -> str:
    parts = name.split("/")
    return "/".join(parts[1:3]) if parts[1] == "engine" else parts[1]


def _share(part: int, whole: int) -> str:
    return f"{part:5d} of {whole:5d} {100 * part / whole if whole else 100:6.1f} %"


def _print_rooms(rooms: dict[str, _Sums], total: _Sums) -> None:
    say(f"{'room':<16} {'lines':>24} {'branches':>24}")
    for room, sums in [*sorted(rooms.items()), ("all", total)]:
        lines, branches = (sums.lines_run, sums.lines), (sums.branches_run, sums.branches)
        say(f"{room:<16} {_share(*lines):>24} {_share(*branches):>24}")


def show(tree: str) -> int:
    """Prints the table of the .gcda files in the tree. Returns the exit code. Raises Failed."""
    sources, lines = counts.by_line(ROOT, os.path.realpath(tree), ROOMS)
    if not lines:
        raise Failed(f"no counts below {tree}: run ci/campaigns/campaign coverage")
    reasons = _named()
    rooms: dict[str, _Sums] = collections.defaultdict(_Sums)
    missing = []
    for name in sorted(lines):
        for number, (count, branches) in sorted(lines[name].items()):
            taken = sum(each != 0 for each in branches)
            rooms[_room_of(name)].add(_Sums(count != 0, 1, taken, len(branches)))
            if not count or taken != len(branches):
                what = f"{len(branches) - taken} of {len(branches)} branches" if count else "line"
                missing.append(_Missing(name, number, what, sources[name][number - 1].strip()))
    total = _Sums()
    for sums in rooms.values():
        total.add(sums)
    _print_rooms(rooms, total)
    unnamed = [each for each in missing if (each.name, each.text) not in reasons]
    lasting = {name for name, reason in reasons.items() if not reason.startswith("now and then:")}
    stale = lasting - {(each.name, each.text) for each in missing}
    say(
        f"\nNot run: {len(missing)} lines, in whole or in part;"
        f" {len(missing) - len(unnamed)} of them are listed in {os.path.relpath(_UNCOVERED, ROOT)}"
    )
    for each in unnamed:
        say(f"  {each.name}:{each.number}: {each.what}: {each.text}")
    for name, text in sorted(stale):
        say(f"  listed, but it runs or does not exist: {name} | {text}")
    too_few = 100 * total.branches_run < LEAST * total.branches
    if too_few:
        say(f"  fewer than {LEAST} of 100 branches are run")
    return 1 if unnamed or stale or too_few else 0

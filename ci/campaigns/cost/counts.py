# SPDX-License-Identifier: BSD-3-Clause
"""Counts that need no build: files and lines by folder, and the sources that a run needs."""
import collections
import os
import re
import subprocess
from typing import Optional

from tools.stages.commands import ROOT, say

SOURCES = ("*.c", "*.cpp", "*.h", "*.hpp")
# The trees of ci/check, and one that ci/test configures with a user's options.
TREES = ("reference", "mpich", "openmpi", "plain")
TARGETS = ("manifest", "recorder")
# Sources that must not be compiled before a first run: they prove the tests, or no run needs them.
NOT_FOR_A_RUN = re.compile(r"(^|/)(faults|tests)/|conformance/(hostile|examples|draft2011)/|bench/")


def _room_of(path: str) -> str:
    """Returns the first two folders of the path."""
    return "/".join(path.split("/")[:-1][:2]) or "."


def show_rooms() -> None:
    """Prints the numbers of C and C++ files and lines of each room. They have no limit."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-z", *SOURCES], check=True, capture_output=True, text=True
    )
    files: collections.Counter[str] = collections.Counter()
    lines: collections.Counter[str] = collections.Counter()
    for path in filter(None, listed.stdout.split("\0")):
        try:
            with open(os.path.join(ROOT, path), "rb") as file:
                count = file.read().count(b"\n")
        except FileNotFoundError:  # removed, but not yet in the index
            continue
        room = _room_of(path)
        for each in {room, room.split("/", maxsplit=1)[0], "all"}:
            files[each] += 1
            lines[each] += count
    say(f"{'room':<30} {'files':>8} {'lines':>8}")
    for room in sorted(files, key=lambda name: (name == "all", name)):
        say(f"{'  ' * ('/' in room) + room:<30} {files[room]:>8} {lines[room]:>8}")


def _sources_in(path: str) -> list[str]:
    """Returns the sources of one compilation: several for a unity build."""
    if "/Unity/" not in path:
        return [path]
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^#include "(.*)"$', file.read(), re.MULTILINE)


def _compiled_for(tree: str) -> Optional[list[str]]:
    """Returns the sources that ninja would compile for TARGETS in an empty tree, once per target;
    None if there is no such target."""
    asked = subprocess.run(
        ["ninja", "-C", tree, "-t", "commands", *TARGETS],
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode != 0:
        return None
    paths = re.findall(r"^(?!:).* -c (\S+)$", asked.stdout, re.MULTILINE)
    return [os.path.relpath(source, ROOT) for path in paths for source in _sources_in(path)]


def show_needed() -> int:
    """Prints the number of sources that a run of each configured tree needs. Returns the number of
    trees that need a source of NOT_FOR_A_RUN."""
    over = trees = 0
    say(f"\n{'compiled for a run of':<30} {'files':>8}  by room")
    for name in TREES:
        tree = os.path.join(ROOT, "build", name)
        if not os.path.exists(f"{tree}/build.ninja"):
            continue
        paths = _compiled_for(tree)
        if paths is None:
            say(f"{name:<30} {'-':>8}  no targets {' and '.join(TARGETS)}: over")
            over += 1
            continue
        trees += 1
        rooms = collections.Counter(
            "generated" if path.startswith("build/") else _room_of(path) for path in paths
        )
        extra = sorted({path for path in paths if NOT_FOR_A_RUN.match(path)})
        say(
            f"{name:<30} {len(paths):>8}  "
            + ", ".join(f"{room} {count}" for room, count in sorted(rooms.items()))
        )
        if extra:
            over += 1
            say(
                f"{'':<30} {'':>8}  over: {len(extra)} of these are not for a run:"
                f" {', '.join(extra[:5])}" + (", ..." if len(extra) > 5 else "")
            )
    if trees + over == 0:
        say("no tree is configured: run ci/check")
    return over

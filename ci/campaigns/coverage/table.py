#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A table of what was run of the reference's lines and branches, by room, and what was run by nothing.

usage: table.py ROOT TREE UNCOVERED

TREE: where the .gcda files are. UNCOVERED names what may stay so, a line each: file | the line of source as it stands there | why no test
can run it. It serves for the line itself or for branches of it. A reason that begins with "now and then:" is of what a race alone runs.

exit codes: 0 all that is not run is named, and at most 2 of 100 branches are, 1 otherwise, or something is named that is run,
3 the counts cannot be read"""
import collections
import os
import sys

sys.dont_write_bytecode = True
import counts  # noqa: E402

LEAST = 98  # of 100 branches
ROOMS = tuple(f"reference/{room}/" for room in ("engine", "binding", "component"))


def named(path):
    """{(file, text): reason}"""
    reasons = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, rest = line.split(" | ", 1)
                text, reason = rest.rsplit(" | ", 1)  # the text may have one in it
                reasons[name.strip(), text.strip()] = reason.strip()
    return reasons


def room_of(name):
    parts = name.split("/")
    return "/".join(parts[1:3]) if parts[1] == "engine" else parts[1]


def share(part, whole):
    return f"{part:5d} of {whole:5d} {100 * part / whole if whole else 100:6.1f} %"


def main():
    root, tree, uncovered = sys.argv[1:]
    try:
        sources, lines = counts.by_line(os.path.realpath(root), os.path.realpath(tree), ROOMS)
    except counts.Unreadable as problem:
        print(f"ci/campaigns/campaign coverage: {problem}", file=sys.stderr)
        return 3
    if not lines:
        print(
            f"ci/campaigns/campaign coverage: no counts below {tree}: run ci/campaigns/campaign coverage",
            file=sys.stderr,
        )
        return 3
    reasons = named(uncovered)
    rooms = collections.defaultdict(
        lambda: [0, 0, 0, 0]
    )  # lines run, lines, branches run, branches
    missing = []
    for name in sorted(lines):
        sums = rooms[room_of(name)]
        for number, (count, branches) in sorted(lines[name].items()):
            run = sum(count != 0 for count in branches)
            for place, value in enumerate((count != 0, 1, run, len(branches))):
                sums[place] += value
            if not count or run != len(branches):
                what = f"{len(branches) - run} of {len(branches)} branches" if count else "line"
                missing.append((name, number, what, sources[name][number - 1].strip()))
    totals = [sum(column) for column in zip(*rooms.values())]
    print(f"{'room':<16} {'lines':>24} {'branches':>24}")
    for room, sums in [*sorted(rooms.items()), ("all", totals)]:
        print(f"{room:<16} {share(*sums[:2]):>24} {share(*sums[2:]):>24}")
    unnamed = [each for each in missing if (each[0], each[3]) not in reasons]
    lasting = {name for name, reason in reasons.items() if not reason.startswith("now and then:")}
    stale = lasting - {(each[0], each[3]) for each in missing}
    print(
        f"\nRun by nothing: {len(missing)} lines in whole or in part, of which"
        f" {len(missing) - len(unnamed)} are named in {uncovered}"
    )
    for name, number, what, text in unnamed:
        print(f"  {name}:{number}: {what}: {text}")
    for name, text in sorted(stale):
        print(f"  named, but run, or not there: {name} | {text}")
    too_few = 100 * totals[2] < LEAST * totals[3]
    if too_few:
        print(f"  fewer than {LEAST} of 100 branches are run")
    return 1 if unnamed or stale or too_few else 0


if __name__ == "__main__":
    sys.exit(main())

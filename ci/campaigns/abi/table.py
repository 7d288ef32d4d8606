#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""table.py NATIVE.json ABI.json SO1.json: verdicts of the tree compiled for an MPI beside those of the reference's programs
over its libmpi_abi, as Markdown; the third report is of programs that ask for libmpi_abi.so.1."""

import json
import sys
from collections import Counter

VERDICTS = (
    "pass",
    "fail",
    "crash",
    "timeout",
    "early-exit",
    "warn",
    "quality",
    "inconclusive",
    "vacuous",
    "not-applicable",
    "error",
)


def load(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    return report["targets"][0], {test["name"]: test for test in report["tests"]}


def cell(text):
    return text.replace("|", "\\|").replace("\n", " ")[:160]


def main():
    paths = sys.argv[1:]
    (native_target, native), (abi_target, abi), (_, so1) = (load(path) for path in paths)
    common = [name for name in native if name in abi]
    differing = [name for name in common if native[name]["verdict"] != abi[name]["verdict"]]

    print(
        f"**{cell(native_target['library_version'].splitlines()[0])}**, through its own ABI and"
        " through the standard ABI"
    )
    print(f"(there it calls itself: {cell(abi_target['library_version'].splitlines()[0])})\n")
    counts = [Counter(tests[name]["verdict"] for name in common) for tests in (native, abi)]
    shown = [verdict for verdict in VERDICTS if any(count[verdict] for count in counts)]
    print("| tree | " + " | ".join(shown) + " |\n|" + "---|" * (len(shown) + 1))
    for label, count in zip(("compiled for it", "of the reference"), counts):
        print(f"| {label} | " + " | ".join(str(count[verdict]) for verdict in shown) + " |")

    equal = len(common) - len(differing)
    print(f"\n{equal} of {len(common)} verdicts are equal.")
    for tests, others, label in ((native, abi, "compiled"), (abi, native, "reference")):
        if alone := sorted(set(tests) - set(others)):
            print(f"Only in the {label} tree: {', '.join(alone)}.")
    if differing:
        print(
            "\n| test | compiled | standard ABI | what the one that deviates says"
            " |\n|---|---|---|---|"
        )
    for name in differing:
        pair = (native[name], abi[name])
        said = next((test["message"] for test in pair if test["verdict"] != "pass"), "")
        print(f"| `{name}` | {pair[0]['verdict']} | {pair[1]['verdict']} | {cell(said)} |")
    other = [
        name
        for name, test in so1.items()
        if name in abi and test["verdict"] != abi[name]["verdict"]
    ]
    print(
        f"\nAsked for as `libmpi_abi.so.1`: {len(so1) - len(other)} of {len(so1)} verdicts as with"
        " `.so.0`.\n"
    )


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: BSD-3-Clause
"""A table in Markdown that compares the verdicts of programs compiled for an MPI with those of the
reference's programs over the MPI's libmpi_abi. A third report is of programs that need
libmpi_abi.so.1."""
import json
from collections import Counter
from typing import Any

from tools.stages.commands import say

_Tests = dict[str, dict[str, Any]]  # by name

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


def _load(path: str) -> tuple[str, _Tests]:
    """Returns the version of the library and the tests of a report."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    version = str(report["targets"][0]["library_version"])
    return version.splitlines()[0], {test["name"]: test for test in report["tests"]}


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")[:160]


def _show_counts(common: list[str], native: _Tests, abi: _Tests) -> None:
    counts = [Counter(tests[name]["verdict"] for name in common) for tests in (native, abi)]
    shown = [verdict for verdict in VERDICTS if any(count[verdict] for count in counts)]
    say("| tree | " + " | ".join(shown) + " |\n|" + "---|" * (len(shown) + 1))
    for label, count in zip(("compiled for it", "of the reference"), counts):
        say(f"| {label} | " + " | ".join(str(count[verdict]) for verdict in shown) + " |")


def _show_differing(differing: list[str], native: _Tests, abi: _Tests) -> None:
    if differing:
        say(
            "\n| test | compiled | standard ABI | message of the deviating one |\n|---|---|---|---|"
        )
    for name in differing:
        pair = (native[name], abi[name])
        message = next((test["message"] for test in pair if test["verdict"] != "pass"), "")
        say(f"| `{name}` | {pair[0]['verdict']} | {pair[1]['verdict']} | {_cell(message)} |")


def show(native_report: str, abi_report: str, so1_report: str) -> None:
    (native_version, native), (abi_version, abi) = _load(native_report), _load(abi_report)
    _, so1 = _load(so1_report)
    common = [name for name in native if name in abi]
    differing = [name for name in common if native[name]["verdict"] != abi[name]["verdict"]]
    say(f"**{_cell(native_version)}**, through its own ABI and through the standard ABI")
    say(f"(its version string there: {_cell(abi_version)})\n")
    _show_counts(common, native, abi)
    say(f"\n{len(common) - len(differing)} of {len(common)} verdicts are equal.")
    for tests, others, label in ((native, abi, "compiled"), (abi, native, "reference")):
        if alone := sorted(set(tests) - set(others)):
            say(f"Only in the {label} tree: {', '.join(alone)}.")
    _show_differing(differing, native, abi)
    equal = sum(name not in abi or so1[name]["verdict"] == abi[name]["verdict"] for name in so1)
    say(f"\nLoaded as `libmpi_abi.so.1`: {equal} of {len(so1)} verdicts as with `.so.0`.\n")

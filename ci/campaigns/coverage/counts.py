# SPDX-License-Identifier: BSD-3-Clause
"""Counts of gcov by source line. Only branches of the source count, not those that the compiler
adds for exceptions and their clean-up. Counts of all instances of a template, and of copies in
several programs, are added."""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
from typing import Any, Optional

from tools.stages.commands import Failed

_File = dict[str, Any]  # of the JSON of gcov: a source file
_Place = tuple[int, int]  # line and column
# Identifies branches of one function of the source: file, line, beginning of the function, number
# of branches.
_Key = tuple[str, int, Optional[_Place], int]
_Sources = dict[str, list[str]]
_Lines = dict[str, dict[int, tuple[int, list[int]]]]


def _measured(path: str) -> list[_File]:
    """Returns the counts of one .gcda file by source file."""
    done = subprocess.run(
        ["gcov", "--json-format", "--stdout", "--branch-probabilities", path],
        capture_output=True,
        check=False,
        cwd=os.path.dirname(path),
    )
    if done.returncode:
        raise Failed(
            f"gcov cannot read {path}: counted by another build? Remove the tree and count again"
        )
    return [file for text in done.stdout.splitlines() if text for file in json.loads(text)["files"]]


_DECISION = re.compile(r"\b(if|for|while|switch)\b|[?]|&&|[|][|]")


def _decisions(branches: list[dict[str, Any]], before: str, text: str) -> list[int]:
    """Returns the counts of the branches of the line `text`. The line `before` may have begun the
    condition."""
    if re.search(r"\bcatch \(|^\s*static ", text) or not (
        _DECISION.search(text) or before.rstrip().endswith(("&&", "||", "?"))
    ):
        return []
    kept = []
    for branch, following in zip(branches, branches[1:] + [{"throw": False}]):
        returns = branch["fallthrough"] and following["throw"]  # the return of a call
        if not branch["throw"] and not returns:
            kept.append(branch["count"])
    return kept[:2] if re.search(r"\bthrow\b|\brefuse\(\"", text) else kept


def _add(branches: dict[_Key, list[int]], key: _Key, found: list[int]) -> None:
    """Adds counts to the earlier counts of the same branches."""
    branches[key] = [a + b for a, b in zip(branches.get(key, [0] * len(found)), found)]


def _folded(branches: list[int], copies: int) -> list[int]:
    """Adds the branches of `copies` instances of a function, which follow each other, up to those
    of one instance."""
    if copies < 2 or len(branches) % copies:
        return branches
    each = len(branches) // copies
    return [sum(branches[place::each]) for place in range(each)]


def _innermost(functions: list[dict[str, int]], number: int) -> tuple[Optional[_Place], int]:
    """Returns the beginning of the innermost function that contains a line, and the number of its
    instances."""
    around = [
        (function["start_line"], function["start_column"])
        for function in functions
        if function["start_line"] <= number <= function["end_line"]
    ]
    return (max(around), around.count(max(around))) if around else (None, 0)


def by_line(root: str, tree: str, rooms: tuple[str, ...]) -> tuple[_Sources, _Lines]:
    """Reads all .gcda files in the tree. Returns the sources in these folders of `root`, and the
    count and the branch counts of each file and line. Raises Failed."""
    data = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(tree)
        for name in names
        if name.endswith(".gcda")
    ]
    sources: _Sources = {}
    runs: collections.Counter[tuple[str, int]] = collections.Counter()
    branches: dict[_Key, list[int]] = {}
    inlined: dict[tuple[str, int], list[list[int]]] = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for files in pool.map(_measured, data):
            for file in files:
                name = os.path.relpath(os.path.realpath(os.path.join(tree, file["file"])), root)
                if not name.startswith(rooms):
                    continue
                if name not in sources:
                    with open(os.path.join(root, name), encoding="utf-8") as text:
                        sources[name] = text.read().splitlines()
                begins = {
                    function["name"]: (function["start_line"], function["start_column"])
                    for function in file["functions"]
                }
                for line in file["lines"]:
                    number = line["line_number"]
                    found = _decisions(
                        line["branches"],
                        sources[name][max(number - 2, 0)],
                        sources[name][number - 1],
                    )
                    runs[name, number] += line["count"]
                    begin = begins.get(line.get("function_name"))
                    # For lambdas in instances of a template gcov has one line with all branches.
                    if begin is None:
                        begin, copies = _innermost(file["functions"], number)
                        if begin is None:
                            inlined[name, number].append(found)
                            continue
                        found = _folded(found, copies)
                    _add(branches, (name, number, begin, len(found)), found)
    # gcov repeats the branches of an always-inlined function for each of its calls. The shortest
    # list is that of a single call.
    for (name, number), each in inlined.items():
        least = min(len(found) for found in each)
        for found in each:
            once = _folded(found, len(found) // least if least else 0)
            _add(branches, (name, number, None, len(once)), once)
    lines: _Lines = collections.defaultdict(dict)
    for (name, number), count in runs.items():
        lines[name][number] = count, []
    for (name, number, _, _), found in branches.items():
        lines[name][number][1].extend(found)
    return sources, lines

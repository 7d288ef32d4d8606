# SPDX-License-Identifier: BSD-3-Clause
"""What gcov counted, by line of the source. Branches are those that stand there: on lines that decide something; not the arcs by which a call
is left that throws, nor what the compiler adds on lines that throw or catch, to clean up. Instances of a template, and copies in several
programs, are one."""
import collections
import concurrent.futures
import json
import os
import re
import subprocess


class Unreadable(Exception):
    """Counts that are none."""


def measured(path):
    """What gcov says about one .gcda file, a dictionary per source file."""
    done = subprocess.run(
        ["gcov", "--json-format", "--stdout", "--branch-probabilities", path],
        capture_output=True,
        check=False,
        cwd=os.path.dirname(path),
    )
    if done.returncode:
        raise Unreadable(
            f"gcov cannot read {path}: counted by another build? Remove the tree and count again"
        )
    return [file for text in done.stdout.splitlines() if text for file in json.loads(text)["files"]]


DECISION = re.compile(r"\b(if|for|while|switch)\b|[?]|&&|[|][|]")


def decisions(branches, before, text):
    """The counts of the branches that the line itself has; `before`: the line before it, in the midst of whose condition it may be."""
    if re.search(r"\bcatch \(|^\s*static ", text) or not (
        DECISION.search(text) or before.rstrip().endswith(("&&", "||", "?"))
    ):
        return []
    kept = []
    for branch, following in zip(branches, branches[1:] + [{"throw": False}]):
        returns = branch["fallthrough"] and following["throw"]  # where a call returns
        if not branch["throw"] and not returns:
            kept.append(branch["count"])
    return kept[:2] if re.search(r"\bthrow\b|\brefuse\(\"", text) else kept


def add(branches, key, found):
    """Adds counts to those of the same branches."""
    branches[key] = [a + b for a, b in zip(branches.get(key, [0] * len(found)), found)]


def folded(branches, copies):
    """The branches of `copies` instances of a function, one instance's after another's: those of one, added up."""
    if copies < 2 or len(branches) % copies:
        return branches
    each = len(branches) // copies
    return [sum(branches[place::each]) for place in range(each)]


def innermost(functions, number):
    """Where the innermost of the functions around a line begins, and how many instances of it there are."""
    around = [
        (function["start_line"], function["start_column"])
        for function in functions
        if function["start_line"] <= number <= function["end_line"]
    ]
    return (max(around), around.count(max(around))) if around else (None, 0)


def by_line(root, tree, rooms):
    """{file: {line: (count, counts of its branches)}} of the sources in these folders below root, from all .gcda files in the tree."""
    data = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(tree)
        for name in names
        if name.endswith(".gcda")
    ]
    sources = {}
    # file, line, where its function begins, how many branches: those of one function of the source, added up.
    runs = collections.Counter()
    branches = {}
    inlined = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for files in pool.map(measured, data):
            for file in files:
                name = os.path.relpath(os.path.realpath(os.path.join(tree, file["file"])), root)
                if not name.startswith(rooms):
                    continue
                if name not in sources:
                    with open(os.path.join(root, name), encoding="utf-8") as lines:
                        sources[name] = lines.read().splitlines()
                begins = {
                    function["name"]: (function["start_line"], function["start_column"])
                    for function in file["functions"]
                }
                for line in file["lines"]:
                    number = line["line_number"]
                    found = decisions(
                        line["branches"],
                        sources[name][max(number - 2, 0)],
                        sources[name][number - 1],
                    )
                    runs[name, number] += line["count"]
                    begin = begins.get(line.get("function_name"))
                    if (
                        begin is None
                    ):  # lambdas in instances of a template: gcov has one line of them, with the branches of all
                        begin, copies = innermost(file["functions"], number)
                        if begin is None:
                            inlined[name, number].append(found)
                            continue
                        found = folded(found, copies)
                    add(branches, (name, number, begin, len(found)), found)
    # Functions that are always inlined: as often within a line as they are called, and somewhere called once.
    for (name, number), copies in inlined.items():
        least = min(len(found) for found in copies)
        for found in copies:
            once = folded(found, len(found) // least if least else 0)
            add(branches, (name, number, None, len(once)), once)
    lines = collections.defaultdict(dict)
    for (name, number), count in runs.items():
        lines[name][number] = count, []
    for (name, number, _, _), found in branches.items():
        lines[name][number][1].extend(found)
    return sources, lines

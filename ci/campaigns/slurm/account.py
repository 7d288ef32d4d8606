#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""account.py CASE EXIT ENDED REPORT WANT [ALONE]: a row of the table of the campaign slurm, made
of the report that a run left. EXIT is the exit code of the batch job's program as Slurm reports
it, ENDED Slurm's word for the job's end. WANT: `whole`, or `part` for a run that was cut short.
ALONE: a report of the same MPI with one process per test, which should blame it for the same.
Exit code: 0 if the report is what it should be, 1 if not."""
import collections
import json
import sys
from typing import Any, Optional


def blamed(report: dict[str, Any]) -> dict[str, str]:
    """The causes that the MPI is blamed for, by id, however many tests show them: the content of a
    freed object is chance."""
    return {
        finding["id"]: finding["line"]
        for finding in report["findings"]
        if finding["verdict"] in ("fail", "crash")
    }


def read(path: str) -> Any:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(
    case: str, code: str, ended: str, path: str, want: str, alone: Optional[str] = None
) -> int:
    try:
        report = read(path)
    except (OSError, ValueError) as problem:
        print(f"| {case} | | {code} | {ended} | no report: {problem} |")
        return 1
    tests, footer = report["tests"], report["footer"]
    verdicts = collections.Counter(test["verdict"] for test in tests)
    said = (
        "complete"
        if footer["complete"]
        else f"interrupted, names {len(footer['missing'])} tests that have not run"
    )
    gate = report["summary"]["gate"]
    measure, found = "", []
    if gate and gate["files"]:
        measure = "expected"
        found = [
            f"{it['problem']}: {it['test']}: {it['message']}"
            for it in gate["findings"]
            if it["test"]
        ]
    elif alone:
        measure, before = "with one process", blamed(read(alone))
        found = [
            f"not {measure}: {cause}: {line}"
            for cause, line in blamed(report).items()
            if cause not in before
        ]
    if measure:
        said += f"; {len(found)} not as {measure}" if found else f"; as {measure}"
    print(
        f"| {case} | {', '.join(f'{count} {word}' for word, count in verdicts.most_common())} |"
        f" {code} | {ended} | {said} |"
    )
    errors = collections.Counter(test["message"] for test in tests if test["verdict"] == "error")
    for message, count in errors.most_common(3):
        print(f"  {case}: {count} × error: {message}", file=sys.stderr)
    for test in tests:
        for note in test["notes"]:
            if note.startswith("tried again"):
                print(f"  {case}: {test['name']}: {test['verdict']}, {note}", file=sys.stderr)
    for line in found:
        print(f"  {case}: {line}", file=sys.stderr)
    is_right = footer["complete"] == (want == "whole") and footer["complete"] != bool(
        footer["missing"]
    )
    is_ours = any(not message.startswith("the launcher failed: ") for message in errors)
    return 0 if is_right and not is_ours and not found else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

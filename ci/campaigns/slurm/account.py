# SPDX-License-Identifier: BSD-3-Clause
"""A row of the table of the campaign slurm, from the report of a run."""
import collections
import json
from typing import Any, Optional


def _blamed(report: dict[str, Any]) -> dict[str, str]:
    """Returns the findings of the MPI by id. The number of tests per finding is ignored, because it
    depends on the content of freed objects."""
    return {
        finding["id"]: finding["line"]
        for finding in report["findings"]
        if finding["verdict"] in ("fail", "crash")
    }


def _read(path: str) -> Any:
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def row(
    case: str, code: str, ended: str, path: str, want: str, alone: Optional[str] = None
) -> tuple[str, list[str], bool]:
    """Returns the row, remarks, and whether the report is as expected.

    `code` is the exit code of the batch job's program and `ended` the state of the job, as Slurm
    reports them. `want` is `whole`, or `part` for a run that was cut short. `alone` is a report of
    the same MPI with one process per test, which should have the same findings."""
    try:
        report = _read(path)
    except (OSError, ValueError) as problem:
        return f"| {case} | | {code} | {ended} | no report: {problem} |", [], False
    tests, footer = report["tests"], report["footer"]
    complete, missing = bool(footer["complete"]), footer["missing"]
    state = "complete" if complete else f"interrupted, names {len(missing)} tests that have not run"
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
        measure, before = "with one process", _blamed(_read(alone))
        found = [
            f"not {measure}: {cause}: {line}"
            for cause, line in _blamed(report).items()
            if cause not in before
        ]
    if measure:
        state += f"; {len(found)} not as {measure}" if found else f"; as {measure}"
    verdicts = collections.Counter(test["verdict"] for test in tests).most_common()
    counts = ", ".join(f"{count} {word}" for word, count in verdicts)
    errors = collections.Counter(test["message"] for test in tests if test["verdict"] == "error")
    remarks = [f"{count} × error: {message}" for message, count in errors.most_common(3)]
    remarks += [
        f"{test['name']}: {test['verdict']}, {note}"
        for test in tests
        for note in test["notes"]
        if note.startswith("tried again")
    ]
    is_right = complete == (want == "whole") and complete != bool(missing)
    is_ours = any(not message.startswith("the launcher failed: ") for message in errors)
    line = f"| {case} | {counts} | {code} | {ended} | {state} |"
    return (
        line,
        [f"  {case}: {remark}" for remark in [*remarks, *found]],
        is_right and not is_ours and not found,
    )

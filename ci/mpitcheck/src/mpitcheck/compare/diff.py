# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck diff OLD NEW`: regressions, fixes and other differences."""
import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from mpitcheck.judge.model import RunReport, TargetResult
from mpitcheck.report.read_report import library_label, read_report
from mpitcheck.compare.target_diff import (
    TEST_CHANGES,
    ObjectDifference,
    TestDifference,
    diff_inventories,
    diff_tests,
)
from mpitcheck.judge.data import to_data
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import escape_line, tidy
from mpitcheck.report.text import replaced

_LONGEST_TEXT = 200


@dataclass
class TargetDiff:
    """The differences of a target that both reports have."""

    old_name: str
    new_name: str
    old_library: str  # e.g. "MPICH 4.0.2"
    new_library: str
    tests: list[TestDifference]
    inventories: bool  # both reports have an inventory of the target
    objects: list[ObjectDifference]


@dataclass
class ReportDiff:
    targets: list[TargetDiff] = field(default_factory=list)
    added: list[str] = field(default_factory=list)  # targets that only the new report has
    removed: list[str] = field(default_factory=list)  # targets that only the old report has
    notices: list[str] = field(default_factory=list)  # why the result may be incomplete


def _diff_target(
    older: RunReport, before: TargetResult, newer: RunReport, after: TargetResult
) -> TargetDiff:
    # An empty inventory means that none was taken. An MPI without any object is treated likewise.
    inventories = bool(before.inventory and after.inventory)
    return TargetDiff(
        before.name,
        after.name,
        library_label(before),
        library_label(after),
        diff_tests(older, before.name, newer, after.name),
        inventories,
        diff_inventories(before.inventory, after.inventory) if inventories else [],
    )


def diff_reports(older: RunReport, newer: RunReport) -> ReportDiff:
    """Returns the differences between two reports.

    Targets are paired by name. If one target of each report remains, these two are a pair. Raises
    UserError if there is no pair.
    """
    diff = ReportDiff()
    for which, report in (("old", older), ("new", newer)):
        if not report.footer.complete:
            why = (
                "its run was interrupted"
                if report.footer.interrupted
                else "not every selected test has run"
            )
            diff.notices.append(f"the {which} report is incomplete: {why}")
    after = {target.name: target for target in newer.targets}
    pairs = [(target, after.pop(target.name)) for target in older.targets if target.name in after]
    paired = {target.name for target, _ in pairs}
    before = [target for target in older.targets if target.name not in paired]
    if len(before) == len(after) == 1:
        pairs.append((before.pop(), after.popitem()[1]))
    diff.targets = [_diff_target(older, old, newer, new) for old, new in pairs]
    diff.removed, diff.added = [target.name for target in before], list(after)
    if not diff.targets:
        raise UserError("the two reports have no target in common: compare runs of the same trees")
    return diff


def count(diff: ReportDiff, change: str) -> int:
    """Returns the number of test differences of one of TEST_CHANGES over all targets."""
    return sum(test.change == change for target in diff.targets for test in target.tests)


def _test_data(it: TestDifference) -> dict[str, object]:
    verdicts = (
        {"behaviour": it.subject}
        if it.change == "behaviour"
        else {"old_verdict": to_data(it.before), "new_verdict": to_data(it.after)}
    )
    return {
        "change": it.change,
        "test": it.test,
        **verdicts,
        "old": it.old_text,
        "new": it.new_text,
    }


def diff_json(diff: ReportDiff) -> str:
    """Returns the differences as JSON."""
    targets = [
        {
            **to_data(target),
            "tests": [_test_data(test) for test in target.tests],
            "objects": [
                {key: value or None for key, value in to_data(each).items()}
                for each in target.objects
            ],
        }
        for target in diff.targets
    ]
    document = {
        "targets": targets,
        "targets_added": diff.added,
        "targets_removed": diff.removed,
        "notices": diff.notices,
        "tests": {change: count(diff, change) for change in TEST_CHANGES},
    }
    return replaced(json.dumps(document, ensure_ascii=False, indent=1)) + "\n"


def _test_lines(it: TestDifference) -> Iterator[str]:
    before, after = ("" if verdict is None else verdict.word for verdict in (it.before, it.after))
    rest = {
        "behaviour": escape_line(it.subject),
        "added": after,
        "removed": f"was {before}",
        "message": after,
    }
    yield f"  {it.change:<10} {escape_line(it.test)}: {rest.get(it.change, f'{before} -> {after}')}"
    if it.change not in ("added", "removed"):
        yield from (
            f"    {sign} {tidy(text, _LONGEST_TEXT)}"
            for sign, text in (("-", it.old_text), ("+", it.new_text))
            if text
        )


def _object_line(it: ObjectDifference) -> str:
    old, new = tidy(it.old_name, _LONGEST_TEXT), tidy(it.new_name, _LONGEST_TEXT)
    what = {
        "added": new,
        "removed": old,
        "renamed": f"{old} -> {new}",
        "retyped": f"{new}: {tidy(it.detail, 2 * _LONGEST_TEXT)}",
    }
    return f"  {it.change:<10} {escape_line(it.kind)} {what[it.change]}"


def _target_lines(target: TargetDiff) -> Iterator[str]:
    names = [escape_line(name) for name in dict.fromkeys((target.old_name, target.new_name))]
    yield (
        f"{' -> '.join(names)}: {escape_line(target.old_library)} ->"
        f" {escape_line(target.new_library)}"
    )
    for test in target.tests:
        yield from _test_lines(test)
    yield from map(_object_line, target.objects)
    if not target.inventories:
        yield "  variables were not compared: a report holds no inventory of this target"
    elif not target.tests and not target.objects:
        yield "  no difference"
    yield ""


def diff_text(diff: ReportDiff) -> str:
    """Returns the differences as escaped text for the terminal."""
    lines = [line for target in diff.targets for line in _target_lines(target)]
    lines += [f"target removed: {escape_line(target)}" for target in diff.removed]
    lines += [f"target added: {escape_line(target)}" for target in diff.added]
    lines += [f"note: {notice}" for notice in diff.notices]
    counts = ", ".join(f"{change} {count(diff, change)}" for change in TEST_CHANGES)
    objects = sum(len(target.objects) for target in diff.targets)
    return "\n".join(lines) + f"\ntests: {counts}; variables and other objects: {objects} changes\n"


def show_diff(old_path: str, new_path: str, as_json: bool) -> ExitCode:
    """Prints the differences to stdout and returns the exit code.

    The code is 1 if a test has a regression, else 0. Raises UserError if a report cannot be used.
    """
    diff = diff_reports(read_report(old_path), read_report(new_path))
    print(diff_json(diff) if as_json else diff_text(diff), end="")
    return ExitCode.broken_must if count(diff, "regression") else ExitCode.as_expected

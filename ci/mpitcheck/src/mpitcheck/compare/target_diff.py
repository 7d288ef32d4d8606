# SPDX-License-Identifier: BSD-3-Clause
"""The differences between two reports in one target's tests and objects."""
from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Callable, Optional

from mpitcheck.gate.message import has_prefix
from mpitcheck.judge.model import NamedObject, RunReport, TestResult, Verdict
from mpitcheck.judge.results import is_deviation

# regression: a new or worse deviation; fix: no or a lesser deviation; difference: another change of
# verdict; message: the same deviation with another message; behaviour: another choice where the
# standard leaves one.
TEST_CHANGES = ("regression", "fix", "difference", "message", "behaviour", "added", "removed")


@dataclass
class ObjectDifference:
    change: str  # "removed", "added", "renamed" or "retyped"
    kind: str  # as in NamedObject
    old_name: str = ""  # empty: the object was added
    new_name: str = ""  # empty: the object was removed
    detail: str = ""  # for "retyped", e.g. "datatype MPI_INT -> MPI_CHAR"


@dataclass
class TestDifference:
    change: str  # one of TEST_CHANGES
    test: str
    before: Optional[Verdict] = None  # None: the test was not run, or the change is a behaviour
    after: Optional[Verdict] = None  # likewise
    old_text: str = ""  # message, or values of the behaviour
    new_text: str = ""
    subject: str = ""  # for a behaviour: its clause and key


Likeness = tuple[str, tuple[tuple[str, str], ...], str]


def _pair_up(
    older: list[NamedObject], newer: list[NamedObject], key_of: Callable[[NamedObject], Hashable]
) -> list[tuple[NamedObject, NamedObject]]:
    """Pairs objects with equal keys, in order, and removes them from both lists.

    A key may occur more than once, because names of pvars are unique only within a class.
    """
    waiting: dict[Hashable, deque[NamedObject]] = defaultdict(deque)
    pairs, alone = [], []
    for each in newer:
        waiting[key_of(each)].append(each)
    for each in older:
        others = waiting[key_of(each)]
        if others:
            pairs.append((each, others.popleft()))
        else:
            alone.append(each)
    paired = {id(new) for _, new in pairs}
    older[:], newer[:] = alone, [each for each in newer if id(each) not in paired]
    return pairs


def _likeness(each: NamedObject) -> Likeness:
    return each.kind, tuple(sorted(each.type.items())), each.desc


def _detail_of(before: dict[str, str], after: dict[str, str]) -> str:
    def shown(types: dict[str, str], key: str) -> str:
        return types.get(key, "") or "none"

    return ", ".join(
        f"{key} {shown(before, key)} -> {shown(after, key)}"
        for key in sorted(before | after)
        if before.get(key, "") != after.get(key, "")
    )


def diff_inventories(older: list[NamedObject], newer: list[NamedObject]) -> list[ObjectDifference]:
    """Returns the differences between two inventories.

    Equal objects are paired first. Of the rest, objects with the same name are retyped, and objects
    with the same type and description are renamed if that pair is unique.
    """
    before, after = list(older), list(newer)
    _pair_up(before, after, lambda each: (each.kind, each.name, tuple(sorted(each.type.items()))))
    retyped = _pair_up(before, after, lambda each: (each.kind, each.name))
    alike = [Counter(map(_likeness, some)) for some in (before, after)]

    def own_likeness(each: NamedObject) -> Hashable:
        tells = (each.desc or "items" in each.type) and all(
            counts[_likeness(each)] == 1 for counts in alike
        )
        return _likeness(each) if tells else id(each)

    renamed = _pair_up(before, after, own_likeness)
    return (
        [ObjectDifference("removed", each.kind, old_name=each.name) for each in before]
        + [ObjectDifference("added", each.kind, new_name=each.name) for each in after]
        + [ObjectDifference("renamed", old.kind, old.name, new.name) for old, new in renamed]
        + [
            ObjectDifference(
                "retyped", old.kind, old.name, new.name, _detail_of(old.type, new.type)
            )
            for old, new in retyped
        ]
    )


def change_of(before: Verdict, after: Verdict) -> str:
    """Returns one of the first three of TEST_CHANGES, or "" if the verdicts are equal."""
    if before == after:
        return ""
    if Verdict.error in (before, after):
        return "difference"
    if is_deviation(after) and (not is_deviation(before) or after > before):
        return "regression"
    if is_deviation(before) and (is_deviation(after) or after == Verdict.good):
        return "fix"
    return "difference"


def _behaviours_of(test: TestResult) -> dict[str, set[str]]:
    values = defaultdict(set)
    for each in test.behaviours:
        values[f"{each.clause}: {each.key}"].add(each.value)
    return values


def _diff_test(before: TestResult, after: TestResult) -> Iterator[TestDifference]:
    change = change_of(before.verdict, after.verdict)
    if not change and is_deviation(after.verdict):
        same = has_prefix(before.message, after.message) and has_prefix(
            after.message, before.message
        )
        change = "" if same else "message"
    if change:
        yield TestDifference(
            change, before.name, before.verdict, after.verdict, before.message, after.message
        )
    now = _behaviours_of(after)
    for subject, values in sorted(_behaviours_of(before).items()):
        if subject in now and now[subject] != values:
            old, new = (", ".join(sorted(filter(None, some))) for some in (values, now[subject]))
            yield TestDifference(
                "behaviour", before.name, old_text=old, new_text=new, subject=subject
            )


def diff_tests(
    older: RunReport, old_target: str, newer: RunReport, new_target: str
) -> list[TestDifference]:
    """Returns the differences between the tests of two targets, in the order of TEST_CHANGES."""

    def tests_of(report: RunReport, target: str) -> dict[tuple[str, str], TestResult]:
        tests: dict[tuple[str, str], TestResult] = {}
        for test in report.tests:
            if test.target == target:
                tests.setdefault((test.suite, test.name), test)
        return dict(sorted(tests.items()))

    before, after = tests_of(older, old_target), tests_of(newer, new_target)
    found: list[TestDifference] = []
    for key, test in before.items():
        if key in after:
            found += _diff_test(test, after[key])
        else:
            found.append(
                TestDifference("removed", test.name, before=test.verdict, old_text=test.message)
            )
    found += [
        TestDifference("added", test.name, after=test.verdict, new_text=test.message)
        for key, test in after.items()
        if key not in before
    ]
    return sorted(found, key=lambda each: TEST_CHANGES.index(each.change))

# SPDX-License-Identifier: BSD-3-Clause
"""What became better, worse or different between two reports."""
import json

import pytest

from mpitcheck.compare.diff import count, diff_json, diff_reports, diff_text
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import UserError
from tests.report.samples import plausible, small


def entry_of(report, target, name):
    return next(test for test in report.tests if (test.target, test.name) == (target, name))


def change(before, after):
    """The changes of a test of mpich that goes from one verdict to another."""
    older, newer = plausible(), plausible()
    for report, word in ((older, before), (newer, after)):
        entry_of(report, "mpich", "cvar.info.name-unique").verdict = Verdict.named(word)
    return "".join(
        test.change for target in diff_reports(older, newer).targets for test in target.tests
    )


def test_equal_reports_do_not_differ():
    diff = diff_reports(plausible(), plausible())
    assert [(target.tests, target.objects) for target in diff.targets] == [([], [])] * 3
    assert "no difference" in diff_text(diff)


# How a verdict changes, and what the change is.
CHANGES = {
    "regression": (
        "pass fail, pass warn, vacuous crash, fail crash, quality fail, not-applicable timeout"
    ),
    "fix": "fail pass, crash fail, warn pass, fail quality",
    "difference": (
        "fail vacuous, pass vacuous, pass error, error fail, vacuous pass, not-applicable "
        "vacuous"
    ),
    "": "pass pass",
}


@pytest.mark.parametrize(
    "wanted, pair",
    [(wanted, pair) for wanted, pairs in CHANGES.items() for pair in pairs.split(", ")],
)
def test_diff_distinguishes_regressions_fixes_and_other_differences(wanted, pair):
    assert change(*pair.split()) == wanted


def test_diff_reports_changed_messages_but_not_addresses():
    newer = plausible()
    entry_of(newer, "mpich", "cvar.info.name-nonempty").message = "another text"
    diff = diff_reports(plausible(), newer)
    assert (count(diff, "message"), count(diff, "regression")) == (1, 0)
    older = plausible()
    entry_of(older, "mpich", "cvar.info.name-nonempty").message = "SIGSEGV in f(0x55d48d96c480)"
    entry_of(newer, "mpich", "cvar.info.name-nonempty").message = "SIGSEGV in f(0x7ffd9e246eb8)"
    assert count(diff_reports(older, newer), "message") == 0


def test_diff_reports_behaviour_and_added_and_removed_tests():
    newer = plausible()
    entry_of(newer, "mpich", "cvar.info.info-null-out-ignored").behaviours[0].value = "another code"
    entry_of(newer, "openmpi", "cvar.info.num-nonnegative").name = "cvar.info.renamed"
    diff = diff_reports(plausible(), newer)
    assert [count(diff, each) for each in ("behaviour", "added", "removed")] == [1, 1, 1]
    assert "    - MPI_SUCCESS\n    + another code\n" in diff_text(diff)


def test_diff_pairs_the_remaining_targets():
    newer = plausible()
    newer.targets[1].name = "mpich-next"
    newer.targets[1].library_version = "MPICH Version:\t4.2.0"
    for test in newer.tests:
        if test.target == "mpich":
            test.target = "mpich-next"
    diff = diff_reports(plausible(), newer)
    assert (len(diff.targets), diff.targets[-1].tests) == (3, [])
    assert "mpich -> mpich-next: MPICH 4.0.2 -> MPICH 4.2.0" in diff_text(diff)


def test_diff_reports_targets_of_only_one_report():
    newer = plausible()
    newer.targets.pop()
    newer.tests = [test for test in newer.tests if test.target != "openmpi"]
    assert "target removed: openmpi" in diff_text(diff_reports(plausible(), newer))
    assert "target added: openmpi" in diff_text(diff_reports(newer, plausible()))
    newer.targets, newer.tests = [], []
    with pytest.raises(UserError):
        diff_reports(plausible(), newer)


def test_diff_reports_what_was_not_compared():
    older = plausible()
    older.targets[1].inventory = []
    older.footer.complete = False
    text = diff_text(diff_reports(older, plausible()))
    assert "variables were not compared" in text
    assert "note: the old report is incomplete" in text


def test_diff_is_printed_as_json():
    newer = plausible()
    entry_of(newer, "mpich", "cvar.info.name-unique").verdict = Verdict.fail
    newer.targets[1].inventory[0].type["datatype"] = "MPI_COUNT"
    data = json.loads(diff_json(diff_reports(plausible(), newer)))
    assert data["tests"]["regression"] == 1
    mpich = data["targets"][1]
    assert (mpich["tests"][0]["old_verdict"], mpich["tests"][0]["new_verdict"]) == ("pass", "fail")
    assert mpich["objects"][0]["detail"] == "datatype MPI_INT -> MPI_COUNT"


def test_a_new_test_that_is_not_applicable_is_added():
    newer = plausible()
    entry_of(newer, "mpich", "event.info.callback-safety").suite = "another"
    assert "added      event.info.callback-safety: not-applicable\n" in diff_text(
        diff_reports(plausible(), newer)
    )


def test_hostile_text_is_escaped():
    newer = small()
    for test in newer.tests:
        test.verdict = Verdict.crash
    newer.targets[1].inventory[0].type["datatype"] = "\x1b[31m"
    diff = diff_reports(small(), newer)
    assert count(diff, "regression") > 0
    text = diff_text(diff)
    assert "retyped" in text
    assert "\x1b" not in text
    assert "\udcff" not in text
    json.loads(diff_json(diff).encode())

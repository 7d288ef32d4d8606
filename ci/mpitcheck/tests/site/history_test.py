# SPDX-License-Identifier: BSD-3-Clause
"""The history: nothing is lost on the way to text and back, lines may be merged in any order, and
damage is found."""
import os
import random
import subprocess
import tempfile

import pytest

from mpitcheck.judge.data import Invalid
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import UserError
from mpitcheck.site.history import History, standing
from tests.report import samples


def report_of(started, change=None):
    report = samples.plausible()
    report.header.started = started
    if change:
        change(report)
    return report


def history_of(*reports):
    history = History()
    for report in reports:
        history.add_report(report)
    return history


def read(*texts):
    history = History()
    for text in texts:
        history.add_text(text, "a history")
    return history


def _mend(report):
    report.clauses[1].verdicts["mpich"] = Verdict.good
    report.findings = report.findings[1:]


FIRST, SECOND, THIRD = (f"2026-01-0{day}T01:02:03Z" for day in (1, 2, 3))


@pytest.mark.parametrize(
    "report",
    [samples.plausible(), samples.small(), samples.gated()],
    ids=["plausible", "small", "gated"],
)
def test_history_round_trips(report):
    report.header.started = FIRST
    history = history_of(report)
    again = read(history.to_text())
    assert again.nights == history.nights
    assert again.findings == history.findings
    assert again.to_text() == history.to_text()


def test_unchanged_verdicts_are_written_once():
    one = history_of(report_of(FIRST)).to_text()
    two = history_of(report_of(FIRST), report_of(SECOND)).to_text()
    assert len(two.splitlines()) - len(one.splitlines()) == 3  # a night per column
    assert two == "".join(sorted(two.splitlines(True)))


def test_lines_mean_the_same_in_any_order():
    whole = history_of(report_of(FIRST), report_of(SECOND, _mend), report_of(THIRD))
    lines = whole.to_text().splitlines(True) * 2
    random.Random(1).shuffle(lines)
    assert read("".join(lines)).nights == whole.nights


def test_two_histories_merge_by_their_lines():
    """Also if a night in between comes from the other one."""
    one, other = (
        history_of(report_of(FIRST), report_of(THIRD)).to_text(),
        history_of(report_of(SECOND, _mend)).to_text(),
    )
    whole = history_of(report_of(FIRST), report_of(SECOND, _mend), report_of(THIRD))
    for merged in (one + other, other + one):
        assert read(merged).nights == whole.nights
        assert read(merged).to_text() == read(other, one).to_text()


def test_git_merges_them():
    base = history_of(report_of(FIRST))
    one, other = history_of(report_of(FIRST), report_of(SECOND, _mend)), history_of(
        report_of(FIRST), report_of(THIRD)
    )
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("one", "base", "other")]
        for path, history in zip(paths, (one, base, other)):
            with open(path, "w", encoding="utf-8") as file:
                file.write(history.to_text())
        merged = subprocess.run(
            ["git", "merge-file", "-p", "--union", *paths],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    assert read(merged).nights == {**one.nights, **other.nights}


def test_damage_is_found():
    text = history_of(report_of(FIRST)).to_text()
    lines = text.splitlines(True)
    names = next(line for line in lines if '"names"' in line)
    for damaged in (
        text.replace('"coded":"', '"coded":"p', 1),
        "".join(line for line in lines if line != names),
        text + "<<<<<<< ours\n",
        text + "{}\n",
        text + "[]\n",
        text.replace('"night":"2026', '"night":"x', 1),
        text.replace('"column":"', '"column":"../', 1),
        text + "[" * 100_000 + "\n",
    ):
        with pytest.raises(UserError, match="a history"):
            read(damaged)


def test_a_report_has_its_start_time():
    with pytest.raises(Invalid):
        history_of(report_of("yesterday"))


def test_since_when():
    history = history_of(report_of(FIRST), report_of(SECOND, _mend), report_of(THIRD, _mend))
    nights = history.of("mpich-4.0.2")
    stands = standing(nights, "rules", "cvar-name-nonempty")
    assert (stands.verdict, stands.since, stands.before) == (Verdict.good, SECOND, Verdict.fail)
    stands = standing(nights, "rules", "cvar-name-unique")
    assert (stands.verdict, stands.since, stands.before) == (Verdict.good, FIRST, None)
    assert standing(nights, "rules", "none-of-it").verdict is None


def test_nights_without_a_verdict_are_omitted():
    def leave_out(report):
        del report.clauses[1].verdicts["mpich"]

    nights = history_of(report_of(FIRST), report_of(SECOND, leave_out), report_of(THIRD)).of(
        "mpich-4.0.2"
    )
    assert standing(nights, "rules", "cvar-name-nonempty").since == FIRST

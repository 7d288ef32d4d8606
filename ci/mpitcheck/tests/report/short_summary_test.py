# SPDX-License-Identifier: BSD-3-Clause
"""The end of a run on the terminal."""
import re

import pytest

from mpitcheck.judge.model import GateFinding, Verdict
from mpitcheck.report.short_summary import MOST_LINES, Files, Look, short_summary
from tests.report import samples
from tests.report.overview_samples import finding, grouped, with_findings


def _many(count, standing="new"):
    """One target with that many findings, all of which break a `must`."""
    functions = [f"MPI_T_function_with_a_long_name_{i % 7}" for i in range(count)]
    report = with_findings(
        *(finding(f"F-{i:06x}", name, "must", standing) for i, name in enumerate(functions)),
        gated=True,
    )
    report.targets = report.targets[1:2]
    report.tests = [test for test in report.tests if test.target == "mpich"] * 3
    for each in report.findings:
        each.line += " with MPI_T_ERR_INVALID_HANDLE, which is a title of usual length"
    report.gate.findings = [
        GateFinding("unexpected-pass", "mpich", "cvar.info.name-nonempty", message="m" * 200)
    ] * 9
    report.targets[0].notes = ["n" * 300] * 5
    return report


@pytest.mark.parametrize("count", [0, 1, 20, 100])
@pytest.mark.parametrize("width", [60, 100, 200])
def test_summary_of_a_target_is_short_and_fits_the_width(count, width):
    text = short_summary(_many(count), look=Look(width))
    assert max(map(len, text.splitlines())) <= width
    if width >= 100:
        assert text.count("\n") <= MOST_LINES


def test_twenty_findings_are_all_shown():
    report = _many(20)
    report.gate.findings, report.targets[0].notes = [], []
    text = short_summary(report)
    assert all(each.id in text for each in report.findings)
    assert text.count("\n") <= MOST_LINES


def test_omitted_findings_are_counted():
    text = short_summary(_many(100))
    shown = len(re.findall("^ +F-0000.. ", text, re.MULTILINE))
    assert f"\n    and {100 - shown} more: --verbose\n" in text
    assert shown >= 10


def test_summary_lists_new_findings_and_counts_folded_ones():
    report = with_findings(
        finding("F-000001", "MPI_T_a", "must", "known"),
        finding("F-000002", "MPI_T_b", "must", "new"),
        finding("F-000003", "MPI_T_c", "quality", "known"),
        gated=True,
    )
    text = short_summary(report)
    mpich = text[text.index("\nMPICH 4.0.2: 2 findings break a must rule, 1 of them new;") :]
    assert mpich.index("  New: 1\n    F-000002  MPI_T_b fails\n") < mpich.index(
        "  Known: 1\n    F-000001  MPI_T_a fails\n"
    )
    assert "F-000003" not in text


def test_three_findings_of_a_function_get_a_heading():
    report = grouped()
    assert "    MPI_T_cvar_read\n" not in short_summary(report)
    report.findings.append(finding("F-00000e", "MPI_T_cvar_read"))
    text = short_summary(report)
    assert "    MPI_T_cvar_read\n      F-00000a  MPI_T_cvar_read fails\n      F-00000b" in text
    assert "F-00000d" not in text


@pytest.mark.parametrize(
    "files, said",
    [
        (
            Files(),
            "All of it: --verbose, or --html FILE. One finding: mpitcheck finding F-00000a REPORT,"
            " which --json\n  REPORT writes\n",
        ),
        (
            Files("a.html", "b.json"),
            "All of it: a.html. One finding: mpitcheck finding F-00000a b.json\n",
        ),
    ],
    ids=["none", "both"],
)
def test_summary_names_the_full_report(files, said):
    assert short_summary(grouped(), files).endswith("\n\n" + said)


def test_gate_does_not_repeat_new_findings():
    report = samples.gated()
    text = short_summary(report)
    assert "Gate: differences from the expectations: 2 (1 unexpected-failure, 1 expired)." in text
    assert "\n  expired: 'init.*' counted until 2025-12-31\n" in text
    assert "\n  unexpected-failure:" not in text
    report.gate.findings = []
    assert "\nGate: as expected. Known deviations: 1.\n" in short_summary(report)


def test_summary_names_tests_that_could_not_finish():
    report = samples.plausible()
    report.tests[0].verdict, report.tests[0].message = Verdict.inconclusive, "slow"
    assert "\n  inconclusive: cvar.info.num-nonnegative: slow\n" in short_summary(report)
    report.tests[0].left_out = ["a call"]
    assert "  inconclusive: " not in short_summary(report)


def test_summary_counts_errors_and_tests_that_did_not_run():
    report = samples.small()
    text = short_summary(report)
    [error] = [test for test in report.tests if test.verdict == Verdict.error]
    assert f"\n  error: {error.name}: </script>" in text
    assert "\nInterrupted: selected tests that have not run: 1" in text
    assert not re.search("[\0-\x09\x0b-\x1f\x7f\u2028\u202e]", text)


def test_colours_need_a_colour_terminal():
    assert "\x1b" not in short_summary(grouped())
    text = short_summary(grouped(), look=Look(has_colours=True))
    assert "    \x1b[31mF-00000c\x1b[0m  MPI_T_finalize fails\n" in text

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the account on the terminal, and of the letter about one finding."""
import os
import tempfile

import pytest

from mpitcheck.process.error import UserError
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.report.show_finding import show_finding
from mpitcheck.report.summary import summary
from tests.report import samples


def _controls(text):
    return {
        character for character in text if character < " " or character in "\x7f\u2028\u202e"
    } - {"\n"}


def test_summary_tells_findings_tests_and_counts():
    text = summary(samples.plausible())
    assert text.startswith(f"\nFindings: {len(samples.plausible().findings)}\n  F-")
    assert "\nfail: mpich cvar.info.name-nonempty\n  3 of 344 variables deviate" in text
    assert (
        "\n    calls     MPI_T_init_thread(MPI_THREAD_SINGLE) = MPI_SUCCESS\n             "
        " MPI_T_cvar_get_info(17)"
    ) in text
    assert "\n  and 1 more: see the report\n" in text
    assert "\ntarget     library " in text
    assert "warn: " not in text
    assert "Gate" not in text


def test_with_a_gate_known_tests_are_left_out():
    text = summary(samples.gated())
    assert "\ncrash: openmpi" not in text
    assert "\nGate: differences from the expectations: 2. Known deviations: 1.\n" in text
    assert (
        "\nexpired: 'init.*' counted until 2025-12-31\n  look at it again:\n  init.*  crash" in text
    )


def test_summary_shows_hostile_text_escaped():
    text = summary(samples.small())
    assert _controls(text) == set()
    assert "\\x1b[31m" in text
    assert "\nInterrupted: selected tests that have not run: 1 (" in text


def _shown(report, as_markdown, id=None):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        with open(path, "wb") as file:
            file.write(encode(to_json(report)))
        return show_finding(id or report.findings[0].id, path, as_markdown)


def test_show_finding_tells_all_of_one():
    report = samples.gated()
    plain = [
        "  library   ",
        "  rule      ",
        "\n  Calls:\n\n    MPI_T_init_thread",
        "\n  To see it again:\n",
    ]
    marked = [
        "## ",
        "- library: ",
        "- rule: ",
        "\nCalls:\n\n```c\n",
        "\nTo see it again:\n\n```sh\n",
    ]
    for as_markdown, parts in ((False, plain), (True, marked)):
        text = _shown(report, as_markdown)
        for part in [report.findings[0].id, *parts]:
            assert part in text


@pytest.mark.parametrize("as_markdown", [False, True])
def test_show_finding_shows_hostile_text_escaped(as_markdown):
    assert _controls(_shown(samples.small(), as_markdown)) == set()


def test_show_finding_says_which_there_are():
    with pytest.raises(
        UserError, match="has no finding 'F-0': it begins with a list of them, e.g. F-"
    ):
        _shown(samples.plausible(), False, "F-0")

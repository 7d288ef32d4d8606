# SPDX-License-Identifier: BSD-3-Clause
"""The account that --verbose prints."""
from mpitcheck.report.summary import summary
from tests.report import samples


def _controls(text):
    return {
        character for character in text if character < " " or character in "\x7f\u2028\u202e"
    } - {"\n"}


def test_summary_prints_findings_tests_and_counts():
    text = summary(samples.plausible())
    assert text.startswith("\nmpitcheck reference 0.1.0: no must rule is broken.")
    assert f"\nFindings: {len(samples.plausible().findings)}\n  F-" in text
    assert "\nfail: mpich cvar.info.name-nonempty\n  3 of 344 variables deviate" in text
    assert (
        "\n    calls     MPI_T_init_thread(MPI_THREAD_SINGLE) = MPI_SUCCESS\n             "
        " MPI_T_cvar_get_info(17)"
    ) in text
    assert "\n  and 1 more: see the report\n" in text
    assert "\ntarget     library " in text
    assert "warn: " not in text
    assert "Gate" not in text


def test_with_a_gate_known_tests_are_omitted():
    text = summary(samples.gated())
    assert "\ncrash: openmpi" not in text
    assert "\nGate: differences from the expectations: 2. Known deviations: 1.\n" in text
    assert (
        "\nexpired: 'init.*' counted until 2025-12-31\n  look at it again:\n  init.*  crash" in text
    )


def test_summary_escapes_hostile_text():
    text = summary(samples.small())
    assert _controls(text) == set()
    assert "\\x1b[31m" in text
    assert "\nInterrupted: selected tests that have not run: 1 (" in text

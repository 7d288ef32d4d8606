# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the account on the terminal, and of the letter about one finding."""
import os
import tempfile
import unittest

from mpitcheck.process.error import UserError
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.report.selftests import samples
from mpitcheck.report.show_finding import show_finding
from mpitcheck.report.summary import summary


def _controls(text):
    return {
        character for character in text if character < " " or character in "\x7f\u2028\u202e"
    } - {"\n"}


class Summary(unittest.TestCase):
    def test_tells_findings_tests_and_counts(self):
        text = summary(samples.plausible())
        self.assertTrue(text.startswith(f"\nFindings: {len(samples.plausible().findings)}\n  F-"))
        self.assertIn("\nfail: mpich cvar.info.name-nonempty\n  3 of 344 variables deviate", text)
        self.assertIn(
            (
                "\n    calls     MPI_T_init_thread(MPI_THREAD_SINGLE) = MPI_SUCCESS\n             "
                " MPI_T_cvar_get_info(17)"
            ),
            text,
        )
        self.assertIn("\n  and 1 more: see the report\n", text)
        self.assertIn("\ntarget     library ", text)
        self.assertNotIn("warn: ", text)
        self.assertNotIn("Gate", text)

    def test_with_a_gate_known_tests_are_left_out(self):
        text = summary(samples.gated())
        self.assertNotIn("\ncrash: openmpi", text)
        self.assertIn("\nGate: differences from the expectations: 2. Known deviations: 1.\n", text)
        self.assertIn(
            "\nexpired: 'init.*' counted until 2025-12-31\n  look at it again:\n  init.*  crash",
            text,
        )

    def test_shows_hostile_text_escaped(self):
        text = summary(samples.small())
        self.assertEqual(_controls(text), set())
        self.assertIn("\\x1b[31m", text)
        self.assertIn("\nInterrupted: selected tests that have not run: 1 (", text)


class ShowFinding(unittest.TestCase):
    def _shown(self, report, as_markdown, id=None):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report.json")
            with open(path, "wb") as file:
                file.write(encode(to_json(report)))
            return show_finding(id or report.findings[0].id, path, as_markdown)

    def test_tells_all_of_one(self):
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
            text = self._shown(report, as_markdown)
            for part in [report.findings[0].id, *parts]:
                self.assertIn(part, text)

    def test_shows_hostile_text_escaped(self):
        for as_markdown in (False, True):
            self.assertEqual(_controls(self._shown(samples.small(), as_markdown)), set())

    def test_says_which_there_are(self):
        with self.assertRaisesRegex(
            UserError, "has no finding 'F-0': it begins with a list of them, e.g. F-"
        ):
            self._shown(samples.plausible(), False, "F-0")

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the JUnit XML."""
import unittest
from xml.etree import ElementTree

from mpitcheck.judge.model import Verdict
from mpitcheck.report.junit import to_junit
from mpitcheck.report.selftests import samples


def _parsed(report):
    return ElementTree.fromstring(to_junit(report).encode())


def _testcase(root, target, name):
    return root.find(f"testsuite[@name='{target}']/testcase[@name='{name}']")


class JUnit(unittest.TestCase):
    def test_a_suite_per_target_with_true_counts(self):
        root = _parsed(samples.plausible())
        for suite in root:
            cases = suite.findall("testcase")
            self.assertEqual(int(suite.get("tests")), len(cases))
            for count, element in (
                ("failures", "failure"),
                ("errors", "error"),
                ("skipped", "skipped"),
            ):
                self.assertEqual(
                    int(suite.get(count)),
                    len([case for case in cases if case.find(element) is not None]),
                    count,
                )
        self.assertEqual(
            {suite.get("name") for suite in root.findall("testsuite")},
            {"reference", "mpich", "openmpi"},
        )
        self.assertEqual((root.get("failures"), root.get("errors")), ("4", "1"))

    def test_a_suite_begins_with_its_findings(self):
        properties = _parsed(samples.gated()).find("testsuite[@name='mpich']/properties")
        self.assertEqual(
            len([it for it in properties if it.get("name").startswith("finding F-")]), 3
        )
        self.assertIn(": expected ", properties[-2].get("value"))

    def test_only_a_broken_must_is_a_failure(self):
        root = _parsed(samples.plausible())
        failure = _testcase(root, "mpich", "cvar.info.name-nonempty").find("failure")
        self.assertEqual(failure.get("type"), "fail")
        self.assertIn("expected: a name of at least one character", failure.text)
        self.assertIn("replay: mpitcheck run build/mpich", failure.text)
        self.assertEqual(
            _testcase(root, "openmpi", "init.info.finalize-after-mpi").find("failure").get("type"),
            "crash",
        )
        warned = _testcase(root, "mpich", "cvar.info.desc-recommended")
        self.assertIsNone(warned.find("failure"))
        self.assertIn("warn: ", warned.find("system-out").text)
        self.assertIsNotNone(_testcase(root, "mpich", "category.info.changed-stamp").find("error"))
        self.assertIn(
            "vacuous: a performance variable of class COUNTER",
            _testcase(root, "mpich", "pvar.info.class-counter-monotonic")
            .find("skipped")
            .get("message"),
        )
        self.assertIsNotNone(_testcase(root, "mpich", "event.info.callback-safety").find("skipped"))

    def test_a_crash_below_must_is_no_failure(self):
        report = samples.plausible()
        for test in report.tests:
            if test.verdict == Verdict.crash:
                test.level = "quality"
        self.assertIsNone(
            _testcase(_parsed(report), "openmpi", "init.info.finalize-after-mpi").find("failure")
        )

    def test_with_a_gate_only_its_findings_are_failures(self):
        root = _parsed(samples.gated())
        known = _testcase(root, "openmpi", "init.info.finalize-after-mpi")
        self.assertIsNone(known.find("failure"))
        self.assertIn("(known bug: the event base is gone", known.find("skipped").get("message"))
        self.assertIsNotNone(_testcase(root, "mpich", "cvar.info.name-nonempty").find("failure"))
        expired = _testcase(root, "expectations", "ci/expectations/openmpi-4.1.4.txt:7").find(
            "failure"
        )
        self.assertEqual(expired.get("type"), "expired")
        self.assertEqual(root.get("failures"), "4")

    def test_hostile_text_is_legal_xml(self):
        text = to_junit(samples.small())
        ElementTree.fromstring(text.encode())
        self.assertEqual({character for character in text if character < " "} - {"\n", "\t"}, set())
        self.assertNotIn("<script>", text)
        self.assertIn("⟨U+0001⟩⟨U+001B⟩[31m⟨U+007F⟩", text)

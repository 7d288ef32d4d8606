# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the JUnit XML."""
from xml.etree import ElementTree

from mpitcheck.judge.model import Verdict
from mpitcheck.report.junit import to_junit
from tests.report import samples


def _parsed(report):
    return ElementTree.fromstring(to_junit(report).encode())


def _testcase(root, target, name):
    return root.find(f"testsuite[@name='{target}']/testcase[@name='{name}']")


def test_a_suite_per_target_with_true_counts():
    root = _parsed(samples.plausible())
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        for count, element in (
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ):
            assert int(suite.get(count)) == len(
                [case for case in cases if case.find(element) is not None]
            ), count
    assert {suite.get("name") for suite in root.findall("testsuite")} == {
        "reference",
        "mpich",
        "openmpi",
    }
    assert (root.get("failures"), root.get("errors")) == ("4", "1")


def test_a_suite_begins_with_its_findings():
    properties = _parsed(samples.gated()).find("testsuite[@name='mpich']/properties")
    assert len([it for it in properties if it.get("name").startswith("finding F-")]) == 3
    assert properties[-2].get("value").startswith("should warn: cvar-desc-recommended: ")


def test_only_a_broken_must_is_a_failure():
    root = _parsed(samples.plausible())
    failure = _testcase(root, "mpich", "cvar.info.name-nonempty").find("failure")
    assert failure.get("type") == "fail"
    assert "expected: a name of at least one character" in failure.text
    assert "replay: mpitcheck run build/mpich" in failure.text
    assert (
        _testcase(root, "openmpi", "init.info.finalize-after-mpi").find("failure").get("type")
        == "crash"
    )
    warned = _testcase(root, "mpich", "cvar.info.desc-recommended")
    assert warned.find("failure") is None
    assert "warn: " in warned.find("system-out").text
    assert _testcase(root, "mpich", "category.info.changed-stamp").find("error") is not None
    assert "vacuous: a performance variable of class COUNTER" in (
        _testcase(root, "mpich", "pvar.info.class-counter-monotonic").find("skipped").get("message")
    )
    assert _testcase(root, "mpich", "event.info.callback-safety").find("skipped") is not None


def test_a_crash_below_must_is_not_a_failure():
    report = samples.plausible()
    for test in report.tests:
        if test.verdict == Verdict.crash:
            test.level = "quality"
    assert (
        _testcase(_parsed(report), "openmpi", "init.info.finalize-after-mpi").find("failure")
        is None
    )


def test_with_a_gate_only_its_findings_are_failures():
    root = _parsed(samples.gated())
    known = _testcase(root, "openmpi", "init.info.finalize-after-mpi")
    assert known.find("failure") is None
    assert "(known bug: the event base is gone" in known.find("skipped").get("message")
    assert _testcase(root, "mpich", "cvar.info.name-nonempty").find("failure") is not None
    expired = _testcase(root, "expectations", "ci/expectations/openmpi-4.1.4.txt:7").find("failure")
    assert expired.get("type") == "expired"
    assert root.get("failures") == "4"


def test_hostile_text_is_legal_xml():
    text = to_junit(samples.small())
    ElementTree.fromstring(text.encode())
    assert {character for character in text if character < " "} - {"\n", "\t"} == set()
    assert "<script>" not in text
    assert "⟨U+0001⟩⟨U+001B⟩[31m⟨U+007F⟩" in text

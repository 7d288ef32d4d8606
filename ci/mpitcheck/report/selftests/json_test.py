# SPDX-License-Identifier: BSD-3-Clause
"""Tests of writing and reading report.json."""
import json
import unittest

from mpitcheck.judge.data import to_data
from mpitcheck.judge.model import Verdict
from mpitcheck.judge.preflight import Preflight
from mpitcheck.report.report_json import InvalidReport, from_json, to_json
from mpitcheck.report.selftests import samples


def _refusal(report):
    try:
        from_json(report if isinstance(report, str) else json.dumps(report))
    except InvalidReport as problem:
        return str(problem)
    return "accepted"


def _spoiled(change):
    report = json.loads(to_json(samples.plausible()))
    change(report)
    return report


class Json(unittest.TestCase):
    def test_reads_back_what_it_wrote(self):
        written, plausible = to_json(samples.plausible()), samples.plausible()
        read = from_json(written)
        self.assertEqual(to_json(read), written)
        self.assertEqual(len(read.tests), len(plausible.tests))
        self.assertEqual(read.tests[0].seed, 0xFEDCBA9876543210)
        self.assertEqual(read.clauses[0].section, plausible.clauses[0].section)
        self.assertEqual(read.clauses[1].verdicts["mpich"], Verdict.fail)
        self.assertEqual(read, plausible)

    def test_holds_findings_and_derives_them_for_reports_of_before(self):
        data, report = json.loads(to_json(samples.plausible())), samples.plausible()
        self.assertEqual(len(data["findings"]), len(report.findings))
        self.assertEqual(data["findings"][0]["id"], report.findings[0].id)
        self.assertEqual(
            len(data["findings"][0]["sightings"][0]["tests"]),
            len(report.findings[0].sightings[0].tests),
        )
        del data["findings"]
        older = from_json(json.dumps(data))
        self.assertEqual(len(older.findings), len(report.findings))
        self.assertEqual(older.findings[0].line, report.findings[0].line)

    def test_reads_reports_of_before_without_some_members(self):
        data = json.loads(to_json(samples.gated()))
        for target in data["targets"]:
            del target["inventory"]
            target["preflight"] = to_data(Preflight(singleton="works"))
            del target["preflight"]["broken_parts"], target["preflight"]["side_by_side"]
        for test in data["tests"]:
            del test["missing"], test["cut_off"], test["verdicts"]
        read = from_json(json.dumps(data))
        self.assertEqual(read.targets[0].inventory, [])
        self.assertEqual(read.targets[0].preflight, Preflight(singleton="works"))
        self.assertEqual({(test.missing, test.cut_off) for test in read.tests}, {("", False)})

    def test_keeps_hostile_text_and_replaces_invalid_utf8(self):
        read = from_json(to_json(samples.small()))
        for text in ("\x01\x1b[31m\x7f", "<script>", "\ufffd"):
            self.assertIn(text, read.tests[0].message)
        self.assertEqual(to_json(read), to_json(samples.small()))

    def test_reads_the_gate_back(self):
        written = to_json(samples.gated())
        read = from_json(written)
        self.assertEqual(to_json(read), written)
        self.assertEqual(read.gate.known, 1)
        self.assertEqual(len(read.gate.findings), 2)
        self.assertEqual(read.gate.findings[1].problem, "expired")
        self.assertEqual(read.gate.findings[1].test, "")
        test = next(test for test in read.tests if test.known)
        self.assertIs(test.expected, True)
        self.assertEqual(test.known.kind, "bug")
        self.assertIsNone(from_json(to_json(samples.plausible())).tests[0].expected)

    def test_summary_counts_every_verdict(self):
        summary = json.loads(to_json(samples.plausible()))["summary"]
        self.assertEqual(summary["targets"]["openmpi"]["crash"], 1)
        self.assertEqual(summary["targets"]["openmpi"]["error"], 0)
        self.assertEqual(len(summary["targets"]["openmpi"]), len(Verdict))
        self.assertEqual(summary["exit_code"], 1)

    def test_tells_what_the_scripts_of_the_page_show(self):
        data = json.loads(to_json(samples.plausible()))
        self.assertEqual(data["tests"][12]["verdicts"], {"cvar-name-nonempty": "fail"})
        finding = data["findings"][0]
        self.assertEqual(len(finding["sightings"][0]["examples"]), 1)
        self.assertEqual(finding["sightings"][0]["examples"][0]["clause"], finding["clauses"][0])

    def test_a_line_for_each_entry_members_in_order(self):
        written = to_json(samples.plausible())
        data = json.loads(written)
        entries = sum(len(data[key]) for key in ("findings", "targets", "clauses", "tests"))
        self.assertEqual(written.count("\n"), 14 + entries)
        self.assertIn(
            (
                '\n"footer":'
                ' {"complete":true,"finished":"2026-01-02T03:04:46Z","interrupted":false,"missing":[],"seconds":41.2}\n}\n'
            ),
            written,
        )

    def test_without_footer_is_invalid(self):
        self.assertIn("no footer", _refusal(_spoiled(lambda report: report.pop("footer"))))

    def test_cut_off_is_invalid(self):
        whole = to_json(samples.plausible())
        for size in range(0, len(whole) - 2, 997):
            with self.subTest(size=size):
                self.assertIn("no JSON at byte", _refusal(whole[:size]))

    def test_what_python_alone_would_read_is_invalid(self):
        for text in (
            "NaN",
            "[1e999]",
            '"\\ud800"',
            '"\udcff"',
            "[" * 100_000,
            "[" + "9" * 5000 + "]",
            "\x01",
        ):
            with self.subTest(text[:20]):
                self.assertIn("not a report of mpitcheck: no JSON", _refusal(text))

    def test_names_the_place_that_does_not_fit(self):
        for change, words in (
            (
                lambda it: it["tests"][3].update(verdict="good"),
                ['not a report of mpitcheck: tests[3]: "good" is no verdict'],
            ),
            (
                lambda it: it["tests"][0].update(np=-1),
                ["tests[0].np is not a whole number within its range"],
            ),
            (
                lambda it: it["tests"][0].update(np=2**31),
                ["tests[0].np is not a whole number within its range"],
            ),
            (
                lambda it: it["tests"][0].update(output_lost=1.5),
                ["tests[0].output_lost is not a whole number within its range"],
            ),
            (
                lambda it: it["summary"]["targets"]["mpich"].update(fail=2**64),
                ["summary.targets.mpich.fail is not a whole number"],
            ),
            (
                lambda it: it["tests"][0].update(seconds=10**400),
                ["tests[0].seconds is out of range"],
            ),
            (lambda it: it["tests"][12]["failures"][0].pop("rank"), ["key 'rank' not found"]),
            (
                lambda it: it["tests"][0].update(known={"kind": "x", "reason": "", "source": ""}),
                ['tests[0]: "x" is no kind of deviation'],
            ),
            (lambda it: it["clauses"][2].pop("rule"), ["clauses[2]: ", "key 'rule' not found"]),
            (lambda it: it.update(header="none"), ["not a report of mpitcheck: "]),
            (lambda it: it.update(footer=None), ["not a report of mpitcheck: "]),
        ):
            said = _refusal(_spoiled(change))
            for word in words:
                with self.subTest(word):
                    self.assertIn(word, said)
        self.assertEqual(
            _refusal(_spoiled(lambda it: it["tests"][3].update(verdict="good"))),
            'not a report of mpitcheck: tests[3]: "good" is no verdict',
        )

    def test_refuses_other_documents(self):
        self.assertIn("not a report of mpitcheck: ", _refusal("[]"))
        self.assertIn("key 'schema' not found", _refusal("{}"))
        self.assertIn("its schema is 2, this mpitcheck reads 1", _refusal('{"schema": 2}'))

    def test_refuses_ambiguous_names(self):
        for change, word in (
            (
                lambda it: it["targets"][1].update(name="reference"),
                "two targets are called 'reference'",
            ),
            (lambda it: it["tests"][0].update(target="elsewhere"), "unknown target 'elsewhere'"),
            (lambda it: it["clauses"][0].update(id="_rows"), "'_rows' is not a clause id"),
            (
                lambda it: it["clauses"][0].update(id=it["clauses"][1]["id"]),
                "two clauses are called",
            ),
        ):
            with self.subTest(word):
                self.assertIn(word, _refusal(_spoiled(change)))

# SPDX-License-Identifier: BSD-3-Clause
"""Each rule of the gate, and what counts as the same message."""
import unittest

from mpitcheck.gate.expectations import parse_expectations
from mpitcheck.gate.gate import Gate, GateTarget, has_prefix, stable_prefix
from mpitcheck.judge.finding import cause_of, derive_causes, id_of, joined_ids
from mpitcheck.judge.model import GateFinding, GateResult, RunReport, TestResult, Verdict
from mpitcheck.judge.offence import Fact, Failure, death_in
from mpitcheck.judge.results import exit_code_of

KNOWN = 'a.b  crash  bug  "why"  "in f("\n'
good, quality, warn, fail, crash, timeout = (
    Verdict.good,
    Verdict.quality,
    Verdict.warn,
    Verdict.fail,
    Verdict.crash,
    Verdict.timeout,
)

FAMILIES = {"mine": "mine"}


def result(name, verdict, message="m", level=None):
    return TestResult(
        "mine",
        name=name,
        verdict=verdict,
        level=level or ("quality" if verdict == quality else "must"),
        message=message,
    )


def gate_of(entries, tests, version="1.2"):
    """A gate over one target with these tests and one file with these entries."""
    file = parse_expectations(f"library: Mine\nversion: {version}\n{entries}", "x.txt")
    return Gate([file], [GateTarget("mine", "Mine 1.2", tests)], "2026-05-31")


def concluded(gate, *tests):
    return gate.conclude(tests, joined_ids(tests, derive_causes(tests, FAMILIES), FAMILIES))


def findings(entries, *tests):
    return concluded(gate_of(entries, [test.name for test in tests]), *tests).findings


class TheGate(unittest.TestCase):
    def check(self, entries, tests, *wanted):
        """The findings as problem, advice and line, or how they begin."""
        with self.subTest(entries=entries, tests=tests):
            found = [
                f"{each.problem} | {each.advice} | {each.line}"
                for each in findings(entries, *tests)
            ]
            self.assertEqual(
                [text[: len(begin)] for text, begin in zip(found, wanted)], list(wanted)
            )
            self.assertEqual(len(found), len(wanted), found)

    def test_what_could_not_come_to_its_end_differs_from_nothing(self):
        test = result(
            "a.b", Verdict.inconclusive, "no end within 60 s; slow: still moving in the last 15 s"
        )
        self.check(KNOWN, [test])
        self.check("", [test])
        test.left_out = [
            "MPI_T_cvar_read of 3 SIGSEGV"
        ]  # another matter: what is known is stepped over elsewhere
        self.check(KNOWN, [test], "unexpected-pass")

    def test_an_entry_of_a_cause_fits_no_other_cause(self):
        failure = Failure(
            "", fact=Fact("MPI_T_cvar_read", "code", "one-of", ["MPI_SUCCESS"], "MPI_ERR_ARG")
        )
        test = result("a.b", fail, "m")
        test.failures = [failure]
        entry = 'cause {0} bug "why"\na.b fail {0} "m"\n'
        own = id_of(cause_of(failure, "a.b", "mine"))
        self.check(entry.format(own), [test])
        self.check(
            entry.format("F-000000"),
            [test],
            f'changed-message | replace x.txt:4 by: | a.b  fail  {own}  "m"',
        )
        failure.fact = None  # a sign of whatever bug
        self.check(entry.format("F-000000"), [test])

    def test_an_entry_may_name_its_own_cause_or_that_of_the_finding_it_is_part_of(self):
        tests = [result(f"a.{name}", crash, "m") for name in "bc"]
        for test in tests:
            test.failures = [
                Failure("", fact=death_in(f"MPI_T_{test.name[-1]}", "SIGSEGV", ["lib.so+0x1"]))
            ]
        one, other = (id_of(cause_of(test.failures[0], "", "mine")) for test in tests)
        entries = f'cause {one} bug "why"\na.b crash {one} "m"\na.c crash {one} "m"\n'
        self.check(entries, tests)
        self.assertIs(tests[1].expected, True)
        self.check(f'cause {other} bug "why"\na.c crash {other} "m"\n', tests[1:])
        tests[1].failures[0].fact.frames = ["lib.so+0x2"]
        self.check(entries, tests, "changed-message")

    def test_another_bug_in_a_test_of_a_cause_needs_a_cause_of_its_own(self):
        test = result("a.b", fail, "m")
        test.failures = [
            Failure(
                "",
                fact=Fact(f"MPI_T_{name}", "code", "one-of", ["MPI_SUCCESS"], "MPI_ERR_ARG"),
                level="must",
            )
            for name in ("cvar_read", "cvar_write")
        ]
        one, other = (id_of(cause_of(failure, "a.b", "mine")) for failure in test.failures)
        entries = f'cause {one} bug "why"\na.b fail {one} "m"\n'
        self.check(
            entries,
            [test],
            (
                "unexpected-failure | add to x.txt, besides x.txt:4, which is about another cause:"
                f' | cause  {other}  bug  "to be reviewed"'
            ),
        )
        self.assertIs(test.expected, False)
        self.check(entries + f'cause {other} bug "why, too"\n', [test])
        test.failures[1].level = "quality"
        self.check(entries, [test])

    def test_a_cause_may_show_without_an_entry_where_it_says_so(self):
        test = result("grid.b", crash, "m")
        test.failures = [Failure("", fact=death_in("MPI_T_cvar_read", "SIGSEGV", []), level="must")]
        entry = f'cause {id_of(cause_of(test.failures[0], "", "mine"))} bug "why" in='
        self.check(entry + "grid.*\n", [test, result("grid.c", good)])
        self.assertEqual((test.expected, test.known.reason), (True, "why"))
        self.check(entry + "init.*\n", [test], "unexpected-failure | add to x.txt: | grid.b")
        # Beside another bug, or one that no fact names, it excuses nothing.
        for other in (death_in("MPI_T_cvar_write", "SIGSEGV", []), None):
            test.failures[1:] = [Failure("", fact=other, level="must")]
            self.check(entry + "grid.*\n", [test], "unexpected-failure | add to x.txt: | grid.b")

    def test_known_deviations_and_passes_are_expected(self):
        gate = gate_of(KNOWN, ["a.b", "a.c", "a.d"])
        tests = [result("a.b", crash, "in f(0x12)"), result("a.c", good), result("a.d", quality)]
        for test in tests:
            gate.mark(test)
        found = concluded(gate, *tests)
        self.assertEqual((found.findings, found.known), ([], 1))
        self.assertIs(tests[0].expected, True)
        self.assertEqual((tests[0].known.reason, tests[0].known.source), ("why", "x.txt:3"))
        self.assertIs(tests[1].expected, True)
        self.assertIsNone(tests[1].known)

    def test_a_gate_of_other_entries_marks_anew(self):
        test = result("a.b", crash, "in f(0x12)")
        self.assertIsNone(gate_of(KNOWN, ["a.b"]).mark(test))
        self.assertEqual(gate_of("", ["a.b"]).mark(test), "unexpected-failure")
        self.assertEqual((test.expected, test.known), (False, None))

    def test_a_target_without_file_is_told_which_file_it_lacks(self):
        found = concluded(gate_of("", ["a.c"], "9"), result("a.c", fail))
        self.assertEqual(found.files[0].targets, [])
        [finding] = found.findings
        self.assertIn("'library: Mine' and 'version: 1.2", finding.advice)

    def test_rules(self):
        flaky, slack = (
            'a.b  fail  flaky  "r"  "m"  seen=1.2@2026-11-21\n',
            'a.q  quality  wontfix  "r"  "m"\n',
        )
        worst = 'a.b  crash  flaky  "r"  "m"  seen=none@2026-11-21\n'
        for entries, tests, *wanted in (
            # A broken must without an entry is unexpected.
            (
                "",
                [result("a.c", fail, "bad: 0x1")],
                'unexpected-failure | add to x.txt: | a.c  fail  bug  "to be reviewed"  "bad: "',
            ),
            # Quality and warn need no entry, but may have one.
            (
                "",
                [
                    result("a.q", quality),
                    result("a.w", warn, level="should"),
                    result("a.e", crash, level="quality"),
                ],
            ),
            (slack, [result("a.q", quality, "m and more")]),
            (
                slack,
                [result("a.q", good)],
                'unexpected-pass | remove x.txt:3: | a.q  quality  wontfix  "r"  "m"',
            ),
            # What no longer deviates is unexpected.
            *(
                (
                    KNOWN,
                    [result("a.b", verdict)],
                    'unexpected-pass | remove x.txt:3: | a.b  crash  bug  "why"  "in f("',
                )
                for verdict in (good, Verdict.vacuous, Verdict.not_applicable)
            ),
            (
                KNOWN,
                [result("a.b", fail, "now this")],
                'improvement | replace x.txt:3 by: | a.b  fail  bug  "why"  "now this"',
            ),
            (
                'a.b  fail  bug  "why"  "m"\n',
                [result("a.b", crash, "n")],
                'unexpected-failure | replace x.txt:3 by: | a.b  crash  bug  "why"  "n"',
            ),
            (
                KNOWN,
                [result("a.b", crash, "in g(0x12)")],
                'changed-message | replace x.txt:3 by: | a.b  crash  bug  "why"  "in g("',
            ),
            # An entry without a test is stale, so is one whose tests others speak of.
            (
                KNOWN,
                [result("a.c", good)],
                'stale | remove x.txt:3: | a.b  crash  bug  "why"  "in f("',
            ),
            (
                KNOWN + 'a.*  fail  bug  "r"  "m"\n',
                [result("a.b", crash, "in f(0x1)")],
                'stale | remove x.txt:4: | a.*  fail  bug  "r"  "m"',
            ),
            # A flaky test may pass, and its entry names the worst.
            (flaky, [result("a.b", good)]),
            (flaky, [result("a.b", fail, "m")]),
            ('a.b  fail  bug  "r"  "fail"\n', [result("a.b", fail, "")]),
            (flaky.replace('"m"', '"l"  "m"'), [result("a.b", fail, "m")]),
            (flaky, [result("a.b", fail, "n")], "changed-message"),
            (flaky, [result("a.b", crash, "m")], "unexpected-failure"),
            (flaky, [result("a.b", Verdict.vacuous)], "unexpected-pass"),
            (worst, [result("a.b", fail, "m")]),
            (worst, [result("a.b", fail, "n")], "changed-message"),
            (KNOWN, [result("a.b", Verdict.error)]),
        ):
            self.check(entries, tests, *wanted)

    def test_an_entry_of_a_test_that_is_not_selected_is_not_stale(self):
        self.assertEqual(
            concluded(gate_of(KNOWN, ["a.b", "a.c"]), result("a.c", good)).findings, []
        )

    def test_an_entry_for_more_than_twenty_tests_is_too_wide(self):
        tests = [result(f"a.{i}", fail) for i in range(21)]
        entry = 'a.*  fail  bug  "r"  "m"\n'
        self.check(entry, tests[:20])
        self.check(entry, tests, "too-wide | narrow the glob of x.txt:3")
        self.assertIn("fits 21 tests", findings(entry, *tests)[0].message)

    def test_an_entry_counts_through_its_last_day(self):
        tests, entry = [result("a.b", fail, "m")], 'a.b  fail  bug  "r"  "m"  until='
        self.check(entry + "2026-05-31\n", tests)
        self.check(
            entry + "2026-05-30\n",
            tests,
            "expired | look at it again, then remove x.txt:3 or give it another day, e.g.: | "
            + entry
            + "2027-05-31",
        )

    def test_of_several_entries_the_most_specific_speaks(self):
        entries = (
            'a.*  fail  bug  "wide"  "m"\na.b*  crash  bug  "narrower"  "m"\na.bc  timeout  bug '
            ' "exact"  "m"\n'
        )
        others = [result("a.bx", crash), result("a.bc", timeout)]
        self.check(entries, [result("a.x", fail), *others])
        self.check(
            entries,
            [result("a.x", good), *others],
            (
                "unexpected-pass | narrow the glob of x.txt:3, so that it leaves this test out: |"
                ' a.*  fail  bug  "wide"  "m"'
            ),
        )

    def test_our_own_errors_say_nothing(self):
        test = result("a.b", Verdict.error)
        gate_of(KNOWN, ["a.b"]).mark(test)
        self.assertIs(test.expected, False)

    def test_files_for_other_libraries_are_ignored(self):
        gate = gate_of('gone  fail  bug  "r"  "m"  until=2001-01-01\n', ["a.b"], "9")
        self.assertEqual(concluded(gate, result("a.b", good)).findings, [])

    def test_tells_which_files_speak_of_which_targets(self):
        [file] = concluded(gate_of(KNOWN, ["a.b"])).files
        self.assertEqual((file.path, file.targets), ("x.txt", ["mine"]))

    def test_decides_the_exit_code(self):
        report = RunReport(tests=[result("a.b", crash)])
        self.assertEqual(exit_code_of(report), 1)
        report.gate = GateResult()
        self.assertEqual(exit_code_of(report), 0)
        report.gate.findings = [GateFinding()]
        self.assertEqual(exit_code_of(report), 1)
        report.gate.findings = []
        report.tests.append(result("a.c", Verdict.error))
        self.assertEqual(exit_code_of(report), 3)


class MessagePrefix(unittest.TestCase):
    def test_is_compared_without_addresses_and_numbers(self):
        for message, prefix, same in (
            ("SIGSEGV in f(0x55decc19e960, -1)", "SIGSEGV in f(0x7fff12, -1)", True),
            ("process 4711 of cvar 26 died", "process 12 of cvar 27", True),
            ("any", "", True),
            ("cvar 26", "cvar 2", True),
            ("SIGSEGV in g(0x1)", "SIGSEGV in f(0x1)", False),
            ("got MPI_T_ERR_INVALID", "got MPI_T_ERR_INVALID_INDEX", False),
            ("short", "short and more", False),
            ("mtl_psm2_bytes", "mtl_psm3_bytes", False),
            ("0xyz 1", "0x12 1", False),
        ):
            with self.subTest(message=message, prefix=prefix):
                self.assertEqual(has_prefix(message, prefix), same)

    def test_is_cut_before_what_is_not_stable_or_no_line_of_text(self):
        for message, prefix in (
            ("SIGSEGV in f(0x55decc19e960)", "SIGSEGV in f("),
            ("one\ntwo", "one"),
            ("caf\u00e9 \udcff", "caf\u00e9 "),
            ("a\x1b[31m", "a"),
            ("a\u202e", "a"),
            ("x" * 5000, "x" * 200),
        ):
            with self.subTest(message=message[:40]):
                self.assertEqual(stable_prefix(message), prefix)


if __name__ == "__main__":
    unittest.main()

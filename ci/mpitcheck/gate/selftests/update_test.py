# SPDX-License-Identifier: BSD-3-Clause
"""What --update-expectations makes of a file."""
import unittest

from mpitcheck.gate.expectations import parse_expectations, to_text
from mpitcheck.gate.gate import Gate, GateTarget
from mpitcheck.gate.update import require_targets, updated_expectations
from mpitcheck.judge.finding import cause_of, derive_causes, id_of, joined_ids
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.offence import Fact, Failure
from mpitcheck.process.error import ExitCode, UserError

HEAD = "library: Mine\nversion: 1.*\n"


def result(name, verdict, message="m", **members):
    return TestResult("mine", name=name, verdict=verdict, level="must", message=message, **members)


def failure(name, code, **members):
    """Of one function, which answers that code."""
    fact = Fact("MPI_T_cvar_read", "code", "one-of", ["MPI_SUCCESS"], code)
    return result(
        name, Verdict.fail, failures=[Failure("a-rule", fact=fact, level="must")], **members
    )


def its_id(test):
    return id_of(cause_of(test.failures[0], test.name, "mine"))


class Update(unittest.TestCase):
    def updated(self, entries, tests, unselected=()):
        """The updated entries, as text."""
        names = [*unselected, *(test.name for test in tests)]
        gate = Gate(
            [parse_expectations(f"{HEAD}\n{entries}", "x.txt")],
            [GateTarget("mine", "Mine 1.2", names)],
            "2026-05-31",
        )
        [file] = updated_expectations(
            gate, tests, joined_ids(tests, derive_causes(tests, gate.families), gate.families)
        )
        text = to_text(file)
        self.assertTrue(text.startswith(HEAD), text)
        return text[len(HEAD) + 1 :]

    def test_tables(self):
        entries = (
            '# On a.\na.b   crash bug "why" "m"\n\n'
            'a.c  fail  flaky  "why"  "m"  seen=1.1@2026-01-01\n'
        )
        again = entries.replace("1.1@2026-01-01", "1.2@2026-05-31")
        three = 'a  fail  bug  "why"  "m"\nb  fail  bug  "why"  "m"\nc.*  fail  bug  "why"  "m"\n'
        for what, before, tests, unselected, after in (
            (
                "keeps what fits",
                entries,
                [result("a.b", Verdict.crash), result("a.c", Verdict.good)],
                (),
                entries,
            ),
            (
                "says when a flaky test failed",
                entries,
                [result("a.b", Verdict.crash), result("a.c", Verdict.fail)],
                (),
                again,
            ),
            (
                "replaces what a flaky test said",
                entries,
                [result("a.b", Verdict.crash), result("a.c", Verdict.fail, "n")],
                (),
                again.replace('  "m"  seen', '  "n"  seen'),
            ),
            (
                "adds new ones sorted",
                'b  fail  bug  "why"  "m"\n',
                [
                    result("c", Verdict.crash),
                    result("b", Verdict.fail),
                    result("a", Verdict.fail, "at 0x1"),
                ],
                (),
                (
                    'a  fail  bug  "to be reviewed"  "at "\nb  fail  bug  "why"  "m"\nc  crash  bug'
                    '  "to be reviewed"  "m"\n'
                ),
            ),
            (
                "leaves out what passes or is gone",
                three.replace("c.*", "c"),
                [result("a", Verdict.good), result("b", Verdict.fail)],
                (),
                'b  fail  bug  "why"  "m"\n',
            ),
            (
                "keeps reason and comments of what changed",
                '# Note.\na  crash  wontfix  "why"  "m"  until=2030-01-01\n',
                [result("a", Verdict.fail, "n")],
                (),
                '# Note.\na  fail  wontfix  "why"  "n"  until=2030-01-01\n',
            ),
            (
                "replaces a glob that no longer fits",
                '# Note.\na.*  fail  bug  "why"  "m"\n',
                [
                    result("a.1", Verdict.good),
                    result("a.2", Verdict.fail, "m and more"),
                    result("a.3", Verdict.crash, "n"),
                ],
                (),
                '# Note.\na.2  fail  bug  "why"  "m"\n\na.3  crash  bug  "why"  "n"\n',
            ),
            (
                "leaves alone what was not judged",
                three,
                [result("b", Verdict.error), result("c.1", Verdict.good)],
                ("a", "c.2"),
                three,
            ),
        ):
            with self.subTest(what):
                self.assertEqual(self.updated(before, tests, unselected), after)

    def test_gathers_tests_under_their_cause(self):
        tests = [
            failure("a", "MPI_T_ERR_INVALID"),
            failure("b", "MPI_ERR_OTHER"),
            failure("c", "MPI_T_ERR_INVALID"),
        ]
        invalid, other = map(its_id, tests[:2])
        once = self.updated("", tests)
        self.assertEqual(
            once,
            (
                f'cause  {invalid}  bug\n  "to be reviewed"\na  fail  {invalid}  "m"\nc  fail '
                f' {invalid}  "m"\n\ncause  {other}  bug\n  "to be reviewed"\nb  fail  {other} '
                ' "m"\n'
            ),
        )
        self.assertEqual(self.updated(once, tests), once)

    def test_another_cause_is_another_entry(self):
        before = self.updated("", [failure("a", "MPI_T_ERR_INVALID")])
        now = failure("a", "MPI_ERR_OTHER")
        id = its_id(now)
        self.assertEqual(
            self.updated(before, [now]),
            f'cause  {id}  bug\n  "to be reviewed"\na  fail  {id}  "m"\n',
        )

    def test_random_sequences_and_other_kinds_state_no_cause(self):
        self.assertEqual(
            self.updated("", [failure("a", "MPI_ERR_OTHER", suite="properties")]),
            'a  fail  bug  "to be reviewed"  "m"\n',
        )
        now = failure("a", "MPI_ERR_OTHER")
        cause = f'cause  {its_id(now)}  bug  "why"\nb  fail  {its_id(now)}  "m"\n'
        self.assertEqual(
            self.updated(cause + 'a  crash  wontfix  "own"  "m"\n', [now], ["b"]),
            cause + '\na  fail  wontfix  "own"  "m"\n',
        )

    def test_replaces_a_glob_that_is_too_wide(self):
        tests = [result(f"a.{i}", Verdict.fail) for i in range(21)]
        self.assertEqual(self.updated('a.*  fail  bug  "why"  "m"\n', tests).count("\n"), 21)

    def test_is_stable(self):
        tests = [result("b", Verdict.fail), result("a", Verdict.crash)]
        once = self.updated("", tests)
        self.assertEqual(self.updated(once, tests), once)

    def test_is_refused_without_target(self):
        gate = Gate(
            [parse_expectations("library: Other\nversion: 2\n", "x.txt")],
            [GateTarget("mine", "Mine 1.2", [])],
            "2026-05-31",
        )
        with self.assertRaisesRegex(
            UserError, "x.txt is for Other 2, the targets of this run are Mine 1.2"
        ) as refused:
            require_targets(gate)
        self.assertEqual(refused.exception.exit_code, ExitCode.usage)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of what becomes of hostile bytes, and of the Markdown summary."""
import unittest

from mpitcheck.judge.model import Behaviour
from mpitcheck.process.text import decode, encode
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.selftests import samples
from mpitcheck.report.text import (
    capabilities,
    markdown,
    markdown_block,
    markdown_code,
    shortened,
    visible,
)


class Visible(unittest.TestCase):
    def test_shows_what_would_be_invisible(self):
        for data, shown in (
            ("a é 漢 😀 �".encode(), "a é 漢 😀 �"),
            (b"\0\x1b[31m\x7f\r", "⟨U+0000⟩⟨U+001B⟩[31m⟨U+007F⟩⟨U+000D⟩"),
            (b"a\n\tb", "a↵ b"),
            (b"\xff", "�"),
            (b"\xc3(", "�("),
            (b"\xe2\x82", "�"),  # cut off
            (b"\xc0\xaf", "��"),  # overlong
            (b"\xed\xa0\x80", "���"),  # surrogate
            (b"\xf4\x90\x80\x80", "����"),  # above U+10FFFF
            (b"\xf0\x9f\x98a", "�a"),
            ("a\u202eb\u2028c\u200bd".encode(), "a⟨U+202E⟩b⟨U+2028⟩c⟨U+200B⟩d"),
            (b"\xc2\x9b", "⟨U+009B⟩"),
            ("\ufffe\U0010ffff".encode(), "⟨U+FFFE⟩⟨U+10FFFF⟩"),
        ):
            with self.subTest(data):
                self.assertEqual(visible(decode(data)), shown)

    def test_keeps_line_feeds_where_asked(self):
        self.assertEqual(visible("a\n\tb\r", keep_lines=True), "a\n\tb⟨U+000D⟩")


class Shortened(unittest.TestCase):
    def test_cuts_between_characters(self):
        for text, limit, short in (
            ("short", 5, "short"),
            ("longer text", 8, "longe…"),
            ("éééééé", 8, "éé…"),
        ):
            self.assertEqual(shortened(text, limit), short)


class Markdown(unittest.TestCase):
    def test_takes_the_meaning_from_markup(self):
        for text, escaped in (
            ("a|b*c*<i>@me", "a&#124;b\\*c\\*&#60;i&#62;&#64;me"),
            ("at 03:04, http://a www.b.c", "at 03:04, http&#58;//a www&#46;b.c"),
            ("x\ny", "x↵y"),
        ):
            self.assertEqual(markdown(text), escaped)

    def test_fences_longer_than_any_run_inside(self):
        for text, code in (("a", "`a`"), ("``", "``` `` ```"), ("", "—")):
            self.assertEqual(markdown_code(text), code)
        self.assertEqual(markdown_block("a ``` b", "sh"), "````sh\na ``` b\n````\n")


def _table_after(heading, text):
    table = text[text.index(heading) :].partition("\n|")[2].partition("\n\n")[0]
    return ("|" + table).split("\n")


class MarkdownReport(unittest.TestCase):
    def test_begins_with_findings(self):
        text = to_markdown(samples.gated())
        self.assertLess(text.index("## Findings"), text.index("## Targets"))
        rows = _table_after("## Findings", text)
        self.assertEqual(len(rows), len(samples.gated().findings) + 2)
        self.assertIn("(new)", rows[2])
        self.assertIn("openmpi (known)", text)

    def test_counts_per_target(self):
        rows = _table_after("## Targets", to_markdown(samples.plausible()))
        self.assertEqual(len(rows), 5)
        self.assertEqual(
            rows[0],
            (
                "| Target | MPI | Library | ✓ pass | ‼ crash | ◷ timeout | ✗ fail | ? error | △"
                " warn | ◇ quality | ○ vacuous | – not-applicable |"
            ),
        )
        self.assertIn("| 6 | 1 | 1 | 1 | 0 | 1 | 0 | 0 | 1 |", rows[4])

    def test_tells_what_is_broken(self):
        text = to_markdown(samples.plausible())
        for part in (
            "## Tests of mpich",
            "### ✗ fail: `cvar.info.name-nonempty`",
            "- clause `cvar-name-nonempty` (must, section 15.3.6): A successful query",
            "  - expected: `MPI_SUCCESS`\n  - actual: `MPI_T_ERR_INVALID_INDEX`",
            "```sh\nmpitcheck run build/mpich --filter cvar.info.name-nonempty",
            "- clause `init-finalize-after-mpi` (must, section 14.3.6)",
        ):
            self.assertIn(part, text)
        self.assertNotIn("## Tests of reference", text)
        self.assertLess(
            text.index("‼ crash: "),
            text.index("△ warn: `cvar.info.desc-recommended`", text.index("of openmpi")),
        )

    def test_tells_what_the_gate_found_and_what_is_known(self):
        text = to_markdown(samples.gated())
        for part in (
            "## Gate: not as expected\n\nDifferences from the expectations: 2.",
            "- **unexpected-failure**: mpich `cvar.info.name-nonempty`: fail",
            'cvar.info.name-nonempty  fail  bug  "to be reviewed"',
            "- **expired**: 'init.\\*' counted until",
            "Expectations: known bug: the event base is gone",
        ):
            self.assertIn(part, text)
        self.assertLess(text.index("## Gate"), text.index("## Findings"))
        self.assertNotIn("Gate", to_markdown(samples.plausible()))

    def test_leaves_room_for_more_than_the_gate(self):
        report = samples.gated()
        report.gate.findings = report.gate.findings[:1] * 100
        text = to_markdown(report, 9000)
        self.assertRegex(text, r"The other \d+ stand in report.json")
        self.assertLess(text.index("The other"), text.index("## Targets"))

    def test_hostile_text_leaves_the_table_whole(self):
        text = to_markdown(samples.small())
        rows = _table_after("## Targets", text)
        self.assertEqual(len(rows), 5)
        for row in rows:
            self.assertEqual(row.count("|"), rows[0].count("|"), row)
        self.assertIn("**Interrupted", text)
        self.assertNotIn("\x1b", text)

    def test_says_what_was_cut(self):
        text = to_markdown(samples.plausible(), 3000)
        self.assertLessEqual(len(encode(text)), 3000)
        self.assertTrue(text.endswith("tests are cut here; report.json has them all.**\n"))
        self.assertNotIn("cut here", to_markdown(samples.plausible()))


def _with_outcomes():
    report = samples.plausible()
    first, last = report.tests[0], report.tests[-1]
    clause = first.clauses[0]
    first.behaviours = [
        Behaviour(clause, "MPI_T_pvar_read in a signal handler", "survived 7 deliveries"),
        Behaviour(clause, "something else", "nobody asks"),
    ]
    last.behaviours = [
        Behaviour(clause, "MPI_T_pvar_read in a signal handler", "deadlocked | <b>"),
        Behaviour(clause, "MPI_T_pvar_stop in a signal handler", "not tried, missing: a pvar"),
    ]
    return report


class Capabilities(unittest.TestCase):
    def test_are_those_that_tell_something(self):
        self.assertEqual(
            capabilities(_with_outcomes()), [("openmpi", "MPI_T_pvar_read", "deadlocked | <b>")]
        )
        self.assertEqual(capabilities(samples.plausible()), [])

    def test_are_shown_escaped(self):
        page = to_markdown(_with_outcomes())
        self.assertIn("## Not survived in signal handlers", page)
        self.assertNotIn("survived 7 deliveries", page)
        self.assertNotIn("deadlocked | <b>", page)
        self.assertNotIn("signal handlers", to_markdown(samples.plausible()))

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of what becomes of hostile bytes, and of the Markdown summary."""
import re

import pytest

from mpitcheck.judge.model import Behaviour
from mpitcheck.process.text import decode, encode
from mpitcheck.report.markdown import to_markdown
from mpitcheck.report.text import (
    capabilities,
    esc,
    markdown,
    markdown_block,
    markdown_code,
    shortened,
    visible,
)
from tests.report import overview_samples, samples


@pytest.mark.parametrize(
    "data, shown",
    [
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
    ],
    ids=repr,
)
def test_visible_escapes_invisible_characters(data, shown):
    assert visible(decode(data)) == shown


def test_visible_keeps_line_feeds_on_request():
    assert visible("a\n\tb\r", keep_lines=True) == "a\n\tb⟨U+000D⟩"


@pytest.mark.parametrize(
    "text, limit, short",
    [
        ("short", 5, "short"),
        ("longer text", 8, "longe…"),
        ("éééééé", 8, "éé…"),
    ],
)
def test_shortened_cuts_between_characters(text, limit, short):
    assert shortened(text, limit) == short


def test_html_is_escaped_cut_and_keeps_lines_on_request():
    assert esc("a<b\n&") == "a&lt;b↵&amp;"
    assert esc("a<b\n&", keep_lines=True) == "a&lt;b\n&amp;"
    assert esc(123456, 4) == "1…"


@pytest.mark.parametrize(
    "text, escaped",
    [
        ("a|b*c*<i>@me", "a&#124;b\\*c\\*&#60;i&#62;&#64;me"),
        ("at 03:04, http://a www.b.c", "at 03:04, http&#58;//a www&#46;b.c"),
        ("x\ny", "x↵y"),
    ],
    ids=repr,
)
def test_markdown_escapes_markup(text, escaped):
    assert markdown(text) == escaped


@pytest.mark.parametrize(
    "text, code",
    [("a", "`a`"), ("``", "``` `` ```"), ("", "—")],
    ids=["plain", "backquotes", "empty"],
)
def test_code_fences_are_longer_than_inner_backticks(text, code):
    assert markdown_code(text) == code


def test_block_fences_are_longer_than_inner_backticks():
    assert markdown_block("a ``` b", "sh") == "````sh\na ``` b\n````\n"


def _table_after(heading, text):
    table = text[text.index(heading) :].partition("\n|")[2].partition("\n\n")[0]
    return ("|" + table).split("\n")


def test_markdown_report_begins_with_findings():
    text = to_markdown(samples.gated())
    report = samples.gated()
    assert re.findall("^## .*|^<details>.*|^Gate.*", text, re.MULTILINE)[:5] == [
        "## Gate: not as expected",
        "## New: 3",
        "## Known: 1",
        "<details><summary>Should and quality: 3</summary>",
        "## Targets",
    ]
    assert sorted(re.findall(r"^- \S+ \*\*(F-\w+)\*\*", text, re.MULTILINE)) == sorted(
        finding.id for finding in report.findings
    )
    assert "mpich (new), 1 test\n" in text
    assert "openmpi (known), 1 test\n" in text


def test_markdown_report_starts_with_the_result():
    text = to_markdown(samples.gated())
    assert text.index("- MPICH 4.0.2: ") < text.index("## Gate")
    assert "- Open MPI 4.1.4: 3 findings break a must rule, 2 of them new; 1 more is" in text


def test_markdown_groups_findings_with_their_consequences():
    text = to_markdown(overview_samples.grouped())
    assert re.findall(
        r"^( *)- .*?(F-\w+|`.*`)", text[: text.index("## Targets")], re.MULTILINE
    ) == [
        ("", "`MPI_T_cvar_read`"),
        ("  ", overview_samples.READ),
        ("    ", overview_samples.FOLLOWS),
        ("  ", overview_samples.READ_TOO),
        ("", overview_samples.ALONE),
    ]


def test_markdown_report_counts_per_target():
    rows = _table_after("## Targets", to_markdown(samples.plausible()))
    assert len(rows) == 5
    assert rows[0] == (
        "| Target | MPI | Library | ✓ pass | ‼ crash | ◷ timeout | ✗ fail | ? error | △"
        " warn | ◇ quality | ○ vacuous | – not-applicable |"
    )
    assert "| 6 | 1 | 1 | 1 | 0 | 1 | 0 | 0 | 1 |" in rows[4]


def test_markdown_report_lists_broken_rules():
    text = to_markdown(samples.plausible())
    for part in (
        "## Tests of mpich",
        "### ✗ fail: `cvar.info.name-nonempty`",
        "- clause `cvar-name-nonempty` (must, section 15.3.6): A successful query",
        "  - expected: `MPI_SUCCESS`\n  - actual: `MPI_T_ERR_INVALID_INDEX`",
        "```sh\nmpitcheck run build/mpich --filter cvar.info.name-nonempty",
        "- clause `init-finalize-after-mpi` (must, section 14.3.6)",
    ):
        assert part in text
    assert "## Tests of reference" not in text
    assert text.index("‼ crash: ") < text.index(
        "△ warn: `cvar.info.desc-recommended`", text.index("of openmpi")
    )


def test_markdown_report_lists_gate_problems_and_known_deviations():
    text = to_markdown(samples.gated())
    for part in (
        "## Gate: not as expected\n\nDifferences from the expectations: 2.",
        "- **unexpected-failure**: mpich `cvar.info.name-nonempty`: fail",
        'cvar.info.name-nonempty  fail  bug  "to be reviewed"',
        "- **expired**: 'init.\\*' counted until",
        "Expectations: known bug: the event base is gone",
    ):
        assert part in text
    assert text.index("## Gate") < text.index("## New")
    assert "Gate" not in to_markdown(samples.plausible())


def test_markdown_report_limits_the_gate_section():
    report = samples.gated()
    report.gate.findings = report.gate.findings[:1] * 100
    text = to_markdown(report, 9000)
    assert re.search(r"The other \d+ are in report.json", text)
    assert text.index("The other") < text.index("## Targets")


def test_hostile_text_does_not_break_the_table():
    text = to_markdown(samples.small())
    rows = _table_after("## Targets", text)
    assert len(rows) == 5
    for row in rows:
        assert row.count("|") == rows[0].count("|"), row
    assert "**Interrupted" in text
    assert "\x1b" not in text


def test_markdown_report_reports_omissions():
    text = to_markdown(samples.plausible(), 3000)
    assert len(encode(text)) <= 3000
    assert text.endswith("cut here; report.json has them all, and --full writes more.**\n")
    assert "cut here" not in to_markdown(samples.plausible())


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


def test_only_informative_capabilities_are_shown():
    assert capabilities(_with_outcomes()) == [("openmpi", "MPI_T_pvar_read", "deadlocked | <b>")]
    assert capabilities(samples.plausible()) == []


def test_capabilities_are_escaped():
    page = to_markdown(_with_outcomes())
    assert "## Not survived in signal handlers" in page
    assert "survived 7 deliveries" not in page
    assert "deadlocked | <b>" not in page
    assert "signal handlers" not in to_markdown(samples.plausible())

# SPDX-License-Identifier: BSD-3-Clause
"""Code that the report writers share.

It makes texts of a target printable, also in GitHub-flavoured Markdown, and shows verdicts and the
functions that targets do not survive in signal handlers.

Texts of a target may contain any bytes. Every report writer replaces invalid UTF-8 by U+FFFD and
escapes the characters that are special in its format. All formats except JSON show control
characters as visible signs. JSON keeps them; the scripts of the HTML page make them visible.
"""
import html
import re
from collections.abc import Sequence
from typing import NamedTuple

from mpitcheck.judge.model import (
    Finding,
    Footer,
    RunReport,
    Sighting,
    TestResult,
    ThreadStack,
    Verdict,
)
from mpitcheck.process.text import encode
from mpitcheck.process.text import shortened as _cut

# Characters that are invisible or change how others are shown: controls, bidirectional controls,
# zero-width characters, separators, non-characters.
_HIDDEN = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufdd0-\ufdef\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
    + "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
    + "]"
)
# Characters of markup, mentions and table cells. GitHub makes links of texts with "://" or "www.".
_MARKUP = re.compile(r"([\\`*_\[\]~])|[<>&|@#$]|:(?=//)|(?<=www)\.")

# Longer texts are cut in summaries. report.json has the whole texts.
_LONGEST_TEXT = 2000  # bytes
_MISSING_SHOWN = 3
_LONGEST_BLOCK = 12_000  # bytes of a text of several lines


def replaced(text: str) -> str:
    """Returns `text` with U+FFFD in place of each malformed UTF-8 sequence."""
    return encode(text).decode("utf-8", "replace")


def visible(text: str, keep_lines: bool = False) -> str:
    """Returns valid UTF-8 without invisible characters, which is legal in XML 1.0.

    Characters that hide or reorder text become their code points, e.g. "⟨U+202E⟩". A line feed
    becomes "↵" and a tab a space, unless `keep_lines` is set.
    """
    named = {"\n": "\n", "\t": "\t"} if keep_lines else {"\n": "↵", "\t": " "}
    return _HIDDEN.sub(
        lambda found: named.get(found[0]) or f"⟨U+{ord(found[0]):04X}⟩", replaced(text)
    )


def shortened(text: str, limit: int) -> str:
    """Returns at most `limit` bytes of `text`, cut between characters, with "…" after a cut."""
    return text if len(encode(text)) <= limit else _cut(text, limit).removesuffix("...") + "…"


def esc(text: object, most: int = 1000, keep_lines: bool = False) -> str:
    """Returns at most `most` bytes of a text for HTML; see visible() for `keep_lines`."""
    return html.escape(visible(shortened(str(text), most), keep_lines))


def some_of(names: Sequence[str], most: int, more: int = 0) -> str:
    """Returns the first names, and how many follow, `more` of them beside `names`."""
    rest = more + max(len(names) - most, 0)
    return ", ".join(names[:most]) + (f" and {rest} more" if rest else "")


def incomplete_line(footer: Footer) -> str:
    """Returns a line about the selected tests that have not run, or "" if all have."""
    if footer.complete:
        return ""
    missing = [f"{each.target} {each.test}" for each in footer.missing]
    told = some_of(missing, _MISSING_SHOWN)
    return (
        ("Interrupted: " if footer.interrupted else "Incomplete: ")
        + (
            f"selected tests that have not run: {len(missing)} ({told})"
            if missing
            else "not every selected test has run"
        )
        + "."
    )


def first_line(text: str) -> str:
    return text.partition("\n")[0]


def stacks_text(stacks: list[ThreadStack]) -> str:
    """Returns stacks as plain text: for each, a heading and a line per frame."""
    return "".join(
        f"{visible(stack.thread)}:\n" + "".join(f"  {visible(frame)}\n" for frame in stack.frames)
        for stack in stacks
    )


def markdown(text: str) -> str:
    """Returns `text` on one line, escaped for Markdown.

    No part of it is markup, a mention, an autolink or the end of a table cell. It is not safe at
    the start of a line.
    """
    return _MARKUP.sub(
        lambda found: "\\" + found[1] if found[1] else f"&#{ord(found[0])};",
        visible(shortened(text, _LONGEST_TEXT)),
    )


def _fence(text: str, least: int) -> str:
    """Returns enough backticks to enclose `text`, at least `least`."""
    return "`" * max(least, 1 + max(map(len, re.findall("`+", text)), default=0))


def markdown_code(text: str) -> str:
    """Returns one line as a code span, or "—" if it is empty.

    It is not safe in table cells, where a pipe ends the cell even in code.
    """
    if not text:
        return "—"
    text = visible(shortened(text, _LONGEST_TEXT))
    ticks = _fence(text, 1)
    # Spaces separate a backtick at either end from the fence. Renderers remove one at each end.
    space = " " if len(ticks) > 1 or " " in (text[0], text[-1]) else ""
    return ticks + space + text + space + ticks


def markdown_block(text: str, language: str, keep_lines: bool = False) -> str:
    """Returns a fenced block of `language` with a final line feed.

    Line feeds and tabs in `text` become visible signs, unless `keep_lines` is set.
    """
    text = visible(
        shortened(text, _LONGEST_BLOCK if keep_lines else _LONGEST_TEXT), keep_lines
    ).removesuffix("\n")
    ticks = _fence(text, 3)
    return f"{ticks}{language}\n{text}\n{ticks}\n"


# Signs that distinguish verdicts without colour, always shown with the word. The order is that of
# table columns: pass, findings by decreasing severity, the others.
_SYMBOLS = {
    Verdict.good: "✓",
    Verdict.crash: "‼",
    Verdict.timeout: "◷",
    Verdict.early_exit: "⇥",
    Verdict.fail: "✗",
    Verdict.error: "?",
    Verdict.warn: "△",
    Verdict.quality: "◇",
    Verdict.inconclusive: "◌",
    Verdict.vacuous: "○",
    Verdict.not_applicable: "–",
}


def symbol(verdict: Verdict) -> str:
    return _SYMBOLS[verdict]


def is_finding(verdict: Verdict) -> bool:
    """Returns whether a user should look at the result.

    This excludes pass, inconclusive, vacuous and not-applicable. It includes error.
    """
    return verdict > Verdict.good


def verdicts_in_use(report: RunReport) -> list[Verdict]:
    """Returns the verdicts of all tests and clauses of the report, in the order of _SYMBOLS."""
    seen = {test.verdict for test in report.tests}.union(
        *(clause.verdicts.values() for clause in report.clauses)
    )
    return [verdict for verdict in _SYMBOLS if verdict in seen]


def sighting_line(sighting: Sighting) -> str:
    """Returns where a finding was seen, e.g. "mpich (new, follows from F-3fa2c1)"."""
    words = [sighting.standing, sighting.rests_on and f"follows from {sighting.rests_on}"]
    said = ", ".join(filter(None, words))
    return f"{sighting.target} ({said})" if said else sighting.target


def findings_count(findings: list[Finding]) -> str:
    """Returns the number of findings, e.g. "3, and 2 that follow from them"."""
    following = sum(finding.is_consequence for finding in findings)
    more = f", and {following} that follow{'s' if following == 1 else ''} from them"
    return f"{len(findings) - following}" + (more if following else "")


def known_line(test: TestResult) -> str:
    """Returns the expectation for a test, e.g. "known bug: the reason", or "" if there is none."""
    return (
        f"{'known' if test.expected else 'not what is known as'} {test.known.kind}:"
        f" {test.known.reason}"
        if test.known
        else ""
    )


class Capability(NamedTuple):
    target: str
    function: str
    outcome: str


CAPABILITY_TITLE = "Not survived in signal handlers"
CAPABILITY_NOTE = (
    "The standard advises libraries to allow these, no more: nothing here fails a run."
)


def capabilities(report: RunReport) -> list[Capability]:
    """Returns the functions that did not survive in a signal handler, in the order of the tests.

    They are read from the behaviours that tests reported.
    """
    mark = " in a signal handler"
    return [
        Capability(test.target, it.key.removesuffix(mark), it.value)
        for test in report.tests
        for it in test.behaviours
        if it.key.endswith(mark) and not it.value.startswith(("survived", "not tried"))
    ]

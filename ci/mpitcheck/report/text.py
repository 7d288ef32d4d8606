# SPDX-License-Identifier: BSD-3-Clause
"""What reports share: texts of a target made fit to print, inside GitHub-flavoured Markdown too; how verdicts are shown; what the targets
do not bear in signal handlers.

Texts of a target may hold anything. Every writer of reports turns invalid UTF-8 into U+FFFD and escapes what its format gives a meaning
to; all but JSON, which keeps them, also show control characters as visible signs (the page does when its scripts run)."""
import re
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

# What prints as nothing, or changes how its neighbours print: controls, bidirectional controls, zero-width characters, separators,
# non-characters.
_HIDDEN = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"
    + "".join(chr(plane << 16 | low) for plane in range(17) for low in (0xFFFE, 0xFFFF))
    + "]"
)
# What is markup, a mention or the end of a table cell; "://" and "www." make GitHub link what is around them.
_MARKUP = re.compile(r"([\\`*_\[\]~])|[<>&|@#$]|:(?=//)|(?<=www)\.")

# Longer texts are cut: a summary is to be read, report.json has them whole.
_LONGEST_TEXT = 2000
_MISSING_SHOWN = 3
_LONGEST_BLOCK = 12_000  # of several lines


def replaced(text: str) -> str:
    """`text` with U+FFFD for each malformed sequence of UTF-8."""
    return encode(text).decode("utf-8", "replace")


def visible(text: str, keep_lines: bool = False) -> str:
    """Valid UTF-8 in which nothing is invisible: what hides or reorders text becomes its number, e.g. "⟨U+202E⟩"; line feeds and tabs
    become "↵" and a space, or are kept. What remains is legal in XML 1.0."""
    named = {"\n": "\n", "\t": "\t"} if keep_lines else {"\n": "↵", "\t": " "}
    return _HIDDEN.sub(
        lambda found: named.get(found[0]) or f"⟨U+{ord(found[0]):04X}⟩", replaced(text)
    )


def shortened(text: str, limit: int) -> str:
    """At most `limit` bytes of `text`, cut between two characters, with "…" where something was cut."""
    return text if len(encode(text)) <= limit else _cut(text, limit).removesuffix("...") + "…"


def incomplete_line(footer: Footer) -> str:
    """What of a run is not there; "" if all is."""
    if footer.complete:
        return ""
    missing = [f"{each.target} {each.test}" for each in footer.missing]
    told = ", ".join(missing[:_MISSING_SHOWN]) + (
        f" and {len(missing) - _MISSING_SHOWN} more" if len(missing) > _MISSING_SHOWN else ""
    )
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
    """Stacks as plain text, a heading and a line per frame each."""
    return "".join(
        f"{visible(stack.thread)}:\n" + "".join(f"  {visible(frame)}\n" for frame in stack.frames)
        for stack in stacks
    )


def markdown(text: str) -> str:
    """One line of plain text in which nothing is markup, a mention, an autolink or the end of a table cell. Not for the start of a line."""
    return _MARKUP.sub(
        lambda found: "\\" + found[1] if found[1] else f"&#{ord(found[0])};",
        visible(shortened(text, _LONGEST_TEXT)),
    )


def _fence(text: str, least: int) -> str:
    """Backticks enough to enclose `text`."""
    return "`" * max(least, 1 + max(map(len, re.findall("`+", text)), default=0))


def markdown_code(text: str) -> str:
    """One line as a code span, "—" if empty. Not for table cells: there a pipe ends the cell even in code."""
    if not text:
        return "—"
    text = visible(shortened(text, _LONGEST_TEXT))
    ticks = _fence(text, 1)
    # Spaces keep a backtick at either end apart from the fence; renderers drop one at each end.
    space = " " if len(ticks) > 1 or " " in (text[0], text[-1]) else ""
    return ticks + space + text + space + ticks


def markdown_block(text: str, language: str, keep_lines: bool = False) -> str:
    """One line, or with keep_lines several, as a fenced block of `language` that ends its line."""
    text = visible(
        shortened(text, _LONGEST_BLOCK if keep_lines else _LONGEST_TEXT), keep_lines
    ).removesuffix("\n")
    ticks = _fence(text, 3)
    return f"{ticks}{language}\n{text}\n{ticks}\n"


# Signs that tell verdicts apart without colour, always shown with the word: pass first, then findings by falling severity, then the rest.
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
    """Whether the target, or our own fault, calls for a look: all but pass, inconclusive, vacuous and not-applicable."""
    return verdict > Verdict.good


def verdicts_in_use(report: RunReport) -> list[Verdict]:
    """The verdicts that some test or clause of the report has, in the order of their signs."""
    seen = {test.verdict for test in report.tests}.union(
        *(clause.verdicts.values() for clause in report.clauses)
    )
    return [verdict for verdict in _SYMBOLS if verdict in seen]


def sighting_line(sighting: Sighting) -> str:
    """Where a finding was seen, e.g. "mpich (new)" or "mpich (new, follows from F-3fa2c1)"."""
    words = [sighting.standing, sighting.rests_on and f"follows from {sighting.rests_on}"]
    said = ", ".join(filter(None, words))
    return f"{sighting.target} ({said})" if said else sighting.target


def findings_count(findings: list[Finding]) -> str:
    """E.g. "3, and 2 that follow from them"."""
    following = sum(finding.is_consequence for finding in findings)
    more = f", and {following} that follow{'s' if following == 1 else ''} from them"
    return f"{len(findings) - following}" + (more if following else "")


def known_line(test: TestResult) -> str:
    """What the expectations say of a test, e.g. "known bug: the reason"; "" if they do not speak of it."""
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
    """From the behaviours that tests reported: those that did not survive, in the order of the tests."""
    mark = " in a signal handler"
    return [
        Capability(test.target, it.key.removesuffix(mark), it.value)
        for test in report.tests
        for it in test.behaviours
        if it.key.endswith(mark) and not it.value.startswith(("survived", "not tried"))
    ]

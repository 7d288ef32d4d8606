# SPDX-License-Identifier: BSD-3-Clause
"""Writes expectations files."""
from __future__ import annotations

import re

from mpitcheck.process.text import decode, encode
from mpitcheck.gate.expectations import OPTIONS, Expectation, ExpectationsFile

_LINE_WIDTH = 100  # bytes


def _in_quotes(text: str) -> str:
    if ('"' in text or "\\" in text) and "'" not in text:
        return f"'{text}'"
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


def _wrapped(text: str) -> str:
    """Breaks `text` at blanks into indented lines."""
    lines = re.findall(
        rb"(?!\Z)(.{0,%d}|[^ ]+)(?: |\Z)" % (_LINE_WIDTH - 2), encode(text), re.DOTALL
    )
    return "".join("\n  " + decode(line) for line in lines)


def _words_of(entry: Expectation) -> tuple[str, str, str]:
    """Returns three parts of an entry's line.

    These are the words before the reason, the reason ("" if its cause has it), and the rest: the
    message prefixes and the options.
    """
    options = "".join(f"  {key}={getattr(entry, key)}" for key in OPTIONS if getattr(entry, key))
    return (
        f"{entry.tests}  {entry.verdict.word}  {entry.cause or entry.kind}",
        "" if entry.cause else _in_quotes(entry.reason),
        "  ".join(map(_in_quotes, (entry.message, *entry.also))) + options,
    )


def to_line(entry: Expectation) -> str:
    """Returns the entry as one line of a file."""
    return "  ".join(filter(None, _words_of(entry)))


def _block(entry: Expectation) -> str:
    line = to_line(entry)
    if entry.text or len(encode(line)) <= _LINE_WIDTH:
        return entry.text or line
    begin, reason, end = _words_of(entry)
    return f"{begin}{_wrapped(reason)}\n  {end}"


def _inner_lines(lines: str) -> str:
    """Removes blank lines at both ends."""
    lines = lines.strip("\n")
    return lines + "\n" if lines else ""


def to_text(file: ExpectationsFile) -> str:
    """Returns the text of the whole file.

    Entries are sorted by their globs. Each cause precedes its entries. The causes are in the order
    of their first entries. Then come the causes without entries that have `in=` (others are
    dropped), and the entries without a cause. Causes and entries that were read keep their text.
    """
    entries = sorted(file.entries, key=lambda entry: encode(entry.tests))
    causes = {cause.id: cause for cause in file.causes}
    out = file.head
    with_entries = dict.fromkeys(entry.cause for entry in entries if entry.cause)
    others = (cause.id for cause in file.causes if cause.where and cause.id not in with_entries)
    for id in [*with_entries, *others, ""]:
        if id in causes:
            cause = causes[id]
            where = f"  in={cause.where}" if cause.where else ""
            block = (
                cause.text
                or f"cause  {id}  {cause.kind}{_wrapped(_in_quotes(cause.reason))}{where}"
            )
            out += f"\n{_inner_lines(cause.comments)}{block}\n"
        # Blank lines enclose causes, entries of several lines, and entries with comments.
        apart = not id
        for entry in entries:
            if entry.cause == id:
                comments, block = _inner_lines(entry.comments), _block(entry)
                large = not id and bool(comments or "\n" in block)
                out += ("\n" if apart or large else "") + comments + block + "\n"
                apart = large
    tail = _inner_lines(file.tail)
    return out + ("\n" + tail if tail else "")

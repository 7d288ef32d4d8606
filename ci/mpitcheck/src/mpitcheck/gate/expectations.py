# SPDX-License-Identifier: BSD-3-Clause
"""Reads expectations files: the known deviations of one library in one version.

Example:

  # A line that starts with # is a comment.
  library: Open MPI
  version: 4.1.*

  cause  F-30af12  bug  "why, and a URL"
  init.order.tool-outlives-mpi  crash  F-30af12  "message prefix"

  pvar.list.stable  fail  flaky  "why, and a URL"  "message prefix"
    seen=4.1.4@2027-01-31  until=2027-06-30

Conditions come first. `library:` and `version:` are globs for the library and version that
judge.library_id finds in the string of MPI_Get_library_version. Two more are optional:

- `build:` is a glob for the whole string. It restricts the file to libraries that are configured in
  a certain way, e.g. `build: *--enable-mpit-pvars=all*`.
- `interface:` is `native` for deviations that show only in programs compiled with the library's own
  headers, or `abi` for deviations that show only through its library of the standard ABI
  (--abi-library).

A cause has the id of a finding (judge.finding), a kind and a reason. The option `in=grid.*` allows
each test that fits the glob to break rules by this cause. These tests need no entries, and may also
pass.

An entry has the glob of a test's name, a verdict, a cause, and a prefix of the message. More
prefixes may follow the first one, because random sequences break one rule or another. In place of
the cause an entry may have a kind and a reason of its own. Options follow at the end:

- `until=` is the last day on which the entry counts.
- `seen=` is required in a `flaky` entry, and allowed in no other. It has the version and the day of
  the last run in which the test failed. `seen=none@` and a day means that no recorded run has shown
  the failure since the entry was added on that day.

An indented line continues the line above. Texts are in "..." (with \\" and \\\\) or in '...'.
"""
from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field

from mpitcheck.judge.library_id import identify_library
from mpitcheck.judge.model import DEVIATION_KINDS, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input
from mpitcheck.process.text import glob_match

_WORD = re.compile(r""""((?:\\.|[^"\\])*)"|'([^']*)'|([^ \t"'][^ \t]*)""", re.DOTALL)
INTERFACES = "native", "abi"
_DATE = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
OPTIONS = {"seen": rf"[^@]+@{_DATE}", "until": _DATE}
_FORMS = {"seen": "VERSION@YYYY-MM-DD or none@YYYY-MM-DD", "until": "YYYY-MM-DD"}
NOT_RECORDED = "none"  # in place of a version
UNKNOWN_VERSION = "unknown"  # of a library that does not state one


@dataclass
class ExpectedCause:
    """A bug that several tests may find."""

    id: str  # of its finding
    kind: str = "bug"
    reason: str = ""
    comments: str = ""  # the lines above it
    text: str = ""  # its text in the file; empty: it is new or changed
    where: str = ""  # glob of tests that may show it without an entry; empty: no test


@dataclass(eq=False)
class Expectation:
    """One entry of an expectations file."""

    tests: str = ""  # glob
    verdict: Verdict = Verdict.fail
    cause: str = ""  # its id; empty: the entry has a kind and a reason of its own
    kind: str = "bug"  # that of its cause, like the reason
    reason: str = ""
    message: str = ""  # prefix, compared by has_prefix()
    until: str = ""  # "2027-06-30", the last day on which it counts (UTC); empty: no limit
    line: int = 0  # its first line in the file; 0: it is new
    comments: str = ""  # the lines above it
    text: str = ""  # its text in the file; empty: it is new or changed
    also: tuple[str, ...] = ()  # alternative prefixes
    seen: str = ""  # flaky only: "4.1.4@2027-01-31", the last run in which the test failed


@dataclass
class ExpectationsFile:
    path: str = ""  # as the user named it
    library: str = ""
    version: str = ""
    build: str = ""  # empty: every build
    interface: str = ""  # one of INTERFACES; empty: both
    head: str = ""  # all text up to the last condition
    causes: list[ExpectedCause] = field(default_factory=list)
    entries: list[Expectation] = field(default_factory=list)
    tail: str = ""  # comments below the last entry


class _Malformed(Exception):
    """An entry is malformed; the message describes the problem."""


def _split_entry(text: str) -> tuple[list[str], str]:
    """Splits an entry into words, which are bare, "..." with backslash escapes, or '...'.

    Returns the words, and a string with one character per word: " for a quoted word, - for others.
    """
    words, form = [], ""
    while text := text.lstrip(" \t"):
        found = _WORD.match(text)
        if not found:
            raise _Malformed(f"the closing {text[0]} of a text is missing")
        text = text[found.end() :]
        if found[3] is None and text and text[0] not in " \t":
            raise _Malformed("a space is missing after a closing quote")
        words.append(
            re.sub(r"\\(.)", r"\1", found[1], flags=re.DOTALL)
            if found[1] is not None
            else found[2] or found[3] or ""
        )
        form += '"' if found[3] is None else "-"
    return words, form


def _check(kind: str, reason: str) -> None:
    if kind not in DEVIATION_KINDS:
        raise _Malformed(f"'{kind}' is not a kind: use bug, wontfix, spec-dispute or flaky")
    if not reason:
        raise _Malformed("the reason is empty: write one, or a URL")


def _parse_cause(words: list[str], form: str) -> ExpectedCause:
    where = words.pop()[3:] if form == '---"-' and words[-1].startswith("in=") else ""
    if form != '---"' + "-" * bool(where) or not words[1].startswith("F-"):
        raise _Malformed('a cause is: cause F-XXXXXX KIND "reason" [in=TESTS]')
    _, id, kind, reason = words
    _check(kind, reason)
    return ExpectedCause(id, kind, reason, where=where)


def _parse_entry(words: list[str], form: str) -> Expectation:
    has_cause = len(words) > 2 and words[2].startswith("F-")
    least = '---"' if has_cause else '---""'
    if not re.fullmatch(least + '"*-*', form):
        raise _Malformed(
            'an entry is: TESTS VERDICT CAUSE "message prefix"... [OPTION], '
            'or: TESTS VERDICT KIND "reason" "message prefix"... [OPTION], '
            "with until=YYYY-MM-DD and seen=VERSION@YYYY-MM-DD as options"
        )
    prefixes = words[len(least) - 1 : len(form.rstrip("-"))]
    if "" in prefixes:
        raise _Malformed(
            "a message prefix is empty, so it would match every failure of the test: "
            "quote the beginning of the message"
        )
    verdict = Verdict.named(words[1])
    if verdict is None or not is_deviation(verdict):
        raise _Malformed(
            f"'{words[1]}' is not a verdict that an entry can have: use crash, timeout, early-exit,"
            " fail, warn or quality"
        )
    entry = Expectation(words[0], verdict, message=prefixes[0], also=tuple(prefixes[1:]))
    if has_cause:
        entry.cause = words[2]
    else:
        entry.kind, entry.reason = words[2:4]
        _check(entry.kind, entry.reason)
    for word in words[len(form.rstrip("-")) :]:
        _parse_option(word, entry)
    return entry


def _parse_option(word: str, entry: Expectation) -> None:
    key, _, value = word.partition("=")
    if key not in OPTIONS:
        raise _Malformed(f"'{word}' is not an option: use until=... or seen=...")
    if not re.fullmatch(OPTIONS[key], value):
        raise _Malformed(f"'{word}' is not {key}={_FORMS[key]}")
    if getattr(entry, key):
        raise _Malformed(f"'{key}=' is given twice")
    setattr(entry, key, value)


def version_and_day(entry: Expectation) -> tuple[str, str]:
    """Returns version and day of the last run in which the test of a flaky entry failed.

    The version is "" if no recorded run shows the failure.
    """
    version, _, day = entry.seen.rpartition("@")
    return ("" if version == NOT_RECORDED else version), day


def seen_again(entry: Expectation, version: str, day: str) -> Expectation:
    """Returns the flaky entry, updated after another failure of its test."""
    seen = f"{version or UNKNOWN_VERSION}@{day}"
    text = entry.text.replace(f"seen={entry.seen}", f"seen={seen}", 1)
    return dataclasses.replace(entry, seen=seen, text=text)


def _check_seen(entry: Expectation, file: ExpectationsFile) -> None:
    if entry.kind != "flaky":
        if entry.seen:
            raise _Malformed(f"'seen={entry.seen}' is for flaky entries only")
        return
    if not entry.seen:
        raise _Malformed(
            f"a flaky entry needs seen={_FORMS['seen']}: name the last run in which the test failed"
        )
    version, _ = version_and_day(entry)
    if version and not glob_match(file.version, version):
        raise _Malformed(
            f"'seen={entry.seen}' names a version that 'version: {file.version}' does not match"
        )


def _add_condition(file: ExpectationsFile, key: str, value: str, above: str) -> None:
    if not value:
        raise _Malformed(f"'{key}:' has no value")
    if getattr(file, key):
        raise _Malformed(f"'{key}:' is given twice")
    if file.entries:
        raise _Malformed(f"'{key}:' must be above the entries")
    if key == "interface" and value not in INTERFACES:
        raise _Malformed(f"'{value}' is not an interface: use native or abi")
    setattr(file, key, value)
    file.head += f"{above}{key}: {value}\n"


def _add_entry(file: ExpectationsFile, lines: list[str], above: str, begin: int) -> None:
    words, form = _split_entry(" ".join(line.lstrip(" \t") for line in lines))
    if words[0] == "cause":
        cause = _parse_cause(words, form)
        if any(other.id == cause.id for other in file.causes):
            raise _Malformed(f"'cause {cause.id}' is given twice")
        file.causes.append(cause)
        cause.text, cause.comments = "\n".join(lines), above
    else:
        entry = _parse_entry(words, form)
        for known in file.entries:
            if known.tests == entry.tests:
                raise _Malformed(f"'{entry.tests}' is already in line {known.line}")
        file.entries.append(entry)
        entry.line, entry.text, entry.comments = begin, "\n".join(lines), above


def parse_expectations(text: str, path: str) -> ExpectationsFile:
    """Parses the text of an expectations file.

    Raises UserError "path:line: message" if it is malformed. `path` is the name in messages.
    """
    # above: comments and blank lines that belong to the next entry
    file, above = ExpectationsFile(path), ""
    lines = [line.rstrip(" \t\r") for line in text.removesuffix("\n").split("\n")] if text else []
    begin, end = 1, 0
    try:
        while end < len(lines):
            begin, line, end = end + 1, lines[end], end + 1
            condition = re.match("(library|version|build|interface):", line)
            if not line or line.lstrip(" \t").startswith("#"):
                above += line + "\n"
                continue
            if line.startswith((" ", "\t")):
                raise _Malformed(
                    "an indented line continues the entry above it, but there is no entry above"
                )
            if condition:
                _add_condition(file, condition[1], line[condition.end() :].lstrip(" \t"), above)
            elif not file.library or not file.version:
                raise _Malformed(
                    "the lines 'library: ...' and 'version: ...' must be above the entries"
                )
            else:
                while end < len(lines) and lines[end].startswith((" ", "\t")):
                    end += 1
                _add_entry(file, lines[begin - 1 : end], above, begin)
            above = ""
        begin = end or 1
        for key in "library", "version":
            if not getattr(file, key):
                raise _Malformed(f"the line '{key}: ...' is missing")
        causes = {cause.id: cause for cause in file.causes}
        for entry in (entry for entry in file.entries if entry.cause):
            begin = entry.line
            if entry.cause not in causes:
                raise _Malformed(f"the line 'cause {entry.cause} ...' is missing")
            entry.kind, entry.reason = causes[entry.cause].kind, causes[entry.cause].reason
        for entry in file.entries:
            begin = entry.line
            _check_seen(entry, file)
    except _Malformed as problem:
        raise UserError(f"{path}:{begin}: {problem}") from None
    file.tail = above
    return file


def load_expectations(path: str) -> ExpectationsFile:
    """Reads an expectations file; raises UserError if it is unreadable or malformed."""
    return parse_expectations(
        read_input(path, f"expectations '{path}'", "name a readable file"), path
    )


def new_expectations(path: str, library_version: str) -> ExpectationsFile:
    """Returns a file without entries for the library with that version string."""
    found = identify_library(library_version)
    version = found.version or "*"
    return ExpectationsFile(
        path, found.library, version, head=f"library: {found.library}\nversion: {version}\n"
    )


def applies(file: ExpectationsFile, target: GateTarget) -> bool:
    """Returns whether the conditions of the file fit the target."""
    found = identify_library(target.library_version)
    return (
        glob_match(file.library, found.library)
        and glob_match(file.version, found.version)
        and (not file.build or glob_match(file.build, target.library_version))
        and file.interface in ("", target.interface)
    )


def names_one_test(entry: Expectation) -> bool:
    """Returns whether the entry's glob is the name of one test."""
    return not re.search(r"[*?\[\\]", entry.tests)


@dataclass
class GateTarget:
    """A target as the gate sees it."""

    name: str
    library_version: str
    tests: list[str]  # all its tests, selected or not
    interface: str = "native"  # one of INTERFACES

# SPDX-License-Identifier: BSD-3-Clause
"""Escaping for the terminal, globs, shell words, names of signals."""
import signal

import pytest

from mpitcheck.process.error import UserError
from mpitcheck.process.text import (
    decode,
    escape_block,
    escape_line,
    glob_match,
    shell_quoted,
    shortened,
    signal_name,
    split_words,
)


@pytest.mark.parametrize("text", ["", 'MPI_T_cvar_read("x", 3)', "größe 変数 🙂"])
def test_escape_leaves_readable_text_alone(text):
    assert escape_line(text) == text


@pytest.mark.parametrize(
    "text, escaped",
    [
        # Control characters.
        (b"a\nb\tc\rd", "a\\nb\\tc\\rd"),
        (b"\x1b[31m\x07\x7f", "\\x1b[31m\\x07\\x7f"),
        (b"\0", "\\x00"),
        (b"\xc2\x9b", "\\u{009b}"),  # C1: also starts a control sequence
        # Invalid UTF-8, bytewise.
        (b"\xff", "\\xff"),
        (b"\xc3(", "\\xc3("),
        (b"\xe2\x82", "\\xe2\\x82"),  # cut short
        (b"\xc0\xaf", "\\xc0\\xaf"),  # overlong
        (b"\xed\xa0\x80", "\\xed\\xa0\\x80"),  # surrogate
        (b"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"),  # beyond Unicode
        # Characters that reorder or hide others.
        (b"a\xe2\x80\xae", "a\\u{202e}"),
        (b"\xe2\x80\x8b", "\\u{200b}"),
        (b"\xf3\xa0\x81\x81", "\\u{e0041}"),
    ],
    ids=lambda value: repr(value) if isinstance(value, bytes) else "",
)
def test_escape_shows_what_is_not_readable(text, escaped):
    assert escape_line(decode(text)) == escaped


def test_blocks_keep_their_lines():
    assert escape_block("a\n\x1b\n\nb", "  ") == "  a\n  \\x1b\n  \n  b\n"


@pytest.mark.parametrize(
    "text, most, cut",
    [
        ("abc", 3, "abc"),
        ("abcdef", 5, "ab..."),
        ("äää", 5, "ä..."),
        ("ääää", 6, "ä..."),
        ("abcdef", 0, "..."),
    ],
)
def test_escape_cuts_between_characters(text, most, cut):
    assert shortened(text, most) == cut


@pytest.mark.parametrize(
    "pattern, text, matches",
    [
        ("cvar.*", "cvar.read.value", True),
        ("*", "", True),
        ("pvar.?[a-c]", "pvar.xb", True),
        ("cvar", "cvar.read", False),
        ("cvar.*", "Cvar.read", False),
        ("a\\*", "a*", True),
        ("a\\*", "ab", False),
    ],
)
def test_globs_match_the_whole_text(pattern, text, matches):
    assert glob_match(pattern, text) == matches


def test_splitting_follows_the_shell():
    assert split_words("mpiexec -n {np}") == ["mpiexec", "-n", "{np}"]
    assert split_words("  a 'b c'\t\"d \\\" e\" f\\ g '' ") == ["a", "b c", 'd " e', "f g", ""]
    assert split_words(" ") == []
    with pytest.raises(UserError):
        split_words("a 'b")


@pytest.mark.parametrize(
    "word", ["plain.test", "", "a b", "it's", "$HOME `x` \\", "a\nb", "*"], ids=repr
)
def test_quoting_gives_back_the_same_word(word):
    assert split_words(shell_quoted(word)) == [word]


def test_quoting_quotes_only_what_needs_it():
    assert shell_quoted("build/mpich") == "build/mpich"
    assert shell_quoted("cvar.*") == "'cvar.*'"


def test_signals_have_names_or_numbers():
    assert [signal_name(number) for number in (signal.SIGSEGV, signal.SIGABRT, 200)] == [
        "SIGSEGV",
        "SIGABRT",
        "signal 200",
    ]

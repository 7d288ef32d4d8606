# SPDX-License-Identifier: BSD-3-Clause
"""Escaping for the terminal, globs, shell words, names of signals."""
import signal
import unittest

from mpitcheck.process.error import UserError
from mpitcheck.process.text import (
    decode,
    encode,
    escape_block,
    escape_line,
    glob_match,
    shell_quoted,
    shortened,
    signal_name,
    split_words,
)


class Escape(unittest.TestCase):
    def assert_all_escaped(self, texts):
        for text, escaped in texts.items():
            with self.subTest(text):
                self.assertEqual(escape_line(decode(text)), escaped)

    def test_leaves_readable_text_alone(self):
        self.assert_all_escaped(
            {encode(text): text for text in ["", 'MPI_T_cvar_read("x", 3)', "größe 変数 🙂"]}
        )

    def test_shows_control_characters(self):
        self.assert_all_escaped(
            {
                b"a\nb\tc\rd": "a\\nb\\tc\\rd",
                b"\x1b[31m\x07\x7f": "\\x1b[31m\\x07\\x7f",
                b"\0": "\\x00",
                b"\xc2\x9b": "\\u{009b}",  # C1: also starts a control sequence
            }
        )

    def test_shows_invalid_utf8_bytewise(self):
        self.assert_all_escaped(
            {
                b"\xff": "\\xff",
                b"\xc3(": "\\xc3(",
                b"\xe2\x82": "\\xe2\\x82",  # cut short
                b"\xc0\xaf": "\\xc0\\xaf",  # overlong
                b"\xed\xa0\x80": "\\xed\\xa0\\x80",  # surrogate
                b"\xf4\x90\x80\x80": "\\xf4\\x90\\x80\\x80",  # beyond Unicode
            }
        )

    def test_shows_what_reorders_or_hides(self):
        self.assert_all_escaped(
            {
                b"a\xe2\x80\xae": "a\\u{202e}",
                b"\xe2\x80\x8b": "\\u{200b}",
                b"\xf3\xa0\x81\x81": "\\u{e0041}",
            }
        )

    def test_blocks_keep_their_lines(self):
        self.assertEqual(escape_block("a\n\x1b\n\nb", "  "), "  a\n  \\x1b\n  \n  b\n")

    def test_cuts_between_characters(self):
        for text, most, cut in [
            ("abc", 3, "abc"),
            ("abcdef", 5, "ab..."),
            ("äää", 5, "ä..."),
            ("ääää", 6, "ä..."),
            ("abcdef", 0, "..."),
        ]:
            with self.subTest(text, most=most):
                self.assertEqual(shortened(text, most), cut)


class Words(unittest.TestCase):
    def test_globs_match_the_whole_text(self):
        for pattern, text, matches in [
            ("cvar.*", "cvar.read.value", True),
            ("*", "", True),
            ("pvar.?[a-c]", "pvar.xb", True),
            ("cvar", "cvar.read", False),
            ("cvar.*", "Cvar.read", False),
            ("a\\*", "a*", True),
            ("a\\*", "ab", False),
        ]:
            with self.subTest(pattern, text=text):
                self.assertEqual(glob_match(pattern, text), matches)

    def test_splitting_follows_the_shell(self):
        self.assertEqual(split_words("mpiexec -n {np}"), ["mpiexec", "-n", "{np}"])
        self.assertEqual(
            split_words("  a 'b c'\t\"d \\\" e\" f\\ g '' "), ["a", "b c", 'd " e', "f g", ""]
        )
        self.assertEqual(split_words(" "), [])
        with self.assertRaises(UserError):
            split_words("a 'b")

    def test_quoting_gives_back_the_same_word(self):
        for word in ["plain.test", "", "a b", "it's", "$HOME `x` \\", "a\nb", "*"]:
            with self.subTest(word):
                self.assertEqual(split_words(shell_quoted(word)), [word])
        self.assertEqual(shell_quoted("build/mpich"), "build/mpich")
        self.assertEqual(shell_quoted("cvar.*"), "'cvar.*'")

    def test_signals_have_names_or_numbers(self):
        self.assertEqual(
            [signal_name(number) for number in (signal.SIGSEGV, signal.SIGABRT, 200)],
            ["SIGSEGV", "SIGABRT", "signal 200"],
        )


if __name__ == "__main__":
    unittest.main()

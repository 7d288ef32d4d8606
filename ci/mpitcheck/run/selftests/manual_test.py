# SPDX-License-Identifier: BSD-3-Clause
"""Manual page and completion: they know what the command line knows."""
import os
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

from mpitcheck.run.completion import completion
from mpitcheck.run.manual import actions_of, help_of, manual
from mpitcheck.run.options import command_parsers


def _plain(page):
    """As text, without troff's signs."""
    for sign, text in (
        (r"\fB", ""),
        (r"\fI", ""),
        (r"\fR", ""),
        (r"\-", "-"),
        (r"\(aq", "'"),
        (r"\(ga", "`"),
        (r"\e", "\\"),
    ):
        page = page.replace(sign, text)
    return page


class Manual(unittest.TestCase):
    def test_has_every_command_with_its_options_and_their_help(self):
        page = _plain(manual())
        for name, parser in command_parsers().items():
            section = page.partition(f".SS mpitcheck {name}")[2].partition(".SS ")[0]
            self.assertTrue(section, name)
            for action in actions_of(parser):
                for option in action.option_strings:
                    self.assertTrue(
                        option in section or "Takes the options of" in section, f"{name} {option}"
                    )
                self.assertIn(help_of(action), page)
        for part in (
            "  0",
            "2\nthe command line, a tree or a file is not usable",
            "~/.cache/mpitcheck",
        ):
            self.assertIn(part.strip(), page)

    def test_help_says_the_same(self):
        for name, parser in command_parsers().items():
            help = " ".join(parser.format_help().split())
            for action in actions_of(parser):
                self.assertIn(" ".join(help_of(action).split())[:40], help, name)

    def test_is_the_same_on_every_machine(self):
        pages = set()
        for processors in 1, 64:
            with mock.patch("os.cpu_count", lambda processors=processors: processors):
                pages.add(manual())
        self.assertEqual(len(pages), 1)

    def test_troff_has_nothing_to_warn_of(self):
        groff = shutil.which("groff")
        if not groff:
            self.skipTest("groff is missing")
        done = subprocess.run(
            [groff, "-man", "-ww", "-Tutf8", "-z"],
            input=manual(),
            capture_output=True,
            text=True,
            check=True,
        )
        self.assertEqual(done.stderr, "")


class Completion(unittest.TestCase):
    def completed(self, line):
        """What bash proposes for the last word of the line."""
        script = (
            completion()
            + r"""
            read -ra COMP_WORDS <<<"$1"
            case $1 in *' ') COMP_WORDS+=("") ;; esac
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            compopt() { :; }  # is for the line editor
            _mpitcheck mpitcheck "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\n' "${COMPREPLY[@]}" """
        )
        with tempfile.TemporaryDirectory() as folder:
            for name in ("mpicc.some", "other", "mpi.txt"):
                with open(os.path.join(folder, name), "w", encoding="ascii"):
                    pass
            os.mkdir(os.path.join(folder, "tree"))
            os.chmod(os.path.join(folder, "mpicc.some"), 0o755)
            done = subprocess.run(
                ["bash", "--norc", "-uc", script, "bash", line],
                cwd=folder,
                env={"PATH": folder},
                capture_output=True,
                text=True,
                check=True,
                executable=shutil.which("bash"),
            )
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_proposes_what_fits(self):
        for line, expected in (
            ("mpitcheck se", ["selftest"]),
            ("mpitcheck list ", ["clauses", "tests", "--help"]),
            ("mpitcheck selftest mu", ["mutants"]),
            ("mpitcheck run --q", ["--quick"]),
            ("mpitcheck list tests --", ["--tree", "--json", "--help"]),
            ("mpitcheck run --level ", ["must", "should", "quality", "advice"]),
            ("mpitcheck run --level must --level s", ["should"]),
            ("mpitcheck run t", ["tree"]),
            ("mpitcheck run --html ot", ["other"]),
            ("mpitcheck run --seed ", []),
            ("mpitcheck test mpi", ["mpicc.some"]),
            ("mpitcheck test ./mpicc", ["./mpicc.some"]),
            ("mpitcheck finding F-1 o", ["other"]),
            ("mpitcheck no-such ", []),
        ):
            with self.subTest(line):
                self.assertEqual(self.completed(line), expected)

    def test_has_every_option(self):
        for name, parser in command_parsers().items():
            proposed = self.completed(f"mpitcheck {name} --")
            for action in actions_of(parser):
                for option in action.option_strings:
                    self.assertTrue(
                        option in proposed or not option.startswith("--"), f"{name} {option}"
                    )

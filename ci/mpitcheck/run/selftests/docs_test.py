# SPDX-License-Identifier: BSD-3-Clause
"""What the pages say: each command line is understood, each link leads to a place, the numbers of rules are those of the catalogue."""
import contextlib
import io
import os
import re
import shlex
import unittest
from collections import Counter

from mpitcheck.bench import bench
from mpitcheck.judge.clauses import LEVELS, all_clauses
from mpitcheck.process.error import UserError
from mpitcheck.run.options import parse_options

_ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 4))
_COMMAND = r"(?:\$ )?(?:exec )?(?:[\w./]*/)?mpitcheck ([^`]+)"
_BARE = re.compile(r"[a-z0-9]+( [a-z0-9]+)?")  # a command that is talked about
_LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]*))?\)")  # file, place


def _pages():
    """Path -> text of each page in Markdown."""
    pages = {}
    for folder, folders, names in os.walk(_ROOT):
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".")
            and os.path.join(folder, name) != os.path.join(_ROOT, "build")
        ]
        for path in (os.path.join(folder, name) for name in names if name.endswith(".md")):
            with open(path, encoding="utf-8") as file:
                pages[os.path.relpath(path, _ROOT)] = file.read()
    return pages


def _places(text):
    """The places of a page that links may name: headings, as GitHub names them, and anchors."""
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    named = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="([^"]+)">', text))


def _commands(text):
    """What stands behind "mpitcheck" in blocks and within lines."""
    for line in text.split("\n"):
        block = re.fullmatch(r" {4,}(?:[^#]*; +)?" + _COMMAND, line)
        yield from [block[1]] if block else re.findall("`" + _COMMAND + "`", line)


def _words(command):
    """As a shell would split it, without what follows the command."""
    reader = shlex.shlex(
        re.sub(r"\$\([^)]*\)", "ANSWER", command), posix=True, punctuation_chars=";&|>"
    )
    reader.whitespace_split = True
    words = []
    for word in reader:
        if word[0] in ";&|>":
            break
        words.append(word)
    return words


def _parse(command):
    words = _words(command)
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):  # --help
        if words[:1] == ["bench"]:
            bench.parse(words[1:])
        else:
            parse_options(words)


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = _pages()

    def test_hold_commands_that_are_understood(self):
        found = 0
        for path, text in self.pages.items():
            for command in _commands(text):
                found += 1
                with self.subTest(page=path, command=command):
                    _parse(command + " --help" if _BARE.fullmatch(command) else command)
        self.assertGreater(found, 60)

    def test_notice_what_is_not_understood(self):
        for command in (
            "run TREE --no-such",
            "nothing --help",
            "diff old.json  # one report",
            "bench --no-such",
        ):
            self.assertEqual(
                list(_commands(f"    mpitcheck {command}\nx `mpitcheck {command}`")), [command] * 2
            )
            self.assertRaises(UserError, _parse, command)

    def test_link_to_files_and_places_that_are_there(self):
        for path, text in self.pages.items():
            for link, place in _LINK.findall(text):
                with self.subTest(page=path, link=link, place=place):
                    file = (
                        os.path.normpath(os.path.join(os.path.dirname(path), link))
                        if link
                        else path
                    )
                    self.assertTrue(os.path.exists(os.path.join(_ROOT, file)), link)
                    if place and file in self.pages:
                        self.assertIn(place, _places(self.pages[file]))

    def test_count_the_rules_of_each_level(self):
        counts = Counter(clause.level for clause in all_clauses())
        page, told = "docs/verdicts.md", []
        for number, line in enumerate(self.pages[page].split("\n"), 1):
            row = re.match(r"\| `(\w+)` \| (\d+) \|", line)
            if row:
                told.append(row[1])
                self.assertEqual(
                    int(row[2]), counts[row[1]], f"{page}:{number}: {row[1]} rules of the catalogue"
                )
        self.assertEqual(told, list(LEVELS), page)


if __name__ == "__main__":
    unittest.main()

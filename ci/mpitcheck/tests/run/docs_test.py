# SPDX-License-Identifier: BSD-3-Clause
"""Each command line of the pages is understood, each link leads to a place, and the numbers of
rules are those of the catalogue."""
import contextlib
import io
import os
import re
import shlex
from collections import Counter

import pytest

from mpitcheck.bench import bench
from mpitcheck.judge.clauses import LEVELS, all_clauses
from mpitcheck.process.error import UserError
from mpitcheck.run.options import parse_options
from tests.sources import ROOT, source_files

_COMMAND = r"(?:\$ )?(?:exec )?(?:[\w./]*/)?mpitcheck ([^`]+)"
_BARE = re.compile(r"[a-z0-9]+( [a-z0-9]+)?")  # a command that is talked about
_LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]*))?\)")  # file, place


def _pages():
    """Path -> text of each page in Markdown."""
    pages = {}
    for path in source_files():
        if path.endswith(".md"):
            with open(path, encoding="utf-8") as file:
                pages[os.path.relpath(path, ROOT)] = file.read()
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


_PAGES = _pages()


_COMMANDS = [(path, command) for path, text in _PAGES.items() for command in _commands(text)]


@pytest.mark.parametrize("page, command", _COMMANDS)
def test_commands_in_pages_are_valid(page, command):
    _parse(command + " --help" if _BARE.fullmatch(command) else command)


def test_commands_in_pages_are_found():
    assert len(_COMMANDS) > 60


@pytest.mark.parametrize(
    "command",
    [
        "run TREE --no-such",
        "nothing --help",
        "diff old.json  # one report",
        "bench --no-such",
    ],
)
def test_invalid_commands_are_detected(command):
    assert list(_commands(f"    mpitcheck {command}\nx `mpitcheck {command}`")) == [command] * 2
    with pytest.raises(UserError):
        _parse(command)


@pytest.mark.parametrize("page", _PAGES)
def test_links_in_pages_exist(page):
    for link, place in _LINK.findall(_PAGES[page]):
        file = os.path.normpath(os.path.join(os.path.dirname(page), link)) if link else page
        assert os.path.exists(os.path.join(ROOT, file)), link
        if place and file in _PAGES:
            assert place in _places(_PAGES[file])


def test_pages_count_the_rules_of_each_level():
    counts = Counter(clause.level for clause in all_clauses())
    page, told = "docs/verdicts.md", []
    for number, line in enumerate(_PAGES[page].split("\n"), 1):
        row = re.match(r"\| `(\w+)` \| (\d+) \|", line)
        if row:
            told.append(row[1])
            assert (
                int(row[2]) == counts[row[1]]
            ), f"{page}:{number}: {row[1]} rules of the catalogue"
    assert told == list(LEVELS), page

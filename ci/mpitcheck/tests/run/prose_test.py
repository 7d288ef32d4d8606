# SPDX-License-Identifier: BSD-3-Clause
"""ci/tools/check-prose finds listed phrases in prose, not in code, questions and headings."""
import os
import re
import subprocess
import sys

import pytest

_CHECK = os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "tools", "check-prose")


def _check(path, text):
    """Exit code and output for a file with this text."""
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, _CHECK, path], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "One line.\nWho sleeps or computes\nfor ever is late.\n",
        "The library leaves it as it was.\n",
        'expected name not "", as another call says\n',
        "| key | What is left of it; more |\n\nWhat is left fails.\n",
    ],
    ids=repr,
)
def test_prose_is_refused_with_a_phrase_of_the_list(tmp_path, text):
    code, output = _check(tmp_path / "page.md", text)
    assert code == 1, output
    assert "see docs/style.md" in output


def test_prose_is_refused_with_its_line(tmp_path):
    assert re.search(
        r"page\.md:3: 'tells': write 'reports'",
        _check(tmp_path / "page.md", "One.\n\nAll of it tells nothing.\n")[1],
    )


@pytest.mark.parametrize(
    "text",
    [
        "## Who tests the tests?\n\nWho does?\n\nThere is no answer.\n",
        "## What a run does\n\nIt is no longer late.\n",
        "Output:\n\n    Who sleeps is told.\n",
        "It waits as long as there\nis no message.\n",
        "Code: `as it was,` and\n```\nfor ever\n```\n",
    ],
    ids=repr,
)
def test_prose_is_accepted_without_one(tmp_path, text):
    assert _check(tmp_path / "page.md", text) == (0, "")


def test_the_prose_of_a_header_is_its_comments(tmp_path):
    text = (
        "/// Who reads waits.\nint tells;\n// It waits\n// for ever.\n"
        'auto told = "for ever";  // nobody waits\n'
    )
    code, output = _check(tmp_path / "header.h", text)
    assert code == 1
    assert [line.split(":")[-3] for line in output.splitlines()] == ["1", "4", "5"]


def test_the_prose_of_a_program_is_its_messages(tmp_path):
    text = (
        '"""Who reads waits for ever."""\n\n'
        "told = 'tells'  # nobody waits\n"
        'print("it waits for ever", f"{told} is told")\n'
        'print(f"it"\n      f" is none of {told}")\n'
    )
    code, output = _check(tmp_path / "program.py", text)
    assert code == 1
    assert [line.split(":")[-3] for line in output.splitlines()] == ["4", "4", "5"]


def test_a_page_that_cannot_be_read_is_an_error():
    done = subprocess.run(
        [sys.executable, _CHECK, "/no/such/page.md"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "/no/such/page.md" in done.stderr.replace("../", "/")

# SPDX-License-Identifier: BSD-3-Clause
"""ci/tools/check-prose finds the phrases of its list in prose, not in code, questions and headings."""
import os
import subprocess
import sys
import tempfile
import unittest

_CHECK = os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "tools", "check-prose")


def _check(text, name="page.md"):
    """Exit code and output for a file with this text."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run(
            [sys.executable, _CHECK, path], capture_output=True, text=True, check=False
        )
    return done.returncode, done.stdout


class Prose(unittest.TestCase):
    def test_is_refused_with_a_phrase_of_the_list(self):
        for text in (
            "One line.\nWho sleeps or computes\nfor ever is late.\n",
            "The library leaves it as it was.\n",
            'expected name not "", as another call says\n',
            "| key | What is left of it; more |\n\nWhat is left fails.\n",
        ):
            with self.subTest(text=text):
                code, output = _check(text)
                self.assertEqual(code, 1, output)
                self.assertIn("see docs/style.md", output)

    def test_is_refused_with_its_line(self):
        self.assertRegex(
            _check("One.\n\nAll of it tells nothing.\n")[1], r"page\.md:3: 'tells': write 'reports'"
        )

    def test_is_accepted_without_one(self):
        for text in (
            "## Who tests the tests?\n\nWho does?\n\nThere is no answer.\n",
            "## What a run does\n\nIt is no longer late.\n",
            "Output:\n\n    Who sleeps is told.\n",
            "It waits as long as there\nis no message.\n",
            "Code: `as it was,` and\n```\nfor ever\n```\n",
        ):
            with self.subTest(text=text):
                self.assertEqual(_check(text), (0, ""))

    def test_of_a_header_is_its_comments(self):
        text = (
            "/// Who reads waits.\nint tells;\n// It waits\n// for ever.\n"
            'auto told = "for ever";  // nobody waits\n'
        )
        code, output = _check(text, "header.h")
        self.assertEqual(code, 1)
        self.assertEqual([line.split(":")[-3] for line in output.splitlines()], ["1", "4", "5"])

    def test_that_cannot_be_read_is_an_error(self):
        done = subprocess.run(
            [sys.executable, _CHECK, "/no/such/page.md"],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, 2)
        self.assertIn("/no/such/page.md", done.stderr.replace("../", "/"))


if __name__ == "__main__":
    unittest.main()

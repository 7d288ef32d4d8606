# SPDX-License-Identifier: BSD-3-Clause
"""--open: which browser shows the page, and what is said where there is none."""
import os
import time

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest, content


class Open(FakeTreeTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.tree.file("bin"))
        self.program("shows", 'echo "$@" >"$(dirname "$0")/shown"')
        self.program("fails", "exit 3")
        self.program("xdg-open", 'echo "desktop $@" >"$(dirname "$0")/shown"')
        self.path = f"{self.tree.file('bin')}:/usr/bin:/bin"

    def program(self, name, script):
        self.tree.write_file(f"bin/{name}", f"#!/bin/sh\n{script}\n")
        os.chmod(self.tree.file(f"bin/{name}"), 0o755)

    def run_tree(self, *options, **variables):
        settings = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "", **variables}
        return self.tree.mpitcheck(
            ["run", self.tree.root, "--filter", "plain.pass", "--open", *options],
            PATH=self.path,
            **settings,
        )

    def shown(self):
        end = time.monotonic() + 60
        while not os.path.exists(self.tree.file("bin/shown")) and time.monotonic() < end:
            time.sleep(0.05)
        text = content(self.tree.file("bin/shown")).strip()
        os.unlink(self.tree.file("bin/shown"))
        return text

    def test_shows_the_page_in_the_first_browser_that_works(self):
        page = self.tree.file("mpitcheck.html")
        for variables, expected in (
            ({"BROWSER": "shows"}, page),
            ({"BROWSER": "no-such:fails:shows --new '%s':no"}, f"--new {page}"),
            ({"DISPLAY": ":1"}, f"desktop {page}"),
            ({"BROWSER": "fails:", "WAYLAND_DISPLAY": "w"}, f"desktop {page}"),
            ({"BROWSER": "'", "DISPLAY": ":1"}, f"desktop {page}"),
        ):
            with self.subTest(variables=variables):
                run = self.run_tree(**variables)
                self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
                self.assertEqual(self.shown(), expected)
                self.assertIn("<html", content(page))
        self.run_tree("--html", "other.html", BROWSER="shows")
        self.assertEqual(self.shown(), self.tree.file("other.html"))

    def test_says_in_a_line_where_there_is_none(self):
        for variables in ({}, {"BROWSER": "fails"}, {"BROWSER": "no-such"}):
            run = self.run_tree(**variables)
            self.assertEqual(run.exit_code, ExitCode.as_expected)
            self.assertIn(
                (
                    "no browser was found (neither in $BROWSER nor, with a screen, xdg-open): open"
                    f" {self.tree.file('mpitcheck.html')}"
                ),
                run.err,
            )

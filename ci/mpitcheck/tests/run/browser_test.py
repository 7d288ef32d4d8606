# SPDX-License-Identifier: BSD-3-Clause
"""--open: which browser shows the page, and what is said where there is none."""
import os
import time

import pytest

from mpitcheck.process.error import ExitCode
from tests.fake_tree import content


@pytest.fixture
def tree(tree):
    """The folder bin of the tree has browsers."""
    os.mkdir(tree.file("bin"))
    program(tree, "shows", 'echo "$@" >"$(dirname "$0")/shown"')
    program(tree, "fails", "exit 3")
    program(tree, "xdg-open", 'echo "desktop $@" >"$(dirname "$0")/shown"')
    return tree


def program(tree, name, script):
    tree.write_file(f"bin/{name}", f"#!/bin/sh\n{script}\n")
    os.chmod(tree.file(f"bin/{name}"), 0o755)


def run_tree(tree, *options, **variables):
    settings = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "", **variables}
    return tree.mpitcheck(
        ["run", tree.root, "--filter", "plain.pass", "--open", *options],
        PATH=f"{tree.file('bin')}:/usr/bin:/bin",
        **settings,
    )


def shown(tree):
    end = time.monotonic() + 60
    while not os.path.exists(tree.file("bin/shown")) and time.monotonic() < end:
        time.sleep(0.05)
    text = content(tree.file("bin/shown")).strip()
    os.unlink(tree.file("bin/shown"))
    return text


@pytest.mark.parametrize(
    "variables, words",
    [
        ({"BROWSER": "shows"}, ""),
        ({"BROWSER": "no-such:fails:shows --new '%s':no"}, "--new "),
        ({"DISPLAY": ":1"}, "desktop "),
        ({"BROWSER": "fails:", "WAYLAND_DISPLAY": "w"}, "desktop "),
        ({"BROWSER": "'", "DISPLAY": ":1"}, "desktop "),
    ],
    ids=repr,
)
def test_open_shows_the_page_in_the_first_browser_that_works(tree, variables, words):
    page = tree.file("mpitcheck.html")
    run = run_tree(tree, **variables)
    assert run.exit_code == ExitCode.as_expected, run.err
    assert shown(tree) == words + page
    assert "<html" in content(page)


def test_open_shows_the_page_named_by_html(tree):
    run_tree(tree, "--html", "other.html", BROWSER="shows")
    assert shown(tree) == tree.file("other.html")


@pytest.mark.parametrize("variables", [{}, {"BROWSER": "fails"}, {"BROWSER": "no-such"}], ids=repr)
def test_open_reports_a_missing_browser_in_one_line(tree, variables):
    run = run_tree(tree, **variables)
    assert run.exit_code == ExitCode.as_expected
    assert (
        "there is no browser in $BROWSER, and no xdg-open or no screen: open"
        f" {tree.file('mpitcheck.html')} in a browser"
    ) in run.err

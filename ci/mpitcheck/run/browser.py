# SPDX-License-Identifier: BSD-3-Clause
"""--open: a page in a browser."""
import os
import shlex
import subprocess
from collections.abc import Iterator

from mpitcheck.process.files import find_program
from mpitcheck.process.text import escape_line
from mpitcheck.run.terminal import show

_PATIENCE = 2  # seconds; what opens nothing says so before


def _commands(path: str) -> Iterator[list[str]]:
    """Of $BROWSER, a list with : between, where %s stands for the page; else what desktops have, where there is a screen."""
    for text in filter(None, os.environ.get("BROWSER", "").split(":")):
        try:
            words = shlex.split(text)
        except ValueError:
            continue
        yield [word.replace("%s", path) for word in words] if "%s" in text else [*words, path]
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield ["xdg-open", path]


def _begins(words: list[str]) -> bool:
    """Whether the program is there and runs, or has ended well."""
    if not words or not find_program(words[0]):
        return False
    try:
        browser = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        return browser.wait(_PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False


def open_page(path: str) -> None:
    """Shows the file in the first browser that begins, which stays when this program ends; else says in a line what to do."""
    path = os.path.abspath(path)
    if not any(map(_begins, _commands(path))):
        show(
            "mpitcheck: no browser was found (neither in $BROWSER nor, with a screen, xdg-open):"
            f" open {escape_line(path)} in one\n"
        )

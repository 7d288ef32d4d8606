# SPDX-License-Identifier: BSD-3-Clause
"""The option --open: shows a page in a browser."""
import os
import shlex
import subprocess
from collections.abc import Iterator

from mpitcheck.process.files import find_program
from mpitcheck.process.text import escape_line
from mpitcheck.run.terminal import show

_PATIENCE = 2  # seconds; a browser that cannot start ends sooner


def _commands(path: str) -> Iterator[list[str]]:
    """Yields the commands that may show the page at `path`, in order of preference.

    They are those in $BROWSER, separated by ":", where %s is replaced by the path. If there is a
    display, xdg-open is the last one.
    """
    for text in filter(None, os.environ.get("BROWSER", "").split(":")):
        try:
            words = shlex.split(text)
        except ValueError:
            continue
        yield [word.replace("%s", path) for word in words] if "%s" in text else [*words, path]
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        yield ["xdg-open", path]


def _begins(words: list[str]) -> bool:
    """Starts the command and returns whether it is still running or has exited with 0."""
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
    """Shows the file in the first browser that starts, and does not wait for its end.

    If none starts, prints what to do.
    """
    path = os.path.abspath(path)
    if not any(map(_begins, _commands(path))):
        show(
            "mpitcheck: no browser was found (neither in $BROWSER nor, with a screen, xdg-open):"
            f" open {escape_line(path)} in one\n"
        )

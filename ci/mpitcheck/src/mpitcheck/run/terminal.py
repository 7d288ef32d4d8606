# SPDX-License-Identifier: BSD-3-Clause
"""Writes to stdout and stderr, which may be closed, broken or full without ending a run."""
import os
import sys

from mpitcheck.process.text import encode

STDOUT, STDERR = 1, 2
_NARROWEST = 20  # fewer columns mean that the terminal does not know its width


def flush_output() -> None:
    """Flushes stdout, and redirects it to /dev/null if that fails."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_output(text: str) -> None:
    """Prints `text` to stdout and ignores errors."""
    try:
        print(text, end="")
    except OSError:
        pass
    flush_output()


def is_terminal(descriptor: int) -> bool:
    """Returns whether a terminal that can move its cursor is open there."""
    return os.isatty(descriptor) and os.environ.get("TERM", "dumb") != "dumb"


def width_of(descriptor: int, usual: int) -> int:
    """Returns the columns of the terminal; `usual` if there is none, or if it is unknown."""
    try:
        columns = os.get_terminal_size(descriptor).columns
    except OSError:
        columns = 0
    return columns if columns > _NARROWEST else usual


def show(text: str) -> None:
    """Writes `text` to stderr without buffering and ignores errors."""
    try:
        os.write(STDERR, encode(text))
    except OSError:
        pass

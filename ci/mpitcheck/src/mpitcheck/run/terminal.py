# SPDX-License-Identifier: BSD-3-Clause
"""Writes to stdout and stderr, which may be closed, broken or full without ending a run."""
import os
import sys

from mpitcheck.process.text import encode

STDERR = 2


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


def show(text: str) -> None:
    """Writes `text` to stderr without buffering and ignores errors."""
    try:
        os.write(STDERR, encode(text))
    except OSError:
        pass

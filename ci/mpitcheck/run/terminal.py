# SPDX-License-Identifier: BSD-3-Clause
"""stdout and stderr may be closed, broken or full: no run ends over them."""
import os
import sys

from mpitcheck.process.text import encode

STDERR = 2


def flush_output() -> None:
    """Flushes stdout. If that cannot be, what is printed there from then on is lost."""
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_output(text: str) -> None:
    """Prints to stdout what may be lost."""
    try:
        print(text, end="")
    except OSError:
        pass
    flush_output()


def show(text: str) -> None:
    """Writes to stderr, at once."""
    try:
        os.write(STDERR, encode(text))
    except OSError:
        pass

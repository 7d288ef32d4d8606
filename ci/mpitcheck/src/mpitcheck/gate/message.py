# SPDX-License-Identifier: BSD-3-Clause
"""Compares messages with the prefixes that expectations quote."""
import re

from mpitcheck.process.text import encode, escape_line


_LONGEST_PREFIX = 200  # bytes
_ADDRESS = r"\b0x[0-9a-fA-F]+"


def has_prefix(message: str, prefix: str) -> bool:
    """Returns whether `message` begins with `prefix`, if addresses and numbers are ignored.

    Addresses look like 0x7ffe. Numbers are separate words, e.g. indices, counts and process ids.
    """
    bare, bare_prefix = (
        re.sub(
            rf"({_ADDRESS})|\b[0-9]+\b",
            lambda found: "0x#" if found[1] else "#",
            text,
            flags=re.ASCII,
        )
        for text in (message, prefix)
    )
    return bare.startswith(bare_prefix)


def stable_prefix(message: str) -> str:
    """Returns the part of a message that an expectation quotes.

    It ends before the first address or character that escape_line() would escape, and has a limited
    length.
    """
    prefix = ""
    for sign in re.split(_ADDRESS, message, maxsplit=1, flags=re.ASCII)[0]:
        if len(encode(prefix)) >= _LONGEST_PREFIX or escape_line(sign) != sign:
            break
        prefix += sign
    return prefix

# SPDX-License-Identifier: BSD-3-Clause
"""The C++ that the runner's formats and words must agree with."""
import os
import re


def source(path):
    """The text of a file of the repository."""
    with open(
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../..", path),
        encoding="utf-8",
    ) as file:
        return file.read()


def body(text, opening):
    """What is between the braces after that."""
    return text.partition(opening)[2].partition("\n}")[0]


def constants(text, opening):
    """The names that an enumeration declares."""
    return re.findall(r"^  (\w+)(?: = \d+)?,", body(text, opening), re.MULTILINE)

# SPDX-License-Identifier: BSD-3-Clause
"""Versions and C++ names of what the catalogue lists."""
import re


def version(text):
    """Returns (4, 1) for "4.1"; None if the text is not two numbers with a dot."""
    return tuple(map(int, text.split("."))) if re.fullmatch(r"\d+\.\d+", text) else None


def identifier(clause_id):
    """Returns the C++ name of a clause."""
    return re.sub("[-.]", "_", clause_id)

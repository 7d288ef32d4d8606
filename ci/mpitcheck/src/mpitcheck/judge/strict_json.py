# SPDX-License-Identifier: BSD-3-Clause
"""Parses JSON strictly, from bytes that are untrusted.

The parser of Python also accepts NaN, numbers out of range and unpaired surrogates.
"""
import json
import math
import re
from typing import Any

# An escaped backslash, a surrogate pair, or (captured) an unpaired surrogate
_HALVES = re.compile(r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(\\u[dD][89a-fA-F])")


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]} is not a number of JSON")
    return float(text)


def parse(data: bytes) -> Any:
    """Returns the JSON in UTF-8 bytes; raises ValueError if they are malformed."""
    text = data.decode("utf-8-sig")
    if "\\u" in text and any(found[1] for found in _HALVES.finditer(text)):
        raise ValueError("it has an unpaired surrogate")
    try:
        return json.loads(text, parse_float=_number, parse_constant=_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


# An object or an array as programs print it: its last line is the closing bracket.
_PRINTED = re.compile(r"[\[{]\n.*\n[\]}]$", re.MULTILINE | re.DOTALL)


def printed(text: str) -> str:
    """Returns the JSON that a program of a tree printed; all of the text if there is none.

    A library may have printed text before and after it.
    """
    found = _PRINTED.search(text)
    return found[0] if found else text

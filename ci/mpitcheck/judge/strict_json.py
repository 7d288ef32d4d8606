# SPDX-License-Identifier: BSD-3-Clause
"""JSON as its standard has it, of bytes that anybody may have written. Python's own reader takes more: numbers that are none or beyond
all bounds, halves of surrogate pairs."""
import json
import math
import re
from typing import Any

# In turn: an escaped backslash, a pair that stands for one character, and the half of one.
_HALVES = re.compile(r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(\\u[dD][89a-fA-F])")


def _number(text: str) -> float:
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]} is no number")
    return float(text)


def parse(data: bytes) -> Any:
    """What the bytes hold, which must be UTF-8. Raises ValueError if they are no JSON."""
    text = data.decode("utf-8-sig")
    if "\\u" in text and any(found[1] for found in _HALVES.finditer(text)):
        raise ValueError("half a surrogate pair")
    try:
        return json.loads(text, parse_float=_number, parse_constant=_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


# What a program prints as JSON: an object or an array that ends with a line of its own.
_PRINTED = re.compile(r"[\[{]\n.*\n[\]}]$", re.MULTILINE | re.DOTALL)


def printed(text: str) -> str:
    """The JSON that a program of a tree printed; a library may have printed before and after it. All of the text if there is none."""
    found = _PRINTED.search(text)
    return found[0] if found else text

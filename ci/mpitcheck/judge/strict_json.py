# SPDX-License-Identifier: BSD-3-Clause
"""JSON as its standard has it, of bytes that anybody may have written. Python's own reader takes more: numbers that are none or beyond
all bounds, halves of surrogate pairs."""
import json
import math
import re

# In turn: an escaped backslash, a pair that stands for one character, and the half of one.
_HALVES = re.compile(r"\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(\\u[dD][89a-fA-F])")


def _number(text):
    if not math.isfinite(float(text)):
        raise ValueError(f"{text[:20]} is no number")
    return float(text)


def parse(data):
    """What the bytes hold, which must be UTF-8. Raises ValueError if they are no JSON."""
    text = data.decode("utf-8-sig")
    if "\\u" in text and any(found[1] for found in _HALVES.finditer(text)):
        raise ValueError("half a surrogate pair")
    try:
        return json.loads(text, parse_float=_number, parse_constant=_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None

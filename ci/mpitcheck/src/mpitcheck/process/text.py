# SPDX-License-Identifier: BSD-3-Clause
"""Decodes, escapes, shortens, matches and quotes text.

decode() turns bytes that are not UTF-8 into lone surrogates (PEP 383), so that no byte of a
target's text is lost.
"""
import functools
import re
import signal
import time
from typing import Callable, Optional

from mpitcheck.process.error import UserError

# C0 and C1 controls, bidirectional overrides and isolates, zero-width characters, separators, byte
# order mark, tags, surrogates.
_DECEPTIVE = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    code = ord(character)
    if character in _NAMED:
        return _NAMED[character]
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xdc00:02x}"
    return f"\\x{code:02x}" if code < 0x20 or code == 0x7F else f"\\u{{{code:04x}}}"


def escape_line(text: str) -> str:
    """Returns `text` as one line that a terminal can print.

    Newline, tab and carriage return become \\n, \\t and \\r. Other control characters, bytes that
    are not UTF-8, and characters that reorder or hide text become \\xNN or \\u{NNNN}.
    """
    return _DECEPTIVE.sub(_escape, text)


def escape_block(text: str, indent: str) -> str:
    """Escapes each line like escape_line() and puts `indent` before it."""
    return (
        "".join(f"{indent}{escape_line(line)}\n" for line in text.removesuffix("\n").split("\n"))
        if text
        else ""
    )


def shortened(text: str, most: int) -> str:
    """Cuts `text` to at most `most` bytes of UTF-8 at a character boundary.

    A text that is cut ends with "...".
    """
    data = encode(text)
    if len(data) <= most:
        return text
    end = max(most - 3, 0)
    while end > 0 and data[end] & 0xC0 == 0x80:
        end -= 1
    return decode(data[:end]) + "..."


def tidy(text: str, most: int = 240) -> str:
    return escape_line(shortened(text, most))


@functools.cache
def _fnmatch() -> Callable[[bytes, bytes, int], int]:
    import ctypes  # slow to load, and most commands match no glob

    return ctypes.CDLL(None).fnmatch


def glob_match(pattern: str, text: str) -> bool:
    """Returns whether a glob matches all of `text`: * ? [abc] [!abc] and backslash (fnmatch(3))."""
    return pattern == "*" or _fnmatch()(encode(pattern), encode(text), 0) == 0


def split_words(text: str) -> list[str]:
    """Splits a command template like a shell: blanks, '...', "...", backslash.

    Nothing is expanded. Raises UserError if a quote is unbalanced.
    """
    words: list[str] = []
    word: Optional[str] = None
    quote = ""
    characters = iter(text)
    for character in characters:
        if quote and character == quote:
            quote = ""
        elif character == "\\" and quote != "'":
            word = (word or "") + next(characters, "\\")
        elif quote:
            word = (word or "") + character
        elif character in "'\"":
            quote, word = character, word or ""
        elif character in " \t\n":
            words += [] if word is None else [word]
            word = None
        else:
            word = (word or "") + character
    if quote:
        raise UserError(f"'{text}' has an unbalanced quote")
    return words + ([] if word is None else [word])


def shell_quoted(word: str) -> str:
    """Quotes `word` as one word of a POSIX shell."""
    if re.fullmatch(r"[A-Za-z0-9_\-./:=,+@%]+", word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


def signal_name(number: int) -> str:
    """Returns "SIGSEGV" for 11, and "signal 40" for a signal without a name of its own."""
    if number >= signal.SIGRTMIN or number not in signal.Signals.__members__.values():
        return f"signal {number}"
    return "SIGPOLL" if number == signal.SIGIO else signal.Signals(number).name


def fingerprint(text: str) -> int:
    """Returns a 64-bit hash of `text` (FNV-1a), the same on every machine."""
    result = 0xCBF29CE484222325
    for byte in encode(text):
        result = (result ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return result


def timestamp() -> str:
    """Returns the current time in UTC in ISO 8601, with a resolution of one second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

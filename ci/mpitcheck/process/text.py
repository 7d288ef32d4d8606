# SPDX-License-Identifier: BSD-3-Clause
"""Words, globs, and texts of strangers made fit for a terminal.

Texts of a target are decoded by decode(): bytes that are no UTF-8 become lone surrogates (PEP 383), so that nothing is lost."""
import functools
import re
import signal
import time
from typing import Callable, Optional

from mpitcheck.process.error import UserError

# C0 and C1 controls, bidirectional overrides and isolates, zero-width characters, separators, byte order mark, tags.
_DECEPTIVE = re.compile(
    "[\0-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
    "\ud800-\udfff]"
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
    """One line: newline, tab and carriage return become \\n \\t \\r; other control characters, bytes that are no UTF-8 and characters
    that reorder or hide text become \\xNN or \\u{NNNN}."""
    return _DECEPTIVE.sub(_escape, text)


def escape_block(text: str, indent: str) -> str:
    """Like escape_line, but newlines stay and each line has `indent` before it."""
    return (
        "".join(f"{indent}{escape_line(line)}\n" for line in text.removesuffix("\n").split("\n"))
        if text
        else ""
    )


def shortened(text: str, most: int) -> str:
    """`text` cut to at most `most` bytes of UTF-8 at a character's boundary, with "..." if anything was cut."""
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
    import ctypes  # loads slowly: most commands match nothing

    return ctypes.CDLL(None).fnmatch


def glob_match(pattern: str, text: str) -> bool:
    """Shell-style matching of the whole of `text`: * ? [abc] [!abc] and backslash, as fnmatch(3)."""
    return pattern == "*" or _fnmatch()(encode(pattern), encode(text), 0) == 0


def split_words(text: str) -> list[str]:
    """Splits a command template as a shell would: blanks, '...', "...", backslash; nothing is expanded."""
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
    """`word` as one word of a POSIX shell."""
    if re.fullmatch(r"[A-Za-z0-9_\-./:=,+@%]+", word):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


def signal_name(number: int) -> str:
    """ "SIGSEGV" for 11; "signal 40" for one without a name of its own."""
    if number >= signal.SIGRTMIN or number not in signal.Signals.__members__.values():
        return f"signal {number}"
    return "SIGPOLL" if number == signal.SIGIO else signal.Signals(number).name


def fingerprint(text: str) -> int:
    """A short fingerprint of a text, the same on every machine (FNV-1a)."""
    result = 0xCBF29CE484222325
    for byte in encode(text):
        result = (result ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return result


def timestamp() -> str:
    """Now, as ISO 8601 in UTC to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())

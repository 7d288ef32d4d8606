# SPDX-License-Identifier: BSD-3-Clause
"""Packs text into ASCII that needs no escapes in JSON and HTML: Base64 of a zlib stream.

Pages unpack it with DecompressionStream("deflate"), see common.js.
"""
import base64
import zlib

_MOST_BYTES = 1 << 30  # of unpacked text: a report may come from anywhere


def pack(text: str) -> str:
    """Returns the packed text, which must be valid Unicode."""
    return base64.b64encode(zlib.compress(text.encode())).decode()


def unpack(packed: str) -> bytes:
    """Reverts pack(); raises ValueError if `packed` does not come from it."""
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(base64.b64decode(packed, validate=True), _MOST_BYTES)
    except (zlib.error, ValueError):
        raise ValueError("is damaged") from None
    if not stream.eof:
        raise ValueError("is truncated or too long")
    return data

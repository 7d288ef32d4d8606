# SPDX-License-Identifier: BSD-3-Clause
"""Identifies the library, its version and its family from a library version string."""
import ctypes
import functools
import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol


# "4.1.4" or "v4.1.4". A number in a word ("MVAPICH2") or without a dot is not a version.
_VERSION = re.compile(r"(?<![0-9A-Za-z])[vV]?([0-9]+\.[0-9][0-9A-Za-z.+-]*)")

_ADORNMENT = " \t\r=*#-"  # around a name: "=== ParaStation MPI 5.14.0 ==="

_FAMILIES = (("mpich", "MPICH"), ("openmpi", "Open MPI"), ("reference", "mpitcheck reference"))


class TargetLike(Protocol):
    """An object with the name and the library version of a target."""

    name: str
    library_version: str


class LibraryId(NamedTuple):
    library: str  # e.g. "Open MPI"
    version: str  # e.g. "4.1.4"; "" if the string has none


def _bare_name(text: str) -> str:
    """Returns "MPICH" for "MPICH Version:" and for "MPI VERSION : MPICH version"."""
    unwanted, word = _ADORNMENT + ":,", "version"
    text = text.strip(unwanted)
    if len(text) > len(word) and text.lower().endswith(word):
        text = text[: -len(word)].strip(unwanted)
    return text.rpartition(":")[2].strip(unwanted)


def identify_library(library_version: str) -> LibraryId:
    """Parses the string of MPI_Get_library_version.

    Examples are "Open MPI v4.1.4, package: ..." and "MPICH Version:\\t4.0.2\\n...". The first line
    with text names the library. The version is in this line, or below it in the first line that has
    one and begins with it or contains the word "version".
    """
    lines = [line for line in library_version.splitlines() if re.search(r"\w", line)] or [""]
    found = _VERSION.search(lines[0])
    if found:
        return LibraryId(_bare_name(lines[0][: found.start()]), found[1].strip(".+-"))
    below = (
        _VERSION.search(line)
        for line in lines[1:]
        if re.match(r"\W*v?[0-9]|.*version", line, re.IGNORECASE)
    )
    found = next(filter(None, below), None)
    return LibraryId(_bare_name(lines[0]), found[1].strip(".+-") if found else "")


@functools.cmp_to_key
def by_version(one: str, other: str) -> int:
    """A key that sorts versions: it compares the numbers in them."""
    order: int = ctypes.CDLL(None).strverscmp(one.encode(), other.encode())
    return order


def library_line(library_version: str) -> str:
    """Returns the first line with text, and the version if a later line has it."""
    line = next(
        (line.strip(_ADORNMENT) for line in library_version.splitlines() if re.search(r"\w", line)),
        "",
    )
    version = identify_library(library_version).version
    return line if version in line else f"{line} {version}"


def family_of(library_version: str) -> str:
    """Returns a word for libraries with common code, which may have a bug in common.

    library_line() determines the family.
    """
    line = library_line(library_version)
    for family, name in _FAMILIES:
        if re.search(rf"\b{name}\b", line):
            return family
    return re.sub("[^a-z0-9]+", "-", identify_library(line).library.lower()).strip("-") or "unknown"


def families_of(targets: Iterable[TargetLike]) -> dict[str, str]:
    """Returns the family of each target by the target's name."""
    return {target.name: family_of(target.library_version) for target in targets}

# SPDX-License-Identifier: BSD-3-Clause
"""Which library and version a library version string speaks of, and of which family it is."""
import re
from collections.abc import Iterable
from typing import NamedTuple, Protocol


# "4.1.4" or "v4.1.4"; a number within a word ("MVAPICH2") or without a dot is none.
_VERSION = re.compile(r"(?<![0-9A-Za-z])[vV]?([0-9]+\.[0-9][0-9A-Za-z.+-]*)")

_ADORNMENT = " \t\r=*#-"  # around a name: "=== ParaStation MPI 5.14.0 ==="

_FAMILIES = (("mpich", "MPICH"), ("openmpi", "Open MPI"), ("reference", "mpitcheck reference"))


class TargetLike(Protocol):
    """What names a target and its library."""

    name: str
    library_version: str


class LibraryId(NamedTuple):
    library: str  # e.g. "Open MPI"
    version: str  # e.g. "4.1.4"; "" if the string names none


def _bare_name(text: str) -> str:
    """ "MPICH" out of "MPICH Version:" and out of "MPI VERSION : MPICH version"."""
    unwanted, word = _ADORNMENT + ":,", "version"
    text = text.strip(unwanted)
    if len(text) > len(word) and text.lower().endswith(word):
        text = text[: -len(word)].strip(unwanted)
    return text.rpartition(":")[2].strip(unwanted)


def identify_library(library_version: str) -> LibraryId:
    """Reads what MPI_Get_library_version returned, e.g. "Open MPI v4.1.4, package: ..." or "MPICH Version:\\t4.0.2\\n...". The first line with
    text names the library; the version is in it, or in the first line below that says so."""
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


def library_line(library_version: str) -> str:
    """The string in a line: its first one with text, and the version if that is below it."""
    line = next(
        (line.strip(_ADORNMENT) for line in library_version.splitlines() if re.search(r"\w", line)),
        "",
    )
    version = identify_library(library_version).version
    return line if version in line else f"{line} {version}"


def family_of(library_version: str) -> str:
    """A word for libraries that may have a bug in common: of one code, as far as library_line() says so."""
    line = library_line(library_version)
    for family, name in _FAMILIES:
        if re.search(rf"\b{name}\b", line):
            return family
    return re.sub("[^a-z0-9]+", "-", identify_library(line).library.lower()).strip("-") or "unknown"


def families_of(targets: Iterable[TargetLike]) -> dict[str, str]:
    """That of each target, by its name."""
    return {target.name: family_of(target.library_version) for target in targets}

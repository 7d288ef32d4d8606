# SPDX-License-Identifier: BSD-3-Clause
"""Which library and version a library version string speaks of, and of which family it is."""
import re
from typing import NamedTuple

# "4.1.4" or "v4.1.4"; a number within a word ("MVAPICH2") or without a dot is none.
_VERSION = re.compile(r"(?<![0-9A-Za-z])[vV]?([0-9]+\.[0-9][0-9A-Za-z.+-]*)")

_FAMILIES = (("mpich", "MPICH"), ("openmpi", "Open MPI"), ("reference", "mpitcheck reference"))


class LibraryId(NamedTuple):
    library: str  # e.g. "Open MPI"
    version: str  # e.g. "4.1.4"; "" if the string names none


def _bare_name(text):
    """"MPICH" out of "MPICH Version:" and out of "MPI VERSION : MPICH version"."""
    unwanted, word = " \t\r:,", "version"
    text = text.strip(unwanted)
    if len(text) > len(word) and text.lower().endswith(word):
        text = text[:-len(word)].strip(unwanted)
    return text.rpartition(":")[2].strip(unwanted)


def identify_library(library_version):
    """Reads the first line of what MPI_Get_library_version returned, e.g. "Open MPI v4.1.4, package: ..." or "MPICH Version:\\t4.0.2"."""
    line = library_version.partition("\n")[0]
    found = _VERSION.search(line)
    if not found:
        return LibraryId(_bare_name(line), "")
    return LibraryId(_bare_name(line[:found.start()]), found[1].strip(".+-"))


def family_of(library_version):
    """A word for libraries that may have a bug in common: of one code, as far as the first line of their version string says so."""
    line = library_version.partition("\n")[0]
    for family, name in _FAMILIES:
        if re.search(rf"\b{name}\b", line):
            return family
    return re.sub("[^a-z0-9]+", "-", identify_library(line).library.lower()).strip("-") or "unknown"


def families_of(targets):
    """That of each target, by its name."""
    return {target.name: family_of(target.library_version) for target in targets}

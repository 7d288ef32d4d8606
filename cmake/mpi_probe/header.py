# SPDX-License-Identifier: BSD-3-Clause
"""Reads names, macros and function bodies of an mpi.h from its preprocessed text (-E -dD)."""
import os
import re

_NAME = re.compile(r"\bP?MPI_\w+")
_MARKER = re.compile(r'# \d+ "((?:[^"\\]|\\.)*)"((?: \d)*)$')
_DEFINE = re.compile(r"#define (\w+)(\([^)]*\))?")
_ATTRIBUTE = r"(?:__attribute__\s*\(\([^;{}]*\)\)\s*)?"
_BODY = re.compile(r"\b(P?MPI_T_[a-z]\w*)\s*\([^;{}]*\)\s*" + _ATTRIBUTE + r"\{")


class Header:
    """The preprocessed text of a file that includes only mpi.h."""

    def __init__(self, text):
        self.names = set(_NAME.findall(text))
        self.path = ""  # path of mpi.h
        self.macros = {}  # macros of the MPI's own files, by name: whether they take arguments
        self._read_macros(text.splitlines())
        code = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        self.with_body = set(_BODY.findall(code))

    def _read_macros(self, lines):
        is_own, may_be_system = False, False
        for line in lines:
            if not line.startswith("#"):
                continue
            marker = _MARKER.match(line)
            if marker:
                path, is_system = marker[1], "3" in marker[2]
                if not self.path and os.path.basename(path) == "mpi.h":
                    self.path, may_be_system = path, is_system
                is_beside = may_be_system and self._is_beside(path)
                is_own = not path.startswith("<") and (not is_system or is_beside)
            elif line.startswith("#undef "):
                self.macros.pop(line[7:].strip(), None)
            elif is_own:
                found = _DEFINE.match(line)
                if found:
                    self.macros[found[1]] = found[2] is not None

    def _is_beside(self, path):
        """Whether a file belongs to an mpi.h that is in a system folder."""
        common = len(os.path.commonprefix([path, self.path]))
        return path == self.path or "mpi" in path[common:].lower()

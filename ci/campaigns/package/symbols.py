# SPDX-License-Identifier: BSD-3-Clause
"""The oldest C and C++ libraries with which the programs of a folder run."""
import os
import re
import subprocess
from collections.abc import Iterator

_SYMBOL = re.compile(r" UND +(\S+)@+GLIBC_([0-9.]+)", re.MULTILINE)
_CXX_LIBRARY = re.compile(r"\(NEEDED\) .*\[(lib(?:std)?c\+\+\S*)\]", re.MULTILINE)


def _programs(folder: str) -> Iterator[str]:
    for above, _, names in os.walk(folder):
        for path in (os.path.join(above, name) for name in names):
            if not os.path.islink(path) and os.path.isfile(path):
                with open(path, "rb") as file:
                    if file.read(4) == b"\x7fELF":
                        yield path


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def problems(folder: str, oldest: str) -> tuple[str, list[str]]:
    """Returns the glibc version that the programs and libraries of the folder need, and a line for
    each need of a newer version than `oldest` or of a C++ library. All must be dynamically linked.
    """
    needed, lines = "0", []
    for path in _programs(folder):
        name = os.path.relpath(path, folder)
        command = ["readelf", "--wide", "--dynamic", "--dyn-syms", path]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for library in _CXX_LIBRARY.findall(text):
            lines.append(f"{name} needs {library}")
        for symbol, version in _SYMBOL.findall(text):
            needed = max(needed, version, key=_number)
            if _number(version) > _number(oldest):
                lines.append(f"{name} needs GLIBC_{version}: {symbol}")
    return needed, lines

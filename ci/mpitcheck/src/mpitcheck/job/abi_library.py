# SPDX-License-Identifier: BSD-3-Clause
"""Finds the launcher of the installation that an --abi-library belongs to."""
import os
import re


def launcher_beside(path: str) -> list[str]:
    """Returns the words that start {np} processes with the launcher of the library at `path`.

    The launcher is searched for in the `bin` folder of each directory above the library. Returns an
    empty list if there is none. Debian names libraries like libmpi_abi_mpich.so.1 and their
    launchers like mpiexec.mpich.
    """
    path = os.path.realpath(path)
    special = re.match("libmpi_abi_([^.]+)", os.path.basename(path))
    name = "mpiexec" + (f".{special[1]}" if special else "")
    above = os.path.dirname(path)
    while above != "/":
        if os.access(program := os.path.join(above, "bin", name), os.X_OK):
            return [program, "-n", "{np}"]
        above = os.path.dirname(above)
    return []

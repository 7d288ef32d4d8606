# SPDX-License-Identifier: BSD-3-Clause
"""The MPI that an --abi-library is part of."""
import os
import re


def launcher_beside(path: str) -> list[str]:
    """The words that start {np} processes with the launcher of that library's installation; empty: none lies there. Debian's libraries have
    names like libmpi_abi_mpich.so.1, their launchers like mpiexec.mpich."""
    path = os.path.realpath(path)
    special = re.match("libmpi_abi_([^.]+)", os.path.basename(path))
    name = "mpiexec" + (f".{special[1]}" if special else "")
    above = os.path.dirname(path)
    while above != "/":
        if os.access(program := os.path.join(above, "bin", name), os.X_OK):
            return [program, "-n", "{np}"]
        above = os.path.dirname(above)
    return []

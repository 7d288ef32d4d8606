# SPDX-License-Identifier: BSD-3-Clause
"""The header of every report."""
import os
from collections.abc import Iterable

from mpitcheck.judge.model import Header
from mpitcheck.process import own
from mpitcheck.process.text import timestamp


def make_header(command: Iterable[str]) -> Header:
    """Returns the header of a report with this command line.

    It has the version, time and machine, but no host name.
    """
    system = os.uname()
    return Header(
        version=own.version,
        started=timestamp(),
        command=list(command),
        system=f"{system.sysname} {system.release} {system.machine}",
        cores=os.cpu_count() or 0,
    )

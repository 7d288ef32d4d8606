# SPDX-License-Identifier: BSD-3-Clause
"""Reads report files, and labels targets by their libraries."""
from mpitcheck.judge.library_id import TargetLike, identify_library
from mpitcheck.judge.model import RunReport
from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input
from mpitcheck.process.text import shortened
from mpitcheck.report.parse_json import InvalidReport, from_json

_LONGEST_LABEL = 60  # bytes


def read_report(path: str) -> RunReport:
    """Returns the report in the file `path`.

    Raises UserError if the file cannot be read or is not a report.
    """
    text = read_input(path, f"'{path}'", "name a report.json")
    try:
        return from_json(text)
    except InvalidReport as problem:
        raise UserError(f"'{path}': {problem}") from None


def library_label(target: TargetLike) -> str:
    """Returns library and version, like "MPICH 4.0.2", or the target's name if one is unknown."""
    id = identify_library(target.library_version)
    return (
        shortened(f"{id.library} {id.version}", _LONGEST_LABEL)
        if id.library and id.version
        else target.name
    )


def library_name(target: TargetLike) -> str:
    """Returns the library, like "MPICH", or the target's name if library or version is unknown."""
    id = identify_library(target.library_version)
    return shortened(id.library, _LONGEST_LABEL) if id.library and id.version else target.name

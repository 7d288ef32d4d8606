# SPDX-License-Identifier: BSD-3-Clause
"""Merges the records of all ranks of a test."""
from collections.abc import Iterable

from mpitcheck.judge.clauses import annotate
from mpitcheck.judge.evidence import End, Evidence
from mpitcheck.judge.grid import add_cells
from mpitcheck.judge.model import Examination, TestResult

_MOST_LEFT_OUT = 3  # shown
_MOST_COUNTED = 2**64 - 1  # limit of reports; progress pages may contain any numbers


def _add_new(known: list[str], more: Iterable[str]) -> None:
    """Appends the items that the list does not contain."""
    held = set(known)
    known += [each for each in dict.fromkeys(more) if each not in held]


def _add_examinations(result: TestResult, examinations: Iterable[Examination]) -> None:
    all_of = {examination.clause: examination for examination in result.examinations}
    for examination in examinations:
        if examination.clause not in all_of:
            all_of[examination.clause] = Examination(examination.clause)
            result.examinations.append(all_of[examination.clause])
        total = all_of[examination.clause]
        total.examined = min(total.examined + examination.examined, _MOST_COUNTED)
        total.offenders = min(total.offenders + examination.offenders, _MOST_COUNTED)


def _left_out_note(end: End) -> str:
    """Returns a note on what the test examined and what it skipped."""
    examined = sum(examination.examined for examination in end.examinations)
    more = len(end.left_out) - _MOST_LEFT_OUT
    return f"{examined} examined, left out: {'; '.join(end.left_out[:_MOST_LEFT_OUT])}" + (
        f"; and {more} more" if more > 0 else ""
    )


def _add_end(end: End, result: TestResult) -> None:
    if end.left_out:
        result.cut_off = True
        _add_new(result.left_out, end.left_out)
        _add_new(result.notes, [_left_out_note(end)])
    if end.lost:
        result.cut_off = True
        _add_new(result.lost, end.lost)
    result.missing = result.missing or end.missing
    _add_examinations(result, end.examinations)
    for function, codes in end.codes.items():
        _add_new(result.codes.setdefault(function, []), codes)
    result.metrics = {**end.metrics, **result.metrics}
    if end.grid:
        state, cells = end.grid
        add_cells(result.grid.setdefault(state, {}), cells)


def merge_records(evidence: Evidence, mpi_version: str, result: TestResult) -> None:
    """Adds the records of all ranks to the result of a test.

    Fills in failures (with the level, rule and section in `mpi_version`), behaviours, examinations,
    codes, metrics, missing, left_out, lost, cut_off, notes and grid.
    """
    for rank in evidence.ranks:
        for failure in rank.failures:
            annotate(failure, mpi_version)
        result.failures += rank.failures
        result.behaviours += rank.behaviours
        if rank.end:
            _add_end(rank.end, result)
        elif rank.progress:
            _add_examinations(
                result,
                [each for each in rank.progress.examinations if each.clause in result.clauses],
            )
    result.codes = dict(sorted(result.codes.items()))
    result.metrics = dict(sorted(result.metrics.items()))

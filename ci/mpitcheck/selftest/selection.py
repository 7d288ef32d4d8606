# SPDX-License-Identifier: BSD-3-Clause
"""Which faults, blasts, libraries or variants a selftest tries: globs, and a sample of what fits them."""
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, TypeVar

from mpitcheck.judge.tree import FaultEntry, Tree
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import glob_match

T = TypeVar("T")


@dataclass
class FaultSelection:
    filters: list[str] = field(
        default_factory=list
    )  # globs over names, of faults also over clauses; empty: all
    every: int = 1  # of these one of so many
    offset: Optional[int] = None  # the first of them, from 0; by default the middle one


def _name_of(entry: Any) -> list[str]:
    return [entry.name]


def fitting(
    entries: Sequence[T],
    globs: Iterable[str],
    kind: str,
    known: str,
    words: Callable[[T], Iterable[str]] = _name_of,
) -> list[T]:
    """The entries of which a word fits one of the globs; all if there are no globs. Raises UserError (nothing selected) if a glob fits
    none; `kind` is the word for one entry, `known` says what would fit."""

    def fits(entry: T, glob: str) -> bool:
        return any(glob_match(glob, word) for word in words(entry))

    for glob in globs:
        if not any(fits(entry, glob) for entry in entries):
            raise UserError(f"no {kind} fits '{glob}': {known}", ExitCode.nothing_selected)
    return [entry for entry in entries if not globs or any(fits(entry, glob) for glob in globs)]


def sample_of(entries: Sequence[T], selection: FaultSelection, kind: str) -> list[T]:
    """One of so many of them. Raises UserError (nothing selected) if none is left; `kind` is the word for several."""
    first = (selection.every - 1) // 2 if selection.offset is None else selection.offset
    sample = list(entries[first :: selection.every])
    if not sample:
        raise UserError(
            f"one of {selection.every} from number {first} on leaves none of {len(entries)} {kind}",
            ExitCode.nothing_selected,
        )
    return sample


def fitting_faults(tree: Tree, selection: FaultSelection) -> list[FaultEntry]:
    """The tree's faults that fit the filters; raises UserError (nothing selected) if one fits none."""
    return fitting(
        tree.faults,
        selection.filters,
        "fault",
        "the tree's bin/faults lists them",
        lambda fault: [fault.name, *fault.clauses],
    )

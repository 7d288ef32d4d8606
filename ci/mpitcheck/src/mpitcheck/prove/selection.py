# SPDX-License-Identifier: BSD-3-Clause
"""Selects the faults, blasts, libraries or variants by globs and sampling."""
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable, Optional, TypeVar

from mpitcheck.judge.tree import FaultEntry, Tree
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import glob_match

T = TypeVar("T")


@dataclass
class FaultSelection:
    # Globs over names, for faults also over clauses; empty: all.
    filters: list[str] = field(default_factory=list)
    every: int = 1  # selects one of this many
    # Index of the first selected entry; None: the middle of the first group.
    offset: Optional[int] = None


def _name_of(entry: Any) -> list[str]:
    return [entry.name]


def fitting(
    entries: Sequence[T],
    globs: Iterable[str],
    kind: str,
    known: str,
    words: Callable[[T], Iterable[str]] = _name_of,
) -> list[T]:
    """Returns the entries with a word that fits one of the globs; all entries without globs.

    `kind` names one entry in messages; `known` describes what would fit. Raises UserError (nothing
    selected) if a glob fits no entry.
    """

    def fits(entry: T, glob: str) -> bool:
        return any(glob_match(glob, word) for word in words(entry))

    for glob in globs:
        if not any(fits(entry, glob) for entry in entries):
            raise UserError(f"no {kind} matches '{glob}': {known}", ExitCode.nothing_selected)
    return [entry for entry in entries if not globs or any(fits(entry, glob) for glob in globs)]


def sample_of(entries: Sequence[T], selection: FaultSelection, kind: str) -> list[T]:
    """Returns one of every `selection.every` entries.

    `kind` names several entries in messages. Raises UserError (nothing selected) if none is left.
    """
    first = (selection.every - 1) // 2 if selection.offset is None else selection.offset
    sample = list(entries[first :: selection.every])
    if not sample:
        raise UserError(
            f"--every {selection.every} --offset {first} selects none of {len(entries)} {kind}",
            ExitCode.nothing_selected,
        )
    return sample


def fitting_faults(tree: Tree, selection: FaultSelection) -> list[FaultEntry]:
    """Returns the faults of the tree that fit the filters.

    Raises UserError (nothing selected) if a filter fits no fault.
    """
    return fitting(
        tree.faults,
        selection.filters,
        "fault",
        "the tree's bin/faults lists them",
        lambda fault: [fault.name, *fault.clauses],
    )

# SPDX-License-Identifier: BSD-3-Clause
"""The table of aliens and combinations of them.

The table is conformance/aliens/table.py. Its README describes the keys.
"""
import dataclasses
import itertools
import os
import random
import runpy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError

_USUAL_LAUNCHER = "mpiexec"
# Lists that a combination of two aliens merges.
_LISTS = (
    "behaviour",
    "env",
    "header",
    "library",
    "before_library",
    "archives",
    "shared",
    "excludes",
    "sees",
    "may",
    "notes",
)


@dataclass
class Alien:
    """An MPI that differs from the reference by a small change, and the expected findings."""

    name: str
    changes: str = ""
    # Behaviours that it enables, of the library of behaviours.
    behaviour: list[str] = field(default_factory=list)
    env: list[str] = field(default_factory=list)  # "K=V"
    # Installation. Without any of these, the reference's own tree is tested.
    header: list[list[str]] = field(default_factory=list)  # edits of mpi.h: pattern and replacement
    files: dict[str, str] = field(default_factory=dict)  # further headers, by name
    library: list[str] = field(default_factory=list)  # CMake options for the reference
    # Sources of a library that is linked before it.
    before_library: list[str] = field(default_factory=list)
    archives: list[str] = field(default_factory=list)  # sources of archives
    shared: list[str] = field(default_factory=list)  # sources of shared libraries
    split: bool = False  # MPI_T is in a separate library
    linked: bool = False  # the wrapper links the library of behaviours
    before: str = ""  # commands that the wrapper runs first
    compile: str = ""  # words that the wrapper adds
    link: str = ""
    show: bool = True  # the wrapper can print its command
    launcher: str = _USUAL_LAUNCHER  # name of the launcher; empty: none
    group: str = ""  # members of a group are built together
    excludes: list[str] = field(default_factory=list)
    # Expectations.
    tests: list[str] = field(default_factory=list)  # globs over tests; empty: all except the grid
    sees: list[str] = field(default_factory=list)  # clauses of its findings; empty: no findings
    may: list[str] = field(default_factory=list)  # further clauses that these findings may charge
    most: int = 0  # most findings; 0: one for each clause of `sees`
    notes: list[str] = field(default_factory=list)  # parts of lines about the target
    least_pass: int = 50  # per cent of the tests
    configure_says: str = ""  # part of the message with which CMake must fail

    @property
    def most_findings(self) -> int:
        return self.most or len(self.sees)

    @property
    def is_installed(self) -> bool:
        """Whether the alien needs its own installation and suites."""
        parts = (
            self.header,
            self.files,
            self.library,
            self.before_library,
            self.archives,
            self.shared,
            self.split,
            self.before,
            self.compile,
            not self.show,
        )
        return any(parts) or self.launcher != _USUAL_LAUNCHER


def load_aliens(path: str = "") -> list[Alien]:
    """Returns all aliens of the table. Raises UserError (own error) if the table is malformed."""
    path = path or os.path.join(own.sources, "conformance", "aliens", "table.py")
    try:
        aliens = [Alien(**row) for row in runpy.run_path(path)["ALIENS"]]
    except OSError:
        raise UserError(f"cannot read {path}: aliens need the sources of this mpitcheck") from None
    except (LookupError, TypeError, SyntaxError) as problem:
        raise UserError(f"{path} is malformed: {problem}", ExitCode.own_error) from None
    names = Counter(alien.name for alien in aliens)
    for alien in aliens:
        if names[alien.name] > 1:
            raise UserError(f"{path}: there are two aliens '{alien.name}'", ExitCode.own_error)
        for name in alien.excludes:
            if name not in names:
                raise UserError(
                    f"{path}: '{alien.name}' excludes '{name}', which is not an alien",
                    ExitCode.own_error,
                )
    return aliens


def go_together(one: Alien, other: Alien) -> bool:
    """Whether one MPI can have the changes of both aliens."""
    usual = Alien("")
    both_change = any(
        getattr(usual, key) not in (getattr(one, key), getattr(other, key))
        for key in ("library", "launcher", "split", "before")
    )
    refused = one.configure_says or other.configure_says
    excluded = one.name in other.excludes or other.name in one.excludes
    variables = [{each.split("=")[0] for each in alien.env} for alien in (one, other)]
    return not (both_change or refused or excluded or variables[0] & variables[1])


def joined(aliens: Sequence[Alien], name: str = "") -> Alien:
    """Returns one alien with the changes and the expected findings of all."""
    result = dataclasses.replace(aliens[0])
    for other in aliens[1:]:
        result.name = f"{result.name}+{other.name}"
        result.changes = f"{result.changes}. {other.changes}"
        result.most = result.most_findings + other.most_findings
        for key in _LISTS:
            both = getattr(result, key) + getattr(other, key)
            setattr(result, key, [each for i, each in enumerate(both) if each not in both[:i]])
        result.files = result.files | other.files
        # A restriction to a few tests stays sufficient. The smaller required share of passes
        # applies.
        result.tests = result.tests or other.tests
        result.least_pass = min(result.least_pass, other.least_pass)
        for key in ("before", "compile", "link"):
            words = getattr(result, key), getattr(other, key)
            setattr(result, key, " ".join(filter(None, words)))
        result.split = result.split or other.split
        result.linked = result.linked or other.linked
        result.show = result.show and other.show
        if result.launcher == _USUAL_LAUNCHER:
            result.launcher = other.launcher
        result.group = result.group if result.group == other.group else ""
    return dataclasses.replace(result, name=name or result.name)


def pairs_of(aliens: list[Alien], number: int, seed: int) -> list[Alien]:
    """Returns `number` random combinations of two aliens; fewer if fewer are possible."""
    pairs = [pair for pair in itertools.combinations(aliens, 2) if go_together(*pair)]
    return [joined(pair) for pair in random.Random(seed).sample(pairs, min(number, len(pairs)))]


def groups_of(aliens: list[Alien]) -> list[list[Alien]]:
    """Returns the aliens in groups that are tried together.

    A group is at the position of its first member. Other aliens form groups of one.
    """
    groups: dict[str, list[Alien]] = {}
    for alien in aliens:
        groups.setdefault(alien.group or f"alone {alien.name}", []).append(alien)
    return list(groups.values())

# SPDX-License-Identifier: BSD-3-Clause
"""The table of aliens (conformance/aliens/table.py, whose README says what the keys mean), and
combinations of them."""
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
# What an alien of two has of both.
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
    """An MPI that is the reference but for a small change, and what must be found about it."""

    name: str
    changes: str = ""
    behaviour: list[str] = field(default_factory=list)  # of the library of behaviours
    env: list[str] = field(default_factory=list)  # "K=V"
    # Of the installation; without any of these the reference's own tree is run.
    header: list[list[str]] = field(default_factory=list)  # edits of mpi.h: pattern and replacement
    files: dict[str, str] = field(default_factory=dict)  # beside mpi.h
    library: list[str] = field(default_factory=list)  # CMake options of the reference
    before_library: list[str] = field(default_factory=list)  # sources of a library before it
    archives: list[str] = field(default_factory=list)  # sources of archives
    shared: list[str] = field(default_factory=list)  # sources of libraries
    split: bool = False  # MPI_T is in a library of its own
    linked: bool = False  # the wrapper links the library of behaviours
    before: str = ""  # what the wrapper does first
    compile: str = ""  # its words
    link: str = ""
    show: bool = True  # it prints its command
    launcher: str = _USUAL_LAUNCHER  # its name; empty: none
    group: str = ""  # its members are built together
    excludes: list[str] = field(default_factory=list)
    # What must come of it.
    tests: list[str] = field(default_factory=list)  # globs; empty: all but the grid
    sees: list[str] = field(default_factory=list)  # clauses of its findings; empty: there are none
    may: list[str] = field(default_factory=list)  # further clauses of these findings
    most: int = 0  # findings; 0: one for each clause of `sees`
    notes: list[str] = field(default_factory=list)  # parts of lines about the target
    least_pass: int = 50  # per cent of the tests
    configure_says: str = ""  # part of the message with which CMake must give up

    @property
    def most_findings(self) -> int:
        return self.most or len(self.sees)

    @property
    def is_installed(self) -> bool:
        """It needs an installation and suites of its own."""
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
    """All of the table. Raises UserError (own error) if it is not as it should be."""
    path = path or os.path.join(own.sources, "conformance", "aliens", "table.py")
    try:
        aliens: list[Alien] = runpy.run_path(path)["ALIENS"]
    except OSError:
        raise UserError(
            f"cannot read {path}: aliens are made from the sources that came with this mpitcheck"
        ) from None
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
    """Whether an MPI can be both aliens."""
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
    """One alien with the changes of all, about which is found what is found about each."""
    result = dataclasses.replace(aliens[0])
    for other in aliens[1:]:
        result.name = f"{result.name}+{other.name}"
        result.changes = f"{result.changes}. {other.changes}"
        result.most = result.most_findings + other.most_findings
        for key in _LISTS:
            both = getattr(result, key) + getattr(other, key)
            setattr(result, key, [each for i, each in enumerate(both) if each not in both[:i]])
        result.files = result.files | other.files
        # Few tests are enough to see the one, and as many as the other allows pass.
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
    """So many combinations of two, drawn by the seed; fewer if fewer go together."""
    pairs = [pair for pair in itertools.combinations(aliens, 2) if go_together(*pair)]
    return [joined(pair) for pair in random.Random(seed).sample(pairs, min(number, len(pairs)))]


def groups_of(aliens: list[Alien]) -> list[list[Alien]]:
    """Those that are tried together: a group at the place of its first member, all others alone."""
    groups: dict[str, list[Alien]] = {}
    for alien in aliens:
        groups.setdefault(alien.group or f"alone {alien.name}", []).append(alien)
    return list(groups.values())

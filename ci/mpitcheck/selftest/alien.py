# SPDX-License-Identifier: BSD-3-Clause
"""The table of aliens (conformance/aliens/aliens.toml, whose README says what the keys mean), and combinations of them."""
import dataclasses
import itertools
import os
import random
import tomllib
from dataclasses import dataclass, field

from mpitcheck.judge.clauses import find_clause
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError

_USUAL_LAUNCHER = "mpiexec"


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
    library: list[str] = field(default_factory=list)  # CMake options that the reference is built with
    before_library: list[str] = field(default_factory=list)  # sources of a library that is linked before the reference
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
    sees: list[str] = field(default_factory=list)  # clauses that findings must be about; empty: there must be no finding
    may: list[str] = field(default_factory=list)  # further clauses of these findings
    most: int = 0  # findings; 0: one for each clause of `sees`
    notes: list[str] = field(default_factory=list)  # parts of lines that the report must have about the target
    least_pass: int = 50  # per cent of the tests
    configure_says: str = ""  # part of the message with which CMake must give up

    @property
    def most_findings(self):
        return self.most or len(self.sees)

    @property
    def is_installed(self):
        """It needs an installation and suites of its own."""
        return bool(self.header or self.files or self.library or self.before_library or self.archives or self.shared or self.split
                    or self.before or not self.show or self.launcher != _USUAL_LAUNCHER)


def load_aliens(path=""):
    """All of the table. Raises UserError (own error) if it is not as it should be."""
    path = path or os.path.join(own.sources, "conformance", "aliens", "aliens.toml")
    try:
        with open(path, "rb") as file:
            aliens = [Alien(name, **entry) for name, entry in tomllib.load(file).items()]
    except OSError:
        raise UserError(f"cannot read {path}: aliens are made from the sources that came with this mpitcheck") from None
    except (TypeError, tomllib.TOMLDecodeError) as problem:
        raise UserError(f"{path} is malformed: {problem}", ExitCode.own_error) from None
    names = {alien.name for alien in aliens}
    for alien in aliens:
        for clause in alien.sees + alien.may:
            if not find_clause(clause):
                raise UserError(f"{path}: alien '{alien.name}' appeals to '{clause}', which is not a clause", ExitCode.own_error)
        for name in alien.excludes:
            if name not in names:
                raise UserError(f"{path}: alien '{alien.name}' excludes '{name}', which is not an alien", ExitCode.own_error)
    return aliens


def go_together(one, other):
    """Whether an MPI can be both aliens."""
    both_change = any(getattr(one, key) != getattr(Alien(""), key) and getattr(other, key) != getattr(Alien(""), key)
                      for key in ("library", "launcher", "split", "before"))
    refused = one.configure_says or other.configure_says
    return not (both_change or refused or one.name in other.excludes or other.name in one.excludes
                or any(each.split("=")[0] in {word.split("=")[0] for word in other.env} for each in one.env))


def joined(aliens, name=""):
    """One alien with the changes of all, about which is found what is found about each."""
    result = dataclasses.replace(aliens[0])
    for other in aliens[1:]:
        result.name, result.changes = f"{result.name}+{other.name}", f"{result.changes}. {other.changes}"
        result.most = result.most_findings + other.most_findings
        for key in ("behaviour", "env", "header", "before_library", "archives", "shared", "excludes", "sees", "may", "notes", "library"):
            setattr(result, key, list(dict.fromkeys(map(_hashable, getattr(result, key) + getattr(other, key)))))
        result.files = result.files | other.files
        # Few tests are enough to see the one, and as many as the other allows pass.
        result.tests = result.tests or other.tests
        result.least_pass = min(result.least_pass, other.least_pass)
        for key in ("before", "compile", "link"):
            setattr(result, key, " ".join(filter(None, (getattr(result, key), getattr(other, key)))))
        result.split, result.linked, result.show = result.split or other.split, result.linked or other.linked, result.show and other.show
        result.launcher = other.launcher if result.launcher == _USUAL_LAUNCHER else result.launcher
        result.group = result.group if result.group == other.group else ""
    return dataclasses.replace(result, name=name or result.name)


def _hashable(value):
    return tuple(value) if isinstance(value, list) else value


def pairs_of(aliens, number, seed):
    """So many combinations of two, drawn by the seed; fewer if there are not as many that go together."""
    pairs = [pair for pair in itertools.combinations(aliens, 2) if go_together(*pair)]
    return [joined(pair) for pair in random.Random(seed).sample(pairs, min(number, len(pairs)))]


def groups_of(aliens):
    """Those that are tried together: the members of each group at the place of its first, all others alone."""
    groups = {}
    for alien in aliens:
        groups.setdefault(alien.group or f"alone {alien.name}", []).append(alien)
    return list(groups.values())

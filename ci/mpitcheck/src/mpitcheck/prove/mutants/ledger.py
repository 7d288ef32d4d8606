# SPDX-License-Identifier: BSD-3-Clause
"""Results for mutants: a file from which a run resumes, and two lists of excused survivors.

A mutant in the lists is equivalent to the source, or differs in a way that no call of the interface
must show.
"""
import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Optional

from mpitcheck.judge.data import JsonObject
from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input
from mpitcheck.prove.mutants.source import Key, Mutant

EQUIVALENTS = "reference/tests/equivalent_mutants.tsv"
UNSEEN = "reference/tests/unseen_mutants.tsv"


@dataclass
class Fate:
    """The result for one mutant.

    `engine` and `suites` hold the test that killed the mutant: "" if no test did, None if the tests
    did not run.
    """

    built: str  # "compiled", "not compiled", "same object" or "same when optimised"
    engine: Optional[str] = None
    suites: Optional[str] = None

    @property
    def counts(self) -> bool:
        return self.built == "compiled"

    @property
    def killed(self) -> bool:
        return bool(self.engine or self.suites)


def _key_of(fields: Iterable[str]) -> Key:
    file, function, line, change, number = fields
    return file, function, line, change, number


class Ledger:
    """Fates by mutant, stored in a file to which each is appended at once.

    A fate is valid as long as the mutant's source file is unchanged.
    """

    def __init__(self, path: str, root: str) -> None:
        self._path, self._root = path, root
        self._prints: dict[str, str] = {}  # by file
        self._fates: dict[Key, JsonObject] = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    entry = json.loads(line)
                    self._fates[_key_of(entry.pop("mutant"))] = entry

    def _print_of(self, file: str) -> str:
        if file not in self._prints:
            with open(os.path.join(self._root, file), "rb") as content:
                self._prints[file] = hashlib.sha256(content.read()).hexdigest()[:16]
        return self._prints[file]

    def find(self, mutant: Mutant) -> Optional[Fate]:
        """Returns the fate of the mutant; None if it is not known."""
        entry = self._fates.get(mutant.key)
        if not entry or entry["source"] != self._print_of(mutant.file):
            return None
        return Fate(entry["built"], entry["engine"], entry["suites"])

    def add(self, mutant: Mutant, fate: Fate) -> None:
        entry = {"source": self._print_of(mutant.file), **asdict(fate)}
        self._fates[mutant.key] = entry
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": mutant.key, **entry}) + "\n")


def read_reasons(root: str, name: str) -> dict[Key, str]:
    """Reads one of the two lists above and returns the reasons by the keys of mutants.

    Raises UserError if a line is malformed.
    """
    path = os.path.join(root, name)
    reasons: dict[Key, str] = {}
    if not os.path.exists(path):
        return reasons
    for number, line in enumerate(read_input(path, name, "is it a file?").splitlines(), 1):
        if line.startswith("#") or not line:
            continue
        fields = line.split("\t")
        if len(fields) != 6:
            raise UserError(
                f"{name}:{number}: not six fields between tabs: file, function, line, mutation,"
                " number, reason"
            )
        reasons[_key_of(fields[:5])] = fields[5]
    return reasons

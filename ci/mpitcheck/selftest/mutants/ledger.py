# SPDX-License-Identifier: BSD-3-Clause
"""What is known of mutants: a file that a run goes on with, and the survivors that were read, and found to change nothing, or nothing that a
call of the interface must show."""
import hashlib
import json
import os
from dataclasses import asdict, dataclass
from typing import Optional

from mpitcheck.process.error import UserError
from mpitcheck.process.files import read_input

EQUIVALENTS = "reference/selftests/equivalent_mutants.tsv"
UNSEEN = "reference/selftests/unseen_mutants.tsv"


@dataclass
class Fate:
    """Of one mutant. Of the hunters each has a test that killed it, "" where none did, nothing where it was not asked."""
    built: str  # "compiled", "not compiled", "same object", "same when optimised"
    engine: Optional[str] = None
    suites: Optional[str] = None

    @property
    def counts(self):
        return self.built == "compiled"

    @property
    def killed(self):
        return bool(self.engine or self.suites)


class Ledger:
    """Fates by mutant, in a file to which each is added at once. A fate holds as long as the mutant's file is what it was."""

    def __init__(self, path, root):
        self._path, self._root, self._prints, self._fates = path, root, {}, {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    entry = json.loads(line)
                    self._fates[tuple(entry.pop("mutant"))] = entry

    def _print_of(self, file):
        if file not in self._prints:
            with open(os.path.join(self._root, file), "rb") as content:
                self._prints[file] = hashlib.sha256(content.read()).hexdigest()[:16]
        return self._prints[file]

    def find(self, mutant):
        """Its fate, or nothing."""
        entry = self._fates.get(mutant.key)
        if not entry or entry["source"] != self._print_of(mutant.file):
            return None
        return Fate(entry["built"], entry["engine"], entry["suites"])

    def add(self, mutant, fate):
        entry = {"source": self._print_of(mutant.file), **asdict(fate)}
        self._fates[mutant.key] = entry
        with open(self._path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": mutant.key, **entry}) + "\n")


def read_reasons(root, name):
    """Of one of the two lists above: reasons by the keys of mutants. Raises UserError if a line of the file is none."""
    path, reasons = os.path.join(root, name), {}
    if not os.path.exists(path):
        return reasons
    for number, line in enumerate(read_input(path, name, "is it a file?").splitlines(), 1):
        if line.startswith("#") or not line:
            continue
        fields = line.split("\t")
        if len(fields) != 6:
            raise UserError(f"{name}:{number}: not six fields between tabs: file, function, line, mutation, number, reason")
        reasons[tuple(fields[:5])] = fields[5]
    return reasons

# SPDX-License-Identifier: BSD-3-Clause
"""The gate of one run: the options --expect and --update-expectations.

Unlike mpitcheck.gate.gate it reads and writes files and knows the date.
"""
import os
from typing import Optional

from mpitcheck.gate.expectations import (
    ExpectationsFile,
    applies,
    load_expectations,
    new_expectations,
    parse_expectations,
)
from mpitcheck.gate.expectations_text import to_text
from mpitcheck.gate.expectations import GateTarget
from mpitcheck.gate.gate import Gate
from mpitcheck.gate.update import require_targets, updated_expectations
from mpitcheck.job.run_options import RunOptions
from mpitcheck.judge.cause import Causes
from mpitcheck.judge.finding import joined_ids
from mpitcheck.judge.library_id import families_of
from mpitcheck.judge.model import RunReport, TestResult
from mpitcheck.process.error import UserError
from mpitcheck.process.files import OutputFile
from mpitcheck.process.text import escape_line, timestamp
from mpitcheck.run.terminal import show


def _today() -> str:
    return timestamp()[:10]


def _changes(before: ExpectationsFile, after: ExpectationsFile) -> str:
    """Returns the numbers of changed entries, like "2 added, 1 removed, 1 changed"."""
    old, new = ({entry.tests: entry.text for entry in file.entries} for file in (before, after))
    changed = sum(tests in old and old[tests] != text for tests, text in new.items())
    return (
        f"{len(new.keys() - old.keys())} added, {len(old.keys() - new.keys())} removed,"
        f" {changed} changed"
    )


class RunGate:
    """The gate of one run, a context manager.

    Without --expect its methods do nothing. Files that are not updated stay unchanged.
    """

    def __init__(self, options: RunOptions) -> None:
        """Reads the expectations, and raises UserError if a file cannot be used."""
        self._update = options.update_expectations
        self._gate: Optional[Gate] = None
        self._outputs: list[OutputFile] = []
        # Files that the update creates
        self._missing = [
            path for path in options.expect if self._update and not os.path.exists(path)
        ]
        # Not used after open()
        self._files = [
            load_expectations(path) for path in options.expect if path not in self._missing
        ]

    def _add_missing_file(self, targets: list[GateTarget]) -> None:
        without = [
            target for target in targets if not any(applies(file, target) for file in self._files)
        ]
        if len(self._missing) > 1 or len(without) != 1:
            raise UserError(
                f"--update-expectations: '{self._missing[0]}' does not exist, and"
                f" {len(without)} targets of this run have no expectations yet: run one such tree"
                " with one new file"
            )
        self._files.append(new_expectations(self._missing[0], without[0].library_version))

    def open(self, targets: list[GateTarget]) -> None:
        """Opens the gate for the targets, whose libraries must be known.

        Raises UserError if the files cannot be updated as requested.
        """
        if self._missing:
            self._add_missing_file(targets)
        if not self._files:
            return
        self._gate = Gate(self._files, targets, _today())
        if self._update:
            require_targets(self._gate)
            for file in self._gate.files:
                self._outputs.append(OutputFile(file.path))

    def mark(self, test: TestResult) -> None:
        """Stores in a result whether it is as expected."""
        if self._gate:
            self._gate.mark(test)

    def conclude(self, report: RunReport, causes: Causes) -> None:
        """Fills in report.gate.

        `causes` are those that derive_causes() returns for the report's tests. With
        --update-expectations and a complete run, the files are first changed to match the results,
        and the changes are reported on stderr.
        """
        if not self._gate:
            return
        joined = joined_ids(report.tests, causes, families_of(report.targets))
        if self._update and report.footer.complete and not report.footer.interrupted:
            self._gate = self._make_fit(self._gate, report.tests, joined)
        report.gate = self._gate.conclude(report.tests, joined)

    def _make_fit(
        self, gate: Gate, tests: list[TestResult], joined: dict[tuple[str, str], str]
    ) -> Gate:
        """Changes the files to match the results and returns a gate with the new files."""
        files = updated_expectations(gate, tests, joined)
        for i, (before, after) in enumerate(zip(gate.files, files)):
            text = to_text(after)
            show(f"{escape_line(before.path)}: {_changes(before, after)}\n")
            self._outputs[i].commit(text)
            files[i] = parse_expectations(text, before.path)
        return Gate(files, gate.targets, _today())

    def __enter__(self) -> "RunGate":
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._outputs:
            file.close()

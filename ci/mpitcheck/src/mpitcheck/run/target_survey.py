# SPDX-License-Identifier: BSD-3-Clause
"""Preflight and inventory of the targets of a run, before their tests start."""
import os
import re
from collections.abc import Iterable
from typing import Optional

from mpitcheck.job.job import Injection, TestFolders, inventory_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target
from mpitcheck.judge.deadly_call import QUARANTINE_TEST, DeadlyCall, quarantine_text
from mpitcheck.judge.evidence import read_progress
from mpitcheck.judge.model import TargetResult
from mpitcheck.judge.preflight import Preflight
from mpitcheck.process.scheduler import JobOutcome, Scheduler
from mpitcheck.process.text import encode
from mpitcheck.run.adaptation import adapt, add_foundations, drop_foreign_launcher
from mpitcheck.run.inventory import (
    Inventory,
    count,
    deadly_calls,
    foundations,
    named_objects,
    parse_inventory,
)
from mpitcheck.run.preflight import fly
from mpitcheck.run.progress import Asking
from mpitcheck.schema.records import ALL_OF_SESSION, NO_OBJECT


def _abi_target_name(library_version: str) -> str:
    """Returns the target's name in reports for an --abi-library."""
    word = re.sub("[^A-Za-z0-9]", "", re.split("[ ,:\n]", library_version, maxsplit=1)[0]).lower()
    return {"open": "openmpi", "": "library"}.get(word, word) + "-abi"


def quarantine_file(scratch: str, index: int) -> str:
    """Returns the path of a target's quarantine list.

    The file exists after the inventory, if that found calls that end the process or hang.
    """
    return os.path.join(scratch, f"quarantine-{index}")


class TargetSurvey:
    """Finds out what the targets of a run are and need, and notes it in their results."""

    def __init__(
        self,
        options: RunOptions,
        targets: list[Target],
        results: list[TargetResult],
        injection: Injection,
        scratch: str,
        first_folder: int,
    ) -> None:
        """`results` are those of `targets`. Folders from number `first_folder` on are unused."""
        self._options, self._targets, self._results = options, targets, results
        self._injection, self._scratch = injection, scratch
        self._first_folder = first_folder

    def take(self, scheduler: Scheduler) -> None:
        """Runs the preflight and takes the inventory of each target.

        They find what the target needs, its objects, the calls that tests must skip, and the
        identity of an --abi-library. The inventory starts before the preflight ends. It is repeated
        if the preflight finds anything unusual.
        """
        wanted = [
            i
            for i, target in enumerate(self._targets)
            if target.tree.inventory and self._options.counts
        ]
        asking = Asking(self._options.quiet)
        scheduler.on_tick(asking.tick)
        outcomes = self._take_inventories(wanted, scheduler)
        preflights: list[Optional[Preflight]] = [None] * len(self._targets)
        if self._options.preflight:
            preflights = fly(
                self._targets,
                self._options,
                self._injection,
                os.path.join(self._scratch, "preflight"),
                scheduler,
            )
        scheduler.finish()
        unusual = set()
        for i, (target, preflight) in enumerate(zip(self._targets, preflights)):
            self._results[i].preflight = preflight
            if preflight and preflight.one_at_a_time:
                scheduler.one_at_a_time()
                unusual.add(i)  # the inventory ran at the same time as the preflight
            if adapt(target, preflight, self._options, self._injection):
                unusual.add(i)
            if why := drop_foreign_launcher(target):
                self._results[i].notes.append(why)
        again = self._take_inventories([i for i in wanted if i in unusual], scheduler)
        scheduler.finish()
        scheduler.on_tick(None)
        asking.end()
        outcomes |= again
        if self._options.abi_library:  # the manifest describes another library
            self._results[0].name = self._options.name or _abi_target_name("")
            self._results[0].library_version = "unknown"
        for i, inventory in sorted(outcomes.items()):
            self._note_inventory(i, inventory)
        if self._options.abi_library:
            for target, result in zip(self._targets, self._results):
                target.name, target.tree.mpi_version = result.name, result.mpi_version

    def _take_inventories(
        self, indices: Iterable[int], scheduler: Scheduler
    ) -> dict[int, Inventory]:
        """Starts the inventories of some targets and returns a dictionary for the results.

        The dictionary gets each result, by the target's index, when the inventory has ended.
        """
        outcomes: dict[int, Inventory] = {}
        for i in indices:
            folders = TestFolders(self._scratch, self._first_folder + i)

            def taken(outcome: JobOutcome, i: int = i, folders: TestFolders = folders) -> None:
                with folders:
                    outcomes[i] = parse_inventory(outcome, read_progress(folders.result, 0))

            scheduler.start(
                inventory_job(self._targets[i], self._options, self._injection, folders), taken
            )
        return outcomes

    def _note_inventory(self, index: int, inventory: Inventory) -> None:
        result = self._results[index]
        if inventory.content is None:
            result.notes.append(inventory.problem)
            return
        problem, library_version, mpi_version = (
            value if isinstance(value, str) else ""
            for value in map(inventory.content.get, ("problem", "library_version", "mpi_version"))
        )
        if problem:
            result.notes.append("incomplete inventory: " + problem)
        else:
            result.counts, result.inventory = count(inventory.content), named_objects(
                inventory.content
            )
        self._quarantine(index, deadly_calls(inventory.content))
        broken = [each for each in foundations(inventory.content) if not each.works]
        if broken:
            add_foundations(self._targets[index], broken)
            result.notes.append(
                "tests avoid what does not work: " + "; ".join(each.text() for each in broken)
            )
        # The manifest may describe another library, after an update or with --env LD_LIBRARY_PATH.
        result.library_version = library_version or result.library_version
        if self._options.abi_library:
            result.name = self._options.name or _abi_target_name(library_version)
            result.mpi_version = mpi_version

    def _quarantine(self, index: int, calls: list[DeadlyCall]) -> None:
        if not calls:
            return
        with open(quarantine_file(self._scratch, index), "wb") as file:
            file.write(encode(quarantine_text(calls)))
        objects: dict[tuple[str, str], list[str]] = {}  # by function and how the call ends
        for call in calls:
            names = objects.setdefault((call.function, call.end()), [])
            if call.object != NO_OBJECT:
                names.append("all handles" if call.object == ALL_OF_SESSION else str(call.object))
        self._results[index].notes += [
            f"{function}{' of ' + ', '.join(numbers) if numbers else ''} {end}: skipped, see"
            f" {QUARANTINE_TEST}"
            for (function, end), numbers in sorted(objects.items())
        ]

# SPDX-License-Identifier: BSD-3-Clause
"""Decides which tests start in nurseries.

A nursery is a process of a test program that has initialized MPI_T, or called nothing, and forks a
process for each test. docs/isolation.md explains when this is sound.
"""
import os
from collections import Counter

from mpitcheck.job.job import Injection, TestFolders, listing_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned
from mpitcheck.process.scheduler import Job, Scheduler

_WORTH_WHILE = 4  # the fewest tests for which a nursery is started


def _key(planned: Planned) -> tuple[tuple[int, int], bool]:
    """Returns a key that all tests of one nursery share."""
    return planned.program_key, planned.test.setup == "nothing"


class Nurseries:
    """The nurseries of one run: at most one per test program and initial state of its tests."""

    def __init__(
        self,
        plan: list[Planned],
        options: RunOptions,
        injection: Injection,
        scratch: str,
        scheduler: Scheduler,
    ) -> None:
        """Starts the nurseries.

        None is started if the options need a process per test, or change the environment or the
        libraries. A nursery may be late, fail to start or die. Its tests then start without it.
        """
        self._scheduler = scheduler
        self._folders: list[TestFolders] = []
        self._names: dict[tuple[tuple[int, int], bool], str] = {}
        if options.process_per_test or options.env or injection.preload or injection.library_folder:
            return
        wanting = Counter(_key(planned) for planned in plan if planned.np == 1)
        for planned in plan:
            key = _key(planned)
            if wanting[key] < _WORTH_WHILE or key in self._names:
                continue
            name = self._names[key] = str(len(self._names))
            self._folders.append(TestFolders(os.path.join(scratch, name), 0))
            words = ["--bare"] if planned.test.setup == "nothing" else []
            job = listing_job(
                planned.program.path, planned.target, options, injection, self._folders[-1], words
            )
            scheduler.open_nursery(name, job.command)

    def offer(
        self, planned: Planned, job: Job, options: RunOptions, folders: TestFolders, nonce: str
    ) -> None:
        """Makes `job`, which runs the test, start in the test's nursery if there is one."""
        preflight = planned.target.preflight
        if (
            planned.np != 1
            or _key(planned) not in self._names
            or preflight
            and not preflight.can_use_nurseries
        ):
            return
        job.nursery = self._names[_key(planned)]
        job.request = {
            "test": planned.test.name,
            "work": folders.work,
            "result": folders.result,
            "nonce": nonce,
            "seed": options.seed,
            "seconds": job.limits.seconds,
            "grace": job.limits.grace,
            "memory": job.limits.memory,
            "pages": job.limits.progress_pages,
        }

    def close(self) -> None:
        """Ends the nurseries and removes their folders."""
        self._scheduler.close_nurseries()
        for folders in self._folders:
            folders.close()

    def __enter__(self) -> "Nurseries":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

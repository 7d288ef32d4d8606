# SPDX-License-Identifier: BSD-3-Clause
"""Which tests are born in nurseries: processes of test programs that have brought the tool interface up once, or called nothing, and fork a
process for each test (conformance/harness/test/nursery.hpp: why and when)."""
import os
from collections import Counter

from mpitcheck.job.job import Injection, TestFolders, listing_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned
from mpitcheck.process.scheduler import Job, Scheduler

_WORTH_WHILE = 4  # tests


def _key(planned: Planned) -> tuple[tuple[int, int], bool]:
    """The same for the tests that one nursery can serve."""
    return planned.program_key, planned.test.setup == "nothing"


class Nurseries:
    """The nurseries of one run: one per test program and what its tests begin with, if there are several."""

    def __init__(
        self,
        plan: list[Planned],
        options: RunOptions,
        injection: Injection,
        scratch: str,
        scheduler: Scheduler,
    ) -> None:
        """Starts them; none if the options ask for anything that a process must be started with. Any may come up late, never, or die:
        then tests are started without it."""
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
        """Lets `job`, which runs that test, be born in the nursery for it, if there is one."""
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
        """Ends them."""
        self._scheduler.close_nurseries()
        for folders in self._folders:
            folders.close()

    def __enter__(self) -> "Nurseries":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

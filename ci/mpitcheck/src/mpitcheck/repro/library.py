# SPDX-License-Identifier: BSD-3-Clause
"""Compiles programs for a library and runs them there."""
import os
import signal
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Optional, TypeVar

from mpitcheck.job.job import Injection, TestFolders, compile_job, listing_job, program_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target
from mpitcheck.job.variant import VARIABLE, Variant, parse_variants
from mpitcheck.process.files import find_program
from mpitcheck.process.scheduler import Ending, Job, Limits, JobOutcome, Scheduler
from mpitcheck.process.text import encode
from mpitcheck.repro.search import Trial

PROGRAM_LIMIT = 20  # seconds; the program's own watchdog fires after 10
_COMPILE_LIMIT = 60
_VARIANTS_PER_JOB = 12  # the jobs of a case share the processors with those of other cases
_MOST_TESTS = 1 << 30  # folder number that no test uses
_PROBE = "#include <mpi.h>\nint main(void) { return MPI_SUCCESS; }\n"
T = TypeVar("T")
# A step yields its jobs and receives their outcomes.
Steps = Generator[list[Job], list[JobOutcome], T]


def _status_of(ending: Ending) -> int:
    """Returns the exit code, or 128 + signal."""
    code = os.waitstatus_to_exitcode(ending.wait_status)
    return 128 - code if code < 0 else code


def _note(trial: Trial, outcome: JobOutcome) -> None:
    """Records in `trial` how a program ended."""
    ending = outcome.ending
    if ending is not None and ending.start_error == 0:
        trial.ran = True
        trial.status = 128 + signal.SIGALRM if ending.timed_out else _status_of(ending)


def _write(path: str, text: str) -> None:
    with open(path, "wb") as file:
        file.write(encode(text))


def _in_turn(job: Job, variants: list[str]) -> Job:
    """Returns a job that runs the command on each variant until one does not exit with 0.

    The job's status is that of the last command. One job for each variant would cost about as much
    as the programs themselves.
    """
    words, environment = job.command.words, job.command.environment
    if job.launched:
        script = f'for each in {" ".join(variants)}; do {VARIABLE}=$each "$@" || exit; done'
        words = [find_program("sh"), "-c", script, "sh", *words]
    else:
        environment = {**environment, VARIABLE: ",".join(variants)}
    return replace(
        job,
        command=replace(job.command, words=words, environment=environment),
        limits=replace(job.limits, seconds=PROGRAM_LIMIT * len(variants)),
    )


@dataclass
class Library:
    """A library that the programs of a test are tried on."""

    target: Target
    program: str
    np: int
    options: RunOptions
    injection: Injection
    folders: TestFolders

    def _run(self) -> Job:
        return program_job(
            self.target, self.program, self.np, self.options, self.injection, self.folders
        )

    def tried(self, program: str) -> Steps[Trial]:
        """Compiles the program and runs it."""
        source = os.path.join(self.folders.root, "program.c")
        _write(source, program)
        job = compile_job(self.target, source, self.program, self.folders)
        [outcome] = yield [replace(job, limits=Limits(_COMPILE_LIMIT))]
        trial = Trial(compiled=outcome.ending is not None and _status_of(outcome.ending) == 0)
        if trial.compiled:
            [outcome] = yield [self._run()]
            _note(trial, outcome)
        return trial

    def variants(self) -> Steps[list[Variant]]:
        """Returns the variants of the reference that a C program can show."""
        listing = self.target.tree.variants
        if not listing or not os.path.exists(listing):
            return []
        [listed] = yield [
            listing_job(listing, self.target, RunOptions(), Injection(), self.folders)
        ]
        return [variant for variant in parse_variants(listed.output) if not variant.of_starts]

    def tried_on_variants(self, names: list[str]) -> Steps[Optional[Trial]]:
        """Runs the compiled program on these variants of the reference.

        Returns the result on the first variant that the program accuses, or None.
        """
        job = self._run()
        outcomes = yield [
            _in_turn(job, names[first : first + _VARIANTS_PER_JOB])
            for first in range(0, len(names), _VARIANTS_PER_JOB)
        ]
        for outcome in outcomes:
            trial = Trial(compiled=True)
            _note(trial, outcome)
            if not trial.ran or trial.status:
                return trial
        return None


def compiles(target: Target, scratch: str, scheduler: Scheduler) -> bool:
    """Whether a trivial program compiles for the target.

    Otherwise a broken compiler would look like a name that mpi.h lacks.
    """
    if not target.tree.recorder or not target.tree.compile:
        return False
    outcomes: list[JobOutcome] = []
    with TestFolders(scratch, _MOST_TESTS) as folders:
        source = os.path.join(folders.root, "probe.c")
        _write(source, _PROBE)
        job = compile_job(target, source, os.path.join(folders.root, "probe"), folders)
        scheduler.start(replace(job, limits=Limits(_COMPILE_LIMIT)), outcomes.append)
        while not outcomes and scheduler.busy:
            scheduler.wait()
    ending = outcomes[0].ending if outcomes else None
    return ending is not None and ending.start_error == 0 and _status_of(ending) == 0

# SPDX-License-Identifier: BSD-3-Clause
"""A stand-alone C program for each failing test: the test is replayed under the recorder of calls, and programs made of its calls are
compiled and run until one shows the failure on the target and nothing on the reference, however that legally behaves."""
import functools
import os
import re
import signal
from collections import deque
from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Optional

from mpitcheck.job.job import Injection, TestFolders, compile_job, listing_job, make_nonce, program_job, test_job
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target
from mpitcheck.job.variant import VARIABLE, parse_variants
from mpitcheck.judge.clauses import LEVELS, level_of
from mpitcheck.judge.model import Repro, TestResult, Verdict
from mpitcheck.judge.results import is_deviation
from mpitcheck.judge.tree import load_tree, own_tree
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program, remove_tree
from mpitcheck.process.scheduler import Limits, Outcome
from mpitcheck.process.text import encode
from mpitcheck.repro.program import Heading
from mpitcheck.repro.search import Search, Trial
from mpitcheck.repro.trace import read_traces

_MOST_TRACES = 4  # per test
_MOST_REPLAYS = 2  # what comes and goes gets a second chance
_REPLAY_OF_A_HANG = 5  # seconds: where it hangs is known
_PROGRAM_LIMIT = 20  # seconds: its own watchdog is at 10
_COMPILE_LIMIT = 60
_VARIANTS_PER_JOB = 12  # a case's jobs share the processors with others'
_MOST_TESTS = 1 << 30  # number of a folder that no test has
_QUIET = Trial(compiled=True, ran=True)
_ALONE = re.compile(r"alone: MPITCHECK_COMMANDS='([^']*)'")  # properties/runner/property.cpp
_PROBE = "#include <mpi.h>\nint main(void) { return MPI_SUCCESS; }\n"


def _status_of(ending):
    """Exit code, or 128 + signal."""
    code = os.waitstatus_to_exitcode(ending.wait_status)
    return 128 - code if code < 0 else code


def _note(trial, outcome):
    """What became of a program that was run."""
    trial.ran = outcome.ending is not None and outcome.ending.start_error == 0
    if trial.ran:
        trial.status = 128 + signal.SIGALRM if outcome.ending.timed_out else _status_of(outcome.ending)


def _write(path, text):
    with open(path, "wb") as file:
        file.write(encode(text))


def _in_turn(job, variants):
    """Runs the job's command on each variant until one's status is not 0, which is the status then: a job for each would cost as much
    again as the programs do, and a start for each that is alone twice as much."""
    words, environment = job.command.words, job.command.environment
    if job.launched:
        script = f'for each in {" ".join(variants)}; do {VARIABLE}=$each "$@" || exit; done'
        words = [find_program("sh"), "-c", script, "sh", *words]
    else:
        environment = {**environment, VARIABLE: ",".join(variants)}
    return replace(job, command=replace(job.command, words=words, environment=environment),
                   limits=replace(job.limits, seconds=_PROGRAM_LIMIT * len(variants)))


def _alone(result):
    """What makes a test of random sequences run that of one failure, as it was shrunk: for each, the strictest first."""
    by_strictness = sorted(result.failures, key=lambda failure: LEVELS.index(failure.level))
    found = filter(None, (_ALONE.fullmatch(line) for failure in by_strictness for line in failure.calls))
    return [[f"MPITCHECK_COMMANDS={each[1]}", "RC_PARAMS=noshrink=1"] for each in found]


def _heading_of(planned, result):
    first = result.failures[0] if result.failures else None
    return Heading(first.clause if first else (result.charged or result.clauses)[0], planned.target.tree.mpi_version,
                   f"test {result.name} on {result.target}", np=planned.np, hangs=result.verdict == Verdict.timeout)


@dataclass(eq=False)
class _Case:
    """One failing test and what is known of it."""
    planned: Planned
    result: TestResult
    folders: TestFolders
    steps: Optional[Generator] = None  # yields the jobs of a step, takes what became of them
    outcomes: Optional[list[Outcome]] = None  # of the last step
    pending: int = 0  # jobs of this step that have not ended
    search: Optional[Search] = None


@dataclass
class _Library:
    """One that programs are tried on."""
    target: Target
    program: str
    options: RunOptions
    injection: Injection


class Reproducer:
    """Makes programs for the failures of one run, beside whatever else the scheduler runs: each failure goes from step to step on its
    own, so none waits for another's slow trial."""

    def __init__(self, options, targets, injection, scratch):
        """`scratch` is a folder of its own. Without a tree of the reference, among the targets or around this program, programs are tried
        on the target alone."""
        self._options, self._injection, self._scratch = options, injection, scratch
        self._usable = {}  # targets by id: whether programs can be found for them
        self._count = 0  # of cases
        self._cases = []  # that are not concluded
        self._ready = deque()  # those for their next step
        self._variants = None  # of the reference, once known
        self._reference = next((target for target in reversed(targets) if target.tree.is_reference), None)
        if self._reference is None:
            try:
                tree = load_tree(own_tree())
                self._reference = Target(tree, "reference", []) if tree.is_reference else None
            except UserError:
                pass  # this mpitcheck does not lie in a tree

    def add(self, planned, result):
        """Takes up a result that shows a deviation; others are left alone. Starts nothing: may be called while the scheduler says what
        became of a job."""
        if not is_deviation(result.verdict) or self._count >= self._options.programs:
            return
        if planned.program.suite == "stress":
            result.repro = Repro(reason="what threads, signals or many rounds bring about is no program of a few calls")
            return
        case = _Case(planned, result, TestFolders(self._scratch, self._count))
        self._count += 1
        self._cases.append(case)
        self._ready.append(case)

    def go_on(self, scheduler):
        """Starts what can go on."""
        while self._ready and not scheduler.interrupted:
            self._take_step(self._ready.popleft(), scheduler)

    def finish(self, scheduler):
        """Waits for every job of the scheduler and every program: then `repro` of the results is filled in."""
        self.go_on(scheduler)
        while scheduler.busy:
            scheduler.wait()
            self.go_on(scheduler)
        while self._cases:  # those that were interrupted
            self._conclude(self._cases[0])

    def _take_step(self, case, scheduler):
        case.steps = case.steps or self._steps(case, scheduler)
        try:
            jobs = case.steps.send(case.outcomes)
        except StopIteration:
            self._conclude(case)
            return
        case.outcomes, case.pending = [None] * len(jobs), len(jobs)

        def ended(outcome, number):
            case.outcomes[number] = outcome
            case.pending -= 1
            if case.pending == 0:
                self._ready.append(case)

        for number, job in enumerate(jobs):
            scheduler.start(job, functools.partial(ended, number=number))
        if not jobs:
            self._ready.append(case)

    def _steps(self, case, scheduler):
        target = case.planned.target
        if not self._is_usable(target, scheduler):
            case.result.repro = Repro(reason="the tree has no recorder of calls, or its C compiler does not work")
            return
        searches = []
        for words in [*_alone(case.result), *[[]] * _MOST_REPLAYS]:
            if not words and any(search.has_trace for search in searches):
                break
            folder = os.path.join(case.folders.root, "replay")
            remove_tree(folder)
            os.makedirs(folder)
            yield [self._replay(case, folder, words)]
            traces = read_traces(folder, _MOST_TRACES)
            case.search = Search(_heading_of(case.planned, case.result), traces, with_reference=self._reference is not None)
            searches.append(case.search)
            yield from self._searched(case)
            if case.search.found:
                return
        case.search = max(searches, key=lambda search: (search.has_trace, bool(search.calls())))

    def _searched(self, case):
        """Tries what its search proposes."""
        on_target, on_reference = self._libraries(case)
        while (program := case.search.next()) is not None:
            broken, kept = (yield from self._tried(case, on_target, program)), Trial()
            if on_reference and case.search.shows(broken, _QUIET):
                kept = yield from self._tried(case, on_reference, program)
                if case.search.shows(broken, kept):
                    kept = yield from self._tried_on_variants(case, on_reference, kept)
            case.search.tried(broken, kept)

    def _tried(self, case, library, program):
        """How the program, compiled for that library, ran on it."""
        source = os.path.join(case.folders.root, "program.c")
        _write(source, program)
        job = compile_job(library.target, source, library.program, case.folders)
        [outcome] = yield [replace(job, limits=Limits(_COMPILE_LIMIT))]
        trial = Trial(compiled=outcome.ending is not None and _status_of(outcome.ending) == 0)
        if trial.compiled:
            [outcome] = yield [program_job(library.target, library.program, case.planned.np, library.options, library.injection,
                                           case.folders)]
            _note(trial, outcome)
        return trial

    def _tried_on_variants(self, case, reference, kept):
        """How the program ran on the first legal variant of the reference that it accuses; `kept`, on the reference itself, if there is
        none."""
        if self._variants is None:
            listing = self._reference.tree.variants
            if listing and os.path.exists(listing):
                [listed] = yield [listing_job(listing, self._reference, RunOptions(), Injection(), case.folders)]
                self._variants = [variant for variant in parse_variants(listed.output) if not variant.of_starts]
            else:
                self._variants = []
        level = level_of(case.search.clause)
        names = [variant.name for variant in self._variants if not variant.may_break(level)]
        job = program_job(self._reference, reference.program, case.planned.np, reference.options, reference.injection, case.folders)
        outcomes = yield [_in_turn(job, names[first:first + _VARIANTS_PER_JOB]) for first in range(0, len(names), _VARIANTS_PER_JOB)]
        for outcome in outcomes:
            trial = Trial(compiled=True)
            _note(trial, outcome)
            if not trial.ran or trial.status:
                return trial
        return kept

    def _replay(self, case, folder, words):
        timeout = _REPLAY_OF_A_HANG if case.result.verdict == Verdict.timeout else self._options.timeout
        options = replace(self._options, env=[*self._options.env, *words, f"MPITCHECK_RECORD={folder}"], timeout=timeout)
        injection = replace(self._injection, preload=[case.planned.target.tree.recorder, *self._injection.preload])
        return test_job(case.planned, options, injection, case.folders, make_nonce())

    def _libraries(self, case):
        """What programs are tried on: the target, and the reference or None."""
        root, options = case.folders.root, replace(self._options, timeout=_PROGRAM_LIMIT)
        target = _Library(case.planned.target, os.path.join(root, "on-target"), options, self._injection)
        reference = _Library(self._reference, os.path.join(root, "on-reference"), RunOptions(timeout=_PROGRAM_LIMIT), Injection())
        return target, reference if self._reference else None

    def _is_usable(self, target, scheduler):
        if not self._usable and self._reference and not self._compiles(self._reference, scheduler):
            self._reference = None
        if id(target) not in self._usable:
            self._usable[id(target)] = self._compiles(target, scheduler)
        return self._usable[id(target)]

    def _compiles(self, target, scheduler):
        """Without this a compiler that does not work would pass for a name that mpi.h lacks."""
        if not target.tree.recorder or not target.tree.compile:
            return False
        outcomes = []
        with TestFolders(self._scratch, _MOST_TESTS) as folders:
            source = os.path.join(folders.root, "probe.c")
            _write(source, _PROBE)
            job = compile_job(target, source, os.path.join(folders.root, "probe"), folders)
            scheduler.start(replace(job, limits=Limits(_COMPILE_LIMIT)), outcomes.append)
            while not outcomes and scheduler.busy:
                scheduler.wait()
        ending = outcomes[0].ending if outcomes else None
        return ending is not None and ending.start_error == 0 and _status_of(ending) == 0

    def _conclude(self, case):
        self._cases.remove(case)  # and with it its traces
        case.folders.close()
        search = case.search
        if not search:
            case.result.repro = case.result.repro or Repro(reason="interrupted")
            return
        untried = "" if self._reference else "not run on the reference: no tree of it at hand"
        reason = untried if search.found else search.reason
        case.result.repro = Repro(search.found is not None, search.found or "", reason=reason, calls=search.calls(), clause=search.shown)


def prepare_programs(folder):
    """Makes the folder for programs, before a run that would end in vain. Raises UserError if nothing can be written there."""
    try:
        os.makedirs(folder, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return
    except OSError:
        pass
    raise UserError(f"--repro {folder}: no folder that can be written to")


def write_programs(folder, tests):
    """Writes the programs below `folder`, as <target>/<test>.c, and notes in each where it is. Raises UserError if one cannot be
    written."""
    for test in tests:
        if test.repro and test.repro.reproduced:
            path = os.path.join(folder, test.target, test.name + ".c")
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                _write(path, test.repro.program)
            except OSError:
                raise UserError(f"cannot write {path}") from None
            test.repro.file = path

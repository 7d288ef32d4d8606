# SPDX-License-Identifier: BSD-3-Clause
"""The data of one run, which the runner fills in and the report writers print.

Text of a target (names, messages, output, calls) is kept as the bytes that the target produced
(mpitcheck.process.text.decode). It may contain control characters, markup and invalid UTF-8. Code
that prints it must escape it. The name of a field is its key in report.json.
"""
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge.grid import Grid, Outcome
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.preflight import Preflight
from mpitcheck.schema.form import NOT_IN_FILES
from mpitcheck.schema.records import Behaviour as Behaviour, Verdict as Verdict  # for users of both


# Why a deviation is known: the library should be fixed; it will not be fixed; the standard is read
# in another way; the deviation is intermittent, so that a pass or a less severe verdict is fine.
DEVIATION_KINDS = ("bug", "wontfix", "spec-dispute", "flaky")


@dataclass
class KnownDeviation:
    """What an expectations file states about a test."""

    kind: str = "bug"
    reason: str = ""
    source: str = ""  # where the entry is, e.g. "ci/expectations/mpich-4.0.2.txt:12"


@dataclass
class Examination:
    """How much of one clause a test examined, summed over its ranks."""

    clause: str
    examined: int = 0
    offenders: int = 0


@dataclass
class Repro:
    """The result of the search for a C program that shows a failure."""

    reproduced: bool = False  # on the target, and not on the reference
    program: str = ""  # its source
    file: str = ""  # where it was written
    reason: str = ""  # why there is none, or what was not tried
    calls: list[str] = field(default_factory=list)  # those needed, with arguments and results
    clause: str = field(default="", metadata=NOT_IN_FILES)  # the one that the program shows


@dataclass
class ThreadStack:
    """One thread of a test that did not end in time."""

    thread: str  # e.g. "rank 0, thread 2 of 3"
    frames: list[str]  # the innermost first


@dataclass
class TestResult:
    target: str = ""
    suite: str = ""
    name: str = ""
    brief: str = ""
    file: str = ""  # the source of the test
    line: int = 0
    clauses: list[str] = field(default_factory=list)  # ids that the test cites
    verdict: Verdict = Verdict.error
    # The strictest level of the broken clauses, or of the cited ones if none is broken
    level: str = ""
    # For crash, timeout and early-exit: the clauses that the end is charged to, normally the one
    # under examination. Empty: unknown.
    charged: list[str] = field(default_factory=list)
    # A process ended, or was ended, before it gave its verdict, or the test skipped calls that end
    # it. Clauses that it did not examine are inconclusive.
    cut_off: bool = False
    seconds: float = 0
    message: str = ""
    missing: str = ""  # for vacuous: what the target lacks
    # Calls that it skipped, and why
    left_out: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    # Ends and hangs of its processes outside MPI_T. The notes of the target list each once.
    lost: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    replay: str = ""  # a shell command that runs this test again
    failures: list[Failure] = field(default_factory=list)
    behaviours: list[Behaviour] = field(default_factory=list)
    examinations: list[Examination] = field(default_factory=list)
    codes: dict[str, list[str]] = field(default_factory=dict)  # function -> codes it returned
    # Figures of the run: cases, calls judged, ...
    metrics: dict[str, str] = field(default_factory=dict)
    # State -> cell -> outcome
    grid: dict[str, dict[str, Outcome]] = field(default_factory=dict, metadata=NOT_IN_FILES)
    # The launcher failed, or may have failed. The test is not to blame, and may run again.
    launcher_failed: bool = field(default=False, metadata=NOT_IN_FILES)
    # The batch allocation seems to have ended. If it does so twice, the run ends as if interrupted.
    allocation_is_over: bool = field(default=False, metadata=NOT_IN_FILES)
    # It hung or exited in a function of MPI outside MPI_T. This counts only if it happens twice.
    stopped_outside: bool = field(default=False, metadata=NOT_IN_FILES)
    notes: list[str] = field(default_factory=list)  # e.g. "teardown: SIGSEGV in MPI_Finalize"
    # Of processes that did not end in time, if available
    stacks: list[ThreadStack] = field(default_factory=list)
    output: str = ""  # stdout and stderr, of limited length: head and tail
    output_lost: int = 0  # bytes of output that were not kept
    np: int = 1
    seed: int = 0
    repro: Optional[Repro] = None  # None: not requested, or nothing to show
    expected: Optional[bool] = None  # the gate's result; None: the run has no gate
    known: Optional[KnownDeviation] = None  # the entry for this test, whether it fits or not


@dataclass
class Counts:
    """The number of objects that the target exposes."""

    cvars: int = 0
    pvars: int = 0
    categories: int = 0
    enums: int = 0
    events: int = 0
    sources: int = 0


@dataclass
class NamedObject:
    """An object of a target, with the properties by which two targets are compared."""

    kind: str  # "cvar", "pvar", "category", "enum", "event" or "source"
    name: str
    type: dict[str, str] = field(default_factory=dict)  # e.g. "datatype" -> "MPI_INT"
    desc: str = ""  # its beginning


@dataclass
class TargetResult:
    name: str = ""  # unique within a report
    library_version: str = ""
    mpi_version: str = ""
    tree: str = ""  # as the user named it
    # None if the inventory could not be taken; `notes` then has the reason
    counts: Optional[Counts] = None
    seconds: float = 0
    notes: list[str] = field(default_factory=list)
    inventory: list[NamedObject] = field(default_factory=list)  # empty if it could not be taken
    grid: Optional[Grid] = None  # None: no test of the grid ran there
    # None: the tree has no such program, or it was not requested
    preflight: Optional[Preflight] = None


@dataclass
class ClauseResult:
    """One clause of the catalogue with its verdict on each target."""

    id: str
    level: str = ""
    area: str = ""
    rule: str = ""
    observe: str = ""
    note: str = ""
    since: str = ""  # first MPI version with the rule
    until: str = ""  # first MPI version without it
    section: dict[str, str] = field(default_factory=dict)  # MPI version -> section
    functions: list[str] = field(default_factory=list)
    untested: str = ""  # why no test exists; "" if one does or should
    tests: list[str] = field(default_factory=list)  # names of the tests that cite it
    # Target -> verdict; no entry: no test of the clause ran there
    verdicts: dict[str, Verdict] = field(default_factory=dict)


@dataclass
class Header:
    tool: str = "mpitcheck"
    version: str = ""
    started: str = ""  # ISO 8601, UTC
    command: list[str] = field(default_factory=list)
    system: str = ""  # operating system and architecture, no host name; in report.json host.system
    cores: int = 0  # in report.json host.cores


# Differences between results and expectations; each fails the gate. unexpected-failure: a broken
# `must` without an entry, or worse than its entry. improvement: a deviation that is less severe
# than its entry. stale: an entry that fits no test; too-wide: too many tests.
GATE_PROBLEMS = (
    "unexpected-failure",
    "unexpected-pass",
    "improvement",
    "changed-message",
    "stale",
    "too-wide",
    "expired",
)


@dataclass
class GateFinding:
    """One difference between results and expectations, and how to resolve it."""

    problem: str = "unexpected-failure"
    target: str = ""  # empty, like `test`, if the entry itself is the problem
    test: str = ""
    source: str = ""  # where the entry is; empty: there is no entry
    message: str = ""
    advice: str = ""  # what to do with `line`
    line: str = ""  # of an expectations file


@dataclass
class GateFile:
    """An expectations file and the targets that it applies to."""

    path: str = ""
    library: str = ""
    version: str = ""
    targets: list[str] = field(default_factory=list)


@dataclass
class GateResult:
    files: list[GateFile] = field(default_factory=list)
    known: int = 0  # deviations that fit their entries
    findings: list[GateFinding] = field(default_factory=list)


@dataclass
class TestName:
    target: str
    test: str


@dataclass
class Footer:
    complete: bool = False  # every selected test has run
    interrupted: bool = False  # by the user or a signal; the report has the results so far
    missing: list[TestName] = field(default_factory=list)  # selected tests that have not run
    finished: str = ""  # ISO 8601, UTC
    seconds: float = 0


@dataclass
class Sighting:
    """A finding on one target."""

    target: str
    verdict: Verdict = Verdict.fail  # the worst of its failures
    # "new": a test deviates from its expectation; "known": none does, and one has an entry; else ""
    standing: str = ""
    # Places in RunReport.tests, the clearest and shortest test first; names in report.json
    tests: list[int] = field(default_factory=list)
    # The first of the objects that its failures are about
    objects: list[str] = field(default_factory=list)
    more_objects: int = 0  # how many more there are
    program: bool = False  # the C program of the first test shows this finding
    # One failure per clause, that of the first test first
    examples: list[Failure] = field(default_factory=list)
    rests_on: str = ""  # the id of the finding that it follows from on this target


@dataclass
class Finding:
    """Failures with one cause, counted once however many tests and clauses show it."""

    id: str = ""  # e.g. "F-3fa2c1": of the cause, so the same in every report
    line: str = ""  # the function, the expected and the actual result
    level: str = ""  # the strictest of its clauses
    verdict: Verdict = Verdict.fail  # the worst of its sightings
    clauses: list[str] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)  # in the order of the targets

    @property
    def is_consequence(self) -> bool:
        """Whether it follows from other findings on all targets, and is not counted."""
        return bool(self.sightings) and all(sighting.rests_on for sighting in self.sightings)


@dataclass
class RunReport:
    header: Header = field(default_factory=Header)
    targets: list[TargetResult] = field(default_factory=list)
    clauses: list[ClauseResult] = field(default_factory=list)  # the whole catalogue, in its order
    # In the order of the targets and their manifests
    tests: list[TestResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)  # the most important first
    gate: Optional[GateResult] = None  # None: the run has no expectations
    exit_code: int = 0
    footer: Footer = field(default_factory=Footer)

    @property
    def counted_findings(self) -> list[Finding]:
        """The findings that do not follow from another one."""
        return [finding for finding in self.findings if not finding.is_consequence]

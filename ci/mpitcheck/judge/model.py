# SPDX-License-Identifier: BSD-3-Clause
"""The model of one run: what the runner fills in and the report writers print.

Texts of a target (names, messages, output, calls) are kept as the bytes that the target produced
(mpitcheck.process.text.decode): they may hold control characters, markup and invalid UTF-8. Whoever
prints them escapes them. A field's name is its key in report.json."""
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge.data import NOT_IN_FILES, Words
from mpitcheck.judge.grid import Grid, Outcome
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.preflight import Preflight


class Verdict(Words):
    """Verdict of a test, or of a clause on a target, in rising severity: of several the last one
    stands. The words and their order are those of conformance/harness/facts/verdict.hpp, which says
    what each means."""

    not_applicable = 0
    vacuous = 1
    inconclusive = 2
    good = 3  # its word is "pass", which Python keeps for itself
    quality = 4
    warn = 5
    error = 6
    fail = 7
    early_exit = 8
    timeout = 9
    crash = 10

    @property
    def word(self) -> str:
        return "pass" if self is Verdict.good else super().word

    @classmethod
    def named(cls, word: object) -> "Optional[Verdict]":
        return cls.good if word == "pass" else None if word == "good" else super().named(word)


# Why a known deviation stands: the library is expected to be fixed; it is not; the standard's text
# is read in another way; it comes and goes, so that a pass is as good, and so is a less severe
# verdict.
DEVIATION_KINDS = ("bug", "wontfix", "spec-dispute", "flaky")


@dataclass
class KnownDeviation:
    """What an expectations file says of a test."""

    kind: str = "bug"
    reason: str = ""
    source: str = ""  # where the entry is, e.g. "ci/expectations/mpich-4.0.2.txt:12"


@dataclass
class Behaviour:
    """What the target does where the standard leaves a choice: not a fault."""

    clause: str
    key: str
    value: str


@dataclass
class Examination:
    """How much of one clause a test examined, summed over its ranks."""

    clause: str
    examined: int = 0
    offenders: int = 0


@dataclass
class Repro:
    """What came of the search for a C program that shows a failure."""

    reproduced: bool = False  # on the target, and nothing on the reference
    program: str = ""  # its text
    file: str = ""  # where it was written
    reason: str = ""  # why there is none, or what was not tried
    calls: list[str] = field(default_factory=list)  # those that matter, with arguments and results
    clause: str = field(default="", metadata=NOT_IN_FILES)  # that the program is of


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
    # The strictest among the clauses broken; without a broken one, among those cited
    level: str = ""
    # For crash, timeout and early-exit: the clauses the end is charged to, normally the one under
    # examination. Empty: nobody knows which.
    charged: list[str] = field(default_factory=list)
    # A process ended, or was ended, before it gave its verdict, or the test stepped over calls that
    # end it: what it had not examined is inconclusive.
    cut_off: bool = False
    seconds: float = 0
    message: str = ""
    missing: str = ""  # for vacuous: what the target lacks
    # Calls that it stepped over, and why
    left_out: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    # What ended or hung processes of it and is not of MPI_T, as its target's notes tell it once.
    lost: list[str] = field(default_factory=list, metadata=NOT_IN_FILES)
    replay: str = ""  # one shell line that runs this test again
    failures: list[Failure] = field(default_factory=list)
    behaviours: list[Behaviour] = field(default_factory=list)
    examinations: list[Examination] = field(default_factory=list)
    codes: dict[str, list[str]] = field(default_factory=dict)  # function -> codes it returned
    # Figures of the run: cases, calls judged, ...
    metrics: dict[str, str] = field(default_factory=dict)
    # State -> cell -> what became of it
    grid: dict[str, dict[str, Outcome]] = field(default_factory=dict, metadata=NOT_IN_FILES)
    # Or may have, which says nothing of the test: it may be tried again
    launcher_failed: bool = field(default=False, metadata=NOT_IN_FILES)
    # Or seems so: if it does a second time, the run ends as if told to
    allocation_is_over: bool = field(default=False, metadata=NOT_IN_FILES)
    # In a call of MPI that is not the interface's: only if it does so twice
    stopped_outside: bool = field(default=False, metadata=NOT_IN_FILES)
    # Which may be the fork's fault: it must be tried by itself
    died_in_nursery: bool = field(default=False, metadata=NOT_IN_FILES)
    notes: list[str] = field(default_factory=list)  # e.g. "teardown: SIGSEGV in MPI_Finalize"
    # Of what did not end in time, where they could be had
    stacks: list[ThreadStack] = field(default_factory=list)
    output: str = ""  # stdout and stderr: bounded head and tail
    output_lost: int = 0  # bytes of output that were not kept
    np: int = 1
    seed: int = 0
    repro: Optional[Repro] = None  # nothing: not asked for, or nothing to show
    expected: Optional[bool] = None  # what the gate says; nothing: the run has no gate
    known: Optional[KnownDeviation] = None  # the entry that speaks of this test, met or not


@dataclass
class Counts:
    """How many objects the target exposes."""

    cvars: int = 0
    pvars: int = 0
    categories: int = 0
    enums: int = 0
    events: int = 0
    sources: int = 0


@dataclass
class NamedObject:
    """An object of a target, as far as two targets are compared by it."""

    kind: str  # "cvar", "pvar", "category", "enum", "event" or "source"
    name: str
    type: dict[str, str] = field(default_factory=dict)  # e.g. "datatype" -> "MPI_INT"
    desc: str = ""  # how it begins


@dataclass
class TargetResult:
    name: str = ""  # unique within a report
    library_version: str = ""
    mpi_version: str = ""
    tree: str = ""  # as the user named it
    # Nothing if the inventory could not be taken; `notes` then says why
    counts: Optional[Counts] = None
    seconds: float = 0
    notes: list[str] = field(default_factory=list)
    inventory: list[NamedObject] = field(default_factory=list)  # empty if it could not be taken
    grid: Optional[Grid] = None  # nothing: no test of the grid was run there
    # Nothing: the tree has no such program, or it was not asked for
    preflight: Optional[Preflight] = None


@dataclass
class ClauseResult:
    """One clause of the catalogue and how each target kept it."""

    id: str
    level: str = ""
    area: str = ""
    rule: str = ""
    observe: str = ""
    note: str = ""
    since: str = ""  # first MPI version with the rule
    until: str = ""  # first MPI version without it
    section: dict[str, str] = field(default_factory=dict)  # MPI version -> where it is
    functions: list[str] = field(default_factory=list)
    untested: str = ""  # why no test exists; "" if one does or should
    tests: list[str] = field(default_factory=list)  # names of the tests that cite it
    # Target -> verdict; no entry: no test of it was run there
    verdicts: dict[str, Verdict] = field(default_factory=dict)


@dataclass
class Header:
    tool: str = "mpitcheck"
    version: str = ""
    started: str = ""  # ISO 8601, UTC
    command: list[str] = field(default_factory=list)
    system: str = ""  # operating system and architecture, no host name; in report.json host.system
    cores: int = 0  # in report.json host.cores


# Ways in which results and expectations differ; each fails the gate. unexpected-failure breaks a
# `must` without an entry, or is worse than its entry says; improvement deviates, but less than the
# entry says; stale entries speak of no test, too-wide ones of too many.
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
    """One difference between results and expectations, and how to settle it."""

    problem: str = "unexpected-failure"
    target: str = ""  # empty: the entry itself is at fault; as `test`
    test: str = ""
    source: str = ""  # where the entry is; empty: there is none
    message: str = ""
    advice: str = ""  # what to do with `line`
    line: str = ""  # of an expectations file


@dataclass
class GateFile:
    """An expectations file and the targets that it speaks of."""

    path: str = ""
    library: str = ""
    version: str = ""
    targets: list[str] = field(default_factory=list)


@dataclass
class GateResult:
    files: list[GateFile] = field(default_factory=list)
    known: int = 0  # deviations that are as the files say
    findings: list[GateFinding] = field(default_factory=list)


@dataclass
class TestName:
    target: str
    test: str


@dataclass
class Footer:
    complete: bool = False  # every selected test has run
    interrupted: bool = False  # ended by the user or killed: the report holds what was done
    missing: list[TestName] = field(default_factory=list)  # selected tests that have not run
    finished: str = ""  # ISO 8601, UTC
    seconds: float = 0


@dataclass
class Sighting:
    """A finding on one target."""

    target: str
    verdict: Verdict = Verdict.fail  # the worst that its offences came to
    # What expectations say: "known" (all of its tests deviate as is expected), "new", or nothing
    standing: str = ""
    # Places in RunReport.tests, the most telling first; names in report.json
    tests: list[int] = field(default_factory=list)
    # What its offences are about: the first of them
    objects: list[str] = field(default_factory=list)
    more_objects: int = 0  # how many more there are
    program: bool = False  # the C program of the first test shows this, nothing else
    # One per clause, first that of the first test
    examples: list[Failure] = field(default_factory=list)
    rests_on: str = ""  # the id of the finding that it follows from on this target


@dataclass
class Finding:
    """Offences that have one cause, counted once however many tests and clauses show it."""

    id: str = ""  # e.g. "F-3fa2c1": of the cause, the same in every report
    line: str = ""  # which function, what was expected, what came
    level: str = ""  # the strictest of its clauses
    verdict: Verdict = Verdict.fail  # the worst of its sightings
    clauses: list[str] = field(default_factory=list)
    sightings: list[Sighting] = field(default_factory=list)  # in the order of the targets

    @property
    def is_consequence(self) -> bool:
        """It follows from others wherever it was seen, and is not counted."""
        return bool(self.sightings) and all(sighting.rests_on for sighting in self.sightings)


@dataclass
class RunReport:
    header: Header = field(default_factory=Header)
    targets: list[TargetResult] = field(default_factory=list)
    clauses: list[ClauseResult] = field(default_factory=list)  # the whole catalogue, in its order
    # In the order of the targets and their manifests
    tests: list[TestResult] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)  # those that ask for a look first
    gate: Optional[GateResult] = None  # nothing: the run was given no expectations
    exit_code: int = 0
    footer: Footer = field(default_factory=Footer)

    @property
    def counted_findings(self) -> list[Finding]:
        """Those that follow from no other one."""
        return [finding for finding in self.findings if not finding.is_consequence]

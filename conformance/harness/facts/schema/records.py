# SPDX-License-Identifier: BSD-3-Clause
"""The words and records that tests and the runner exchange.

In C++, names in capitals are constants, Words are enumerations, each entry of RELATIONS is a
Relation, and Records are structs with their JSON forms.
"""
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple, Optional

from .form import IF_SET, Record, Words

CODE_OUTPUT = "code"  # the output that stands for the code that a call returns
MPI_HEADER = "mpi.h"  # stands for the function in facts about constants
ALL_HANDLES = "MPI_T_PVAR_ALL_HANDLES"
# In place of frames: the stack was read, and the library is not on it
NO_LIBRARY_FRAME = "(none of the library)"
MOST_SHOWN = 8  # of the wanted values, in texts for people
NO_OBJECT = -1  # an object's number: the call is about no object, or about any object
ALL_OF_SESSION = -2  # an object's number: the call is about MPI_T_PVAR_ALL_HANDLES
NEVER_RETURNS = "hang"  # how a call ends that hangs
# Environment variables of test programs: the list of calls to skip, the results of the preflight,
# the time limit in seconds
QUARANTINE_VARIABLE = "MPITCHECK_QUARANTINE"
HABITS_VARIABLE = "MPITCHECK_HABITS"
TIME_LIMIT_VARIABLE = "MPITCHECK_TIME_LIMIT"


class Verdict(Words):
    """The verdict of a test, or of a clause on a target, in ascending severity.

    Of several verdicts the last one counts. `vacuous` and `not_applicable` are below `good`,
    because one rank or test that examined something is enough.
    """

    # The target's MPI version, the number of processes or an optional feature rules it out
    not_applicable = 0
    vacuous = 1  # nothing to examine was found; `missing` names what
    # The evidence was cut off, or the process progressed too slowly to end: no statement
    inconclusive = 2
    good = 3  # its word is "pass", a keyword of Python
    quality = 4  # deviates where the standard lets a library skip the check
    warn = 5  # a broken `should`
    # A fault of the suite, or evidence that cannot be trusted: no statement about the target
    error = 6
    fail = 7
    early_exit = 8  # ended without a verdict, even with exit code 0
    timeout = 9  # stuck: no progress, although the machine gave it time
    crash = 10

    @property
    def word(self) -> str:
        return "pass" if self is Verdict.good else super().word

    @classmethod
    def named(cls, word: object) -> "Optional[Verdict]":
        return cls.good if word == "pass" else None if word == "good" else super().named(word)


class RecordKind(Words):
    """The member `record` of a line of a result file."""

    begin = 0
    failure = 1
    behaviour = 2
    end = 3
    closed = 4


class Wording(NamedTuple):
    """How texts for people express a relation: around the wanted values, or in place of them."""

    before: str = ""
    after: str = ""
    whole: str = ""


# The relations that an answer should have to the wanted values
RELATIONS = {
    "one-of": Wording(),  # any of them
    "none-of": Wording(before="not "),
    "at-least": Wording(after=" or more"),  # the first of them
    "at-most": Wording(after=" or less"),
    "above": Wording(before="more than "),
    "below": Wording(before="less than "),
    # mpi.h declares the name `output`; there are no wanted values
    "declared": Wording(whole="declared by mpi.h"),
    # The call returns; there are no wanted values
    "survives": Wording(whole="the process survives"),
    # What the wanted value describes in words, as in a kind of name; no program can compare it
    "is": Wording(),
}
Relation = Annotated[str, tuple(RELATIONS)]
Int = Annotated[int, range(-(2**31), 2**31)]
Count = Annotated[int, range(2**31)]


@dataclass
class Answer(Record):
    """Where a value comes from.

    `output` is the parameter ("name_len"), an element of an array ("indices[2]"), the length of a
    text ("strlen(name)"), the number of elements of a buffer up to the last one written
    ("extent(buf)"), an element that no program can name ("buf[*]"), any of these plus a number
    ("num - 1"), or "code". No reproducer is made for other outputs ("bytes printed", "gain").
    """

    function: str  # "MPI_T_cvar_get_info"
    output: str
    # Which object it is about (its index), if another one
    number: Optional[Int] = field(default=None, metadata=IF_SET)
    value: str = ""  # the answer; empty: the first of `wanted`
    minus: bool = False  # is subtracted from the others
    later: bool = False  # was obtained after the answer that is judged


@dataclass
class Condition(Record):
    """An answer that an object must have so that a rule applies to it."""

    function: str
    output: str
    value: str


@dataclass
class Fact(Record):
    """One answer, and the values that it should have had."""

    # As in Answer, or MPI_HEADER. Empty stands for the last function that was called, or with the
    # relation "is" for none.
    function: str
    output: str  # as in Answer; the name of a constant; empty with "survives"
    relation: Relation
    wanted: list[str]  # in C syntax: numbers, names of constants, "texts"
    # In C syntax. With "survives", how the process ended ("SIGSEGV", "exit code 1", "no end").
    seen: str
    # The first of `wanted` is the sum of these answers or arguments, in the order of their calls,
    # and of `slack`, a signed number. If there are none, the rule names the value or the test chose
    # it.
    sources: list[Answer] = field(default_factory=list, metadata=IF_SET)
    slack: str = field(default="", metadata=IF_SET)
    # The rule applies to objects with this answer, e.g. counters. With "survives": the call was
    # about all handles at once.
    given: Optional[Condition] = field(default=None, metadata=IF_SET)
    # Which object the call was about (its index), if it was not the last call of its function
    number: Optional[Int] = field(default=None, metadata=IF_SET)
    # Frames of the library where a fault ended the process, innermost first:
    # "libmpi.so.40+0x8a2b0 symbol+0x1c". Frames in parentheses are about the stack or its thread.
    frames: list[str] = field(default_factory=list, metadata=IF_SET)
    # With "survives", if no call was in progress and the frames name the function: the last call
    # that returned
    after: str = field(default="", metadata=IF_SET)

    def compares_with_before(self) -> bool:
        """Returns whether the wanted value is one that the same call returned at another time."""
        return (
            len(self.sources) == 1
            and (self.sources[0].function, self.sources[0].output) == (self.function, self.output)
            and self.sources[0].number is None
            and not self.sources[0].value
        )


@dataclass
class Offence(Record):
    """A broken clause. Programs read its Fact, never the texts for people."""

    clause: str
    subject: str = ""  # the variable or object concerned
    expected: str = ""  # for people, like `actual`
    actual: str = ""
    phase: str = ""  # e.g. "before MPI_Init"; may be empty
    # The last calls before it, with arguments and codes
    calls: list[str] = field(default_factory=list)
    crash: bool = False  # a forked child of the test died of it
    fact: Optional[Fact] = None  # None: the rule does not compare one answer


@dataclass
class Behaviour(Record):
    """A choice of the target where the standard allows several; not a fault."""

    clause: str
    key: str
    value: str


@dataclass
class BeginRecord(Record):
    """The start of a test in one of its processes."""

    test: str
    rank: Count
    np: Count
    pid: Count = 0  # 0: unknown
    seed: int = 0
    mpi_version: str = ""


@dataclass
class TallyRecord(Record):
    """How much of a clause a process examined."""

    id: str
    examined: int
    offenders: int


@dataclass
class GridRecord(Record):
    """The outcomes of the cells of a state: a word by "FUNCTION/CLASS"."""

    state: str
    cells: dict[str, str]


@dataclass
class EndRecord(Record):
    """The verdict of one process. `crash` means that a process which it had forked has crashed."""

    verdict: Verdict
    message: str = ""
    missing: str = ""
    # Calls that it skipped: see conformance/harness/calls/quarantine.hpp
    left_out: list[str] = field(default_factory=list)
    # Ends of its forked processes that are not charged to MPI_T: see calls/blame.hpp
    lost: list[str] = field(default_factory=list)
    seconds: float = 0
    clauses: list[TallyRecord] = field(default_factory=list)
    codes: dict[str, list[str]] = field(default_factory=dict)  # by function
    metrics: dict[str, str] = field(default_factory=dict)
    grid: Optional[GridRecord] = field(default=None, metadata=IF_SET)  # None: the test has none

# SPDX-License-Identifier: BSD-3-Clause
"""Reads what the processes of a test left in their result directory.

A broken target may have written any byte. parse_records(), parse_progress(), read_progress() and
read_evidence() do not raise because of the content, do not wait for it, and read a bounded amount.
conformance/harness/facts/protocol.hpp defines the formats.
"""
import io
import os
import stat
import struct
from dataclasses import dataclass, field
from typing import Optional, TypeVar

from mpitcheck.judge import strict_json
from mpitcheck.judge.data import Invalid, JsonObject, from_data
from mpitcheck.judge.grid import Outcome, read_grid
from mpitcheck.judge.model import Behaviour, Examination, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.process.text import decode

T = TypeVar("T")

_MOST_BYTES = 16 << 20  # of one result file
_MOST_FAILURES = 1000  # kept per rank; the harness writes a few per clause

PROGRESS_MAGIC = b"MPITCHK1"
RING_ENTRIES = 32
_RING_TEXT = 192
TALLY = struct.Struct("48sQQ")
_TALLIES = 160
# magic, in_call, calls, steps, tool_used, phase, clause, call, frames, ring, codes, tallies.
# "0Q" aligns the tallies like their numbers.
PAGE = struct.Struct(
    f"8sIIII64s128s512s768s{RING_ENTRIES * _RING_TEXT}s{RING_ENTRIES * 4}s0Q"
    f"{_TALLIES * TALLY.size}s"
)


@dataclass
class End:
    """The `end` record of one rank.

    A verdict `crash` means that a process which the test had forked has crashed.
    """

    verdict: Verdict = Verdict.error
    message: str = ""
    missing: str = ""
    # Calls that it skipped: see conformance/harness/calls/quarantine.hpp
    left_out: list[str] = field(default_factory=list)
    # Ends of its forked processes that are not charged to MPI_T: see calls/blame.hpp
    lost: list[str] = field(default_factory=list)
    examinations: list[Examination] = field(default_factory=list)
    codes: dict[str, list[str]] = field(default_factory=dict)
    metrics: dict[str, str] = field(default_factory=dict)
    # A state and its cells; None: the test has no grid
    grid: Optional[tuple[str, dict[str, Outcome]]] = None


@dataclass
class LastSeen:
    """The content of the progress page of one rank."""

    in_call: bool = False
    phase: str = ""
    clause: str = ""  # under examination; may be empty
    call: str = ""  # the call in progress, or the last one
    calls: list[str] = field(default_factory=list)  # finished calls, oldest first
    examinations: list[Examination] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)  # like those of a Fact
    tool_used: bool = False  # the process has called a function of MPI_T


@dataclass
class RankEvidence:
    """Everything that one rank left behind."""

    has_file: bool = False
    begins: int = 0
    np: int = 0  # from its `begin` record
    pid: int = 0  # likewise; 0: unknown
    mpi_version: str = ""
    # Level, rule and section are not yet filled in
    failures: list[Failure] = field(default_factory=list)
    behaviours: list[Behaviour] = field(default_factory=list)
    end: Optional[End] = None
    closed: bool = False
    # The last line is incomplete: the process ended, or was ended, while it wrote it
    cut_short: bool = False
    defect: str = ""  # the first violation of the format
    progress: Optional[LastSeen] = None


@dataclass
class Evidence:
    """The evidence of one test: one entry per rank, and unexpected files."""

    ranks: list[RankEvidence] = field(default_factory=list)
    stray: str = ""  # a result file of a rank that should not exist


class _BadRecord(Exception):
    """A record is well-formed JSON but violates the protocol."""


def _member(record: JsonObject, key: str, kind: type[T], *default: T) -> T:
    """Returns a member of a record, or the default if it is missing.

    Raises Invalid if the member has another type, or is missing and has no default.
    """
    return default[0] if default and key not in record else from_data(kind, record.get(key), key)


def _grid(record: JsonObject) -> Optional[tuple[str, dict[str, Outcome]]]:
    try:
        return read_grid(record["grid"]) if "grid" in record else None
    except Invalid as problem:
        raise _BadRecord(str(problem)) from None


def _end(record: JsonObject) -> End:
    verdict = Verdict.named(_member(record, "verdict", str))
    if verdict is None or verdict in (Verdict.early_exit, Verdict.timeout):
        raise _BadRecord("not a verdict that a test can give")
    missing = record.get("missing")
    if not isinstance(missing, str):
        missing = "" if missing is None else "; ".join(from_data(list[str], missing, "missing"))
    clauses: list[JsonObject] = _member(record, "clauses", list[JsonObject], [])
    examinations = [
        Examination(
            _member(each, "id", str),
            _member(each, "examined", int),
            _member(each, "offenders", int),
        )
        for each in clauses
    ]
    return End(
        verdict,
        _member(record, "message", str, ""),
        missing,
        _member(record, "left_out", list[str], []),
        _member(record, "lost", list[str], []),
        examinations,
        _member(record, "codes", dict[str, list[str]], {}),
        _member(record, "metrics", dict[str, str], {}),
        _grid(record),
    )


def _failure(record: JsonObject, rank: int) -> Failure:
    """Converts a record; ignores members that only the runner may set."""
    failure = Failure.from_data(
        {
            key: value
            for key, value in record.items()
            if key not in ("level", "rule", "section", "rank")
        }
    )
    failure.rank = rank
    return failure


def _require(record: JsonObject, key: str, wanted: object, otherwise: str) -> None:
    if key not in from_data(JsonObject, record):
        raise Invalid(f"{key} is missing")
    if record[key] != wanted or isinstance(record[key], bool):
        raise _BadRecord(otherwise)


def _add_record(
    evidence: RankEvidence, record: JsonObject, nonce: str, test: str, rank: int
) -> None:
    _require(record, "nonce", nonce, "wrong nonce")
    kind = _member(record, "record", str)
    if kind == "begin":
        _require(record, "test", test, "record of another test")
        _require(record, "rank", rank, "record of another rank")
        evidence.np = _member(record, "np", int)
        evidence.pid = _member(record, "pid", int, 0)
        evidence.mpi_version = _member(record, "mpi_version", str, "")
        evidence.begins += 1
    elif evidence.begins == 0:
        raise _BadRecord(f"'{kind}' before 'begin'")
    elif kind == "closed":
        if evidence.end is None or evidence.closed:
            raise _BadRecord("'closed' without one 'end'")
        evidence.closed = True
    elif evidence.end:
        raise _BadRecord(f"'{kind}' after 'end'")
    elif kind == "failure":
        if len(evidence.failures) < _MOST_FAILURES:
            evidence.failures.append(_failure(record, rank))
    elif kind == "behaviour":
        evidence.behaviours.append(
            Behaviour(*(_member(record, key, str) for key in ("clause", "key", "value")))
        )
    elif kind == "end":
        evidence.end = _end(record)
    else:
        raise _BadRecord("unknown kind of record")


def parse_records(content: bytes, nonce: str, test: str, rank: int) -> RankEvidence:
    """Parses the records of one rank, up to the first defect.

    `nonce`, `test` and `rank` are the values that the records must contain.
    """
    evidence = RankEvidence(has_file=True)
    if len(content) > _MOST_BYTES:
        evidence.defect = f"{rank}.jsonl is larger than {_MOST_BYTES >> 20} MiB"
        return evidence
    for number, line in enumerate(io.BytesIO(content), start=1):
        if not line.endswith(b"\n"):
            evidence.cut_short = True
            break
        try:
            _add_record(evidence, strict_json.parse(line), nonce, test, rank)
        except _BadRecord as problem:
            evidence.defect = f"{rank}.jsonl line {number}: {problem}"
            break
        except ValueError:
            evidence.defect = f"{rank}.jsonl line {number} is not a record"
            break
    return evidence


def _text(data: bytes) -> str:
    """Decodes a text of a progress page, which ends with NUL or with `data`."""
    return decode(data.partition(b"\0")[0])


def parse_progress(data: bytes) -> Optional[LastSeen]:
    """Parses a progress page; returns None if `data` is not one."""
    if len(data) != PAGE.size:
        return None
    (
        magic,
        in_call,
        calls,
        _,
        tool_used,
        phase,
        clause,
        call,
        frames,
        ring,
        _,
        tallies,
    ) = PAGE.unpack(data)
    if magic != PROGRESS_MAGIC:
        return None
    progress = LastSeen(
        in_call == 1,
        _text(phase),
        _text(clause),
        _text(call),
        frames=_text(frames).splitlines(),
        tool_used=tool_used == 1,
    )
    for examined_clause, examined, offenders in TALLY.iter_unpack(tallies):
        if examined_clause.startswith(b"\0"):
            break
        progress.examinations.append(Examination(_text(examined_clause), examined, offenders))
    finished = calls - (1 if progress.in_call and calls > 0 else 0)
    for entry in range(finished - min(finished, RING_ENTRIES), finished):
        at = entry % RING_ENTRIES * _RING_TEXT
        progress.calls += filter(None, [_text(ring[at : at + _RING_TEXT])])
    return progress


def _read_bounded(path: str) -> Optional[bytes]:
    """Returns the content of a regular file, at most _MOST_BYTES + 1; None if there is none.

    Never follows a link or waits for a FIFO. Returns b"" if reading fails.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            return None
        with open(file, "rb", closefd=False) as reader:
            return reader.read(_MOST_BYTES + 1)
    except OSError:
        return b""
    finally:
        os.close(file)


def read_progress(directory: str, rank: int) -> Optional[LastSeen]:
    """Returns the content of the progress page of a rank; None if there is none."""
    page = _read_bounded(os.path.join(directory, f"{rank}.progress"))
    return None if page is None else parse_progress(page)


def _stray(directory: str, np: int) -> str:
    expected = {str(rank) for rank in range(np)}
    stray = ""
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                stem, dot, suffix = entry.name.rpartition(".")
                if stem and dot + suffix == ".jsonl" and stem not in expected:
                    stray = entry.name
    except OSError:
        pass
    return stray


def read_evidence(directory: str, np: int, nonce: str, test: str) -> Evidence:
    """Reads the result directory of a test with `np` ranks."""
    evidence = Evidence(stray=_stray(directory, np))
    for rank in range(np):
        records = _read_bounded(os.path.join(directory, f"{rank}.jsonl"))
        found = RankEvidence() if records is None else parse_records(records, nonce, test, rank)
        found.progress = read_progress(directory, rank)
        evidence.ranks.append(found)
    return evidence

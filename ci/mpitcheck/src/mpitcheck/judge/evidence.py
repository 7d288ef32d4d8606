# SPDX-License-Identifier: BSD-3-Clause
"""Reads what the processes of a test left in their result directory.

A broken target may have written any byte. parse_records(), parse_progress(), read_progress() and
read_evidence() do not raise because of the content, do not wait for it, and read a bounded amount.
mpitcheck.schema defines the formats.
"""
import ctypes
import io
import os
import stat
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge import strict_json
from mpitcheck.judge.data import Invalid, JsonObject, from_data
from mpitcheck.judge.grid import Outcome, read_grid
from mpitcheck.judge.model import Behaviour, Examination, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.process.text import decode
from mpitcheck.schema.progress_page import PROGRESS_MAGIC, RING_ENTRIES, ProgressPage
from mpitcheck.schema.records import BeginRecord, EndRecord, GridRecord, RecordKind

_MOST_BYTES = 16 << 20  # of one result file
_MOST_FAILURES = 1000  # kept per rank; the harness writes a few per clause


@dataclass
class End:
    """The end of one rank; see EndRecord."""

    verdict: Verdict = Verdict.error
    message: str = ""
    missing: str = ""
    left_out: list[str] = field(default_factory=list)
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


def _end(record: JsonObject) -> End:
    try:
        given = "grid" in record
        grid = read_grid(from_data(GridRecord, record["grid"], "grid")) if given else None
    except Invalid as problem:
        raise _BadRecord(str(problem)) from None
    end = from_data(EndRecord, record)
    if end.verdict in (Verdict.early_exit, Verdict.timeout):
        raise _BadRecord("not a verdict that a test can give")
    return End(
        end.verdict,
        end.message,
        end.missing,
        end.left_out,
        end.lost,
        [Examination(each.id, each.examined, each.offenders) for each in end.clauses],
        end.codes,
        end.metrics,
        grid,
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


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise _BadRecord(otherwise)


def _add_record(
    evidence: RankEvidence, record: JsonObject, nonce: str, test: str, rank: int
) -> None:
    _require(from_data(str, record.get("nonce"), "nonce") == nonce, "wrong nonce")
    word = from_data(str, record.get("record"), "record")
    kind = RecordKind.named(word)
    if kind is None:
        raise _BadRecord("unknown kind of record")
    if kind is RecordKind.begin:
        begin = from_data(BeginRecord, record)
        _require(begin.test == test, "record of another test")
        _require(begin.rank == rank, "record of another rank")
        evidence.np, evidence.pid, evidence.mpi_version = begin.np, begin.pid, begin.mpi_version
        evidence.begins += 1
        return
    _require(evidence.begins > 0, f"'{word}' before 'begin'")
    if kind is RecordKind.closed:
        _require(evidence.end is not None and not evidence.closed, "'closed' without one 'end'")
        evidence.closed = True
        return
    _require(evidence.end is None, f"'{word}' after 'end'")
    if kind is RecordKind.failure:
        if len(evidence.failures) < _MOST_FAILURES:
            evidence.failures.append(_failure(record, rank))
    elif kind is RecordKind.behaviour:
        evidence.behaviours.append(from_data(Behaviour, record))
    else:
        evidence.end = _end(record)


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
            _add_record(evidence, from_data(JsonObject, strict_json.parse(line)), nonce, test, rank)
        except _BadRecord as problem:
            evidence.defect = f"{rank}.jsonl line {number}: {problem}"
            break
        except ValueError:
            evidence.defect = f"{rank}.jsonl line {number} is not a record"
            break
    return evidence


def parse_progress(data: bytes) -> Optional[LastSeen]:
    """Parses a progress page; returns None if `data` is not one."""
    if len(data) != ctypes.sizeof(ProgressPage):
        return None
    page = ProgressPage.from_buffer_copy(data)
    if bytes(page.magic) != PROGRESS_MAGIC:
        return None
    progress = LastSeen(
        page.in_call == 1,
        decode(page.phase),
        decode(page.clause),
        decode(page.call),
        frames=decode(page.frames).splitlines(),
        tool_used=page.tool_used == 1,
    )
    for tally in page.tallies:
        if not tally.clause:
            break
        progress.examinations.append(
            Examination(decode(tally.clause), tally.examined, tally.offenders)
        )
    finished = page.calls - (1 if progress.in_call and page.calls > 0 else 0)
    for entry in range(finished - min(finished, RING_ENTRIES), finished):
        progress.calls += filter(None, [decode(page.ring[entry % RING_ENTRIES].value)])
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

# SPDX-License-Identifier: BSD-3-Clause
"""Reading of result records, progress pages and result directories."""
import ctypes
import json
import os

import pytest

from mpitcheck.judge import strict_json
from mpitcheck.judge.evidence import parse_progress, parse_records, read_evidence
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.results import lost_notes
from mpitcheck.schema.progress_page import PROGRESS_MAGIC, RING_ENTRIES, ProgressPage


def line(**record):
    return json.dumps({"nonce": "ab", **record}).encode() + b"\n"


BEGIN = line(record="begin", test="t", rank=0, np=1, mpi_version="4.0")
END = line(
    record="end",
    verdict="pass",
    message="m",
    missing="a; b",
    clauses=[{"id": "c", "examined": 2, "offenders": 0}],
    codes={"f": ["MPI_SUCCESS"]},
)
CLOSED = line(record="closed")


def parse(content):
    return parse_records(content, "ab", "t", 0)


def test_complete_records_are_read():
    failure = {
        "clause": "c",
        "subject": "s",
        "expected": "e",
        "actual": "a",
        "calls": ["x"],
        "phase": "p",
    }
    pretended = {"rank": "x", "level": 1, "rule": "r", "section": "s"}
    evidence = parse(
        BEGIN
        + line(record="failure", **failure, **pretended)
        + line(record="behaviour", clause="c", key="k", value="v")
        + END
        + CLOSED
    )
    assert (evidence.defect, evidence.begins, evidence.closed, evidence.cut_short) == (
        "",
        1,
        True,
        False,
    )
    assert (len(evidence.failures), len(evidence.behaviours)) == (1, 1)
    assert evidence.failures[0].calls == ["x"]
    assert (evidence.failures[0].rank, evidence.failures[0].level, evidence.failures[0].rule) == (
        0,
        "",
        "",
    )
    assert (evidence.end.verdict, evidence.end.missing) == (Verdict.good, "a; b")
    assert evidence.end.examinations == [Examination("c", 2, 0)]


@pytest.mark.parametrize(
    "bad",
    [
        b"garbage\n",
        b"\n",
        b"[]\n",
        b"{}\n",
        line(record="end", verdict="timeout"),
        line(record="end", verdict="great"),
        line(record="end", verdict="pass", clauses=[{"id": 1}]),
        line(record="closed"),
        line(record="other"),
        line(record="failure"),
        line(record="failure", nonce="xx", clause="c"),
        b"\0\0\0\n",
        pytest.param(b"[" * 1000000 + b"\n", id="deeply nested"),
        line(record="end", verdict=True),
        line(record="end", verdict="pass", message=None),
        line(
            record="end",
            verdict="pass",
            clauses=[{"id": "c", "examined": -1, "offenders": 2**70}],
        ),
        line(record="failure", clause="c", fact={"relation": "one-of"}),
    ],
    ids=repr,
)
def test_foreign_records_are_found(bad):
    evidence = parse(BEGIN + bad + END)
    assert "line 2" in evidence.defect
    assert evidence.end is None, "nothing after a defect is believed"


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(END, id="end before begin"),
        pytest.param(BEGIN + END + END, id="two ends"),
        pytest.param(BEGIN + END + CLOSED + CLOSED, id="closed twice"),
    ],
)
def test_records_in_the_wrong_order_are_found(content):
    assert parse(content).defect != ""


@pytest.mark.parametrize("test, rank", [("u", 0), ("t", 1)], ids=["another test", "another rank"])
def test_records_of_another_process_are_found(test, rank):
    assert parse_records(BEGIN, "ab", test, rank).defect != ""


def test_every_truncation_is_noticed():
    whole = BEGIN + END + CLOSED
    for length in range(len(whole)):
        evidence = parse(whole[:length])
        between_lines = length == 0 or whole[length - 1 : length] == b"\n"
        assert (evidence.defect, evidence.closed, evidence.cut_short) == (
            "",
            False,
            not between_lines,
        ), length


def test_records_are_bounded():
    assert len(parse(BEGIN + line(record="failure", clause="c") * 1100).failures) == 1000
    assert parse(b"x" * ((16 << 20) + 1)).defect == "0.jsonl is larger than 16 MiB"


def test_strict_json_is_accepted():
    assert strict_json.parse(b'\xef\xbb\xbf{"a": [1, 2.5, "\\ud83d\\ude42 \\\\ud800"]}') == {
        "a": [1, 2.5, "\U0001f642 \\ud800"]
    }


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nan",
        b"NaN",
        b"[-Infinity]",
        b"1e999",
        pytest.param(b"1" * 5000, id="5000 digits"),
        b'"\\ud800"',
        b'"\\ude42\\ud83d"',
        b'"\xff"',
        b'"\xed\xa0\x80"',
        b"{} {}",
        b'"\n"',
        pytest.param(b"[" * 100000, id="deeply nested"),
    ],
    ids=repr,
)
def test_other_json_is_refused(content):
    with pytest.raises(ValueError):
        strict_json.parse(content)


def page(in_call=0, calls=0, clause="", call="", ring=(), tallies=(), frames=""):
    made = ProgressPage(
        tuple(PROGRESS_MAGIC),
        in_call,
        calls,
        tool_used=1,
        clause=clause.encode(),
        call=call.encode(),
        frames=frames.encode(),
    )
    for slot, text in zip(made.ring, ring):
        slot.value = text.encode()
    for i, (name, examined, offenders) in enumerate(tallies):
        made.tallies[i] = (name.encode(), examined, offenders)
    return bytes(made)


def test_losses_are_reported_once_per_target():
    tests = [
        TestResult(
            target,
            lost=[f"X ends the process (SIGSEGV; no MPI_T call in progress), after {call} returned"]
            * 2,
        )
        for target, call in (("a", "MPI_T_x"), ("a", "MPI_T_y"), ("b", "MPI_T_x"))
    ]
    assert lost_notes(tests, "a") == [
        "X ends the process (SIGSEGV; no MPI_T call in progress): 2 tests could"
        " not examine everything"
    ]
    assert lost_notes(tests, "b") == [
        "X ends the process (SIGSEGV; no MPI_T call in progress): 1 test could"
        " not examine everything"
    ]


def test_a_page_contains_the_call_and_the_ring_in_order():
    calls = RING_ENTRIES + 3  # the last one is in progress
    ring = {i % RING_ENTRIES: f"call {i}" for i in range(calls - 1)}
    seen = parse_progress(
        page(
            1,
            calls,
            "c",
            "now",
            [ring[i] for i in range(RING_ENTRIES)],
            [("c", 3, 1), ("", 9, 9), ("d", 9, 9)],
            "a\nb\n",
        )
    )
    assert seen.frames == ["a", "b"]
    assert (seen.in_call, seen.clause, seen.call, len(seen.calls)) == (
        True,
        "c",
        "now",
        RING_ENTRIES,
    )
    assert (seen.calls[0], seen.calls[-1]) == ("call 2", f"call {RING_ENTRIES + 1}")
    assert seen.examinations == [Examination("c", 3, 1)]


def test_arbitrary_pages_are_read():
    size = ctypes.sizeof(ProgressPage)
    for data in (b"", bytes(size), b"\xff" * size):
        assert parse_progress(data) is None
    seen = parse_progress(PROGRESS_MAGIC + b"\xff" * (size - len(PROGRESS_MAGIC)))
    # texts without an end, a call count of 2^32 - 1
    assert (seen.in_call, len(seen.calls), len(seen.clause)) == (False, RING_ENTRIES, 128)


def read(folder, np=2):
    return read_evidence(str(folder), np, "ab", "t")


def test_files_of_ranks(tmp_path):
    (tmp_path / "0.jsonl").write_bytes(BEGIN + END + CLOSED)
    (tmp_path / "1.progress").write_bytes(page(1, 1, "c", "now"))
    evidence = read(tmp_path)
    assert evidence.ranks[0].closed
    assert (evidence.ranks[1].has_file, evidence.ranks[1].progress.call, evidence.stray) == (
        False,
        "now",
        "",
    )
    (tmp_path / "2.jsonl").write_bytes(b"")
    assert read(tmp_path).stray == "2.jsonl"
    assert read(tmp_path, 3).stray == ""
    assert read_evidence(str(tmp_path / "gone"), 1, "ab", "t").ranks[0].has_file is False


def test_malformed_file_names_are_ignored(tmp_path):
    os.mkfifo(tmp_path / "0.jsonl")
    (tmp_path / "0.progress").mkdir()
    (tmp_path / "elsewhere").write_bytes(BEGIN)
    (tmp_path / "1.jsonl").symlink_to("elsewhere")
    open_before = len(os.listdir("/proc/self/fd"))
    assert [rank.has_file for rank in read(tmp_path).ranks] == [False, False]
    assert len(os.listdir("/proc/self/fd")) == open_before

# SPDX-License-Identifier: BSD-3-Clause
"""Reading of result records, progress pages and result directories."""
import json
import os
import re
import struct
import tempfile
import unittest

from mpitcheck.judge import strict_json
from mpitcheck.judge.evidence import (
    PAGE,
    PROGRESS_MAGIC,
    RING_ENTRIES,
    TALLY,
    parse_progress,
    parse_records,
    read_evidence,
)
from mpitcheck.judge.model import Examination, TestResult, Verdict
from mpitcheck.judge.results import lost_notes
from mpitcheck.judge.selftests.sources import body, source

PROTOCOL = source("conformance/harness/facts/protocol.hpp")


def line(**record):
    return json.dumps({"nonce": "ab", **record}).encode() + b"\n"


BEGIN = line(record="begin", test="t", rank=0, np=1, mpi_version="4.0")
END = line(
    record="end",
    verdict="pass",
    message="m",
    missing=["a", "b"],
    clauses=[{"id": "c", "examined": 2, "offenders": 0}],
    codes={"f": ["MPI_SUCCESS"]},
)
CLOSED = line(record="closed")


def parse(content):
    return parse_records(content, "ab", "t", 0)


class Records(unittest.TestCase):
    def test_a_whole_account(self):
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
        self.assertEqual(
            (evidence.defect, evidence.begins, evidence.closed, evidence.cut_short),
            ("", 1, True, False),
        )
        self.assertEqual((len(evidence.failures), len(evidence.behaviours)), (1, 1))
        self.assertEqual(evidence.failures[0].calls, ["x"])
        self.assertEqual(
            (evidence.failures[0].rank, evidence.failures[0].level, evidence.failures[0].rule),
            (0, "", ""),
        )
        self.assertEqual((evidence.end.verdict, evidence.end.missing), (Verdict.good, "a; b"))
        self.assertEqual(evidence.end.examinations, [Examination("c", 2, 0)])

    def test_what_does_not_belong_is_found(self):
        for bad in (
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
            b"[" * 1000000 + b"\n",
            line(record="end", verdict=True),
            line(record="end", verdict="pass", message=None),
            line(
                record="end",
                verdict="pass",
                clauses=[{"id": "c", "examined": -1, "offenders": 2**70}],
            ),
            line(record="failure", clause="c", fact={"relation": "one-of"}),
        ):
            with self.subTest(bad[:60]):
                evidence = parse(BEGIN + bad + END)
                self.assertIn("line 2", evidence.defect)
                self.assertIsNone(evidence.end, "nothing after a defect is believed")
        for content, what in (
            (END, "end before begin"),
            (BEGIN + END + END, "two ends"),
            (BEGIN + END + CLOSED + CLOSED, "closed twice"),
        ):
            self.assertNotEqual(parse(content).defect, "", what)
        self.assertNotEqual(parse_records(BEGIN, "ab", "u", 0).defect, "", "another test")
        self.assertNotEqual(parse_records(BEGIN, "ab", "t", 1).defect, "", "another rank")

    def test_every_truncation_is_noticed(self):
        whole = BEGIN + END + CLOSED
        for length in range(len(whole)):
            evidence = parse(whole[:length])
            between_lines = length == 0 or whole[length - 1 : length] == b"\n"
            self.assertEqual(
                (evidence.defect, evidence.closed, evidence.cut_short),
                ("", False, not between_lines),
                length,
            )

    def test_what_is_kept_is_bounded(self):
        self.assertEqual(
            len(parse(BEGIN + line(record="failure", clause="c") * 1100).failures), 1000
        )
        self.assertEqual(parse(b"x" * ((16 << 20) + 1)).defect, "0.jsonl is larger than 16 MiB")


class StrictJson(unittest.TestCase):
    def test_what_it_takes(self):
        self.assertEqual(
            strict_json.parse(b'\xef\xbb\xbf{"a": [1, 2.5, "\\ud83d\\ude42 \\\\ud800"]}'),
            {"a": [1, 2.5, "\U0001f642 \\ud800"]},
        )

    def test_what_it_refuses(self):
        for content in (
            b"",
            b"nan",
            b"NaN",
            b"[-Infinity]",
            b"1e999",
            b"1" * 5000,
            b'"\\ud800"',
            b'"\\ude42\\ud83d"',
            b'"\xff"',
            b'"\xed\xa0\x80"',
            b"{} {}",
            b'"\n"',
            b"[" * 100000,
        ):
            with self.subTest(content[:20]), self.assertRaises(ValueError):
                strict_json.parse(content)


def places(layout):
    """(offset, size) of each member of a struct.Struct."""
    members = re.findall(r"\d*[a-zA-Z]", layout.format)
    ends = [struct.calcsize("".join(members[: i + 1])) for i in range(len(members))]
    sizes = map(struct.calcsize, members)
    return [(end - size, size) for end, size in zip(ends, sizes) if size]


def text(size, characters):
    return characters.encode().ljust(size, b"\0")


def page(in_call=0, calls=0, clause="", call="", ring=(), tallies=(), frames=""):
    ring_bytes = b"".join(text(192, each) for each in ring)
    return PAGE.pack(
        PROGRESS_MAGIC,
        in_call,
        calls,
        0,
        1,
        b"",
        clause.encode(),
        call.encode(),
        frames.encode(),
        ring_bytes,
        b"",
        b"".join(
            TALLY.pack(name.encode(), examined, offenders) for name, examined, offenders in tallies
        ),
    )


class Lost(unittest.TestCase):
    def test_is_told_once_of_each_target(self):
        tests = [
            TestResult(
                target,
                lost=[
                    "X ends the process (SIGSEGV; no MPI_T call in progress), after"
                    f" {call} returned"
                ]
                * 2,
            )
            for target, call in (("a", "MPI_T_x"), ("a", "MPI_T_y"), ("b", "MPI_T_x"))
        ]
        self.assertEqual(
            lost_notes(tests, "a"),
            [
                "X ends the process (SIGSEGV; no MPI_T call in progress): 2 tests lost something"
                " by it"
            ],
        )
        self.assertEqual(
            lost_notes(tests, "b"),
            [
                "X ends the process (SIGSEGV; no MPI_T call in progress): 1 test lost something"
                " by it"
            ],
        )


class Progress(unittest.TestCase):
    def test_call_and_ring_in_order(self):
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
        self.assertEqual(seen.frames, ["a", "b"])
        self.assertEqual(
            (seen.in_call, seen.clause, seen.call, len(seen.calls)),
            (True, "c", "now", RING_ENTRIES),
        )
        self.assertEqual((seen.calls[0], seen.calls[-1]), ("call 2", f"call {RING_ENTRIES + 1}"))
        self.assertEqual(seen.examinations, [Examination("c", 3, 1)])

    def test_any_bytes(self):
        for data in (b"", bytes(PAGE.size), b"\xff" * PAGE.size):
            self.assertIsNone(parse_progress(data))
        seen = parse_progress(PROGRESS_MAGIC + b"\xff" * (PAGE.size - len(PROGRESS_MAGIC)))
        # texts without an end, a call count of 2^32 - 1
        self.assertEqual(
            (seen.in_call, len(seen.calls), len(seen.clause)), (False, RING_ENTRIES, 128)
        )

    def test_the_layout_is_that_of_the_header(self):
        numbers = {
            name: int(value)
            for name, value in re.findall(r"constexpr std::size_t (\w+) = (\d+);", PROTOCOL)
        }
        self.assertEqual(numbers["ring_entries"], RING_ENTRIES)
        self.assertIn(f'progress_magic = "{PROGRESS_MAGIC.decode()}"', PROTOCOL)

        def layout(opening):
            """Name -> (offset, size) of each member of a struct, and the size of the whole."""
            members, end, widest = {}, 0, 1
            for kind, name, count in re.findall(
                r"^  ([\w:<>, ]+) (\w+)(?:\[(\w+)\])?;", body(PROTOCOL, opening), re.MULTILINE
            ):
                number, characters = re.search(r"int(\d+)_t", kind), re.search(r"(\d+)>", kind)
                if number:
                    size = alignment = int(number[1]) // 8
                elif characters:
                    size, alignment = int(characters[1]), 1
                else:
                    size, alignment = layout(f"struct {kind} {{")[1], 8
                end, widest = end + -end % alignment, max(alignment, widest)
                members[name] = (end, size * numbers[count] if count else size)
                end += members[name][1]
            return members, end + -end % widest

        for opening, names, ours in (
            ("struct PageTally {", "clause examined offenders", TALLY),
            (
                "struct ProgressPage {",
                "magic in_call calls steps tool_used phase clause call frames ring codes tallies",
                PAGE,
            ),
        ):
            members, size = layout(opening)
            self.assertEqual(
                (" ".join(members), list(members.values()), size), (names, places(ours), ours.size)
            )

    def test_the_records_are_those_of_the_header(self):
        kinds = re.findall(r'const char\* \w+ = "(\w+)"', PROTOCOL)
        self.assertEqual(kinds, ["begin", "failure", "behaviour", "end", "closed"])


class Directory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)

    def read(self, np=2):
        return read_evidence(self.folder, np, "ab", "t")

    def test_files_of_ranks(self):
        self.write("0.jsonl", BEGIN + END + CLOSED)
        self.write("1.progress", page(1, 1, "c", "now"))
        evidence = self.read()
        self.assertTrue(evidence.ranks[0].closed)
        self.assertEqual(
            (evidence.ranks[1].has_file, evidence.ranks[1].progress.call, evidence.stray),
            (False, "now", ""),
        )
        self.write("2.jsonl", b"")
        self.assertEqual(self.read().stray, "2.jsonl")
        self.assertEqual(self.read(3).stray, "")
        self.assertEqual(read_evidence(self.path("gone"), 1, "ab", "t").ranks[0].has_file, False)

    def test_what_is_no_file(self):
        os.mkfifo(self.path("0.jsonl"))
        os.mkdir(self.path("0.progress"))
        self.write("elsewhere", BEGIN)
        os.symlink("elsewhere", self.path("1.jsonl"))
        open_before = len(os.listdir("/proc/self/fd"))
        self.assertEqual([rank.has_file for rank in self.read().ranks], [False, False])
        self.assertEqual(len(os.listdir("/proc/self/fd")), open_before)


if __name__ == "__main__":
    unittest.main()

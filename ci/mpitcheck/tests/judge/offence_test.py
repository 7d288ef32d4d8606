# SPDX-License-Identifier: BSD-3-Clause
"""Facts: their words, for people and in files."""
import json

import pytest

from mpitcheck.judge.data import Invalid, from_data, to_data
from mpitcheck.judge.offence import (
    Failure,
    death_in,
    expected_text,
    frames_text,
    function_of,
    seen_text,
)
from mpitcheck.schema.records import CODE_OUTPUT, Answer, Condition, Fact, Offence
from tests.judge.sources import source


def fact(relation, wanted, seen="0", output=CODE_OUTPUT, **more):
    return Fact("MPI_T_x", output, relation, wanted, seen, **more)


def test_members_of_the_runner_come_last():
    assert list(Failure.__dataclass_fields__)[-4:] == ["level", "rule", "section", "rank"]


# Tests of the harness read the same file.
OFFENCES = source("conformance/harness/tests/offences.jsonl").splitlines()


@pytest.mark.parametrize("line", OFFENCES, ids=lambda line: json.loads(line)["expected"])
def test_records_agree_with_the_harness(line):
    offence = from_data(Offence, json.loads(line))
    assert (expected_text(offence.fact), seen_text(offence.fact)) == (
        offence.expected,
        offence.actual,
    )
    members = to_data(offence)
    assert json.dumps(members, sort_keys=True, separators=(",", ":")) == line


def test_function_of_a_call():
    assert function_of("MPI_T_x(1, 2)") == "MPI_T_x"
    assert function_of("MPI_T_x") == "MPI_T_x"


def test_the_address_of_a_crash_is_printed_as_text():
    end = death_in(
        "MPI_T_x(1)",
        "SIGSEGV",
        ["libmpi.so.40+0x1a", "libmpi.so.40+0x2b MPI_T_x+0x8c", "mca_y.so+0x3c y+0x1"],
    )
    assert (end.function, end.relation, end.given) == ("MPI_T_x", "survives", None)
    assert frames_text(end) == "libmpi.so.40: +0x1a < MPI_T_x+0x8c < mca_y.so: y+0x1"
    assert frames_text(death_in("", "SIGSEGV", [])) == ""


WHOLE = fact(
    "at-least",
    ["1", "2"],
    "0",
    "n",
    sources=[Answer("f", "o", 3, "v", True, False), Answer("g", "p", later=True)],
    slack="+1",
    given=Condition("h", "q", "w"),
    number=-1,
    frames=["m+0x1 f+0x0"],
)


@pytest.mark.parametrize(
    "each",
    [None, fact("survives", [], "SIGSEGV", ""), WHOLE],
    ids=["no fact", "small fact", "whole fact"],
)
def test_failures_round_trip_in_files(each):
    failure = Failure("c", "s", "e", "a", "p", ["call"], True, each, "must", "r", "1", 2)
    assert Failure.from_data(json.loads(json.dumps(to_data(failure)))) == failure


def test_files_omit_empty_members():
    assert set(to_data(fact("one-of", []))) == {"function", "output", "relation", "wanted", "seen"}


PLAIN = {"function": "f", "output": "o", "relation": "one-of", "wanted": [], "seen": ""}


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        None,
        {"clause": 1},
        {"clause": "c", "calls": "x"},
        {"clause": "c", "crash": 1},
        {"clause": "c", "fact": 7},
        *(
            {"clause": "c", "fact": {**PLAIN, **wrong}}
            for wrong in (
                {"wanted": "x"},
                {"seen": 1},
                {"sources": [1]},
                {"sources": [{"output": 1}]},
                {"given": 1},
                {"number": "1"},
                {"slack": []},
                {"frames": "x"},
            )
        ),
    ],
    ids=repr,
)
def test_malformed_failures_are_refused(data):
    with pytest.raises(Invalid):
        Failure.from_data(data)


def test_an_unknown_relation_is_refused():
    assert Failure.from_data({"clause": "c", "fact": {**PLAIN, "relation": "likes"}}).fact is None

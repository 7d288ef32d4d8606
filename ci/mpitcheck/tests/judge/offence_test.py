# SPDX-License-Identifier: BSD-3-Clause
"""Facts: their words, for people and in files."""
import json
import re

import pytest

from mpitcheck.judge.data import Invalid
from mpitcheck.judge.offence import (
    CODE_OUTPUT,
    MOST_SHOWN,
    MPI_HEADER,
    RELATIONS,
    Answer,
    Fact,
    Failure,
    death_in,
    expected_text,
    frames_text,
    function_of,
    seen_text,
    wanted_text,
)
from tests.judge.sources import constants, source

HEADER, SOURCE = (source("conformance/harness/facts/offence." + kind) for kind in ("hpp", "cpp"))


def fact(relation, wanted, seen="0", output=CODE_OUTPUT, **more):
    return Fact("MPI_T_x", output, relation, wanted, seen, **more)


def test_relations_are_those_of_the_harness():
    names = re.findall(r'\{Relation::(\w+),\s+"([\w-]+)"\}', SOURCE)
    assert [word for _, word in names] == list(RELATIONS)
    assert [name for name, _ in names] == constants(HEADER, "enum class Relation {")


def test_constants_are_those_of_the_harness():
    assert f'code_output = "{CODE_OUTPUT}"' in HEADER
    assert f'mpi_header = "{MPI_HEADER}"' in HEADER
    assert f"most_shown = {MOST_SHOWN};" in SOURCE


@pytest.mark.parametrize("kind, ours", [("Answer", Answer), ("Fact", Fact), ("Offence", Failure)])
def test_members_are_those_of_the_header(kind, ours):
    members = re.findall(
        r"^  (?!\[\[)[\w:<>]+ (\w+)(?: = [^;]+)?;",
        HEADER.partition(f"struct {kind} {{")[2].partition("\n};")[0],
        re.MULTILINE,
    )
    assert members
    assert members == list(ours.__dataclass_fields__)[: len(members)]


def test_members_of_the_runner_come_last():
    assert list(Failure.__dataclass_fields__)[-4:] == ["level", "rule", "section", "rank"]


SAME, OTHER = Answer("MPI_T_x", "name_len"), Answer("MPI_T_y", "num")


@pytest.mark.parametrize(
    "stated, wanted, expected, seen",
    [
        (fact("one-of", ["MPI_SUCCESS", "A"]), "MPI_SUCCESS or A", "MPI_SUCCESS or A", "0"),
        (fact("none-of", ["0"], output="n"), "not 0", "n not 0", "0"),
        (fact("at-least", ["1"], output="n"), "1 or more", "n 1 or more", "0"),
        (fact("at-most", ["1"], output="n"), "1 or less", "n 1 or less", "0"),
        (fact("above", ["1"], output="n"), "more than 1", "n more than 1", "0"),
        (fact("below", ["1"], output="n"), "less than 1", "n less than 1", "0"),
        (fact("declared", [], output="MPI_T_X"), "declared by mpi.h", "declared by mpi.h", "0"),
        (
            fact("survives", [], "SIGSEGV", ""),
            "the process survives",
            "the process survives",
            "SIGSEGV",
        ),
        (
            fact("is", ["a function"], "a macro", "kind"),
            "a function",
            "kind a function",
            "a macro",
        ),
        (fact("is", ["others"], "none", ""), "others", "others", "none"),
        (
            fact("one-of", ["5"], output="name_len", sources=[SAME]),
            "5, as before",
            "name_len 5, as before",
            "0",
        ),
        (
            fact("none-of", ["5"], output="name_len", sources=[SAME]),
            "not 5, which another call returned",
            "name_len not 5, which another call returned",
            "0",
        ),
        (fact("one-of", ["5"], sources=[SAME]), "5, the name_len", "5, the name_len", "0"),
        (
            fact("at-most", ["5"], sources=[OTHER]),
            "5 or less, the num of MPI_T_y",
            "5 or less, the num of MPI_T_y",
            "0",
        ),
        (
            fact("one-of", ["5"], sources=[OTHER, SAME]),
            "5, according to other results of MPI_T_y",
            "5, according to other results of MPI_T_y",
            "0",
        ),
        (
            fact("one-of", ["@1"], "@2", "handle", sources=[OTHER]),
            "that of MPI_T_y",
            "handle that of MPI_T_y",
            "another",
        ),
        (
            fact("none-of", ["@1"], "@1", "handle", sources=[OTHER]),
            "not that of MPI_T_y",
            "handle not that of MPI_T_y",
            "the same",
        ),
        (fact("one-of", ["@1"], "@2"), "a handle", "a handle", "another"),
        (fact("one-of", ["MPI_X"], "@2"), "MPI_X", "MPI_X", "a handle"),
        (
            fact("one-of", [f"{i}" for i in range(10)]),
            "0 or 1 or 2 or 3 or 4 or 5 or 6 or 7 or one of 2 more",
            "0 or 1 or 2 or 3 or 4 or 5 or 6 or 7 or one of 2 more",
            "0",
        ),
        (
            fact("one-of", ["{" + ", ".join(["12"] * 40) + "}"]),
            "{" + "12, " * 20 + "...}",
            "{" + "12, " * 20 + "...}",
            "0",
        ),
    ],
    ids=lambda value: value.relation if isinstance(value, Fact) else None,
)
def test_facts_are_printed_as_text(stated, wanted, expected, seen):
    assert (wanted_text(stated), expected_text(stated), seen_text(stated)) == (
        wanted,
        expected,
        seen,
    )


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
    given=Answer("h", "q", value="w"),
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
    assert Failure.from_data(json.loads(json.dumps(failure.to_data()))) == failure


def test_files_omit_empty_members():
    assert set(fact("one-of", []).to_data()) == {"function", "output", "relation", "wanted", "seen"}


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

# SPDX-License-Identifier: BSD-3-Clause
"""Facts: their words, for people and in files."""
import json
import re
import unittest

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
from mpitcheck.judge.selftests.sources import constants, source

HEADER, SOURCE = (source("conformance/harness/facts/offence." + kind) for kind in ("hpp", "cpp"))


def fact(relation, wanted, seen="0", output=CODE_OUTPUT, **more):
    return Fact("MPI_T_x", output, relation, wanted, seen, **more)


class AsTheTestsHaveIt(unittest.TestCase):
    def test_relations(self):
        names = re.findall(r'\{Relation::(\w+),\s+"([\w-]+)"\}', SOURCE)
        self.assertEqual([word for _, word in names], list(RELATIONS))
        self.assertEqual([name for name, _ in names], constants(HEADER, "enum class Relation {"))

    def test_constants(self):
        self.assertIn(f'code_output = "{CODE_OUTPUT}"', HEADER)
        self.assertIn(f'mpi_header = "{MPI_HEADER}"', HEADER)
        self.assertIn(f"most_shown = {MOST_SHOWN};", SOURCE)

    def test_members(self):
        for kind, ours in (("Answer", Answer), ("Fact", Fact), ("Offence", Failure)):
            members = re.findall(
                r"^  (?!\[\[)[\w:<>]+ (\w+)(?: = [^;]+)?;",
                HEADER.partition(f"struct {kind} {{")[2].partition("\n};")[0],
                re.MULTILINE,
            )
            self.assertEqual(members, list(ours.__dataclass_fields__)[: len(members)])
        self.assertEqual(
            list(Failure.__dataclass_fields__)[-4:], ["level", "rule", "section", "rank"]
        )


class Texts(unittest.TestCase):
    def test_for_people(self):
        same, other = Answer("MPI_T_x", "name_len"), Answer("MPI_T_y", "num")
        for stated, wanted, expected, seen in (
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
                fact("one-of", ["5"], output="name_len", sources=[same]),
                "5, as before",
                "name_len 5, as before",
                "0",
            ),
            (
                fact("none-of", ["5"], output="name_len", sources=[same]),
                "not 5, as another call says",
                "name_len not 5, as another call says",
                "0",
            ),
            (fact("one-of", ["5"], sources=[same]), "5, the name_len", "5, the name_len", "0"),
            (
                fact("at-most", ["5"], sources=[other]),
                "5 or less, the num of MPI_T_y",
                "5 or less, the num of MPI_T_y",
                "0",
            ),
            (
                fact("one-of", ["5"], sources=[other, same]),
                "5, by what MPI_T_y tells otherwise",
                "5, by what MPI_T_y tells otherwise",
                "0",
            ),
            (
                fact("one-of", ["@1"], "@2", "handle", sources=[other]),
                "that of MPI_T_y",
                "handle that of MPI_T_y",
                "another",
            ),
            (
                fact("none-of", ["@1"], "@1", "handle", sources=[other]),
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
        ):
            with self.subTest(wanted):
                self.assertEqual(
                    (wanted_text(stated), expected_text(stated), seen_text(stated)),
                    (wanted, expected, seen),
                )

    def test_function_of_a_call(self):
        self.assertEqual(function_of("MPI_T_x(1, 2)"), "MPI_T_x")
        self.assertEqual(function_of("MPI_T_x"), "MPI_T_x")

    def test_where_a_process_ended(self):
        end = death_in(
            "MPI_T_x(1)",
            "SIGSEGV",
            ["libmpi.so.40+0x1a", "libmpi.so.40+0x2b MPI_T_x+0x8c", "mca_y.so+0x3c y+0x1"],
        )
        self.assertEqual((end.function, end.relation, end.given), ("MPI_T_x", "survives", None))
        self.assertEqual(frames_text(end), "libmpi.so.40: +0x1a < MPI_T_x+0x8c < mca_y.so: y+0x1")
        self.assertEqual(frames_text(death_in("", "SIGSEGV", [])), "")


class Files(unittest.TestCase):
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

    def test_reads_what_it_writes(self):
        for each in (None, fact("survives", [], "SIGSEGV", ""), self.WHOLE):
            failure = Failure("c", "s", "e", "a", "p", ["call"], True, each, "must", "r", "1", 2)
            self.assertEqual(Failure.from_data(json.loads(json.dumps(failure.to_data()))), failure)

    def test_what_says_nothing_is_left_out(self):
        self.assertEqual(
            set(fact("one-of", []).to_data()), {"function", "output", "relation", "wanted", "seen"}
        )

    def test_what_is_wrong(self):
        plain = {"function": "f", "output": "o", "relation": "one-of", "wanted": [], "seen": ""}
        for data in (
            {},
            [],
            None,
            {"clause": 1},
            {"clause": "c", "calls": "x"},
            {"clause": "c", "crash": 1},
            {"clause": "c", "fact": 7},
            *(
                {"clause": "c", "fact": {**plain, **wrong}}
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
        ):
            with self.subTest(data), self.assertRaises(Invalid):
                Failure.from_data(data)
        self.assertIsNone(
            Failure.from_data({"clause": "c", "fact": {**plain, "relation": "likes"}}).fact
        )


if __name__ == "__main__":
    unittest.main()

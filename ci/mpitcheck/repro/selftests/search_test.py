# SPDX-License-Identifier: BSD-3-Clause
"""Which programs are proposed, and which are found to show a failure."""
import unittest

from mpitcheck.judge.offence import MPI_HEADER, Fact
from mpitcheck.repro.search import Trial
from mpitcheck.repro.selftests.traces import exits_with, program_of, search_of, trace_of, wrong_read


def deadly(seen):
    trace = wrong_read(Fact("", "", "survives", [], seen))
    trace.calls[-1].code = ""
    return trace


class Search(unittest.TestCase):
    def found(self, trace, broken, kept=0):
        search = search_of(trace)
        self.assertTrue(search.next())
        self.assertIsNone(search.found)
        search.tried(broken, exits_with(kept))
        if search.found:
            self.assertIsNone(search.next())
        return search.found is not None

    def test_a_program_that_tells_the_libraries_apart_is_the_one(self):
        constant = trace_of(Fact(MPI_HEADER, "MPI_T_ERR_MEMORY", "above", ["MPI_SUCCESS"], "0"), [])
        declaration = trace_of(Fact("", "MPI_T_ERR_INVALID", "declared", [], "no"), [])
        for trace, broken, kept, found in (
            (wrong_read(), exits_with(1), 0, True),
            (wrong_read(), exits_with(1), 1, False),
            (
                wrong_read(),
                exits_with(139),
                0,
                False,
            ),  # an exit code of the watchdog is no wrong answer
            (
                deadly("SIGSEGV"),
                exits_with(139),
                0,
                True,
            ),  # a crash is shown by any end but a good one
            (
                deadly("exit status 0"),
                exits_with(1),
                0,
                True,
            ),  # an early end by the program's own code
            (constant, exits_with(1), 0, True),
            (declaration, Trial(), 0, True),
        ):  # a missing declaration by not compiling
            with self.subTest(fact=trace.complaint.fact, broken=broken, kept=kept):
                self.assertEqual(self.found(trace, broken, kept), found)

    def test_programs_are_of_the_kind_of_failure(self):
        self.assertNotIn("return 1;", program_of(deadly("SIGSEGV")))
        self.assertIn("atexit", program_of(deadly("exit status 0")))
        constant = trace_of(Fact(MPI_HEADER, "MPI_T_ERR_MEMORY", "above", ["MPI_SUCCESS"], "0"), [])
        self.assertIn("if (MPI_T_ERR_MEMORY <= MPI_SUCCESS) {", program_of(constant))

    def test_the_strictest_offence_comes_first_and_the_program_says_where_its_rule_stands(self):
        lenient, strict = wrong_read(), wrong_read()
        lenient.complaint.clause, strict.complaint.clause = (
            "pvar-access-bad-arguments",
            "pvar-handle-session-mismatch",
        )
        search = search_of(lenient, strict)
        self.assertIn(
            (
                "MPI_T: pvar-handle-session-mismatch\n   Stated in: MPI 5.0, section 15.3.7 (Handle"
                " Allocation and Deallocation)\n"
            ),
            search.next(),
        )
        search.tried(exits_with(1), exits_with(0))
        self.assertEqual(search.shown, "pvar-handle-session-mismatch")

    def test_a_program_that_fails_on_the_reference_too_shows_nothing(self):
        search, tries = search_of(wrong_read()), 0
        while search.next() and tries < 1000:
            search.tried(exits_with(1), exits_with(1))
            tries += 1
        self.assertTrue(0 < tries < 1000)
        self.assertIsNone(search.found)
        self.assertIn("no program", search.reason)

    def test_says_why_there_is_none(self):
        without_fact = wrong_read()
        without_fact.complaint.fact = None
        in_words = wrong_read()
        in_words.complaint.fact.relation = "is"
        for search, reason in (
            (search_of(without_fact), "no comparison"),
            (search_of(in_words), "no comparison"),
            (search_of(), "did not come again"),
            (
                search_of(trace_of(Fact(MPI_HEADER, "MPI_T_ERR_MEMORY", "above", [], "0"), [])),
                "no program",
            ),
        ):
            self.assertIsNone(search.next())
            self.assertIn(reason, search.reason)

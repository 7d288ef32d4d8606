# SPDX-License-Identifier: BSD-3-Clause
"""Look-ups in the catalogue that the build generated."""
import re
import unittest

from mpitcheck.judge.clauses import (
    LEVELS,
    all_clauses,
    annotate,
    api_constants,
    api_functions,
    clause_results,
    find_clause,
    is_in_catalogue,
    level_of,
    parse_version,
    section_for,
    stated_in,
    strictest_level,
)
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.selftests.sources import source


def first(level):
    return next(clause.id for clause in all_clauses() if clause.level == level)


class Clauses(unittest.TestCase):
    def test_are_found_by_id(self):
        self.assertEqual(find_clause("cvar-name-nonempty").id, "cvar-name-nonempty")
        self.assertIsNone(find_clause("cvar-name"))
        self.assertEqual([find_clause(clause.id) for clause in all_clauses()], all_clauses())

    def test_the_section_follows_the_chapter_of_the_version(self):
        clause = find_clause("category-num-nonnegative")
        for version, section in (
            ((3, 1), "14.3.8"),
            ((4, 1), "15.3.9 (Category Query Functions)"),
            ((5, 7), section_for(clause, (5, 0))),
            ((2, 2), ""),
            ((0, 0), ""),
        ):
            self.assertEqual(section_for(clause, version), section, version)

    def test_the_section_is_empty_where_the_clause_is_no_rule(self):
        self.assertEqual(section_for(find_clause("event-num-success"), (3, 1)), "")
        until = find_clause("errors-are-classes")
        self.assertEqual(
            [bool(section_for(until, version)) for version in ((3, 0), (4, 0), (4, 1))],
            [True, True, False],
        )

    def test_an_inferred_rule_says_so_wherever_it_is_shown(self):
        inferred, stated = find_clause("cvar-handle-several"), find_clause("cvar-name-unique")
        failure = Failure(inferred.id)
        annotate(failure, "4.0")
        shown = {result.id: result.rule for result in clause_results()}
        for text in (inferred.statement, failure.rule, shown[inferred.id]):
            self.assertTrue(
                text.endswith(" (Inferred: nothing limits the number of handles.)"), text
            )
        self.assertEqual(shown[stated.id], stated.rule)
        self.assertEqual(
            stated_in(inferred.id, "3.1"),
            "Inferred from: MPI 3.1, section 14.3.6: nothing limits the number of handles",
        )
        self.assertEqual(stated_in(stated.id, "3.1"), "Stated in: MPI 3.1, section 14.3.6")

    def test_levels_are_those_of_tests(self):
        declared = re.search(
            r"enum class Level \{ (.*) \};", source("conformance/clauses/clause_key.hpp")
        )[1]
        self.assertEqual(list(LEVELS), declared.split(", "))
        self.assertEqual({clause.level for clause in all_clauses()}, set(LEVELS))

    def test_the_strictest_level(self):
        self.assertEqual(
            [level_of(first(level)) for level in LEVELS] + [level_of("unknown")], [*LEVELS, "must"]
        )
        for clauses, level in (
            ([], "must"),
            ([first("advice")], "advice"),
            ([first("advice"), first("quality")], "quality"),
            ([first("quality"), first("should")], "should"),
            ([first("should"), "unknown"], "must"),
        ):
            self.assertEqual(strictest_level(clauses), level)

    def test_versions(self):
        for text, version in (
            ("4.0", (4, 0)),
            ("4.1rc", (4, 1)),
            ("10.12.3", (10, 12)),
            ("4", (0, 0)),
            ("4.", (0, 0)),
            ("", (0, 0)),
            ("v4.0", (0, 0)),
            ("4.99999999999", (0, 0)),
            ("9" * 5000 + ".1", (0, 0)),
        ):
            self.assertEqual(parse_version(text), version, text[:20])

    def test_a_failure_is_annotated(self):
        failure = Failure("category-num-nonnegative")
        annotate(failure, "3.1")
        self.assertEqual((failure.level, failure.section), ("must", "14.3.8"))
        self.assertIn("Categories are optional", failure.rule)
        failure = Failure("unknown")
        annotate(failure, "3.1")
        self.assertEqual((failure.level, failure.rule, failure.section), ("must", "", ""))

    def test_results_are_the_catalogue_in_its_order(self):
        results = clause_results()
        self.assertEqual([result.id for result in results], [clause.id for clause in all_clauses()])
        self.assertEqual((results[0].tests, results[0].verdicts), ([], {}))
        results[0].section["x"] = results[0].functions.append("x")
        self.assertNotIn("x", [*all_clauses()[0].section, *all_clauses()[0].functions])

    def test_other_texts(self):
        self.assertEqual(
            find_clause("strings-length-out-on-truncation").accept,
            "length of the full text plus one; n, i.e. stored characters plus one",
        )
        self.assertEqual(
            [is_in_catalogue(name) for name in ("cvar-name-nonempty", "A6", "a6")],
            [True, True, False],
        )

    def test_the_interface(self):
        functions = [function.name for function in api_functions()]
        self.assertEqual((len(functions), len(set(functions))), (51, 51))
        self.assertIn("MPI_T_pvar_readreset", functions)
        self.assertEqual(api_constants()["MPI_T_BIND_MPI_SESSION"], "4.0")
        self.assertIn(
            "MPI_T_ERR_CVAR_SET_NEVER",
            next(each.codes for each in api_functions() if each.name == "MPI_T_cvar_write"),
        )


if __name__ == "__main__":
    unittest.main()

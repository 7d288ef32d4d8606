# SPDX-License-Identifier: BSD-3-Clause
"""Which findings follow from others."""
import unittest
from types import SimpleNamespace
from unittest.mock import patch

from mpitcheck.judge import consequences
from mpitcheck.judge.consequences import attach_consequences, behind_roots
from mpitcheck.judge.model import Finding, Sighting
from mpitcheck.judge.offence import Fact, Failure

_RESTS_ON = {
    "pvar-sum": ["pvar-read"],
    "pvar-read": ["pvar-handle"],
    "pvar-handle": ["text"],
    "cvar-read": ["text"],
}


def finding(id, *clauses, level="must", function="", target="one"):
    fact = Fact(function, "buf", "one-of", ["1"], "2") if function else None
    examples = [Failure(clause, fact=fact, level=level) for clause in clauses]
    return Finding(
        id, level=level, clauses=list(clauses), sightings=[Sighting(target, examples=examples)]
    )


class Consequences(unittest.TestCase):
    def setUp(self):
        catalogue = patch.object(
            consequences,
            "find_clause",
            lambda clause: SimpleNamespace(rests_on=_RESTS_ON.get(clause, [])),
        )
        catalogue.start()
        self.addCleanup(catalogue.stop)

    def roots(self, *findings):
        attach_consequences(findings)
        return {each.id: each.sightings[0].rests_on for each in findings}

    def test_follow_from_what_their_evidence_rests_on(self):
        self.assertEqual(
            self.roots(finding("B", "pvar-sum"), finding("A", "pvar-read")), {"A": "", "B": "A"}
        )

    def test_follow_from_the_first_of_a_chain_also_over_a_rule_that_is_kept(self):
        self.assertEqual(
            self.roots(finding("C", "pvar-sum"), finding("B", "pvar-read"), finding("A", "text")),
            {"A": "", "B": "A", "C": "A"},
        )
        self.assertEqual(
            self.roots(finding("C", "pvar-sum"), finding("A", "text")), {"A": "", "C": "A"}
        )

    def test_stand_alone_where_one_of_their_rules_rests_on_nothing(self):
        self.assertEqual(
            self.roots(finding("B", "pvar-sum", "other"), finding("A", "pvar-read")),
            {"A": "", "B": ""},
        )

    def test_stand_alone_on_another_target_or_kind_of_object(self):
        self.assertEqual(
            self.roots(finding("B", "pvar-sum"), finding("A", "pvar-read", target="two")),
            {"A": "", "B": ""},
        )
        of_cvars = finding("A", "text", function="MPI_T_cvar_get_info")
        self.assertEqual(self.roots(finding("B", "pvar-read"), of_cvars), {"A": "", "B": ""})
        self.assertEqual(self.roots(finding("B", "cvar-read"), of_cvars), {"A": "", "B": "A"})

    def test_a_broken_must_follows_from_no_quality(self):
        quality = finding("A", "pvar-read", level="quality")
        self.assertEqual(self.roots(finding("B", "pvar-sum"), quality), {"A": "", "B": ""})

    def test_stand_behind_their_roots(self):
        findings = [finding("B", "pvar-sum"), finding("D", "other"), finding("A", "pvar-read")]
        attach_consequences(findings)
        self.assertEqual([each.id for each in behind_roots(findings)], ["D", "A", "B"])
        self.assertEqual([each.is_consequence for each in findings], [True, False, False])


class OfTheCatalogue(unittest.TestCase):
    def test_rules_whose_tests_use_what_another_rule_is_about(self):
        for clause, root, function in (
            ("pvar-restart-continues", "pvar-stop-freezes", "MPI_T_pvar_read"),
            ("pvar-reset-keeps-run-state", "pvar-stop-freezes", "MPI_T_pvar_read"),
            ("event-data-copy-layout", "event-data-read", "MPI_T_event_copy"),
            ("event-handle-set-info-preserves", "event-handle-get-info", ""),
            ("strings-exact-fit", "strings-at-most-n-minus-1", "MPI_T_cvar_get_info"),
        ):
            with self.subTest(clause=clause):
                findings = [finding("B", clause, function=function), finding("A", root)]
                attach_consequences(findings)
                self.assertEqual([each.sightings[0].rests_on for each in findings], ["A", ""])
                attach_consequences(findings[:1])
                self.assertEqual(findings[0].sightings[0].rests_on, "")


if __name__ == "__main__":
    unittest.main()

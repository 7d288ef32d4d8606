# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck selftest variants` on a tree with a good, a careless and a bad variant."""
import json
import os
import unittest

from mpitcheck.job.variant import Variant, pairs_of, parse_variants
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.selftest.variants import is_alarm
from mpitcheck.selftests.fake_tree import FakeTree, FakeTreeTest, content


def _variant(name, *gives_up, legal_by=None, excludes=()):
    return {
        "name": name,
        "description": f"It is {name}.",
        "legal_by": [FakeTree.clause("must") if legal_by is None else legal_by],
        "gives_up": list(gives_up),
        "excludes": list(excludes),
        "reason": "",
        "of_starts": False,
    }


class Lists(unittest.TestCase):
    def test_are_read(self):
        variants = parse_variants(json.dumps([_variant("a"), _variant("b", "quality")]))
        self.assertEqual([variant.name for variant in variants], ["a", "b"])
        self.assertEqual((variants[1].description, variants[1].gives_up), ("It is b.", ["quality"]))

    def test_of_others_or_of_what_the_catalogue_does_not_know_are_refused(self):
        unjustified = [
            json.dumps([_variant("a", legal_by=id)]) for id in ("no-such-clause", "A999", "")
        ]
        for text in ("", "[{}]", '[{"name": 1}]', *unjustified):
            with self.subTest(text=text), self.assertRaises(UserError):
                parse_variants(text)
        parse_variants(json.dumps([_variant("a", legal_by="A1")]))
        with self.assertRaises(UserError):
            parse_variants(json.dumps([_variant("a", excludes=["b"])]))


class Pairs(unittest.TestCase):
    def test_are_drawn_by_the_seed_from_those_that_go_together(self):
        variants = parse_variants(
            json.dumps(
                [
                    _variant("a", "should"),
                    _variant("b", "quality", excludes=["c"]),
                    _variant("c"),
                    _variant("d"),
                ]
            )
        )
        pairs = {pair.name: pair for pair in pairs_of(variants, 9, 1)}
        self.assertEqual(pairs.keys(), {"a+b", "a+c", "a+d", "b+d", "c+d"})
        self.assertEqual(
            (pairs["a+b"].gives_up, pairs["a+b"].description),
            (["should", "quality"], "It is a. It is b."),
        )
        drawn = [
            tuple(pair.name for pair in pairs_of(variants, 2, seed))
            for seed in (1, 1, *range(2, 20))
        ]
        self.assertEqual(drawn[0], drawn[1])
        self.assertGreater(len(set(drawn)), 2)


class Alarms(unittest.TestCase):
    def test_but_for_what_the_variant_gives_up(self):
        silent = [Verdict.good, Verdict.vacuous, Verdict.not_applicable, Verdict.inconclusive]
        for verdict, level, gives_up, alarm in [
            *((verdict, "must", [], verdict not in silent) for verdict in Verdict),
            (Verdict.quality, "quality", ["quality"], False),
            (Verdict.crash, "quality", ["quality"], False),
            (Verdict.crash, "must", ["quality"], True),
            (Verdict.warn, "should", ["quality"], True),
            (Verdict.warn, "should", ["should"], False),
            (Verdict.crash, "advice", ["quality"], False),
            (Verdict.error, "quality", ["quality"], True),
        ]:
            with self.subTest(verdict=verdict.word, level=level, gives_up=gives_up):
                self.assertEqual(
                    is_alarm(
                        TestResult(verdict=verdict, level=level),
                        Variant("v", "", [], gives_up, [], ""),
                    ),
                    alarm,
                )


class SelftestVariants(FakeTreeTest):
    def setUp(self):
        super().setUp()
        program = os.path.join(self.tree.root, "bin/variants")
        variants = [_variant("good"), _variant("careless", "quality"), _variant("bad")]
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ncat <<'END'\n{json.dumps(variants)}\nEND\n")
        os.chmod(program, 0o700)
        self.tree.manifest["variants"] = "bin/variants"
        self.tree.write()

    def selftest(self, *arguments):
        return self.tree.mpitcheck(["selftest", "variants", self.tree.root, *arguments])

    def test_is_silent_on_good_variants(self):
        run = self.selftest("--filter", "good", "--test", "plain.variant")
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out + run.err)
        self.assertIn("1 of 1 variants, 0 alarms", run.out)
        self.assertEqual(run.err, "")

    def test_pairs_have_both_behaviours(self):
        run = self.selftest(
            "--filter",
            "good",
            "--filter",
            "bad",
            "--pairs",
            "5",
            "--seed",
            "1",
            "--test",
            "plain.variant",
        )
        self.assertIn("pairs of seed 1:\n", run.out)
        self.assertIn("\ngood+bad ", run.out)
        self.assertIn("1 of 1 variants", run.out)
        run = self.selftest("--filter", "good", "--pairs", "5")
        self.assertEqual((run.exit_code, run.out), (ExitCode.nothing_selected, ""), run.err)

    def test_names_every_alarm(self):
        run = self.selftest("--test", "plain.variant", "--json", "selftest.json")
        self.assertEqual(run.exit_code, ExitCode.broken_must, run.err)
        for part in (
            "fail: plain.variant under variant bad: It is bad.",
            FakeTree.clause("must"),
            "--env MPIT_VARIANT=bad",
            "3 of 3 variants, 1 alarms",
        ):
            self.assertIn(part, run.out)
        self.assertNotIn("under variant good", run.out)

        found = json.loads(content(self.tree.file("selftest.json")))
        self.assertEqual((found["alarms"], found["complete"], len(found["variants"])), (1, True, 3))
        self.assertEqual(found["variants"][0]["verdicts"]["pass"], 1)
        alarm = found["variants"][2]["alarms"][0]
        self.assertEqual((alarm["test"], alarm["verdict"]), ("plain.variant", "fail"))
        self.assertEqual(alarm["failures"][0]["clause"], FakeTree.clause("must"))

    def test_excuses_what_a_variant_gives_up(self):
        for variant, exit_code in (
            ("careless", ExitCode.as_expected),
            ("good", ExitCode.broken_must),
        ):
            run = self.selftest("--filter", variant, "--test", "plain.quality")
            self.assertEqual(run.exit_code, exit_code, run.out)

    def test_refuses_what_it_cannot_run(self):
        self.assertEqual(
            self.selftest("--filter", "none_such").exit_code, ExitCode.nothing_selected
        )
        self.assertEqual(self.selftest("--test", "none.such").exit_code, ExitCode.nothing_selected)
        del self.tree.manifest["variants"]
        self.tree.write()
        run = self.selftest()
        self.assertEqual(run.exit_code, ExitCode.usage)
        self.assertIn("name a tree of the reference", run.err)


if __name__ == "__main__":
    unittest.main()

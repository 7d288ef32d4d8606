# SPDX-License-Identifier: BSD-3-Clause
"""Slower, faster, cannot tell: what is true is found, and alarms are rarely false."""
import itertools
import random
import unittest

from mpitcheck.bench.compare import compare, corrected, count, p_greater
from mpitcheck.bench.figures import summary


class RankTest(unittest.TestCase):
    def test_agrees_with_counting_all_orders(self):
        for n, m in ((1, 1), (3, 4), (5, 5), (6, 2)):
            orders = [
                (highs, set(range(n + m)) - set(highs))
                for highs in itertools.combinations(range(n + m), n)
            ]
            excesses = [sum(h > l for h in highs for l in lows) for highs, lows in orders]
            for (highs, lows), excess in zip(orders, excesses):
                self.assertAlmostEqual(
                    p_greater(highs, lows),
                    sum(each >= excess for each in excesses) / len(excesses),
                    12,
                )

    def test_at_its_ends(self):
        self.assertAlmostEqual(p_greater(range(9, 18), range(9)), 1 / 48620, 12)
        self.assertEqual((p_greater([1] * 9, [1] * 9), p_greater([], [1] * 9)), (1, 1))
        self.assertAlmostEqual(p_greater(range(0, 120, 2), range(1, 120, 2)), 0.5, delta=0.1)

    def test_holm(self):
        for p, wanted in (([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]), ([0.9, 0.8], [1, 1]), ([], [])):
            for got, each in zip(corrected(p), wanted):
                self.assertAlmostEqual(got, each, 12)


class Compare(unittest.TestCase):
    """Runs of a hundred rows of log-normal ratios, of which row 0 is `factor` times as slow."""

    def run_of(self, source, spread, factor=1, repetitions=9):
        rows = [
            {
                "target": "fake",
                "name": f"call/{i}",
                "baseline": "baseline/clock",
                "ns": summary([1]),
                "ratio": summary(
                    [
                        source.lognormvariate(0.1 * i, spread) * (1 if i else factor)
                        for _ in range(repetitions)
                    ]
                ),
            }
            for i in range(100)
        ]
        return {
            "rows": rows,
            "noise": {"reasons": []},
            "machine": {"processor": "x"},
            "header": {"host": {"cores": 2}},
        }

    def compared(self, seed, spread, factor=1, repetitions=9, **options):
        source = random.Random(seed)
        return compare(
            self.run_of(source, spread, 1, repetitions),
            self.run_of(source, spread, factor, repetitions),
            **options,
        )

    def test_what_is_true_is_found(self):
        for factor, verdict in ((1.5, "slower"), (0.5, "faster")):
            for seed in range(5):
                comparison = self.compared(seed, 0.03, factor)
                self.assertEqual(
                    (comparison["changes"][0]["verdict"], count(comparison, "cannot tell")),
                    (verdict, 99),
                )

    def test_false_alarms_are_rare(self):
        for min_effect in (0, 0.1):  # without a minimum effect the test has nothing to hide behind
            runs = [
                self.compared(seed, (0.02, 0.5)[seed % 2], min_effect=min_effect)
                for seed in range(100)
            ]
            alarms = sum(count(run, "cannot tell") < 100 for run in runs)
            self.assertLessEqual(alarms, 11, min_effect)  # 5 % and three standard errors

    def test_minimum_effect(self):
        for min_effect, verdict in ((0.1, "cannot tell"), (0.02, "slower")):
            self.assertEqual(
                self.compared(3, 0.001, 1.07, min_effect=min_effect)["changes"][0]["verdict"],
                verdict,
            )

    def test_noise_and_few_repetitions_cannot_tell(self):
        source = random.Random(4)
        before, after = self.run_of(source, 0.01), self.run_of(source, 0.01, 2)
        before["noise"]["reasons"] = ["it is loud"]
        for even_if_noisy, slower in ((False, 0), (True, 1)):
            found = compare(before, after, even_if_noisy=even_if_noisy)
            self.assertEqual(
                (count(found, "slower"), found["notes"]),
                (slower, ["the earlier run was on a noisy machine: it is loud"]),
            )
        few = self.compared(5, 0.01, 3, repetitions=5)
        self.assertEqual(count(few, "cannot tell"), 100)
        self.assertIn(
            "too few repetitions (5 and 5) to tell anything among 100 rows: 8 each would do",
            few["notes"][0],
        )

    def test_only_rows_of_both_with_the_same_baseline_are_compared(self):
        before, after = (self.run_of(random.Random(6), 0.01) for _ in range(2))
        before["rows"], after["rows"] = before["rows"][:3], after["rows"][1:4]
        after["rows"][0]["baseline"] = "baseline/other"
        comparison = compare(before, after)
        self.assertEqual([change["name"] for change in comparison["changes"]], ["call/2"])
        self.assertEqual(
            [comparison[key] for key in ("only_before", "only_after", "without_ratio")], [1, 1, 1]
        )

# SPDX-License-Identifier: BSD-3-Clause
"""Slower, faster, cannot tell: what is true is found, and alarms are rarely false."""
import itertools
import random

import pytest

from mpitcheck.bench.compare import compare, corrected, count, p_greater
from mpitcheck.bench.figures import summary


@pytest.mark.parametrize("n, m", [(1, 1), (3, 4), (5, 5), (6, 2)])
def test_rank_test_agrees_with_enumeration(n, m):
    orders = [
        (highs, set(range(n + m)) - set(highs)) for highs in itertools.combinations(range(n + m), n)
    ]
    excesses = [sum(above > below for above in highs for below in lows) for highs, lows in orders]
    for (highs, lows), excess in zip(orders, excesses):
        share = sum(each >= excess for each in excesses) / len(excesses)
        assert p_greater(highs, lows) == pytest.approx(share, abs=5e-13)


def test_rank_test_at_its_limits():
    assert p_greater(range(9, 18), range(9)) == pytest.approx(1 / 48620, abs=5e-13)
    assert (p_greater([1] * 9, [1] * 9), p_greater([], [1] * 9)) == (1, 1)
    assert p_greater(range(0, 120, 2), range(1, 120, 2)) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    "p, wanted",
    [([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]), ([0.9, 0.8], [1, 1]), ([], [])],
    ids=repr,
)
def test_holm_correction(p, wanted):
    assert corrected(p) == pytest.approx(wanted, abs=5e-13)


# Runs of a hundred rows of log-normal ratios, of which row 0 is `factor` times as slow.


def run_of(source, spread, factor=1, repetitions=9):
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


def compared(seed, spread, factor=1, repetitions=9, **options):
    source = random.Random(seed)
    return compare(
        run_of(source, spread, 1, repetitions),
        run_of(source, spread, factor, repetitions),
        **options,
    )


@pytest.mark.parametrize("factor, verdict", [(1.5, "slower"), (0.5, "faster")])
def test_true_changes_are_found(factor, verdict):
    for seed in range(5):
        comparison = compared(seed, 0.03, factor)
        assert (comparison["changes"][0]["verdict"], count(comparison, "cannot tell")) == (
            verdict,
            99,
        )


@pytest.mark.parametrize("min_effect", [0, 0.1])
def test_false_alarms_are_rare(min_effect):
    runs = [compared(seed, (0.02, 0.5)[seed % 2], min_effect=min_effect) for seed in range(100)]
    alarms = sum(count(run, "cannot tell") < 100 for run in runs)
    assert alarms <= 11, min_effect  # 5 % and three standard errors


@pytest.mark.parametrize("min_effect, verdict", [(0.1, "cannot tell"), (0.02, "slower")])
def test_changes_below_the_minimum_effect_are_ignored(min_effect, verdict):
    assert compared(3, 0.001, 1.07, min_effect=min_effect)["changes"][0]["verdict"] == verdict


def test_noise_or_few_repetitions_give_no_verdict():
    source = random.Random(4)
    before, after = run_of(source, 0.01), run_of(source, 0.01, 2)
    before["noise"]["reasons"] = ["it is loud"]
    for even_if_noisy, slower in ((False, 0), (True, 1)):
        found = compare(before, after, even_if_noisy=even_if_noisy)
        assert (count(found, "slower"), found["notes"]) == (
            slower,
            ["the earlier run was on a noisy machine: it is loud"],
        )
    few = compared(5, 0.01, 3, repetitions=5)
    assert count(few, "cannot tell") == 100
    assert "too few repetitions (5 and 5) to compare 100 rows: use 8 in each run" in few["notes"][0]


def test_only_common_rows_with_the_same_baseline_are_compared():
    before, after = (run_of(random.Random(6), 0.01) for _ in range(2))
    before["rows"], after["rows"] = before["rows"][:3], after["rows"][1:4]
    after["rows"][0]["baseline"] = "baseline/other"
    comparison = compare(before, after)
    assert [change["name"] for change in comparison["changes"]] == ["call/2"]
    assert [comparison[key] for key in ("only_before", "only_after", "without_ratio")] == [1, 1, 1]

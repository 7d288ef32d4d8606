# SPDX-License-Identifier: BSD-3-Clause
"""Decides whether a run is slower or faster than an earlier one.

The tests are exact one-sided rank tests in both directions, against a minimum effect. They are
implemented here because scipy's exact test assumes that no values are equal, and because scipy and
numpy are large dependencies for machines that only measure.
"""
import functools
import itertools
import math
from collections.abc import Collection

from mpitcheck.bench.figures import is_baseline, median
from mpitcheck.bench.shapes import Change, Comparison, Report, RowData

ALPHA = 0.05  # accepted probability of any false alarm in the whole comparison


@functools.cache
def orders_up_to(n: int, m: int) -> list[int]:
    """Returns, for each u, the number of orders of n + m values with at most u inverted pairs.

    The numbers are sums of the coefficients of the Gaussian binomial.
    """
    count = [1] + [0] * (n * m)
    # From i - 1 values to i: multiply by (1 - q^(m + i)), divide by (1 - q^i).
    for i in range(1, n + 1):
        for u in range(n * m, m + i - 1, -1):
            count[u] -= count[u - m - i]
        for u in range(i, n * m + 1):
            count[u] += count[u - i]
    return list(itertools.accumulate(count))


def p_greater(high: Collection[float], low: Collection[float]) -> float:
    """Returns the p-value of a one-sided Mann-Whitney U test.

    It is the probability that values of `high` exceed values of `low` at least as often as here, if
    both samples have the same distribution. Equal values do not count as an excess, so ties
    increase the p-value.
    """
    excess = sum(above > below for above in high for below in low)
    return orders_up_to(len(high), len(low))[len(high) * len(low) - excess] / math.comb(
        len(high) + len(low), len(low)
    )


def corrected(p: list[float]) -> list[float]:
    """Applies Holm's correction to p-values.

    The probability of any false alarm is at most alpha if results count whose corrected p-value is
    at most alpha.
    """
    result, reached = [0.0] * len(p), 0.0
    for rank, i in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        reached = result[i] = max(reached, min(1.0, p[i] * (len(p) - rank)))
    return result


def rows_of(report: Report) -> dict[tuple[str, str], RowData]:
    """Returns the rows that can be compared, by target and name.

    Baselines are left out, because their ratios are 1.
    """
    rows: dict[tuple[str, str], RowData] = {}
    for row in report["rows"]:
        if row["ns"] and not is_baseline(row["name"]):
            rows.setdefault((row["target"], row["name"]), row)
    return rows


def conditions_of(before: Report, after: Report) -> list[str]:
    notes = [
        f"{which} was on a noisy machine: {reason}"
        for report, which in ((before, "the earlier run"), (after, "this run"))
        for reason in report["noise"]["reasons"]
    ]
    machines = {
        (report["machine"]["processor"], report["header"]["host"]["cores"])
        for report in (before, after)
    }
    return notes + ["the runs are of different machines"] * (len(machines) > 1)


def power_of(samples: list[tuple[list[float], list[float]]]) -> list[str]:
    """Returns a note if the samples are too small to detect a change of any size."""
    if not samples:
        return []
    fewest_old, fewest_new = (min(map(len, column)) for column in zip(*samples))
    orders_needed = 2 * len(samples) / ALPHA
    if math.comb(fewest_old + fewest_new, fewest_old) >= orders_needed:
        return []
    enough = next(n for n in itertools.count(1) if math.comb(2 * n, n) >= orders_needed)
    return [
        f"too few repetitions ({fewest_old} and {fewest_new}) to tell anything among"
        f" {len(samples)} rows: {enough} each would do, or fewer rows (--filter)"
    ]


def compare(
    before: Report, after: Report, min_effect: float = 0.1, even_if_noisy: bool = False
) -> Comparison:
    """Compares two runs. Returns the comparison as reports contain it."""
    old, new = rows_of(before), rows_of(after)
    common = [(old[key], row) for key, row in new.items() if key in old]
    pairs = [
        (row, was["ratio"]["sample"], row["ratio"]["sample"])
        for was, row in common
        if was["ratio"] and row["ratio"] and was["baseline"] == row["baseline"]
    ]
    samples = [(a, b) for _, a, b in pairs]
    p = corrected(
        [
            p_greater(b, [(1 + min_effect) * value for value in a])
            for one in samples
            for a, b in (one, one[::-1])
        ]
    )
    judge = even_if_noisy or not (before["noise"]["reasons"] or after["noise"]["reasons"])
    changes: list[Change] = []
    for (row, a, b), slower, faster in zip(pairs, p[::2], p[1::2]):
        is_clear = judge and min(slower, faster) <= ALPHA
        changes.append(
            {
                "target": row["target"],
                "name": row["name"],
                "baseline": row["baseline"],
                "before": median(a),
                "after": median(b),
                "p": min(slower, faster),
                "verdict": (
                    ("slower" if slower < faster else "faster") if is_clear else "cannot tell"
                ),
            }
        )
    test = (
        "exact one-sided Mann-Whitney U test of the ratios to the baseline, of a change by more"
        f" than {min_effect * 100:.3g} % in either direction, Holm-corrected, at most"
        f" {ALPHA * 100:.3g} % chance of any false alarm"
    )
    return {
        "against": "",
        "test": test,
        "notes": conditions_of(before, after) + power_of(samples),
        "only_before": len(old.keys() - new.keys()),
        "only_after": len(new.keys() - old.keys()),
        "without_ratio": len(common) - len(pairs),
        "changes": changes,
    }


def count(comparison: Comparison, verdict: str) -> int:
    return sum(change["verdict"] == verdict for change in comparison["changes"])

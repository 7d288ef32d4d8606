# SPDX-License-Identifier: BSD-3-Clause
"""The rows of values of which the states of the grid are made: a covering array.

Every pair of values of two axes occurs in a row.
"""
import functools
import itertools
import random

_SEED = 19


def words(text):
    return (text or "").split()


def assignments(axes):
    """Yields all valid combinations of values; "-" where an axis does not apply."""
    levels = axes["levels"]
    for (interface, how), (mpi, what) in itertools.product(
        axes["interface"].items(), axes["mpi"].items()
    ):
        tool, steps = words(how["steps"]), words(what["steps"])
        orders = ["first", "last", "middle"][: len(steps) + 1] if tool and steps else ["-"]
        for order, level, nested, caller in itertools.product(
            orders,
            levels if "T_init" in tool else ["-"],
            levels if "T_init2" in tool else ["-"],
            ("same", "other"),
        ):
            now = nested if "T_finalize" in tool[:-1] else level  # level of the current epoch
            if caller == "other" and (
                how["up"] != "yes" or what["threads"] != "yes" or now not in levels[2:]
            ):
                continue
            row = {
                "interface": interface,
                "mpi": mpi,
                "order": order,
                "level": level,
                "nested": nested,
                "caller": caller,
            }
            yield from (
                row | {"place": place}
                for place, where in axes["place"].items()
                if all(row[axis] in words(where[axis]) for axis in row if axis in where)
            )


def rows_of(axes):
    """Returns the values of the states.

    In plain code, each pair of interface state and MPI state has a row in which the caller is
    the same thread. If the interface state is its own plain state, there is such a row for each
    order; for the MPI states `before` and `init` it is the first valid combination. Other
    places have the plainest rows whose steps occur in plain code. Further rows cover the
    remaining pairs of values.
    """
    legal = list(assignments(axes))
    rows, plain = [], set()

    def take(candidates):
        best = max(candidates, key=lambda row: len(wanted & pairs_of(row)))
        wanted.difference_update(pairs_of(best))
        rows.append(best)

    for place in axes["place"]:
        here = [
            row
            for row in legal
            if row["place"] == place and (place == "plain" or _way(row) in plain)
        ]
        wanted = set().union(*map(pairs_of, here)).difference(*map(pairs_of, rows))
        shuffled = random.Random(_SEED).sample(here, len(here))
        for candidates in (
            _frame(axes, here, shuffled) if place == "plain" else _plainest(axes, here)
        ):
            take(candidates)
        while wanted:
            take(shuffled)
        plain = plain or set(map(_way, rows))
    return rows


def _frame(axes, legal, shuffled):
    for interface, mpi in itertools.product(axes["interface"], axes["mpi"]):
        alone = axes["interface"][interface]["plain"] == interface
        plain = alone and mpi in ("before", "init")
        of_pair = [
            row
            for row in (legal if plain else shuffled)
            if (row["interface"], row["mpi"], row["caller"]) == (interface, mpi, "same")
        ]
        orders = sorted({row["order"] for row in of_pair}) if alone else [""]
        for order in orders:
            fitting = [row for row in of_pair if order in ("", row["order"])]
            yield fitting[:1] if plain else fitting


def _plainest(axes, legal):
    """Returns the first row with the interface up, and the first row with it down."""
    first = {axes["interface"][row["interface"]]["up"]: [row] for row in reversed(legal)}
    return [first[up] for up in ("yes", "no") if up in first]


def _way(row):
    """Returns the values that decide whether the steps are possible."""
    return row["interface"], row["mpi"], row["order"]


def pairs_of(row):
    """Returns the pairs of values that occur in a row."""
    return _pairs(tuple(row.items()))


@functools.lru_cache(maxsize=None)
def _pairs(values):
    said = [(axis, value) for axis, value in values if value != "-"]
    return frozenset(itertools.combinations(said, 2))

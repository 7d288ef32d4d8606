# SPDX-License-Identifier: BSD-3-Clause
"""The legal behaviours of the reference: what its bin/variants lists."""
import itertools
import random
from dataclasses import dataclass

from mpitcheck.judge import strict_json
from mpitcheck.judge.clauses import is_in_catalogue
from mpitcheck.judge.data import from_data
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import encode

VARIABLE = "MPIT_VARIANT"  # of the environment: how the reference behaves


@dataclass
class Variant:
    """A legal behaviour of the reference, as its tree's bin/variants tells."""

    name: str
    description: str
    legal_by: list[str]  # clauses and ambiguities
    gives_up: list[str]  # levels that it deviates from: "should", "quality"
    excludes: list[str]  # variants that it cannot be together with
    reason: str  # why not
    of_starts: bool = (
        False  # it is about how a process comes up: a C program alone says nothing of it
    )

    def may_break(self, level: str) -> bool:
        """Whether a clause of that level speaks against it in vain. `advice` is given up with `quality`."""
        return ("quality" if level == "advice" else level) in self.gives_up


def pairs_of(variants: list[Variant], number: int, seed: int) -> list[Variant]:
    """So many combinations of two, drawn by the seed; fewer if there are not as many that go together."""
    pairs = [
        (one, other)
        for one, other in itertools.combinations(variants, 2)
        if one.name not in other.excludes and other.name not in one.excludes
    ]
    return [
        Variant(
            f"{one.name}+{other.name}",
            f"{one.description} {other.description}",
            one.legal_by + other.legal_by,
            one.gives_up + other.gives_up,
            [],
            "",
            one.of_starts or other.of_starts,
        )
        for one, other in random.Random(seed).sample(pairs, min(number, len(pairs)))
    ]


def parse_variants(text: str) -> list[Variant]:
    """Reads what bin/variants printed. Raises UserError (own error) if it is not a list of variants, or if one appeals to a clause or
    ambiguity that the catalogue does not have."""
    try:
        variants = from_data(list[Variant], strict_json.parse(encode(text)), "list")
    except ValueError as problem:
        raise UserError(
            f"the tree's list of variants is malformed ({problem}): rebuild it", ExitCode.own_error
        ) from None
    for variant in variants:
        for name in variant.legal_by:
            if not is_in_catalogue(name):
                raise UserError(
                    (
                        f"variant '{variant.name}' appeals to '{name}', which is neither a clause"
                        " nor an ambiguity of the catalogue"
                    ),
                    ExitCode.own_error,
                )
        for name in variant.excludes:
            if name not in {other.name for other in variants}:
                raise UserError(
                    f"variant '{variant.name}' excludes '{name}', which is none", ExitCode.own_error
                )
    return variants

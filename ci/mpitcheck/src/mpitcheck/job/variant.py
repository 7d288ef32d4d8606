# SPDX-License-Identifier: BSD-3-Clause
"""The legal behaviours of the reference, as its bin/variants lists them."""
import itertools
import random
from dataclasses import dataclass

from mpitcheck.judge import strict_json
from mpitcheck.judge.clauses import is_in_catalogue
from mpitcheck.judge.data import from_data
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import encode

VARIABLE = "MPIT_VARIANT"  # environment variable that selects the reference's behaviour


@dataclass
class Variant:
    """One legal behaviour of the reference, as bin/variants describes it."""

    name: str
    description: str
    legal_by: list[str]  # clauses and ambiguities that allow it
    gives_up: list[str]  # levels of the clauses that it may break: "should", "quality"
    excludes: list[str]  # variants that it cannot be combined with
    reason: str  # why it cannot be combined with them
    of_starts: bool = False  # about the start of a process, which a C program alone does not show

    def may_break(self, level: str) -> bool:
        """Returns whether the variant may break clauses of that level.

        A variant that may break `quality` clauses may break `advice` too.
        """
        return ("quality" if level == "advice" else level) in self.gives_up


def pairs_of(variants: list[Variant], number: int, seed: int) -> list[Variant]:
    """Returns `number` random combinations of two compatible variants, chosen by `seed`.

    Returns fewer if there are not enough compatible pairs.
    """
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
    """Parses the output of bin/variants.

    Raises UserError (own error) if it is not a list of variants, if a variant refers to a clause or
    ambiguity that is not in the catalogue, or if it excludes an unknown variant.
    """
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

# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove variants` on a tree with a good, a careless and a bad variant."""
import json
import os

import pytest

from mpitcheck.job.variant import Variant, pairs_of, parse_variants
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.prove.variants import is_alarm
from tests.fake_tree import FakeTree, content


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


def test_lists_of_variants_are_read():
    variants = parse_variants(json.dumps([_variant("a"), _variant("b", "quality")]))
    assert [variant.name for variant in variants] == ["a", "b"]
    assert (variants[1].description, variants[1].gives_up) == ("It is b.", ["quality"])


@pytest.mark.parametrize(
    "text",
    ["", "[{}]", '[{"name": 1}]']
    + [
        pytest.param(json.dumps([_variant("a", legal_by=id)]), id=f"legal by '{id}'")
        for id in ("no-such-clause", "A999", "")
    ],
)
def test_variants_with_unknown_names_are_refused(text):
    with pytest.raises(UserError):
        parse_variants(text)


def test_variants_name_ambiguities_and_known_variants():
    assert len(parse_variants(json.dumps([_variant("a", legal_by="A1")]))) == 1
    with pytest.raises(UserError):
        parse_variants(json.dumps([_variant("a", excludes=["b"])]))


def test_pairs_are_drawn_by_the_seed_from_compatible_variants():
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
    assert pairs.keys() == {"a+b", "a+c", "a+d", "b+d", "c+d"}
    assert (pairs["a+b"].gives_up, pairs["a+b"].description) == (
        ["should", "quality"],
        "It is a. It is b.",
    )
    drawn = [
        tuple(pair.name for pair in pairs_of(variants, 2, seed)) for seed in (1, 1, *range(2, 20))
    ]
    assert drawn[0] == drawn[1]
    assert len(set(drawn)) > 2


_SILENT = [Verdict.good, Verdict.vacuous, Verdict.not_applicable, Verdict.inconclusive]


@pytest.mark.parametrize(
    "verdict, level, gives_up, alarm",
    [
        *((verdict, "must", [], verdict not in _SILENT) for verdict in Verdict),
        (Verdict.quality, "quality", ["quality"], False),
        (Verdict.crash, "quality", ["quality"], False),
        (Verdict.crash, "must", ["quality"], True),
        (Verdict.warn, "should", ["quality"], True),
        (Verdict.warn, "should", ["should"], False),
        (Verdict.crash, "advice", ["quality"], False),
        (Verdict.error, "quality", ["quality"], True),
    ],
    ids=repr,
)
def test_a_deviation_is_an_alarm_unless_the_variant_allows_it(verdict, level, gives_up, alarm):
    assert (
        is_alarm(
            TestResult(verdict=verdict, level=level),
            Variant("v", "", [], gives_up, [], ""),
        )
        == alarm
    )


@pytest.fixture
def tree(tree):
    """A tree with three variants."""
    program = os.path.join(tree.root, "bin/variants")
    variants = [_variant("good"), _variant("careless", "quality"), _variant("bad")]
    with open(program, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\ncat <<'END'\n{json.dumps(variants)}\nEND\n")
    os.chmod(program, 0o700)
    tree.manifest["variants"] = "bin/variants"
    tree.write()
    return tree


def prove(tree, *arguments):
    return tree.mpitcheck(["prove", "variants", tree.root, *arguments])


def test_prove_variants_is_silent_on_good_variants(tree):
    run = prove(tree, "--filter", "good", "--test", "plain.variant")
    assert run.exit_code == ExitCode.as_expected, run.out + run.err
    assert "1 of 1 variants, 0 alarms" in run.out
    assert run.err == ""


def test_pairs_have_both_behaviours(tree):
    run = prove(
        tree,
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
    assert "pairs of seed 1:\n" in run.out
    assert "\ngood+bad " in run.out
    assert "1 of 1 variants" in run.out
    run = prove(tree, "--filter", "good", "--pairs", "5")
    assert (run.exit_code, run.out) == (ExitCode.nothing_selected, ""), run.err


def test_prove_variants_names_every_alarm(tree):
    run = prove(tree, "--test", "plain.variant", "--json", "prove.json")
    assert run.exit_code == ExitCode.broken_must, run.err
    for part in (
        "fail: plain.variant under variant bad: It is bad.",
        FakeTree.clause("must"),
        "--env MPIT_VARIANT=bad",
        "3 of 3 variants, 1 alarms",
    ):
        assert part in run.out
    assert "under variant good" not in run.out

    found = json.loads(content(tree.file("prove.json")))
    assert (found["alarms"], found["complete"], len(found["variants"])) == (1, True, 3)
    assert found["variants"][0]["verdicts"]["pass"] == 1
    alarm = found["variants"][2]["alarms"][0]
    assert (alarm["test"], alarm["verdict"]) == ("plain.variant", "fail")
    assert alarm["failures"][0]["clause"] == FakeTree.clause("must")


@pytest.mark.parametrize(
    "variant, exit_code",
    [
        ("careless", ExitCode.as_expected),
        ("good", ExitCode.broken_must),
    ],
    ids=repr,
)
def test_prove_variants_accepts_allowed_deviations(tree, variant, exit_code):
    run = prove(tree, "--filter", variant, "--test", "plain.quality")
    assert run.exit_code == exit_code, run.out


def test_prove_variants_refuses_what_it_cannot_run(tree):
    assert prove(tree, "--filter", "none_such").exit_code == ExitCode.nothing_selected
    assert prove(tree, "--test", "none.such").exit_code == ExitCode.nothing_selected
    del tree.manifest["variants"]
    tree.write()
    run = prove(tree)
    assert run.exit_code == ExitCode.usage
    assert "name a tree of the reference" in run.err

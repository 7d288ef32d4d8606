# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove hostile` on a tree of its own."""
import json
import os

import pytest

from mpitcheck.process.error import ExitCode
from tests.fake_tree import content

GOOD = {"good": {"plain.variant": ["pass"]}}


@pytest.fixture
def tree(tree):
    os.symlink(os.environ["PRELOAD_LIBRARY"], os.path.join(tree.root, "bin/preload.so"))
    return tree


def prove(tree, libraries, *arguments):
    entries = [
        {"name": name, "brief": f"It is {name}.", "tests": tests}
        for name, tests in libraries.items()
    ]
    tree.manifest["hostile"] = {"list": entries, "library": "bin/preload.so"}
    tree.write()
    return tree.mpitcheck(
        [
            "prove",
            "hostile",
            tree.root,
            "--json",
            tree.file("table.json"),
            *arguments,
        ]
    )


def table(tree):
    return json.loads(content(tree.file("table.json")))


def test_prove_hostile_accepts_correct_verdicts(tree):
    run = prove(tree, {**GOOD, "bad": {"plain.variant": ["crash", "fail"]}})
    assert run.exit_code == ExitCode.as_expected, run.out + run.err
    assert "2 hostile libraries, 2 verdicts, 0 wrong; report complete" in run.out
    assert table(tree)["libraries"][1]["tests"][0]["verdict"] == "fail"


def test_prove_hostile_reports_a_wrong_verdict(tree):
    run = prove(tree, {**GOOD, "bad": {"plain.variant": ["pass", "crash"]}})
    assert run.exit_code == ExitCode.broken_must, run.out + run.err
    assert (
        "wrong: bad: It is bad.\n  plain.variant has the verdict fail instead of pass or crash"
        in run.out
    )
    assert table(tree)["wrong"] == 1


def test_prove_hostile_needs_deviations_to_fail_the_gate(tree):
    run = prove(tree, {"lax": {"plain.quality": ["quality"]}})
    assert run.exit_code == ExitCode.broken_must, run.out + run.err


def test_prove_hostile_refuses_what_it_cannot_run(tree):
    assert prove(tree, GOOD, "--filter", "none").exit_code == ExitCode.nothing_selected
    assert prove(tree, {"odd": {"no.such.test": ["fail"]}}).exit_code == ExitCode.nothing_selected
    del tree.manifest["hostile"]
    tree.write()
    run = tree.mpitcheck(["prove", "hostile", tree.root])
    assert run.exit_code == ExitCode.usage
    assert "without its hostile libraries" in run.err

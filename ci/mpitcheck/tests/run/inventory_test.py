# SPDX-License-Identifier: BSD-3-Clause
"""Inventories: reading, counting, printing."""
import json
import os
import signal

import pytest

from mpitcheck.judge.deadly_call import DeadlyCall
from mpitcheck.process.error import ExitCode
from mpitcheck.process.scheduler import Ending, JobOutcome
from mpitcheck.run.inventory import (
    count,
    deadly_calls,
    foundations,
    inventory_text,
    named_objects,
    parse_inventory,
)
from tests.fake_tree import content


def ended_by(wait_status, output):
    return parse_inventory(JobOutcome(Ending(wait_status=wait_status), output))


def test_a_complete_object_counts_despite_a_later_crash():
    counts = count(ended_by(signal.SIGSEGV, '{"cvars":[{},{}],"pvars":[{}]}').content)
    assert (counts.cvars, counts.pvars, counts.events) == (2, 1, 0)


@pytest.mark.parametrize(
    "text",
    [
        '{"cvars":[{',
        "[]",
        "",
        '{"cvars":[NaN]}',
        '{"a":"\udcff"}',
        '{"a":"\\ud800"}',
        pytest.param("[" * 100_000, id="deeply nested"),
    ],
    ids=repr,
)
def test_a_partial_object_is_a_problem_with_the_signal(text):
    inventory = ended_by(signal.SIGSEGV, text)
    assert inventory.content is None
    assert "SIGSEGV" in inventory.problem


def test_inventory_keeps_properties_that_differ_between_versions():
    objects = named_objects(
        {
            "cvars": [
                {
                    "name": "a",
                    "index": 7,
                    "value": "1",
                    "datatype": "MPI_INT",
                    "enumtype": None,
                    "desc": "text",
                },
                {"index": 8},
                3,
            ],
            "enums": [{"name": "e", "items": [{"name": "on", "value": 1}]}],
            "events": [
                {"name": "sent", "index": 0, "elements": ["MPI_INT", "MPI_DOUBLE"]},
                {"index": 1, "readable": False},
            ],
            "pvars": {"no": "list"},
        }
    )
    assert [(each.kind, each.name, each.desc, each.type) for each in objects] == [
        ("cvar", "a", "text", {"datatype": "MPI_INT"}),
        ("enum", "e", "", {"items": "on = 1"}),
        ("event", "sent", "", {"elements": "MPI_INT, MPI_DOUBLE"}),
    ]


def test_inventory_names_the_calls_that_end_the_process():
    content = ended_by(
        0, '{"ends_process":[{"function":"MPI_T_cvar_read","object":3,"how":"SIGSEGV"}]}'
    ).content
    assert deadly_calls(content) == [DeadlyCall("MPI_T_cvar_read", 3, "SIGSEGV")]
    assert "MPI_T_cvar_read of number 3 ends the process (SIGSEGV)" in inventory_text(content)
    assert deadly_calls({"ends_process": "nonsense"}) == []


def test_inventory_reports_working_foundations():
    entry = {
        "name": "handles of cvars",
        "kind": "cvar",
        "function": "MPI_T_f",
        "code": "",
        "clause": "cvar-handle-count",
    }
    found = {
        "foundations": [
            {**entry, "works": False, "how": "MPI_T_ERR_INVALID (2 of 2)"},
            {**entry, "works": True, "how": ""},
        ]
    }
    assert [each.works for each in foundations(found)] == [False, True]
    for line in (
        "  handles of cvars: MPI_T_ERR_INVALID (2 of 2), see cvar-handle-count\n",
        "  handles of cvars: works\n",
    ):
        assert line in inventory_text(found)
    assert foundations({"foundations": [{"name": 3}]}) == []


def test_inventory_of_a_tree_is_in_the_report(tree):
    tree.mpitcheck(["run", tree.root, "--filter", "plain.pass", "--json", "report.json"])
    assert tree.report()["targets"][0]["inventory"][0]["kind"] == "cvar"


def test_inventory_of_a_tree_names_the_loaded_library(tree):
    tree.manifest["library_version"] = "that of before"
    tree.write()
    tree.mpitcheck(["run", tree.root, "--filter", "plain.pass", "--json", "report.json"])
    assert tree.report()["targets"][0]["library_version"].startswith("Fake ")


def test_inventory_of_a_tree_passes_broken_foundations_to_tests(tree):
    broken = {
        "name": "names",
        "kind": "cvar",
        "function": "",
        "code": "",
        "clause": "a-rule",
        "works": False,
        "how": "none",
    }
    works = {**broken, "name": "others", "works": True, "how": ""}
    tree.manifest["inventory"] = "bin/found"
    tree.write_file(
        "tree/bin/found",
        f"#!/bin/sh\ncat <<'END'\n{json.dumps({'foundations': [broken, works]})}\nEND\n",
    )
    # Instead of a test: keeps what it was told.
    tree.manifest["programs"][0]["path"] = "bin/told"
    tree.write_file(
        "tree/bin/told", f"#!/bin/sh\ncp \"$MPITCHECK_HABITS\" '{tree.file('habits')}'\n"
    )
    tree.write()
    for name in ("found", "told"):
        os.chmod(tree.file(f"tree/bin/{name}"), 0o700)
    run = tree.mpitcheck(["run", tree.root, "--filter", "plain.pass"])
    assert "tests avoid what does not work: names: none, see a-rule" in run.out
    assert json.loads(content(tree.file("habits"))) == {"foundations": [broken]}


def test_inventory_of_a_tree_is_printed_as_text_and_json(tree):
    text = tree.mpitcheck(["inventory", tree.root])
    assert text.exit_code == ExitCode.as_expected, text.err
    for part in ("cvars (2)", "a\\u{202e}\\x07", "on = 1"):
        assert part in text.out
    assert "\x1b" not in text.out
    assert len(json.loads(tree.mpitcheck(["inventory", tree.root, "--json"]).out)["cvars"]) == 2


def test_a_hanging_inventory_is_ended_and_the_run_continues(tree):
    tree.manifest["inventory"] = "bin/stuck"
    tree.write()
    tree.write_file("tree/bin/stuck", "#!/bin/sh\nsleep 3600\n")
    os.chmod(tree.file("tree/bin/stuck"), 0o700)
    run = tree.mpitcheck(
        [
            "run",
            tree.root,
            "--filter",
            "plain.pass",
            "--timeout",
            "2",
            "--json",
            "report.json",
        ]
    )
    assert run.exit_code == ExitCode.as_expected, run.err
    assert tree.report()["targets"][0]["counts"] is None
    assert "no inventory: no end within the time limit" in run.out

# SPDX-License-Identifier: BSD-3-Clause
"""Inventories: reading, counting, printing."""
import json
import os
import signal
import unittest

from mpitcheck.judge.deadly_call import DeadlyCall
from mpitcheck.process.error import ExitCode
from mpitcheck.process.scheduler import Ending, Outcome
from mpitcheck.run.inventory import (
    count,
    deadly_calls,
    foundations,
    inventory_text,
    named_objects,
    parse_inventory,
)
from mpitcheck.selftests.fake_tree import FakeTreeTest, content


def ended_by(wait_status, output):
    return parse_inventory(Outcome(Ending(wait_status=wait_status), output))


class Inventory(unittest.TestCase):
    def test_a_whole_object_counts_even_if_the_program_died_afterwards(self):
        counts = count(ended_by(signal.SIGSEGV, '{"cvars":[{},{}],"pvars":[{}]}').content)
        self.assertEqual((counts.cvars, counts.pvars, counts.events), (2, 1, 0))

    def test_half_an_object_is_a_problem_that_names_the_signal(self):
        for text in (
            '{"cvars":[{',
            "[]",
            "",
            '{"cvars":[NaN]}',
            '{"a":"\udcff"}',
            '{"a":"\\ud800"}',
            "[" * 100_000,
        ):
            inventory = ended_by(signal.SIGSEGV, text)
            self.assertIsNone(inventory.content)
            self.assertIn("SIGSEGV", inventory.problem)

    def test_keeps_what_tells_one_versions_objects_from_the_nexts(self):
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
        self.assertEqual(
            [(each.kind, each.name, each.desc, each.type) for each in objects],
            [
                ("cvar", "a", "text", {"datatype": "MPI_INT"}),
                ("enum", "e", "", {"items": "on = 1"}),
                ("event", "sent", "", {"elements": "MPI_INT, MPI_DOUBLE"}),
            ],
        )

    def test_names_the_calls_that_end_the_process(self):
        content = ended_by(
            0, '{"ends_process":[{"function":"MPI_T_cvar_read","object":3,"how":"SIGSEGV"}]}'
        ).content
        self.assertEqual(deadly_calls(content), [DeadlyCall("MPI_T_cvar_read", 3, "SIGSEGV")])
        self.assertIn(
            "MPI_T_cvar_read of number 3 ends the process (SIGSEGV)", inventory_text(content)
        )
        self.assertEqual(deadly_calls({"ends_process": "nonsense"}), [])

    def test_tells_what_of_the_foundations_works(self):
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
        self.assertEqual([each.works for each in foundations(found)], [False, True])
        for line in (
            "  handles of cvars: MPI_T_ERR_INVALID (2 of 2), see cvar-handle-count\n",
            "  handles of cvars: works\n",
        ):
            self.assertIn(line, inventory_text(found))
        self.assertEqual(foundations({"foundations": [{"name": 3}]}), [])


class InventoryOfATree(FakeTreeTest):
    def test_stands_in_the_report(self):
        self.tree.mpitcheck(
            ["run", self.tree.root, "--filter", "plain.pass", "--json", "report.json"]
        )
        self.assertEqual(self.tree.report()["targets"][0]["inventory"][0]["kind"], "cvar")

    def test_says_which_library_is_loaded(self):
        self.tree.manifest["library_version"] = "that of before"
        self.tree.write()
        self.tree.mpitcheck(
            ["run", self.tree.root, "--filter", "plain.pass", "--json", "report.json"]
        )
        self.assertTrue(self.tree.report()["targets"][0]["library_version"].startswith("Fake "))

    def test_tells_tests_which_foundation_does_not_work(self):
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
        self.tree.manifest["inventory"] = "bin/found"
        self.tree.write_file(
            "tree/bin/found",
            f"#!/bin/sh\ncat <<'END'\n{json.dumps({'foundations': [broken, works]})}\nEND\n",
        )
        # Instead of a test: keeps what it was told.
        self.tree.manifest["programs"][0]["path"] = "bin/told"
        self.tree.write_file(
            "tree/bin/told", f"#!/bin/sh\ncp \"$MPITCHECK_HABITS\" '{self.tree.file('habits')}'\n"
        )
        self.tree.write()
        for name in ("found", "told"):
            os.chmod(self.tree.file(f"tree/bin/{name}"), 0o700)
        run = self.tree.mpitcheck(["run", self.tree.root, "--filter", "plain.pass"])
        self.assertIn("tests do without what does not work: names: none, see a-rule", run.out)
        self.assertEqual(json.loads(content(self.tree.file("habits"))), {"foundations": [broken]})

    def test_is_printed_for_people_and_for_programs(self):
        text = self.tree.mpitcheck(["inventory", self.tree.root])
        self.assertEqual(text.exit_code, ExitCode.as_expected, text.err)
        for part in ("cvars (2)", "a\\u{202e}\\x07", "on = 1"):
            self.assertIn(part, text.out)
        self.assertNotIn("\x1b", text.out)
        self.assertEqual(
            len(
                json.loads(self.tree.mpitcheck(["inventory", self.tree.root, "--json"]).out)[
                    "cvars"
                ]
            ),
            2,
        )

    def test_that_hangs_is_ended_and_the_run_goes_on(self):
        self.tree.manifest["inventory"] = "bin/stuck"
        self.tree.write()
        self.tree.write_file("tree/bin/stuck", "#!/bin/sh\nsleep 3600\n")
        os.chmod(self.tree.file("tree/bin/stuck"), 0o700)
        run = self.tree.mpitcheck(
            [
                "run",
                self.tree.root,
                "--filter",
                "plain.pass",
                "--timeout",
                "2",
                "--json",
                "report.json",
            ]
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        self.assertIsNone(self.tree.report()["targets"][0]["counts"])
        self.assertIn("no inventory: no end within the time limit", run.out)

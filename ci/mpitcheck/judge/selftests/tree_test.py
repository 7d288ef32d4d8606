# SPDX-License-Identifier: BSD-3-Clause
"""Reading target.json."""
import json
import os
import tempfile
import unittest
from unittest import mock

from mpitcheck.judge.tree import load_tree, own_tree, parse_tree, refuse_preload, refuse_unbuilt
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError

FAULT = {"name": "bad", "brief": "It is bad.", "clauses": ["a", "b"]}


def manifest(**changes):
    tests = [{"name": "plain.pass", "clauses": ["c"], "np": 1}]
    return {
        "schema": 1,
        "suite_version": own.version,
        "name": "fake",
        "kind": "external",
        "mpi_version": "4.0",
        "library_version": "Fake MPI 1.0",
        "functions": {},
        "launcher": ["/opt/launcher.sh", "-n", "{np}"],
        "env": {"HOSTILE_MUST": "c"},
        "programs": [{"suite": "conformance", "path": "bin/hostile", "tests": tests}],
        "inventory": "bin/hostile",
        **changes,
    }


def parse(content, root="/root"):
    return parse_tree(json.dumps(content).encode(), root, "build/x")


class Parse(unittest.TestCase):
    def refusal(self, content):
        with self.assertRaises(UserError) as refused:
            parse(content)
        self.assertEqual(refused.exception.exit_code, ExitCode.usage)
        return str(refused.exception)

    def test_a_whole_manifest(self):
        tree = parse(manifest())
        self.assertEqual(
            (tree.name, tree.named, tree.is_reference, len(tree.launcher)),
            ("fake", "build/x", False, 3),
        )
        self.assertEqual((tree.env["HOSTILE_MUST"], tree.env["UCX_MEM_EVENTS"]), ("c", "n"))
        self.assertEqual(parse(manifest(env={"UCX_MEM_EVENTS": "y"})).env["UCX_MEM_EVENTS"], "y")
        self.assertEqual([program.path for program in tree.programs], ["/root/bin/hostile"])
        self.assertEqual(tree.programs[0].tests[0].name, "plain.pass")
        self.assertEqual(
            (tree.inventory, tree.variants, tree.recorder), ("/root/bin/hostile", "", "")
        )
        tree = parse(
            manifest(kind="reference", launcher=["bin/mpiexec"], inventory="", programs=[])
        )
        self.assertEqual(
            (tree.is_reference, tree.launcher, tree.inventory), (True, ["/root/bin/mpiexec"], "")
        )
        self.assertEqual(parse(manifest(launcher=["mpiexec"])).launcher, ["mpiexec"])
        self.assertEqual(
            parse(manifest(benchmarks=[{"name": "calls", "path": "bin/calls"}])).benchmarks,
            {"calls": "/root/bin/calls"},
        )

    def test_faults(self):
        tree = parse(manifest(faults={"library": "lib/faults.so", "list": [FAULT]}))
        self.assertEqual(tree.fault_library, "/root/lib/faults.so")
        self.assertEqual(
            [(fault.name, fault.clauses) for fault in tree.faults], [("bad", ["a", "b"])]
        )
        self.assertIn(
            "malformed", self.refusal(manifest(faults={"library": "lib/faults.so", "list": 7}))
        )
        tree = parse(
            manifest(
                hostile={
                    "library": "lib/hostile.so",
                    "list": [{"name": "h", "brief": "", "tests": {"t": ["crash"]}}],
                }
            )
        )
        self.assertEqual(
            (tree.hostile_library, tree.hostile[0].tests),
            ("/root/lib/hostile.so", {"t": ["crash"]}),
        )

    def test_lists_that_may_not_be_built(self):
        content = manifest(faults={"library": "lib/faults.so", "list": "faults.json"})
        content["programs"].append({"suite": "extra", "path": "bin/extra", "tests": "extra.json"})
        with tempfile.TemporaryDirectory() as root:

            def write(name, text):
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(text)

            self.assertEqual(parse(content, root).faults, [])
            self.assertFalse(parse(content, root).programs[1].is_built)
            write("faults.json", json.dumps([FAULT]))
            write("extra.json", '[{"name": "extra.pass"}]')
            tree = parse(content, root)
            self.assertEqual([fault.name for fault in tree.faults], ["bad"])
            self.assertTrue(tree.programs[1].is_built)
            self.assertEqual(tree.programs[1].tests[0].name, "extra.pass")
            write("faults.json", "[")
            with self.assertRaises(UserError):
                parse(content, root)

    def test_what_it_does_not_understand(self):
        def with_test(**members):
            return manifest(
                programs=[{"suite": "s", "path": "p", "tests": [{"name": "t", **members}]}]
            )

        unnamed = manifest()
        del unnamed["name"]
        for content, part in (
            (manifest(suite_version="99.0.0"), "99.0.0"),
            (manifest(schema=2), "schema 2"),
            (manifest(schema=True), "schema true"),
        ):
            self.assertIn(part, self.refusal(content))
        for content in (
            unnamed,
            manifest(programs=7),
            with_test(np=0),
            with_test(np=5000),
            with_test(clauses="c"),
            [],
            manifest(launcher=None),
            manifest(inventory=7),
            manifest(faults=[]),
            manifest(benchmarks=[{"name": "calls"}]),
            manifest(programs=[{"suite": "s", "path": "p", "tests": None}]),
        ):
            self.assertIn("malformed", self.refusal(content))
        with self.assertRaises(UserError):
            parse_tree(b'{"schema":1,', "/root", "x")


class Load(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.realpath(folder.name)

    def write(self, **changes):
        with open(os.path.join(self.root, "target.json"), "w", encoding="utf-8") as file:
            json.dump(manifest(**changes), file)

    def assert_refused(self, part, act, *arguments):
        with self.assertRaisesRegex(UserError, part):
            act(*arguments)

    def test_what_is_no_tree(self):
        self.assert_refused("no such tree", load_tree, os.path.join(self.root, "none"))
        self.assert_refused("no readable target.json", load_tree, self.root)

    def test_programs_that_were_not_built(self):
        self.write(programs=[{"suite": "s", "path": "bin/unbuilt", "tests": []}])
        self.assert_refused("lacks its program bin/unbuilt: build it", load_tree, self.root)
        self.write(programs=[], inventory="target.json")  # no program
        self.assert_refused("lacks its program target.json", load_tree, self.root)
        self.write(programs=[], inventory="", recorder="lib/recorder.so")
        self.assertEqual(load_tree(self.root).recorder, "")
        self.assert_refused(
            "was built without its faults: cmake --build .* --target all",
            refuse_unbuilt,
            load_tree(self.root),
            "faults",
            "all",
        )

    def test_preloads_where_programs_have_the_mpi_in_them(self):
        self.write(programs=[], inventory="", static=True)
        tree = load_tree(self.root)
        self.assert_refused(
            "--preload: the MPI of tree .* is linked statically", refuse_preload, tree, "--preload"
        )
        self.assert_refused(
            "faults: the MPI of tree .* is linked statically",
            refuse_unbuilt,
            tree,
            "faults",
            "selftest",
        )
        self.write(programs=[], inventory="")
        refuse_preload(load_tree(self.root), "--preload")

    def test_the_own_one(self):
        with mock.patch.object(own, "bin", os.path.join(self.root, "bin")):
            self.assert_refused("does not lie in a build tree", own_tree)
            self.write()
            self.assertEqual(own_tree(), self.root)


if __name__ == "__main__":
    unittest.main()

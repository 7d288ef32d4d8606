# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck selftest hostile` on a tree of its own."""
import json
import os
import unittest

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest, content

GOOD = {"good": {"plain.variant": ["pass"]}}


class SelftestHostile(FakeTreeTest):
    def setUp(self):
        super().setUp()
        os.symlink(os.environ["PRELOAD_LIBRARY"], os.path.join(self.tree.root, "bin/preload.so"))

    def selftest(self, libraries, *arguments):
        entries = [
            {"name": name, "brief": f"It is {name}.", "tests": tests}
            for name, tests in libraries.items()
        ]
        self.tree.manifest["hostile"] = {"list": entries, "library": "bin/preload.so"}
        self.tree.write()
        return self.tree.mpitcheck(
            [
                "selftest",
                "hostile",
                self.tree.root,
                "--json",
                self.tree.file("table.json"),
                *arguments,
            ]
        )

    def table(self):
        return json.loads(content(self.tree.file("table.json")))

    def test_is_content_with_right_verdicts(self):
        run = self.selftest({**GOOD, "bad": {"plain.variant": ["crash", "fail"]}})
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out + run.err)
        self.assertIn("2 hostile libraries, 2 verdicts, 0 wrong; report complete", run.out)
        self.assertEqual(self.table()["libraries"][1]["tests"][0]["verdict"], "fail")

    def test_tells_of_a_wrong_verdict(self):
        run = self.selftest({**GOOD, "bad": {"plain.variant": ["pass", "crash"]}})
        self.assertEqual(run.exit_code, ExitCode.broken_must, run.out + run.err)
        self.assertIn(
            "wrong: bad: It is bad.\n  plain.variant came to fail, right is pass or crash", run.out
        )
        self.assertEqual(self.table()["wrong"], 1)

    def test_wants_what_deviates_to_decide_the_gate(self):
        run = self.selftest({"lax": {"plain.quality": ["quality"]}})
        self.assertEqual(run.exit_code, ExitCode.broken_must, run.out + run.err)

    def test_refuses_what_it_cannot_run(self):
        self.assertEqual(
            self.selftest(GOOD, "--filter", "none").exit_code, ExitCode.nothing_selected
        )
        self.assertEqual(
            self.selftest({"odd": {"no.such.test": ["fail"]}}).exit_code, ExitCode.nothing_selected
        )
        del self.tree.manifest["hostile"]
        self.tree.write()
        run = self.tree.mpitcheck(["selftest", "hostile", self.tree.root])
        self.assertEqual(run.exit_code, ExitCode.usage)
        self.assertIn("without its hostile libraries", run.err)


if __name__ == "__main__":
    unittest.main()

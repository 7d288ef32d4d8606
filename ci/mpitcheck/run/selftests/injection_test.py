# SPDX-License-Identifier: BSD-3-Clause
"""What reaches a test program: variables, folders, preloaded libraries, another ABI library."""
import os

from mpitcheck.process.error import ExitCode
from mpitcheck.selftests.fake_tree import FakeTreeTest

_LIBRARY = os.environ.get("PRELOAD_LIBRARY", "")


class Injection(FakeTreeTest):
    def output_of(self, *options, **variables):
        run = self.tree.mpitcheck(
            [
                "run",
                self.tree.root,
                "--filter",
                "plain.environment",
                "--json",
                "report.json",
                *options,
            ],
            **variables,
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err + run.out)
        return self.tree.test("plain.environment")["output"]

    def test_variables_and_folders_reach_the_program(self):
        output = self.output_of("--env", "HOSTILE_SHOWN=a b")
        self.assertIn("shown a b\n", output)
        self.assertIn("working in TMPDIR\n", output)
        self.assertIn("--env 'HOSTILE_SHOWN=a b'", self.tree.test("plain.environment")["replay"])

    def test_preloaded_libraries_reach_the_program_but_not_the_launcher(self):
        self.assertEqual(self.output_of("--preload", _LIBRARY).count("preloaded"), 1)
        # The launcher, its shell and env(1), which sets the variable, come before it.
        self.assertEqual(self.output_of("--preload", _LIBRARY, "--np", "2").count("preloaded"), 2)

    def test_another_abi_library_stands_behind_both_sonames(self):
        self.tree.manifest["kind"] = "reference"
        self.tree.write()
        output = self.output_of("--abi-library", _LIBRARY)
        for number in (0, 1):
            self.assertIn(f"libmpi_abi.so.{number} -> {os.path.realpath(_LIBRARY)}", output)
        # The target is named after the library that the inventory found, not after the tree.
        self.assertEqual(self.tree.test("plain.environment")["target"], "fake-abi")
        self.output_of("--abi-library", _LIBRARY, "--name", "night-2")
        self.assertEqual(self.tree.test("plain.environment")["target"], "night-2")

    def test_the_reference_is_tested_whatever_library_the_environment_names(self):
        for folder in ("tree/lib", "other"):
            os.makedirs(self.tree.file(folder))
            os.symlink(folder, self.tree.file(f"{folder}/libmpi_abi.so.0"))
        for kind, library in (("reference", "tree/lib"), ("external", "other")):
            self.tree.manifest["kind"] = kind
            self.tree.write()
            for np in ("1", "2"):
                output = self.output_of("--np", np, LD_LIBRARY_PATH=self.tree.file("other"))
                self.assertEqual(output.count(f"libmpi_abi.so.0 -> {library}\n"), int(np), output)

# SPDX-License-Identifier: BSD-3-Clause
"""The launcher that goes with a library of the standard ABI."""
import os

from mpitcheck.job.abi_library import launcher_beside
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets
from mpitcheck.selftests.fake_tree import FakeTreeTest


class AbiLibrary(FakeTreeTest):
    def setUp(self):
        super().setUp()
        self.tree.manifest["kind"] = "reference"
        self.tree.write()

    def installed(self, *files):
        for file in files:
            path = self.tree.file(file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as made:
                os.chmod(made.fileno(), 0o755)

    def test_goes_with_the_launcher_of_its_installation(self):
        self.installed(
            "opt/bin/mpiexec",
            "opt/bin/mpiexec.new",
            "opt/lib/libmpi_abi.so.1.0.0",
            "opt/lib/some-linux-gnu/libmpi_abi_new.so.1",
            "other/lib/libmpi_abi_lone.so.1",
        )
        os.symlink("../../opt/lib/libmpi_abi.so.1.0.0", self.tree.file("other/lib/libmpi_abi.so.0"))
        for library, launcher in (
            ("opt/lib/libmpi_abi.so.1.0.0", "opt/bin/mpiexec"),
            ("other/lib/libmpi_abi.so.0", "opt/bin/mpiexec"),
            ("opt/lib/some-linux-gnu/libmpi_abi_new.so.1", "opt/bin/mpiexec.new"),
            ("other/lib/libmpi_abi_lone.so.1", ""),
        ):
            with self.subTest(library):
                words = (
                    [os.path.realpath(self.tree.file(launcher)), "-n", "{np}"] if launcher else []
                )
                self.assertEqual(launcher_beside(self.tree.file(library)), words)

    def test_takes_that_launcher_unless_another_is_named(self):
        self.installed("opt/bin/mpiexec", "opt/lib/libmpi_abi.so.1")
        for options, words in (
            ({}, [os.path.realpath(self.tree.file("opt/bin/mpiexec")), "-n", "{np}"]),
            ({"launcher": "mine {np}"}, ["mine", "{np}"]),
        ):
            (target,) = load_targets(
                RunOptions(
                    trees=[self.tree.root],
                    abi_library=self.tree.file("opt/lib/libmpi_abi.so.1"),
                    **options,
                )
            )
            self.assertEqual(target.launcher, words)
            self.assertEqual(target.tree.env["PRTE_ALLOW_RUN_AS_ROOT"], "1")

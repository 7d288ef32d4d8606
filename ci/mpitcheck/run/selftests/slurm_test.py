# SPDX-License-Identifier: BSD-3-Clause
"""In an allocation of Slurm: its srun is the launcher, the run's folder is one that all nodes see, and what Slurm does is not charged to the
MPI."""
import os
from unittest import mock

from mpitcheck.job.inherited import inherited_environment
from mpitcheck.process.error import ExitCode
from mpitcheck.process.files import Scratch
from mpitcheck.selftests.contexts import entered
from mpitcheck.selftests.fake_tree import FakeTreeTest

_WORDS = "srun --mpi=pmi2 --overlap --overcommit --quiet -n {np}"


class Slurm(FakeTreeTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.tree.file("bin"))
        os.symlink(
            os.path.join(os.path.dirname(os.environ["FAKE_LAUNCHER"]), "fake_srun.sh"),
            self.tree.file("bin/srun"),
        )
        self.set_library("MPICH Version: 4.0.2")

    def set_library(self, version):
        self.tree.manifest.update(library_version=version, launcher=["/no/such/launcher", "{np}"])
        self.tree.write()

    def allocated(self, filter, *options, manner="", **variables):
        """A run in an allocation of two nodes that share the folder of the tree's files."""
        variables = {
            "PATH": self.tree.file("bin:") + os.environ["PATH"],
            "SLURM_JOB_ID": "7",
            "SLURM_JOB_NUM_NODES": "2",
            "FAKE_SRUN": manner,
            "FAKE_SHARED": self.tree.file("").rstrip("/"),
            **variables,
        }
        return self.tree.mpitcheck(
            ["run", self.tree.root, "--filter", filter, "--json", "report.json", *options],
            **variables,
        )

    def test_srun_is_the_launcher_and_the_report_says_so(self):
        run = self.allocated("ranks.pass")
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        note = f"tests of several processes run in Slurm job 7, on 2 nodes: {_WORDS}"
        self.assertIn(note, run.out)
        self.assertIn(note, self.tree.report()["targets"][0]["notes"])
        self.assertEqual(self.tree.test("ranks.pass")["verdict"], "pass")

    def test_nothing_is_said_or_asked_where_no_test_has_several_processes(self):
        run = self.allocated("plain.pass", manner="refuses")
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        self.assertNotIn("Slurm", run.out)

    def test_tests_do_not_inherit_the_place_that_a_launcher_gave_the_runner(self):
        place = {
            "PMI_RANK": "0",
            "PMI_SIZE": "1",
            "PMI_FD": "9",
            "PMIX_RANK": "0",
            "PMIX_NAMESPACE": "slurm.pmix.7.0",
            "SLURM_PROCID": "0",
            "SLURM_STEP_ID": "3",
            "OMPI_COMM_WORLD_RANK": "0",
            "OMPI_MCA_ess": "^singleton",
            "OMPI_MCA_orte_hnp_uri": "1.0;tcp",
        }
        kept = {
            "PMIX_MCA_gds": "hash",
            "OMPI_MCA_orte_tmpdir_base": "/scratch",
            "PMI_NO_FORK": "1",
            "SLURM_JOB_NODELIST": "node[1-2]",
        }
        with mock.patch.dict(os.environ, {**place, **kept}):
            inherited = inherited_environment()
        self.assertFalse(place.keys() & inherited.keys())
        self.assertLessEqual(kept.items(), inherited.items())

    def test_a_runner_that_was_started_several_times_refuses(self):
        run = self.allocated("plain.pass", SLURM_STEP_NUM_TASKS="4")
        self.assert_refusal(run, ExitCode.usage, "started mpitcheck 4 times")

    def test_a_launcher_of_the_command_line_is_taken_instead(self):
        run = self.allocated(
            "ranks.pass", "--launcher", os.environ["FAKE_LAUNCHER"] + " -n {np}", manner="refuses"
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)

    def test_without_a_way_for_this_mpi_the_trees_launcher_stays(self):
        self.set_library("Some MPI 1.0")
        self.assert_refusal(
            self.allocated("ranks.pass"),
            ExitCode.usage,
            "launcher '/no/such/launcher' of target 'fake'",
        )

    def test_the_runs_folder_is_one_that_all_nodes_see(self):
        elsewhere = entered(Scratch(), self.addCleanup)
        run = self.allocated("ranks.pass", manner="apart", TMPDIR=elsewhere)
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.err)
        self.assertEqual(os.listdir(elsewhere), [])
        self.assertFalse(
            [name for name in os.listdir(self.tree.file("")) if name.startswith("mpitcheck-")]
        )

    def test_without_such_a_folder_it_says_what_to_do(self):
        run = self.allocated("ranks.pass", manner="apart", FAKE_SHARED="/none")
        self.assert_refusal(run, ExitCode.usage, "point TMPDIR to a folder that they share")

    def test_a_step_that_is_refused_at_first_is_told_at_once(self):
        self.assert_refusal(
            self.allocated("ranks.pass", manner="refuses"),
            ExitCode.usage,
            "Required node not available",
        )

    def test_what_slurm_does_is_not_charged_to_the_mpi(self):
        for filter in ("ranks.pass", "ranks.one_crashes"):
            run = self.allocated(filter, manner="breaks")
            self.assertEqual(run.exit_code, ExitCode.own_error, run.out)
            test = self.tree.test(filter)
            self.assertEqual((test["verdict"], test["charged"]), ("error", []))
            failure = "the launcher failed: srun: error: Node failure on node2"
            self.assertEqual(
                (test["message"], test["notes"]), (failure, ["tried again, after " + failure])
            )

    def test_an_allocation_that_is_over_ends_the_run(self):
        run = self.allocated("ranks.*", manner="over")
        self.assertEqual(run.exit_code, ExitCode.interrupted, run.out)
        footer = self.tree.report()["footer"]
        self.assertTrue(footer["interrupted"])
        self.assertEqual(
            [each["test"] for each in footer["missing"]],
            [test["name"] for test in self.tree.tests if test["np"] == 2],
        )

    def test_no_end_is_charged_once_it_came_twice(self):
        run = self.allocated(
            "ranks.pass", "--timeout", "2", manner="silent", FAKE_MARK=self.tree.file("silent")
        )
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out)
        self.assertIn(
            "tried again, after rank 0: no end within", self.tree.test("ranks.pass")["notes"][0]
        )

    def test_what_slurm_refuses_for_a_while_is_tried_again(self):
        run = self.allocated("ranks.pass", manner="busy", FAKE_MARK=self.tree.file("busy"))
        self.assertEqual(run.exit_code, ExitCode.as_expected, run.out)
        self.assertIn("Unable to create step", self.tree.test("ranks.pass")["notes"][0])

# SPDX-License-Identifier: BSD-3-Clause
"""In an allocation of Slurm: srun is the launcher, all nodes see the folder of the run, and what
Slurm does is not charged to the MPI."""
import os

import pytest

from mpitcheck.job.inherited import inherited_environment
from mpitcheck.process.error import ExitCode
from tests.fake_tree import assert_refusal

_WORDS = "srun --mpi=pmi2 --overlap --overcommit --quiet -n {np}"


@pytest.fixture
def tree(tree):
    """A tree for MPICH, beside the srun of Slurm."""
    os.mkdir(tree.file("bin"))
    os.symlink(
        os.path.join(os.path.dirname(os.environ["FAKE_LAUNCHER"]), "fake_srun.sh"),
        tree.file("bin/srun"),
    )
    set_library(tree, "MPICH Version: 4.0.2")
    return tree


def set_library(tree, version):
    tree.manifest.update(library_version=version, launcher=["/no/such/launcher", "{np}"])
    tree.write()


def allocated(tree, filter, *options, manner="", **variables):
    """A run in an allocation of two nodes that share the folder of the tree's files."""
    variables = {
        "PATH": tree.file("bin:") + os.environ["PATH"],
        "SLURM_JOB_ID": "7",
        "SLURM_JOB_NUM_NODES": "2",
        "FAKE_SRUN": manner,
        "FAKE_SHARED": tree.file("").rstrip("/"),
        **variables,
    }
    return tree.mpitcheck(
        ["run", tree.root, "--filter", filter, "--json", "report.json", *options],
        **variables,
    )


def test_srun_is_the_launcher_in_the_report(tree):
    run = allocated(tree, "ranks.pass", "--verbose")
    assert run.exit_code == ExitCode.as_expected, run.err
    note = f"tests of several processes run in Slurm job 7, on 2 nodes: {_WORDS}"
    assert note in run.out
    assert note in tree.report()["targets"][0]["notes"]
    assert tree.test("ranks.pass")["verdict"] == "pass"


def test_single_process_tests_do_not_use_slurm(tree):
    run = allocated(tree, "plain.pass", manner="refuses")
    assert run.exit_code == ExitCode.as_expected, run.err
    assert "Slurm" not in run.out


def test_tests_do_not_inherit_launcher_variables_of_the_runner(monkeypatch):
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
    for name, value in {**place, **kept}.items():
        monkeypatch.setenv(name, value)
    inherited = inherited_environment()
    assert not place.keys() & inherited.keys()
    assert kept.items() <= inherited.items()


def test_a_runner_started_several_times_is_refused(tree):
    run = allocated(tree, "plain.pass", SLURM_STEP_NUM_TASKS="4")
    assert_refusal(run, ExitCode.usage, "started mpitcheck 4 times")


def test_a_launcher_of_the_command_line_takes_precedence(tree):
    run = allocated(
        tree, "ranks.pass", "--launcher", os.environ["FAKE_LAUNCHER"] + " -n {np}", manner="refuses"
    )
    assert run.exit_code == ExitCode.as_expected, run.err


def test_without_pmi_support_the_launcher_of_the_tree_is_used(tree):
    set_library(tree, "Some MPI 1.0")
    assert_refusal(
        allocated(tree, "ranks.pass"),
        ExitCode.usage,
        "launcher '/no/such/launcher' of target 'fake'",
    )


def test_the_folder_of_a_run_is_shared_by_all_nodes(tree, tmp_path):
    run = allocated(tree, "ranks.pass", manner="apart", TMPDIR=str(tmp_path))
    assert run.exit_code == ExitCode.as_expected, run.err
    assert os.listdir(tmp_path) == []
    assert not [name for name in os.listdir(tree.file("")) if name.startswith("mpitcheck-")]


def test_without_a_shared_folder_there_is_advice(tree):
    run = allocated(tree, "ranks.pass", manner="apart", FAKE_SHARED="/none")
    assert_refusal(run, ExitCode.usage, "set TMPDIR to a folder that they share")


def test_a_refusal_of_the_first_step_is_reported_immediately(tree):
    assert_refusal(
        allocated(tree, "ranks.pass", manner="refuses"),
        ExitCode.usage,
        "Required node not available",
    )


@pytest.mark.parametrize("filter", ["ranks.pass", "ranks.one_crashes"])
def test_failures_of_slurm_are_not_charged_to_the_mpi(tree, filter):
    run = allocated(tree, filter, manner="breaks")
    assert run.exit_code == ExitCode.own_error, run.out
    test = tree.test(filter)
    assert (test["verdict"], test["charged"]) == ("error", [])
    failure = "the launcher failed: srun: error: Node failure on node2"
    assert (test["message"], test["notes"]) == (failure, ["repeated, after " + failure])


def test_an_allocation_that_is_over_ends_the_run(tree):
    run = allocated(tree, "ranks.*", manner="over")
    assert run.exit_code == ExitCode.interrupted, run.out
    footer = tree.report()["footer"]
    assert footer["interrupted"]
    assert [each["test"] for each in footer["missing"]] == [
        test["name"] for test in tree.tests if test["np"] == 2
    ]


def test_a_timeout_is_charged_only_after_a_repetition(tree):
    run = allocated(
        tree, "ranks.pass", "--timeout", "2", manner="silent", FAKE_MARK=tree.file("silent")
    )
    assert run.exit_code == ExitCode.as_expected, run.out
    assert "repeated, after rank 0: no end within" in tree.test("ranks.pass")["notes"][0]


def test_temporary_refusals_of_slurm_are_repeated(tree):
    run = allocated(tree, "ranks.pass", manner="busy", FAKE_MARK=tree.file("busy"))
    assert run.exit_code == ExitCode.as_expected, run.out
    assert "Unable to create step" in tree.test("ranks.pass")["notes"][0]

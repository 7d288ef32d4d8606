# SPDX-License-Identifier: BSD-3-Clause
"""The environment that tests inherit from the runner.

It does not contain the variables by which a launcher tells the runner its place in a job. An MPI
that finds these variables joins the launcher's job instead of starting alone, and ends that job
if it crashes.
"""
import os
from fnmatch import fnmatchcase

from mpitcheck.process.error import UserError

# The variables that mpiexec, srun and flux set for each process, but not those that tune an MPI.
# OF_A_PLACE lists patterns of names; "!" precedes an exception. Tests get it in PLACE_VARIABLE and
# remove the same variables from their forked children (conformance/harness/process/child.hpp).
_PMI = ("FD", "RANK", "SIZE", "PORT", "ID", "JOBID", "SPAWNED", "CONTROL_PORT", "CONTROL_FD")
_ORTE = (
    "hnp_uri",
    "local_daemon_uri",
    "jobfam_session_dir",
    "launch",
    "ess_num_procs",
    "ess_node_rank",
    "app_num",
)
OF_A_PLACE = ":".join(
    (
        *(f"PMI_{each}" for each in _PMI),
        "PMIX_*",
        "!PMIX_MCA_*",
        "OMPI_COMM_WORLD_*",
        "OMPI_MCA_ess",
        "OMPI_MCA_ess_base_jobid",
        "OMPI_MCA_ess_base_vpid",
        *(f"OMPI_MCA_orte_{each}" for each in _ORTE),
        "MPIT_RANK",
        "MPIT_SIZE",
        "MPIT_JOB",
        "MPI_LOCALRANKID",
        "MPI_LOCALNRANKS",
        "HYDI_CONTROL_FD",
        *(f"SLURM_{each}" for each in ("PROCID", "LOCALID", "NODEID", "GTIDS", "STEP*")),
        "FLUX_TASK_RANK",
        "FLUX_TASK_LOCAL_ID",
    )
)
PLACE_VARIABLE = "MPITCHECK_PLACE"


def _is_of_a_place(variable: str) -> bool:
    patterns = OF_A_PLACE.split(":")
    excepted = [pattern.removeprefix("!") for pattern in patterns if pattern.startswith("!")]
    return any(fnmatchcase(variable, pattern) for pattern in patterns) and not any(
        fnmatchcase(variable, pattern) for pattern in excepted
    )


def inherited_environment() -> dict[str, str]:
    """Returns the runner's environment without the variables for its place in a job."""
    return {key: value for key, value in os.environ.items() if not _is_of_a_place(key)}


def refuse_several() -> None:
    """Raises UserError if a launcher started more than one runner."""
    for name in ("SLURM_STEP_NUM_TASKS", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE"):
        if os.environ.get(name, "1") not in ("0", "1"):
            raise UserError(
                f"a launcher has started mpitcheck {os.environ[name]} times ({name}): start it"
                " once, it starts processes itself"
            )

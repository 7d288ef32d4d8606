# SPDX-License-Identifier: BSD-3-Clause
"""The environment that tests inherit from the runner. What a launcher told the runner of its own place is not for them: an MPI that finds
it takes itself for a process of that launcher's job, joins it where it should be alone, and ends it where it crashes."""
import os
import re

from mpitcheck.process.error import UserError

# What mpiexec, srun and flux tell each process that they start. Variables by which users tune an MPI stay.
# Tests drop the same in processes that they fork (conformance/harness/process/child.hpp), by this text: ECMAScript reads it as Python does.
OF_A_PLACE = (r"PMI_(FD|RANK|SIZE|PORT|ID|JOBID|SPAWNED|CONTROL_PORT|CONTROL_FD)|PMIX_(?!MCA_).*|OMPI_COMM_WORLD_.*|MPIT_(RANK|SIZE)|"
              r"MPI_LOCAL(RANKID|NRANKS)|HYDI_CONTROL_FD|SLURM_(PROCID|LOCALID|NODEID|GTIDS|STEP.*)|FLUX_TASK_(RANK|LOCAL_ID)")
PLACE_VARIABLE = "MPITCHECK_PLACE"


def inherited_environment():
    """The runner's own, without its place."""
    return {key: value for key, value in os.environ.items() if not re.fullmatch(OF_A_PLACE, key)}


def refuse_several():
    """Raises UserError if a launcher has started several runners."""
    for name in ("SLURM_STEP_NUM_TASKS", "PMI_SIZE", "OMPI_COMM_WORLD_SIZE"):
        if os.environ.get(name, "1") not in ("0", "1"):
            raise UserError(f"a launcher has started mpitcheck {os.environ[name]} times ({name}): start it once, it starts processes itself")

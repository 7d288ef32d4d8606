# SPDX-License-Identifier: BSD-3-Clause
"""The Slurm allocation that the runner is in: how tests of several processes are started there, and which folder all its nodes see."""
import functools
import os
import re
import subprocess
import tempfile
from typing import Optional

from mpitcheck.judge.library_id import identify_library
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program, remove_tree

# By how its version begins: what starts an MPI's processes, the best first. Those derived from MPICH speak its protocol.
_WAYS = (
    ("open mpi", ("pmix", "pmi2")),
    ("cray", ("cray_shasta", "pmi2")),
    ("mpich", ("pmi2", "pmix")),
    ("intel", ("pmi2", "pmix")),
    ("mvapich", ("pmi2", "pmix")),
)
_PATIENCE = 60  # seconds for one answer of srun


def _srun(*words: str) -> tuple[str, bool]:
    """What srun says, and whether it came to a good end. Raises UserError if it does not answer."""
    try:
        done = subprocess.run(
            [find_program("srun"), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UserError(
            f"srun does not answer within {_PATIENCE} s: see squeue and sinfo, or use the tree's"
            " launcher: env -u SLURM_JOB_ID mpitcheck run ..."
        ) from None
    return done.stdout.decode(errors="replace"), done.returncode == 0


class Allocation:
    """Of the job whose batch script or shell the runner was started from."""

    def __init__(self, job: str, nodes: int) -> None:
        self.job, self.nodes = job, nodes

    @functools.cached_property
    def _ways(self) -> list[str]:
        """What `srun --mpi=` takes."""
        return re.findall(r"[\w/]+", _srun("--mpi=list")[0])

    def launcher(self, library_version: str) -> list[str]:
        """Words that start {np} processes of that library on the allocation's nodes; none if srun has no way for it."""
        library = identify_library(library_version).library.lower()
        for begin, ways in _WAYS:
            if library.startswith(begin):
                # Steps of several tests share the processors; a test may want more processes than there are.
                return next(
                    (
                        [
                            "srun",
                            f"--mpi={way}",
                            "--overlap",
                            "--overcommit",
                            "--quiet",
                            "-n",
                            "{np}",
                        ]
                        for way in ways
                        if way in self._ways
                    ),
                    [],
                )
        return []

    def said(self, launcher: list[str]) -> str:
        """What a report says of it."""
        return (
            f"tests of several processes run in Slurm job {self.job}, on"
            f" {self.nodes} node{'' if self.nodes == 1 else 's'}: " + " ".join(launcher)
        )

    def shared_parent(self) -> str:
        """The folder for the run's own: $TMPDIR (or /tmp) if all nodes see it, else the current one. Raises UserError if they see neither."""
        tried = [os.environ.get("TMPDIR") or "/tmp", os.getcwd()]
        for parent in tried:
            try:
                probe = tempfile.mkdtemp(prefix="mpitcheck-", dir=parent)
            except OSError:
                continue
            try:
                said, seen = _srun(
                    "--overlap",
                    "--overcommit",
                    "--quiet",
                    "--mpi=none",
                    f"--nodes={self.nodes}",
                    f"--ntasks={self.nodes}",
                    "--ntasks-per-node=1",
                    "--chdir=/",
                    "/bin/sh",
                    "-c",
                    'test -d "$1" || echo unseen',
                    "sh",
                    probe,
                )
            finally:
                remove_tree(probe)
            if not seen:
                raise UserError(
                    f"srun cannot start a process on each node of Slurm job {self.job}: "
                    + " ".join(said.split())
                )
            if not said.strip():
                return parent
        raise UserError(
            f"the {self.nodes} nodes of Slurm job {self.job} see neither"
            f" {' nor '.join(dict.fromkeys(tried))}: point TMPDIR to a folder that they share"
        )


@functools.cache
def find_allocation() -> Optional[Allocation]:
    """Nothing outside of one, or without srun."""
    job = os.environ.get("SLURM_JOB_ID")
    if not job or not find_program("srun"):
        return None
    nodes = os.environ.get("SLURM_JOB_NUM_NODES", "")
    return Allocation(job, int(nodes) if nodes.isdigit() else 1)

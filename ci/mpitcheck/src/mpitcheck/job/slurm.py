# SPDX-License-Identifier: BSD-3-Clause
"""The Slurm allocation that the runner is in.

It determines the launcher for tests of several processes and a folder that all nodes share.
"""
import functools
import os
import re
import subprocess
import tempfile
from typing import Optional

from mpitcheck.judge.library_id import identify_library
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program, remove_tree

# How a library's name begins -> values of `srun --mpi` that work with it, the best one first.
# Libraries that are derived from MPICH use its protocol.
_WAYS = (
    ("open mpi", ("pmix", "pmi2")),
    ("cray", ("cray_shasta", "pmi2")),
    ("mpich", ("pmi2", "pmix")),
    ("intel", ("pmi2", "pmix")),
    ("mvapich", ("pmi2", "pmix")),
)
_PATIENCE = 60  # seconds for one call of srun


def _srun(*words: str) -> tuple[str, bool]:
    """Runs srun with `words` and returns its output and whether its exit code is 0.

    Raises UserError if srun does not end in time.
    """
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
            f"srun does not respond within {_PATIENCE} s: check squeue and sinfo, or use the"
            " launcher of the tree: env -u SLURM_JOB_ID mpitcheck run ..."
        ) from None
    return done.stdout.decode(errors="replace"), done.returncode == 0


class Allocation:
    """The allocation of the Slurm job whose batch script or shell started the runner."""

    def __init__(self, job: str, nodes: int) -> None:
        self.job, self.nodes = job, nodes

    @functools.cached_property
    def _ways(self) -> list[str]:
        """The values that `srun --mpi` supports."""
        return re.findall(r"[\w/]+", _srun("--mpi=list")[0])

    def launcher(self, library_version: str) -> list[str]:
        """Returns the words that start {np} processes of a library on the allocation's nodes.

        Returns an empty list if srun does not support the library.
        """
        library = identify_library(library_version).library.lower()
        for begin, ways in _WAYS:
            if library.startswith(begin):
                # The steps of several tests share the processors. A test may need more processes
                # than there are processors.
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

    def note(self, launcher: list[str]) -> str:
        """Returns the report's note about the allocation."""
        return (
            f"tests of several processes run in Slurm job {self.job}, on"
            f" {self.nodes} node{'' if self.nodes == 1 else 's'}: " + " ".join(launcher)
        )

    def shared_parent(self) -> str:
        """Returns a parent for the run's scratch folder that all nodes can access.

        This is $TMPDIR (or /tmp) if possible, else the current folder. Raises UserError if neither
        is accessible on all nodes, or if srun cannot start a process on each node.
        """
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
            f"the {self.nodes} nodes of Slurm job {self.job} share neither"
            f" {' nor '.join(dict.fromkeys(tried))}: set TMPDIR to a folder that they share"
        )


@functools.cache
def find_allocation() -> Optional[Allocation]:
    """Returns the current allocation, or None if there is no allocation or no srun."""
    job = os.environ.get("SLURM_JOB_ID")
    if not job or not find_program("srun"):
        return None
    nodes = os.environ.get("SLURM_JOB_NUM_NODES", "")
    return Allocation(job, int(nodes) if nodes.isdigit() else 1)

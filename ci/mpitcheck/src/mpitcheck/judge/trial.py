# SPDX-License-Identifier: BSD-3-Clause
"""One execution of a test, and how it ended.

The module is pure: it uses no clock, files or processes.
"""
import os
import signal
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.judge.endings import ending_signal
from mpitcheck.judge.evidence import Evidence, RankEvidence
from mpitcheck.judge.model import Verdict
from mpitcheck.judge.tree import TestEntry
from mpitcheck.process.scheduler import Ending
from mpitcheck.process.text import signal_name


@dataclass
class Trial:
    """One execution of a test, as observed from outside."""

    test: TestEntry
    np: int = 1
    launched: bool = False  # under a launcher: the exit status is the launcher's
    time_limit: float = 0  # seconds of given time (docs/time-limits.md)
    mpi_version: str = ""
    ending: Optional[Ending] = None  # None: unknown, because its supervisor was ended
    evidence: Evidence = field(default_factory=Evidence)
    output: str = ""
    stacks: list[tuple[int, list[str]]] = field(default_factory=list)  # as in JobOutcome
    works_alone: Optional[list[str]] = None  # of the Preflight; None: there is no preflight


def unexpected_process(trial: Trial) -> str:
    """Describes processes that are not the ranks of this test; "" if there are none."""
    if trial.evidence.stray:
        return f"result file {trial.evidence.stray} is of no rank of this test"
    for index, rank in enumerate(trial.evidence.ranks):
        if rank.begins > 1:
            return f"{rank.begins} processes started as rank {index}"
        if rank.begins == 1 and rank.np != trial.np:
            return f"rank {index} saw {rank.np} processes instead of {trial.np}"
    return ""


def place_of(rank: RankEvidence) -> str:
    """Returns "in MPI_T_x(..)", "after MPI_T_x(..) returned", or that there was no call."""
    if not rank.progress or not rank.progress.call:
        return "before its first call"
    return (
        f"in {rank.progress.call}"
        if rank.progress.in_call
        else f"after {rank.progress.call} returned"
    )


class TrialEnd:
    """How a trial ended, as a whole and for a rank that gave no verdict."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._ending = trial.ending or Ending()  # without one there is an obstacle
        self.signal = ending_signal(self._ending, trial.launched)
        self.exit_code = os.WEXITSTATUS(self._ending.wait_status)
        self.timed_out = self._ending.timed_out
        self.was_hard = self.signal != 0 or self.timed_out

    def was_too_early(self) -> bool:
        """Returns whether it reached its limit although more time might have been enough.

        It still made progress, or it got less given time than the limit.
        """
        ending = self._ending
        return ending.timed_out and (
            "some" in ending.movement or ending.given < self._trial.time_limit
        )

    def how(self) -> str:
        """Returns e.g. "SIGSEGV", "exit code 1" or "no end within 60 s"."""
        if self.timed_out:
            limit, given = self._trial.time_limit, self._ending.given
            starved = (
                f" ({self._ending.seconds:.0f} s, of which the machine gave it {given:.1f} s)"
                if given < limit
                else ""
            )
            return f"no end within {limit:g} s{starved}"
        if self._ending.memory:
            return f"SIGKILL for taking {self._ending.memory >> 20} MiB of memory (--memory)"
        return signal_name(self.signal) if self.signal else f"exit code {self.exit_code}"

    def prefix(self, index: int) -> str:
        return f"rank {index}: " if self._trial.np > 1 else ""

    def pace(self, index: int) -> str:
        """Describes whether a rank that timed out still made progress; "" if that is unknown."""
        movement = (
            self._ending.movement[index]
            if self.timed_out and index < len(self._ending.movement)
            else "unknown"
        )
        if movement == "unknown":
            return ""
        return (
            f"; {'stuck: nothing moved' if movement == 'none' else 'slow: still moving'} in the"
            f" last {self._ending.watched:g} s"
        )

    def place(self, index: int, rank: RankEvidence) -> str:
        """Returns e.g. "rank 1: SIGSEGV in MPI_T_x(..)"."""
        return f"{self.prefix(index)}{self.how()} {place_of(rank)}"

    def in_words(self, index: int, rank: RankEvidence) -> str:
        """Returns place() and whether the rank still made progress."""
        return self.place(index, rank) + self.pace(index)

    def may_be_by_launcher(self, index: int) -> bool:
        """Returns whether the launcher may have ended the rank because another one failed.

        Launchers end all ranks after one has exited with an error, and a rank that failed may do
        so.
        """
        killed = self.signal == signal.SIGKILL and not self._ending.memory
        failed = (
            rank
            for i, rank in enumerate(self._trial.evidence.ranks)
            if i != index
            and rank.end is not None
            and not rank.defect
            and rank.end.verdict >= Verdict.fail
        )
        return (
            self._trial.launched
            and not self.timed_out
            and (killed or not self.signal and self.exit_code != 0)
            and any(failed)
        )

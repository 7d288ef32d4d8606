# SPDX-License-Identifier: BSD-3-Clause
"""Assigns the stacks of a test that did not end in time to its ranks."""
from mpitcheck.judge.evidence import Evidence
from mpitcheck.judge.model import TestResult, ThreadStack
from mpitcheck.process.scheduler import Outcome


def attach_stacks(outcome: Outcome, evidence: Evidence, result: TestResult) -> None:
    """Fills in `stacks` from the job's Outcome, and notes why stacks are missing."""
    ranks: dict[int, int] = {}
    for rank, found in enumerate(evidence.ranks):
        ranks.setdefault(found.pid, rank)
    threads = sorted(outcome.stacks, key=lambda stack: ranks.get(stack[0], len(evidence.ranks)))
    processes = [process for process, _ in threads]
    for place, (process, frames) in enumerate(threads):
        number = processes[: place + 1].count(process)
        owner = f"rank {ranks[process]}" if process in ranks else f"another process ({process})"
        result.stacks.append(
            ThreadStack(f"{owner}, thread {number} of {processes.count(process)}", frames)
        )
    if outcome.stacks_problem:
        result.notes.append(("stacks: " if threads else "no stacks: ") + outcome.stacks_problem)

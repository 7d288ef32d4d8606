# SPDX-License-Identifier: BSD-3-Clause
"""Decides the verdict of a test from how it ended and what it left behind.

The module is pure: it uses no clock, files or processes.
"""
import os
from collections.abc import Iterable
from typing import Optional

from mpitcheck.judge.blame import Blame, Culprit, blame_for, is_of_mpi_alone, is_on_purpose, text_of
from mpitcheck.judge.clauses import annotate, is_about_mpi, level_of, strictest_level
from mpitcheck.judge.endings import (
    ALLOCATION_IS_OVER,
    LAUNCHER_CALL,
    first_line,
    last_lines,
    launcher_failure,
)
from mpitcheck.judge.evidence import End, LastSeen, RankEvidence
from mpitcheck.judge.merge import merge_records
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.offence import Failure, death_in, function_of
from mpitcheck.judge.results import verdict_of_offence
from mpitcheck.judge.trial import Trial, TrialEnd, place_of, unexpected_process
from mpitcheck.process.scheduler import Ending
from mpitcheck.schema.progress_page import ProgramExit

_CALLS_KEPT = 8


def judge(trial: Trial, result: TestResult) -> None:
    """Fills in the result of a test from its trial.

    These are verdict, level, charged, message, missing, failures, behaviours, examinations, codes
    and notes. A pass requires a complete and consistent account of every rank.
    """
    _Judge(trial, result).run()


def _left_outside(failure: Failure) -> bool:
    """Returns whether a process exited in a function of MPI outside MPI_T, without a fault.

    The function may have lacked something, e.g. a folder that two processes create at once.
    """
    return (
        failure.fact is not None
        and failure.is_deadly
        and failure.fact.seen.startswith("exit status")
        and is_of_mpi_alone(failure.fact.function)
    )


class _Judge:
    def __init__(self, trial: Trial, result: TestResult) -> None:
        self.trial, self.result = trial, result
        self.ending = trial.ending or Ending()  # without one there is an obstacle
        self.end = TrialEnd(trial)
        # For the end of a rank that gave no verdict
        self.charge: Optional[Failure] = None
        self.charged_by_end: list[str] = []
        self.cause_in_call = False
        self.lost: list[str] = []  # like TestResult.lost
        self.missing = ""  # what a rank needed and the library lacks
        # Why a rank gave no verdict, without a fault of the target: e.g. no time, no launcher
        self.undecided = ""

    def run(self) -> None:
        self.result.verdict = Verdict.not_applicable
        merge_records(self.trial.evidence, self.trial.mpi_version, self.result)
        obstacle = self.obstacle()
        if obstacle:
            self.conclude(Verdict.error, obstacle)
        else:
            for index, rank in enumerate(self.trial.evidence.ranks):
                self.judge_rank(index, rank)
            if self.undecided and self.result.verdict <= Verdict.good:
                self.result.verdict, self.result.message = Verdict.inconclusive, self.undecided
                self.result.lost += self.lost
            if self.missing and self.result.verdict <= Verdict.inconclusive:
                self.result.verdict, self.result.message = (
                    Verdict.vacuous,
                    "missing: " + self.missing,
                )
                self.result.missing = self.missing
            if self.charge:
                self.result.failures.append(self.charge)
            self.charge_to(self.charged_by_end)
            self.note_leftovers()
        broken = (
            self.result.charged
            + [failure.clause for failure in self.result.failures if failure.clause]
            + [
                examination.clause
                for examination in self.result.examinations
                if examination.offenders
            ]
        )
        self.result.level = strictest_level(broken or self.trial.test.clauses)

    def conclude(self, verdict: Verdict, message: str) -> None:
        """Sets the verdict if it is worse than the current one, with its message.

        For an equal verdict, sets the message if there is none yet.
        """
        if (
            verdict > self.result.verdict
            or verdict == self.result.verdict
            and not self.result.message
        ):
            self.result.verdict, self.result.message = verdict, message

    def obstacle(self) -> str:
        """Returns the reason why the target cannot be judged; "" if there is none."""
        if not self.trial.ending:
            return "the test's supervisor was ended by another process"
        if self.ending.start_error:
            return f"cannot be started: {os.strerror(self.ending.start_error)}"
        if unexpected := unexpected_process(self.trial):
            return unexpected + (
                ": is the launcher that of this MPI?" if self.trial.launched else ""
            )
        failure = launcher_failure(self.trial.output) if self.trial.launched else ""
        if failure and any(rank.end is None for rank in self.trial.evidence.ranks):
            self.result.launcher_failed = True
            self.result.allocation_is_over = any(words in failure for words in ALLOCATION_IS_OVER)
            return "the launcher failed: " + failure
        if self.end.was_hard or any(rank.has_file for rank in self.trial.evidence.ranks):
            return ""
        if self.trial.launched and self.end.exit_code != 0:
            return (
                f"the launcher started nothing (exit code {self.end.exit_code}):"
                f" {first_line(self.trial.output)}"
            )
        if self.end.exit_code in (ProgramExit.usage, 126, 127):
            return (
                f"the test program did not start (exit code {self.end.exit_code}):"
                f" {first_line(self.trial.output)}"
            )
        return ""

    def judge_rank(self, index: int, rank: RankEvidence) -> None:
        if rank.defect and not self.end.was_hard:
            self.conclude(Verdict.error, "result file " + rank.defect)
        elif rank.end is None or rank.defect:
            self.judge_incomplete(index, rank)
        elif rank.cut_short and not self.end.was_hard:
            self.conclude(Verdict.error, f"result file {index}.jsonl: its last line is cut short")
        else:
            self.judge_whole(index, rank, rank.end)

    def judge_whole(self, index: int, rank: RankEvidence, end: End) -> None:
        """Judges a rank that gave its verdict; its own records can only make it worse."""
        offended = [
            *(each.clause for each in end.examinations if each.offenders),
            *(failure.clause for failure in rank.failures),
        ]
        self.charge_to(failure.clause for failure in rank.failures if failure.crash)
        self.result.stopped_outside |= any(map(_left_outside, rank.failures))
        verdict = max([end.verdict] + [verdict_of_offence(level_of(clause)) for clause in offended])
        if verdict == Verdict.good and not any(each.examined for each in end.examinations):
            verdict = Verdict.vacuous
        self.conclude(verdict, self.end.prefix(index) + end.message if end.message else "")
        self.note_teardown(index, rank)

    def judge_incomplete(self, index: int, rank: RankEvidence) -> None:
        """Judges a rank that gave no verdict by the way it ended.

        An end that the launcher or a function outside MPI_T may have caused is not charged.
        """
        verdict = (
            Verdict.timeout
            if self.end.timed_out
            else Verdict.crash
            if self.end.signal
            else Verdict.early_exit
        )
        # Of several ranks without a verdict, one that is inside a call is the most likely cause.
        in_call = rank.progress is not None and rank.progress.in_call
        call = rank.progress.call if rank.progress and in_call else ""
        if verdict == Verdict.timeout and call.startswith(LAUNCHER_CALL):
            self.result.cut_off = True
            self.undecided = f"{self.end.place(index, rank)}, which depends on the launcher"
            return
        by_launcher = self.end.may_be_by_launcher(index)
        if by_launcher:
            self.result.notes.append(
                f"{self.end.place(index, rank)}; the launcher"
                " may have ended it, because another rank failed"
            )
        if by_launcher or self.end.was_too_early():
            self.judge_unfinished(index, rank)
            return
        blame = self.blame(rank)
        is_of_tool = blame and blame.culprit == Culprit.tool and not is_of_mpi_alone(blame.call)
        blame_elsewhere = None if is_of_tool else self.elsewhere(rank)
        lost_by = blame_elsewhere or (blame if blame and blame.culprit != Culprit.tool else None)
        if lost_by:
            self.lose(index, rank, lost_by)
            return
        # E.g. the malloc() hook of UCX, which sometimes hangs in MPI_Init.
        self.result.stopped_outside |= verdict != Verdict.crash and is_of_mpi_alone(call)
        if (
            verdict < self.result.verdict
            or verdict == self.result.verdict
            and (self.cause_in_call or not in_call)
        ):
            return
        self.cause_in_call = in_call
        self.result.cut_off = True
        by_stack = f"in {blame.call}, " if blame and blame.after and blame.call else ""
        what = f"{self.end.how()} {by_stack}{place_of(rank)}{self.end.pace(index)}"
        if verdict == Verdict.early_exit:
            what = (
                f"left without a verdict: {what}"
                + ("" if rank.has_file else ", no result file")
                + (", last record cut short" if rank.cut_short else "")
            )
        self.result.verdict, self.result.message = verdict, self.end.prefix(index) + what
        self.charge_end(index, rank.progress, what, blame)
        self.note_output()

    def blame(self, rank: RankEvidence) -> Optional[Blame]:
        """Returns what ended or hung the rank; None if there is no progress page.

        A process that is not a rank counts as a child of this one.
        """
        if rank.progress is None:
            return None
        others = {other.pid for other in self.trial.evidence.ranks} - {rank.pid}
        frames = [
            frame for process, its in self.trial.stacks if process not in others for frame in its
        ]
        blame = blame_for(
            rank.progress.in_call,
            rank.progress.call,
            rank.progress.frames + frames,
            rank.progress.tool_used,
            self.trial.works_alone,
        )
        if is_about_mpi(rank.progress.clause, function_of(blame.call)):
            blame.culprit = Culprit.tool
        return blame

    def elsewhere(self, rank: RankEvidence) -> Optional[Blame]:
        """Returns the blame of another rank without a verdict that failed outside MPI_T, or None.

        This rank failed, or waits, because of that one.
        """
        blames = (
            self.blame(other)
            for other in self.trial.evidence.ranks
            if other is not rank and other.end is None
        )
        return next((blame for blame in blames if blame and blame.culprit == Culprit.mpi), None)

    def lose(self, index: int, rank: RankEvidence, blame: Blame) -> None:
        """Notes that something outside MPI_T prevents the test from judging the target."""
        text = text_of(blame, self.end.how())
        self.lost.append(text)
        self.judge_unfinished(index, rank, f"{self.end.prefix(index)}{text}{self.end.pace(index)}")
        self.result.stopped_outside |= blame.culprit == Culprit.mpi and (
            self.end.timed_out or not self.end.signal
        )
        if blame.culprit == Culprit.mpi and is_on_purpose(self.end.how()):
            self.missing = f"{function_of(blame.call)} (here it ends the process: {self.end.how()})"
        self.note_output()

    def note_output(self) -> None:
        """Notes the last lines that the process printed, which may contain the reason of its end.

        A library's signal handler, or the call that gave up, may print them.
        """
        lines = last_lines(self.trial.output)
        if lines and lines not in self.result.notes:
            self.result.notes.append(lines)

    def judge_unfinished(self, index: int, rank: RankEvidence, what: str = "") -> None:
        """Judges a rank without a verdict whose end is not charged.

        Its failures count. What it did not examine remains undecided.
        """
        self.result.cut_off = True
        what = what or self.end.in_words(index, rank)
        self.undecided = self.undecided or what
        strictest = strictest_level([failure.clause for failure in rank.failures])
        for failure in rank.failures:
            if level_of(failure.clause) == strictest:
                self.conclude(
                    Verdict.crash if failure.crash else verdict_of_offence(strictest), what
                )

    def charge_to(self, clauses: Iterable[str]) -> None:
        self.result.charged += [
            clause for clause in dict.fromkeys(clauses) if clause not in self.result.charged
        ]

    def charge_end(
        self, index: int, progress: Optional[LastSeen], what: str, blame: Optional[Blame]
    ) -> None:
        """Charges the end of a rank to a clause.

        This is the clause under examination if the test cites it, otherwise the only clause that
        the test cites. If it cites several, the clause is unknown.
        """
        cited = self.trial.test.clauses
        if progress and progress.clause in cited:
            self.charged_by_end = [progress.clause]
        else:
            self.charged_by_end = cited if len(cited) == 1 else []
        in_call = progress is not None and progress.in_call
        failure = Failure(
            clause=self.charged_by_end[0] if self.charged_by_end else "",
            expected="the test runs to its end",
            actual=what,
            level=strictest_level(self.charged_by_end or cited),
            rank=index,
        )
        failure.fact = death_in(
            blame.call if blame else "",
            self.end.how(),
            progress.frames if progress else [],
            blame.after if blame else "",
        )
        if failure.clause:
            annotate(failure, self.trial.mpi_version)
        if progress:
            failure.phase = progress.phase
            failure.calls = progress.calls[-_CALLS_KEPT:] + (
                [progress.call + " = (no return)"] if in_call else []
            )
        self.charge = failure

    def note_teardown(self, index: int, rank: RankEvidence) -> None:
        notes = self.result.notes
        if not rank.closed:
            notes.append(f"teardown: {self.end.in_words(index, rank)}")
        elif (
            self.end.was_hard
            and index == 0
            or not self.trial.launched
            and self.end.exit_code not in set(ProgramExit) - {ProgramExit.usage}
        ):
            notes.append("after teardown: " + self.end.how())

    def note_leftovers(self) -> None:
        left = self.ending.left_behind
        if left > 0 and not self.end.timed_out:
            processes = "1 process" if left == 1 else f"{left} processes"
            self.result.notes.append(
                f"left {processes} behind ({self.ending.left_names}), which had to be ended"
            )
        if self.ending.unkillable > 0:
            self.result.notes.append(
                f"{self.ending.unkillable} of its processes could not be ended"
            )

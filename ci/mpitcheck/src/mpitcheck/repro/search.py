# SPDX-License-Identifier: BSD-3-Clause
"""Searches for a program that shows a failure, from a few calls up to all calls of the trace.

The condition of each program is the predicate that failed.
"""
import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Optional

from mpitcheck.judge.clauses import LEVELS, level_of
from mpitcheck.judge.offence import Failure, expected_text
from mpitcheck.repro.conditions import NotKept
from mpitcheck.repro.check import or_out_of_reach
from mpitcheck.repro.program import (
    MOST_CALLS,
    MOST_LINES,
    Heading,
    c_program,
    constant_program,
    declaration_program,
)
from mpitcheck.repro.slice import Slice, Width, slice_of
from mpitcheck.repro.trace import FailureTrace, text_of
from mpitcheck.schema.records import MPI_HEADER


_NO_TRACE = "the failure did not occur again while calls were recorded"
_NO_COMPARISON = "the rule does not compare results of calls"
_NOT_SHOWN = "no program of these calls shows the failure"


@dataclass
class Trial:
    """The result of a program on one library."""

    compiled: bool = False
    ran: bool = False  # the program ended, in whatever way
    status: int = 0  # exit code, or 128 + signal


def _lacks_declaration(complaint: Failure) -> bool:
    return complaint.fact is not None and complaint.fact.relation == "declared"


def _is_about_header(complaint: Failure) -> bool:
    return (
        _lacks_declaration(complaint)
        or complaint.fact is not None
        and complaint.fact.function == MPI_HEADER
    )


class Search:
    """Proposes one program after another until one shows the failure."""

    def __init__(self, heading: Heading, traces: list[FailureTrace], with_reference: bool) -> None:
        """`with_reference`: each proposal is also tried on the reference."""
        self.found: Optional[str] = None  # text of the program that shows the failure
        self.shown = ""  # clause that the program is about
        self._heading, self._with_reference = heading, with_reference
        usable = [trace for trace in traces if trace.calls or _is_about_header(trace.complaint)]
        # A test's verdict is that of its strictest failure, so the program shows that failure
        # first.
        self._traces = sorted(
            usable, key=lambda trace: LEVELS.index(level_of(trace.complaint.clause or heading.rule))
        )
        self.reason = _NO_COMPARISON if self._traces else _NO_TRACE  # why no program was found
        self._proposals = self._new_programs()
        # The last proposal.
        self._complaint = Failure("")
        self._program: Optional[str] = None

    @property
    def has_trace(self) -> bool:
        """Whether there is a trace to make programs from."""
        return bool(self._traces)

    @property
    def clause(self) -> str:
        """The clause of the last proposal."""
        return self._complaint.clause or self._heading.rule

    def _new_programs(self) -> Iterator[tuple[Failure, str]]:
        """Yields complaints and programs, each program once, short and readable programs first."""
        seen = set()
        for trace in self._traces:
            for program in self._programs_of(trace):
                lines = program.count("\n")
                if program not in seen and lines > MOST_LINES:
                    self.reason = f"a program that shows it would need {lines} lines"
                elif program not in seen:
                    yield trace.complaint, program
                seen.add(program)

    def _programs_of(self, trace: FailureTrace) -> Iterator[str]:
        complaint, fact = trace.complaint, trace.complaint.fact
        check = None if _is_about_header(complaint) else trace.check
        if fact is None or not check and not _is_about_header(complaint):
            return
        if self.reason == _NO_COMPARISON:
            self.reason = _NOT_SHOWN
        # A library may end the process with exit code 0.
        check = check and or_out_of_reach(check, fact, self._heading.mpi_version)
        heading = dataclasses.replace(
            self._heading,
            rule=complaint.clause or self._heading.rule,
            expected=expected_text(fact),
            exits=complaint.is_deadly and fact.seen == "exit status 0",
        )
        if _lacks_declaration(complaint):
            yield declaration_program(heading, fact.output)
        elif not check and fact.wanted:
            yield constant_program(heading, fact)
        elif check:
            function = trace.calls[check.judged].function
            times = len(trace.objects.calls_of(function)) if len(check.calls()) == 1 else 1
            slices: dict[Width, list[int]] = {}
            for by_name in (True, False):
                for width in Width:
                    chosen = slices[width] = slices.get(width) or slice_of(
                        trace, check.calls(), width
                    )
                    if len(chosen) > MOST_CALLS:  # many calls may fold into few lines
                        continue
                    for repeat in (
                        (1, times) if width == Width.objects and by_name and times > 1 else (1,)
                    ):
                        try:
                            program = c_program(
                                heading, Slice(trace, chosen, by_name, repeat), check
                            )
                        except NotKept:
                            continue
                        yield program

    def next(self) -> Optional[str]:
        """Returns the text of the next program to try; None at the end of the search."""
        proposal = None if self.found else next(self._proposals, None)
        if proposal is None:
            return None
        self._complaint, self._program = proposal
        return self._program

    def tried(self, broken: Trial, kept: Trial) -> None:
        """Takes the results of the last proposal on the library and on the reference."""
        if self.shows(broken, kept):
            self.found, self.shown = self._program, self.clause

    def shows(self, broken: Trial, kept: Trial) -> bool:
        """Whether the last proposal shows the failure, given these results."""
        quiet = not self._with_reference or kept.compiled and kept.ran and kept.status == 0
        if _lacks_declaration(self._complaint):
            return not broken.compiled and quiet
        if not broken.compiled or not broken.ran or not quiet:
            return False
        # A program that shows a crash has no failing exit of its own, except where the library
        # exits with 0.
        return broken.status != 0 if self._complaint.is_deadly else broken.status == 1

    def calls(self) -> list[str]:
        """Returns the calls that matter, as text for a reader."""
        for trace in self._traces:
            if trace.check:
                return [
                    text_of(trace.calls[call])
                    for call in slice_of(trace, trace.check.calls(), Width.objects)
                ]
        return []

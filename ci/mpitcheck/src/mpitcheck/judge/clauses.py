# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue of clauses, as clausegen writes it for the runner.

The catalogue has versions of MPI as text, "4.0". Comparisons use tuples, (4, 0).
"""
import functools
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Optional

from mpitcheck.judge.model import ClauseResult
from mpitcheck.judge.offence import Failure
from mpitcheck.process import own
from mpitcheck.process.files import read_input
from mpitcheck.process.text import glob_match

LEVELS = ("must", "should", "quality", "advice")  # the strictest first


@dataclass
class Clause:
    """One clause of the catalogue; fields that it does not have are empty."""

    id: str
    title: str  # what a library that keeps the rule does, in at most 60 characters
    when: str  # the circumstance in the title of a finding, e.g. "after re-initialization"
    level: str
    area: str
    rule: str
    derived: str  # why the rule follows from the text, if no sentence states it
    observe: str
    note: str
    draft2011: str
    accept: str  # accepted outcomes where the text leaves room, separated by "; "
    actor: str  # "user" or "tool", if the obligation is not on the library
    since: str
    until: str  # the first version without the clause
    section: dict[str, str]  # version -> section, oldest version first
    functions: list[str]  # functions and constants: names, or patterns with a trailing `*`
    codes: list[str]
    rests_on: list[str]  # clauses; if one is broken, evidence against this clause adds nothing
    untested: str  # why no test exists, or why none can
    no_fault: str  # why it has a test but no fault that breaks it
    ambiguity: str  # id in ambiguities.yaml

    def is_about(self, function: str) -> bool:
        """Returns whether its functions include this one, or it is a function of MPI itself."""
        return not function.startswith("MPI_T_") or any(
            glob_match(pattern, function) for pattern in self.functions
        )

    @property
    def statement(self) -> str:
        """The rule, with its derivation if no sentence of the standard states it."""
        return f"{self.rule} (Inferred: {self.derived}.)" if self.derived else self.rule


@dataclass
class ApiFunction:
    """A function of MPI_T."""

    name: str
    since: str
    prototype: str  # as C declares it
    codes: list[str]  # those in its own row of the standard's table of return codes


@functools.cache
def _catalogue() -> dict[str, Any]:
    file = own.clauses()
    catalogue: dict[str, Any] = json.loads(
        read_input(file, f"the catalogue '{file}'", "build mpitcheck again")
    )
    return catalogue


@functools.cache
def _by_id() -> dict[str, Clause]:
    return {each["id"]: Clause(**each) for each in _catalogue()["clauses"]}


def all_clauses() -> list[Clause]:
    """Returns all clauses in the order of the catalogue."""
    return list(_by_id().values())


def find_clause(clause: str) -> Optional[Clause]:
    """Returns the clause with that id, or None."""
    return _by_id().get(clause)


def is_about_mpi(clause: str, function: str) -> bool:
    """Returns whether the clause is about this MPI function and about no MPI_T function."""
    found = find_clause(clause)
    return (
        found is not None
        and function in found.functions
        and not any(each.startswith("MPI_T_") for each in found.functions)
    )


def is_in_catalogue(name: str) -> bool:
    """Returns whether `name` is the id of a clause or of an ambiguity."""
    return name != "" and any(name in (clause.id, clause.ambiguity) for clause in all_clauses())


@functools.cache
def api_functions() -> list[ApiFunction]:
    return [ApiFunction(**each) for each in _catalogue()["functions"]]


def recorded_prototypes() -> list[str]:
    """Returns the C prototypes of the functions and callbacks that can be recorded.

    They are the functions of MPI_T, a few functions of MPI around it, and the tool's callbacks.
    """
    return [*(each.prototype for each in api_functions()), *_catalogue()["recorded"]]


@functools.cache
def api_constants() -> dict[str, str]:
    """Returns the constants of MPI_T with the first version of MPI that has each."""
    return {each["name"]: each["since"] for each in _catalogue()["constants"]}


def parse_version(text: str) -> tuple[int, int]:
    """Returns (4, 0) for "4.0"; (0, 0) if the text is not a version."""
    found = re.match(r"(-?[0-9]{1,10})\.(-?[0-9]{1,10})(?![0-9])", text)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return version if max(abs(number) for number in version) < 2**31 else (0, 0)


def section_for(clause: Clause, version: tuple[int, int]) -> str:
    """Returns the section of the clause in `version`, e.g. (4, 0); "" if it is not a rule there.

    For a version newer than all in the catalogue, returns the section in the newest one.
    """
    if (
        version < parse_version(clause.since)
        or clause.until
        and version >= parse_version(clause.until)
    ):
        return ""
    return (
        [""]
        + [number for named, number in clause.section.items() if parse_version(named) <= version]
    )[-1]


def stated_in(clause: str, mpi_version: str) -> str:
    """Returns where the standard states a clause, e.g. "Stated in: MPI 4.0, section 15.3.6".

    For an inferred clause, returns what it is inferred from. Returns "" if the clause is not a rule
    of that version, or is unknown.
    """
    found = find_clause(clause)
    section = section_for(found, parse_version(mpi_version)) if found else ""
    if not found or not section:
        return ""
    place = f"MPI {mpi_version}, section {section}"
    return f"Inferred from: {place}: {found.derived}" if found.derived else f"Stated in: {place}"


def level_of(clause: str) -> str:
    """Returns the level of a clause; "must", the strictest, for an unknown id."""
    found = find_clause(clause)
    return found.level if found else "must"


def strictest_level(clauses: Iterable[str]) -> str:
    """Returns the strictest level among the clauses; "must" if there are none."""
    return min(map(level_of, clauses), key=LEVELS.index, default="must")


def annotate(failure: Failure, mpi_version: str) -> None:
    """Fills in level, rule and section of a failure from the catalogue.

    The section is the one in `mpi_version`, e.g. "4.0".
    """
    failure.level = level_of(failure.clause)
    found = find_clause(failure.clause)
    if found:
        failure.rule, failure.section = found.statement, section_for(
            found, parse_version(mpi_version)
        )


def clause_results() -> list[ClauseResult]:
    """Returns the report's entry of each clause, without tests and verdicts."""
    members = ("id", "level", "area", "observe", "note", "since", "until", "untested")
    return [
        ClauseResult(
            **{name: getattr(clause, name) for name in members},
            rule=clause.statement,
            section=dict(clause.section),
            functions=list(clause.functions),
        )
        for clause in all_clauses()
    ]

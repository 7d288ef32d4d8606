# SPDX-License-Identifier: BSD-3-Clause
"""The catalogue of rules, as clausegen wrote it for the runner. Versions of MPI are texts ("4.0") there, (4, 0) to compare them."""
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

LEVELS = ("must", "should", "quality", "advice")  # the strictest first


@dataclass
class Clause:
    """One clause of the catalogue; what is absent is empty."""

    id: str
    title: str  # what a library does that keeps the rule, in at most 60 characters
    level: str
    area: str
    rule: str
    derived: str  # why the rule follows from the text, where no sentence states it
    observe: str
    note: str
    draft2011: str
    accept: str  # the outcomes that we accept where the text leaves room, separated by "; "
    actor: str  # "user" or "tool" where the obligation is not on the library
    since: str
    until: str  # the first version without the clause
    section: dict[str, str]  # version -> where it is there, the oldest first
    functions: list[str]  # names, or patterns with a trailing `*`, of functions and constants
    codes: list[str]
    rests_on: list[
        str
    ]  # clauses: where these are broken, evidence against this one tells nothing more
    untested: str  # why no test can or does exist
    no_fault: str  # why no fault breaks it although it has a test
    ambiguity: str  # the id of the open reading in ambiguities.yaml

    @property
    def statement(self) -> str:
        """The rule, and on what an inferred one rests: each report shows that no sentence states it."""
        return f"{self.rule} (Inferred: {self.derived}.)" if self.derived else self.rule


@dataclass
class ApiFunction:
    """A function of the tool interface."""

    name: str
    since: str
    prototype: str  # as C declares it
    codes: list[str]  # that its own row of the standard's table of return codes lists


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
    """In the order of the catalogue."""
    return list(_by_id().values())


def find_clause(clause: str) -> Optional[Clause]:
    """The clause of that id, or None."""
    return _by_id().get(clause)


def is_about_mpi(clause: str, function: str) -> bool:
    """Whether the rule is about this function of MPI, and about none of the interface."""
    found = find_clause(clause)
    return (
        found is not None
        and function in found.functions
        and not any(each.startswith("MPI_T_") for each in found.functions)
    )


def is_in_catalogue(name: str) -> bool:
    """Whether it is the id of a clause or of an open reading."""
    return name != "" and any(name in (clause.id, clause.ambiguity) for clause in all_clauses())


@functools.cache
def api_functions() -> list[ApiFunction]:
    return [ApiFunction(**each) for each in _catalogue()["functions"]]


def recorded_prototypes() -> list[str]:
    """Of the tool interface, the few functions of MPI around it, and the tool's callbacks."""
    return [*(each.prototype for each in api_functions()), *_catalogue()["recorded"]]


@functools.cache
def api_constants() -> dict[str, str]:
    """Name -> the version that has it first."""
    return {each["name"]: each["since"] for each in _catalogue()["constants"]}


def parse_version(text: str) -> tuple[int, int]:
    """ "4.0" as (4, 0); (0, 0) if it is no version."""
    found = re.match(r"(-?[0-9]{1,10})\.(-?[0-9]{1,10})(?![0-9])", text)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return version if max(abs(number) for number in version) < 2**31 else (0, 0)


def section_for(clause: Clause, version: tuple[int, int]) -> str:
    """Where `clause` is in `version`, e.g. (4, 0); "" where it is no rule. A version newer than the newest one catalogued is answered
    with the newest one."""
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
    """Where the clause with that id stands, e.g. "Stated in: MPI 4.0, section 15.3.6", or on what it
    rests; "" where it is no rule."""
    found = find_clause(clause)
    section = section_for(found, parse_version(mpi_version)) if found else ""
    if not found or not section:
        return ""
    place = f"MPI {mpi_version}, section {section}"
    return f"Inferred from: {place}: {found.derived}" if found.derived else f"Stated in: {place}"


def level_of(clause: str) -> str:
    """The level of a clause, "must" for an unknown id: what is not known is taken seriously."""
    found = find_clause(clause)
    return found.level if found else "must"


def strictest_level(clauses: Iterable[str]) -> str:
    """The strictest level among clauses; "must" for none."""
    return min(map(level_of, clauses), key=LEVELS.index, default="must")


def annotate(failure: Failure, mpi_version: str) -> None:
    """Fills in level, rule and section (of that MPI version, e.g. "4.0") of a failure."""
    failure.level = level_of(failure.clause)
    found = find_clause(failure.clause)
    if found:
        failure.rule, failure.section = found.statement, section_for(
            found, parse_version(mpi_version)
        )


def clause_results() -> list[ClauseResult]:
    """Every clause of the catalogue in the words of a report, without tests and verdicts."""
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

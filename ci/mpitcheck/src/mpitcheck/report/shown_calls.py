# SPDX-License-Identifier: BSD-3-Clause
"""Chooses the calls and objects of a finding that a reader outside this project understands."""
import re
from collections.abc import Iterable

from mpitcheck.judge.model import TestResult
from mpitcheck.judge.offence import Failure, function_of

_MOST_CALLS = 12
_ADDRESS = re.compile(r"0x[0-9a-f]{6,}|@[0-9a-f]+")
_CALL = re.compile(r"P?MPIX?_\w+\(")
# Commands of random tests, e.g. "pvar_alloc(0, 0, 0), session_create()"
_COMMANDS = re.compile(r"[a-z_]+\([^()]*\)(?:, [a-z_]+\([^()]*\))*(?:, \.\.\.|\.\.\.)?")
_LIFE = ("MPI_Init", "MPI_Finalize", "MPI_Session_", "MPI_T_init_thread", "MPI_T_finalize")


_QUERY = re.compile(r"P?MPI_T_(?:cvar|pvar|category|event|source)_get_")  # has buffers, no handles


def _sources_of(failure: Failure) -> set[str]:
    return {source.function for source in failure.fact.sources} if failure.fact else set()


def _that_matter(calls: list[str], failure: Failure) -> list[str]:
    """Returns the last call and the earlier ones that it depends on.

    These share a handle or session with a later one, or initialize or finalize MPI or MPI_T. The
    latest call of each source of the expected values is included, too.
    """
    addresses: set[str] = set()
    sources = _sources_of(failure)
    kept: list[str] = []
    for call in reversed(calls):
        function = function_of(call)
        its = set() if _QUERY.match(call) else set(_ADDRESS.findall(call))
        is_needed = not kept or bool(its & addresses) or function.startswith(_LIFE)
        if is_needed or function in sources:
            kept.append(call)
            addresses |= its
            sources.discard(function)
    return kept[::-1]


def calls_of(test: TestResult, failure: Failure, has_program: bool) -> list[str]:
    """Returns the calls of MPI and MPI_T that matter for a failure.

    If a C program shows the failure, these are the calls that the search for the program found.
    Otherwise they are chosen from the last calls of the process, before which random tests put
    their commands. A failure that is not about a particular call has none.
    """
    if has_program and test.repro and test.repro.calls:
        return test.repro.calls[-_MOST_CALLS:]
    if failure.fact and not failure.fact.function and failure.fact.relation != "survives":
        return []
    calls = [call for call in failure.calls if _CALL.match(call)]
    return _that_matter(calls, failure)[-_MOST_CALLS:]


def objects_of(subjects: Iterable[str]) -> list[str]:
    """Returns the objects that failures are about, without commands of random tests."""
    return [subject for subject in subjects if not _COMMANDS.fullmatch(subject)]


def replay_for_others(replay: str) -> str:
    """Returns the command that runs a test again where mpitcheck is installed.

    The tree of the run is not there, so the suites are built for the library's wrapper.
    """
    if " --abi-library " in replay:
        return re.sub("^mpitcheck run [^- ]\\S* ", "mpitcheck run ", replay)
    return re.sub("^mpitcheck run [^- ]\\S* ", "mpitcheck test mpicc ", replay)

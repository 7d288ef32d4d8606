# SPDX-License-Identifier: BSD-3-Clause
"""Derives the cause of a failure from its Fact.

The cause is the call or answer that the Fact is about, the predicate that failed, and the kind of
answer. It does not contain data that differ from run to run (indices, values, threads) or from test
to test, so that the same bug has the same cause everywhere. See docs/attribution.md#causes.
"""
import dataclasses
import re
from typing import NamedTuple

from mpitcheck.judge.blame import is_of_mpi_alone
from mpitcheck.judge.clauses import find_clause
from mpitcheck.judge.offence import Failure, as_number
from mpitcheck.process.text import fingerprint
from mpitcheck.schema.records import ALL_HANDLES, CODE_OUTPUT, Fact

UNDER = " with "  # in a predicate, before the condition under which a call does not survive
_FEW_CODES = 256  # codes without a name below this number are the same in each run
# Outputs that several functions fill in. A library has one piece of code for them.
_SHARED_OUTPUTS = (
    "name",
    "name_len",
    "desc",
    "desc_len",
    "datatype",
    "enumtype",
    "bind",
    "verbosity",
)


class Cause(NamedTuple):
    # A function, or its siblings ("MPI_T_pvar_*") if a wrong call is not refused or has a wrong
    # code; an output that several functions fill in ("desc_len"); otherwise the clause
    about: str
    predicate: str  # e.g. "survives", "code MPI_T_ERR_INVALID_HANDLE"
    answer: str  # its kind: a code, "0", "less", "ends", ...
    # Against a `quality` clause: correct calls fail for other reasons than wrong calls
    optional: bool = False
    family: str = ""  # of the library (library_id.py): unrelated libraries do not share bugs


# Pairs of cause and failure, by the place in the report of each test that deviates
Causes = dict[int, list[tuple[Cause, Failure]]]

_LIFECYCLE = (
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Finalize",
    "MPI_Session_init",
    "MPI_Session_finalize",
)


def _siblings_of(function: str) -> str:
    """Returns the functions on one kind of object as a pattern, e.g. "MPI_T_pvar_*".

    These functions share checks and translations of errors. Other functions are returned unchanged.
    """
    found = re.match("MPI_T_(?:cvar|pvar|category|enum|event|source)_", function)
    return found[0] + "*" if found else function


def _kind_of_answer(fact: Fact) -> str:
    if fact.seen.startswith('"'):
        return "empty" if fact.seen == '""' else "text"
    seen, wanted = as_number(fact.seen), as_number(fact.wanted[0]) if fact.wanted else None
    if seen is None or wanted is None:
        return "other"
    if fact.output.startswith("indices[") and fact.relation in ("at-least", "below"):
        return "more"  # out of range: what was in memory may be negative in the next run
    return "0" if seen == 0 else "less" if seen < wanted else "more"


def _stray_code(fact: Fact) -> str:
    """Returns the kind of a code that is not a code of MPI_T; "" for any other answer.

    A small number, such as an error class of MPI, is its own kind. Large numbers are one kind,
    because some libraries return a new one each time.
    """
    if (
        fact.output != CODE_OUTPUT
        or not fact.function.startswith("MPI_T_")
        or fact.seen.startswith("MPI")
    ):
        return ""
    number = as_number(fact.seen.partition(" ")[0])
    return f"{number:g}" if number is not None and abs(number) < _FEW_CODES else "no code of MPI_T"


def _wrong_code(fact: Fact) -> Cause:
    """Returns the cause of a wrong code.

    If success is wanted, the function fails. If errors are wanted, the first one names the check
    that is missing or wrong. A code that is not a code of MPI_T is one bug of its function,
    whatever was wanted of the call.
    """
    if _stray_code(fact):
        return Cause(fact.function, "code", _stray_code(fact))
    seen = fact.seen if fact.seen.startswith("MPI") else "no code of MPI_T"
    error = next((code for code in fact.wanted if code != "MPI_SUCCESS"), None)
    if error is None:
        # Functions on one kind of object share the lookup that rejects a valid index.
        about = _siblings_of(fact.function) if seen == "MPI_T_ERR_INVALID_INDEX" else fact.function
        return Cause(about, "code", seen)
    return Cause(
        _siblings_of(fact.function),
        ("code not " if fact.relation == "none-of" else "code ") + error,
        seen,
    )


def _error_wanted_by(clause: str) -> str:
    """Returns the error that the clause requires of a wrong call.

    Returns "" if the clause allows success too, or names no code.
    """
    found = find_clause(clause)
    return found.codes[0] if found and found.codes and "MPI_SUCCESS" not in found.codes else ""


def _death(fact: Fact, function: str, clause: str) -> Cause:
    """Returns the cause of a call that did not return.

    A call on a wrong object dies of a missing check, a correct call of something else. The signal
    or exit code is not part of the cause, because it may differ from run to run if memory is
    corrupted. A function of MPI may die of earlier damage, whichever function comes next. Its cause
    is therefore about the clause.
    """
    kind = "hangs" if fact.seen.startswith("no end") else "ends"
    # A library has one check that distinguishes it from a handle.
    if fact.given and fact.given.value == ALL_HANDLES:
        return Cause(_siblings_of(function), "survives " + ALL_HANDLES, kind)
    if is_of_mpi_alone(function) and function not in _LIFECYCLE:
        return Cause(clause, "survives", kind)
    if fact.given:
        return Cause(function, f"survives{UNDER}{fact.given.value}", kind)
    error, siblings = _error_wanted_by(clause), _siblings_of(function)
    if not error or siblings == function:
        return Cause(function, "survives", kind)
    return Cause(siblings, "survives " + error, kind)


def _cause_of_fact(fact: Fact, clause: str) -> Cause:
    if fact.function.startswith("PMPI_"):  # another name of the same code
        fact = dataclasses.replace(fact, function=fact.function[1:])
    if fact.relation == "declared":
        return Cause("mpi.h", "declares", "")
    if fact.relation == "survives":
        one_function = fact.function and " " not in fact.function
        return _death(fact, fact.function if one_function else clause, clause)
    if not fact.function and (fact.relation == "is" or fact.output == CODE_OUTPUT):
        return Cause(clause, "clause", "")
    before = fact.compares_with_before()
    if fact.output == CODE_OUTPUT:
        fails = fact.wanted[:1] == ["MPI_SUCCESS"] or _stray_code(fact)
        return (
            Cause(fact.function, "code as before", fact.seen)
            if before and not fails
            else _wrong_code(fact)
        )
    # "indices" for "indices[3]", "num" for "num - 1"
    output = re.split(r"[\[ ]", fact.output, maxsplit=1)[0]
    about = output if output in _SHARED_OUTPUTS else f"{fact.function}.{output}"
    return Cause(about, "as before" if before else "value", _kind_of_answer(fact))


def cause_of(failure: Failure, test: str, family: str) -> Cause:
    """Returns the cause of a failure.

    `test` is the name of the test that found it, `family` the family of the library.
    """
    rule = failure.clause or test
    cause = _cause_of_fact(failure.fact, rule) if failure.fact else Cause(rule, "clause", "")
    return cause._replace(
        optional=failure.level == "quality" and not (failure.fact and _stray_code(failure.fact)),
        family=family,
    )


def id_of(cause: Cause) -> str:
    """Returns the id of a cause: "F-" and six hexadecimal digits.

    It is a hash of the family and of the hash of the other members.
    """
    return _hashed(
        f"{cause.family}\n" + _hashed("\n".join([*cause[:3], "?" if cause.optional else ""]))
    )


def _hashed(key: str) -> str:
    return f"F-{fingerprint(key) >> 40:06x}"

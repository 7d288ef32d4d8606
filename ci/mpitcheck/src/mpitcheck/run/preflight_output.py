# SPDX-License-Identifier: BSD-3-Clause
"""Reads what the processes of a preflight printed."""
from mpitcheck.judge import strict_json
from mpitcheck.judge.data import JsonObject, from_data
from mpitcheck.judge.endings import ending_signal
from mpitcheck.judge.preflight import SAFE, WORKS
from mpitcheck.process.scheduler import JobOutcome
from mpitcheck.process.text import encode
from mpitcheck.run.inventory import how_it_ended

# The lines that the processes of a start printed, by their `found` member
Found = dict[object, list[JsonObject]]


def entries_of(outcome: JobOutcome) -> list[JsonObject]:
    """Returns the JSON objects that the processes printed, in order."""
    entries: list[JsonObject] = []
    for line in outcome.output.splitlines():
        try:
            entries.append(from_data(JsonObject, strict_json.parse(encode(line))))
        except ValueError:  # a line that the library printed, or an incomplete one
            continue
    return entries


def found_in(outcome: JobOutcome) -> Found:
    """Returns the JSON objects that the processes printed, by their `found` member."""
    found: Found = {}
    for entry in entries_of(outcome):
        found.setdefault(entry.get("found"), []).append(entry)
    return found


def text_in(entry: JsonObject, key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def number_in(entry: JsonObject, key: str) -> float:
    value = entry.get(key)
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else 0.0


def start_result(
    found: Found, outcome: JobOutcome, processes: int, launched: bool, limit: float
) -> str:
    """Returns WORKS if MPI connected that many processes, else what happened instead."""
    up = found.get("mpi", [])
    codes = [text_in(entry, "code") for entry in up if text_in(entry, "code") != "MPI_SUCCESS"]
    if codes:
        return codes[0] or "an answer that is not a return code"
    if len(up) < processes:
        return how_it_ended(outcome, launched, f"{limit:g} s")
    alone = [entry for entry in up if entry.get("size") != processes]
    return (
        f"{processes} processes without a connection: is the launcher that of this MPI?"
        if alone
        else WORKS
    )


def forks_result(found: Found, what: str) -> str:
    """Returns SAFE if forked processes work, a text about the problem, or "" if that is unknown.

    `what` is the `found` member of the lines to read.
    """
    entries = found.get(what)
    if not entries:
        return ""
    end, uncopied = text_in(entries[0], "end"), number_in(entries[0], "uncopied")
    lacking = f"a forked process lacks {uncopied:.0f} KiB" if uncopied else ""
    if not end:
        return lacking or SAFE
    if len(entries) == 1:  # the parent did not survive it either, so fork is not the cause
        return lacking
    return f"a forked process {'hung' if end == 'hung' else 'ended with ' + end}" + (
        f", it lacks {uncopied:.0f} KiB" if uncopied else ""
    )


def timed_out(outcome: JobOutcome) -> bool:
    return bool(outcome.ending and outcome.ending.timed_out)


def how_it_fails(outcome: JobOutcome, launched: bool, seconds: float) -> str:
    """Returns how a function fails that ended the process, e.g. "crashes (SIGSEGV)"."""
    ended, ending = how_it_ended(outcome, launched, f"{seconds:g} s"), outcome.ending
    if timed_out(outcome):
        return f"does not return ({ended})"
    if ending and not ending.memory and ending_signal(ending, launched):
        return f"crashes ({ended})"
    return f"ends the process ({ended})"


def seconds_of_start(found: Found) -> float:
    return max((number_in(entry, "seconds") for entry in found.get("tool", [])), default=0.0) + max(
        (number_in(entry, "seconds") for entry in found.get("mpi", [])), default=0.0
    )


def part_that_ended_it(entries: list[JsonObject]) -> tuple[str, str]:
    """Returns the part that a process started but did not finish, and its last function.

    Both are "" if all parts that it started are finished.
    """
    part = function = ""
    for entry in entries:
        if entry.get("found") == "part":
            part = text_in(entry, "name")
        elif entry.get("found") == "call":
            function = text_in(entry, "function")
        elif entry.get("found") == "part ended":
            part = ""
    return part, function

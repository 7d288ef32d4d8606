# SPDX-License-Identifier: BSD-3-Clause
"""The recorded calls of a test and the checks that failed.

Arguments and answers are texts in the syntax of C:
- numbers and constants by name;
- texts as string literals. " unterminated" follows if there is no null within the length,
  " overrun" if bytes after the length were written;
- handles as "@<hexadecimal>";
- values of variables as 'MPI_INT:{1, 2}' or 'MPI_CHAR:"text"'.
"""
import dataclasses
import functools
import json
import os
from dataclasses import dataclass
from typing import Any, Callable, Optional

from mpitcheck.judge import strict_json
from mpitcheck.judge.offence import Failure
from mpitcheck.repro.check import check_of
from mpitcheck.repro.objects import Objects
from mpitcheck.repro.predicate import Check
from mpitcheck.repro.prototypes import Parameter, find_prototype, prototype
from mpitcheck.schema.records import Fact

_MOST_BYTES = 256 << 20


@dataclass
class Call:
    __slots__ = ("function", "arguments", "answers", "code", "thread", "inside")
    function: str
    arguments: list[str]  # before the call, one per parameter
    answers: list[str]  # values of OUT arguments after the call; "" for others
    code: str  # "": the call did not return
    thread: int
    inside: Optional[int]  # number of the call whose callback made this call


def text_of(call: Call) -> str:
    """Formats a call as one line for a reader.

    Example: "MPI_T_cvar_read(handle, MPI_INT:{5}) = MPI_SUCCESS".
    """

    def part(parameter: Parameter, argument: str, answer: str) -> str:
        if answer:
            return f"{parameter.name}={answer}"
        is_out = (
            parameter.type.endswith("*")
            and not parameter.type.startswith("const")
            and argument != "NULL"
        )
        return "&" + parameter.name if is_out else argument

    parts = map(part, prototype(call.function).parameters, call.arguments, call.answers)
    return f"{call.function}({', '.join(parts)})" + (
        f" = {call.code}" if call.code else " does not return"
    )


@dataclass
class FailureTrace:
    """A failed check and the calls before it.

    The calls are those of the process and of the processes that it was forked from.
    """

    complaint: Failure
    calls: list[Call]

    @functools.cached_property
    def objects(self) -> Objects:
        return Objects(self.calls)

    @functools.cached_property
    def check(self) -> Optional[Check]:
        """The result of check_of() for this trace."""
        return check_of(self)


def _read(path: str, is_wanted: Callable[[bytes], bool], take: Callable[[Any], None]) -> None:
    """Passes each wanted line of a file to `take`, parsed.

    Malformed lines are skipped: a process may die while it writes, or overwrite its file.
    """
    with open(path, "rb") as file:
        for data in filter(is_wanted, file):
            try:
                take(strict_json.parse(data) if b"\\u" in data else json.loads(data.decode()))
            except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
                continue


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError("not a number")
    return value


def _texts(values: object) -> list[str]:
    if not isinstance(values, list):
        raise TypeError("not a list of texts")
    "".join(values)  # raises TypeError if a member is not a text
    return values


def _is_about_process(data: bytes) -> bool:
    return b'"process":' in data or b'"note":' in data


@dataclass
class _Note:
    complaint: Failure
    after: int  # number of calls that began before it
    time: int


class _Process:
    """The records that one process wrote."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.notes: list[_Note] = []
        self.number = self.parent = self.time = 0
        self.after = 0  # number of calls that the parent had begun at the fork
        _read(path, _is_about_process, self._take)

    def _take(self, line: Any) -> None:
        if "process" in line:
            self.number, self.parent, self.after, self.time = (
                _number(line[key]) for key in ("process", "parent", "after", "time")
            )
        elif "note" in line:
            self.notes.append(
                _Note(
                    Failure.from_data(line["note"]), _number(line["after"]), _number(line["time"])
                )
            )

    @functools.cached_property
    def calls(self) -> list[Call]:
        """The process's own calls.

        They are read on first use: a test may leave thousands of processes, and few of them matter.
        """
        calls: list[Call] = []
        # Numbers of the calls that have not ended, by thread.
        open_calls: dict[int, list[int]] = {}

        def take(line: Any) -> None:
            if "call" in line:
                known, arguments = find_prototype(line["function"]), _texts(line["arguments"])
                thread = _number(line["thread"])
                if known is not None and len(known.parameters) == len(arguments):
                    around = open_calls.setdefault(thread, [])
                    calls.append(
                        Call(
                            known.function,
                            arguments,
                            [""] * len(arguments),
                            "",
                            thread,
                            around[-1] if around else None,
                        )
                    )
                    around.append(len(calls) - 1)
            elif "end" in line:
                at = _number(line["end"]) - self.after - 1
                if 0 <= at < len(calls):
                    call, (call.code,), answers = (
                        calls[at],
                        _texts([line["code"]]),
                        _texts(line["answers"]),
                    )
                    if len(answers) == len(call.answers):
                        call.answers = answers
                    open_calls[call.thread].remove(at)

        _read(self.path, lambda data: not _is_about_process(data), take)
        return calls


def _read_all(folder: str) -> dict[int, _Process]:
    """Reads the files of all processes. Returns them by process number, in ascending order.

    Files that cannot be read or are too large are skipped.
    """
    processes: dict[int, _Process] = {}
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return processes
    for entry in entries:
        try:
            if entry.is_file() and entry.stat().st_size <= _MOST_BYTES:
                process = _Process(entry.path)
                processes.setdefault(process.number, process)
        except OSError:
            continue
    return dict(sorted(processes.items()))


def _history(
    processes: dict[int, _Process], process: _Process, most: Optional[int] = None
) -> list[Call]:
    """Returns the calls of a process, preceded by those of the processes it was forked from.

    At most the first `most` calls are returned.
    """
    line = [(process, most)]
    while (
        (parent := processes.get(process.parent))
        and process.after > 0
        and parent not in (each for each, _ in line)
    ):
        line.append((parent, process.after))
        process = parent
    calls: list[Call] = []
    for process, most in reversed(line):
        shift = len(calls)
        own = process.calls if most is None else process.calls[: max(most - shift, 0)]
        calls += (
            [
                (
                    dataclasses.replace(call, inside=call.inside + shift)
                    if call.inside is not None
                    else call
                )
                for call in own
            ]
            if shift
            else own
        )
    return calls


def _time_of(process: _Process) -> int:
    return process.time


def read_traces(folder: str, most: int) -> list[FailureTrace]:
    """Reads at most `most` failures from the files of all processes in `folder`.

    The failures are in the order of their complaints. If any complaint has a fact, those without
    are ignored. A process that is not a recorded process's child and ended within a call is a
    failure, too. Malformed content is skipped.
    """
    processes = _read_all(folder)
    notes = [(process, note) for process in processes.values() for note in process.notes]
    if any(note.complaint.fact for _, note in notes):
        notes = [each for each in notes if each[1].complaint.fact]
    traces: list[FailureTrace] = []
    for process, note in sorted(notes, key=lambda each: each[1].time):
        if len(traces) >= most:
            return traces
        children = [
            each
            for each in processes.values()
            if each.parent == process.number and each.time <= note.time
        ]
        if note.complaint.is_deadly:  # the complaint is about the forked child that died
            dead = [each for each in children if each.after == note.after]
            calls = (
                _history(processes, max(dead, key=_time_of))
                if dead
                else _history(processes, process, note.after)
            )
        else:  # a test may make its calls in a child and check them itself
            if children:
                latest = max(children, key=_time_of)
                traces.append(FailureTrace(note.complaint, _history(processes, latest)))
            calls = _history(processes, process, note.after)
        traces.append(FailureTrace(note.complaint, calls))
    for process in processes.values():
        if len(traces) >= most:
            break
        if process.parent not in processes and process.calls and not process.calls[-1].code:
            traces.append(
                FailureTrace(
                    Failure("", fact=Fact("", "", "survives", [], "")), _history(processes, process)
                )
            )
    return traces

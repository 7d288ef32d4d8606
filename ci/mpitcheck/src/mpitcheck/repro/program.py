# SPDX-License-Identifier: BSD-3-Clause
"""Writes a stand-alone C program from calls. It needs only mpi.h and libc.

The program exits with 1 if the rule is broken. It exits with 0 if the rule is kept or the library
lacks the variable.
"""
import re
from dataclasses import dataclass
from typing import NamedTuple

from mpitcheck.judge.clauses import stated_in
from mpitcheck.process.text import decode, encode
from mpitcheck.repro.answers import c_literal
from mpitcheck.repro.predicate import Check, Place, broken
from mpitcheck.repro.slice import Slice
from mpitcheck.repro.statements import Statements
from mpitcheck.schema.records import Fact

MOST_LINES, MOST_CALLS = 100, 1000
_WIDEST = 110  # columns of a line
_MOST_TEXT = 160  # bytes of the expectation that are printed
_LONGEST_PERIOD = 16  # blocks in a loop body
# Names may resolve to other indices after these calls.
_LISTING_ANEW = (
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Finalize",
    "MPI_T_init_thread",
    "MPI_T_finalize",
    "MPI_T_cvar_write",
)


@dataclass
class Heading:
    """The facts about a program that its opening comment and its frame need."""

    rule: str = ""  # id of the clause
    mpi_version: str = "5.0"  # version of the library, e.g. "4.0"
    origin: str = ""  # e.g. "test cvar.num.grows on openmpi"
    expected: str = ""  # expectation about the judged answer
    np: int = 1
    hangs: bool = False  # the judged call hangs; a watchdog ends the program
    exits: bool = False  # the library ends the program, with exit code 0


class Block(NamedTuple):
    """The lines of one call, which stay together."""

    lines: list[str]
    alone: bool = False  # not part of a loop


def _repetitions(blocks: list[Block], at: int, period: int) -> int:
    """Returns how often the next `period` blocks occur in a row; 0 if they cannot be in a loop."""
    part = blocks[at : at + period]
    if len(part) < period or any(block.alone for block in part):
        return 0
    count = 1
    while blocks[at + count * period : at + (count + 1) * period] == part:
        count += 1
    return count


def folded(blocks: list[Block]) -> list[str]:
    """Returns the lines of all blocks. Repeated runs of blocks become a `for` loop."""
    lines, at = [], 0
    while at < len(blocks):
        best_gain, period, count = 0, 1, 1
        for length in range(1, _LONGEST_PERIOD + 1):
            times = _repetitions(blocks, at, length)
            once = sum(len(block.lines) for block in blocks[at : at + length])
            gain = once * times - once - 2
            if times > 1 and gain > best_gain:
                best_gain, period, count = gain, length, times
        part = [line for block in blocks[at : at + period] for line in block.lines]
        lines += part if count == 1 else _loop(part, count)
        at += period * count
    return lines


def _loop(lines: list[str], times: int) -> list[str]:
    return [f"for (int i = 0; i < {times}; ++i) {{", *("  " + line for line in lines), "}"]


def _for_comment(text: str) -> str:
    """Makes `text` safe for a C comment: printable ASCII without the end of a comment."""
    return re.sub("[^ -~]", " ", encode(text).decode("latin-1")).replace("*/", "* /")


def _opening(heading: Heading) -> list[str]:
    section = stated_in(heading.rule, heading.mpi_version)
    return [
        f"/* Shows a broken rule of MPI_T: {_for_comment(heading.rule)}",
        *([f"   {_for_comment(section)}"] if section else []),
        f"   Found by mpitcheck, {_for_comment(heading.origin)}",
        *([f"   Run with: mpiexec -n {heading.np}"] if heading.np > 1 else []),
        "   Exit code: not 0 if the rule is broken, 0 if it is kept or nothing to see here. */",
    ]


def _judgement(heading: Heading, condition: str) -> list[str]:
    expected = decode(encode(heading.expected)[:_MOST_TEXT])
    return [
        f"if ({condition}) {{",
        f"  puts({c_literal(f'{heading.rule}: expected {expected}')});",
        "  return 1;",
        "}",
    ]


def _wrapped(indent: str, line: str) -> list[str]:
    """Breaks a long line after a comma or an operator, but not inside a literal."""
    lines, start = [], indent
    while len(start) + len(line) > _WIDEST:
        cut, in_literal = None, False
        for i in range(min(len(line) - 1, _WIDEST - len(start))):
            if line[i] == '"' and (i == 0 or line[i - 1] != "\\"):
                in_literal = not in_literal
            if not in_literal and line[i + 1] == " " and line[i] in ",&":
                cut = i + 1
        if cut is None:
            break
        lines.append(start + line[:cut])
        line, start = line[cut + 1 :], indent + "    "
    return lines + [start + line]


def _all_wrapped(indent: str, lines: list[str]) -> list[str]:
    return [part for line in lines for part in _wrapped(indent, line)]


class _Body:
    """The statements of main, call by call, and of the judged callback."""

    def __init__(
        self, heading: Heading, slice: Slice, check: Check, statements: Statements
    ) -> None:
        self._heading, self._slice, self._check, self._statements = (
            heading,
            slice,
            check,
            statements,
        )
        self._places: dict[int, list[Place]] = {}  # by call
        for place in (place for term in check.terms if not term.counts for place in term.places()):
            self._places.setdefault(place.call, []).append(place)

    def blocks(self) -> list[Block]:
        calls = [call for call in self._slice.chosen if self._slice.objects.callbacks[call] is None]
        blocks, same_since, i = [], 0, 0
        while i < len(calls):
            call, three = calls[i], calls[i : i + 3]
            line = (
                self._statements.exchange(three)
                if len(three) == 3 and not self._places.keys() & three
                else ""
            )
            if line:
                blocks.append(Block([line]))
                i += 3
                continue
            lines = self._made(call)
            look_ups = self._statements.take_look_ups()
            if look_ups:
                # Look-ups move up to where the list of variables last changed. Other calls do not
                # affect them.
                blocks.insert(same_since, Block(look_ups))
                same_since += 1
            if call == self._check.judged and call in self._places:
                lines += _judgement(self._heading, self._statements.conditions.all_hold())
            repeated = self._slice.repeat > 1 and call == self._slice.chosen[-1]
            blocks.append(
                Block(
                    _loop(lines, self._slice.repeat) if repeated else lines,
                    repeated or call in self._places,
                )
            )
            if self._slice.calls[call].function in _LISTING_ANEW:
                same_since = len(blocks)
            i += 1
        if any(term.counts for term in self._check.terms):
            blocks.append(
                Block(_judgement(self._heading, self._statements.conditions.all_hold()), True)
            )
        if self._statements.callback is not None:
            blocks += self._callback_blocks(self._statements.callback)
        return blocks

    def _made(self, call: int) -> list[str]:
        """Returns the lines of a call and those that save its answers."""
        places = self._places.get(call, [])
        lines = self._statements.call(call, {place.output.parameter for place in places})
        for place in places if call != self._check.judged else []:
            lines += self._statements.conditions.keep(place)
        for term in self._check.terms:
            if term.others and term.other.call == call:
                lines += [self._statements.end_of_wait()] if self._statements.waits(term) else []
                if term.counts:
                    break  # all counting terms wait for the same call
        return lines

    def _callback_blocks(self, callback: int) -> list[Block]:
        """Writes the body of the judged callback, which may run at any time.

        Returns the block at the end of main that checks whether the rule was broken.
        """
        lines = [
            line
            for call in self._slice.chosen
            if self._slice.calls[call].inside == callback
            for line in self._made(call)
        ]
        if self._check.terms:
            waits = any(map(self._statements.waits, self._check.terms))
            lines.append(
                f"if ({'reached && ' if waits else ''}{self._statements.conditions.all_hold()})"
                " broken = 1;"
            )
            self._statements.declarations.declare("int", "broken")
        self._statements.callback_does(callback, lines)
        return [Block(_judgement(self._heading, "broken"), True)] if self._check.terms else []


def _exchanges_joined(lines: list[str]) -> list[str]:
    """Joins consecutive exchanges into shared lines."""
    joined: list[str] = []
    for line in lines:
        if (
            line.startswith("exchange(")
            and joined
            and joined[-1].startswith("exchange(")
            and len(joined[-1]) + len(line) + 3 < _WIDEST
        ):
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined


def _assembled(lines: list[str]) -> str:
    return "".join(line + "\n" for line in lines)


def c_program(heading: Heading, slice: Slice, check: Check) -> str:
    """Returns the text of the program.

    Raises NotKept if no variable holds an answer that the check needs.
    """
    # A process must not leave while another one waits for it.
    leave = "" if heading.np > 1 else "_Exit(0);" if heading.exits else "return 0;"
    statements = Statements(slice, check, leave)
    body = _exchanges_joined(folded(_Body(heading, slice, check, statements).blocks()))
    functions, before = statements.declarations.function_lines(), statements.functions_use_variables
    declared = [
        ("static " if before and not line.startswith("static ") else "") + line
        for line in statements.declarations.lines()
    ]
    lines = _opening(heading) + ["#include <mpi.h>", "#include <stdio.h>", "#include <string.h>"]
    lines += (
        ["#include <unistd.h>"] * heading.hangs + ["#include <stdlib.h>"] * heading.exits + [""]
    )
    lines += _all_wrapped("", declared) if before else []
    lines += _all_wrapped("", functions) + [""] * bool(functions)
    lines += ["static void ended(void) { _Exit(1); }"] * heading.exits + ["int main(void) {"]
    lines += [] if before else _all_wrapped("  ", declared)
    lines += ["  alarm(10);  /* the last call below does not return */"] * heading.hangs
    lines += ["  atexit(ended);  /* the last call below ends the process */"] * heading.exits
    lines += _all_wrapped("  ", body) + ["  MPI_Finalize();"] * (
        heading.np > 1 and statements.mpi_is_up
    )
    return _assembled(lines + ["  _Exit(0);" if heading.exits else "  return 0;", "}"])


def constant_program(heading: Heading, fact: Fact) -> str:
    """Returns the program for a fact about constants, which needs no calls."""
    condition = f"{fact.output} {broken(fact.relation)} {fact.wanted[0]}"
    return _assembled(
        _opening(heading)
        + [
            "#include <mpi.h>",
            "#include <stdio.h>",
            "",
            "int main(void) {",
            *_all_wrapped("  ", _judgement(heading, condition)),
            "  return 0;",
            "}",
        ]
    )


def declaration_program(heading: Heading, name: str) -> str:
    """Returns the program for a name that mpi.h lacks.

    It compiles only where mpi.h declares the name.
    """
    return _assembled(
        _opening(heading)
        + [
            "#include <mpi.h>",
            "",
            "int main(void) {",
            f"  (void){name};  /* without it this does not compile */",
            "  return 0;",
            "}",
        ]
    )

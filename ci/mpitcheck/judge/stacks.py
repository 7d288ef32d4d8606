# SPDX-License-Identifier: BSD-3-Clause
"""The stacks of a test that did not end in time, as eu-stack (package elfutils) prints them: made fit to read, and whose they are."""
import re
from dataclasses import dataclass, field

from mpitcheck.judge.model import ThreadStack
from mpitcheck.process.text import decode, encode

_MOST_THREADS = 64
_MOST_FRAMES = 24
_LONGEST_FRAME = 120  # bytes
_NOT_INSTALLED = "mpitcheck: eu-stack does not start: "

# What lies beneath the code in question, outward from the first of them.
_BOTTOMS = ("mpitcheck::run_test", "__libc_start_call_main", "__libc_start_main", "_start", "start_thread", "clone", "clone3", "__clone",
            "__clone3")
_PLUMBING = ("std::", "? (libstdc++", "mpitcheck::noting_what_is_missing")  # only passes calls on
_UNNAMED = "(anonymous namespace)::"


@dataclass
class Stack:
    """One thread: names of functions, the innermost first, without what is beneath every test."""
    process: int
    thread: int
    frames: list[str] = field(default_factory=list)


@dataclass
class Stacks:
    threads: list[Stack] = field(default_factory=list)
    problem: str = ""  # why there are none, or not all, and what helps; "": nothing to say


def _cut(text):
    return decode(encode(text)[:_LONGEST_FRAME])


def _number_of(text):
    """The process or thread at the beginning of a text; 0: none."""
    found = re.match("-?[0-9]{1,10}(?![0-9])", text)
    return int(found[0]) if found and -2 ** 31 <= int(found[0]) < 2 ** 31 else 0


def _plain_name(name):
    """A function's name without its type, arguments, template arguments and symbol version."""
    out, depth = "", 0
    for token in re.findall(re.escape(_UNNAMED) + r"|\(\)|.", name.partition("@")[0].removeprefix("__GI_"), re.DOTALL):
        if token == _UNNAMED:
            continue
        if token == "()" and out.endswith("operator"):
            out += token
            continue
        if token[0] == "(" and depth == 0:
            break
        depth += token in "<{"
        if depth == 0:
            out += token
        depth -= token in ">}" and depth > 0
    out = _cut(out.partition("[")[0])
    return out if "operator" in out else out.rpartition(" ")[2]


def _frame_of(line):
    """Of "#1  0x0000 name - /path/of/module": the name, and the module if it is a library."""
    _, address, rest = line.partition("0x")
    if not address:
        return ""
    space = rest.find(" ")
    rest = rest[space:] if space >= 0 else ""
    before, dash, after = rest.rpartition(" - ")
    name, module = (before.lstrip(" "), after.rpartition("/")[2]) if dash else (rest.lstrip(" "), "")
    shown = _plain_name(name) if name else "?"
    return f"{shown} ({_cut(module)})" if ".so" in module else shown


def parse_stacks(printed):
    """Reads what one or several eu-stacks printed. Bounded, whatever the text."""
    stacks, process, left_out = Stacks(), 0, 0
    is_open = False  # further frames belong to the last thread
    for line in printed.split("\n"):
        if line.startswith("PID "):
            process = _number_of(line[4:])
        elif line.startswith("TID "):
            is_open, left_out = len(stacks.threads) < _MOST_THREADS, 0
            if is_open:
                stacks.threads.append(Stack(process, _number_of(line[4:])))
            else:
                stacks.problem = "more threads than are shown"
        elif line.startswith("#"):
            frame = _frame_of(line) if is_open else ""
            if frame.partition(" ")[0] in _BOTTOMS:
                is_open = False
            elif frame and not frame.startswith(_PLUMBING):
                frames = stacks.threads[-1].frames
                if len(frames) < _MOST_FRAMES:
                    frames.append(frame)
                else:
                    left_out += 1
                    frames[_MOST_FRAMES:] = [f"({left_out} more)"]
        elif line.startswith(_NOT_INSTALLED):
            stacks.problem = f"eu-stack does not start ({_cut(line.removeprefix(_NOT_INSTALLED))}): install the package elfutils"
        elif line.startswith("eu-stack: ") and line.endswith(("not permitted", "ermission denied")):
            stacks.problem = "ptrace is refused: it needs the capability SYS_PTRACE, or kernel.yama.ptrace_scope=0"
        elif line.startswith("mpitcheck: "):
            stacks.problem = _cut(line.removeprefix("mpitcheck: "))
    return stacks


def attach_stacks(printed, evidence, result):
    """Fills in `stacks` from what printers of stacks said, or notes why there are none."""
    taken = parse_stacks(printed)
    ranks = {}
    for rank, found in enumerate(evidence.ranks):
        ranks.setdefault(found.pid, rank)
    threads = sorted(taken.threads, key=lambda stack: ranks.get(stack.process, len(evidence.ranks)))
    processes = [stack.process for stack in threads]
    number = 0
    for place, stack in enumerate(threads):
        number = number + 1 if place and stack.process == processes[place - 1] else 1
        owner = f"rank {ranks[stack.process]}" if stack.process in ranks else f"another process ({stack.process})"
        result.stacks.append(ThreadStack(f"{owner}, thread {number} of {processes.count(stack.process)}", stack.frames))
    if taken.problem:
        result.notes.append(("stacks: " if threads else "no stacks: ") + taken.problem)

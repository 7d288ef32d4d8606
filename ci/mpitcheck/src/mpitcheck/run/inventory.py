# SPDX-License-Identifier: BSD-3-Clause
"""The inventory of a target: the objects that it exposes, as its bin/inventory prints them.

All of it comes from the target and is untrusted.
"""
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Optional

from mpitcheck.job.job import TestFolders, inventory_job, prepare_injection
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets
from mpitcheck.judge import strict_json
from mpitcheck.judge.data import Invalid, JsonList, JsonObject, from_data
from mpitcheck.judge.deadly_call import DeadlyCall
from mpitcheck.judge.endings import ending_signal, last_lines
from mpitcheck.judge.evidence import LastSeen, read_progress
from mpitcheck.judge.model import Counts, NamedObject
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import Scratch
from mpitcheck.process.scheduler import Outcome, Scheduler
from mpitcheck.process.text import encode, escape_line, shortened, signal_name

_LONGEST_DESC = 200  # bytes: enough to recognize a renamed variable
# The kinds of objects that have names: lists of the inventory -> kinds in reports
_KINDS = {
    "cvars": "cvar",
    "pvars": "pvar",
    "categories": "category",
    "enums": "enum",
    "events": "event",
    "sources": "source",
}
# The properties that define an object for a tool. Values, indices and lengths are not among them,
# because they change from run to run.
_TYPE_KEYS = (
    "atomic",
    "bind",
    "class",
    "continuous",
    "datatype",
    "elements",
    "enumtype",
    "items",
    "ordering",
    "readonly",
    "scope",
    "verbosity",
)


@dataclass
class Inventory:
    """The inventory that bin/inventory printed, or the reason why there is none."""

    content: Optional[JsonObject] = None
    problem: str = ""


def how_it_ended(outcome: Outcome, launched: bool = False, limit: str = "the time limit") -> str:
    """Returns in a few words how a program ended that inspects a target."""
    ending = outcome.ending
    if not ending:
        return "ended from outside"
    if ending.start_error:
        return os.strerror(ending.start_error)
    if ending.timed_out:
        return f"no end within {limit}"
    if ending.memory:
        return "it took too much memory"
    if signal := ending_signal(ending, launched):
        return signal_name(signal)
    return f"exit code {os.WEXITSTATUS(ending.wait_status)}"


def _where(progress: Optional[LastSeen]) -> str:
    if progress is None or not progress.call:
        return ""
    return f" in {progress.call}" if progress.in_call else f" after {progress.call} returned"


def parse_inventory(outcome: Outcome, progress: Optional[LastSeen] = None) -> Inventory:
    """Returns the inventory that a program printed, even if the program died afterwards.

    `progress` is the program's progress page. It is used in the message if there is no inventory.
    """
    try:
        printed = encode(strict_json.printed(outcome.output))
        return Inventory(from_data(JsonObject, strict_json.parse(printed)))
    except ValueError:
        pass
    said = last_lines(outcome.errors)
    problem = f"no inventory: {how_it_ended(outcome)}{_where(progress)}"
    return Inventory(problem=problem + (f"; {said}" if said else ""))


def deadly_calls(inventory: JsonObject) -> list[DeadlyCall]:
    """Returns the calls that end the process or hang, as the inventory's survey found them."""
    try:
        return from_data(list[DeadlyCall], inventory.get("ends_process", []))
    except Invalid:  # the inventory is untrusted
        return []


@dataclass
class Foundation:
    """A capability that many tests need, with the result of the survey's check.

    The check is in conformance/harness/survey/foundations.cpp.
    """

    name: str
    kind: str = ""
    function: str = ""  # the function that fails; empty: several functions
    clause: str = ""
    works: bool = True
    code: str = ""  # the most frequent failure
    how: str = ""  # `code` and how often it occurs

    def text(self) -> str:
        return f"{self.name}: " + ("works" if self.works else f"{self.how}, see {self.clause}")


def foundations(inventory: JsonObject) -> list[Foundation]:
    """Returns all foundations that the survey checked."""
    try:
        return from_data(list[Foundation], inventory.get("foundations", []))
    except Invalid:  # the inventory is untrusted
        return []


def take_inventory(options: RunOptions, words: Iterable[str] = ()) -> JsonObject:
    """Runs the inventory program of the first tree with `words` and returns the inventory.

    Raises UserError if there is none: own error if the program failed, interrupted if the user
    ended it.
    """
    target = load_targets(options)[0]
    if not target.tree.inventory:
        raise UserError(f"tree '{target.tree.named}' has no inventory program: rebuild it")
    taken: list[Inventory] = []
    with Scratch() as scratch, Scheduler(1) as scheduler:
        injection, folders = prepare_injection(options, scratch), TestFolders(scratch, 0)
        scheduler.start(
            inventory_job(target, options, injection, folders, words),
            lambda outcome: taken.append(
                parse_inventory(outcome, read_progress(folders.result, 0))
            ),
        )
        scheduler.finish()
        if scheduler.interrupted:
            raise UserError("interrupted", ExitCode.interrupted)
    if taken[0].content is None:
        raise UserError(f"{target.name}: {taken[0].problem}", ExitCode.own_error)
    return taken[0].content


def _objects(inventory: JsonObject, kind: str) -> Optional[JsonList]:
    objects = inventory.get(kind)
    return objects if isinstance(objects, list) else None


def count(inventory: JsonObject) -> Counts:
    """Returns the number of objects of each kind."""
    return Counts(**{kind: len(_objects(inventory, kind) or ()) for kind in _KINDS})


def _value_text(value: object) -> str:
    if isinstance(value, str):
        return escape_line(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(
            (
                f"{_value_text(item['name'])} = {_value_text(item['value'])}"
                if isinstance(item, dict) and "name" in item and "value" in item
                else _value_text(item)
            )
            for item in value
        )
    return escape_line(json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")))


def _is_empty(value: object) -> bool:
    return value is None or value in ("", [], {})


def named_objects(inventory: JsonObject) -> list[NamedObject]:
    """Returns the objects that have a name, by kind and then in the order of the inventory."""

    def text(value: object) -> str:
        return value if isinstance(value, str) else ""

    return [
        NamedObject(
            kind,
            each["name"],
            {key: _value_text(each[key]) for key in _TYPE_KEYS if not _is_empty(each.get(key))},
            shortened(text(each.get("desc")), _LONGEST_DESC),
        )
        for plural, kind in _KINDS.items()
        for each in _objects(inventory, plural) or ()
        if isinstance(each, dict) and text(each.get("name"))
    ]


def _object_text(each: object) -> str:
    """Returns the text of an object: its name, a line of plain properties, and other properties.

    Lists and the description have a line each.
    """
    if not isinstance(each, dict):
        return f"  {_value_text(each)}\n"
    label = (
        _value_text(each["name"])
        if "name" in each
        else "#" + _value_text(each["index"])
        if "index" in each
        else "(no name)"
    )
    plain, long = [], ""
    for key, value in sorted(each.items()):
        if key in ("name", "index") or _is_empty(value):
            continue
        if key == "desc" or isinstance(value, (dict, list)):
            long += f"    {escape_line(key)}: {_value_text(value)}\n"
        else:
            plain.append(f"{escape_line(key)} {_value_text(value)}")
    return f"  {label}\n" + (f"    {', '.join(plain)}\n" if plain else "") + long


def inventory_text(inventory: JsonObject) -> str:
    """Returns all objects and their properties as escaped text for the terminal."""
    text = "".join(
        f"{key}: {_value_text(inventory[key])}\n"
        for key in ("library_version", "mpi_version")
        if key in inventory
    )
    text += "".join(escape_line(call.text()) + "\n" for call in deadly_calls(inventory))
    if found := foundations(inventory):
        text += "\nfoundations\n" + "".join(f"  {escape_line(each.text())}\n" for each in found)
    for kind in _KINDS:
        objects = _objects(inventory, kind)
        if objects is not None:
            text += f"\n{kind} ({len(objects)})\n" + "".join(map(_object_text, objects))
    return text


def show_inventory(options: RunOptions, as_json: bool, with_measurements: bool) -> ExitCode:
    """Prints the inventory to stdout and returns the exit code (`mpitcheck inventory`)."""
    content = take_inventory(options, ["--probe"] if with_measurements else [])
    print(
        (
            json.dumps(content, ensure_ascii=False, sort_keys=True, indent=2) + "\n"
            if as_json
            else inventory_text(content)
        ),
        end="",
    )
    return ExitCode.as_expected

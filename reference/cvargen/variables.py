# SPDX-License-Identifier: BSD-3-Clause
"""Turns entries of blocks into categories and control variables, and checks them.

Naming derives their names in C++ and in the environment.
"""
import math
import os
import re
from dataclasses import dataclass, field

# Requirements on the default of each type.
TYPES = {
    "int": "an integer of 32 bits",
    "boolean": "true or false",
    "double": "a finite number",
    "string": "a text that is short enough",
    "range": "low:high with two integers, low not above high",
    "enum": "one of the values that the description lists",
}
CLASSES = ("none", "device")
VERBOSITIES = tuple(
    f"MPI_T_VERBOSITY_{who}_{what}"
    for who in ("USER", "TUNER", "MPIDEV")
    for what in ("BASIC", "DETAIL", "ALL")
)
SCOPES = tuple(
    "MPI_T_SCOPE_" + word
    for word in ("CONSTANT", "READONLY", "LOCAL", "GROUP", "GROUP_EQ", "ALL", "ALL_EQ")
)
REQUIRED = ("name", "category", "type", "default", "class", "verbosity", "scope", "description")
BOOLEANS = {
    **dict.fromkeys(("true", "t", "yes", "y", "on", "1"), True),
    **dict.fromkeys(("false", "f", "no", "n", "off", "0"), False),
}
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
# Keywords of C++20, and macros of the C library.
RESERVED = set(
    """
    alignas alignof and and_eq asm assert auto bitand bitor bool break case catch char char8_t
    char16_t char32_t class co_await co_return co_yield compl concept const const_cast consteval
    constexpr constinit continue decltype default delete do double dynamic_cast else enum errno
    explicit export extern false float for friend goto if inline int linux long mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    register reinterpret_cast requires return short signed sizeof static static_assert
    static_cast stderr stdin stdout struct switch template this thread_local throw true try
    typedef typeid typename union unix unsigned using virtual void volatile wchar_t while xor
    xor_eq NULL EOF INFINITY NAN
    """.split()
)


def is_identifier(word):
    return IDENTIFIER.fullmatch(word) is not None


def identifier(word):
    """Returns `word`, changed if C++ does not allow it as the name of a member or enumerator."""
    return "v" + word if word[:1].isdigit() else word + "_" if word in RESERVED else word


@dataclass
class Variable:
    """A control variable.

    `initial` is its default as int (for an enum, the number of the item), bool, float, str or (low,
    high).
    """

    name: str
    category: str
    type: str
    default: str
    description: str
    verbosity: str
    scope: str
    group: str
    alternatives: list
    device: bool
    file: str
    line: int
    items: list = field(default_factory=list)  # of an enum: [name, value]
    initial: object = 0


@dataclass
class Naming:
    """Derives other names from the names of variables."""

    prefix: str
    environment: list  # prefixes in the environment, in rising priority
    device: str  # prefix of the macros that replace defaults of class device

    def short(self, name):
        """Returns the name without the prefix, unchanged if the rest is not an identifier."""
        rest = name[len(self.prefix) :]
        return rest if name.startswith(self.prefix) and is_identifier(rest) else name

    def member(self, variable):
        return identifier(self.short(variable.name).lower())

    def macro(self, variable):
        return self.device + self.short(variable.name).upper()

    def environment_of(self, variable):
        """Returns the variable's names in the environment, in rising priority.

        The alternative names with each prefix come first, then the variable's own name.
        """
        names = [
            begin + self.short(name).upper()
            for begin in self.environment
            for name in variable.alternatives
        ]
        return names + [begin + self.short(variable.name).upper() for begin in self.environment]


def integer_in(text):
    """Returns the 32-bit decimal number that the text consists of; None if it is not one."""
    number = (
        int(text) if re.fullmatch(r"\+?\d+|-\d+", text, re.ASCII) and len(text) < 20 else 1 << 31
    )
    return number if -(1 << 31) <= number < 1 << 31 else None


def value_in(variable, null, string_length):
    """Returns the default as a value; None if it is not valid for the type."""
    text = variable.default
    if variable.type == "int":
        return integer_in(text)
    if variable.type == "boolean":
        return BOOLEANS.get(text.lower())
    if variable.type == "double":
        number = (
            float(text)
            if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text, re.ASCII)
            else math.inf
        )
        return number if math.isfinite(number) else None
    if variable.type == "range":
        low, _, high = text.partition(":")
        low, high = integer_in(low), integer_in(high)
        return (low, high) if low is not None and high is not None and low <= high else None
    if variable.type == "string":
        if null:
            return ""
        return (
            text
            if len(text.encode(errors="surrogateescape")) < string_length and "\0" not in text
            else None
        )
    return next((value for name, value in variable.items if name == text), None)


class Declarations:
    """All categories (name, description) and variables of a run, without erroneous entries."""

    def __init__(self, sources, string_length):
        self.categories, self.variables = [], []
        self._diagnostics, self._string_length = sources.diagnostics, string_length
        self._unknown_categories = not sources.all_readable  # they may be in an unreadable block
        self._places, self._next_of_group = {"category": {}, "control variable": {}}, {}
        for entry in sources.categories:
            self._add_category(entry)
        for entry in sources.cvars:
            self._add_variable(entry)

    def check_members(self, naming):
        """Reports variables whose members would have the same name."""
        members = {}
        for variable in self.variables:
            first = members.setdefault(naming.member(variable), variable)
            if first is not variable:
                self._diagnostics.complain(
                    variable.file,
                    variable.line,
                    (
                        f"'{variable.name}' and '{first.name}' would both become the member"
                        f" '{naming.member(variable)}'"
                    ),
                )

    def name_relative_to(self, base):
        for variable in self.variables if base else ():
            variable.file = os.path.relpath(variable.file, base)

    def _complain(self, entry, key, message):
        self._diagnostics.complain(entry.file, entry[key].line, message)

    def _lacks(self, entry, what, keys):
        missing = [key for key in keys if key not in entry]
        for key in missing:
            of = f" '{entry['name']}'" if entry["name"] else ""
            self._diagnostics.complain(entry.file, entry.line, f"{what}{of} has no '{key}'")
        return missing

    def _is_new(self, what, entry):
        first = self._places[what].setdefault(str(entry["name"]), entry)
        if first is not entry:
            self._complain(
                entry,
                "name",
                f"duplicate {what} '{entry['name']}'; first declared in {first.file}:{first.line}",
            )
        return first is entry

    def _add_category(self, entry):
        if self._lacks(entry, "category", ("name", "description")):
            return
        if not entry["name"]:
            self._complain(entry, "name", "the name of a category is empty")
        elif self._is_new("category", entry):
            self.categories.append((str(entry["name"]), str(entry["description"])))

    def _add_variable(self, entry):
        before = len(self._diagnostics)
        variable = self._read(entry)
        is_good = len(self._diagnostics) == before
        is_new = not entry["name"] or self._is_new("control variable", entry)
        if (
            "category" in entry
            and not self._unknown_categories
            and entry["category"] not in self._places["category"]
        ):
            return self._complain(
                entry, "category", f"unknown category '{entry['category']}' of {entry['name']}"
            )
        if is_good and is_new:
            if variable.group:  # items of a group have consecutive numbers
                first = self._next_of_group.get(variable.group, 0)
                self._next_of_group[variable.group] = first + len(variable.items)
                for item in variable.items:
                    item[1] += first
                variable.initial += first if variable.items else 0
            self.variables.append(variable)

    def _read(self, entry):
        self._lacks(entry, "control variable", REQUIRED)
        alternatives = [name for name in re.split(r"[:,; \t\r\n]", entry["alt-env"]) if name]
        if "name" in entry and not is_identifier(entry["name"]):
            self._complain(
                entry, "name", f"'{entry['name']}' is not an identifier, as the name must be"
            )
        for name in alternatives:
            if not is_identifier(name):
                self._complain(
                    entry, "alt-env", f"'{name}' is not a name of an environment variable"
                )
        for key, allowed in (
            ("class", CLASSES),
            ("verbosity", VERBOSITIES),
            ("scope", SCOPES),
            ("type", tuple(TYPES)),
        ):
            if key in entry and entry[key] not in allowed:
                self._complain(
                    entry, key, f"unknown {key} '{entry[key]}'; allowed: {', '.join(allowed)}"
                )
        texts = {
            key: str(entry[key])
            for key in (
                "name",
                "category",
                "type",
                "default",
                "description",
                "verbosity",
                "scope",
                "group",
            )
        }
        variable = Variable(
            **texts,
            alternatives=alternatives,
            device=entry["class"] == "device",
            file=entry.file,
            line=entry.line,
        )
        if variable.type == "enum":
            # Words at the beginning of a line of the description, before " - ".
            found = re.findall(
                r"^[ \t\r\f\v]*(\w+)[ \t\r\f\v]+-(?=[ \t\r\f\v]|$)",
                variable.description,
                re.ASCII | re.MULTILINE,
            )
            variable.items = [[name, value] for value, name in enumerate(found)]
            if not found and "description" in entry:
                self._complain(
                    entry,
                    "description",
                    "the description of an enum must list its values, 'value - meaning'",
                )
            for i, name in enumerate(found):
                if name in found[:i]:
                    self._complain(entry, "description", f"the value '{name}' is listed twice")
        if (
            variable.type in TYPES
            and "default" in entry
            and (variable.items or variable.type != "enum")
        ):
            variable.initial = value_in(variable, entry["default"].null, self._string_length)
            if variable.initial is None:
                self._complain(
                    entry,
                    "default",
                    (
                        f"bad default '{variable.default}': type {variable.type} wants"
                        f" {TYPES[variable.type]}"
                    ),
                )
        return variable

# SPDX-License-Identifier: BSD-3-Clause
"""The grid: cells (function, parameter, class of argument) with what the library may answer, and states to ask in, out of cells.yaml
and states.yaml. States are rows of a covering array: every pair of values of two axes occurs in one."""
import fnmatch
import itertools
import os
import random
import re
from dataclasses import dataclass, field

import yaml

_SEED = 19
_OUTCOMES = ("codes", "fails", "undefined")
_OF_STATE = {"of-state": "state", "of-init": "init", "of-finalize": "finalize"}


@dataclass
class Cell:
    """One call; `parameter` is the place of the one that is not as it should be, -1: it is about the whole call."""
    up: bool
    function: str
    parameter: int
    kind: str  # class of argument
    label: str  # "handle:stale"
    row: dict


@dataclass
class State:
    """One way, and how it compares with others."""
    name: str
    values: dict  # of the axes
    up: bool
    steps: list
    rule: dict
    plainer: list = field(default_factory=list)


def _words(text):
    return (text or "").split()


def _load(folder, name):
    """Every scalar is a text: `null` and `yes` are words."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return yaml.load(file, Loader=yaml.BaseLoader)


class Grid:
    """What the folder says of the functions of the catalogue; complaints go to the catalogue's."""

    def __init__(self, folder, catalogue):
        self.catalogue = catalogue
        self.place = (os.path.join(folder, "cells.yaml"), 1)
        self.cells, self.states, self.roles = [], [], {}
        try:
            data, self.axes = _load(folder, "cells.yaml"), _load(folder, "states.yaml")
            self.classes = {name: _words(role["classes"]) for name, role in data["roles"].items()}
            self._find_roles(data["roles"])
            self._find_cells(data["up"], data["down"])
            self.place = (os.path.join(folder, "states.yaml"), 1)
            self._find_states()
        except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError) as problem:
            self._complain(f"cannot be used: {type(problem).__name__}: {problem}")

    def _complain(self, message):
        self.catalogue.complain(self.place, message)

    def _find_roles(self, roles):
        """Of each parameter, by its declaration: with the function's name before it, if it is one's alone."""
        of = {declaration: name for name, role in roles.items() for declaration in role["is"]}
        unused = set(of)
        for function in self.catalogue.api["functions"]:
            found = []
            inside = re.search(r"\((.*)\)", re.sub(r"\s+", " ", function["prototype"]))[1]
            for declaration in () if inside == "void" else inside.split(", "):
                key = next((each for each in (f"{function['name']} {declaration}", declaration) if each in of), None)
                unused.discard(key)
                if key is None and not re.search(r"[*\[]", declaration):
                    self._complain(f"{function['name']}: '{declaration}' plays no role")
                found.append((declaration.rstrip("[]").split(" ")[-1].lstrip("*"), of.get(key, "out")))
            self.roles[function["name"]] = found
        for declaration in sorted(unused):
            self._complain(f"no function has '{declaration}'")

    def _find_cells(self, up, down):
        used = []
        for function, parameters in self.roles.items():
            for kind in self.classes["call"]:
                self._add(True, function, (-1, "all", "call"), kind, up, used)
            for place, (name, role) in enumerate(parameters):
                for kind in self.classes[role]:
                    self._add(True, function, (place, name, role), kind, up, used)
            self._add(False, function, (-1, "all", "call"), "down", down, used)
        for row in up + down:
            self._check_row(row)
            if not any(row is each for each in used):
                self._complain(f"no cell is of the row {row}")

    def _add(self, up, function, parameter, kind, rows, used):
        place, name, role = parameter
        row = next((row for row in rows if self._fits(row, function, name, role, kind)), None)
        if row is not None:
            used.append(row)
            self.cells.append(Cell(up, function, place, kind, f"{name}:{kind}", row))
        elif role != "call" or kind != "nulls":
            self._complain(f"{function}/{name}:{kind} has no row that says what it may answer")

    @staticmethod
    def _fits(row, function, name, role, kind):
        return ((not row.get("where") or any(fnmatch.fnmatchcase(function, each) for each in _words(row["where"])))
                and row.get("role", role) == role and row.get("parameter", name) == name
                and (not row.get("classes") or kind in _words(row["classes"])))

    def _check_row(self, row):
        unknown = set(row) - {"where", "role", "parameter", "classes", "clause", "before", "plainest", *_OUTCOMES}
        if unknown:
            self._complain(f"unknown key in a row: {', '.join(sorted(unknown))}")
        if len([key for key in _OUTCOMES if key in row]) != (0 if row.get("clause") == "of-init" else 1):
            self._complain(f"a row says one of {', '.join(_OUTCOMES)}: {row}")
        if "undefined" not in row:
            self._check_rule(row, ("clause", "before", "plainest"))

    def _check_rule(self, row, keys):
        clauses = {clause["id"] for clause in self.catalogue.clauses}
        codes = {constant["name"] for constant in self.catalogue.api["constants"] if constant["kind"] == "return_code"} | {"MPI_SUCCESS"}
        for key in keys:
            if key in row and row[key] not in clauses and row[key] not in _OF_STATE:
                self._complain(f"'{row[key]}' is no clause")
        for code in _words(row.get("codes")):
            if code not in codes:
                self._complain(f"'{code}' is no return code")

    def _find_states(self):
        for rule in self.axes["clauses"]:
            self._check_rule(rule, ("good", "init", "finalize"))
        rows = self.rows()
        for row in rows:
            twins = sum(state.values["interface"] == row["interface"] and state.values["mpi"] == row["mpi"] for state in self.states)
            name = f"{row['interface']}.{row['mpi']}" + (f"-{twins + 1}" if twins else "")
            self.states.append(State(name, row, self.axes["interface"][row["interface"]]["up"] == "yes", self._steps(row), self._rule(row)))
        for place, state in enumerate(self.states):
            plain = {axis: _words(self.axes[axis][state.values[axis]]["plain"]) for axis in ("interface", "mpi")}
            chains = [list(dict.fromkeys([*plain[axis], state.values[axis]])) for axis in ("interface", "mpi")]
            pairs = sorted(itertools.product(*chains), key=lambda pair: self._rank(chains, pair))
            state.plainer = [twin.name for pair in pairs for twin in self._like(state, pair, place)]

    def _like(self, state, pair, place):
        """The state of that pair of interface and MPI whose order is most like it, as a list; of its own pair one that comes before it."""
        twins = [other for number, other in enumerate(self.states) if (other.values["interface"], other.values["mpi"]) == pair
                 and (number < place or pair != (state.values["interface"], state.values["mpi"]))]
        return [twin for twin in twins if twin.values["order"] == state.values["order"]][:1] or twins[:1]

    @staticmethod
    def _rank(chains, pair):
        places = [chain.index(value) for chain, value in zip(chains, pair)]
        return (places[1], places[0])  # what needs no MPI is tried first

    def _rule(self, row):
        for rule in self.axes["clauses"]:
            if all(row[axis] in _words(rule[axis]) for axis in ("caller", "interface", "mpi") if axis in rule):
                return rule
        raise KeyError(f"no clause for {row}")

    def _steps(self, row):
        levels = {"T_init": row["level"], "T_init2": row["nested"]}
        tool = [f"T_init:{levels[step]}" if step in levels else step for step in _words(self.axes["interface"][row["interface"]]["steps"])]
        mpi = _words(self.axes["mpi"][row["mpi"]]["steps"])
        before = {"first": 0, "middle": 1, "last": len(mpi), "-": 0}[row["order"]]
        return mpi[:before] + tool + mpi[before:]

    def assignments(self):
        """All that goes together: "-" where an axis says nothing."""
        levels = self.axes["levels"]
        for (interface, how), (mpi, what) in itertools.product(self.axes["interface"].items(), self.axes["mpi"].items()):
            tool, steps = _words(how["steps"]), _words(what["steps"])
            orders = ["first", "last", "middle"][:len(steps) + 1] if tool and steps else ["-"]
            for order, level, nested, caller in itertools.product(orders, levels if "T_init" in tool else ["-"],
                                                                  levels if "T_init2" in tool else ["-"], ("same", "other")):
                now = nested if "T_finalize" in tool else level  # of the present epoch
                if caller == "other" and (how["up"] != "yes" or what["threads"] != "yes" or now not in levels[2:]):
                    continue
                yield {"interface": interface, "mpi": mpi, "order": order, "level": level, "nested": nested, "caller": caller}

    def rows(self):
        """The states' values: one row for each pair of an interface and an MPI state, in the thread that went the way and the plainest of
        them as they are, with each order where the interface has nothing behind it, and as many more as it takes for all pairs."""
        legal = list(self.assignments())
        wanted = set().union(*map(pairs_of, legal))
        shuffled = random.Random(_SEED).sample(legal, len(legal))
        rows = []

        def take(candidates):
            best = max(candidates, key=lambda row: len(wanted & pairs_of(row)))
            wanted.difference_update(pairs_of(best))
            rows.append(best)

        for interface, mpi in itertools.product(self.axes["interface"], self.axes["mpi"]):
            alone = self.axes["interface"][interface]["plain"] == interface
            plain = alone and mpi in ("before", "init")
            of_pair = [row for row in (legal if plain else shuffled)
                       if (row["interface"], row["mpi"], row["caller"]) == (interface, mpi, "same")]
            orders = sorted({row["order"] for row in of_pair}) if alone else [""]
            for order in orders:
                fitting = [row for row in of_pair if order in ("", row["order"])]
                take(fitting[:1] if plain else fitting)
        while wanted:
            take(shuffled)
        return rows


def pairs_of(row):
    """The pairs of values that occur in a row."""
    said = [(axis, value) for axis, value in row.items() if value != "-"]
    return set(itertools.combinations(said, 2))


def _name(text):
    return text.replace("-", "_")


def _rule(row):
    """Whose rule it is, and its clauses: `clause` (of the state's rule the one in the plainest state) and the one `before` it."""
    of_state = row.get("clause") in _OF_STATE
    own = {"clause": row.get("plainest") if of_state else row.get("clause"), "before": row.get("before")}
    clauses = [f"clause::{re.sub('[-.]', '_', clause)}" if clause else "std::nullopt" for clause in own.values()]
    return ", ".join([f"Rule::{_OF_STATE.get(row.get('clause'), 'fixed')}", *clauses])


def _text(text):
    return '"' + " ".join(_words(text)).replace('"', '\\"') + '"'


def grid_inc(grid):
    """The tables as C++ includes them: each by a macro, of which those that are not defined say nothing."""
    classes = dict.fromkeys([kind for kinds in grid.classes.values() for kind in kinds] + ["down"])
    lines = [f"MPITCHECK_GRID_ROLE({_name(role)})" for role in grid.classes if role != "call"]
    lines += [f"MPITCHECK_GRID_CLASS({_name(kind)})" for kind in classes]
    for function, parameters in grid.roles.items():
        roles = "".join(f", Role::{_name(role)}" for _, role in parameters)
        lines.append(f"MPITCHECK_GRID_FUNCTION({function}{roles})")
    for cell in grid.cells:
        row = cell.row
        lines.append(f"MPITCHECK_GRID_CELL({str(cell.up).lower()}, {cell.function}, {cell.parameter}, {_name(cell.kind)}, {_text(cell.label)}, "
                     f"{_rule(row)}, {'true' if 'fails' in row else 'false'}, {_text(row.get('codes'))}, {_text(row.get('undefined'))})")
    for state in grid.states:
        rules = [_rule({"clause": state.rule.get(key)}).split(", ")[1] for key in ("good", "init", "finalize")]
        lines.append(f"MPITCHECK_GRID_STATE({_text(state.name)}, {str(state.up).lower()}, {str(state.values['caller'] == 'other').lower()}, "
                     f"{_text(' '.join(state.steps))}, {', '.join(rules)}, {_text(state.rule.get('codes'))}, {_text(' '.join(state.plainer))})")
    macros = list(dict.fromkeys(line.partition("(")[0] for line in lines))
    return "".join(f"#ifndef {each}\n#define {each}(...)\n#endif\n" for each in macros) + "\n".join(lines) + "\n" + "".join(
        f"#undef {each}\n" for each in macros)

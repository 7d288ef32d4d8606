# SPDX-License-Identifier: BSD-3-Clause
"""The grid: cells and the states in which they are called, from cells.yaml and states.yaml.

A cell is a function, a parameter and a class of argument, with the allowed results.
"""
import fnmatch
import itertools
import os
import re
from dataclasses import dataclass, field

import yaml
from grid_rows import rows_of, words

_NAMING = ("interface", "mpi", "place")  # axes that name a state
_OF_CALL = ("nulls", "twice")  # classes of the role `call` that only some functions have
_OUTCOMES = ("codes", "fails", "undefined")
OF_STATE = {"of-state": "state", "of-init": "init", "of-finalize": "finalize"}


@dataclass
class Cell:
    """One call; `parameter` is the position of the unusual argument.

    It is -1 if the cell is about the whole call.
    """

    of: str  # list of states.yaml that contains the cell, e.g. "up"
    function: str
    parameter: int
    kind: str  # class of the argument
    label: str  # e.g. "handle:stale"
    row: dict
    codes: list  # allowed return codes


@dataclass
class State:
    """A sequence of steps to a state, and its relation to other states."""

    name: str
    values: dict  # values of the axes
    up: bool
    cells: str  # list of cells that are called in the state, e.g. "up"
    steps: list
    rule: dict
    way: str  # the clause that is broken if the steps end the process
    plainer: list = field(default_factory=list)


def _load(folder, name):
    """Loads a YAML file in which every scalar is a text, including `null` and `yes`."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return yaml.load(file, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


class Grid:
    """The cells and states of the folder. Complaints are added to the catalogue's."""

    def __init__(self, folder, catalogue):
        self.catalogue = catalogue
        self.place = (os.path.join(folder, "cells.yaml"), 1)
        self.cells, self.states, self.roles = [], [], {}
        self.grows, self.provided = {}, ""  # clauses of outputs
        self.functions_of = {clause["id"]: clause["functions"] for clause in catalogue.clauses}
        try:
            data, self.axes = _load(folder, "cells.yaml"), _load(folder, "states.yaml")
            self.classes = {
                name: {
                    "": words(role["classes"]),
                    **{of: words(role[of]) for of in self.axes["cells"] if of in role},
                }
                for name, role in data["roles"].items()
            }
            self._find_roles(data["roles"])
            self._find_cells(data)
            self._find_rules_of_outputs(data)
            self.place = (os.path.join(folder, "states.yaml"), 1)
            self._find_states()
        except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError) as problem:
            self._complain(f"cannot be used: {type(problem).__name__}: {problem}")

    def _complain(self, message):
        self.catalogue.complain(self.place, message)

    def _find_roles(self, roles):
        """Finds the role of each parameter by its declaration.

        The declaration in cells.yaml has the function's name before it if the role is specific to
        that function.
        """
        of = {declaration: name for name, role in roles.items() for declaration in role["is"]}
        unused = set(of)
        for function in self.catalogue.api["functions"]:
            found = []
            inside = re.search(r"\((.*)\)", re.sub(r"\s+", " ", function["prototype"]))[1]
            for declaration in () if inside == "void" else inside.split(", "):
                key = next(
                    (
                        each
                        for each in (f"{function['name']} {declaration}", declaration)
                        if each in of
                    ),
                    None,
                )
                unused.discard(key)
                if key is None and not re.search(r"[*\[]", declaration):
                    self._complain(f"{function['name']}: '{declaration}' has no role")
                found.append(
                    (declaration.rstrip("[]").split(" ")[-1].lstrip("*"), of.get(key, "out"))
                )
            self.roles[function["name"]] = found
        for declaration in sorted(unused):
            self._complain(f"no function has '{declaration}'")

    def _find_cells(self, data):
        lists, used = {}, []
        for of, how in self.axes["cells"].items():
            lists |= {name: data[name] for name in words(how["rows"])}
            rows = [row for name in words(how["rows"]) for row in data[name]]
            for function, parameters in self.roles.items():
                for place, (name, role) in [(-1, ("all", "call")), *enumerate(parameters)]:
                    for kind in ([] if of == "down" else self.classes[role][""]) + self.classes[
                        role
                    ].get(of, []):
                        self._add(of, function, (place, name, role), kind, rows, used)
        for row in itertools.chain(*lists.values()):
            self._check_row(row)
            if not any(row is each for each in used):
                self._complain(f"no cell fits the row {row}")

    def _add(self, of, function, parameter, kind, rows, used):
        place, name, role = parameter
        row = next((row for row in rows if self._fits(row, function, name, role, kind)), None)
        if row is not None and (kind not in _OF_CALL or row.get("role") == "call"):
            used.append(row)
            self.cells.append(
                Cell(of, function, place, kind, f"{name}:{kind}", row, self._codes(function, row))
            )
        elif kind not in _OF_CALL:
            self._complain(f"{function}/{name}:{kind} has no row with its allowed results")

    def _codes(self, function, row):
        """Returns the allowed codes of a row, which may be the rule of a state.

        Functions that may be out of reach have the corresponding code in addition.
        """
        codes, beside = words(row.get("codes")), self.axes["beside"]
        reachable = function in self.functions_of[beside["reachable"]]
        return codes + [beside["code"]] if codes and not reachable else codes

    def init_codes(self, state):
        return self._codes("MPI_T_init_thread", state.rule)

    def _fits(self, row, function, name, role, kind):
        return (
            row.get("role", role) == role
            and row.get("parameter", name) == name
            and (not row.get("classes") or kind in words(row["classes"]))
            and ("unless-of" not in row or function not in self.functions_of[row["unless-of"]])
            and (
                not row.get("where")
                or any(fnmatch.fnmatchcase(function, each) for each in words(row["where"]))
            )
        )

    def _check_row(self, row):
        unknown = set(row) - {
            "where",
            "unless-of",
            "role",
            "parameter",
            "classes",
            "clause",
            "before",
            "plainest",
            *_OUTCOMES,
        }
        if unknown:
            self._complain(f"unknown key in a row: {', '.join(sorted(unknown))}")
        if len([key for key in _OUTCOMES if key in row]) != (
            0 if row.get("clause") == "of-init" else 1
        ):
            self._complain(f"a row has one of {', '.join(_OUTCOMES)}: {row}")
        if "undefined" not in row:
            self._check_rule(row, ("clause", "before", "plainest"))

    def _check_rule(self, row, keys):
        clauses = {clause["id"] for clause in self.catalogue.clauses}
        codes = {
            constant["name"]
            for constant in self.catalogue.api["constants"]
            if constant["kind"] == "return_code"
        } | {"MPI_SUCCESS"}
        for key in keys:
            if key in row and row[key] not in clauses and row[key] not in OF_STATE:
                self._complain(f"'{row[key]}' is not a clause")
        for code in words(row.get("codes")):
            if code not in codes:
                self._complain(f"'{code}' is not a return code")

    def _find_rules_of_outputs(self, data):
        self.grows, self.provided = data["grows"], data["provided"]
        for clause in (*self.grows.values(), self.provided):
            self._check_rule({"clause": clause}, ["clause"])
        for function in set(self.grows) - set(self.roles):
            self._complain(f"'{function}' is not a function")

    def _find_states(self):
        self._check_rule(self.axes, ["way-of-mpi"])
        for rule in self.axes["clauses"]:
            self._check_rule(rule, ("good", "init", "finalize"))
        twins = {}
        for row in rows_of(self.axes):
            name = ".".join(value for value in _kind(row) if value != "plain")
            twins[name] = twins.get(name, 0) + 1
            up = self.axes["interface"][row["interface"]]["up"] == "yes"
            steps = self._steps(row)
            self.states.append(
                State(
                    name + (f"-{twins[name]}" if twins[name] > 1 else ""),
                    row,
                    up,
                    self._cells_of(row, up),
                    steps,
                    self._rule(row),
                    self._way(row, up, steps),
                )
            )
        of_kind = {}
        for place, state in enumerate(self.states):
            of_kind.setdefault(_kind(state.values), []).append((place, state))
        for place, state in enumerate(self.states):
            plain = {axis: words(self.axes[axis][state.values[axis]]["plain"]) for axis in _NAMING}
            chains = [list(dict.fromkeys([*plain[axis], state.values[axis]])) for axis in _NAMING]
            kinds = sorted(itertools.product(*chains), key=lambda kind: self._rank(chains, kind))
            own = _kind(state.values)
            state.plainer = [
                twin.name
                for kind in kinds
                for twin in self._like(
                    state,
                    [
                        other
                        for number, other in of_kind.get(kind, ())
                        if number < place or kind != own
                    ],
                )
            ]

    @staticmethod
    def _like(state, twins):
        """Returns a list with the twin whose order is most similar, or an empty list."""
        return [twin for twin in twins if twin.values["order"] == state.values["order"]][
            :1
        ] or twins[:1]

    @staticmethod
    def _rank(chains, values):
        interface, mpi, place = (chain.index(value) for chain, value in zip(chains, values))
        return (place, mpi, interface)  # Plain code and states without MPI are tried first.

    def _cells_of(self, row, up):
        return self.axes["place"][row["place"]].get("cells", "up" if up else "down")

    def _rule(self, row):
        for rule in self.axes["clauses"]:
            if all(row[axis] in words(rule[axis]) for axis in ("caller", *_NAMING) if axis in rule):
                return rule
        raise KeyError(f"no clause for {row}")

    def _way(self, row, up, steps):
        if up:
            return self._rule(row | {"place": "plain"})["good"]
        of_mpi = any(step.startswith("MPI_") for step in steps)
        return self.axes["way-of-mpi"] if of_mpi else self._rule(row)["finalize"]

    def _steps(self, row):
        levels = {"T_init": row["level"], "T_init2": row["nested"]}
        tool = [
            f"T_init:{levels[step]}" if step in levels else step
            for step in words(self.axes["interface"][row["interface"]]["steps"])
        ]
        mpi = words(self.axes["mpi"][row["mpi"]]["steps"])
        before = {"first": 0, "middle": 1, "last": len(mpi), "-": 0}[row["order"]]
        return mpi[:before] + tool + mpi[before:] + words(self.axes["place"][row["place"]]["steps"])


def _kind(row):
    return tuple(row[axis] for axis in _NAMING)

# SPDX-License-Identifier: BSD-3-Clause
"""The grid's tables as a file for C++."""
from grid import OF_STATE
from grid_rows import words
from names import identifier


def _name(text):
    return text.replace("-", "_")


def _text(text):
    return '"' + " ".join(words(text)).replace('"', '\\"') + '"'


def _truth(value):
    return "true" if value else "false"


def _clause(clause):
    return f"clause::{identifier(clause)}" if clause else "std::nullopt"


def _rule(row):
    """Returns the clauses of a row's rule as C++: whose rule it is, its clause, the one before it.

    If the rule is that of the state, the clause is that of the plainest state.
    """
    rule = OF_STATE.get(row.get("clause"))
    clause = row.get("plainest") if rule else row.get("clause")
    return f"Rule::{rule or 'fixed'}", _clause(clause), _clause(row.get("before"))


def _function(grid, function):
    output = grid.provided if function == "MPI_T_init_thread" else grid.grows.get(function)
    parameters = [f'{{Role::{_name(role)}, "{name}"}}' for name, role in grid.roles[function]]
    return ("FUNCTION", function, _clause(output), *parameters)


def _cell(cell):
    row = cell.row
    return (
        "CELL",
        _text(cell.of),
        cell.function,
        cell.parameter,
        _name(cell.kind),
        _text(cell.label),
        *_rule(row),
        _truth("fails" in row),
        _text(" ".join(cell.codes)),
        _text(row.get("undefined")),
    )


def _cited(grid, state):
    """Returns the clauses of all checks that the test of a state may make."""
    of_calls = [
        cell.row[key]
        for cell in grid.cells
        if cell.of == state.cells and "undefined" not in cell.row
        for key in ("clause", "plainest", "before")
        if key in cell.row and cell.row[key] not in OF_STATE
    ]
    of_numbers = grid.grows.values() if state.up else ()
    of_state = [state.rule[key] for key in ("good", "init", "finalize") if key in state.rule]
    return dict.fromkeys([state.way, grid.provided, *of_calls, *of_numbers, *of_state])


def _state(grid, state):
    return (
        "STATE",
        _text(state.name),
        _truth(state.up),
        _text(state.cells),
        _truth(state.values["caller"] == "other"),
        _text(" ".join(state.steps)),
        _clause(state.way),
        *(_clause(state.rule.get(key)) for key in ("good", "init", "finalize")),
        _text(" ".join(grid.init_codes(state))),
        _text(" ".join(state.plainer)),
    )


def _test(grid, state):
    caller = ", in another thread," if state.values["caller"] == "other" else ""
    brief = (
        f"After {' '.join(state.steps) or 'nothing'}{caller} every function returns an allowed"
        " result for every class of argument."
    )
    return ("TEST", _text(f"grid.{state.name}"), _text(brief), *map(_clause, _cited(grid, state)))


def grid_inc(grid):
    """Returns the tables: each entry calls a macro. Macros that are not defined are empty."""
    classes = dict.fromkeys(
        [kind for of in grid.classes.values() for kinds in of.values() for kind in kinds]
    )
    entries = [
        *(("ROLE", _name(role)) for role in grid.classes if role != "call"),
        *(("CLASS", _name(kind)) for kind in classes),
        *(_function(grid, function) for function in grid.roles),
        *map(_cell, grid.cells),
        *(_state(grid, state) for state in grid.states),
        *(_test(grid, state) for state in grid.states),
    ]
    macros = [f"MPITCHECK_GRID_{macro}" for macro in dict.fromkeys(entry[0] for entry in entries)]
    return (
        "".join(f"#ifndef {each}\n#define {each}(...)\n#endif\n" for each in macros)
        + "".join(f"MPITCHECK_GRID_{it[0]}({', '.join(map(str, it[1:]))})\n" for it in entries)
        + "".join(f"#undef {each}\n" for each in macros)
    )

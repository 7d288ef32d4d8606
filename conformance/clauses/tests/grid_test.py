# SPDX-License-Identifier: BSD-3-Clause
"""What the grid's tables say, what is found wrong in damaged ones, and that the states cover what
they should."""
import itertools
import os
import shutil

import pytest

from catalogue import Catalogue
from grid import Grid
from grid_inc import grid_inc
from grid_rows import assignments, pairs_of

HERE = os.path.dirname(os.path.abspath(__file__))
GRID = os.path.join(HERE, "../grid")
CATALOGUE = os.path.join(HERE, "../catalogue")


def read(folder=GRID):
    catalogue = Catalogue(CATALOGUE)
    return Grid(folder, catalogue), [message for _, message in catalogue.complaints]


def complaints(folder, name, old, new):
    """What is found wrong of a copy of the grid in which a text is replaced."""
    shutil.copytree(GRID, folder, dirs_exist_ok=True)
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return read(str(folder))[1]


@pytest.mark.parametrize(
    "name, old, new, wanted",
    [
        (
            "cells.yaml",
            "clause: cvar-info-bad-index",
            "clause: cvar-info-bad-indes",
            "'cvar-info-bad-indes' is not a clause",
        ),
        (
            "cells.yaml",
            "MPI_T_cvar_get_num: cvar-num-may-only-grow",
            "MPI_T_cvar_get_sum: cvar-num-may-only-grow",
            "'MPI_T_cvar_get_sum' is not a function",
        ),
        (
            "cells.yaml",
            "provided: init-provided-value",
            "provided: init-provided",
            "'init-provided' is not a clause",
        ),
        (
            "states.yaml",
            "way-of-mpi: init-separate-from-mpi-init",
            "way-of-mpi: init-separate",
            "'init-separate' is not a clause",
        ),
        (
            "cells.yaml",
            "codes: &index MPI_T_ERR_INVALID_INDEX",
            "codes: &index MPI_ERR_ARG",
            "'MPI_ERR_ARG' is not a return code",
        ),
        (
            "cells.yaml",
            "[int cvar_index]",
            "[int cvar_indes]",
            "MPI_T_cvar_get_info: 'int cvar_index' has no role",
        ),
        (
            "cells.yaml",
            "[int cvar_index]",
            "[int cvar_index, int no_index]",
            "no function has 'int no_index'",
        ),
        (
            "cells.yaml",
            "classes: no-level, clause",
            "classes: no-levels, clause",
            "no cell fits the row",
        ),
        (
            "cells.yaml",
            "undefined: the level is one of four",
            "fails: yes, undefined: the level",
            "a row has one of",
        ),
        ("cells.yaml", "role: buffer,", "rule: buffer,", "unknown key in a row: rule"),
        (
            "cells.yaml",
            "- {role: enumeration,",
            "- {role: item,",
            "enumtype:null has no row with its allowed results",
        ),
        (
            "states.yaml",
            "good: init-reinitialization",
            "good: init-again",
            "'init-again' is not a clause",
        ),
        (
            "states.yaml",
            "reachable: event-safety-exempt-functions",
            "reachable: event-safety",
            "cannot be used: KeyError",
        ),
        (
            "cells.yaml",
            "- {unless-of: event-safety-exempt-functions,",
            "- {unless: x,",
            "unknown key in a row: unless",
        ),
        ("states.yaml", "levels:", "level:", "cannot be used: KeyError: 'levels'"),
    ],
    ids=lambda text: text.split(":")[0][:40],
)
def test_damage_is_found(tmp_path, name, old, new, wanted):
    assert wanted in "\n".join(complaints(tmp_path, name, old, new))


@pytest.fixture(scope="module")
def grid():
    return read()[0]


def test_the_grid_is_in_order(grid):
    assert read()[1] == []
    assert len({state.name for state in grid.states}) == len(grid.states)


def test_every_function_is_in_each_kind_of_state(grid):
    functions = {function["name"] for function in grid.catalogue.api["functions"]}
    kinds = {state.cells for state in grid.states}
    assert kinds == set(grid.axes["cells"])
    for kind in kinds:
        assert {cell.function for cell in grid.cells if cell.of == kind} == functions, kind


def test_callbacks_call_only_allowed_functions(grid):
    """Event instances exist only in a callback. In one that may be called in a signal handler, only
    what the standard lists is tried."""
    asked = {
        kind: {
            cell.function for cell in grid.cells if cell.of == kind and "undefined" not in cell.row
        }
        for kind in grid.axes["cells"]
    }
    [exempt] = [
        clause["functions"]
        for clause in grid.catalogue.clauses
        if clause["id"] == "event-safety-exempt-functions"
    ]
    instance = {function for function in exempt if function.startswith("MPI_T_event_")}
    assert asked["callback-signal-safe"] == set(exempt)
    assert asked["callback"] - asked["up"] == instance
    for cell in grid.cells:
        may_be_refused = "codes" in cell.row and cell.function not in exempt
        assert ("MPI_T_ERR_NOT_ACCESSIBLE" in cell.codes) == may_be_refused, cell


def test_plain_code_precedes_places(grid):
    for state in grid.states:
        if state.values["place"] != "plain":
            assert f"{state.values['interface']}.{state.values['mpi']}" in [
                name.rstrip("-0123456789") for name in state.plainer
            ]


def test_every_compatible_pair_is_covered(grid):
    legal = set().union(*map(pairs_of, assignments(grid.axes)))
    met = set().union(*(pairs_of(state.values) for state in grid.states))
    assert legal - met == set()
    for pair in itertools.product(grid.axes["interface"], grid.axes["mpi"]):
        assert ".".join(pair) in {state.name for state in grid.states}


def test_states_are_deterministic(grid):
    assert grid_inc(grid) == grid_inc(read()[0])


def test_a_simpler_state_comes_first(grid):
    """So that of the states in which a cell fails, one is charged."""
    plainer = {state.name: state.plainer for state in grid.states}

    def walk(name, behind):
        assert name not in behind
        for each in plainer[name]:
            walk(each, {name, *behind})

    for name in plainer:
        walk(name, set())


def test_simpler_states_keep_the_order_if_possible(grid):
    order = {state.name: state.values["order"] for state in grid.states}
    for state in grid.states:
        for plainer in state.plainer:
            pair = plainer.rstrip("-0123456789")
            twins = {order[name] for name in order if name.rstrip("-0123456789") == pair}
            if state.values["order"] in twins and not state.name.startswith(pair):
                assert order[plainer] == state.values["order"], (state.name, plainer)


def test_a_thread_calls_where_the_level_permits(grid):
    for state in grid.states:
        if state.values["caller"] == "other":
            last = [step for step in state.steps if step.startswith("T_init")]
            assert any(step.endswith(("SERIALIZED", "MULTIPLE")) for step in last), state.name

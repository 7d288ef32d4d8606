#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the grid's tables say, what is found wrong in damaged ones, and that the states cover what they should."""
import itertools
import os
import shutil
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../clausegen"))
from catalogue import Catalogue  # noqa: E402
from grid import Grid, grid_inc, pairs_of  # noqa: E402

GRID = os.path.join(HERE, "../grid")
CATALOGUE = os.path.join(HERE, "../catalogue")


def read(folder=GRID):
    catalogue = Catalogue(CATALOGUE)
    return Grid(folder, catalogue), [message for _, message in catalogue.complaints]


class Damaged(unittest.TestCase):
    """The grid in a folder of its own, in which a text is replaced."""

    def complaints(self, name, old, new):
        folder = tempfile.mkdtemp(prefix="grid-")
        self.addCleanup(shutil.rmtree, folder)
        shutil.copytree(GRID, folder, dirs_exist_ok=True)
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new, 1))
        return read(folder)[1]

    def test_damage(self):
        for name, old, new, wanted in (
            (
                "cells.yaml",
                "clause: cvar-info-bad-index",
                "clause: cvar-info-bad-indes",
                "'cvar-info-bad-indes' is no clause",
            ),
            (
                "cells.yaml",
                "codes: &index MPI_T_ERR_INVALID_INDEX",
                "codes: &index MPI_ERR_ARG",
                "'MPI_ERR_ARG' is no return code",
            ),
            (
                "cells.yaml",
                "[int cvar_index]",
                "[int cvar_indes]",
                "MPI_T_cvar_get_info: 'int cvar_index' plays no role",
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
                "no cell is of the row",
            ),
            (
                "cells.yaml",
                "undefined: the level is one of four",
                "fails: yes, undefined: the level",
                "a row says one of",
            ),
            ("cells.yaml", "role: buffer,", "rule: buffer,", "unknown key in a row: rule"),
            (
                "cells.yaml",
                "- {role: enumeration,",
                "- {role: item,",
                "enumtype:null has no row that says what it may answer",
            ),
            (
                "states.yaml",
                "good: init-reinitialization",
                "good: init-again",
                "'init-again' is no clause",
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
        ):
            with self.subTest(wanted):
                self.assertIn(wanted, "\n".join(self.complaints(name, old, new)))


class Covered(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.grid, cls.complaints = read()

    def test_in_order(self):
        self.assertEqual(self.complaints, [])
        self.assertEqual(len({state.name for state in self.grid.states}), len(self.grid.states))

    def test_every_function_in_each_kind_of_state(self):
        functions = {function["name"] for function in self.grid.catalogue.api["functions"]}
        kinds = {state.cells for state in self.grid.states}
        self.assertEqual(kinds, set(self.grid.axes["cells"]))
        for kind in kinds:
            self.assertEqual(
                {cell.function for cell in self.grid.cells if cell.of == kind}, functions, kind
            )

    def test_what_a_callback_may_call(self):
        """Event instances are there only in one; in one that may be called in a signal handler only what the standard lists is tried."""
        asked = {
            kind: {
                cell.function
                for cell in self.grid.cells
                if cell.of == kind and "undefined" not in cell.row
            }
            for kind in self.grid.axes["cells"]
        }
        [exempt] = [
            clause["functions"]
            for clause in self.grid.catalogue.clauses
            if clause["id"] == "event-safety-exempt-functions"
        ]
        instance = {function for function in exempt if function.startswith("MPI_T_event_")}
        self.assertEqual(asked["callback-signal-safe"], set(exempt))
        self.assertEqual(asked["callback"] - asked["up"], instance)
        for cell in self.grid.cells:
            may_be_refused = "codes" in cell.row and cell.function not in exempt
            self.assertEqual("MPI_T_ERR_NOT_ACCESSIBLE" in cell.codes, may_be_refused, cell)

    def test_plain_code_is_plainer_than_places(self):
        for state in self.grid.states:
            if state.values["place"] != "plain":
                self.assertIn(
                    f"{state.values['interface']}.{state.values['mpi']}",
                    [name.rstrip("-0123456789") for name in state.plainer],
                )

    def test_every_pair_that_goes_together(self):
        legal = set().union(*map(pairs_of, self.grid.assignments()))
        met = set().union(*(pairs_of(state.values) for state in self.grid.states))
        self.assertEqual(legal - met, set())
        for pair in itertools.product(self.grid.axes["interface"], self.grid.axes["mpi"]):
            self.assertIn(".".join(pair), {state.name for state in self.grid.states})

    def test_the_same_states_each_time(self):
        self.assertEqual(grid_inc(self.grid), grid_inc(read()[0]))

    def test_some_plainer_state_comes_first(self):
        """So that of the states in which a cell fails, one is charged."""
        plainer = {state.name: state.plainer for state in self.grid.states}

        def walk(name, behind):
            self.assertNotIn(name, behind)
            for each in plainer[name]:
                walk(each, {name, *behind})

        for name in plainer:
            walk(name, set())

    def test_a_plainer_state_has_the_order_if_any_has(self):
        order = {state.name: state.values["order"] for state in self.grid.states}
        for state in self.grid.states:
            for plainer in state.plainer:
                pair = plainer.rstrip("-0123456789")
                twins = {order[name] for name in order if name.rstrip("-0123456789") == pair}
                if state.values["order"] in twins and not state.name.startswith(pair):
                    self.assertEqual(order[plainer], state.values["order"], (state.name, plainer))

    def test_a_thread_calls_where_the_level_permits(self):
        for state in self.grid.states:
            if state.values["caller"] == "other":
                last = [step for step in state.steps if step.startswith("T_init")]
                self.assertTrue(
                    any(step.endswith(("SERIALIZED", "MULTIPLE")) for step in last), state.name
                )


if __name__ == "__main__":
    unittest.main()

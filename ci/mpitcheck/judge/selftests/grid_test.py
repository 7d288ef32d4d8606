# SPDX-License-Identifier: BSD-3-Clause
"""The grid: records of tests, and what is made of them."""
import json
import os
import re
import unittest

from mpitcheck.judge import grid
from mpitcheck.judge.data import Invalid, to_data
from mpitcheck.judge.grid import Grid, Outcome, make_grid, read_grid
from mpitcheck.judge.merge import merge_records
from mpitcheck.judge.evidence import Evidence, parse_records
from mpitcheck.judge.model import RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.results import derive_grids
from mpitcheck.judge.selftests.sources import constants, source

READ, FREE = "MPI_T_cvar_read", "MPI_T_cvar_handle_free"
ONCE = {
    f"{READ}/all:good": "held",
    f"{READ}/handle:stale": "broken",
    f"{READ}/buf:null": "undefined",
    f"{FREE}/handle:null": "none",
}


def record(grid):
    lines = [
        {"record": "begin", "test": "t", "rank": 0, "np": 1},
        {"record": "end", "verdict": "pass", "grid": grid},
    ]
    return "".join(json.dumps({"nonce": "ab", **line}) + "\n" for line in lines).encode()


def defect(grid):
    return parse_records(record(grid), "ab", "t", 0).defect


def words(cells):
    return {cell: Outcome.named(word) for cell, word in cells.items()}


class Record(unittest.TestCase):
    def test_is_read(self):
        evidence = parse_records(record({"state": "once.before", "cells": ONCE}), "ab", "t", 0)
        self.assertEqual((evidence.defect, evidence.end.grid), ("", ("once.before", words(ONCE))))
        self.assertIsNone(
            parse_records(
                record({"state": "x", "cells": {}}).replace(b'"grid"', b'"else"'), "ab", "t", 0
            ).end.grid
        )

    def test_of_another_form_is_one_clear_line(self):
        state = {"state": "once.before"}
        for grid, what in (
            (None, "grid is not an object"),
            ({"cells": {}}, "grid.state is not a text"),
            ({"state": "Once\n", "cells": {}}, "grid.state is no name of a state"),
            (state, "grid.cells is not an object"),
            ({**state, "cells": []}, "grid.cells is not an object"),
            ({**state, "cells": {f"{READ}/a": "good"}}, f"grid.cells.{READ}/a is no outcome"),
            ({**state, "cells": {f"{READ}/a": 1}}, f"grid.cells.{READ}/a is no outcome"),
            (
                {**state, "cells": {f"{READ}/a": "held", "\x1b/": "held"}},
                "grid.cells: entry 2 is no cell, which is",
            ),
            (
                {**state, "cells": {f"MPI_x/{i}": "held" for i in range(5001)}},
                "grid.cells are more than 5000",
            ),
        ):
            with self.subTest(what):
                said = defect(grid)
                self.assertTrue(said.startswith("0.jsonl line 2: " + what), said)
                self.assertNotRegex(said, "[\0-\x1f]")

    def test_of_several_ranks_the_worst_stands(self):
        ranks = [
            parse_records(
                record(
                    {"state": "once.before", "cells": {f"{READ}/a": word, f"{READ}/{word}": "held"}}
                ),
                "ab",
                "t",
                0,
            )
            for word in ("held", "lost", "none")
        ]
        result = TestResult()
        merge_records(Evidence(ranks), "5.0", result)
        self.assertEqual(list(result.grid), ["once.before"])
        self.assertEqual(result.grid["once.before"][f"{READ}/a"], Outcome.lost)
        self.assertEqual(len(result.grid["once.before"]), 4)

    def test_words_are_those_of_the_suite(self):
        try:
            text = source("conformance/suite/grid/sweep.hpp")
        except OSError:
            self.skipTest("the suite has no grid")
        self.assertEqual(
            {outcome.name for outcome in Outcome},
            set(constants(text, "enum class Outcome : unsigned char {")),
        )

    def test_orders_are_those_of_the_states(self):
        try:
            text = source("conformance/clauses/grid/states.yaml")
        except OSError:
            self.skipTest("the suite has no grid")
        for axis, words in (
            ("interface", grid._INTERFACES),
            ("mpi", grid._MPIS),
            ("place", grid._PLACES),
        ):
            section = re.search(rf"^{axis}:\n((?:[ #].*\n|\n)+)", text, re.MULTILINE)[1]
            self.assertEqual(tuple(re.findall(r"^  ([\w-]+):", section, re.MULTILINE)), words)


class Picture(unittest.TestCase):
    def setUp(self):
        self.grid = make_grid(
            {
                "twice.init-2": ("grid.twice.init-2", words({f"{READ}/all:good": "held"})),
                "twice.init": ("grid.twice.init", {}),
                "once.before": ("grid.once.before", words(ONCE)),
                "other": ("grid.other", {}),
                "never.before": ("grid.never.before", words({f"{READ}/all:down": "held"})),
            }
        )

    def test_functions_are_rows_and_states_columns_the_plainest_first(self):
        self.assertEqual(
            [(each.name, each.classes) for each in self.grid.functions],
            [(FREE, ["handle:null"]), (READ, ["all:down", "all:good", "buf:null", "handle:stale"])],
        )
        self.assertEqual(
            [state.name for state in self.grid.states],
            ["never.before", "once.before", "twice.init", "twice.init-2", "other"],
        )
        self.assertEqual(
            [state.outcomes for state in self.grid.states], [",h", "n,-hub", ",-l", ",-h", "l,llul"]
        )
        self.assertEqual(self.grid.states[1].test, "grid.once.before")

    def test_states_of_a_place_come_together_behind_plain_code(self):
        names = [
            "once.init.second-tool-2",
            "again.before",
            "once.init.second-tool",
            "again.init.callback-none",
            "once.before",
            "once.init.elsewhere",
        ]
        self.assertEqual(
            [
                state.name
                for state in make_grid({name: (name, words(ONCE)) for name in names}).states
            ],
            [
                "once.before",
                "again.before",
                "again.init.callback-none",
                "once.init.second-tool",
                "once.init.second-tool-2",
                "once.init.elsewhere",
            ],
        )

    def test_what_a_test_without_record_in_a_place_lost_is_what_its_like_tried(self):
        states = {
            "once.init": words(ONCE),
            "once.init.second-tool": words({f"{READ}/all:good": "held"}),
            "once.before.second-tool": {},
        }
        made = make_grid({name: (name, cells) for name, cells in states.items()})
        self.assertEqual(
            {state.name: state.outcomes for state in made.states}["once.before.second-tool"], ",l"
        )

    def test_what_a_test_without_record_lost_is_what_its_like_tried(self):
        lost = [
            (state, function)
            for function, state, outcome in self.grid.cells()
            if outcome == Outcome.lost
        ]
        self.assertEqual(lost, [("twice.init", READ), ("other", FREE)] + 3 * [("other", READ)])

    def test_shares_leave_out_what_nobody_can_ask(self):
        whole = self.grid.tally()
        self.assertEqual(
            (whole.cells, whole.askable, whole.examined, whole.share), (12, 10, 4, "40.0 %")
        )
        self.assertEqual(
            whole.to_data(), {"undefined": 2, "none": 1, "held": 3, "lost": 5, "broken": 1}
        )
        self.assertEqual(self.grid.by_function()[FREE].share, "0.0 %")
        self.assertEqual(make_grid({"a": ("t", {"MPI_a/x": Outcome.undefined})}).tally().share, "")
        self.assertEqual(
            make_grid({"a": ("t", {"MPI_a/x": Outcome.held, "MPI_a/y": Outcome.absent})})
            .tally()
            .share,
            "100.0 %",
        )

    def test_a_pair_is_its_worst_cell(self):
        self.assertEqual(
            self.grid.pairs().to_data(), {"none": 1, "held": 2, "lost": 3, "broken": 1}
        )

    def test_pairs_of_values_of_axes(self):
        counts = {axes: numbers for axes, *numbers in self.grid.by_axes()}
        self.assertEqual(counts["interface", "MPI"], [3, 1, 0])  # of "other" nothing was seen
        self.assertEqual(counts["function", "place"], [1, 1, 0])
        self.assertEqual(
            counts["function", "class of argument"], [3, 1, 1]
        )  # buf:null is undefined, handle:null of FREE lacks one
        self.assertEqual(len(counts), 10)

    def test_no_cell_is_no_grid(self):
        self.assertIsNone(make_grid({}))
        self.assertIsNone(make_grid({"once.before": ("grid.once.before", {})}))

    def test_stays_small(self):
        functions = {f"MPI_T_function_{f}": f for f in range(50)}
        cells = {
            f"{function}/parameter:class-{c}": Outcome.held
            for function in functions
            for c in range(4)
        }
        grid = make_grid(
            {
                f"once.a-state-of-usual-length-{s}": (
                    f"grid.once.a-state-of-usual-length-{s}",
                    cells,
                )
                for s in range(60)
            }
        )
        self.assertLess(len(json.dumps(to_data(grid))), 50_000)

    def test_is_read_back_and_nothing_else(self):
        data = to_data(self.grid)
        self.assertEqual(Grid.from_data(data), self.grid)

        def spoilt(change):
            spoilt = json.loads(json.dumps(data))
            change(spoilt)
            return spoilt

        for change, what in (
            (lambda it: it.pop("states"), "grid.states is not a list"),
            (lambda it: it["states"][0].update(outcomes="h"), "does not speak of each function"),
            (lambda it: it["states"][0].update(outcomes=",x"), "holds what is no outcome"),
            (lambda it: it["states"][0].update(outcomes="hh,h"), "more than there are classes"),
            (
                lambda it: it["states"][0].update(name="other"),
                "grid.states: two of them have one name",
            ),
            (
                lambda it: it["functions"][0].update(classes=[1]),
                r"grid.functions\[0\].classes\[0\] is not a text",
            ),
        ):
            with self.subTest(what), self.assertRaisesRegex(Invalid, what):
                Grid.from_data(spoilt(change))

    def test_states_are_in_the_order_of_the_suite(self):
        path = os.path.join(
            os.path.dirname(os.path.abspath(__file__)),
            "../../../../conformance/clauses/grid/states.yaml",
        )
        if not os.path.exists(path):
            self.skipTest("the suite has no grid")
        text = source("conformance/clauses/grid/states.yaml")
        interfaces, mpis = (
            re.findall(
                r"^  ([\w-]+): \{",
                text.partition(f"\n{axis}:\n")[2].partition("\n\n")[0],
                re.MULTILINE,
            )
            for axis in ("interface", "mpi")
        )
        self.assertGreater(len(mpis), 5)
        names = [f"{interface}.{mpi}" for interface in interfaces for mpi in mpis]
        grid = make_grid({name: ("t", {"MPI_a/x": Outcome.held}) for name in sorted(names)})
        self.assertEqual({state.name for state in grid.states}, set(names))
        self.assertEqual(
            [state.name for state in grid.states if state.name.startswith("once.")],
            [f"once.{mpi}" for mpi in mpis],
        )


class Derived(unittest.TestCase):
    def test_per_target_and_without_tests_of_the_grid_nothing(self):
        cells = words(ONCE)
        tests = [
            TestResult(
                "a", name="grid.once.before", verdict=Verdict.fail, grid={"once.before": cells}
            ),
            TestResult("a", name="grid.once.init", verdict=Verdict.timeout),
            TestResult("a", name="grid.once.session", verdict=Verdict.not_applicable),
            TestResult("b", name="cvar.info"),
        ]
        report = RunReport(targets=[TargetResult("a"), TargetResult("b")], tests=tests)
        derive_grids(report)
        self.assertIsNone(report.targets[1].grid)
        self.assertEqual(
            [(state.name, state.outcomes) for state in report.targets[0].grid.states],
            [("once.before", "n,hub"), ("once.init", "l,lul")],
        )
        self.assertEqual(read_grid({"state": "once.before", "cells": ONCE})[1], cells)

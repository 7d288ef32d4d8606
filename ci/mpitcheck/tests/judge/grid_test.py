# SPDX-License-Identifier: BSD-3-Clause
"""The grid: records of tests, and what is made of them."""
import json
import os
import re

import pytest

from mpitcheck.judge import grid as grid_module
from mpitcheck.judge.data import Invalid, to_data
from mpitcheck.judge.grid import Grid, Outcome, make_grid, read_grid
from mpitcheck.judge.merge import merge_records
from mpitcheck.judge.evidence import Evidence, parse_records
from mpitcheck.judge.model import RunReport, TargetResult, TestResult, Verdict
from mpitcheck.judge.results import derive_grids
from mpitcheck.schema.records import GridRecord
from tests.judge.sources import constants, source

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


def test_the_record_is_read():
    evidence = parse_records(record({"state": "once.before", "cells": ONCE}), "ab", "t", 0)
    assert (evidence.defect, evidence.end.grid) == ("", ("once.before", words(ONCE)))
    assert (
        parse_records(
            record({"state": "x", "cells": {}}).replace(b'"grid"', b'"else"'), "ab", "t", 0
        ).end.grid
        is None
    )


STATE = {"state": "once.before"}


@pytest.mark.parametrize(
    "grid, what",
    [
        pytest.param(None, "grid is not an object", id="null"),
        pytest.param({"cells": {}}, "grid.state is missing", id="no state"),
        pytest.param(
            {"state": "Once\n", "cells": {}},
            "grid.state is not the name of a state",
            id="bad state",
        ),
        pytest.param(STATE, "grid.cells is missing", id="no cells"),
        pytest.param({**STATE, "cells": []}, "grid.cells is not an object", id="list of cells"),
        pytest.param(
            {**STATE, "cells": {f"{READ}/a": "good"}},
            f"grid.cells.{READ}/a is not an outcome",
            id="bad outcome",
        ),
        pytest.param(
            {**STATE, "cells": {f"{READ}/a": 1}},
            f"grid.cells.{READ}/a is not a text",
            id="number as outcome",
        ),
        pytest.param(
            {**STATE, "cells": {f"{READ}/a": "held", "\x1b/": "held"}},
            "grid.cells: entry 2 is not a cell",
            id="bad cell",
        ),
        pytest.param(
            {**STATE, "cells": {f"MPI_x/{i}": "held" for i in range(5001)}},
            "grid.cells has more than 5000 entries",
            id="too many cells",
        ),
    ],
)
def test_a_record_of_another_form_is_refused_in_one_clear_line(grid, what):
    said = defect(grid)
    assert said.startswith("0.jsonl line 2: " + what)
    assert not re.search("[\0-\x1f]", said)


def test_the_worst_rank_counts():
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
    assert list(result.grid) == ["once.before"]
    assert result.grid["once.before"][f"{READ}/a"] == Outcome.lost
    assert len(result.grid["once.before"]) == 4


def test_names_agree_with_the_suite():
    try:
        text = source("conformance/suite/grid/sweep.hpp")
    except OSError:
        pytest.skip("the suite has no grid")
    assert {outcome.name for outcome in Outcome} == set(
        constants(text, "enum class Outcome : unsigned char {")
    )


@pytest.mark.parametrize(
    "axis, names",
    [
        ("interface", grid_module._INTERFACES),
        ("mpi", grid_module._MPIS),
        ("place", grid_module._PLACES),
    ],
    ids=["interface", "mpi", "place"],
)
def test_the_orders_are_those_of_the_states(axis, names):
    try:
        text = source("conformance/clauses/grid/states.yaml")
    except OSError:
        pytest.skip("the suite has no grid")
    section = re.search(rf"^{axis}:\n((?:[ #].*\n|\n)+)", text, re.MULTILINE)[1]
    assert tuple(re.findall(r"^  ([\w-]+):", section, re.MULTILINE)) == names


@pytest.fixture(name="grid")
def small_grid():
    return make_grid(
        {
            "twice.init-2": ("grid.twice.init-2", words({f"{READ}/all:good": "held"})),
            "twice.init": ("grid.twice.init", {}),
            "once.before": ("grid.once.before", words(ONCE)),
            "other": ("grid.other", {}),
            "never.before": ("grid.never.before", words({f"{READ}/all:down": "held"})),
        }
    )


def test_rows_are_functions_and_columns_are_states(grid):
    assert [(each.name, each.classes) for each in grid.functions] == [
        (FREE, ["handle:null"]),
        (READ, ["all:down", "all:good", "buf:null", "handle:stale"]),
    ]
    assert [state.name for state in grid.states] == [
        "never.before",
        "once.before",
        "twice.init",
        "twice.init-2",
        "other",
    ]
    assert [state.outcomes for state in grid.states] == [",h", "n,-hub", ",-l", ",-h", "l,llul"]
    assert grid.states[1].test == "grid.once.before"


def test_states_of_a_place_are_adjacent_after_plain_code():
    names = [
        "once.init.second-tool-2",
        "again.before",
        "once.init.second-tool",
        "again.init.callback-none",
        "once.before",
        "once.init.elsewhere",
    ]
    assert [
        state.name for state in make_grid({name: (name, words(ONCE)) for name in names}).states
    ] == [
        "once.before",
        "again.before",
        "again.init.callback-none",
        "once.init.second-tool",
        "once.init.second-tool-2",
        "once.init.elsewhere",
    ]


def test_a_crashed_test_loses_the_cells_of_similar_tests_in_its_place():
    states = {
        "once.init": words(ONCE),
        "once.init.second-tool": words({f"{READ}/all:good": "held"}),
        "once.before.second-tool": {},
    }
    made = make_grid({name: (name, cells) for name, cells in states.items()})
    assert {state.name: state.outcomes for state in made.states}["once.before.second-tool"] == ",l"


def test_a_crashed_test_loses_the_cells_of_similar_tests(grid):
    lost = [
        (state, function) for function, state, outcome in grid.cells() if outcome == Outcome.lost
    ]
    assert lost == [("twice.init", READ), ("other", FREE)] + 3 * [("other", READ)]


def test_percentages_exclude_impossible_cells(grid):
    whole = grid.tally()
    assert (whole.cells, whole.askable, whole.examined, whole.share) == (12, 10, 4, "40.0 %")
    assert whole.to_data() == {"undefined": 2, "none": 1, "held": 3, "lost": 5, "broken": 1}
    assert grid.by_function()[FREE].share == "0.0 %"
    assert make_grid({"a": ("t", {"MPI_a/x": Outcome.undefined})}).tally().share == ""
    assert (
        make_grid({"a": ("t", {"MPI_a/x": Outcome.held, "MPI_a/y": Outcome.absent})}).tally().share
    ) == "100.0 %"


def test_a_pair_is_its_worst_cell(grid):
    assert grid.pairs().to_data() == {"none": 1, "held": 2, "lost": 3, "broken": 1}


def test_pairs_of_values_of_axes(grid):
    counts = {axes: numbers for axes, *numbers in grid.by_axes()}
    assert counts["interface", "MPI"] == [3, 1, 0]  # of "other" nothing was seen
    assert counts["function", "place"] == [1, 1, 0]
    # buf:null is undefined, handle:null of FREE is missing.
    assert counts["function", "class of argument"] == [3, 1, 1]
    assert len(counts) == 10


def test_a_record_without_cells_has_no_grid():
    assert make_grid({}) is None
    assert make_grid({"once.before": ("grid.once.before", {})}) is None


def test_the_encoding_is_small():
    functions = {f"MPI_T_function_{f}": f for f in range(50)}
    cells = {
        f"{function}/parameter:class-{c}": Outcome.held for function in functions for c in range(4)
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
    assert len(json.dumps(to_data(grid))) < 50_000


def test_the_encoding_round_trips(grid):
    assert Grid.from_data(to_data(grid)) == grid


@pytest.mark.parametrize(
    "change, what",
    [
        (lambda it: it.pop("states"), "grid.states is not a list"),
        (lambda it: it["states"][0].update(outcomes="h"), "does not have one entry per function"),
        (lambda it: it["states"][0].update(outcomes=",x"), "has an unknown outcome"),
        (lambda it: it["states"][0].update(outcomes="hh,h"), "more entries than there are classes"),
        (
            lambda it: it["states"][0].update(name="other"),
            "grid.states: two entries have the same name",
        ),
        (
            lambda it: it["functions"][0].update(classes=[1]),
            r"grid.functions\[0\].classes\[0\] is not a text",
        ),
    ],
    ids=["no states", "few outcomes", "bad outcome", "many outcomes", "same name", "bad class"],
)
def test_a_damaged_encoding_is_refused(grid, change, what):
    data = json.loads(json.dumps(to_data(grid)))
    change(data)
    with pytest.raises(Invalid, match=what):
        Grid.from_data(data)


def test_states_follow_the_order_of_the_suite():
    path = os.path.join(
        os.path.dirname(os.path.abspath(__file__)),
        "../../../../conformance/clauses/grid/states.yaml",
    )
    if not os.path.exists(path):
        pytest.skip("the suite has no grid")
    text = source("conformance/clauses/grid/states.yaml")
    interfaces, mpis = (
        re.findall(
            r"^  ([\w-]+): \{",
            text.partition(f"\n{axis}:\n")[2].partition("\n\n")[0],
            re.MULTILINE,
        )
        for axis in ("interface", "mpi")
    )
    assert len(mpis) > 5
    names = [f"{interface}.{mpi}" for interface in interfaces for mpi in mpis]
    grid = make_grid({name: ("t", {"MPI_a/x": Outcome.held}) for name in sorted(names)})
    assert {state.name for state in grid.states} == set(names)
    assert [state.name for state in grid.states if state.name.startswith("once.")] == [
        f"once.{mpi}" for mpi in mpis
    ]


def test_per_target_and_without_tests_of_the_grid_nothing():
    cells = words(ONCE)
    tests = [
        TestResult("a", name="grid.once.before", verdict=Verdict.fail, grid={"once.before": cells}),
        TestResult("a", name="grid.once.init", verdict=Verdict.timeout),
        TestResult("a", name="grid.once.session", verdict=Verdict.not_applicable),
        TestResult("b", name="cvar.info"),
    ]
    report = RunReport(targets=[TargetResult("a"), TargetResult("b")], tests=tests)
    derive_grids(report)
    assert report.targets[1].grid is None
    assert [(state.name, state.outcomes) for state in report.targets[0].grid.states] == [
        ("once.before", "n,hub"),
        ("once.init", "l,lul"),
    ]
    assert read_grid(GridRecord("once.before", ONCE))[1] == cells

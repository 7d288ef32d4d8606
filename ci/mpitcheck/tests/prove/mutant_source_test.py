# SPDX-License-Identifier: BSD-3-Clause
"""The mutants of a source file: their kinds, places, functions and names."""
import pytest

from mpitcheck.prove.mutants.source import mutants_of

_SOURCE = """\
// if (a < b) in a comment
#include <vector>
constexpr int most = 3;
template <class Item>
class Table {
 public:
  explicit Table(int size = 7) : size_{size} { fill(); }
  std::vector<Item>* find(int key) const {
    const int place = key % 8;
    if (int* found = at(place); found != nullptr) return true;
    for (int i = 0; i != place; ++i) {
      used_ = i;
      last_ = key;
    }
    return items_.load(std::memory_order_acquire) ? first : second;
  }
};
"""


MUTANTS = list(mutants_of("table.cpp", _SOURCE))


def changes(file, kind):
    return [
        (mutant.function, mutant.change)
        for mutant in mutants_of(file, _SOURCE)
        if mutant.kind == kind
    ]


@pytest.mark.parametrize(
    "kind, expected",
    {
        "relation": [("find", "!= -> =="), ("find", "!= -> ==")],
        "arithmetic": [("find", "% -> *"), ("find", "++ -> --")],
        "constant": [
            ("", "3 -> 4"),
            ("", "7 -> 8"),
            ("find", "8 -> 9"),
            ("find", "true -> false"),
            ("find", "0 -> 1"),
        ],
        "dropped": [("Table", "fill();"), ("find", "used_ = i;"), ("find", "last_ = key;")],
        "branch": [
            ("find", "if (found != nullptr) swapped"),
            ("find", "? first : second swapped"),
        ],
        "order": [("find", "used_ = i; after last_ = key;")],
    }.items(),
)
def test_mutants_of_each_kind(kind, expected):
    assert changes("table.cpp", kind) == expected


def test_mutants_of_headers_are_in_functions():
    found = [change for _, change in changes("table.hpp", "constant")]
    assert found == ["8 -> 9", "true -> false", "0 -> 1"]


def test_mutants_know_the_lines_of_their_function():
    bodies = {(mutant.function, mutant.body) for mutant in MUTANTS}
    assert bodies == {("", range(0)), ("Table", range(6, 8)), ("find", range(8, 16))}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.change)
def test_mutants_change_only_their_place(mutant):
    mutated = mutant.applied_to(_SOURCE)
    assert mutated[: mutant.begin] == _SOURCE[: mutant.begin]
    assert mutated.endswith(_SOURCE[mutant.end :])
    assert mutated != _SOURCE


def test_swapped_branches_keep_the_declaration_of_the_condition():
    swapped = next(mutant for mutant in MUTANTS if mutant.kind == "branch")
    line = "if (int* found = at(place); !(found != nullptr)) return"
    assert line in swapped.applied_to(_SOURCE)


def test_mutants_keep_their_names_when_lines_are_inserted():
    moved = [mutant.key for mutant in mutants_of("table.cpp", "int before = 1;\n" + _SOURCE)]
    assert {mutant.key for mutant in MUTANTS} < set(moved)
    assert len(moved) == len(set(moved))

# SPDX-License-Identifier: BSD-3-Clause
"""What became of variables between two versions."""

from mpitcheck.compare.target_diff import ObjectDifference, diff_inventories
from mpitcheck.judge.model import NamedObject


def cvar(name, datatype, desc, **type):
    return NamedObject(
        "cvar", name, {"datatype": datatype, "scope": "MPI_T_SCOPE_LOCAL", **type}, desc
    )


def pvar(pvar_class):
    return NamedObject("pvar", "length", {"class": pvar_class}, "of a queue")


def removed(name):
    return ObjectDifference("removed", "cvar", name, "")


def added(name, kind="cvar"):
    return ObjectDifference("added", kind, "", name)


def test_order_of_inventories_does_not_matter():
    a, b = cvar("A", "MPI_INT", "first"), cvar("B", "MPI_INT", "second")
    assert diff_inventories([a, b], [b, a]) == []


def test_inventory_diff_reports_added_removed_renamed_and_retyped():
    found = diff_inventories(
        [
            cvar("KEPT", "MPI_INT", "stays"),
            cvar("GONE", "MPI_INT", "was of use"),
            cvar("OLD", "MPI_INT", "the eager limit"),
            cvar("TYPED", "MPI_INT", "a size"),
        ],
        [
            cvar("KEPT", "MPI_INT", "stays"),
            cvar("FRESH", "MPI_CHAR", "is of use"),
            cvar("NEW", "MPI_INT", "the eager limit"),
            cvar("TYPED", "MPI_COUNT", "a size"),
        ],
    )
    assert found == [
        removed("GONE"),
        added("FRESH"),
        ObjectDifference("renamed", "cvar", "OLD", "NEW"),
        ObjectDifference("retyped", "cvar", "TYPED", "TYPED", "datatype MPI_INT -> MPI_COUNT"),
    ]


def test_a_renamed_variable_is_found_by_a_unique_description():
    assert diff_inventories([cvar("A", "MPI_INT", "")], [cvar("B", "MPI_INT", "")]) == [
        removed("A"),
        added("B"),
    ]
    assert diff_inventories(
        [cvar("A", "MPI_INT", "same")],
        [cvar("B", "MPI_INT", "same"), cvar("C", "MPI_INT", "same")],
    ) == [removed("A"), added("B"), added("C")]


def test_kinds_are_compared_separately():
    other = cvar("A", "MPI_INT", "text")
    other.kind = "pvar"
    assert diff_inventories([cvar("A", "MPI_INT", "text")], [other]) == [
        removed("A"),
        added("A", "pvar"),
    ]


def test_inventory_diff_pairs_recurring_names_by_type():
    assert diff_inventories(
        [pvar("LEVEL"), pvar("HIGHWATERMARK")], [pvar("HIGHWATERMARK"), pvar("STATE")]
    ) == [ObjectDifference("retyped", "pvar", "length", "length", "class LEVEL -> STATE")]


def test_a_new_property_is_compared_with_none():
    assert diff_inventories(
        [cvar("A", "MPI_INT", "text")], [cvar("A", "MPI_INT", "text", enumtype="levels")]
    ) == [ObjectDifference("retyped", "cvar", "A", "A", "enumtype none -> levels")]

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the columns: their names stay, their order is that of versions."""
import re

import pytest

from mpitcheck.site.columns import (
    Column,
    by_library,
    in_order,
    name_of_column,
    permanent_name,
    shown_label,
    span,
)


def _column(version, library="MPICH"):
    label = f"{library} {version}"
    return Column(permanent_name(label), label, library, version)


@pytest.mark.parametrize(
    "label, target, name, shown",
    [
        ("Open MPI 4.1.4", "openmpi", "open-mpi-4.1.4", "Open MPI 4.1.4"),
        ("Open MPI 6.0.0rc2", "openmpi-6.0", "open-mpi-6.0.0rc2", "Open MPI 6.0.0rc2"),
        ("MPICH 4.0.2", "mpich-4.0", "mpich-4.0.2", "MPICH 4.0.2"),
        ("Open MPI 4.1.4", "mpicc.openmpi", "open-mpi-4.1.4", "Open MPI 4.1.4"),
        ("Open MPI 4.1.4", "mpicc", "open-mpi-4.1.4", "Open MPI 4.1.4"),
        (
            "Open MPI 4.1.4",
            "mpicc.tuned",
            "open-mpi-4.1.4.mpicc.tuned",
            "Open MPI 4.1.4 (mpicc.tuned)",
        ),
        (
            "MPICH 4.0.2",
            "mpich-4.0-pvars",
            "mpich-4.0.2.mpich-4.0-pvars",
            "MPICH 4.0.2 (mpich-4.0-pvars)",
        ),
        (
            "mpitcheck reference 0.1.0",
            "reference",
            "mpitcheck-reference-0.1.0",
            "mpitcheck reference 0.1.0",
        ),
    ],
)
def test_names_and_labels_of_columns(label, target, name, shown):
    """These are addresses of pages: a change breaks links."""
    assert (name_of_column(label, target), shown_label(label, target)) == (name, shown)


def test_names_are_safe_and_differ():
    texts = [
        "a/b",
        "a b",
        "a\nb",
        "../a",
        "",
        ".",
        "<a>",
        "ä",
        "a" * 200,
        "a" * 201,
        "\udc80",
        "A B",
        "x.html#y",
    ]
    names = list(map(permanent_name, texts))
    for name in names:
        assert re.search(r"^[a-z0-9_][a-z0-9._-]*$", name)
        assert len(name) < 70
    assert len(set(names)) == len(names) - 2  # blanks and case are all that is taken for the same


def test_columns_are_sorted_by_version():
    versions = ["10.0", "4.0.2", "4.0.10", "3.4.1"]
    columns = in_order([_column("4.1.4", "Open MPI"), *map(_column, versions)])
    assert [column.version for column in columns] == ["3.4.1", "4.0.2", "4.0.10", "10.0", "4.1.4"]
    assert list(by_library(columns)) == ["MPICH", "Open MPI"]


@pytest.mark.parametrize(
    "chosen, text",
    [
        ([0], "MPICH 1"),
        ([0, 1], "MPICH 1, 2"),
        ([0, 1, 3], "MPICH 1, 2, MPICH 4"),
        ([1, 2, 3], "MPICH 2 to 4"),
        ([0, 1, 2, 3], "MPICH, all 4 versions"),
        ([], ""),
    ],
    ids=str,
)
def test_a_range_of_columns_is_abbreviated(chosen, text):
    columns = [_column(version) for version in ("1", "2", "3", "4")]
    assert span(columns, [columns[i] for i in chosen]) == text

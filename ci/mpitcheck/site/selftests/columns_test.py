# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the columns: their names stay, their order is that of versions."""
import unittest

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


class Names(unittest.TestCase):
    def test_of_columns(self):
        """These are addresses of pages: a change breaks links."""
        for label, target, name, shown in (
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
        ):
            self.assertEqual(
                (name_of_column(label, target), shown_label(label, target)), (name, shown)
            )

    def test_are_safe_and_differ(self):
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
            self.assertRegex(name, r"^[a-z0-9_][a-z0-9._-]*$")
            self.assertLess(len(name), 70)
        self.assertEqual(
            len(set(names)), len(names) - 2
        )  # blanks and case are all that is taken for the same


class Order(unittest.TestCase):
    def test_is_that_of_versions(self):
        versions = ["10.0", "4.0.2", "4.0.10", "3.4.1"]
        columns = in_order([_column("4.1.4", "Open MPI"), *map(_column, versions)])
        self.assertEqual(
            [column.version for column in columns], ["3.4.1", "4.0.2", "4.0.10", "10.0", "4.1.4"]
        )
        self.assertEqual(list(by_library(columns)), ["MPICH", "Open MPI"])

    def test_spans(self):
        columns = [_column(version) for version in ("1", "2", "3", "4")]
        for chosen, text in (
            ([0], "MPICH 1"),
            ([0, 1], "MPICH 1, 2"),
            ([0, 1, 3], "MPICH 1, 2, MPICH 4"),
            ([1, 2, 3], "MPICH 2 to 4"),
            ([0, 1, 2, 3], "MPICH, all 4 versions"),
            ([], ""),
        ):
            self.assertEqual(span(columns, [columns[i] for i in chosen]), text)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Library version strings as libraries give them."""
import pytest

from mpitcheck.judge.library_id import family_of, identify_library, library_line


@pytest.mark.parametrize(
    "text, name, version",
    [
        (
            "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4, May 26",
            "Open MPI",
            "4.1.4",
        ),
        ("Open MPI v6.0.0a1, package: x", "Open MPI", "6.0.0a1"),
        ("MPICH Version:\t4.0.2\nMPICH Release date:\tThu Apr  7 2022\n", "MPICH", "4.0.2"),
        ("MPICH Version:      4.2.0rc1\n", "MPICH", "4.2.0rc1"),
        ("MVAPICH2 Version      :\t2.3.7", "MVAPICH2", "2.3.7"),
        ("Intel(R) MPI Library 2021.8 for Linux* OS\n", "Intel(R) MPI Library", "2021.8"),
        (
            "MPI VERSION    : CRAY MPICH version 8.1.25.17 (ANL base 3.4a2)",
            "CRAY MPICH",
            "8.1.25.17",
        ),
        (
            "mpitcheck reference 0.1.0, MPI 5.0, standard ABI 1.0",
            "mpitcheck reference",
            "0.1.0",
        ),
        ("****\nVendor MPI\n  Version: 1.2.3\n  Compiler: gcc 12.2.0\n", "Vendor MPI", "1.2.3"),
        ("\nVendor MPI\nv10.1 of a day", "Vendor MPI", "10.1"),
        ("Vendor MPI\nbuilt by gcc 12.2.0\n", "Vendor MPI", ""),
        ("=== ParaStation MPI 5.14.0-1_dirty ===\n", "ParaStation MPI", "5.14.0-1"),
        ("Homemade MPI 7", "Homemade MPI 7", ""),
        ("", "", ""),
    ],
    ids=repr,
)
def test_library_ids_are_found_in_the_string(text, name, version):
    assert identify_library(text) == (name, version)


@pytest.mark.parametrize(
    "text, family",
    [
        ("MPICH Version:\t4.0.2\nMPICH Device: ch4:ofi", "mpich"),
        ("MPI VERSION : CRAY MPICH version 8.1.25.17", "mpich"),
        ("Open MPI v4.1.4, package: x", "openmpi"),
        ("mpitcheck reference 0.1.0, MPI 5.0", "reference"),
        ("MVAPICH2 Version      :\t2.3.7\nMPICH", "mvapich2"),
        ("Intel(R) MPI Library 2021.8", "intel-r-mpi-library"),
        ("MPC 4.3.1", "mpc"),
        ("7.1", "unknown"),
        ("", "unknown"),
    ],
    ids=repr,
)
def test_library_ids_have_families(text, family):
    assert family_of(text) == family


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("Open MPI v4.1.4, package: x\nmore", "Open MPI v4.1.4, package: x"),
        ("\n Vendor MPI\nVersion: 1.2.3\n", "Vendor MPI 1.2.3"),
        ("Homemade MPI\n", "Homemade MPI"),
        ("== X 1.0 ==", "X 1.0"),
        ("", ""),
    ],
    ids=repr,
)
def test_library_ids_are_a_line(text, wanted):
    assert library_line(text) == wanted

# SPDX-License-Identifier: BSD-3-Clause
"""The table of return codes of a run."""
import json

import pytest

from mpitcheck.judge.model import RunReport, TargetResult, TestResult
from mpitcheck.process.error import ExitCode
from mpitcheck.run.codes import BOTH, LISTED, NEITHER, PROVOKED, code_tables
from tests.fake_tree import assert_refused


def sample(mpi_version):
    codes = {
        "MPI_T_cvar_get_info": ["MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX"],
        "MPI_T_cvar_get_num": ["MPI_T_ERR_INVALID_NAME", "4711 (no MPI_T code)"],
    }
    elsewhere = {**codes, "MPI_T_cvar_get_info": ["MPI_T_ERR_MEMORY"]}
    return RunReport(
        targets=[TargetResult("mine", mpi_version=mpi_version)],
        tests=[
            TestResult(target="mine", codes=codes),
            TestResult(target="another", codes=elsewhere),
        ],
    )


def cell(report, function, code):
    table = code_tables(report)[0]
    return (
        table.rows[function][table.codes.index(code)]
        if code in table.codes and function in table.rows
        else NEITHER
    )


@pytest.mark.parametrize(
    "version, function, code, expected",
    [
        ("5.0", "MPI_T_cvar_get_info", "MPI_SUCCESS", BOTH),
        ("5.0", "MPI_T_cvar_get_info", "MPI_T_ERR_INVALID_INDEX", BOTH),
        ("5.0", "MPI_T_cvar_get_info", "MPI_T_ERR_MEMORY", LISTED),
        ("5.0", "MPI_T_cvar_get_info", "MPI_T_ERR_INVALID_NAME", NEITHER),
        ("5.0", "MPI_T_cvar_get_num", "MPI_T_ERR_INVALID_NAME", PROVOKED),
        ("5.0", "MPI_T_cvar_get_num", "4711 (no MPI_T code)", PROVOKED),
        ("5.0", "MPI_T_cvar_write", "MPI_T_ERR_CVAR_SET_NEVER", LISTED),
        ("4.0", "MPI_T_event_get_num", "MPI_SUCCESS", LISTED),
        ("3.1", "MPI_T_event_get_num", "MPI_SUCCESS", NEITHER),
        ("3.1", "MPI_T_cvar_get_info", "MPI_T_ERR_NOT_ACCESSIBLE", NEITHER),
    ],
    ids=repr,
)
def test_codes_distinguishes_listed_from_provoked_per_version(version, function, code, expected):
    assert cell(sample(version), function, code) == expected


def test_codes_of_a_report_are_shown(tree):
    tree.mpitcheck(["run", tree.root, "--filter", "plain.pass", "--json", "report.json"])
    text = tree.mpitcheck(["codes", "report.json"])
    assert text.exit_code == ExitCode.as_expected, text.err
    assert "fake: Fake MPI 1.0 (MPI 4.0)" in text.out
    assert "MPI_T_cvar_write" in text.out
    assert json.loads(tree.mpitcheck(["codes", "report.json", "--json"]).out)[0]["target"] == "fake"


@pytest.mark.parametrize(
    "file, part",
    [("none.json", "none.json"), (".", "'.'"), ("bad.json", "not a report of mpitcheck")],
)
def test_codes_refuses_malformed_reports(tree, file, part):
    tree.write_file("bad.json", "{}")
    assert_refused(tree, ["codes", file], ExitCode.usage, part)

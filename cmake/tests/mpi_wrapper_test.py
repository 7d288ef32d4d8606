# SPDX-License-Identifier: BSD-3-Clause
"""What is compiled without the wrapper in a tree whose wrapper compiles everything else."""
import os
import subprocess

import pytest

_CMAKE = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir))
_PROJECT = f"""
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES NONE)
include({_CMAKE}/mpi_wrapper.cmake)
set(is_by_wrapper ON)
add_custom_target(t)
mpitcheck_without_wrappers(t)
get_target_property(launcher t CXX_COMPILER_LAUNCHER)
message("launcher: '${{launcher}}'")
"""


@pytest.mark.parametrize(
    "ccache, launcher",
    [("/usr/bin/ccache", "/usr/bin/ccache"), ("MPITCHECK_CCACHE-NOTFOUND", "")],
    ids=["with-ccache", "without"],
)
def test_only_a_compiler_cache_that_exists_is_called(tmp_path, ccache, launcher):
    (tmp_path / "CMakeLists.txt").write_text(_PROJECT)
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DMPITCHECK_CCACHE={ccache}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"launcher: '{launcher}'" in done.stderr

# SPDX-License-Identifier: BSD-3-Clause
"""Where nlohmann-json and RapidCheck come from, in a project of their own."""
import os
import subprocess

import pytest

_CMAKE = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir))
_PROJECT = f"""
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX)
function(mpitcheck_without_wrappers)
endfunction()
include({_CMAKE}/compiled.cmake)
include({_CMAKE}/third_party.cmake)
foreach(target nlohmann_json::nlohmann_json rapidcheck)
  get_target_property(folders ${{target}} INTERFACE_INCLUDE_DIRECTORIES)
  message("${{target}} in ${{folders}}")
endforeach()
"""


@pytest.fixture
def project(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(_PROJECT)
    return tmp_path


def _put_sources(folder, *names):
    headers = {"nlohmann-json": "nlohmann/json.hpp", "rapidcheck": "rapidcheck.h"}
    for name in names:
        header = folder / name / "include" / headers[name]
        header.parent.mkdir(parents=True)
        header.touch()
        (folder / name / "src").mkdir()
        (folder / name / "src" / "a.cpp").touch()
        (folder / name / "extras" / "gtest" / "include").mkdir(parents=True)


def _configure(project, *options):
    """Returns whether CMake succeeds where the system has neither library, and what it prints."""
    absent = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("nlohmann_json", "rapidcheck")]
    done = subprocess.run(
        ["cmake", "-S", project, "-B", project / "build", *absent, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode == 0, " ".join(done.stdout.split())


def test_missing_libraries_are_named_with_three_solutions(project):
    done, said = _configure(project)
    assert not done
    assert "Missing: nlohmann-json (Debian: nlohmann-json3-dev," in said
    assert "and rapidcheck (Debian: librapidcheck-dev," in said
    assert "-DMPITCHECK_DEPS=DIR" in said and "-DMPITCHECK_FETCH_DEPS=ON" in said


def test_only_missing_libraries_are_named(project):
    _put_sources(project, "nlohmann-json")
    done, said = _configure(project, f"-DMPITCHECK_DEPS={project}")
    assert not done
    assert "Missing: rapidcheck (" in said


@pytest.mark.parametrize("folder, option", [("third-party", ""), ("other", "-DMPITCHECK_DEPS=")])
def test_sources_come_from_a_package_or_a_named_folder(project, folder, option):
    sources = project / folder
    _put_sources(sources, "nlohmann-json", "rapidcheck")
    done, said = _configure(project, *([f"{option}{sources}"] if option else []))
    assert done, said
    assert f"nlohmann_json::nlohmann_json in {sources}/nlohmann-json/include" in said
    assert f"rapidcheck in {sources}/rapidcheck/include" in said

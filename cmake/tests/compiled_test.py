# SPDX-License-Identifier: BSD-3-Clause
"""Which trees link the objects of a package, in a project of their own."""
import os
import subprocess

import pytest

_CMAKE = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir))
_PROJECT = f"""
cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX)
include({_CMAKE}/compiled.cmake)
mpitcheck_library(part ${{PROJECT_SOURCE_DIR}}/part.cpp)
add_executable(program program.cpp)
target_link_libraries(program part)
"""
_PART = """
#include <string>
namespace mpitcheck {
std::string plain_text(double) { return "%s"; }
}  // namespace mpitcheck
"""
_PROGRAM = """
#include <iostream>
#include <string>
namespace mpitcheck {
std::string plain_text(double);
}
int main() { std::cout << mpitcheck::plain_text(1); }
"""


def _run(*command):
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert not done.returncode, done.stdout
    return done.stdout


def _build(project, name, *options):
    """Returns what CMake and the program print."""
    tree = project / name
    said = _run("cmake", "-S", project, "-B", tree, *options)
    _run("cmake", "--build", tree)
    return said, _run(tree / "program")


@pytest.fixture
def package(tmp_path):
    """Returns the sources of a package. Their library prints something else than its objects."""
    made = tmp_path / "made"
    made.mkdir()
    for name, text in (("CMakeLists.txt", _PROJECT), ("program.cpp", _PROGRAM)):
        (made / name).write_text(text)
    (made / "part.cpp").write_text(_PART % "of the package")
    prefix = tmp_path / "prefix"
    options = ["-DMPITCHECK_OLDEST_GLIBC=2.28", f"-DCMAKE_INSTALL_PREFIX={prefix}"]
    assert _build(made, "tree", *options)[1] == "of the package"
    _run("cmake", "--install", made / "tree")
    sources = prefix / "source"
    for name, text in (("CMakeLists.txt", _PROJECT), ("program.cpp", _PROGRAM)):
        (sources / name).write_text(text)
    (sources / "part.cpp").write_text(_PART % "compiled here")
    return sources


def test_trees_of_a_package_link_its_objects(package):
    assert _build(package, "tree")[1] == "of the package"
    assert _build(package, "tree")[1] == "of the package"  # configured again
    own = f"-DMPITCHECK_DEPS={package}/third-party"
    assert _build(package, "other", own)[1] == "of the package"


def test_trees_with_another_abi_compile_everything(package):
    option = "-DCMAKE_CXX_FLAGS=-D_GLIBCXX_USE_CXX11_ABI=0"
    said, printed = _build(package, "tree", option)
    assert "cannot link the objects of the package, so everything is compiled here" in said
    assert printed == "compiled here"
    assert _build(package, "tree", option)[1] == "compiled here"  # configured again


@pytest.mark.parametrize(
    "option",
    ["-DMPITCHECK_COMPILED=OFF", "-DMPITCHECK_SANITIZE=address", "-DMPITCHECK_DEPS=/other"],
)
def test_trees_that_differ_from_the_package_compile_everything(package, option):
    assert _build(package, "tree", option)[1] == "compiled here"

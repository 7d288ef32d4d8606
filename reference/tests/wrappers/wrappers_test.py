# SPDX-License-Identifier: BSD-3-Clause
"""Other people's projects build against this tree, and against an installed one in another place:
by mpicc and mpicxx, by CMake's find_package(MPI), by pkg-config."""
import os
import pathlib
import subprocess

import pytest

_BIN = pathlib.Path(os.environ["MPITCHECK_BIN"])
_CMAKE = os.environ["MPITCHECK_CMAKE"]
_PROJECT = pathlib.Path(__file__).parent / "project"
_RING = _PROJECT / "ring.c"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The bin of a tree that was moved after it was installed."""
    folder = tmp_path_factory.mktemp("installed")
    _run(_CMAKE, "--install", _BIN.parent, "--component", "mpi", "--prefix", folder / "first")
    return (folder / "first").rename(folder / "moved") / "bin"


@pytest.fixture(params=["built", "installed"])
def folder(request):
    """The folder of wrappers and launcher."""
    return _BIN if request.param == "built" else request.getfixturevalue("installed")


@pytest.fixture(autouse=True)
def usual_compilers(monkeypatch):
    monkeypatch.setenv("CCACHE_DISABLE", "1")
    monkeypatch.delenv("MPI_CC", raising=False)
    monkeypatch.delenv("MPI_CXX", raising=False)


def _run(*command):
    """What the command prints. It must succeed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def _assert_runs(folder, program):
    """As two processes, by the launcher of that folder."""
    assert _run(folder / "mpiexec", "-n", "2", program) == "ring of 2\n"


def _by_cmake(folder, build, *options):
    """Configures, builds and runs the project. Returns what CMake prints."""
    said = _run(_CMAKE, "-S", _PROJECT, "-B", build, "-G", "Ninja", *options)
    _run(_CMAKE, "--build", build)
    for program in ("ring_c", "ring_cxx"):
        _assert_runs(folder, build / program)
    return said


def test_wrapper_compiles_and_links_at_once(folder, tmp_path):
    _run(folder / "mpicc", _RING, "-o", tmp_path / "at once")
    _assert_runs(folder, tmp_path / "at once")


def test_wrapper_compiles_and_links_in_steps(folder, tmp_path):
    _run(folder / "mpicxx", "-x", "c++", "-c", _RING, "-o", tmp_path / "ring.o")
    _run(folder / "mpicxx", tmp_path / "ring.o", "-o", tmp_path / "ring")
    _assert_runs(folder, tmp_path / "ring")


def test_cmake_uses_named_wrappers(folder, tmp_path):
    wrappers = [f"-DMPI_C_COMPILER={folder}/mpicc", f"-DMPI_CXX_COMPILER={folder}/mpicxx"]
    _by_cmake(folder, tmp_path, *wrappers)


# FindMPI looks for a launcher in MPI_HOME and on the PATH only.


def test_cmake_finds_what_is_first_on_the_path(installed, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(installed), prepend=os.pathsep)
    assert f"-- launcher {installed}/mpiexec\n" in _by_cmake(installed, tmp_path)


def test_cmake_finds_what_is_in_mpi_home(installed, tmp_path):
    said = _by_cmake(installed, tmp_path, f"-DMPI_HOME={installed.parent}")
    assert f"-- launcher {installed}/mpiexec\n" in said


def test_pkg_config_prints_flags(folder, tmp_path, monkeypatch):
    (description,) = (folder.parent / "lib").glob("**/mpi.pc")
    monkeypatch.setenv("PKG_CONFIG_PATH", str(description.parent))
    flags = _run("pkg-config", "--cflags", "--libs", "mpi").split()
    _run("cc", _RING, *flags, "-o", tmp_path / "ring")
    _assert_runs(folder, tmp_path / "ring")


def _wrapper(*words):
    return _run(_BIN / "mpicc", *words).rstrip("\n")


def test_wrapper_shows_what_it_would_run(monkeypatch):
    assert _wrapper("-show")
    compiler, flags = _wrapper("-showme:command"), _wrapper("-showme:compile")
    assert _wrapper("-show", "-c", "a.c") == f"{compiler} -c a.c {flags}"
    assert _wrapper("-showme", "a.o").endswith(" " + _wrapper("-showme:link"))
    monkeypatch.setenv("MPI_CC", "other compiler")
    assert _wrapper("-show", "a.c").startswith("other compiler a.c ")


def test_wrapper_does_not_link_for_a_version(monkeypatch):
    assert _wrapper("--version")
    monkeypatch.setenv("MPI_CC", "echo compiler")
    assert "-lmpi_abi" not in _wrapper("--version")
    assert "-lmpi_abi" in _wrapper("a.o")

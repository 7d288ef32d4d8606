# SPDX-License-Identifier: BSD-3-Clause
"""Trees that `mpitcheck test` builds: which wrappers go together, and what is built again."""
import os
import pathlib

import pytest

from mpitcheck.__main__ import main
from mpitcheck.process import own
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program
from mpitcheck.run import own_build as module
from mpitcheck.run.own_build import cache_of, wrappers_of

# It configures, or writes a manifest for the library that the file beside it names. It counts its
# calls.
_CMAKE = """#!/bin/sh
here=$(dirname "$0")
echo "$@" >>"$here/calls"
case $1 in
  -S) mkdir -p "$4" ;;
  *) [ ! -e "$here/broken" ] || { echo "x.cpp:1:1: error: nothing works"; exit 1; }
    mkdir -p "$2/bin"
    echo "[1/1] all"
    printf '{"library_version": "%s"}' "$(cat "$here/library")" >"$2/target.json"
    echo '#!/bin/sh' >"$2/bin/inventory"
    printf 'printf "{\\\\"library_version\\\\": \\\\"%%s\\\\"}" "$(cat %s/library)"\\n' \\
      "$here" >>"$2/bin/inventory"
    chmod +x "$2/bin/inventory" ;;
esac
"""


def own_build(given, with_recorder=False):
    return module.own_build(given, with_recorder)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with sources, wrappers and a cmake, which is first on the PATH."""
    for name in ("mpicc", "mpicxx", "mpicc.two", "mpicxx.two", "mpicc.alone", "ninja"):
        program(tmp_path / name)
    program(tmp_path / "cmake", _CMAKE)
    (tmp_path / "library").write_text("One 1.0")
    (tmp_path / "CMakeLists.txt").touch()
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(own, "sources", str(tmp_path))
    monkeypatch.setattr("mpitcheck.run.own_build.show", lambda text: None)
    return tmp_path


def program(path, text="#!/bin/sh\n"):
    path.write_text(text)
    path.chmod(0o755)


def calls(folder):
    """How often cmake was called."""
    path = folder / "calls"
    return len(path.read_text().splitlines()) if path.exists() else 0


def assert_refused(part, *arguments):
    with pytest.raises(UserError, match=part) as caught:
        own_build(*arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "given, suffix",
    [
        ("mpicc", ""),
        ("mpicxx", ""),
        ("FOLDER/mpicc", ""),
        ("mpicc.two", ".two"),
        ("mpicxx.two", ".two"),
    ],
)
def test_either_wrapper_names_both(folder, given, suffix):
    both = f"{folder}/mpicc{suffix}", f"{folder}/mpicxx{suffix}"
    assert wrappers_of(given.replace("FOLDER", str(folder))) == both


def test_other_programs_are_refused_as_wrappers():
    assert_refused("no such compiler wrapper: 'none'", "none")
    assert_refused("mpicc.alone is the only compiler wrapper", "mpicc.alone")
    assert_refused("cmake is the only compiler wrapper", "cmake")


def test_another_wrapper_flags_mpitcheck_or_compiler_have_another_cache(folder, monkeypatch):
    first = cache_of(wrappers_of("mpicc"))
    assert cache_of(wrappers_of("mpicxx")) == first
    seen = {first, cache_of(wrappers_of("mpicc.two"))}
    program(folder / "mpicc", "#!/bin/sh\necho cc -I/other\n")
    seen.add(cache_of(wrappers_of("mpicc")))
    monkeypatch.setattr(own, "version", "9.9")
    seen.add(cache_of(wrappers_of("mpicc")))
    monkeypatch.setenv("CXX", "g++-12")
    seen.add(cache_of(wrappers_of("mpicc")))
    assert len(seen) == 5


def test_own_build_builds_once(folder):
    tree = own_build("mpicc")
    assert calls(folder) == 2
    assert own_build("mpicc") == tree
    assert calls(folder) == 2


def test_the_recorder_is_built_when_it_is_needed(folder):
    program(
        folder / "cmake",
        _CMAKE.replace("""%s"}' "$""", """%s", "recorder": "record.so"}' "$""").replace(
            "esac", 'esac\ncase "$*" in *\\ recorder) touch "$2/record.so" ;; esac'
        ),
    )
    tree = pathlib.Path(own_build("mpicc"))
    assert not (tree / "record.so").exists()
    for _ in range(2):
        own_build("mpicc", with_recorder=True)
        assert (tree / "record.so").exists()
        assert calls(folder) == 4


def test_own_build_rebuilds_for_another_library(folder):
    tree = own_build("mpicc")
    (folder / "library").write_text("One 1.1")
    left = pathlib.Path(tree, "left")
    left.touch()
    own_build("mpicc")
    assert calls(folder) == 4
    assert not left.exists()


def test_build_only_does_not_run_tests(folder, capsys):
    assert main(["mpitcheck", "test", "--only-build", "mpicc"]) == 0
    assert capsys.readouterr().out == cache_of(wrappers_of("mpicc")) + "\n"
    assert calls(folder) == 2
    assert main(["mpitcheck", "test", "--only-build", "mpicc", "--np", "2"]) == 2


def test_the_whole_message_of_cmake_is_shown(folder):
    program(
        folder / "cmake",
        """#!/bin/sh
cat <<'END'
CMake Error at cmake/target_mpi.cmake:55 (message):
  No usable MPI: the wrapper does not compile and
  link an MPI program (exit code 127).  Its output:

    mpicxx: 70: a.c:1:1: error: mpc_cxx: not found

  Load its module.
Call Stack (most recent call first):
  CMakeLists.txt:12 (include)

END
exit 1
""",
    )
    assert_refused(
        r"mpicxx: No usable MPI: the wrapper does not compile and link an MPI program \(exit"
        r" code 127\).  Its output: mpicxx: "
        r"70: a.c:1:1: error: mpc_cxx: not found Load its module. The whole log",
        "mpicc",
    )


def test_a_library_that_prints_is_built_once(folder):
    program(
        folder / "cmake",
        _CMAKE.replace(
            'printf "{\\\\"library_version\\\\": \\\\"%%s\\\\"}"',
            (
                'printf "[info] up{\\\\n \\\\"library_version\\\\":'
                ' \\\\"%%s\\\\"\\\\n}\\\\n[info] down\\\\n"'
            ),
        ),
    )
    own_build("mpicc")
    own_build("mpicc")
    assert calls(folder) == 2


def test_own_build_reports_its_failure_and_can_continue(folder):
    (folder / "broken").touch()
    assert_refused(
        "cannot be built for .*mpicxx: x.cpp:1:1: error: nothing works. The whole log: .*build.log",
        "mpicc",
    )
    (folder / "broken").unlink()
    own_build("mpicc")


def test_own_build_needs_sources(monkeypatch):
    monkeypatch.setattr(own, "sources", "/nowhere")
    assert_refused("no sources to build", "mpicc.two")


def test_own_build_needs_a_cache(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/none")
    assert_refused("cannot write to /proc/none", "mpicc.two")


def without(monkeypatch, *tools):
    monkeypatch.setattr(
        "mpitcheck.run.own_build.find_program",
        lambda name: "" if name in tools else find_program(name),
    )


def test_own_build_needs_tools(monkeypatch):
    without(monkeypatch, "ninja", "make")
    assert_refused("needs ninja or make: install it", "mpicc.two")
    without(monkeypatch, "cmake", "ninja", "make")
    assert_refused("needs cmake and ninja or make: install it", "mpicc.two")


def test_make_works_without_ninja(folder, monkeypatch):
    program(folder / "make")
    without(monkeypatch, "ninja")
    own_build("mpicc")
    configured, built = (folder / "calls").read_text().splitlines()
    assert " -G Unix Makefiles " in configured
    assert f"--parallel {len(os.sched_getaffinity(0))} --target" in built


@pytest.mark.parametrize(
    "c, cxx, is_used",
    [
        ("/opt/gcc/bin/gcc", "/opt/gcc/bin/g++", True),
        ("/opt/bin/x86_64-linux-gnu-gcc-13", "/opt/bin/clang++-17", True),
        ("gcc", "g++", False),
        ("/opt/bin/nvc", "/opt/bin/nvc++", False),
        ("/opt/bin/gcc", "", False),
    ],
)
def test_the_compiler_of_the_wrapper_is_used_if_it_has_a_path(folder, c, cxx, is_used):
    program(folder / "mpicc", f"#!/bin/sh\necho {c} -I/include\n")
    program(folder / "mpicxx", f"#!/bin/sh\necho {cxx} -I/include\n")
    own_build("mpicc")
    configured = (folder / "calls").read_text().splitlines()[0]
    expected = f" -DCMAKE_C_COMPILER={c} -DCMAKE_CXX_COMPILER={cxx} "
    assert (expected in configured) == is_used
    assert ("_COMPILER=/opt" in configured) == is_used


def test_the_compiler_of_the_environment_comes_first(folder, monkeypatch):
    for name, compiler in (("mpicc", "/opt/gcc"), ("mpicxx", "/opt/g++")):
        program(folder / name, f"#!/bin/sh\necho {compiler}\n")
    monkeypatch.setenv("CXX", "g++-12")
    own_build("mpicc")
    assert "CMAKE_CXX_COMPILER" not in (folder / "calls").read_text()


def test_a_tree_keeps_its_generator(folder):
    tree = pathlib.Path(cache_of(wrappers_of("mpicc")))
    tree.mkdir(parents=True)
    (tree / "Makefile").touch()
    own_build("mpicc")
    assert " -G Unix Makefiles " in (folder / "calls").read_text()

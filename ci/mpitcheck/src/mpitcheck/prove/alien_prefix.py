# SPDX-License-Identifier: BSD-3-Clause
"""Installs aliens: a prefix with header, libraries, wrappers and launcher, and suites for it."""
import glob
import os
import re
import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from mpitcheck.judge.tree import Tree
from mpitcheck.process import own
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import remove_tree
from mpitcheck.prove.alien import Alien

_SHOW = "-show | -showme | --showme"
_NEVER = "-alien-never-says"
_BEHAVIOURS = "mpitcheck_aliens"
_CONFIGURE = ("cmake", "-G", "Ninja", "-DMPITCHECK_RUNNER=OFF", "-DMPITCHECK_BENCH=OFF")
_BUILD = ("cmake", "--build")
VARIABLE = "MPITCHECK_ALIEN"  # environment variable that selects the behaviours


class BuildFailed(Exception):
    """The suites of an alien could not be built; `stage` is "configure" or "build"."""

    def __init__(self, stage: str, output: str) -> None:
        super().__init__(stage)
        self.stage, self.output = stage, output


@dataclass
class Installation:
    """The paths of an alien's installation."""

    folder: str
    reference: str  # the reference's tree, or the tree of the alien's own library
    header: str

    @property
    def prefix(self) -> str:
        return os.path.join(self.folder, "prefix")

    @property
    def tree(self) -> str:
        return os.path.join(self.folder, "build")


def _run(
    words: Sequence[str], stage: str, log: str, environment: Optional[dict[str, str]] = None
) -> str:
    """Runs a command, appends its output to `log` and returns the output.

    Raises BuildFailed if the command fails.
    """
    run = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
        check=False,
    )
    with open(log, "a", encoding="utf-8", errors="surrogateescape") as file:
        file.write(f"$ {shlex.join(words)}\n{run.stdout}\n")
    if run.returncode != 0:
        raise BuildFailed(stage, run.stdout)
    return run.stdout


def _write(path: str, text: str, mode: int = 0o644) -> None:
    """Writes a file unless it already has this content, because newer files cause rebuilds."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except OSError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)


def _environment(alien: Alien) -> dict[str, str]:
    """Returns the environment for builds.

    The variables of ccache let aliens share objects that do not depend on the alien.
    """
    cache = {
        "CCACHE_BASEDIR": own.sources,
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_SLOPPINESS": "pch_defines,time_macros,include_file_mtime,include_file_ctime",
    }
    own_variables = dict(each.split("=", 1) for each in alien.env)
    return {**os.environ, **cache, VARIABLE: ",".join(alien.behaviour), **own_variables}


def _build(root: str, targets: list[str], log: str, environment: dict[str, str]) -> None:
    """Builds targets of a tree.

    Precompiled headers that are made anew are removed first. While an old one is in its place,
    ccache looks for the result by the old one's content and not by the headers. It then finds what
    another tree made of the same old one.
    """
    command = [*_BUILD, root, "--target", *targets]
    planned = _run([*command, "--", "-n"], "build", log, environment)
    if ".gch" in planned or "Re-running CMake" in planned:
        for old in glob.glob(os.path.join(glob.escape(root), "**", "*.gch"), recursive=True):
            os.remove(old)
    _run(command, "build", log, environment)


def _source(name: str) -> str:
    return os.path.join(own.sources, "conformance", "aliens", "prefix", name)


def _reference_of(alien: Alien, tree: Tree, folder: str, log: str) -> tuple[str, str]:
    """Returns the tree with the alien's library, and its mpi.h. Builds the library if necessary."""
    header = os.path.join(own.sources, "reference", "include", "mpi.h")
    if not alien.library:
        return tree.root, header
    root = os.path.join(folder, "reference")
    environment = _environment(alien)
    _run(
        [
            *_CONFIGURE,
            "-S",
            own.sources,
            "-B",
            root,
            "-DMPITCHECK_TARGET=reference",
            *alien.library,
        ],
        "build",
        log,
        environment,
    )
    _build(root, ["mpit_reference", "mpiexec"], log, environment)
    generated = os.path.join(root, "generated", "int_handles", "mpi.h")
    return root, generated if os.path.exists(generated) else header


def _edited_header(alien: Alien, path: str) -> str:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for pattern, replacement in alien.header:
        text, count = re.subn(pattern, replacement, text)
        if not count:
            raise UserError(
                f"alien '{alien.name}': nothing in mpi.h matches {pattern}", ExitCode.own_error
            )
    return text


def _make_includes(alien: Alien, place: Installation) -> str:
    """Returns the include folder for the wrapper.

    Aliens with the reference's header share its folder, so that they share objects.
    """
    if not alien.header and not alien.files:
        return os.path.dirname(place.header)
    folder = os.path.join(place.prefix, "include")
    _write(os.path.join(folder, "mpi.h"), _edited_header(alien, place.header))
    for name, text in alien.files.items():
        _write(os.path.join(folder, name), text)
    return folder


def _make_libraries(
    alien: Alien, tree: Tree, place: Installation, compiler: str, includes: str, log: str
) -> tuple[str, list[str]]:
    """Builds the alien's libraries.

    Returns their folder and the words that link programs with them, without those of the table.
    """
    lib = os.path.join(place.prefix, "lib")
    os.makedirs(lib, exist_ok=True)

    def compiled(name: str, output: str, *words: str) -> str:
        path = os.path.join(lib, output)
        _run(
            [
                compiler,
                "-std=gnu11",
                "-O1",
                "-fPIC",
                f"-I{includes}",
                *words,
                "-o",
                path,
                _source(name),
            ],
            "build",
            log,
        )
        return path

    first = []
    for name in alien.before_library:
        stem = os.path.splitext(name)[0]
        compiled(name, f"lib{stem}.so", "-shared", "-ldl")
        first.append(f"-l{stem}")
    for name in alien.shared:
        compiled(name, f"lib{os.path.splitext(name)[0]}.so", "-shared")
    for name in alien.archives:
        stem = os.path.splitext(name)[0]
        archived = compiled(name, f"{stem}.o", "-c")
        _run(["ar", "rcs", os.path.join(lib, f"lib{stem}.a"), archived], "build", log)
    if alien.linked:
        first += [f"-L{tree.root}/lib", f"-Wl,-rpath,{tree.root}/lib", f"-l{_BEHAVIOURS}"]
    return lib, first


def _split_library(place: Installation, compiler: str, lib: str, log: str) -> list[str]:
    """Builds two libraries in front of the reference: MPI_T, and everything else."""
    with open(place.header, encoding="utf-8") as file:
        names = re.findall(r"MPI_DECLARE\(\w+,\s*(MPI_\w+)", file.read())
    for stem, has_tool in (("mpi", False), ("mpitool", True)):
        chosen = [name for name in names if name.startswith("MPI_T_") == has_tool]
        _write(
            os.path.join(lib, stem, "names.inc"),
            "".join(f"FUNCTION({name})\nFUNCTION(P{name})\n" for name in chosen),
        )
        _run(
            [
                compiler,
                "-shared",
                "-fPIC",
                f"-I{lib}/{stem}",
                f'-DALIEN_LIBRARY="{place.reference}/lib/libmpi_abi.so.0"',
                "-o",
                os.path.join(lib, f"lib{stem}.so"),
                _source("forward.c"),
                "-ldl",
            ],
            "build",
            log,
        )
    return ["-lmpi", "-lmpitool"]


def _make_wrappers(
    alien: Alien,
    place: Installation,
    compilers: dict[str, str],
    includes: str,
    lib: str,
    libraries: list[str],
) -> None:
    with open(_source("wrapper.in"), encoding="utf-8") as file:
        template = file.read()
    folders = [lib, os.path.join(place.reference, "lib")]
    words = [f"-L{lib}", *(f"-Wl,-rpath,{folder}" for folder in folders)]
    values = {
        "before": alien.before,
        "show": _SHOW if alien.show else _NEVER,
        "compile": f"-I{includes} {alien.compile}".strip(),
        "link": " ".join(filter(None, [*words, alien.link, *libraries])),
    }
    for name, compiler in compilers.items():
        text = template
        for key, value in {**values, "name": name, "compiler": compiler}.items():
            text = text.replace(f"@{key}@", value)
        path = os.path.join(place.prefix, "bin", name)
        _write(path, text.replace("@prefix@", place.prefix), 0o755)


def _make_launcher(alien: Alien, place: Installation) -> None:
    if alien.launcher:
        path = os.path.join(place.prefix, "bin", alien.launcher)
        if not os.path.lexists(path):
            os.symlink(os.path.join(place.reference, "bin", "mpiexec"), path)


def _compilers(tree: Tree) -> dict[str, str]:
    """Returns the compilers that the tree was built with, by wrapper."""
    cache = os.path.join(tree.root, "CMakeCache.txt")
    with open(cache, encoding="utf-8", errors="replace") as file:
        found = dict(re.findall(r"^CMAKE_(C|CXX)_COMPILER:[A-Z]+=(.+)$", file.read(), re.MULTILINE))
    return {"mpicc": found["C"], "mpicxx": found["CXX"]}


def install(alien: Alien, tree: Tree, folder: str) -> Installation:
    """Creates the alien's prefix. Raises BuildFailed."""
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "build.log")
    with open(log, "w", encoding="utf-8"):
        pass
    place = Installation(folder, *_reference_of(alien, tree, folder, log))
    remove_tree(os.path.join(place.prefix, "bin"))
    compilers = _compilers(tree)
    includes = _make_includes(alien, place)
    lib, libraries = _make_libraries(alien, tree, place, compilers["mpicc"], includes, log)
    if alien.split:
        libraries += _split_library(place, compilers["mpicc"], lib, log)
    else:
        libraries += [f"-L{place.reference}/lib", "-lmpi_abi"]
    _make_wrappers(alien, place, compilers, includes, lib, libraries)
    _make_launcher(alien, place)
    return place


def build_suites(alien: Alien, place: Installation) -> None:
    """Configures and builds the suites with the commands of the README. Raises BuildFailed."""
    log, environment = os.path.join(place.folder, "build.log"), _environment(alien)
    wrappers = [
        f"-DMPI_{language}_COMPILER={place.prefix}/bin/{name}"
        for language, name in (("C", "mpicc"), ("CXX", "mpicxx"))
    ]
    if not os.path.exists(os.path.join(place.tree, "build.ninja")):
        remove_tree(place.tree)  # removes the cache of a failed configuration
    _run(
        [
            *_CONFIGURE,
            "-S",
            own.sources,
            "-B",
            place.tree,
            *wrappers,
            f"-DMPITCHECK_TARGET_NAME={os.path.basename(place.folder)}",
        ],
        "configure",
        log,
        environment,
    )
    _build(place.tree, ["manifest"], log, environment)


def first_problem(output: str) -> str:
    """Returns the line of a build's output that describes the problem."""
    lines = [line.strip() for line in output.splitlines()]
    for i, line in enumerate(lines):
        if line.startswith("CMake Error at"):
            return " ".join(filter(None, lines[i + 1 : i + 4])) or line
        if re.search(r"error: |undefined reference|multiple definition", line):
            return line
    return next((line for line in reversed(lines) if line), "nothing was printed")

# SPDX-License-Identifier: BSD-3-Clause
"""The command `mpitcheck test WRAPPER`: builds a tree for an installed MPI.

The tree is in the user's cache. Its sources are those that are shipped with this mpitcheck.
"""
import contextlib
import fcntl
import hashlib
import json
import os
import re
import subprocess
from typing import Callable, TextIO

from mpitcheck.judge.data import JsonObject, from_data
from mpitcheck.judge.strict_json import printed
from mpitcheck.judge.tree import read_manifest
from mpitcheck.process import own
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program, remove_tree
from mpitcheck.run.progress import LiveLine
from mpitcheck.run.terminal import show

# Names of wrappers for C and C++. Both may have the same suffix, e.g. ".mpich" or "-14".
PAIRS = (
    ("mpiicx", "mpiicpx"),
    ("mpiicc", "mpiicpc"),
    ("mpicc", "mpicxx"),
    ("mpicc", "mpic++"),
    ("mpifcc", "mpiFCC"),
    ("cc", "CC"),
)
_PATIENCE = 60  # seconds for a program that only prints information
_KNOWN_COMPILER = r"(.+-)?(gcc|g\+\+|clang|clang\+\+)(-[\d.]+)?"
_OF_COMPILER = ("CC", "CXX", "CFLAGS", "CXXFLAGS", "LDFLAGS")  # variables that CMake reads


def wrappers_of(given: str) -> tuple[str, str]:
    """Returns the absolute paths of the C and the C++ wrapper of an MPI.

    `given` is the name or path of either. Raises UserError if it does not exist or if the other
    wrapper is not in the same folder.
    """
    path = find_program(given)
    if not path:
        raise UserError(
            f"no such compiler wrapper: '{given}': name the wrapper of the MPI, e.g. mpicc or"
            " /opt/mpi/bin/mpicc"
        )
    folder, name = os.path.split(path)
    for pair in PAIRS:
        for one, other in (pair, pair[::-1]):
            if name == one or re.fullmatch(re.escape(one) + "[.-].+", name):
                partner = find_program(os.path.join(folder, other + name.removeprefix(one)))
                if partner:
                    return (path, partner) if one == pair[0] else (partner, path)
    raise UserError(
        f"{path} is the only compiler wrapper in its folder: mpitcheck needs the MPI's wrappers for"
        " C and C++, e.g. mpicc and mpicxx"
    )


def _answer_of(words: list[str]) -> str:
    """Returns the output of a program, or "" if it fails or does not end in time."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        asked = subprocess.run(
            words, capture_output=True, text=True, errors="replace", timeout=_PATIENCE, check=False
        )
        return asked.stdout if asked.returncode == 0 else ""
    return ""


def _compilers_of(wrappers: tuple[str, str]) -> list[str]:
    """Returns CMake's options for the compilers that the wrappers call by a path, if known.

    The compiler in PATH may be older than the MPI's, or use another C++ library.
    """
    options = []
    for language, wrapper in zip(("C", "CXX"), wrappers):
        path = _answer_of([wrapper, "-show"]).partition(" ")[0].strip()
        if os.path.isabs(path) and re.fullmatch(_KNOWN_COMPILER, os.path.basename(path)):
            options.append(f"-DCMAKE_{language}_COMPILER={path}")
    is_chosen = any(os.environ.get(name) for name in ("CC", "CXX"))
    return options if len(options) == len(wrappers) and not is_chosen else []


def cache_of(wrappers: tuple[str, str]) -> str:
    """Returns the cache folder for an MPI.

    It depends on the wrappers, their flags, the version of mpitcheck and the compiler that the
    environment names: CMake does not look for another one in a folder that it has configured.
    """
    said = [
        _answer_of([wrapper, option]) for wrapper in wrappers for option in ("-show", "--showme")
    ]
    paths = [os.path.realpath(wrapper) for wrapper in wrappers]
    chosen = [os.environ.get(name, "") for name in _OF_COMPILER]
    key = json.dumps([own.version, *paths, *said, *chosen])
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(
        caches, "mpitcheck", hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    )


def _manifest(tree: str) -> JsonObject:
    return from_data(JsonObject, json.loads(read_manifest(tree)[1]))


def _is_of_library(tree: str) -> bool:
    """Returns whether the tree is built for the version of the library that is installed now."""
    with contextlib.suppress(UserError, ValueError):
        answer = printed(_answer_of([os.path.join(tree, "bin", "inventory"), "--identify"]))
        now = from_data(JsonObject, json.loads(answer))
        return now.items() <= _manifest(tree).items()
    return False


def _lacks_recorder(tree: str) -> bool:
    recorder = _manifest(tree).get("recorder")
    return isinstance(recorder, str) and not os.path.exists(os.path.join(tree, recorder))


def _run(words: list[str], log: TextIO, seen: Callable[[str], None]) -> bool:
    """Runs a command and returns whether it succeeded.

    Each line of its output is written to `log` and passed to `seen`.
    """
    environment = {**os.environ, "NINJA_STATUS": "[%f/%t] "}
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
    ) as command:
        for line in command.stdout or ():
            log.write(line)
            seen(line)
    return command.returncode == 0


def _generator(tree: str) -> tuple[str, list[str]]:
    """Returns CMake's generator and options of `cmake --build`.

    Make is slower than Ninja. CMake refuses another generator for a tree that it has configured.
    """
    if find_program("ninja") and not os.path.exists(os.path.join(tree, "Makefile")):
        return "Ninja", []
    return "Unix Makefiles", ["--parallel", str(len(os.sched_getaffinity(0)))]


def missing_tools() -> str:
    """Returns which build tools are missing and how to install them, or "" if none is missing."""
    missing = [] if find_program("cmake") else ["cmake"]
    if not find_program("ninja") and not find_program("make"):
        missing.append("ninja or make")
    if not missing:
        return ""
    return f"{' and '.join(missing)}: install it (Debian: apt-get install cmake ninja-build g++)"


def _require_tools() -> None:
    if missing := missing_tools():
        raise UserError(f"building the suites for this MPI needs {missing}")
    if not os.path.exists(os.path.join(own.sources, "CMakeLists.txt")):
        raise UserError(
            "this mpitcheck has no sources to build: use one from a package or a checkout"
        )


def _build(tree: str, wrappers: tuple[str, str], targets: list[str]) -> None:
    _require_tools()
    c, cxx = wrappers
    generator, parallel = _generator(tree)
    problems, line, message = [], LiveLine(), None  # a problem is a list of lines
    show(f"Building the suites for {cxx}, once, in {tree}\n")

    def seen(text: str) -> None:
        nonlocal message
        if found := re.match(r"\[(\d+)/(\d+)\]", text):
            line.set(f"{found[1]} of {found[2]} steps")
        elif found := re.match(r"\[ *(\d+)%\]", text):
            line.set(f"{found[1]} %")
        if ": error: " in text:
            problems.append([text.strip()])
        # CMake prints the description of an error on the next lines, indented.
        if text.startswith("CMake Error"):
            message = [] if text.startswith("CMake Error at") else [text.strip()]
            problems.append(message)
        elif message is not None and text.startswith(" "):
            message.append(text.strip())
        elif text.strip():
            message = None

    path = os.path.join(tree, "build.log")
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as log:
        configure = [
            "cmake",
            "-S",
            own.sources,
            "-B",
            tree,
            "-G",
            generator,
            f"-DMPI_C_COMPILER={c}",
            f"-DMPI_CXX_COMPILER={cxx}",
            f"-DMPITCHECK_TARGET_NAME={os.path.basename(c)}",
            *_compilers_of(wrappers),
            "-DMPITCHECK_RUNNER=OFF",
            "-DMPITCHECK_BENCH=OFF",
        ]
        built = _run(configure, log, seen) and _run(
            ["cmake", "--build", tree, *parallel, "--target", *targets], log, seen
        )
    line.erase()
    if not built:
        why = " ".join(filter(None, problems[0])).rstrip(".") if problems else ""
        raise UserError(
            f"the suites cannot be built for {cxx}{': ' + why if why else ''}. The whole log:"
            f" {path}"
        )


def own_build(given: str, with_recorder: bool) -> str:
    """Returns the tree for the MPI of the wrapper `given`, and builds it if necessary.

    The recorder of calls, which takes long to compile, serves only reproducers and evidence. Raises
    UserError if the wrapper cannot be used or the build fails.
    """
    wrappers = wrappers_of(given)
    tree = cache_of(wrappers)
    try:
        os.makedirs(tree, exist_ok=True)
        lock = open(tree + ".lock", "w", encoding="ascii")
    except OSError as problem:
        raise UserError(
            f"cannot write to {tree} ({problem.strerror}): set XDG_CACHE_HOME to a writable folder"
        ) from None
    with lock:  # two runs must not build in one folder at the same time
        fcntl.flock(lock, fcntl.LOCK_EX)
        targets = ["manifest", "recorder"] if with_recorder else ["manifest"]
        if not _is_of_library(tree):
            # The tree was built for another library under the same wrapper.
            if os.path.exists(os.path.join(tree, "target.json")):
                remove_tree(tree)
                os.makedirs(tree)
            _build(tree, wrappers, targets)
        elif with_recorder and _lacks_recorder(tree):
            _build(tree, wrappers, targets)
    return tree

# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck` without arguments: lists the MPIs of this machine and how to test each.

It must be fast and must not fail, so it runs only compiler wrappers, with a short time limit.
"""
import contextlib
import glob
import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Optional

from mpitcheck.judge.tree import own_tree
from mpitcheck.process import own
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program
from mpitcheck.process.text import decode, escape_line
from mpitcheck.run.own_build import PAIRS, missing_tools, wrappers_of

_PATIENCE = 1  # second for all wrappers together; they are faster unless a file system is slow
_MOST_OF_HEADER = 1 << 20  # characters
_TAIL = "(?:[.-].+)?"  # of a program's name: mpicc.mpich, mpiexec-5.0
_LAUNCHERS = ("mpiexec", "mpirun", "srun", "prun", "prterun", "flux", "jsrun", "aprun")

# Folders of MPIs that environment modules add to the PATH
OFF_PATH = ("/usr/lib64/*/bin", "/opt/*/bin", "/opt/*/*/bin", "/usr/local/*/bin")
LIBRARIES = ("/usr/local/lib", "/usr/lib", "/usr/lib64", "/usr/lib/*-linux-gnu*")

# How an mpi.h identifies its library. Libraries derived from MPICH also define MPICH_VERSION, so
# they precede it.
_MAKERS = (
    ("MVAPICH", r'MVAPICH2?_VERSION\s+"([^"]+)"'),
    ("Intel MPI", r'I_MPI_VERSION\s+"([^"]+)"'),
    ("MPICH", r'MPICH_VERSION\s+"([^"]+)"'),
)


@dataclass
class _Found:
    """A program, the name to show, and other names that lead to the same file."""

    name: str
    others: list[str]
    path: str


def _folders(variable: str) -> list[str]:
    return [folder for folder in os.environ.get(variable, "").split(":") if folder]


def _links(path: str) -> int:
    """Returns the number of symbolic links between `path` and its file."""
    count = 0
    while os.path.islink(path):
        path, count = os.path.join(os.path.dirname(path), os.readlink(path)), count + 1
    return count


def _programs(pattern: str, folders: list[str]) -> list[_Found]:
    """Returns the programs in the folders whose names match `pattern`.

    Names of the same file are one entry. The name to show is the one with the fewest links to the
    file, and of these the longest: mpicc.mpich rather than mpicc, which may change its meaning.
    """
    paths: dict[str, list[str]] = {}
    for folder in dict.fromkeys(os.path.realpath(folder) for folder in folders):
        try:
            names = sorted(name for name in os.listdir(folder) if re.fullmatch(pattern, name))
        except OSError:
            continue
        for path in (os.path.join(folder, name) for name in names):
            if os.path.isfile(path) and os.access(path, os.X_OK):
                paths.setdefault(os.path.realpath(path), []).append(path)
    found = []
    for same in paths.values():
        path = min(same, key=lambda path: (_links(path), -len(os.path.basename(path))))
        said = [
            os.path.basename(each) if find_program(os.path.basename(each)) == each else each
            for each in [path, *same]
        ]
        found.append(
            _Found(said[0], [each for each in dict.fromkeys(said) if each != said[0]], path)
        )
    return found


def _asked(command: list[str]) -> Optional[subprocess.Popen[bytes]]:
    with contextlib.suppress(OSError):
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    return None


def _answers(commands: list[list[str]]) -> list[str]:
    """Runs the commands in parallel and returns their outputs.

    The output is "" for a command that fails or does not end in time.
    """
    end, asked = time.monotonic() + _PATIENCE, [_asked(command) for command in commands]
    while time.monotonic() < end and any(process and process.poll() is None for process in asked):
        time.sleep(0.002)
    answers = []
    for process in asked:
        answers.append("")
        if process and process.stdout:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # with its children
            with process, process.stdout as file:
                os.set_blocking(file.fileno(), False)
                answers[-1] = decode(file.read() or b"") if process.wait() == 0 else ""
    return answers


def _identity(compile_line: str) -> str:
    """Returns name and versions from the mpi.h that a compiler with this command line finds.

    Returns "" if there is no mpi.h or if it does not identify its library.
    """
    try:
        words = shlex.split(compile_line)
    except ValueError:
        return ""
    folders = [word[2:] for word in words if word.startswith("-I")] + ["/usr/include"]
    header = next(
        (
            path
            for path in (os.path.join(folder, "mpi.h") for folder in folders)
            if os.path.isfile(path)
        ),
        "",
    )
    try:
        with open(header, encoding="utf-8", errors="replace") as file:
            text = file.read(_MOST_OF_HEADER)
    except OSError:
        return ""
    numbers = dict(re.findall(r"^\s*#\s*define\s+(\w+)\s+(\d+)", text, re.MULTILINE))
    name = next(
        (
            f"{maker} {found[1]}"
            for maker, pattern in _MAKERS
            if (found := re.search(r"#\s*define\s+" + pattern, text))
        ),
        "",
    )
    if "OMPI_MAJOR_VERSION" in numbers:
        name = "Open MPI " + ".".join(
            numbers.get(f"OMPI_{part}_VERSION", "?") for part in ("MAJOR", "MINOR", "RELEASE")
        )
    standard = ".".join(numbers.get(word, "?") for word in ("MPI_VERSION", "MPI_SUBVERSION"))
    return f"{name or 'an MPI'} (MPI {standard})" if "MPI_VERSION" in numbers else name


def _wrappers() -> Iterator[tuple[_Found, str]]:
    """Yields the compiler wrappers for C, each with a problem or "".

    A compiler named cc is a wrapper only if its C++ partner CC exists, as on a Cray. The wrapper of
    the bundled reference is left out.
    """
    folders = _folders("PATH") + [
        folder for pattern in OFF_PATH for folder in sorted(glob.glob(pattern))
    ]
    own_wrapper = os.path.realpath(os.path.join(own.bin, "mpicc"))
    for found in _programs(f"(?:{'|'.join(c for c, _ in PAIRS)}){_TAIL}", folders):
        problem = ""
        try:
            wrappers_of(found.path)
        except UserError:
            if os.path.basename(found.path).startswith("cc"):
                continue
            problem = "no wrapper for C++ beside it, which mpitcheck needs"
        if os.path.realpath(found.path) != own_wrapper:
            yield found, problem


def _abi_libraries(compile_lines: list[str]) -> list[str]:
    """Returns the paths of libraries of the standard ABI, without the bundled reference.

    The folders are those beside PATH and OFF_PATH, those of the wrappers' -L options, and those of
    the loader. Debian uses names like libmpi_abi_mpich.so.1.
    """
    folders = [
        os.path.join(os.path.dirname(folder.rstrip("/")), lib)
        for folder in _folders("PATH")
        for lib in ("lib", "lib64")
    ]
    folders += (
        re.findall(r"(?<=-L)\S+", " ".join(compile_lines))
        + _folders("LD_LIBRARY_PATH")
        + list(LIBRARIES)
    )
    folders += [re.sub("bin$", lib, pattern) for pattern in OFF_PATH for lib in ("lib", "lib64")]
    own_folder = os.path.realpath(os.path.join(own.bin, "..", "lib"))
    paths = []
    for folder in folders:
        for path in glob.glob(os.path.join(folder, "libmpi_abi.so*")) + glob.glob(
            os.path.join(folder, "libmpi_abi_*.so*")
        ):
            real = os.path.realpath(path)
            if os.path.isfile(real) and os.path.dirname(real) != own_folder:
                paths.append(real)
    return sorted(set(paths))


def _table(title: str, rows: Sequence[tuple[str, ...]], otherwise: str) -> str:
    width = [max((len(row[i]) for row in rows), default=0) for i in range(2)]
    lines = [
        "  ".join(cell.ljust(width[i]) if i < 2 else cell for i, cell in enumerate(row)).rstrip()
        for row in rows
    ]
    return f"\n{title}\n" + "".join(f"  {escape_line(line)}\n" for line in lines or [otherwise])


def _named(found: _Found) -> str:
    return found.name + (f" (also {', '.join(found.others)})" if found.others else "")


def what_is_here() -> str:
    """Returns the text about this machine: MPIs by wrapper, ABI libraries and launchers.

    Each MPI and library has a command that tests it.
    """
    wrappers = list(_wrappers())
    lines = _answers([[found.path, "-show"] for found, _ in wrappers])
    mpis = [
        (
            _identity(line) or "unknown",
            _named(found),
            problem or f"mpitcheck test {shlex.quote(found.name)}",
        )
        for (found, problem), line in zip(wrappers, lines)
    ]
    text = (
        f"mpitcheck {own.version} says which rules of MPI_T an MPI library keeps. On this machine"
        " are\n"
    )
    text += _table(
        "MPIs by compiler wrapper, and what tests them (builds the suites once):",
        mpis,
        "none on the PATH: mpitcheck test /path/to/mpicc",
    )
    missing = missing_tools()
    if missing and mpis:
        text += f"  which needs {missing}\n"
    text += _table(
        "Libraries of the standard ABI (nothing is built):",
        [
            (path, f"mpitcheck run --abi-library {shlex.quote(path)}")
            for path in _abi_libraries(lines)
        ],
        "none found: mpitcheck run --abi-library /path/to/libmpi_abi.so.0",
    )
    text += _table(
        "Launchers (each MPI's own is taken; --launcher 'srun -n {np}' names another):",
        [
            (found.path, _named(found))
            for found in _programs(f"(?:{'|'.join(_LAUNCHERS)}){_TAIL}", _folders("PATH"))
        ],
        "none on the PATH: tests of several processes are left out",
    )
    try:
        own_tree()
        text += "\nThe tree that came with this mpitcheck: mpitcheck run\n"
    except UserError:
        pass
    return (
        text
        + "\nA minute instead of several: --quick. The report in a browser: --open. All options:"
        " mpitcheck test --help\n"
    )

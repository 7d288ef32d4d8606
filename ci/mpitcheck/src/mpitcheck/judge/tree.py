# SPDX-License-Identifier: BSD-3-Clause
"""A build tree as its manifest target.json describes it.

Paths are absolute. A path is "" if the tree lacks the file.
"""
import json
import os
import stat
from dataclasses import dataclass, field
from typing import Any, NoReturn, Optional, TypeVar

from mpitcheck.judge import strict_json
from mpitcheck.judge.data import Invalid, JsonList, JsonObject, from_data
from mpitcheck.process import own
from mpitcheck.process.error import UserError

T = TypeVar("T")

_KNOWN_SCHEMA = 1
_MOST_PROCESSES = 4096
# Only these libraries read the settings. Open MPI: allow root, and more processes than cores. UCX:
# do not patch libc to observe memory, which slows each start. hwloc: do not read PCI devices, which
# slows MPI_Init, because no test needs a device.
_SETTINGS = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "PRTE_ALLOW_RUN_AS_ROOT": "1",
    "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "UCX_MEM_EVENTS": "n",
    "HWLOC_COMPONENTS": "-pci,-linuxpci",
}


@dataclass
class TestEntry:
    name: str
    brief: str = ""
    clauses: list[str] = field(default_factory=list)
    np: int = 1
    most_seconds: int = 0  # its time limit, if that of the run is longer; 0: that of the run
    file: str = ""
    line: int = 0


@dataclass
class Program:
    """A test program.

    `path --test NAME --result DIR --nonce HEX --seed N` runs one of its tests.
    """

    suite: str
    path: str
    is_random: bool = False  # its tests are slow and depend on chance: random sequences, races
    is_built: bool = True  # False for an optional suite that is not built; it has no tests
    tests: list[TestEntry] = field(default_factory=list)


@dataclass
class FaultEntry:
    """A deliberate fault."""

    name: str
    brief: str
    clauses: list[str]  # those that it breaks


@dataclass
class HostileEntry:
    """A library that disturbs its process; verdicts must be right anyway."""

    name: str
    brief: str
    tests: dict[str, list[str]]  # test name -> the right verdicts


@dataclass
class Tree:
    named: str  # as the user gave it
    root: str
    name: str = ""  # the name of the target in reports
    is_reference: bool = False
    is_static: bool = False  # MPI is linked into the programs: a preloaded library has no effect
    mpi_version: str = ""
    library_version: str = ""
    # Words of the command; {np} stands for the number of processes; empty: no launcher
    launcher: list[str] = field(default_factory=list)
    launcher_from: str = ""  # where it was found; one in "PATH" may belong to another MPI
    env: dict[str, str] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)
    # Name -> program, which may not be built
    benchmarks: dict[str, str] = field(default_factory=dict)
    inventory: str = ""
    preflight: str = ""
    variants: str = ""  # program that prints the variants of the reference; may not be built
    faults: list[FaultEntry] = field(default_factory=list)  # of fault_library; empty: not built
    fault_library: str = ""
    hostile: list[HostileEntry] = field(default_factory=list)  # of hostile_library; likewise
    hostile_library: str = ""
    recorder: str = ""  # library that records calls when preloaded
    # Words of the C compiler's command, with {source} and {program}; empty: no compiler
    compile: list[str] = field(default_factory=list)

    @property
    def library_folder(self) -> str:
        """The folder of the reference's own library; "" for other MPIs.

        It precedes the folders in LD_LIBRARY_PATH. One of these may contain another library of the
        ABI, and LD_LIBRARY_PATH has priority over the path that is linked into programs (RUNPATH).
        """
        return os.path.join(self.root, "lib") if self.is_reference else ""


def _member(entry: JsonObject, key: str, kind: type[T], default: Optional[T] = None) -> T:
    """Returns a member of a JSON object, or the default if it is missing.

    Raises Invalid if the member has another type, or is missing and has no default.
    """
    if key in from_data(JsonObject, entry):
        return from_data(kind, entry[key], key)
    if default is None:
        raise Invalid(f"{key} is missing")
    return default


def _path(entry: JsonObject, key: str, root: str) -> str:
    return os.path.join(root, _member(entry, key, str))


def _path_if_any(entry: JsonObject, key: str, root: str) -> str:
    return _path(entry, key, root) if entry.get(key, "") != "" else ""


def _list_of(entry: Any, key: str, root: str) -> Optional[list[Any]]:
    """Returns a list in the manifest or in the file that it names; None if that is not built."""
    content = entry[key] if key in from_data(JsonObject, entry) else None
    if isinstance(content, str):
        try:
            with open(os.path.join(root, content), "rb") as file:
                content = strict_json.parse(file.read())
        except OSError:
            return None
    return from_data(JsonList, content, key)


def _parse_test(entry: JsonObject) -> TestEntry:
    test = TestEntry(
        _member(entry, "name", str),
        _member(entry, "brief", str, ""),
        _member(entry, "clauses", list[str], []),
        _member(entry, "np", int, 1),
        _member(entry, "most_seconds", int, 0),
        _member(entry, "file", str, ""),
        _member(entry, "line", int, 0),
    )
    if not 1 <= test.np <= _MOST_PROCESSES:
        raise Invalid(f"test '{test.name}' needs {test.np} processes")
    return test


def _parse_program(entry: JsonObject, root: str) -> Program:
    program = Program(
        _member(entry, "suite", str),
        _path(entry, "path", root),
        _member(entry, "random", bool, False),
    )
    tests = _list_of(entry, "tests", root)
    program.is_built = tests is not None
    program.tests = [_parse_test(each) for each in tests or []]
    return program


def _parse_entries(document: JsonObject, key: str, kind: type[T], root: str) -> tuple[list[T], str]:
    """Returns the entries of a list of faults or hostile libraries, and the library."""
    if key not in document:
        return [], ""
    entries = _list_of(document[key], "list", root) or []
    return [from_data(kind, each, key) for each in entries], _path(document[key], "library", root)


def _parse(document: JsonObject, root: str, named: str) -> Tree:
    tree = Tree(named, root, _member(document, "name", str))
    if "kind" not in document:
        raise Invalid("kind is missing")
    tree.is_reference = document["kind"] == "reference"
    tree.is_static = _member(document, "static", bool, False)
    tree.mpi_version = _member(document, "mpi_version", str)
    tree.library_version = _member(document, "library_version", str, "")
    tree.launcher = _member(document, "launcher", list[str], [])
    tree.launcher_from = _member(document, "launcher_from", str, "")
    if tree.launcher and "/" in tree.launcher[0]:
        tree.launcher[0] = os.path.join(root, tree.launcher[0])
    tree.env = {**_SETTINGS, **_member(document, "env", dict[str, str], {})}
    programs: JsonList = _member(document, "programs", JsonList)
    tree.programs = [_parse_program(each, root) for each in programs]
    benchmarks: JsonList = _member(document, "benchmarks", JsonList, [])
    tree.benchmarks = {_member(each, "name", str): _path(each, "path", root) for each in benchmarks}
    for key in ("inventory", "preflight", "variants", "recorder"):
        setattr(tree, key, _path_if_any(document, key, root))
    tree.faults, tree.fault_library = _parse_entries(document, "faults", FaultEntry, root)
    tree.hostile, tree.hostile_library = _parse_entries(document, "hostile", HostileEntry, root)
    compiler: list[str] = _member(document, "compile", list[str], [])
    tree.compile = [word.replace("{tree}", root) for word in compiler]
    return tree


def parse_tree(manifest: bytes, root: str, named: str) -> Tree:
    """Parses a manifest.

    `root` is the absolute folder of the tree, `named` its name in messages. Raises UserError with
    one line that says what to do.
    """
    file = os.path.join(named, "target.json")
    try:
        document = strict_json.parse(manifest)
        schema = from_data(JsonObject, document).get("schema")
        if schema is None:
            raise Invalid("schema is missing")
        if schema != _KNOWN_SCHEMA or schema is True:
            raise UserError(
                f"{file} has schema {json.dumps(schema)}, this mpitcheck reads schema"
                f" {_KNOWN_SCHEMA}: rebuild the tree"
            )
        version = _member(document, "suite_version", str)
        if version != own.version:
            raise UserError(
                f"tree '{named}' was built from mpitcheck {version}, this is mpitcheck"
                f" {own.version}: rebuild the tree, or run it with its own bin/mpitcheck"
            )
        return _parse(document, root, named)
    except ValueError as problem:
        raise UserError(f"{file} is malformed ({problem}): rebuild the tree") from None


def _require_executable(program: str, tree: Tree) -> None:
    try:
        mode = os.stat(program).st_mode
        if stat.S_ISREG(mode) and mode & 0o111:
            return
    except (OSError, ValueError):  # it does not exist, or is not a valid path
        pass
    raise UserError(
        f"tree '{tree.named}' has no program {os.path.relpath(program, tree.root)}: build it"
        f" (cmake --build {tree.named})"
    )


def read_manifest(directory: str) -> tuple[str, bytes]:
    """Returns the absolute path of a folder and the bytes of its target.json.

    Raises UserError with one line that says what to do.
    """
    if not os.path.exists(directory):
        raise UserError(
            f"no such tree: '{directory}'. A tree is a build folder, e.g. build/reference: cmake -B"
            f" {directory} && cmake --build {directory}"
        )
    root = os.path.realpath(directory)
    try:
        with open(os.path.join(root, "target.json"), "rb") as file:
            return root, file.read()
    except OSError:
        raise UserError(
            f"'{directory}' has no readable target.json: name a build folder of mpitcheck, and"
            " build it first"
        ) from None


def load_tree(directory: str) -> Tree:
    """Loads the tree in a folder; raises UserError with one line that says what to do."""
    root, manifest = read_manifest(directory)
    tree = parse_tree(manifest, root, directory)
    for program in tree.programs:
        if program.is_built:
            _require_executable(program.path, tree)
    for path in filter(None, (tree.inventory, tree.preflight)):
        _require_executable(path, tree)
    if not os.path.exists(tree.recorder):
        tree.recorder = ""
    return tree


def refuse_preload(tree: Tree, what: str) -> None:
    """Raises UserError if MPI is linked statically; `what` needs a preload, e.g. "--preload"."""
    if tree.is_static:
        raise UserError(
            f"{what}: the MPI of tree '{tree.named}' is linked statically, so nothing can be"
            " preloaded: build a tree with its shared library"
        )


def refuse_unbuilt(tree: Tree, what: str, target: str) -> NoReturn:
    """Raises UserError: the build target `target` builds `what`, e.g. "faults"."""
    if target in ("prove", "recorder"):
        refuse_preload(tree, what)
    raise UserError(
        f"tree '{tree.named}' was built without its {what}: cmake --build {tree.named} --target"
        f" {target}"
    )


def own_tree() -> str:
    """Returns the tree in which this program was built: the folder above its own.

    Raises UserError if that is not a tree.
    """
    root = os.path.dirname(os.path.realpath(own.bin))
    if not own.bin or not os.path.exists(os.path.join(root, "target.json")):
        raise UserError("this mpitcheck is not in a build tree: name one with --tree DIR")
    return root

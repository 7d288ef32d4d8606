# SPDX-License-Identifier: BSD-3-Clause
"""A build tree as its manifest target.json describes it. Paths are absolute; "" stands for what the tree lacks."""
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
# Open MPI refuses to run as root, and more processes than cores, unless asked to. UCX patches functions of libc when it is loaded, to hear
# of memory that goes: up to half a second of processor time in each process. In each MPI_Init hwloc reads what every PCI device says of
# itself, a third of the time that takes on a virtual machine, and no test needs a device. Nobody else reads these.
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
    most_seconds: int = (
        0  # it is ended after so many if the run allows more; 0: as many as the run allows
    )
    setup: str = "nothing"  # what is brought up before it, as --list says
    file: str = ""
    line: int = 0


@dataclass
class Program:
    """A test program: `path --test NAME --result DIR --nonce HEX --seed N` runs one of its tests."""

    suite: str
    path: str
    is_random: bool = False  # its tests are slow and need some luck: random sequences, races
    is_built: bool = True  # a suite that no run needs may not be; then it has no tests
    tests: list[TestEntry] = field(default_factory=list)


@dataclass
class FaultEntry:
    """A deliberately broken behaviour."""

    name: str
    brief: str
    clauses: list[str]  # that it breaks


@dataclass
class HostileEntry:
    """A library that does something to its process which verdicts must survive."""

    name: str
    brief: str
    tests: dict[str, list[str]]  # name -> verdicts that are right


@dataclass
class Tree:
    named: str  # as the user gave it
    root: str
    name: str = ""  # what reports call the target
    is_reference: bool = False
    is_static: bool = False  # its MPI is part of its programs: no preloaded library comes before it
    mpi_version: str = ""
    library_version: str = ""
    launcher: list[str] = field(
        default_factory=list
    )  # words, {np} stands for the number of processes; empty: none
    launcher_from: str = ""  # where it was found: "PATH" may be another MPI's
    env: dict[str, str] = field(default_factory=dict)
    programs: list[Program] = field(default_factory=list)
    benchmarks: dict[str, str] = field(
        default_factory=dict
    )  # name -> program, whether it is built or not
    inventory: str = ""
    preflight: str = ""
    variants: str = ""  # prints the reference's variants, if it is built
    faults: list[FaultEntry] = field(default_factory=list)  # of fault_library; empty: not built
    fault_library: str = ""
    hostile: list[HostileEntry] = field(default_factory=list)  # of hostile_library; likewise
    hostile_library: str = ""
    recorder: str = ""  # notes calls when preloaded
    compile: list[str] = field(
        default_factory=list
    )  # words of the C compiler, with {source} and {program}; empty: none

    @property
    def library_folder(self) -> str:
        """Where the reference's own library is; "" of other MPIs. It goes before what LD_LIBRARY_PATH names: there may be another library
        of the ABI, and the path that is linked into programs (RUNPATH) counts for less."""
        return os.path.join(self.root, "lib") if self.is_reference else ""


def _member(entry: JsonObject, key: str, kind: type[T], default: Optional[T] = None) -> T:
    """A member of a JSON object. Raises Invalid if it is of another kind, or not there and without a default."""
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
    """A list that the manifest holds, or that the file it names holds; None if that is not built."""
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
        _member(entry, "setup", str, TestEntry.setup),
        _member(entry, "file", str, ""),
        _member(entry, "line", int, 0),
    )
    if not 1 <= test.np <= _MOST_PROCESSES:
        raise Invalid(f"test '{test.name}' wants {test.np} processes")
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
    """What a list of faults or hostile libraries holds, and the library."""
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
    """The tree of a manifest (bytes). `root` is the tree's absolute folder, `named` what messages call it. Raises UserError with one line
    that says what to do."""
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
    except (OSError, ValueError):  # there is none, or no file can be named so
        pass
    raise UserError(
        f"tree '{tree.named}' lacks its program {os.path.relpath(program, tree.root)}: build it"
        f" (cmake --build {tree.named})"
    )


def read_manifest(directory: str) -> tuple[str, bytes]:
    """The folder's absolute path and what DIRECTORY/target.json holds (bytes); raises UserError with one line that says what to do."""
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
    """The tree in that folder; raises UserError with one line that says what to do."""
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
    """Raises UserError if `what` ("--preload") cannot be done with that tree."""
    if tree.is_static:
        raise UserError(
            f"{what}: the MPI of tree '{tree.named}' is linked statically, nothing can be put"
            " before it: build a tree with its shared library"
        )


def refuse_unbuilt(tree: Tree, what: str, target: str) -> NoReturn:
    """Raises UserError: `what` ("faults") comes with the target of that name."""
    if target in ("selftest", "recorder"):
        refuse_preload(tree, what)
    raise UserError(
        f"tree '{tree.named}' was built without its {what}: cmake --build {tree.named} --target"
        f" {target}"
    )


def own_tree() -> str:
    """The tree that this program was built in: the folder above its own. Raises UserError if that is not a tree."""
    root = os.path.dirname(os.path.realpath(own.bin))
    if not own.bin or not os.path.exists(os.path.join(root, "target.json")):
        raise UserError("this mpitcheck does not lie in a build tree: name one with --tree DIR")
    return root

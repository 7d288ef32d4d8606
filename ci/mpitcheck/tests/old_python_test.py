# SPDX-License-Identifier: BSD-3-Clause
"""All Python of the project runs on the oldest version that is supported (cmake/python.cmake), and
the program mpitcheck tells older ones so."""
import ast
import os
import re
import subprocess
import sys

import pytest

from mpitcheck.process.error import ExitCode
from tests.sources import ROOT, source_files

_PROGRAM = os.path.join(ROOT, "ci", "mpitcheck", "mpitcheck.in")
# What Python 3.10 and later brought, as far as programs like these may use it.
_MODULES = {"tomllib"}
_NAMES = {
    "builtins": "aiter anext BaseExceptionGroup EncodingWarning ExceptionGroup",
    "contextlib": "aclosing chdir",
    "dataclasses": "KW_ONLY",
    "datetime": "UTC",
    "enum": (
        "EJECT EnumCheck EnumType FlagBoundary ReprEnum StrEnum global_enum member nonmember "
        "property verify"
    ),
    "hashlib": "file_digest",
    "inspect": "get_annotations",
    "itertools": "batched pairwise",
    "math": "cbrt exp2 fma sumprod",
    "operator": "call",
    "os": "EFD_CLOEXEC eventfd listdrives login_tty process_cpu_count setns splice unshare",
    "random": "binomialvariate",
    "re": "NOFLAG",
    "statistics": "correlation covariance linear_regression kde",
    "sys": "exception orig_argv stdlib_module_names",
    "threading": "setprofile_all_threads",
    "types": "EllipsisType NoneType NotImplementedType UnionType",
    "typing": (
        "Concatenate LiteralString Never NotRequired ParamSpec Required Self TypeAlias "
        "TypeGuard TypeVarTuple Unpack assert_never assert_type override reveal_type"
    ),
}
_METHODS = {
    "add_note",
    "assertNoLogs",
    "bit_count",
    "enterClassContext",
    "enterContext",
    "enterModuleContext",
    "hardlink_to",
    "is_junction",
    "total",
}
_KEYWORDS = {
    "bisect": "key",
    "bisect_left": "key",
    "bisect_right": "key",
    "insort": "key",
    "dataclass": "kw_only match_args slots weakref_slot",
    "field": "kw_only",
    "glob": "include_hidden root_dir",
    "iglob": "include_hidden root_dir",
    "NamedTemporaryFile": "delete_on_close",
    "Popen": "pipesize process_group",
    "TemporaryDirectory": "delete ignore_cleanup_errors",
    "check_output": "process_group",
    "rmtree": "dir_fd onexc",
    "run": "pipesize process_group",
    "zip": "strict",
}


def _oldest():
    with open(os.path.join(ROOT, "cmake", "python.cmake"), encoding="utf-8") as file:
        found = re.search(r"set\(MPITCHECK_OLDEST_PYTHON (\d+)\.(\d+)\)", file.read())
    return int(found[1]), int(found[2])


def _is_python(path):
    if path.endswith(".py"):
        return True
    with open(path, "rb") as file:
        return re.match(rb"#!\S+[/ ]python3?\b", file.readline()) is not None


def _files():
    """Path of each file of Python among the sources."""
    return [path for path in source_files() if not os.path.islink(path) and _is_python(path)]


def _is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def _unions(node):
    """Whether the expression has an alternative of types, as X | None."""
    return any(
        isinstance(each, ast.BinOp) and isinstance(each.op, ast.BitOr) for each in ast.walk(node)
    )


def _is_bare_star(index):
    """a[*b, c] is new. The tuple of a[(*b, c)] begins before its first element."""
    if not isinstance(index, ast.Tuple) or not index.elts:
        return False
    return index.col_offset == index.elts[0].col_offset and any(
        isinstance(each, ast.Starred) for each in index.elts
    )


def _newer_calls(call):
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if isinstance(call.func, ast.Attribute) and name in _METHODS:
        yield f"{name}()"
    newer = _KEYWORDS.get(name, "").split()
    yield from (f"{name}({each.arg}=)" for each in call.keywords if each.arg in newer)
    if name in ("isinstance", "issubclass") and len(call.args) == 2 and _unions(call.args[1]):
        yield "X | Y in " + name


def _newer_in(node):
    """What newer Pythons alone have, in one node."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name in _MODULES)
    elif isinstance(node, ast.ImportFrom):
        newer = _NAMES.get(node.module, "").split()
        yield from (each.name for each in node.names if each.name in newer)
        yield from {node.module} & _MODULES
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.attr in _NAMES.get(node.value.id, "").split():
            yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.Name) and node.id in _NAMES["builtins"].split():
        yield node.id
    elif isinstance(node, ast.Call):
        yield from _newer_calls(node)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        if _is_none(node.left) or _is_none(node.right):
            yield "X | None"
    elif isinstance(node, ast.Subscript) and _is_bare_star(node.slice):
        yield "an index with * without parentheses"
    elif isinstance(node, (ast.AnnAssign, ast.arg)) and node.annotation:
        yield from ["X | Y in an annotation"] * _unions(node.annotation)


def newer(text, version):
    """What the program has that Python `version` has not: "LINE: WHAT" for each."""
    try:
        tree = ast.parse(text, feature_version=version)
    except SyntaxError as problem:
        return [f"{problem.lineno}: {problem.msg}"]
    return [f"{node.lineno}: {what}" for node in ast.walk(tree) for what in _newer_in(node)]


def test_old_python_has_all_used_names():
    number, found = 0, []
    for path in _files():
        number += 1
        with open(path, encoding="utf-8") as file:
            found += [
                f"{os.path.relpath(path, ROOT)}:{each}" for each in newer(file.read(), _oldest())
            ]
    assert found == []
    assert number > 200


@pytest.mark.parametrize(
    "text",
    [
        "match x:\n    case 1:\n        pass",
        "try:\n    f()\nexcept* OSError:\n    pass",
        "import tomllib",
        "from tomllib import load",
        "from enum import StrEnum",
        "import enum\nclass A(enum.StrEnum):\n    b = 'b'",
        "c = itertools.pairwise(d)",
        "e: int | None = 1",
        "def f(g: int | str):\n    return g",
        "h = [int | None]",
        "isinstance(i, int | str)",
        "zip(j, k, strict=True)",
        "l[*m, n]",
        "@dataclass(slots=True)\nclass O:\n    p: int",
        "q.total()",
        "r.bit_count()",
        "self.enterContext(s)",
        "bisect.bisect_left(t, u, key=v)",
        "ExceptionGroup",
    ],
    ids=repr,
)
def test_names_missing_from_old_python_are_found(text):
    assert newer(text, (3, 9)) != []


@pytest.mark.parametrize(
    "text",
    [
        "a = {**b} | c",
        "d.removeprefix('e')",
        "f[(*g, h)]",
        "i.total",
        "f[()]",
        "j: list[int]",
        "if k := l():\n    pass",
        "m = n | o",
        "functools.cache(p)",
    ],
    ids=repr,
)
def test_names_of_old_python_are_not_reported(text):
    assert newer(text, (3, 9)) == []


def test_too_old_python_can_parse_the_program():
    with open(_PROGRAM, encoding="utf-8") as file:
        assert newer(file.read(), (3, 6)) == []


def _refusal(setting):
    """What the program prints where it refuses to run, after that setting of `sys`."""
    act = (
        f"import sys; {setting}; exec(compile(open(sys.argv[1]).read(), 'mpitcheck', 'exec'), "
        "{'__file__': sys.argv[1]})"
    )
    run = subprocess.run(
        [sys.executable, "-c", act, _PROGRAM], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (ExitCode.usage, ""), run.stderr
    assert run.stderr.count("\n") == 1
    return run.stderr


def test_too_old_python_gets_one_line():
    oldest = "{}.{}".format(*_oldest())
    assert re.match(
        rf"mpitcheck: needs Python {oldest} .* is Python 3\.6: ",
        _refusal("sys.version_info = 3, 6, 15, 'final', 0"),
    )


def test_another_system_gets_one_line():
    assert "runs on Linux only, and this is darwin" in _refusal("sys.platform = 'darwin'")

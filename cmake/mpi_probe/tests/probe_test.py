#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the probe makes of unusual headers, each the reference's mpi.h with one thing changed."""
import os
import re
import subprocess
import sys

import pytest

_PROBE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "probe.py")
_SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(_PROBE)))
_COMPILER = [os.environ.get("MPITCHECK_CXX", "c++"), "-std=gnu++20"]
_VERSION = subprocess.run([_COMPILER[0], "--version"], stdout=subprocess.PIPE, check=True).stdout
_IS_GNU = b"Free Software Foundation" in _VERSION
_COMPILER += ["-ftrack-macro-expansion=0"] if _IS_GNU else ["-ferror-limit=0"]
with open(os.path.join(_SOURCES, "reference", "include", "mpi.h"), encoding="utf-8") as header:
    _HEADER = header.read()


def _with(text):
    """The header with that at its end."""
    end = _HEADER.rindex("#endif")
    return f"{_HEADER[:end]}{text}\n{_HEADER[end:]}"


def _changed(pattern, text, header=None):
    changed, count = re.subn(pattern, text, header or _HEADER)
    assert count, pattern
    return changed


class Probe:
    """The probe, and what it writes of a header into a folder of its own."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, header, *options):
        with open(os.path.join(self.folder, "mpi.h"), "w", encoding="utf-8") as file:
            file.write(header)
        words = [_PROBE, _SOURCES, self.folder, *options, "--", *_COMPILER, "-I" + self.folder]
        return subprocess.run(
            [sys.executable, "-B", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            check=False,
        )

    def read(self, header, *options):
        ran = self.run(header, *options)
        assert ran.returncode == 0, ran.stderr
        for name in ("before.hpp", "declares.hpp", "stand_ins.hpp", "unusable.inc"):
            with open(os.path.join(self.folder, "mpi_" + name), encoding="utf-8") as file:
                setattr(self, name.partition(".")[0], file.read())
        return ran.stdout


@pytest.fixture
def probe(tmp_path):
    return Probe(str(tmp_path))


def test_the_plain_header(probe):
    assert probe.read(_HEADER) == os.path.join(probe.folder, "mpi.h") + "\n"
    for flag in ("DECLARES", "EXTERNAL", "REPLACEABLE"):
        assert f"#define MPITCHECK_{flag}_PMPI_T_event_copy 1\n" in probe.declares
    assert "#undef" not in probe.declares + probe.stand_ins
    assert "MPITCHECK_UNUSABLE" not in probe.unusable
    assert "HEADERS_FIRST 0" in probe.before


def test_handles_that_cannot_be_compared_take_all_events_along(probe):
    header = _changed(
        r"typedef struct MPI_ABI_T_event_(\w+)\* (MPI_T_event_\1);",
        r"typedef struct { int a; void* b; } \2;",
    )
    assert re.search(
        "MPI_T_event_instance, which cannot be used: .*'MPI_T_event_instance'", probe.read(header)
    )
    for name in (
        "MPI_T_event_get_num",
        "PMPI_T_event_copy",
        "MPI_T_source_get_num",
        "MPI_T_event_cb_function",
    ):
        assert f"DECLARES_{name} " not in probe.declares
        assert f'MPITCHECK_UNUSABLE("{name}", "")' in probe.unusable
    assert "#define MPI_T_event_cb_function mpitcheck_no_" in probe.declares
    assert "DECLARES_MPI_T_cvar_get_num " in probe.declares


def test_a_session_that_cannot_be_compared(probe):
    header = _changed(
        r"typedef struct MPI_ABI_T_pvar_session\* (\w+);",
        r"typedef struct { int a; void* b; } \1;",
    )
    probe.read(header)
    for name in ("MPI_T_pvar_session_create", "PMPI_T_pvar_read"):
        assert f"DECLARES_{name} " not in probe.declares
    assert "#define MPI_T_PVAR_SESSION_NULL mpitcheck_no_" in probe.stand_ins
    assert "DECLARES_MPI_T_pvar_get_num " in probe.declares
    assert "DECLARES_MPI_T_event_copy " in probe.declares


def test_macros_of_common_names(probe):
    probe.read(
        _with(
            "#define min(a, b) 0\n#define check good\n#define MPI_OURS 1\n"
            "#define pthread_create mine\n#define main(...) no(__VA_ARGS__)"
        )
    )
    assert re.findall("#undef (.*)", probe.declares) == ["check", "min"]
    assert "HEADERS_FIRST 1" in probe.before


def test_macros_for_functions(probe):
    declaration = r"MPI_DECLARE\(int, MPI_T_cvar_get_num, [^;]*;"
    header = _with(
        "#define MPI_T_pvar_get_num(n) PMPI_T_pvar_get_num(n)\n"
        "#define MPI_T_cvar_get_num(n) PMPI_T_category_get_num(n)"
    )
    probe.read(_changed(declaration, "", header))
    assert re.findall("IS_MACRO_(.*) 1", probe.declares) == [
        "MPI_T_cvar_get_num",
        "MPI_T_pvar_get_num",
    ]
    assert "inline int mpitcheck_call_MPI_T_cvar_get_num" in probe.declares
    assert "#define MPI_T_cvar_get_num mpitcheck_call_" in probe.declares
    assert "mpitcheck_call_MPI_T_pvar_get_num" not in probe.declares
    assert "EXTERNAL_MPI_T_pvar_get_num " in probe.declares


def test_functions_with_a_body_or_other_parameters(probe):
    declaration = r"MPI_DECLARE\(int, MPI_T_cvar_get_num, [^;]*;"
    probe.read(_changed(declaration, "static inline int MPI_T_cvar_get_num(int* n) { return *n; }"))
    assert "DECLARES_MPI_T_cvar_get_num " in probe.declares
    assert "EXTERNAL_MPI_T_cvar_get_num " not in probe.declares
    probe.read(_changed(declaration, "int MPI_T_cvar_get_num(double, int);"))
    assert "EXTERNAL_MPI_T_cvar_get_num " in probe.declares
    assert "REPLACEABLE_MPI_T_cvar_get_num " not in probe.declares


def test_constants_of_c(probe):
    header = _changed(r"#define (MPI_T_ENUM_NULL|MPI_STATUS_IGNORE) .*", r"#define \1 ((void*)0)")
    probe.read(_changed(r"#define (MPI_SUCCESS) .*", r"enum { \1 };", header))
    for declared, value in (
        ("inline MPI_T_enum const", "MPI_T_ENUM_NULL"),
        ("constexpr int", "MPI_SUCCESS"),
    ):
        assert f"{declared} mpitcheck_value_of_{value} = (" in probe.stand_ins
    assert "DECLARES_MPI_T_ENUM_NULL " in probe.declares


def test_constants_of_a_later_mpi(probe):
    probe.read(_changed(r"#define MPI_(C_BOOL|T_ERR_INVALID_NAME|ERR_RMA_FLAVOR) .*", ""))
    assert "#define mpitcheck_no_MPI_C_BOOL MPI_DATATYPE_NULL\n" in probe.stand_ins
    values = re.findall(r"constexpr int mpitcheck_no_(\w+) = (-\d+);", probe.stand_ins)
    assert {name for name, _ in values} == {"MPI_T_ERR_INVALID_NAME", "MPI_ERR_RMA_FLAVOR"}
    assert len({value for _, value in values}) == 2
    assert "DECLARES_MPI_T_ERR_INVALID_NAME " not in probe.declares


def test_a_header_for_c(probe):
    header = _changed(r"#ifdef __cplusplus|#if defined\(__cplusplus\)", "#if 0")
    probe.read(header, "--c-header")
    assert "HEADER_IS_C 1" in probe.before


def test_a_header_that_is_not_cpp(probe):
    ran = probe.run(_with("int* class;"))
    assert ran.returncode == 1
    assert re.search(r"mpi.h does not compile as C\+\+: .*mpi.h:\d+:\d+: error:", ran.stderr)

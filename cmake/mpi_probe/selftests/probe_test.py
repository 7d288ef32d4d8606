#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the probe makes of unusual headers, each the reference's mpi.h with one thing changed."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

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


class Probe(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def probe(self, header, *options):
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
        ran = self.probe(header, *options)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        for name in ("before.hpp", "declares.hpp", "stand_ins.hpp", "unusable.inc"):
            with open(os.path.join(self.folder, "mpi_" + name), encoding="utf-8") as file:
                setattr(self, name.partition(".")[0], file.read())
        return ran.stdout

    def test_the_plain_header(self):
        self.assertEqual(self.read(_HEADER), os.path.join(self.folder, "mpi.h") + "\n")
        for flag in ("DECLARES", "EXTERNAL", "REPLACEABLE"):
            self.assertIn(f"#define MPITCHECK_{flag}_PMPI_T_event_copy 1\n", self.declares)
        self.assertNotIn("#undef", self.declares + self.stand_ins)
        self.assertNotIn("MPITCHECK_UNUSABLE", self.unusable)
        self.assertIn("HEADERS_FIRST 0", self.before)

    def test_handles_that_cannot_be_compared_take_all_events_along(self):
        header = _changed(
            r"typedef struct MPI_ABI_T_event_(\w+)\* (MPI_T_event_\1);",
            r"typedef struct { int a; void* b; } \2;",
        )
        self.assertRegex(
            self.read(header),
            "MPI_T_event_instance, which cannot be used: .*'MPI_T_event_instance'",
        )
        for name in (
            "MPI_T_event_get_num",
            "PMPI_T_event_copy",
            "MPI_T_source_get_num",
            "MPI_T_event_cb_function",
        ):
            self.assertNotIn(f"DECLARES_{name} ", self.declares)
            self.assertIn(f'MPITCHECK_UNUSABLE("{name}", "")', self.unusable)
        self.assertIn("#define MPI_T_event_cb_function mpitcheck_no_", self.declares)
        self.assertIn("DECLARES_MPI_T_cvar_get_num ", self.declares)

    def test_a_session_that_cannot_be_compared(self):
        header = _changed(
            r"typedef struct MPI_ABI_T_pvar_session\* (\w+);",
            r"typedef struct { int a; void* b; } \1;",
        )
        self.read(header)
        for name in ("MPI_T_pvar_session_create", "PMPI_T_pvar_read"):
            self.assertNotIn(f"DECLARES_{name} ", self.declares)
        self.assertIn("#define MPI_T_PVAR_SESSION_NULL mpitcheck_no_", self.stand_ins)
        self.assertIn("DECLARES_MPI_T_pvar_get_num ", self.declares)
        self.assertIn("DECLARES_MPI_T_event_copy ", self.declares)

    def test_macros_of_common_names(self):
        self.read(
            _with(
                "#define min(a, b) 0\n#define check good\n#define MPI_OURS 1\n"
                "#define pthread_create mine\n#define main(...) no(__VA_ARGS__)"
            )
        )
        self.assertEqual(re.findall("#undef (.*)", self.declares), ["check", "min"])
        self.assertIn("HEADERS_FIRST 1", self.before)

    def test_macros_for_functions(self):
        declaration = r"MPI_DECLARE\(int, MPI_T_cvar_get_num, [^;]*;"
        header = _with(
            "#define MPI_T_pvar_get_num(n) PMPI_T_pvar_get_num(n)\n"
            "#define MPI_T_cvar_get_num(n) PMPI_T_category_get_num(n)"
        )
        self.read(_changed(declaration, "", header))
        self.assertEqual(
            re.findall("IS_MACRO_(.*) 1", self.declares),
            ["MPI_T_cvar_get_num", "MPI_T_pvar_get_num"],
        )
        self.assertIn("inline int mpitcheck_call_MPI_T_cvar_get_num", self.declares)
        self.assertIn("#define MPI_T_cvar_get_num mpitcheck_call_", self.declares)
        self.assertNotIn("mpitcheck_call_MPI_T_pvar_get_num", self.declares)
        self.assertIn("EXTERNAL_MPI_T_pvar_get_num ", self.declares)

    def test_functions_with_a_body_or_other_parameters(self):
        declaration = r"MPI_DECLARE\(int, MPI_T_cvar_get_num, [^;]*;"
        self.read(
            _changed(declaration, "static inline int MPI_T_cvar_get_num(int* n) { return *n; }")
        )
        self.assertIn("DECLARES_MPI_T_cvar_get_num ", self.declares)
        self.assertNotIn("EXTERNAL_MPI_T_cvar_get_num ", self.declares)
        self.read(_changed(declaration, "int MPI_T_cvar_get_num(double, int);"))
        self.assertIn("EXTERNAL_MPI_T_cvar_get_num ", self.declares)
        self.assertNotIn("REPLACEABLE_MPI_T_cvar_get_num ", self.declares)

    def test_constants_of_c(self):
        header = _changed(
            r"#define (MPI_T_ENUM_NULL|MPI_STATUS_IGNORE) .*", r"#define \1 ((void*)0)"
        )
        self.read(_changed(r"#define (MPI_SUCCESS) .*", r"enum { \1 };", header))
        for declared, value in (
            ("inline MPI_T_enum const", "MPI_T_ENUM_NULL"),
            ("constexpr int", "MPI_SUCCESS"),
        ):
            self.assertIn(f"{declared} mpitcheck_value_of_{value} = (", self.stand_ins)
        self.assertIn("DECLARES_MPI_T_ENUM_NULL ", self.declares)

    def test_constants_of_a_later_mpi(self):
        self.read(_changed(r"#define MPI_(C_BOOL|T_ERR_INVALID_NAME|ERR_RMA_FLAVOR) .*", ""))
        self.assertIn("#define mpitcheck_no_MPI_C_BOOL MPI_DATATYPE_NULL\n", self.stand_ins)
        values = re.findall(r"constexpr int mpitcheck_no_(\w+) = (-\d+);", self.stand_ins)
        self.assertEqual(
            {name for name, _ in values}, {"MPI_T_ERR_INVALID_NAME", "MPI_ERR_RMA_FLAVOR"}
        )
        self.assertEqual(len({value for _, value in values}), 2)
        self.assertNotIn("DECLARES_MPI_T_ERR_INVALID_NAME ", self.declares)

    def test_a_header_for_c(self):
        header = _changed(r"#ifdef __cplusplus|#if defined\(__cplusplus\)", "#if 0")
        self.read(header, "--c-header")
        self.assertIn("HEADER_IS_C 1", self.before)

    def test_a_header_that_is_no_cpp(self):
        ran = self.probe(_with("int* class;"))
        self.assertEqual(ran.returncode, 1)
        self.assertRegex(ran.stderr, r"mpi.h does not compile as C\+\+: .*mpi.h:\d+:\d+: error:")


if __name__ == "__main__":
    unittest.main()

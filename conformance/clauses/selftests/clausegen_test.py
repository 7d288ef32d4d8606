#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What clausegen says of damaged catalogues, and what it writes of a good one."""
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../clausegen"))
import clausegen  # noqa: E402
from catalogue import Prototype  # noqa: E402

API = """versions: ['3.0', '3.1', '4.0']
any_routine_codes: [MPI_SUCCESS, MPI_T_ERR_MEMORY]
mpi_names: [MPI_Pcontrol]
functions:
- name: MPI_T_cvar_get_num
  since: '3.0'
  prototype: int MPI_T_cvar_get_num(int *num_cvar);
- name: MPI_T_finalize
  since: '3.0'
  prototype: int MPI_T_finalize(void);
  codes: [MPI_T_ERR_INVALID_NAME]
types:
- {name: MPI_T_enum, since: '3.0'}
callbacks: []
constants:
- {name: MPI_T_ERR_MEMORY, kind: return_code, since: '3.0'}
- {name: MPI_T_ERR_INVALID_NAME, kind: return_code, since: '3.1'}
recorded: ['int MPI_Comm_rank(MPI_Comm comm, int *rank)']
"""
AMBIGUITIES = (
    "ambiguities:\n- id: A1\n  question: What is meant?\n  readings: [one thing, another thing]\n"
)
CVAR = """area: cvar
clauses:
- id: cvar-num
  title: Number of cvars is reported
  level: must
  since: '3.1'
  section: {'3.1': 14.3.6, '4.0': 15.3.6}
  draft2011: same
  functions: [MPI_T_cvar_get_num]
  rule: The number is reported.
  observe: Call it.
  codes: [MPI_SUCCESS]
"""
SECOND = """- id: NAME
  title: Another holds
  level: advice
  since: '4.0'
  section: {'4.0': 15.3.6}
  draft2011: absent
  functions: [MPI_T_*]
  rule: Another.
"""
CITED = '[{"name":"a.b.c","clauses":["cvar-num"],"np":1}]'


class Damaged(unittest.TestCase):
    """A tiny catalogue in a folder of its own, in which a test replaces a text."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="clausegen-")
        self.addCleanup(shutil.rmtree, self.folder)
        for name, text in (("api", API), ("ambiguities", AMBIGUITIES), ("cvar", CVAR)):
            self.write(name + ".yaml", text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def replace(self, old, new, name="cvar.yaml"):
        text = self.read(name)
        self.assertIn(old, text)
        self.write(name, text.replace(old, new, 1))

    def run_tool(self, *arguments, code=0):
        """What the tool prints, without the folder's name."""
        with contextlib.redirect_stderr(io.StringIO()) as printed:
            self.assertEqual(clausegen.main(list(arguments)), code)
        return printed.getvalue().replace(self.folder + "/", "")

    def assert_finds(self, *wanted, command=("lint",), code=1):
        """One line for each of these texts, in this order, and no other."""
        lines = self.run_tool(
            command[0], self.folder, *command[1:], code=code if wanted else 0
        ).splitlines()
        self.assertEqual(len(lines), len(wanted), lines)
        for line, text in zip(lines, wanted):
            self.assertIn(text, line)

    def generated(self, name):
        self.run_tool("generate", self.folder, self.path("out"))
        return self.read("out/" + name)


class Load(Damaged):
    def test_a_good_one(self):
        self.assert_finds()

    def test_damage(self):
        for old, new, *wanted in (
            ("level: must", "level: [must", "not valid YAML"),
            ("  codes:", "  codez:", "cvar.yaml:12: unknown key 'codez' in clause"),
            (
                "  codes:",
                "  level: must\n  codes:",
                "cvar.yaml:12: key 'level' stands twice in clause",
            ),
            (
                "  title: Number of cvars is reported\n",
                "",
                "cvar.yaml:3: clause has no 'title'; add it",
            ),
            ("  draft2011: same\n", "", "cvar.yaml:3: clause has no 'draft2011'; add it"),
            ("[MPI_SUCCESS]", "MPI_SUCCESS", "cvar.yaml:12: 'codes' of clause must be a list"),
            (
                "observe: Call it.",
                "observe: [Call it.]",
                "cvar.yaml:11: 'observe' of clause must be a text",
                "cvar.yaml:3: cvar-num: has no observe; say how a test sees it",
            ),
            (
                "area: cvar",
                "area: pvar",
                (
                    "cvar.yaml:1: area 'pvar' stands in a file named 'cvar.yaml'; give both the"
                    " same name"
                ),
            ),
            (CVAR, "- 1\n- 2\n", "cvar.yaml:1: expected a mapping for area file"),
            (CVAR, "", "cvar.yaml:1: expected a mapping"),
        ):
            with self.subTest(wanted[0]):
                self.write("cvar.yaml", CVAR)
                self.replace(old, new)
                self.assert_finds(*wanted)

    def test_other_files_after_a_malformed_one(self):
        self.write("pvar.yaml", "area: [\n")
        self.replace("  codes:", "  codez:")
        self.assert_finds("cvar.yaml:12:", "pvar.yaml:")

    def test_a_missing_file(self):
        os.remove(self.path("ambiguities.yaml"))
        self.assert_finds("ambiguities.yaml:1: this file is missing")


class Lint(Damaged):
    def test_second_clause(self):
        for name, *wanted in (
            ("cvar-3.0",),
            ("cvar.num", "id 'cvar.num' is taken"),
            ("cvar-num", "cvar.yaml:13: id 'cvar-num' is taken; first used at cvar.yaml:3"),
        ):
            self.write("cvar.yaml", CVAR + SECOND.replace("NAME", name))
            self.assert_finds(*wanted)

    def test_ids(self):
        for name in (
            "Cvar-num",
            "cvar_num",
            "cvar--num",
            "-cvar",
            "cvar-",
            "3-cvar",
            "'cvar num'",
            "cvar-.x",
        ):
            self.write("cvar.yaml", CVAR.replace("id: cvar-num", "id: " + name))
            self.assert_finds("cvar.yaml:3: id")

    def test_titles(self):
        title = "Number of cvars is reported"
        for new, *wanted in (
            ("T" * 60,),
            ("T" * 61, "cvar.yaml:4: cvar-num: title has 61 characters; shorten it to at most 60"),
            ("T.", "cvar.yaml:4: cvar-num: title ends with a period; remove it"),
            (
                "another holds",
                "cvar.yaml:14: cvar-3.0: title 'Another holds' is taken; first used at cvar.yaml:4",
            ),
        ):
            with self.subTest(new):
                second = SECOND.replace("NAME", "cvar-3.0")
                self.write("cvar.yaml", CVAR.replace(title, new) + second)
                self.assert_finds(*wanted)

    def test_clauses(self):
        for old, new, *wanted in (
            (
                "level: must",
                "level: may",
                "cvar.yaml:5: cvar-num: unknown level 'may'; known: advice, must, quality, should",
            ),
            (
                "draft2011: same",
                "draft2011: equal",
                "cvar.yaml:8: cvar-num: unknown draft2011 'equal'",
            ),
            (
                "since: '3.1'",
                "since: '3.5'",
                "since: '3.5' is not among the versions",
                "a section for MPI 3.1, where it is no rule",
            ),
            (
                "since: '3.1'",
                "since: '3.1'\n  until: '3.1'",
                "cvar.yaml:7: cvar-num: until must be later than since",
                "3.1, where it is no rule",
                "4.0, where it is no rule",
            ),
            (", '4.0': 15.3.6", "", "cvar.yaml:3: cvar-num: has no section for MPI 4.0"),
            ("{'3.1'", "{'3.0': 14.3.6, '3.1'", "has a section for MPI 3.0, where it is no rule"),
            (
                "[MPI_T_cvar_get_num]",
                "[MPI_T_cvar_get_nun]",
                "cvar.yaml:9: cvar-num: 'MPI_T_cvar_get_nun' is no name of api.yaml",
            ),
            ("[MPI_T_cvar_get_num]", "[MPI_T_cvar_*, MPI_Pcontrol]"),
            ("[MPI_T_cvar_get_num]", "[MPI_T_pvar_*]", "'MPI_T_pvar_*' is no name"),
            ("[MPI_T_cvar_get_num]", "[]", "names no function"),
            (
                "[MPI_SUCCESS]",
                "[MPI_ERR_ARG]",
                "cvar.yaml:12: cvar-num: 'MPI_ERR_ARG' is no return code of api.yaml",
            ),
            (
                "  codes:",
                "  ambiguity: A9\n  accept: [all]\n  codes:",
                "cvar.yaml:12: cvar-num: ambiguity 'A9' is not in",
            ),
            ("  codes:", "  ambiguity: A1\n  codes:", "list in 'accept' what we accept"),
            (
                "  codes:",
                "  untested: No.\n  no_fault: No.\n  codes:",
                "cvar.yaml:13: cvar-num: is untested, so it needs no 'no_fault'",
            ),
            ("  observe: Call it.\n", "", "has no observe"),
            ("  rule: The number is reported.\n", "", "has no rule"),
            ("level: must", "level: quality", "say in its note why the check may be skipped"),
            ("  codes:", "  actor: user\n  codes:", "binds the user, not the library"),
        ):
            with self.subTest(new):
                self.write("cvar.yaml", CVAR)
                self.replace(old, new)
                self.assert_finds(*wanted)

    def test_other_files(self):
        for name, old, new, wanted in (
            (
                "ambiguities",
                "[one thing, another thing]",
                "[one thing]",
                "needs at least two readings",
            ),
            (
                "api",
                "int MPI_T_finalize(void)",
                "int MPI_T_finalise(void)",
                "api.yaml:10: MPI_T_finalize: prototype must be",
            ),
            (
                "api",
                "name: MPI_T_enum",
                "name: MPI_T_finalize",
                "MPI_T_finalize stands twice in api.yaml",
            ),
            (
                "api",
                "kind: return_code, since: '3.0'",
                "kind: error, since: '3.0'",
                "unknown kind 'error'",
            ),
        ):
            with self.subTest(wanted):
                good = self.read(name + ".yaml")
                self.replace(old, new, name + ".yaml")
                self.assertIn(wanted, self.run_tool("lint", self.folder, code=1))
                self.write(name + ".yaml", good)

    def test_circumstances(self):
        for when, *wanted in (
            ("after MPI_Init",),
            ("on " + "T" * 42,),
            ("on " + "T" * 43, "cvar.yaml:5: cvar-num: when has 46 characters; shorten it to"),
            ("after MPI_Init.", "cvar.yaml:5: cvar-num: when ends with a period; remove it"),
            ("After MPI_Init", "when 'After MPI_Init' does not begin with one of: after, at,"),
            ("afterwards", "when 'afterwards' does not begin with one of: after, at,"),
        ):
            with self.subTest(when):
                self.write("cvar.yaml", CVAR)
                self.replace("  level:", f"  when: {when}\n  level:")
                self.assert_finds(*wanted)


class Coverage(Damaged):
    def check(self, command, listed, *wanted, level="must", reason=""):
        self.write("list.json", listed)
        self.write(
            "cvar.yaml", CVAR.replace("must", level).replace("  codes:", f"{reason}  codes:")
        )
        self.assert_finds(*wanted, command=(command, self.path("list.json")))

    def test_tests(self):
        untested = "  untested: Nobody can.\n"
        self.check("coverage", CITED)
        self.check("coverage", "[]", "cvar-num: must clause without a test")
        self.check("coverage", "[]", level="should")
        self.check("coverage", "[]", reason=untested)
        self.check("coverage", CITED, "remove 'untested'", reason=untested)
        self.check(
            "coverage",
            '[{"clauses":["cvar-num","cvar-gone"]}]',
            "'cvar-gone', which is not in the catalogue",
        )
        self.check(
            "coverage", '{"clauses":[]}', "not the array that a test program", "without a test"
        )
        self.check(
            "coverage",
            '[{"clauses":["cvar-num',
            "not the array that a test program",
            "without a test",
        )
        self.assertIn(
            "none.json:1: cannot be read",
            self.run_tool("coverage", self.folder, self.path("none.json"), code=1),
        )

    def test_faults(self):
        self.check("faults", CITED)
        self.check("faults", "[]", "cvar-num: must clause without a fault")
        self.check("faults", "[]", "cvar-num: should clause without a fault", level="should")
        self.check("faults", "[]", level="advice")
        self.check("faults", "[]", reason="  untested: Nobody can.\n")
        self.check("faults", "[]", reason="  no_fault: Nobody can.\n")
        self.check("faults", CITED, "remove 'no_fault'", reason="  no_fault: Nobody can.\n")
        self.check("faults", "{}", "not the array that bin/faults prints", "without a fault")


class Generate(Damaged):
    def test_texts(self):
        self.assertIn("inline constexpr Clause cvar_num{0};", self.generated("clauses.hpp"))
        self.assertIn("clause_count = 1;", self.generated("clauses.hpp"))
        self.assertIn(
            'MPITCHECK_API(MPI_T_cvar_get_num, 3, 0, int, (int *num_cvar), "num_cvar", (num_cvar))',
            self.generated("api.inc"),
        )
        self.assertIn(
            'MPITCHECK_API(MPI_T_finalize, 3, 0, int, (void), "", ())', self.generated("api.inc")
        )
        parameters = self.generated("parameters.inc")
        self.assertIn(
            "#define MPITCHECK_PARAMETERS_MPI_T_cvar_get_num (int *num_cvar)\n", parameters
        )
        self.assertIn("#define MPITCHECK_ARGUMENTS_MPI_T_cvar_get_num (num_cvar)\n", parameters)
        self.assertIn(
            (
                "#define MPITCHECK_PARAMETERS_MPI_T_finalize (void)\n#define"
                " MPITCHECK_ARGUMENTS_MPI_T_finalize ()\n"
            ),
            parameters,
        )
        self.assertIn(
            "MPITCHECK_CODE(MPI_T_finalize, MPI_T_ERR_INVALID_NAME)", self.generated("codes.inc")
        )
        self.assertIn(
            "MPITCHECK_MPI_CALL(MPI_Comm_rank, (MPI_Comm comm, int *rank), (comm, rank))",
            self.generated("recorded.inc"),
        )
        self.assertIn(
            "MPITCHECK_CONSTANT(MPI_T_ERR_INVALID_NAME, return_code, 3, 1)",
            self.generated("constants.inc"),
        )

    def test_what_the_runner_reads(self):
        self.replace("The number is reported.", "'say \"a\\b\"'")
        self.replace(
            "  codes:",
            (
                "  heading: Query\n  note: 'größe\n\n    two'\n  ambiguity: A1\n  accept: [one,"
                " another]\n  codes:"
            ),
        )
        data = json.loads(self.generated("clauses.json"))
        self.assertEqual(
            data["clauses"],
            [
                {
                    "id": "cvar-num",
                    "title": "Number of cvars is reported",
                    "when": "",
                    "level": "must",
                    "area": "cvar",
                    "rule": 'say "a\\b"',
                    "derived": "",
                    "observe": "Call it.",
                    "note": "größe two",
                    "draft2011": "same",
                    "actor": "",
                    "since": "3.1",
                    "until": "",
                    "untested": "",
                    "no_fault": "",
                    "ambiguity": "A1",
                    "accept": "one; another",
                    "section": {"3.1": "14.3.6", "4.0": "15.3.6 (Query)"},
                    "functions": ["MPI_T_cvar_get_num"],
                    "codes": ["MPI_SUCCESS"],
                    "rests_on": [],
                }
            ],
        )
        self.assertEqual(
            data["functions"],
            [
                {
                    "name": "MPI_T_cvar_get_num",
                    "since": "3.0",
                    "prototype": "int MPI_T_cvar_get_num(int *num_cvar);",
                    "codes": [],
                },
                {
                    "name": "MPI_T_finalize",
                    "since": "3.0",
                    "prototype": "int MPI_T_finalize(void);",
                    "codes": ["MPI_T_ERR_INVALID_NAME"],
                },
            ],
        )
        self.assertEqual(
            data["constants"],
            [
                {"name": "MPI_T_ERR_MEMORY", "since": "3.0"},
                {"name": "MPI_T_ERR_INVALID_NAME", "since": "3.1"},
            ],
        )
        self.assertEqual(data["recorded"], ["int MPI_Comm_rank(MPI_Comm comm, int *rank)"])

    def test_clauses_rest_on_clauses_and_not_on_themselves(self):
        self.replace("  codes:", "  rests_on: [none-such]\n  codes:")
        self.assert_finds("rests on 'none-such', which is no clause")
        self.replace("none-such", "cvar-num")
        self.assert_finds("rests on itself; take an entry of 'rests_on' out")

    def test_a_worded_rule_leaves_what_tests_include_alone(self):
        files = (
            "clauses.hpp",
            "clause_keys.cpp",
            "api.inc",
            "parameters.inc",
            "codes.inc",
            "recorded.inc",
        )
        self.generated("clauses.hpp")
        for name in files:
            os.utime(self.path("out/" + name), (1, 1))
        self.replace("The number is reported.", "The number of them is reported.")
        self.assertIn("The number of them", self.generated("clauses.json"))
        self.assertEqual(
            [os.stat(self.path("out/" + name)).st_mtime for name in files], [1] * len(files)
        )

    def test_a_circumstance_reaches_the_runner(self):
        self.replace("  level:", "  when: after\n    MPI_Init\n  level:")
        clause = json.loads(self.generated("clauses.json"))["clauses"][0]
        self.assertEqual(clause["when"], "after MPI_Init")

    def test_refusals(self):
        with self.assertRaises(OSError):
            clausegen.main(["generate", self.folder, self.path("api.yaml/out")])
        self.replace("level: must", "level: may")
        self.run_tool("generate", self.folder, self.path("out"), code=1)
        self.assertFalse(os.path.exists(self.path("out")))


class CommandLine(Damaged):
    def test_usage(self):
        for arguments in (
            (),
            ("check", self.folder),
            ("lint", self.path("none")),
            ("lint", self.folder, "more"),
            ("generate", self.folder),
            ("coverage", self.folder),
            ("faults", self.folder),
        ):
            self.assertIn("usage: clausegen", self.run_tool(*arguments, code=2))


class Prototypes(unittest.TestCase):
    def test_parts(self):
        prototype = Prototype("int f(const char *name, int  list[], MPI_Info info);")
        self.assertEqual(
            (prototype.result, prototype.name, prototype.parameters, prototype.names),
            ("int", "f", "const char *name, int list[], MPI_Info info", ["name", "list", "info"]),
        )
        self.assertEqual(Prototype("int f(void);").names, [])

    def test_malformed(self):
        for text in (
            "",
            "f()",
            "int f",
            "int f(int)",
            "int f(int level, ...)",
            "int f(int a,)",
            "int f(void (*g)(int))",
        ):
            with self.assertRaises(ValueError):
                Prototype(text)


if __name__ == "__main__":
    unittest.main()

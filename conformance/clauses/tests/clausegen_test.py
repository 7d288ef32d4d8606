# SPDX-License-Identifier: BSD-3-Clause
"""What clausegen says of damaged catalogues, and what it writes of a good one."""
import contextlib
import io
import json
import os

import pytest

import clausegen
from prototype import Prototype

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


class Catalogue:
    """A tiny catalogue in a folder of its own, in which a test replaces a text."""

    def __init__(self, folder):
        self.folder = folder
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
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def run_tool(self, *arguments, code=0):
        """What the tool prints, without the folder's name."""
        with contextlib.redirect_stderr(io.StringIO()) as printed:
            assert clausegen.main(list(arguments)) == code
        return printed.getvalue().replace(self.folder + "/", "")

    def assert_finds(self, *wanted, command=("lint",), code=1):
        """One line for each of these texts, in this order, and no other."""
        lines = self.run_tool(
            command[0], self.folder, *command[1:], code=code if wanted else 0
        ).splitlines()
        assert len(lines) == len(wanted), lines
        for line, text in zip(lines, wanted):
            assert text in line

    def generated(self, name):
        self.run_tool("generate", self.folder, self.path("out"))
        return self.read("out/" + name)

    def check(self, command, listed, *wanted, level="must", reason=""):
        self.write("list.json", listed)
        self.write(
            "cvar.yaml", CVAR.replace("must", level).replace("  codes:", f"{reason}  codes:")
        )
        self.assert_finds(*wanted, command=(command, self.path("list.json")))


@pytest.fixture
def catalogue(tmp_path):
    return Catalogue(str(tmp_path))


def test_a_good_catalogue_has_no_complaints(catalogue):
    catalogue.assert_finds()


DAMAGE = [
    ("level: must", "level: [must", ["not valid YAML"]),
    ("  codes:", "  codez:", ["cvar.yaml:12: unknown key 'codez' in clause"]),
    ("  codes:", "  level: must\n  codes:", ["cvar.yaml:12: key 'level' is twice in clause"]),
    ("  title: Number of cvars is reported\n", "", ["cvar.yaml:3: clause has no 'title'; add it"]),
    ("  draft2011: same\n", "", ["cvar.yaml:3: clause has no 'draft2011'; add it"]),
    ("[MPI_SUCCESS]", "MPI_SUCCESS", ["cvar.yaml:12: 'codes' of clause must be a list"]),
    (
        "observe: Call it.",
        "observe: [Call it.]",
        [
            "cvar.yaml:11: 'observe' of clause must be a text",
            "cvar.yaml:3: cvar-num: has no observe; say how a test sees it",
        ],
    ),
    (
        "area: cvar",
        "area: pvar",
        ["cvar.yaml:1: area 'pvar' is in a file named 'cvar.yaml'; give both the same name"],
    ),
    (CVAR, "- 1\n- 2\n", ["cvar.yaml:1: expected a mapping for area file"]),
    (CVAR, "", ["cvar.yaml:1: expected a mapping"]),
]


@pytest.mark.parametrize(
    "old, new, wanted", DAMAGE, ids=[new or old.split(":")[0] for old, new, _ in DAMAGE]
)
def test_damage_is_found(catalogue, old, new, wanted):
    catalogue.replace(old, new)
    catalogue.assert_finds(*wanted)


def test_files_after_a_malformed_one_are_checked(catalogue):
    catalogue.write("pvar.yaml", "area: [\n")
    catalogue.replace("  codes:", "  codez:")
    catalogue.assert_finds("cvar.yaml:12:", "pvar.yaml:")


def test_a_missing_file(catalogue):
    os.remove(catalogue.path("ambiguities.yaml"))
    catalogue.assert_finds("ambiguities.yaml:1: this file is missing")


SECOND_IDS = [
    ("cvar-3.0", []),
    ("cvar.num", ["id 'cvar.num' is taken"]),
    ("cvar-num", ["cvar.yaml:13: id 'cvar-num' is taken; first used at cvar.yaml:3"]),
]


@pytest.mark.parametrize("id, wanted", SECOND_IDS, ids=[id for id, _ in SECOND_IDS])
def test_clause_ids_are_unique(catalogue, id, wanted):
    catalogue.write("cvar.yaml", CVAR + SECOND.replace("NAME", id))
    catalogue.assert_finds(*wanted)


@pytest.mark.parametrize(
    "name",
    [
        "Cvar-num",
        "cvar_num",
        "cvar--num",
        "-cvar",
        "cvar-",
        "3-cvar",
        "'cvar num'",
        "cvar-.x",
    ],
)
def test_malformed_ids_are_found(catalogue, name):
    catalogue.write("cvar.yaml", CVAR.replace("id: cvar-num", "id: " + name))
    catalogue.assert_finds("cvar.yaml:3: id")


TITLES = [
    ("T" * 60, []),
    ("T" * 61, ["cvar.yaml:4: cvar-num: title has 61 characters; shorten it to at most 60"]),
    ("T.", ["cvar.yaml:4: cvar-num: title ends with a period; remove it"]),
    (
        "another holds",
        ["cvar.yaml:14: cvar-3.0: title 'Another holds' is taken; first used at cvar.yaml:4"],
    ),
]


@pytest.mark.parametrize("title, wanted", TITLES, ids=[title for title, _ in TITLES])
def test_titles_are_checked(catalogue, title, wanted):
    text = CVAR.replace("Number of cvars is reported", title) + SECOND.replace("NAME", "cvar-3.0")
    catalogue.write("cvar.yaml", text)
    catalogue.assert_finds(*wanted)


CLAUSES = [
    (
        "level: must",
        "level: may",
        ["cvar.yaml:5: cvar-num: unknown level 'may'; known: advice, must, quality, should"],
    ),
    ("draft2011: same", "draft2011: equal", ["cvar.yaml:8: cvar-num: unknown draft2011 'equal'"]),
    (
        "since: '3.1'",
        "since: '3.5'",
        [
            "since: '3.5' is not among the versions",
            "a section for MPI 3.1, in which it is not a rule",
        ],
    ),
    (
        "since: '3.1'",
        "since: '3.1'\n  until: '3.1'",
        [
            "cvar.yaml:7: cvar-num: until must be later than since",
            "3.1, in which it is not a rule",
            "4.0, in which it is not a rule",
        ],
    ),
    (", '4.0': 15.3.6", "", ["cvar.yaml:3: cvar-num: has no section for MPI 4.0"]),
    ("{'3.1'", "{'3.0': 14.3.6, '3.1'", ["has a section for MPI 3.0, in which it is not a rule"]),
    (
        "[MPI_T_cvar_get_num]",
        "[MPI_T_cvar_get_nun]",
        ["cvar.yaml:9: cvar-num: 'MPI_T_cvar_get_nun' is not a name of api.yaml"],
    ),
    ("[MPI_T_cvar_get_num]", "[MPI_T_cvar_*, MPI_Pcontrol]", []),
    ("[MPI_T_cvar_get_num]", "[MPI_T_pvar_*]", ["'MPI_T_pvar_*' is not a name"]),
    ("[MPI_T_cvar_get_num]", "[]", ["names no function"]),
    (
        "[MPI_SUCCESS]",
        "[MPI_ERR_ARG]",
        ["cvar.yaml:12: cvar-num: 'MPI_ERR_ARG' is not a return code of api.yaml"],
    ),
    (
        "  codes:",
        "  ambiguity: A9\n  accept: [all]\n  codes:",
        ["cvar.yaml:12: cvar-num: ambiguity 'A9' is not in"],
    ),
    ("  codes:", "  ambiguity: A1\n  codes:", ["list in 'accept' what we accept"]),
    (
        "  codes:",
        "  untested: No.\n  no_fault: No.\n  codes:",
        ["cvar.yaml:13: cvar-num: is untested, so it needs no 'no_fault'"],
    ),
    ("  observe: Call it.\n", "", ["has no observe"]),
    ("  rule: The number is reported.\n", "", ["has no rule"]),
    ("level: must", "level: quality", ["say in its note why the check may be skipped"]),
    ("  codes:", "  actor: user\n  codes:", ["binds the user, not the library"]),
]


@pytest.mark.parametrize("old, new, wanted", CLAUSES, ids=[new or old for old, new, _ in CLAUSES])
def test_wrong_clauses_are_found(catalogue, old, new, wanted):
    catalogue.replace(old, new)
    catalogue.assert_finds(*wanted)


CIRCUMSTANCES = [
    ("after MPI_Init", []),
    ("on " + "T" * 42, []),
    ("on " + "T" * 43, ["cvar.yaml:5: cvar-num: when has 46 characters; shorten it to"]),
    ("after MPI_Init.", ["cvar.yaml:5: cvar-num: when ends with a period; remove it"]),
    ("After MPI_Init", ["when 'After MPI_Init' does not begin with one of: after, at,"]),
    ("afterwards", ["when 'afterwards' does not begin with one of: after, at,"]),
]


@pytest.mark.parametrize("when, wanted", CIRCUMSTANCES, ids=[when for when, _ in CIRCUMSTANCES])
def test_conditions_are_checked(catalogue, when, wanted):
    catalogue.replace("  level:", f"  when: {when}\n  level:")
    catalogue.assert_finds(*wanted)


@pytest.mark.parametrize(
    "name, old, new, wanted",
    [
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
            "MPI_T_finalize is twice in api.yaml",
        ),
        (
            "api",
            "kind: return_code, since: '3.0'",
            "kind: error, since: '3.0'",
            "unknown kind 'error'",
        ),
    ],
)
def test_damage_of_other_files_is_found(catalogue, name, old, new, wanted):
    catalogue.replace(old, new, name + ".yaml")
    assert wanted in catalogue.run_tool("lint", catalogue.folder, code=1)


UNTESTED = "  untested: Nobody can.\n"
NO_FAULT = "  no_fault: Nobody can.\n"


@pytest.mark.parametrize(
    "listed, level, reason, wanted",
    [
        pytest.param(CITED, "must", "", [], id="tested"),
        pytest.param("[]", "must", "", ["cvar-num: must clause without a test"], id="not tested"),
        pytest.param("[]", "should", "", [], id="should"),
        pytest.param("[]", "must", UNTESTED, [], id="untested"),
        pytest.param(CITED, "must", UNTESTED, ["remove 'untested'"], id="untested but tested"),
        pytest.param(
            '[{"clauses":["cvar-num","cvar-gone"]}]',
            "must",
            "",
            ["'cvar-gone', which is not in the catalogue"],
            id="unknown clause",
        ),
        pytest.param(
            '{"clauses":[]}',
            "must",
            "",
            ["not the array that a test program", "without a test"],
            id="object",
        ),
        pytest.param(
            '[{"clauses":["cvar-num',
            "must",
            "",
            ["not the array that a test program", "without a test"],
            id="cut short",
        ),
    ],
)
def test_coverage_by_tests(catalogue, listed, level, reason, wanted):
    catalogue.check("coverage", listed, *wanted, level=level, reason=reason)


def test_coverage_needs_a_list(catalogue):
    said = catalogue.run_tool("coverage", catalogue.folder, catalogue.path("none.json"), code=1)
    assert "none.json:1: cannot be read" in said


@pytest.mark.parametrize(
    "listed, level, reason, wanted",
    [
        pytest.param(CITED, "must", "", [], id="with a fault"),
        pytest.param("[]", "must", "", ["cvar-num: must clause without a fault"], id="must"),
        pytest.param("[]", "should", "", ["cvar-num: should clause without a fault"], id="should"),
        pytest.param("[]", "advice", "", [], id="advice"),
        pytest.param("[]", "must", UNTESTED, [], id="untested"),
        pytest.param("[]", "must", NO_FAULT, [], id="no_fault"),
        pytest.param(CITED, "must", NO_FAULT, ["remove 'no_fault'"], id="no_fault but a fault"),
        pytest.param(
            "{}",
            "must",
            "",
            ["not the array that bin/faults prints", "without a fault"],
            id="object",
        ),
    ],
)
def test_coverage_by_faults(catalogue, listed, level, reason, wanted):
    catalogue.check("faults", listed, *wanted, level=level, reason=reason)


def test_generated_texts(catalogue):
    assert "inline constexpr Clause cvar_num{0};" in catalogue.generated("clauses.hpp")
    assert "clause_count = 1;" in catalogue.generated("clauses.hpp")
    assert (
        'MPITCHECK_API(MPI_T_cvar_get_num, 3, 0, int, (int *num_cvar), "num_cvar", (num_cvar))'
        in catalogue.generated("api.inc")
    )
    assert 'MPITCHECK_API(MPI_T_finalize, 3, 0, int, (void), "", ())' in catalogue.generated(
        "api.inc"
    )
    parameters = catalogue.generated("parameters.inc")
    assert "#define MPITCHECK_PARAMETERS_MPI_T_cvar_get_num (int *num_cvar)\n" in parameters
    assert "#define MPITCHECK_ARGUMENTS_MPI_T_cvar_get_num (num_cvar)\n" in parameters
    assert (
        "#define MPITCHECK_PARAMETERS_MPI_T_finalize (void)\n#define"
        " MPITCHECK_ARGUMENTS_MPI_T_finalize ()\n"
    ) in parameters
    assert "MPITCHECK_CODE(MPI_T_finalize, MPI_T_ERR_INVALID_NAME)" in catalogue.generated(
        "codes.inc"
    )
    assert (
        "MPITCHECK_MPI_CALL(MPI_Comm_rank, (MPI_Comm comm, int *rank), (comm, rank))"
        in catalogue.generated("recorded.inc")
    )
    assert "MPITCHECK_CONSTANT(MPI_T_ERR_INVALID_NAME, return_code, 3, 1)" in catalogue.generated(
        "constants.inc"
    )


def test_clauses_for_the_runner(catalogue):
    catalogue.replace("The number is reported.", "'say \"a\\b\"'")
    catalogue.replace(
        "  codes:",
        (
            "  heading: Query\n  note: 'größe\n\n    two'\n  ambiguity: A1\n  accept: [one,"
            " another]\n  codes:"
        ),
    )
    data = json.loads(catalogue.generated("clauses.json"))
    assert data["clauses"] == [
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
    ]
    assert data["functions"] == [
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
    ]
    assert data["constants"] == [
        {"name": "MPI_T_ERR_MEMORY", "since": "3.0"},
        {"name": "MPI_T_ERR_INVALID_NAME", "since": "3.1"},
    ]
    assert data["recorded"] == ["int MPI_Comm_rank(MPI_Comm comm, int *rank)"]


def test_clauses_rest_on_clauses_and_not_on_themselves(catalogue):
    catalogue.replace("  codes:", "  rests_on: [none-such]\n  codes:")
    catalogue.assert_finds("rests on 'none-such', which is not a clause")
    catalogue.replace("none-such", "cvar-num")
    catalogue.assert_finds("rests on itself; take an entry of 'rests_on' out")


def test_rewording_a_rule_does_not_change_generated_headers(catalogue):
    files = (
        "clauses.hpp",
        "clause_keys.cpp",
        "api.inc",
        "parameters.inc",
        "codes.inc",
        "recorded.inc",
    )
    catalogue.generated("clauses.hpp")
    for name in files:
        os.utime(catalogue.path("out/" + name), (1, 1))
    catalogue.replace("The number is reported.", "The number of them is reported.")
    assert "The number of them" in catalogue.generated("clauses.json")
    assert [os.stat(catalogue.path("out/" + name)).st_mtime for name in files] == [1] * len(files)


def test_a_condition_reaches_the_runner(catalogue):
    catalogue.replace("  level:", "  when: after\n    MPI_Init\n  level:")
    clause = json.loads(catalogue.generated("clauses.json"))["clauses"][0]
    assert clause["when"] == "after MPI_Init"


def test_output_that_cannot_be_written_is_refused(catalogue):
    with pytest.raises(OSError):
        clausegen.main(["generate", catalogue.folder, catalogue.path("api.yaml/out")])
    catalogue.replace("level: must", "level: may")
    catalogue.run_tool("generate", catalogue.folder, catalogue.path("out"), code=1)
    assert not os.path.exists(catalogue.path("out"))


@pytest.mark.parametrize(
    "arguments",
    ["", "check FOLDER", "lint FOLDER/none", "lint FOLDER more"]
    + [f"{command} FOLDER" for command in ("generate", "coverage", "faults")],
)
def test_a_wrong_command_line_prints_the_usage(catalogue, arguments):
    words = arguments.replace("FOLDER", catalogue.folder).split()
    assert "usage: clausegen" in catalogue.run_tool(*words, code=2)


def test_a_prototype_has_parts(catalogue):
    prototype = Prototype("int f(const char *name, int  list[], MPI_Info info);")
    assert (prototype.result, prototype.name, prototype.parameters, prototype.names) == (
        "int",
        "f",
        "const char *name, int list[], MPI_Info info",
        ["name", "list", "info"],
    )
    assert Prototype("int f(void);").names == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "f()",
        "int f",
        "int f(int)",
        "int f(int level, ...)",
        "int f(int a,)",
        "int f(void (*g)(int))",
    ],
)
def test_a_malformed_prototype_is_refused(catalogue, text):
    with pytest.raises(ValueError):
        Prototype(text)

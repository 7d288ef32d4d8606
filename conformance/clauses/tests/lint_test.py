# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the linter on damaged catalogues."""
import os

import pytest

from made_catalogue import CVAR


SECOND = """- id: NAME
  title: Another holds
  level: advice
  since: '4.0'
  section: {'4.0': 15.3.6}
  draft2011: absent
  functions: [MPI_T_*]
  rule: Another.
"""


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


def test_clauses_rest_on_clauses_and_functions_and_not_on_themselves(catalogue):
    catalogue.replace("  codes:", "  rests_on: [none-such]\n  codes:")
    catalogue.assert_finds("rests on 'none-such', which is neither a clause nor a function")
    catalogue.replace("none-such", "MPI_T_*")
    catalogue.assert_finds()
    catalogue.replace("MPI_T_*", "cvar-num")
    catalogue.assert_finds("rests on itself; take an entry of 'rests_on' out")

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of blocks, well-formed and damaged ones."""
import os
import random
import re

import pytest

from tool import BEGIN, CATEGORY, END, FIELDS, block

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sample")
with open(os.path.join(SAMPLE, "queue.hpp"), "rb") as queue:
    GOOD = queue.read()


def test_blocks_begin_and_end(tool):
    other = block("X_B", "")
    tool.assert_errors(
        "\n" + block() + other,
        "16: a second block in this file; one is allowed, and the first begins in line 2",
    )
    tool.assert_errors(
        "\n\n" + block().partition("=== END")[0],
        "3: the block that begins here has no END line",
    )
    tool.assert_errors(
        "int i;\n" + END, "2: this END line ends no block: its BEGIN line is missing"
    )
    tool.assert_errors(
        BEGIN + block(),
        "1: the block that begins here has no END line",
        "2: a second block in this file; one is allowed, and the first begins in line 1",
    )
    tool.assert_errors("int i;\n", " no MPI_T_CVAR_INFO_BLOCK here")


def test_mentions_of_markers_are_not_blocks(tool):
    assert (
        tool.check(
            "// Write === BEGIN_MPI_T_CVAR_INFO_BLOCK === before the block.\n"
            'const char *s = "=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===";\n'
            "if (/BEGIN_MPI_T_CVAR_INFO_BLOCK/) {\n/* BEGIN_MPI_T_CVAR_INFO_BLOCK */\n" + block()
        )
        == 0
    )


@pytest.mark.parametrize(
    "sign", ["", "   ", " * ", "*", "// ", "/// ", "//! ", "# ", "! ", "!", ";; "]
)
def test_signs_of_comments(tool, sign):
    lines = block(description="Of * A.")[3:].replace(" */", "").splitlines()
    assert tool.check("".join(sign + line + "\r\n" for line in lines)) == 0, tool.errors
    assert tool.run_tool("--quiet", "--list", tool.path("a.c")) == 0
    assert (
        tool.out.replace(tool.folder, "")
        == "X_A\tint\tMPI_T_VERBOSITY_USER_BASIC\tMPI_T_SCOPE_LOCAL\tC\t1\t/a.c:6\n"
    ), sign


def test_malformed_yaml_does_not_hide_other_errors(tool):
    tool.write("bad.c", "//\n" + block(default="[1"))
    tool.write("good.c", block(category="D", default="x"))
    assert tool.run_tool("--quiet", tool.path("bad.c"), tool.path("good.c")) == 1
    assert re.search(
        r"bad\.c:\d+: unreadable YAML: .*\ngood\.c:9: bad default 'x'.*\n", tool.errors
    )
    assert (
        "unknown category" not in tool.errors
    )  # perhaps it is in the block that could not be read


@pytest.mark.parametrize(
    "text, line",
    [
        ("", "2: the block has neither a list 'categories' nor a list 'cvars'"),
        ("cvar:\n  - name: A\n", "2: unknown section 'cvar'; allowed: categories, cvars"),
        ("cvars: 7\n", "2: 'cvars' must be a list of entries"),
        ("cvars:\n  - 7\n", "3: an entry must consist of 'key: value' lines"),
        ("cvars: []\ncvars: []\n", "3: 'cvars' is twice in the block"),
        ("cvars: []\n---\ncvars: []\n", "3: unreadable YAML: it ends before this line"),
    ],
    ids=["empty", "section", "number", "entry", "twice", "two documents"],
)
def test_a_block_that_is_not_a_mapping_is_refused(tool, text, line):
    tool.assert_errors(BEGIN + text + END, line)


def test_missing_fields(tool):
    for key in FIELDS:
        for value in (None, ""):
            tool.assert_errors(block(**{key: value}), f"6: control variable 'X_A' has no '{key}'")
    tool.assert_errors(
        block().replace("name: X_A", "group: g "), "6: control variable has no 'name'"
    )
    tool.assert_errors(
        block(categories=CATEGORY + "  - description: Of D.\n"), "5: category has no 'name'"
    )
    tool.assert_errors(
        block(categories=CATEGORY + "  - name: D\n"), "5: category 'D' has no 'description'"
    )


def test_words(tool):
    tool.assert_errors(block(category="D"), "7: unknown category 'D' of X_A")
    tool.assert_errors(
        block(**{"class": "devise"}), "8: unknown class 'devise'; allowed: none, device"
    )
    tool.assert_errors(
        block(type="float"),
        "12: unknown type 'float'; allowed: int, boolean, double, string, range, enum",
    )
    assert tool.check(block(scope="MPI_T_SCOPE_SOME", verbosity="LOUD")) == 1
    assert re.search(
        "a.c:11: unknown scope 'MPI_T_SCOPE_SOME'; allowed: .*\na.c:13: unknown verbosity"
        " 'LOUD'; allowed: ",
        tool.errors,
    )
    tool.assert_errors(block("X-A"), "6: 'X-A' is not an identifier, as the name must be")
    tool.assert_errors(
        block(alt_env="X_B, X=C"), "7: 'X=C' is not a name of an environment variable"
    )
    tool.assert_errors(block(group="[1, 2]"), "11: 'group' must be a text")
    tool.assert_errors(
        block().replace("    scope", "    default: 2\n    scope"),
        "11: key 'default' is twice in this entry",
    )


def test_unknown_keys_are_warnings_unless_strict(tool):
    assert tool.check(block(colour="red")) == 0
    assert tool.errors == "a.c:9: warning: unknown key 'colour'\n"
    assert tool.run_tool("--quiet", "--strict", tool.path("a.c")) == 1
    assert tool.errors == "a.c:9: unknown key 'colour'\n"


def test_several_files(tool):
    tool.write("a.c", block())
    tool.write("b.c", "\n" + block(default="2"))
    assert tool.run_tool("--quiet", tool.path("a.c"), tool.path("b.c")) == 1
    assert tool.errors == (
        "b.c:4: duplicate category 'C'; first declared in a.c:3\n"
        "b.c:7: duplicate control variable 'X_A'; first declared in a.c:6\n"
    )
    tool.write("b.c", block("X_a", ""))
    assert tool.run_tool("--quiet", tool.path("a.c"), tool.path("b.c")) == 1
    assert tool.errors == "b.c:3: 'X_a' and 'X_A' would both become the member 'x_a'\n"
    tool.write("a.c", block(type="float", scope=None, **{"class": "x"}))
    tool.write("b.c", END)
    assert tool.run_tool("--quiet", "--list", tool.path("a.c"), tool.path("b.c")) == 1
    assert re.search(
        "(?s)a.c:6: control variable 'X_A' has no 'scope'.*a.c:8: unknown class.*b.c:1:"
        " this END line",
        tool.errors,
    )


def test_truncated_at_every_byte(tool):
    complete = GOOD.index(b"END_MPI_T_CVAR_INFO_BLOCK") + 25
    for size in range(len(GOOD) + 1):
        assert tool.survive(GOOD[:size]) == (0 if size >= complete else 1), size


def test_each_line_may_be_missing(tool):
    lines = GOOD.splitlines(keepends=True)
    for i in range(len(lines)):
        tool.survive(b"".join(lines[:i] + lines[i + 1 :]))


def test_corrupted_bytes(tool):
    choose = random.Random(1)
    for _ in range(500):
        damaged = bytearray(GOOD)
        for _ in range(choose.randint(1, 4)):
            damaged[choose.randrange(len(damaged))] = choose.randrange(256)
        tool.survive(bytes(damaged))


@pytest.mark.parametrize("sign", ["[", "{", "- ", "? ", "&a ", "!", "*"])
def test_yaml_that_never_ends(tool, sign):
    assert tool.survive(f"{BEGIN}cvars:\n{sign * 20000}\n{END}".encode()) == 1


@pytest.mark.parametrize("sign", [",", "]", "}"])
def test_yaml_with_a_stray_sign(tool, sign):
    text = block().replace("category: C", sign + "category: C")
    assert tool.survive(text.encode()) == 1


def test_a_long_description(tool):
    assert tool.survive(block(description="a" * (1 << 20)).encode()) == 0

# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the output of cvargen and of its command line."""
import os

import pytest

from tool import block


HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "sample")
LIST = "|-\n      red - one\n      green - two"
# Of each type: a default and what the generated source has, or None if it is refused.
DEFAULTS = {
    "int": {
        "0": "\n          0",
        "-7": " -7",
        "'+7'": " 7",
        "2147483647": " 2147483647",
        "-2147483648": " -2147483647 - 1",
        "1.5": None,
        "2147483648": None,
        "seven": None,
        "7 8": None,
        "0x10": None,
        "NULL": None,
        "'+-7'": None,
        "''": None,
    },
    "boolean": {
        "true": " true",
        "False": " false",
        "YES": " true",
        "0": " false",
        "2": None,
        "maybe": None,
    },
    "double": {
        "1": " 1",
        "-2.5e3": " -2500",
        "1e999": None,
        "nan": None,
        "inf": None,
        "1,5": None,
    },
    "range": {
        "0:0": " mpit::Range{0, 0}",
        '"-5:7"': " mpit::Range{-5, 7}",
        "7": None,
        "'7:'": None,
        "7:5": None,
        "1:2:3": None,
    },
    "string": {
        "NULL": ' "", 8',
        "null": ' "", 8',
        '"NULL"': ' "NULL", 8',
        '""': ' "", 8',
        "a b": ' "a b", 8',
        "1234567": ' "1234567", 8',
        "12345678": None,
        '"a\\0b"': None,
    },
    "enum": {"red": " 0", "green": " 1", "blue": None, "1": None},
}


@pytest.mark.parametrize(
    "kind, text, initial",
    [(kind, text, initial) for kind, given in DEFAULTS.items() for text, initial in given.items()],
)
def test_defaults(tool, kind, text, initial):
    tool.write("a.c", block(type=kind, default=text, description=LIST))
    code = tool.run_tool(
        "--quiet",
        "--string-length",
        "8",
        "--output-header",
        tool.path("a.hpp"),
        "--output-source",
        tool.path("a.cpp"),
        tool.path("a.c"),
    )
    if initial is None:
        assert code == 1
        assert tool.errors.startswith("a.c:9: bad default '"), tool.errors
    else:
        assert code == 0, tool.errors
        assert initial + ")) {}" in tool.read("a.cpp")


def test_enums(tool):
    tool.assert_errors(
        block(type="enum"),
        "10: the description of an enum must list its values, 'value - meaning'",
    )
    tool.assert_errors(
        block(type="enum", default="red", description=LIST + "\n      red - three"),
        "10: the value 'red' is listed twice",
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "FOLDER/nothing.c",
        "--what FILE",
        "--output-source FOLDER/x FILE",
        "--check --list FILE",
        "--depfile FOLDER/d FILE",
        "--class a-b FILE",
        "--class union FILE",
        "--namespace a:: FILE",
        "--env-prefix A= FILE",
        "--env-prefix A,A FILE",
        "--string-length 0 FILE",
    ],
)
def test_a_wrong_command_line_is_refused(tool, arguments):
    tool.write("a.c", block())
    words = arguments.replace("FOLDER", tool.folder).replace("FILE", tool.path("a.c")).split()
    assert tool.run_tool(*words) == 2


def test_help(tool):
    assert tool.run_tool("--help") == 0
    assert "--env-prefix" in tool.out


def test_a_check_counts(tool):
    assert tool.check(block()) == 0
    assert tool.run_tool("--check", tool.path("a.c")) == 0
    assert tool.errors == "cvargen: 1 control variables, 1 categories in 1 blocks of 1 files\n"


def test_unwritable_files_are_named(tool):
    tool.write("a.c", block())
    header = tool.path("a.c/x.hpp")
    assert tool.run_tool("--quiet", "--output-header", header, tool.path("a.c")) == 3
    assert tool.errors == "cvargen: cannot write a.c/x.hpp\n"


def test_generated_files(tool):
    def changed():
        names = [
            name
            for name in ("a.hpp", "a.cpp", "a.md", "stamp")
            if os.stat(tool.path("out/" + name)).st_mtime != 1
        ]
        for name in ("a.hpp", "a.cpp", "a.md", "stamp"):
            os.utime(tool.path("out/" + name), (1, 1))
        return names

    tool.write("src/a.c", block(default="x"))
    assert tool.run_tool(*tool.outputs()) == 1
    assert not os.path.exists(tool.path("out"))
    for text, names in (
        (block(), ["a.hpp", "a.cpp", "a.md", "stamp"]),
        (block(), ["stamp"]),
        ("int i;\n" + block(), ["stamp"]),
        (block(description="Other."), ["a.cpp", "a.md", "stamp"]),
    ):
        tool.write("src/a.c", text)
        assert tool.run_tool(*tool.outputs()) == 0, tool.errors
        assert changed() == names


def test_folders(tool):
    os.makedirs(tool.path("src"))
    assert tool.run_tool(*tool.outputs()) == 1
    assert "src: no MPI_T_CVAR_INFO_BLOCK here\n" in tool.errors
    tool.write("src/a.c", block())
    tool.write("src/below/b.hpp", "int i;\n")
    for name in ("src/.hidden/c.c", "src/c.txt", "src/.d.c", "src/c.o"):
        tool.write(name, block())
    os.symlink(tool.path("src"), tool.path("src/below/loop"))
    assert tool.run_tool(*tool.outputs()) == 0, tool.errors
    assert tool.read("out/a.d") == (
        f"{tool.path('out/stamp')}: \\\n"
        + " \\\n".join(
            "  " + tool.path(name) for name in ("src/a.c", "src/below/b.hpp", "src", "src/below")
        )
        + "\n"
    )
    assert "1 blocks of 2 files" in tool.errors
    assert "declared in src/a.c." in tool.read("out/a.hpp")
    tool.write("a b#$.c", block())
    assert (
        tool.run_tool("--stamp", tool.path("s"), "--depfile", tool.path("d"), tool.path("a b#$.c"))
        == 0
    )
    assert "a\\ b\\#$$.c\n" in tool.read("d")


def test_page(tool):
    assert (
        tool.run_tool(
            "--quiet",
            "--prefix",
            "SAMPLE_CVAR_",
            "--env-prefix",
            "OLD_,SAMPLE_CVAR_",
            "--base",
            SAMPLE,
            "--output-markdown",
            tool.path("a.md"),
            SAMPLE,
        )
        == 0
    ), tool.errors
    page = tool.read("a.md")
    transport = page.index('\n## TRANSPORT\n\nHow "messages" travel \\\\ arrive.\n')
    assert page.index("\n### SAMPLE\\_CVAR\\_HOST\n") > transport
    assert page.index("\n### SAMPLE\\_CVAR\\_ORDER\n") < transport
    for text in (
        "\n## QUEUE\n\nFirst line.\\\nSecond line.\n",
        "- Type: enum\n- Values: `fifo = 2`, `2way = 3`\n- Default: `2way`\n",
        (
            "Longest message that is sent at once.\n\n- Type: int\n- Default: `1024`, unless"
            " the device has another\n- Scope: `MPI_T_SCOPE_ALL_EQ`\n- Verbosity:"
            " `MPI_T_VERBOSITY_TUNER_BASIC`\n- Environment, the last one wins:"
            " `OLD_SHORT_LIMIT`, `OLD_LIMIT`, `SAMPLE_CVAR_SHORT_LIMIT`, `SAMPLE_CVAR_LIMIT`,"
            " `OLD_EAGER_LIMIT`, `SAMPLE_CVAR_EAGER_LIMIT`\n- Declared in: `transport.c`\n"
        ),
    ):
        assert text in page

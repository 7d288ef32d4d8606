# SPDX-License-Identifier: BSD-3-Clause
"""Runs of cvargen over sources that a test writes, good and damaged ones."""
import contextlib
import io
import os
import random
import re

import pytest

import cvargen

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLE = os.path.join(HERE, "sample")
with open(os.path.join(SAMPLE, "queue.hpp"), "rb") as queue:
    GOOD = queue.read()
BEGIN = "=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===\n"
END = "=== END_MPI_T_CVAR_INFO_BLOCK ===\n"
CATEGORY = "categories:\n  - name: C\n    description: Of C.\n"
FIELDS = {
    "category": "C",
    "class": "none",
    "default": "1",
    "description": "Of A.",
    "scope": "MPI_T_SCOPE_LOCAL",
    "type": "int",
    "verbosity": "MPI_T_VERBOSITY_USER_BASIC",
}
LIST = "|-\n      red - one\n      green - two"


def block(name="X_A", categories=CATEGORY, **fields):
    """Line 6 is that of the name. The other fields follow in the order of their keys from line 7.
    None leaves one out."""
    fields = {**FIELDS, **{key.replace("_", "-"): value for key, value in fields.items()}}
    lines = "".join(
        f"    {key}: {value}\n" for key, value in sorted(fields.items()) if value is not None
    )
    return f"/* {BEGIN}{categories}cvars:\n  - name: {name}\n{lines}{END.strip()} */\n"


class Tool:
    """cvargen, and the folder of its sources."""

    def __init__(self, folder):
        self.folder, self.out, self.errors = folder, "", ""

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def run_tool(self, *arguments):
        """The exit code; what it prints is then in out and errors, without the folder's name."""
        out, errors = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(
            io.BytesIO(), "utf-8"
        )
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            try:
                code = cvargen.main(list(arguments))
            except SystemExit as end:
                code = end.code
        for stream in (out, errors):
            stream.flush()
        self.out = out.buffer.getvalue().decode(errors="replace")
        self.errors = (
            errors.buffer.getvalue().decode(errors="replace").replace(self.folder + "/", "")
        )
        return code

    def check(self, text, name="a.c"):
        self.write(name, text)
        return self.run_tool("--quiet", self.path(name))

    def assert_errors(self, text, *lines):
        """A check of the text reports just these."""
        assert self.check(text) == 1
        assert self.errors == "".join(f"a.c:{line}\n" for line in lines), text

    def outputs(self):
        return (
            "--output-header",
            self.path("out/a.hpp"),
            "--output-source",
            self.path("out/a.cpp"),
            "--output-markdown",
            self.path("out/a.md"),
            "--stamp",
            self.path("out/stamp"),
            "--depfile",
            self.path("out/a.d"),
            "--base",
            self.folder,
            self.path("src"),
        )

    def survive(self, data):
        self.write("a.c", data)
        code = self.run_tool(
            "--quiet",
            "--list",
            "--output-header",
            self.path("a.hpp"),
            "--output-source",
            self.path("a.cpp"),
            "--output-markdown",
            self.path("a.md"),
            self.path("a.c"),
        )
        assert code in (0, 1)
        assert (
            self.out or self.errors
            if code == 0
            else re.search(r"^a\.c:", self.errors, re.MULTILINE)
        ), data
        return code


@pytest.fixture
def tool(tmp_path):
    return Tool(str(tmp_path))


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


# A run ends with a result or with errors that name the file, whatever sources hold.


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

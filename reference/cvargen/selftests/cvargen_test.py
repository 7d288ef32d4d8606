#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs of cvargen over sources that a test writes, good and damaged ones."""
import contextlib
import io
import os
import random
import re
import shutil
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, ".."))
import cvargen  # noqa: E402

SAMPLE = os.path.join(HERE, "sample")
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
    """Line 6 is that of the name; the other fields follow in the order of their keys from line 7. None leaves one out."""
    fields = {**FIELDS, **{key.replace("_", "-"): value for key, value in fields.items()}}
    lines = "".join(
        f"    {key}: {value}\n" for key, value in sorted(fields.items()) if value is not None
    )
    return f"/* {BEGIN}{categories}cvars:\n  - name: {name}\n{lines}{END.strip()} */\n"


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cvargen-")
        self.addCleanup(shutil.rmtree, self.folder)

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
        self.assertEqual(self.check(text), 1)
        self.assertEqual(self.errors, "".join(f"a.c:{line}\n" for line in lines), text)


class Blocks(Case):
    def test_begin_and_end(self):
        other = block("X_B", "")
        self.assert_errors(
            "\n" + block() + other,
            "16: a second block in this file; one is allowed, and the first begins in line 2",
        )
        self.assert_errors(
            "\n\n" + block().partition("=== END")[0],
            "3: the block that begins here has no END line",
        )
        self.assert_errors(
            "int i;\n" + END, "2: this END line ends no block: its BEGIN line is missing"
        )
        self.assert_errors(
            BEGIN + block(),
            "1: the block that begins here has no END line",
            "2: a second block in this file; one is allowed, and the first begins in line 1",
        )
        self.assert_errors("int i;\n", " no MPI_T_CVAR_INFO_BLOCK here")

    def test_mentions_are_no_markers(self):
        self.assertEqual(
            self.check(
                "// Write === BEGIN_MPI_T_CVAR_INFO_BLOCK === before the block.\n"
                'const char *s = "=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===";\n'
                "if (/BEGIN_MPI_T_CVAR_INFO_BLOCK/) {\n/* BEGIN_MPI_T_CVAR_INFO_BLOCK */\n"
                + block()
            ),
            0,
        )

    def test_signs_of_comments(self):
        for sign in ("", "   ", " * ", "*", "// ", "/// ", "//! ", "# ", "! ", "!", ";; "):
            lines = block(description="Of * A.")[3:].replace(" */", "").splitlines()
            self.assertEqual(
                self.check("".join(sign + line + "\r\n" for line in lines)), 0, self.errors
            )
            self.assertEqual(self.run_tool("--quiet", "--list", self.path("a.c")), 0)
            self.assertEqual(
                self.out.replace(self.folder, ""),
                "X_A\tint\tMPI_T_VERBOSITY_USER_BASIC\tMPI_T_SCOPE_LOCAL\tC\t1\t/a.c:6\n",
                sign,
            )

    def test_unreadable_yaml_hides_no_other_error(self):
        self.write("bad.c", "//\n" + block(default="[1"))
        self.write("good.c", block(category="D", default="x"))
        self.assertEqual(self.run_tool("--quiet", self.path("bad.c"), self.path("good.c")), 1)
        self.assertRegex(
            self.errors, r"bad\.c:\d+: unreadable YAML: .*\ngood\.c:9: bad default 'x'.*\n"
        )
        self.assertNotIn(
            "unknown category", self.errors
        )  # perhaps it is in the block that could not be read

    def test_shape(self):
        for text, *lines in (
            ("", "2: the block has neither a list 'categories' nor a list 'cvars'"),
            ("cvar:\n  - name: A\n", "2: unknown section 'cvar'; allowed: categories, cvars"),
            ("cvars: 7\n", "2: 'cvars' must be a list of entries"),
            ("cvars:\n  - 7\n", "3: an entry must consist of 'key: value' lines"),
            ("cvars: []\ncvars: []\n", "3: 'cvars' stands twice in the block"),
            ("cvars: []\n---\ncvars: []\n", "3: unreadable YAML: it ends before this line"),
        ):
            self.assert_errors(BEGIN + text + END, *lines)


class Entries(Case):
    def test_missing_fields(self):
        for key in FIELDS:
            for value in (None, ""):
                self.assert_errors(
                    block(**{key: value}), f"6: control variable 'X_A' has no '{key}'"
                )
        self.assert_errors(
            block().replace("name: X_A", "group: g "), "6: control variable has no 'name'"
        )
        self.assert_errors(
            block(categories=CATEGORY + "  - description: Of D.\n"), "5: category has no 'name'"
        )
        self.assert_errors(
            block(categories=CATEGORY + "  - name: D\n"), "5: category 'D' has no 'description'"
        )

    def test_words(self):
        self.assert_errors(block(category="D"), "7: unknown category 'D' of X_A")
        self.assert_errors(
            block(**{"class": "devise"}), "8: unknown class 'devise'; allowed: none, device"
        )
        self.assert_errors(
            block(type="float"),
            "12: unknown type 'float'; allowed: int, boolean, double, string, range, enum",
        )
        self.assertEqual(self.check(block(scope="MPI_T_SCOPE_SOME", verbosity="LOUD")), 1)
        self.assertRegex(
            self.errors,
            (
                "a.c:11: unknown scope 'MPI_T_SCOPE_SOME'; allowed: .*\na.c:13: unknown verbosity"
                " 'LOUD'; allowed: "
            ),
        )
        self.assert_errors(block("X-A"), "6: 'X-A' is no identifier, as the name must be")
        self.assert_errors(
            block(alt_env="X_B, X=C"), "7: 'X=C' is no name of an environment variable"
        )
        self.assert_errors(block(group="[1, 2]"), "11: 'group' must be a text")
        self.assert_errors(
            block().replace("    scope", "    default: 2\n    scope"),
            "11: key 'default' stands twice in this entry",
        )

    def test_unknown_keys_are_warnings_unless_strict(self):
        self.assertEqual(self.check(block(colour="red")), 0)
        self.assertEqual(self.errors, "a.c:9: warning: unknown key 'colour'\n")
        self.assertEqual(self.run_tool("--quiet", "--strict", self.path("a.c")), 1)
        self.assertEqual(self.errors, "a.c:9: unknown key 'colour'\n")

    def test_several_files(self):
        self.write("a.c", block())
        self.write("b.c", "\n" + block(default="2"))
        self.assertEqual(self.run_tool("--quiet", self.path("a.c"), self.path("b.c")), 1)
        self.assertEqual(
            self.errors,
            (
                "b.c:4: duplicate category 'C'; first declared in a.c:3\n"
                "b.c:7: duplicate control variable 'X_A'; first declared in a.c:6\n"
            ),
        )
        self.write("b.c", block("X_a", ""))
        self.assertEqual(self.run_tool("--quiet", self.path("a.c"), self.path("b.c")), 1)
        self.assertEqual(self.errors, "b.c:3: 'X_a' and 'X_A' would both become the member 'x_a'\n")
        self.write("a.c", block(type="float", scope=None, **{"class": "x"}))
        self.write("b.c", END)
        self.assertEqual(self.run_tool("--quiet", "--list", self.path("a.c"), self.path("b.c")), 1)
        self.assertRegex(
            self.errors,
            (
                "(?s)a.c:6: control variable 'X_A' has no 'scope'.*a.c:8: unknown class.*b.c:1:"
                " this END line"
            ),
        )

    def test_defaults(self):
        """Of each type: what the generated source has; None: it is refused."""
        for kind, given in {
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
        }.items():
            for text, initial in given.items():
                with self.subTest(type=kind, default=text):
                    self.write("a.c", block(type=kind, default=text, description=LIST))
                    code = self.run_tool(
                        "--quiet",
                        "--string-length",
                        "8",
                        "--output-header",
                        self.path("a.hpp"),
                        "--output-source",
                        self.path("a.cpp"),
                        self.path("a.c"),
                    )
                    if initial is None:
                        self.assertEqual(code, 1)
                        self.assertTrue(self.errors.startswith("a.c:9: bad default '"), self.errors)
                    else:
                        self.assertEqual(code, 0, self.errors)
                        self.assertIn(initial + ")) {}", self.read("a.cpp"))

    def test_enums(self):
        self.assert_errors(
            block(type="enum"),
            "10: the description of an enum must list its values, 'value - meaning'",
        )
        self.assert_errors(
            block(type="enum", default="red", description=LIST + "\n      red - three"),
            "10: the value 'red' is listed twice",
        )


class Command(Case):
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

    def test_usage(self):
        self.assertEqual(self.run_tool("--help"), 0)
        self.assertIn("--env-prefix", self.out)
        self.assertEqual(self.check(block()), 0)
        file = self.path("a.c")
        for arguments in (
            (),
            (self.path("nothing.c"),),
            ("--what", file),
            ("--output-source", self.path("x"), file),
            ("--check", "--list", file),
            ("--depfile", self.path("d"), file),
            ("--class", "a-b", file),
            ("--class", "union", file),
            ("--namespace", "a::", file),
            ("--env-prefix", "A=", file),
            ("--env-prefix", "A,A", file),
            ("--string-length", "0", file),
        ):
            self.assertEqual(self.run_tool(*arguments), 2, arguments)
        self.assertEqual(self.run_tool("--check", file), 0)
        self.assertEqual(
            self.errors, "cvargen: 1 control variables, 1 categories in 1 blocks of 1 files\n"
        )
        self.assertEqual(
            self.run_tool("--quiet", "--output-header", self.path("a.c/x.hpp"), file), 3
        )
        self.assertEqual(self.errors, "cvargen: cannot write a.c/x.hpp\n")

    def test_what_is_written(self):
        def changed():
            names = [
                name
                for name in ("a.hpp", "a.cpp", "a.md", "stamp")
                if os.stat(self.path("out/" + name)).st_mtime != 1
            ]
            for name in ("a.hpp", "a.cpp", "a.md", "stamp"):
                os.utime(self.path("out/" + name), (1, 1))
            return names

        self.write("src/a.c", block(default="x"))
        self.assertEqual(self.run_tool(*self.outputs()), 1)
        self.assertFalse(os.path.exists(self.path("out")))
        for text, names in (
            (block(), ["a.hpp", "a.cpp", "a.md", "stamp"]),
            (block(), ["stamp"]),
            ("int i;\n" + block(), ["stamp"]),
            (block(description="Other."), ["a.cpp", "a.md", "stamp"]),
        ):
            self.write("src/a.c", text)
            self.assertEqual(self.run_tool(*self.outputs()), 0, self.errors)
            self.assertEqual(changed(), names)

    def test_folders(self):
        os.makedirs(self.path("src"))
        self.assertEqual(self.run_tool(*self.outputs()), 1)
        self.assertIn("src: no MPI_T_CVAR_INFO_BLOCK here\n", self.errors)
        self.write("src/a.c", block())
        self.write("src/below/b.hpp", "int i;\n")
        for name in ("src/.hidden/c.c", "src/c.txt", "src/.d.c", "src/c.o"):
            self.write(name, block())
        os.symlink(self.path("src"), self.path("src/below/loop"))
        self.assertEqual(self.run_tool(*self.outputs()), 0, self.errors)
        self.assertEqual(
            self.read("out/a.d"),
            f"{self.path('out/stamp')}: \\\n"
            + " \\\n".join(
                "  " + self.path(name)
                for name in ("src/a.c", "src/below/b.hpp", "src", "src/below")
            )
            + "\n",
        )
        self.assertIn("1 blocks of 2 files", self.errors)
        self.assertIn("declared in src/a.c.", self.read("out/a.hpp"))
        self.write("a b#$.c", block())
        self.assertEqual(
            self.run_tool(
                "--stamp", self.path("s"), "--depfile", self.path("d"), self.path("a b#$.c")
            ),
            0,
        )
        self.assertIn("a\\ b\\#$$.c\n", self.read("d"))

    def test_page(self):
        self.assertEqual(
            self.run_tool(
                "--quiet",
                "--prefix",
                "SAMPLE_CVAR_",
                "--env-prefix",
                "OLD_,SAMPLE_CVAR_",
                "--base",
                SAMPLE,
                "--output-markdown",
                self.path("a.md"),
                SAMPLE,
            ),
            0,
            self.errors,
        )
        page = self.read("a.md")
        transport = page.index('\n## TRANSPORT\n\nHow "messages" travel \\\\ arrive.\n')
        self.assertGreater(page.index("\n### SAMPLE\\_CVAR\\_HOST\n"), transport)
        self.assertLess(page.index("\n### SAMPLE\\_CVAR\\_ORDER\n"), transport)
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
            self.assertIn(text, page)


class Damage(Case):
    """Whatever sources hold, a run ends with a result or with errors that name the file."""

    def setUp(self):
        super().setUp()
        with open(os.path.join(SAMPLE, "queue.hpp"), "rb") as file:
            self.good = file.read()

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
        self.assertIn(code, (0, 1))
        self.assertTrue(
            (
                self.out or self.errors
                if code == 0
                else re.search(r"^a\.c:", self.errors, re.MULTILINE)
            ),
            data,
        )
        return code

    def test_truncated_at_every_byte(self):
        complete = self.good.index(b"END_MPI_T_CVAR_INFO_BLOCK") + 25
        for size in range(len(self.good) + 1):
            self.assertEqual(self.survive(self.good[:size]), 0 if size >= complete else 1, size)

    def test_without_any_one_line(self):
        lines = self.good.splitlines(keepends=True)
        for i in range(len(lines)):
            self.survive(b"".join(lines[:i] + lines[i + 1 :]))

    def test_other_bytes(self):
        choose = random.Random(1)
        for _ in range(500):
            damaged = bytearray(self.good)
            for _ in range(choose.randint(1, 4)):
                damaged[choose.randrange(len(damaged))] = choose.randrange(256)
            self.survive(bytes(damaged))

    def test_yaml_that_never_ends(self):
        for sign in ("[", "{", "- ", "? ", "&a ", "!", "*"):
            self.assertEqual(
                self.survive(f"{BEGIN}cvars:\n{sign * 20000}\n{END}".encode()), 1, sign
            )
        for sign in (",", "]", "}"):
            self.assertEqual(
                self.survive(block().replace("category: C", sign + "category: C").encode()), 1, sign
            )
        self.assertEqual(self.survive(block(description="a" * (1 << 20)).encode()), 0)


if __name__ == "__main__":
    unittest.main()

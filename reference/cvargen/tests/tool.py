# SPDX-License-Identifier: BSD-3-Clause
"""cvargen over sources that a test writes."""
import contextlib
import io
import os
import re

import cvargen


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

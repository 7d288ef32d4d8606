# SPDX-License-Identifier: BSD-3-Clause
"""A small catalogue that a test damages."""
import contextlib
import io
import os

import clausegen


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

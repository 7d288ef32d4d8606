# SPDX-License-Identifier: BSD-3-Clause
"""The header beside the tables of the published ABI, and the compilers that read it."""
import os
import subprocess

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "../../include")


@pytest.fixture(scope="session")
def read_table():
    """Reads a table of this folder, which has at least that many rows."""

    def read(name, least):
        with open(os.path.join(HERE, name), encoding="utf-8") as table:
            rows = [line.rstrip("\n").split("\t") for line in table if not line.startswith("#")]
        assert len(rows) >= least, f"{name} is not the table"
        return rows

    return read


@pytest.fixture(scope="session")
def in_c():
    """The C compiler, which finds the header."""
    return [os.environ.get("MPITCHECK_CC", "cc"), "-std=c11", "-I", INCLUDE]


@pytest.fixture(scope="session")
def in_cpp():
    """The C++ compiler, which finds the header."""
    return [os.environ.get("MPITCHECK_CXX", "c++"), "-std=c++20", "-I", INCLUDE]


@pytest.fixture
def refusal(tmp_path):
    """Compiles lines, and returns what the compiler says if it refuses them."""

    def compile_lines(command, suffix, lines, output=os.devnull):
        source = tmp_path / f"source{suffix}"
        source.write_text("".join(lines))
        words = [*command, str(source), "-o", str(output)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    return compile_lines

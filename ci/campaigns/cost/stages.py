# SPDX-License-Identifier: BSD-3-Clause
"""The measured stages. Each yields rows of the table."""
import os
import re
import shutil
from collections.abc import Callable, Iterator

from campaigns.cost.place import Place, Row
from tools.stages.trees import expectations

# Builds like ci/check, without installing and running.
BUILD = "ci/tools/with-python build"
# A test that exists on every target.
TEST = "cvar.num.nonnegative"
TEST_FILE = "conformance/suite/cvar/cvar_query.cpp"
BRIEF = "The number of cvars is reported and is not negative."
CLAUSES = "conformance/clauses/catalogue/cvar.yaml"
RULE = "The number of control variables is reported; zero means none are exported."


def parts(where: Place) -> dict[str, tuple[float, float]]:
    """Returns the wall and CPU seconds of the last ci/check, ci/gate or ci/test by stage."""
    with open(os.path.join(where.build, "logs/stages"), encoding="utf-8") as file:
        lines = (line.rstrip("\n").split("\t") for line in file)
        return {name: (float(wall), float(cpu)) for name, wall, cpu in lines}


def compiled(where: Place, *names: str) -> int:
    """Returns the number of files that these stages compiled, from their logs."""
    total = 0
    for name in names:
        path = os.path.join(where.build, "logs", f"{name.replace(' ', '-')}.log")
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                total += len(re.findall(r"^\[\d+/\d+\] Building CX?X? ", file.read(), re.MULTILINE))
    return total


TREES = ("reference build", "mpich build", "openmpi build")


def check(where: Place) -> Iterator[Row]:
    """Measures ci/check without an earlier build, and its parts."""
    whole = where.run("ci/check", ["ci/check"], good=(0, 1))
    for name, (wall, cpu) in parts(where).items():
        yield Row(name, cpu, wall, files=compiled(where, name) if name in TREES else None)
    whole.files = compiled(where, *TREES)
    yield whole


def build(where: Place) -> None:
    """Builds the trees, and installs packages if that was not done yet. Not measured."""
    where.run("trees", ["bash", "-euc", f"ci/install-deps; {BUILD}"])


def again(where: Place) -> Iterator[Row]:
    """Measures ci/check without changes, except its run."""
    build(where)
    row = where.run("ci/check again", ["ci/check"], good=(0, 1))
    wall, cpu = parts(where)["run"]
    yield row
    yield Row("ci/check again, less its run", row.cpu - cpu, row.wall - wall, note=row.note)


def clause(where: Place) -> Iterator[Row]:
    """Measures the build of all three trees after a change in the text of a rule."""
    build(where)
    where.change(CLAUSES, RULE, f"{RULE[:-1]} indeed.")
    row = where.run("a clause's prose, built", ["bash", "-euc", BUILD])
    row.files = compiled(where, *TREES)
    where.refresh()
    yield row


def edit(where: Place) -> Iterator[Row]:
    """Measures a change in a test, up to its verdicts on three trees."""
    build(where)
    where.change(TEST_FILE, BRIEF, f"{BRIEF[:-1]}, ever.")
    row = where.run(
        "a test, to its verdicts",
        [
            "bash",
            "-euc",
            (
                f"{BUILD}; build/bin/mpitcheck run "
                f"build/reference build/mpich build/openmpi --filter {TEST}"
            ),
        ],
        good=(0, 1),
    )
    row.files = compiled(where, *TREES)
    where.refresh()
    yield row


def gate(where: Place) -> Iterator[Row]:
    """Measures ci/gate for an MPI without an earlier build, with all packages installed."""
    where.run("packages", ["ci/install-deps"])
    shutil.rmtree(os.path.join(where.build, "mpi"), ignore_errors=True)
    row = where.run("ci/gate", ["ci/gate", "mpicxx.mpich", *expectations()], good=(0, 1))
    row.files = compiled(where, "mpi build")
    yield row


def test(where: Place) -> Iterator[Row]:
    """Measures ci/test without an earlier build, including the installation of missing packages."""
    for tree in ("test", "asan", "tsan"):
        shutil.rmtree(os.path.join(where.build, tree), ignore_errors=True)
    row = where.run("ci/test", ["ci/test"])
    row.files = compiled(where, *(f"{tree} build" for tree in ("test", "asan", "tsan")))
    yield row


ALL: dict[str, Callable[[Place], Iterator[Row]]] = {
    "check": check,
    "again": again,
    "clause": clause,
    "edit": edit,
    "gate": gate,
    "test": test,
}

# SPDX-License-Identifier: BSD-3-Clause
"""Measures the reference and compares with limits. Prints the baseline, the figure, the ratio, the
limit, and `ok` or `over` for each limit. Run it on a quiet machine.

  update-path   CPU time of an instrumented update: medians of 9 repetitions
  exchange      time of messages and of a start, for the reference and MPICH in turns: medians
  calls         MPI_T calls of the reference, and of the faster one of MPICH and Open MPI

Exit codes:
  0  all within the limits
  1  over a limit
  2  a wrong call
  3  something could not be built or measured
  5  interrupted"""
import argparse
import os
import re
import subprocess
from collections.abc import Sequence

from tools.stages.commands import BUILD, LOGS, ROOT, Failed, execute, say
from tools.stages.steps import Steps
from tools.stages.trees import build_check_trees, build_tree

_BENCH = os.path.join(ROOT, "bench")
_FIGURES = os.path.join(BUILD, "limits/figures")
_PYTHON = "/usr/bin/python3"
_OPTIONS = (
    "-DMPITCHECK_TARGET=reference",
    "-DCMAKE_BUILD_TYPE=Release",
    "-DMPITCHECK_OWN_TESTS=OFF",
    "-DMPITCHECK_RUNNER=OFF",
)
_ROUNDS = 27  # of exchange


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("measure", choices=list(_MEASURES), help="what to measure")


def _rows(table: str) -> list[list[str]]:
    """Returns the fields of each line of a table of limits."""
    with open(os.path.join(_BENCH, table), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return [re.split(" *[|] *", line) for line in lines]


def _figures(name: str) -> str:
    return os.path.join(_FIGURES, name)


def _write(path: str, command: Sequence[str], mode: str = "w") -> None:
    """Runs the command with its output in the file. Raises Failed."""
    with open(path, mode, encoding="utf-8") as file:
        if subprocess.run(command, stdout=file, check=False).returncode:
            raise Failed(f"{command[0]}: failed")


def _update_path(steps: Steps) -> list[str]:
    fields = {field for row in _rows("update_path.limits") if len(row) > 2 for field in row[1:3]}
    wanted = "|".join(re.sub("[+.]", r"\\\g<0>", field) for field in sorted(fields))
    programs = ["bench_update", "bench_calls", "bench_scale", "handle_memory", "compiled_out"]
    binaries = os.path.join(build_tree(steps, "limits", programs, _OPTIONS), "bin")
    files = []
    for program in ("bench_calls", "bench_scale", "bench_update"):
        files.append(_figures(f"{program}.json"))
        command = [
            f"{binaries}/{program}",
            "--benchmark_repetitions=9",
            "--benchmark_enable_random_interleaving=true",
            "--benchmark_min_time=0.1",
            f"--benchmark_filter=^({wanted})$",
            f"--benchmark_out={files[-1]}",
            "--benchmark_out_format=json",
        ]
        steps.need("measure", program, command)
    for program in ("handle_memory", "compiled_out"):
        files.append(_figures(program))
        try:
            _write(files[-1], [f"{binaries}/{program}"])
        except Failed:
            if os.path.getsize(files[-1]) == 0:
                raise
    return files


def _compile(steps: Steps, program: str, tree: str, with_mpich: bool = False) -> str:
    """Compiles bench/PROGRAM.c for the reference in the tree, or for MPICH."""
    source = os.path.join(_BENCH, f"{program}.c")
    output = os.path.join(tree, "bin", program + (".mpich" if with_mpich else ""))
    os.makedirs(os.path.dirname(output), exist_ok=True)
    if with_mpich:
        command = ["mpicc.mpich", "-O2", source, "-o", output]
    else:
        include, library = os.path.join(ROOT, "reference/include"), os.path.join(tree, "lib")
        command = [os.environ.get("CC") or "cc", "-O2", "-I", include, source, "-o", output]
        command += ["-L", library, "-lmpi_abi", f"-Wl,-rpath,{library}"]
    steps.need(f"{os.path.basename(tree)} {os.path.basename(output)}", "compile", command)
    return output


def _exchange(steps: Steps) -> list[str]:
    tree = build_tree(steps, "limits", ["libmpi_abi.so"], _OPTIONS)
    without = "limits-without-pvars"
    options = [*_OPTIONS, "-DMPITCHECK_WITHOUT_PVARS=ON"]
    other = build_tree(steps, without, ["libmpi_abi.so"], options)
    exchanges = (
        (_compile(steps, "exchange", other), "exchange/without_pvars"),
        (_compile(steps, "exchange", tree), "exchange/reference"),
        (_compile(steps, "exchange", tree, with_mpich=True), "exchange/mpich"),
    )
    start_up = _compile(steps, "start_up", tree)
    start_up_mpich = _compile(steps, "start_up", tree, with_mpich=True)
    files = [_figures("exchange"), _figures("start_up")]
    for number in range(_ROUNDS):
        for program, name in exchanges:
            first = number == 0 and program == exchanges[0][0]
            _write(files[0], [program, name], "w" if first else "a")
    starts = [f"start_up/reference={start_up}", f"start_up/mpich={start_up_mpich}"]
    _write(files[1], [_PYTHON, f"{_BENCH}/whole_process.py", "41", *starts])
    return files


def _calls(steps: Steps) -> list[str]:
    build_check_trees(steps, ["manifest", "benchmarks"])
    figures, log = _figures("calls.json"), os.path.join(LOGS, "calls.txt")
    # The rows of the table, without target and unit.
    text = "\n".join("|".join(row) for row in _rows("calls.limits"))
    names = {re.sub("/each$", "", name) for name in re.findall("call/[^ |]+", text)}
    command = [
        f"{BUILD}/bin/mpitcheck",
        "bench",
        *(f"{BUILD}/{name}" for name in ("reference", "mpich", "openmpi")),
        "--quick",
        "--repetitions",
        "9",
        *(word for name in sorted(names) for word in ("--filter", name)),
        "--json",
        figures,
    ]
    code = execute("calls", command, log).code
    with open(log, encoding="utf-8") as file:
        for line in file:
            if "WARNING" in line or line.startswith("failed"):
                say(line.rstrip())
    # 3: a benchmark failed. The table shows whether it has a limit.
    if code not in (0, 3):
        raise Failed(f"mpitcheck bench: exit code {code}")
    return [figures]


# The measurement, its table in bench, and the packages that it needs.
_MEASURES = {
    "update-path": (_update_path, "update_path.limits", ("limits",)),
    "exchange": (_exchange, "exchange.limits", ("limits", "check")),
    "calls": (_calls, "calls.limits", ("limits", "check")),
}


def run(options: argparse.Namespace) -> int:
    measure, table, packages = _MEASURES[options.measure]
    os.makedirs(_FIGURES, exist_ok=True)
    steps = Steps()
    for name in packages:
        steps.install(name)
    files = measure(steps)
    say("")
    command = [_PYTHON, f"{_BENCH}/limits.py", f"{_BENCH}/{table}", *files]
    return execute("limits", command, None).code

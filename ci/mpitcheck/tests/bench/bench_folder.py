# SPDX-License-Identifier: BSD-3-Clause
"""A folder with trees whose benchmark program is fake_bench.py, to run mpitcheck bench in."""
import json
import os
import shutil
import subprocess

from mpitcheck.process import own

_HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = {
    "baseline/clock": {"ns": 10},
    "call/a/all": {"ns": 200, "label": "baseline=clock"},
    "call/a/hot": {"ns": 20, "label": "baseline=clock"},
}


class BenchFolder:
    """The folder. It has a tree `fake`: a baseline of 10 ns, call/a/hot (20 ns), call/a/all
    (200 ns). Tests change `plan`, which bench() writes."""

    def __init__(self, path):
        self.root = str(path)
        os.mkdir(self.path("tmp"))
        self.plan = self.tree("fake")

    def path(self, name):
        return os.path.join(self.root, name)

    def write(self, name, content):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(content if isinstance(content, str) else json.dumps(content))

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def tree(self, name, benchmarks=({"name": "calls", "path": "bin/bench_calls"},), **plan):
        """Makes a tree; returns the plan of its program."""
        os.makedirs(self.path(f"{name}/bin"), exist_ok=True)
        shutil.copy(os.path.join(_HERE, "fake_bench.py"), self.path(f"{name}/bin/bench_calls"))
        self.write(
            f"{name}/target.json",
            {
                "schema": 1,
                "suite_version": own.version,
                "name": name,
                "kind": "external",
                "mpi_version": "4.0",
                "library_version": "Fake MPI 1.0",
                "env": {},
                "programs": [],
                "benchmarks": list(benchmarks),
            },
        )
        plan = {"rows": json.loads(json.dumps(ROWS)), **plan}
        self.write(f"{name}/bin/plan.json", plan)
        return plan

    def start(self, *arguments):
        return subprocess.Popen(
            [os.environ["MPITCHECK_PROGRAM"], "bench", *arguments],
            cwd=self.root,
            env={**os.environ, "TMPDIR": self.path("tmp")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run_tool(self, *arguments, code=0):
        """Runs mpitcheck bench, which must have this exit code. Returns its stdout and stderr."""
        with self.start(*arguments) as process:
            out, err = (text.decode() for text in process.communicate())
        assert process.returncode == code, err + out
        assert os.listdir(self.path("tmp")) == []
        return out, err

    def bench(self, *arguments, code=0):
        """Measures the tree `fake` with the present plan. Returns the stdout."""
        self.write("fake/bin/plan.json", self.plan)
        defaults = [
            word
            for option, value in (("--repetitions", "2"), ("--json", "out.json"))
            if option not in arguments
            for word in (option, value)
        ]
        return self.run_tool("fake", *defaults, *arguments, code=code)[0]

    def report(self):
        return json.loads(self.read("out.json"))

    def row(self, name, target="fake"):
        rows = self.report()["rows"]
        return next(row for row in rows if row["name"] == name and row["target"] == target)

    def problems(self):
        return self.report()["problems"]

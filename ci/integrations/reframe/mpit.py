# SPDX-License-Identifier: BSD-3-Clause
"""ReFrame tests of MPI_T: the verdicts on an MPI, and what its calls cost.

    reframe -C SITE.py -c ci/integrations/reframe/mpit.py -r -S MpitVerdicts.wrapper=mpicc.mpich
    reframe ... -S MpitVerdicts.expect=$PWD/mpit.txt    # passes if the results are as expected
    reframe ... -S MpitCost.tree=$PWD/build/mine        # a tree with benchmarks

`mpitcheck` must be in PATH, for example by a module: -S MpitVerdicts.modules=mpitcheck. The run
itself starts the launcher of the MPI, so ReFrame starts mpitcheck without one.
"""
import json
import os

import reframe as rfm
import reframe.utility.sanity as sn
import reframe.utility.typecheck as typ
from reframe.core.builtins import (
    performance_function,
    run_before,
    sanity_function,
    variable,
)


def _loaded(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class _Mpitcheck(rfm.RunOnlyRegressionTest):
    valid_systems = ["*"]
    valid_prog_environs = ["*"]
    executable = "mpitcheck"
    local = True  # not a job of its own: mpitcheck starts the processes of each test
    options = variable(typ.List[str], value=[])  # more options of the command


@rfm.simple_test
class MpitVerdicts(_Mpitcheck):
    """Fails if the MPI breaks a rule, or with `expect`, if any result differs from that file."""

    wrapper = variable(str, value="mpicc")
    tree = variable(str, value="")  # a tree that is built already; the wrapper is then not used
    expect = variable(str, value="")
    keep_files = ["report.html", "report.json", "report.xml"]
    time_limit = "60m"

    @run_before("run")
    def set_command(self):
        subject = ["run", self.tree] if self.tree else ["test", self.wrapper]
        expect = ["--expect", self.expect] if self.expect else []
        html, report, junit = self.keep_files
        files = ["--html", html, "--json", report, "--junit", junit]
        self.executable_opts = [*subject, *expect, *files, *self.options]

    @sanity_function
    def is_as_expected(self):
        if not os.path.exists("report.json"):
            return sn.assert_true(False, msg=f"mpitcheck wrote no report: see {self.stderr}")
        summary = _loaded("report.json")["summary"]
        gate = summary["gate"]["findings"] if summary["gate"] else []
        found = [f"{it['problem']}: {it['test'] or it['source']}" for it in gate]
        words = ", ".join(found) or "a rule is broken, or a test could not run"
        return sn.assert_eq(summary["exit_code"], 0, msg=f"exit code {{0}}: {words}")

    @performance_function("s")
    def run_time(self):
        return _loaded("report.json")["footer"]["seconds"]

    @performance_function("findings")
    def broken_rules(self):
        return len(_loaded("report.json")["findings"])


@rfm.simple_test
class MpitCost(_Mpitcheck):
    """Reports the median of each benchmark as a performance variable."""

    tree = variable(str, value="")
    keep_files = ["bench.json"]
    time_limit = "30m"

    @run_before("run")
    def set_command(self):
        self.skip_if(not self.tree, "no tree with benchmarks: -S MpitCost.tree=DIR")
        self.executable_opts = ["bench", self.tree, "--json", "bench.json", *self.options]

    @sanity_function
    def all_are_measured(self):
        rows = _loaded("bench.json")["rows"]
        problems = [f"{row['name']}: {row['problem']}" for row in rows if row["problem"]]
        return sn.all([sn.assert_true(rows), sn.assert_eq(problems, [])])

    @run_before("performance")
    def set_figures(self):
        self.perf_variables = {
            row["name"]: sn.make_performance_function(sn.defer(row["ns"]["median"]), "ns")
            for row in _loaded(os.path.join(self.stagedir, "bench.json"))["rows"]
            if row["ns"]
        }

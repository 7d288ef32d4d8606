# SPDX-License-Identifier: BSD-3-Clause
"""A tree whose test program misbehaves, and running mpitcheck on it as a user would."""
import json
import os
import shutil
import subprocess
from dataclasses import dataclass

from mpitcheck.judge.clauses import all_clauses
from mpitcheck.process import own
from mpitcheck.process.files import Scratch
from mpitcheck.process.text import decode
from mpitcheck.report.parse_json import from_json
from tests.report.packed import plain_json

_SINGLE_TESTS = """
    plain.pass plain.environment plain.variant plain.fail plain.quality plain.forked_crash
    plain.nothing_examined
    lie.pass_with_offender
    result.garbage result.garbage_after result.deeply_nested result.huge result.deleted
    result.fifo result.link result.wrong_nonce
    result.end_twice result.cut_short result.cut_short_after_end
    output.filled_pipe output.controls output.closed
    leaves.child leaves.many leaves.daemon leaves.locked_folder
    memory.taken
    exit.zero exit.zero_before_begin exit.usage
    signal.segv signal.abort signal.kills_supervisor signal.bothers_supervisor
    signal.stops_itself
    late.loop late.deadlock late.system_call late.forked late.goes_on late.in_mpi_once
    late.ignores_sigterm late.reports_when_told
    teardown.segv teardown.hang teardown.exit""".split()
_RANK_TESTS = [
    "ranks.pass",
    "ranks.one_silent",
    "ranks.one_fails",
    "ranks.one_crashes",
    "ranks.strangers",
    "ranks.stray",
]


@dataclass
class Finished:
    """What a finished mpitcheck left."""

    exit_code: int  # -11: ended by signal 11
    out: str
    err: str
    most_memory_kib: int  # of the runner and its children


@dataclass
class Started:
    """An mpitcheck that is running."""

    process: subprocess.Popen
    out: str
    err: str

    @property
    def pid(self):
        return self.process.pid


def content(path):
    with open(path, "rb") as file:
        return decode(file.read())


class FakeTree:
    """A context manager. Tests change `manifest`, then call write()."""

    def __init__(self):
        self._scratch = Scratch()
        self._folder = self._scratch.__enter__()
        self.root = self.file("tree")
        os.makedirs(os.path.join(self.root, "bin"))
        os.mkdir(self.file("tmp"))
        # A copy, so that its path tells this tree's processes from all others.
        shutil.copy(os.environ["HOSTILE_PROGRAM"], os.path.join(self.root, "bin/hostile"))
        cited = [self.clause("must"), self.clause("quality")]
        tests = [
            {"name": name, "clauses": cited, "np": np}
            for np, names in ((1, _SINGLE_TESTS), (2, _RANK_TESTS))
            for name in names
        ]
        self.manifest = {
            "schema": 1,
            "suite_version": own.version,
            "name": "fake",
            "kind": "external",
            "mpi_version": "4.0",
            "library_version": "Fake MPI 1.0",
            "functions": {},
            "launcher": [os.environ["FAKE_LAUNCHER"], "-n", "{np}"],
            "env": {"HOSTILE_MUST": self.clause("must"), "HOSTILE_QUALITY": self.clause("quality")},
            "programs": [{"suite": "conformance", "path": "bin/hostile", "tests": tests}],
            "inventory": "bin/hostile",
        }
        self.write()

    @staticmethod
    def clause(level):
        """The first clause of the catalogue of that level."""
        return next(clause.id for clause in all_clauses() if clause.level == level)

    @property
    def tests(self):
        """Those of the manifest."""
        return self.manifest["programs"][0]["tests"]

    def write(self):
        """Puts the manifest into place."""
        with open(os.path.join(self.root, "target.json"), "w", encoding="utf-8") as file:
            json.dump(self.manifest, file)

    def file(self, name):
        return os.path.join(self._folder, name)

    def write_file(self, name, text):
        with open(self.file(name), "w", encoding="utf-8") as file:
            file.write(text)

    def start(self, arguments, stdout=None, **variables):
        """Starts `mpitcheck ARGUMENTS...` in the scratch folder with these variables. Its temporary
        files are in file("tmp"). If `stdout` is given, its output goes there."""
        environment = {
            **os.environ,
            "TMPDIR": self.file("tmp"),
            "HOSTILE_MARK": self.file("mark"),
            **variables,
        }
        with open(self.file("stdout"), "wb") as out, open(self.file("stderr"), "wb") as err:
            process = subprocess.Popen(
                [os.environ["MPITCHECK_PROGRAM"], *arguments],
                cwd=self.file(""),
                env=environment,
                stdout=out if stdout is None else stdout,
                stderr=err,
            )
        return Started(process, out.name, err.name)

    @staticmethod
    def finish(started):
        _, status, usage = os.wait4(started.pid, 0)
        started.process.returncode = os.waitstatus_to_exitcode(status)
        return Finished(
            started.process.returncode, content(started.out), content(started.err), usage.ru_maxrss
        )

    def mpitcheck(self, arguments, **variables):
        return self.finish(self.start(arguments, **variables))

    def report(self):
        """The report in file("report.json"), with nothing packed or left out."""
        return json.loads(plain_json(from_json(content(self.file("report.json")))))

    def test(self, name):
        """The entry of a test in report()."""
        return next(entry for entry in self.report()["tests"] if entry["name"] == name)

    def remaining_processes(self):
        """Processes that still run this tree's test program, wherever they have moved."""

        def runs_it(pid):
            try:
                return os.readlink(f"/proc/{pid}/exe") == os.path.join(self.root, "bin/hostile")
            except OSError:
                return False

        return [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and runs_it(pid)]

    def remaining_files(self):
        """Files that runs have left behind."""
        return os.listdir(self.file("tmp"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._scratch.__exit__()


def assert_nothing_left(tree):
    """Neither processes nor files of runs are left."""
    assert tree.remaining_processes() == []
    assert tree.remaining_files() == []


def assert_refusal(run, exit_code, part):
    """One line on stderr that contains `part`, nothing on stdout, this exit code."""
    assert run.exit_code == exit_code, run.err
    assert part in run.err
    assert run.err.count("\n") == 1, run.err
    assert run.out == ""


def assert_refused(tree, arguments, exit_code, part):
    """The command line, in which TREE stands for the tree, is refused in one line."""
    run = tree.mpitcheck([tree.root if word == "TREE" else word for word in arguments])
    assert_refusal(run, exit_code, part)

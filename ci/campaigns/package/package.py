# SPDX-License-Identifier: BSD-3-Clause
"""Makes the packages, a Debian package and an archive, and tries them in bare roots of Debian
releases: installs a package, tests the reference, directly and as a library of the standard ABI,
and then MPICH. The suites for MPICH are built once; a second test of MPICH must build nothing.
Prints commands, seconds and sizes, and which C library the programs need, and writes all that as a
page, build/packages/package.md.

The programs are linked to the C library of Debian 11, so that they run on older systems than this
one. With `-` as RELEASE, only makes the packages, as any user. Otherwise it needs root. In sid, it
also tests an MPICH of the standard ABI. Packages, roots and logs are in build/packages. A root is
made once.

With aarch64 as RELEASE, cross-compiles the archive for this processor as any user, and tests the
reference, emulated. This needs Linux 6.7.

Exit codes:
  0  all commands worked, the archive is small, and the programs run on old systems
  1  a command failed or gave a wrong result, or the archive is too large or needs a newer C library
  2  a wrong call
  3  a package or a root could not be made
  5  interrupted"""
import argparse
import glob
import os
import platform
import re
import shutil
import subprocess
import tempfile
import time

from campaigns.package.make import ARCHITECTURES, EMULATE, OLDEST_GLIBC, WORK, Kind, make
from campaigns.package.symbols import problems
from campaigns.shared.roots import check_emulation
from tools.stages.commands import ROOT, Refused, execute, last_lines, relative, say
from tools.stages.steps import Steps, touch

_SHARED = os.path.join(ROOT, "ci/campaigns/shared")
_EMULATED = "aarch64"
_LARGEST = 12e6  # bytes of an archive
_INDENT = " " * 19
_INSTALL = "apt-get install -y -q --no-install-recommends"
_RECOMMENDED = "mpich libmpich-dev cmake g++ make"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "releases",
        metavar="RELEASE",
        nargs="*",
        help="releases of Debian; default: bullseye, bookworm and trixie; or aarch64",
    )


def _check(releases: list[str]) -> None:
    """Raises Refused for a wrong name of a release, or if roots cannot be made by this user."""
    for release in releases:
        known = os.path.exists(f"/usr/share/debootstrap/scripts/{release}")
        if release != "-" and not known and not re.fullmatch("[a-z]+", release):
            raise Refused(f"'{release}' is not a release: name releases of Debian, or -")
    if releases[0] != "-" and os.geteuid() != 0:
        raise Refused("making roots needs root: run the campaign as root, or with -")


def _runs_on_old_systems(archive: str) -> tuple[str, bool]:
    """Returns a line about the libraries that the programs of the archive need, and whether old
    systems have them: a C library up to OLDEST_GLIBC, and no C++ library."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-xzf", os.path.join(WORK, archive), "-C", folder], check=True)
        needed, lines = problems(folder, OLDEST_GLIBC)
    for line in lines:
        say(f"{_INDENT}{line}")
    return f"glibc {needed} or newer (limit: {OLDEST_GLIBC})", not lines


def _lint(steps: Steps, deb: str) -> bool:
    log = steps.log_of("package", "lintian")
    command = ["lintian", "--allow-root", "--tag-display-limit", "0"]
    command += ["--fail-on", "error,warning", os.path.join(WORK, deb)]
    code = execute("lintian", command, log).code
    for line in last_lines(log, 1000) or ["no tags"]:
        say(f"lintian: {line}")
    return code == 0


def _counts(text: str) -> str:
    """Returns the verdicts in the summary of a run; "" if the text has none."""
    found = re.search(r"^ *Tests: ([^;]*);", text, re.MULTILINE)
    return " ".join(found[1].split()) if found else ""


class _Trial:
    """Commands in the root of a release. They change the root."""

    def __init__(self, steps: Steps, release: str) -> None:
        self._steps = steps
        self.release = release
        self.root = os.path.join(WORK, release)
        self.passed = True
        self.results: dict[str, str] = {}  # by command

    def make_root(self) -> None:
        """Makes the root. Raises Failed."""
        bare = f"{self.root}.bare"
        if not os.path.exists(f"{bare}/ready"):
            make = [os.path.join(_SHARED, "make-root"), bare, WORK, self.release, "-", "bare"]
            self._steps.need(self.release, "root", make)
            touch(f"{bare}/ready")
        subprocess.run(["rm", "-rf", "--one-file-system", self.root], check=True)
        subprocess.run(["cp", "-a", "--reflink=auto", bare, self.root], check=True)

    def log_of(self, name: str) -> str:
        return self._steps.log_of(self.release, name)

    def run(self, name: str, code: int, command: str) -> None:
        """Runs the command in the root and records whether its exit code is `code`."""
        log = self.log_of(name)
        enter = [os.path.join(_SHARED, "enter"), self.root, WORK]
        outcome = execute(
            f"{self.release} {name}", [*enter, "sh", "-c", f"cd /root && {command}"], log
        )
        say(f"{self.release:<9} {outcome.wall:5.0f} s  {command}")
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        counts = _counts(text)
        for shown in [*re.findall(r"^MPIs by.*?(?:^$|\Z)", text, re.M | re.S), counts]:
            if shown:
                say("\n".join(_INDENT + line for line in shown.rstrip().splitlines()))
        result = [f"{outcome.wall:.0f} s", counts]
        if outcome.code != code:
            self.passed = False
            result.append(f"**exit code {outcome.code}, not {code}**")
            say(f"{_INDENT}exit code {outcome.code}, not {code}: {relative(log)}")
            say("\n".join(last_lines(log, 5)))
        self.results[command] = ": ".join(filter(None, result))

    def _forbid(self, path: str, pattern: str, problem: str) -> None:
        """Fails the trial if a line of the file matches the pattern."""
        with open(path, encoding="utf-8", errors="replace") as file:
            if re.search(pattern, file.read(), re.MULTILINE):
                say(f"{_INDENT}{problem}: {relative(path)}")
                self.passed = False

    def run_all(self, deb: str, archive: str) -> None:
        self.run("install", 0, f"apt-get update -qq && {_INSTALL} /mpitcheck/build/{deb}")
        self.run("reference", 0, "mpitcheck run")
        unpacked = f"{archive.removesuffix('.tar.gz')}/bin/mpitcheck run --filter 'cvar.*'"
        self.run("archive", 0, f"tar xzf /mpitcheck/build/{archive} && {unpacked}")
        library = "mpitcheck run --abi-library /opt/libmpi_abi.so.0 --filter 'cvar.*'"
        self.run("abi", 0, f"cp /usr/lib/mpitcheck/lib/libmpi_abi.so.0 /opt && {library}")
        self.run("recommended", 0, f"{_INSTALL} {_RECOMMENDED}")
        self.run("found", 0, "mpitcheck")
        # Exit code 1 is expected, since MPICH breaks rules.
        self.run("build", 1, "mpitcheck test mpicc.mpich --html mpich.html")
        for path in glob.glob(f"{self.root}/root/.cache/mpitcheck/*/build.log"):
            self._forbid(path, "cannot link", "the suites do not use the objects of the package")
        self.run("again", 1, "mpitcheck test mpicc.mpich --quick")
        self._forbid(self.log_of("again"), "^Building", "the second test built something")
        for path in glob.glob(f"{self.root}/usr/lib/*/libmpi_abi_mpich.so.?.*"):
            options = f"--abi-library {path[len(self.root):]} --launcher 'mpiexec.mpich -n {{np}}'"
            self.run("mpich-abi", 1, f"mpitcheck run {options}")


def _write_page(name: str, facts: list[str], trials: list[_Trial]) -> None:
    git = ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, check=False, capture_output=True, text=True).stdout.strip()
    rows = [["command", *(trial.release for trial in trials)], ["---"] * (len(trials) + 1)]
    for command in dict.fromkeys(command for trial in trials for command in trial.results):
        rows.append([f"`{command}`", *(trial.results.get(command, "") for trial in trials)])
    lines = [
        "<!-- SPDX-License-Identifier: BSD-3-Clause -->",
        "# Packages",
        "",
        f"Date: {time.strftime('%Y-%m-%d')}. Commit: {commit}. Written by"
        " `ci/campaigns/campaign package`.",
        "",
        *(f"- {fact}" for fact in facts),
    ]
    if trials:
        lines += ["", *(f"| {' | '.join(row)} |" for row in rows)]
    page = os.path.join(WORK, name)
    with open(page, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    say(f"The page: {relative(page)}")


def _make(steps: Steps, kind: Kind) -> tuple[list[str], list[str], bool]:
    """Makes packages. Returns their file names, lines about them, and whether the archive is small
    and its programs run on old systems. Raises Failed."""
    names = make(steps, kind)
    needed, passed = _runs_on_old_systems(names[-1])
    sizes = [os.path.getsize(os.path.join(WORK, name)) for name in names]
    facts = [f"{size / 1e6:.1f} MB: {name}" for size, name in zip(sizes, names)]
    facts[-1] += f" (limit: {_LARGEST / 1e6:.0f} MB)"
    facts.append(f"The programs need {needed}.")
    for fact in facts:
        say(fact)
    return names, facts, passed and sizes[-1] <= _LARGEST


def _try_emulated(steps: Steps, kind: Kind, archive: str) -> tuple[str, bool]:
    """Tests the reference of an archive for another processor. Returns a line about it, and whether
    all tests passed."""
    folder = os.path.join(WORK, f"unpacked-{kind.architecture}")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    subprocess.run(["tar", "-xzf", os.path.join(WORK, archive), "-C", folder], check=True)
    program = os.path.join(folder, archive.removesuffix(".tar.gz"), "bin/mpitcheck")
    command = [*EMULATE, program, "run", "--filter", "cvar.*"]
    outcome = steps.run(kind.processor, "run", command, env=kind.environment)
    with open(steps.log_of(kind.processor, "run"), encoding="utf-8", errors="replace") as file:
        counts = _counts(file.read())
    return f"`mpitcheck run --filter 'cvar.*'`, emulated: {counts}", outcome is not None


def _run_foreign(kind: Kind) -> int:
    check_emulation(f"an archive for {kind.processor}")
    steps = Steps(os.path.join(WORK, f"logs-{kind.architecture}"))
    steps.install("package-foreign")
    names, facts, passed = _make(steps, kind)
    fact, works = _try_emulated(steps, kind, names[-1])
    say(fact)
    _write_page(f"package-{kind.architecture}.md", [*facts, fact], [])
    return 0 if passed and works else 1


def run(options: argparse.Namespace) -> int:
    releases = options.releases or ["bullseye", "bookworm", "trixie"]
    processor = platform.machine()
    if processor not in ARCHITECTURES:
        raise Refused(f"packages are made for {' and '.join(ARCHITECTURES)}, not for {processor}")
    if releases == [_EMULATED] and processor != _EMULATED:
        return _run_foreign(Kind(_EMULATED))
    _check(releases)
    steps = Steps(os.path.join(WORK, "logs"))
    steps.install("package")
    (deb, archive), facts, passed = _make(steps, Kind(processor))
    passed = _lint(steps, deb) and passed
    trials = []
    for release in releases if releases[0] != "-" else ():
        trial = _Trial(steps, release)
        trial.make_root()
        trial.run_all(deb, archive)
        trials.append(trial)
    _write_page("package.md", facts, trials)
    return 0 if passed and all(trial.passed for trial in trials) else 1

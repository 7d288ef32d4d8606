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

Exit codes:
  0  all commands worked, and the programs run on old systems
  1  a command failed or gave a wrong result, or a program needs a newer C library
  2  a wrong call
  3  a package or a root could not be made
  5  interrupted"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import tempfile
import time

from campaigns.package.symbols import problems
from campaigns.shared.steps import (
    BUILD,
    ROOT,
    Refused,
    Steps,
    execute,
    last_lines,
    relative,
    say,
    touch,
)

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_WORK = os.path.join(BUILD, "packages")
_TREE = os.path.join(_WORK, "tree")
_SHARED = os.path.join(ROOT, "ci/campaigns/shared")
_LIBRARIES = os.path.join(_WORK, "third-party")
_SYSROOT = os.path.join(_WORK, "sysroot")
_OLDEST_GLIBC = "2.28"  # of RHEL 8
_INDENT = " " * 19
_INSTALL = "apt-get install -y -q --no-install-recommends"
_RECOMMENDED = "mpich libmpich-dev cmake g++ make"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "releases",
        metavar="RELEASE",
        nargs="*",
        help="releases of Debian; default: bullseye, bookworm and trixie",
    )


def _check(releases: list[str]) -> None:
    """Raises Refused for a wrong name of a release, or if roots cannot be made by this user."""
    for release in releases:
        known = os.path.exists(f"/usr/share/debootstrap/scripts/{release}")
        if release != "-" and not known and not re.fullmatch("[a-z]+", release):
            raise Refused(f"'{release}' is not a release: name releases of Debian, or -")
    if releases[0] != "-" and os.geteuid() != 0:
        raise Refused("making roots needs root: run the campaign as root, or with -")


def _make(steps: Steps) -> tuple[str, str]:
    """Makes the Debian package and the archive. Returns their file names. Raises Failed."""
    steps.need("package", "sources", [os.path.join(_FOLDER, "libraries"), _LIBRARIES])
    if not os.path.exists(f"{_SYSROOT}/ready"):
        steps.need("package", "sysroot", [os.path.join(_FOLDER, "make-sysroot"), _SYSROOT, "amd64"])
        touch(f"{_SYSROOT}/ready")
    configure = ["cmake", "-S", ROOT, "-B", _TREE, "-G", "Ninja", "-DMPITCHECK_TARGET=reference"]
    configure += ["-DMPITCHECK_TARGET_NAME=reference", "-DMPITCHECK_BENCH=OFF"]
    configure += [f"-DMPITCHECK_DEPS={_LIBRARIES}", f"-DMPITCHECK_OLDEST_GLIBC={_OLDEST_GLIBC}"]
    # Clang, because GCC cannot use the C++ library of another root. It is linked statically.
    for language, compiler in (("C", "clang"), ("CXX", "clang++")):
        configure += [f"-DCMAKE_{language}_COMPILER={compiler}"]
        configure += [f"-DCMAKE_{language}_FLAGS=--sysroot={_SYSROOT}"]
    static = "-static-libstdc++ -static-libgcc"
    configure += [f"-DCMAKE_{kind}_LINKER_FLAGS={static}" for kind in ("EXE", "SHARED", "MODULE")]
    build = ["cmake", "--build", _TREE, "--target", "all", "manifest", "recorder"]
    environment = {"CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": ROOT}
    steps.need("package", "configure", configure, env=environment)
    steps.need("package", "build", build, env=environment)
    for old in glob.glob(f"{_WORK}/*.deb") + glob.glob(f"{_WORK}/*.tar.gz"):
        os.remove(old)
    steps.need("package", "pack", ["cpack", "--config", f"{_TREE}/CPackConfig.cmake", "-B", _WORK])
    shutil.rmtree(f"{_WORK}/_CPack_Packages", ignore_errors=True)
    [deb], [archive] = glob.glob(f"{_WORK}/*.deb"), glob.glob(f"{_WORK}/*.tar.gz")
    return os.path.basename(deb), os.path.basename(archive)


def _runs_on_old_systems(archive: str) -> tuple[str, bool]:
    """Returns a line about the libraries that the programs of the archive need, and whether old
    systems have them: a C library up to _OLDEST_GLIBC, and no C++ library."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["tar", "-xzf", os.path.join(_WORK, archive), "-C", folder], check=True)
        needed, lines = problems(folder, _OLDEST_GLIBC)
    for line in lines:
        say(f"{_INDENT}{line}")
    return f"glibc {needed} or newer (limit: {_OLDEST_GLIBC})", not lines


def _lint(steps: Steps, deb: str) -> bool:
    log = steps.log_of("package", "lintian")
    command = ["lintian", "--allow-root", "--tag-display-limit", "0"]
    command += ["--fail-on", "error,warning", os.path.join(_WORK, deb)]
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
        self.root = os.path.join(_WORK, release)
        self.passed = True
        self.results: dict[str, str] = {}  # by command

    def make_root(self) -> None:
        """Makes the root. Raises Failed."""
        bare = f"{self.root}.bare"
        if not os.path.exists(f"{bare}/ready"):
            make = [os.path.join(_SHARED, "make-root"), bare, _WORK, self.release, "-", "bare"]
            self._steps.need(self.release, "root", make)
            touch(f"{bare}/ready")
        subprocess.run(["rm", "-rf", "--one-file-system", self.root], check=True)
        subprocess.run(["cp", "-a", "--reflink=auto", bare, self.root], check=True)

    def log_of(self, name: str) -> str:
        return self._steps.log_of(self.release, name)

    def run(self, name: str, code: int, command: str) -> None:
        """Runs the command in the root and records whether its exit code is `code`."""
        log = self.log_of(name)
        enter = [os.path.join(_SHARED, "enter"), self.root, _WORK]
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
        self.run("again", 1, "mpitcheck test mpicc.mpich --quick")
        with open(self.log_of("again"), encoding="utf-8", errors="replace") as file:
            if re.search("^Building.*", file.read(), re.MULTILINE):
                say(f"{_INDENT}the second test built something: {relative(self.log_of('again'))}")
                self.passed = False
        for path in glob.glob(f"{self.root}/usr/lib/*/libmpi_abi_mpich.so.?.*"):
            options = f"--abi-library {path[len(self.root):]} --launcher 'mpiexec.mpich -n {{np}}'"
            self.run("mpich-abi", 1, f"mpitcheck run {options}")


def _write_page(facts: list[str], trials: list[_Trial]) -> None:
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
        "",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]
    page = os.path.join(_WORK, "package.md")
    with open(page, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    say(f"The page: {relative(page)}")


def run(options: argparse.Namespace) -> int:
    releases = options.releases or ["bullseye", "bookworm", "trixie"]
    _check(releases)
    steps = Steps(os.path.join(_WORK, "logs"))
    steps.install("package")
    deb, archive = _make(steps)
    needed, passed = _runs_on_old_systems(archive)
    facts = [
        f"{os.path.getsize(os.path.join(_WORK, name)) / 2**20:.1f} MiB: {name}"
        for name in (deb, archive)
    ]
    facts.append(f"The programs need {needed}.")
    for fact in facts:
        say(fact)
    passed = _lint(steps, deb) and passed
    trials = []
    for release in releases if releases[0] != "-" else ():
        trial = _Trial(steps, release)
        trial.make_root()
        trial.run_all(deb, archive)
        trials.append(trial)
    _write_page(facts, trials)
    return 0 if passed and all(trial.passed for trial in trials) else 1

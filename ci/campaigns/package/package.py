# SPDX-License-Identifier: BSD-3-Clause
"""Makes the packages, a Debian package and an archive, and tries them in bare roots of Debian
releases: installs a package, tests the reference, directly and as a library of the standard ABI,
and then MPICH. The suites for MPICH are built once; a second test of MPICH must build nothing.
Prints commands, seconds and sizes.

With `-` as RELEASE, only makes the packages, as any user. Otherwise it needs root. In sid, it also
tests an MPICH of the standard ABI. Packages, roots and logs are in build/packages. A root is made
once.

Exit codes:
  0  all commands worked
  1  a command did not do what it should
  2  a wrong call
  3  a package or a root could not be made
  5  interrupted"""
import argparse
import glob
import os
import re
import shutil
import subprocess

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

_WORK = os.path.join(BUILD, "packages")
_TREE = os.path.join(_WORK, "tree")
_SHARED = os.path.join(ROOT, "ci/campaigns/shared")
_INDENT = " " * 19
_INSTALL = "apt-get install -y -q --no-install-recommends"
_RECOMMENDED = "mpich libmpich-dev cmake g++ ninja-build nlohmann-json3-dev librapidcheck-dev"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "releases",
        metavar="RELEASE",
        nargs="*",
        help="releases of Debian; default: bookworm and trixie",
    )


def _check(releases: list[str]) -> None:
    """Raises Refused."""
    for release in releases:
        known = os.path.exists(f"/usr/share/debootstrap/scripts/{release}")
        if release != "-" and not known and not re.fullmatch("[a-z]+", release):
            raise Refused(f"'{release}' is not a release: name releases of Debian, or -")
    if releases[0] != "-" and os.geteuid() != 0:
        raise Refused("making roots needs root: run the campaign as root, or with -")


def _make(steps: Steps) -> tuple[str, str]:
    """Makes the packages; returns the names of Debian's and of the archive. Raises Failed."""
    # One C++ runtime for all releases: the package brings its own.
    static = "-static-libstdc++ -static-libgcc"
    configure = ["cmake", "-S", ROOT, "-B", _TREE, "-G", "Ninja", "-DMPITCHECK_TARGET=reference"]
    configure += ["-DMPITCHECK_TARGET_NAME=reference", "-DMPITCHECK_BENCH=OFF"]
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
    for path in (deb, archive):
        say(f"{os.path.getsize(path) / 2**20:.1f} MiB  {os.path.basename(path)}")
    return os.path.basename(deb), os.path.basename(archive)


def _lint(steps: Steps, deb: str) -> bool:
    log = steps.log_of("package", "lintian")
    command = ["lintian", "--allow-root", "--tag-display-limit", "0"]
    command += ["--fail-on", "error,warning", os.path.join(_WORK, deb)]
    code = execute("lintian", command, log).code
    for line in last_lines(log, 1000) or ["no tags"]:
        say(f"lintian: {line}")
    return code == 0


class _Trial:
    """Commands in the root of a release, which is used up by and by."""

    def __init__(self, steps: Steps, release: str) -> None:
        self._steps = steps
        self._release = release
        self.root = os.path.join(_WORK, release)
        self.passed = True

    def make_root(self) -> None:
        """Raises Failed."""
        bare = f"{self.root}.bare"
        if not os.path.exists(f"{bare}/ready"):
            make = [os.path.join(_SHARED, "make-root"), bare, _WORK, self._release, "-", "bare"]
            self._steps.need(self._release, "root", make)
            touch(f"{bare}/ready")
        subprocess.run(["rm", "-rf", "--one-file-system", self.root], check=True)
        subprocess.run(["cp", "-a", "--reflink=auto", bare, self.root], check=True)

    def log_of(self, name: str) -> str:
        return self._steps.log_of(self._release, name)

    def run(self, name: str, code: int, command: str) -> None:
        """Runs it in the root; that exit code is right."""
        log = self.log_of(name)
        enter = [os.path.join(_SHARED, "enter"), self.root, _WORK]
        outcome = execute(
            f"{self._release} {name}", [*enter, "sh", "-c", f"cd /root && {command}"], log
        )
        say(f"{self._release:<9} {outcome.wall:5.0f} s  {command}")
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for shown in re.findall(r"^target .*\Z|^MPIs by.*?(?:^$|\Z)", text, re.M | re.S):
            say("\n".join(_INDENT + line for line in shown.rstrip().splitlines()))
        if outcome.code != code:
            self.passed = False
            say(f"{_INDENT}exit code {outcome.code}, not {code}: {relative(log)}")
            say("\n".join(last_lines(log, 5)))

    def run_all(self, deb: str, archive: str) -> None:
        self.run("install", 0, f"apt-get update -qq && {_INSTALL} /mpitcheck/build/{deb}")
        self.run("reference", 0, "mpitcheck run")
        unpacked = f"{archive.removesuffix('.tar.gz')}/bin/mpitcheck run --filter 'cvar.*'"
        self.run("archive", 0, f"tar xzf /mpitcheck/build/{archive} && {unpacked}")
        library = "mpitcheck run --abi-library /opt/libmpi_abi.so.0 --filter 'cvar.*'"
        self.run("abi", 0, f"cp /usr/lib/mpitcheck/lib/libmpi_abi.so.0 /opt && {library}")
        self.run("recommended", 0, f"{_INSTALL} {_RECOMMENDED} python3-yaml")
        self.run("found", 0, "mpitcheck")
        # MPICH breaks rules: exit code 1 is the right one.
        self.run("build", 1, "mpitcheck test mpicc.mpich --html mpich.html")
        self.run("again", 1, "mpitcheck test mpicc.mpich --quick")
        with open(self.log_of("again"), encoding="utf-8", errors="replace") as file:
            if re.search("^Building.*", file.read(), re.MULTILINE):
                say(f"{_INDENT}the second test built something: {relative(self.log_of('again'))}")
                self.passed = False
        for path in glob.glob(f"{self.root}/usr/lib/*/libmpi_abi_mpich.so.?.*"):
            options = f"--abi-library {path[len(self.root):]} --launcher 'mpiexec.mpich -n {{np}}'"
            self.run("mpich-abi", 1, f"mpitcheck run {options}")


def run(options: argparse.Namespace) -> int:
    releases = options.releases or ["bookworm", "trixie"]
    _check(releases)
    steps = Steps(os.path.join(_WORK, "logs"))
    steps.install("package")
    deb, archive = _make(steps)
    passed = _lint(steps, deb)
    for release in releases if releases[0] != "-" else ():
        trial = _Trial(steps, release)
        trial.make_root()
        trial.run_all(deb, archive)
        passed = passed and trial.passed
    return 0 if passed else 1

# SPDX-License-Identifier: BSD-3-Clause
"""Runs in a root: check COLUMN COMPILER LIBRARY [mpich] [FLAG...].

Compiles everything, and runs the own tests and the suites. Flags replace the usual optimization.
The results are lines of build/COLUMN.result. The reports are build/COLUMN.json and
build/COLUMN-mpich.json.

Exit codes: 0 all is as it should be, 1 it is not"""
import contextlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence

from tools.stages.trees import expectations

# GCC 12 at -O3 warns about "text" + std::to_string(n) in its own header: GCC bug 105651.
_BUG = re.compile(
    r"/usr/include/c[+][+]/12/bits/char_traits[.]h:431:56: warning: .*__builtin_memcpy"
)
# Functions of a glibc newer than 2.28, the version of RHEL 8. Exempt are functions that 2.28 has in
# another version, in another library, inline or under another name (__isoc23), and functions that
# are used only if their header exists.
_NEWER = re.compile(r" [(]?GLIBC_2[.](?:29|[3-9][0-9])[)]? +(.*)")
_EXEMPT = re.compile(
    r"(pthread|timer|sem)_[a-z_]*|dl[a-z]*|[fl]?stat(64)?|(exp|exp2|log|log2|pow|hypot)f?"
    r"|__libc_start_main|__libc_single_threaded|__isoc23_[a-z]*"
)
_CLOCKS = re.compile(r"(?:pthread|sem)_[a-z_]*clock[a-z_]*")
# These tests do not depend on the compiler: tests in Python, tests that run the suites, which run
# below, and the search of the models.
_LEFT_OUT = "^(runner|report|compare|repro|site|inventory|run|blast|models)[.]"


class _Check:
    def __init__(self, column: str, compiler: str, library: str, more: Sequence[str]) -> None:
        self._column = column
        self._compiler = compiler
        self._library = library
        self._has_mpich = list(more[:1]) == ["mpich"]
        self._flags = " ".join(more[1:] if self._has_mpich else more)
        self._prefix = f"/opt/{compiler}-{library}"
        self._failed: list[str] = []

    def _path(self, suffix: str) -> str:
        return f"build/{self._column}{suffix}"

    def _note(self, key: str, value: str) -> None:
        with open(self._path(".result"), "a", encoding="utf-8") as file:
            file.write(f"{key}\t{value}\n")

    def _install(self, source: str, *options: str) -> None:
        build = f"/tmp/made/{os.path.basename(source)}"
        configure = ["cmake", "-S", source, "-B", build, "-G", "Ninja"]
        configure += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_POSITION_INDEPENDENT_CODE=ON"]
        configure += [f"-DCMAKE_INSTALL_PREFIX={self._prefix}"]
        configure += [f"-DCMAKE_PREFIX_PATH={self._prefix}"]
        # RapidCheck requires an older policy version than CMake 4 supports.
        configure += ["-DCMAKE_POLICY_VERSION_MINIMUM=3.5", *options]
        subprocess.run(configure, check=True)
        subprocess.run(["cmake", "--build", build, "--target", "install"], check=True)

    def have_libraries(self) -> None:
        """Builds GoogleTest and RapidCheck once. Debian's fit only libstdc++ and the release's own
        GCC."""
        ready = f"{self._prefix}/ready"
        if os.path.exists(ready):
            return
        shutil.rmtree(self._prefix, ignore_errors=True)
        os.makedirs("/tmp/rapidcheck", exist_ok=True)
        source = ["apt-get", "source", "--download-only", "--tar-only", "-q", "rapidcheck"]
        subprocess.run(source, cwd="/tmp", check=True)
        unpack = "exec tar -xf /tmp/rapidcheck_*.tar.xz -C /tmp/rapidcheck"
        subprocess.run(["sh", "-c", unpack], check=True)
        self._install("/usr/src/googletest", "-DCMAKE_CXX_STANDARD=17")
        self._install("/tmp/rapidcheck", "-DRC_ENABLE_GTEST=ON")
        with open(ready, "w", encoding="utf-8"):
            pass

    def _compile(self, tree: str, target: str, *options: str) -> bool:
        """Configures without -Werror, like a user's tree, and builds the target."""
        shutil.rmtree(f"build/{tree}", ignore_errors=True)
        configure = ["cmake", "-S", ".", "-B", f"build/{tree}", "-G", "Ninja"]
        configure += [f"-DCMAKE_PREFIX_PATH={self._prefix}"]
        if self._flags:
            configure += ["-DCMAKE_BUILD_TYPE=Column"]
            configure += [f"-DCMAKE_{name}_FLAGS_COLUMN={self._flags}" for name in ("CXX", "C")]
        if subprocess.run([*configure, *options], check=False).returncode:
            return False
        command = ["cmake", "--build", f"build/{tree}", "--target", target, "--", "-k", "0"]
        return self._logged(f"build/{tree}.build", command)

    @staticmethod
    def _logged(log: str, command: Sequence[str]) -> bool:
        with open(log, "wb") as file:
            done = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, check=False)
        return done.returncode == 0

    def compile_all(self) -> None:
        # Debian's Google Benchmark fits only libstdc++.
        bench = "ON" if self._library == "libstdc++" else "OFF"
        own = ("-DMPITCHECK_TARGET=reference", "-DMPITCHECK_OWN_TESTS=ON")
        if not self._compile(self._column, "all", *own, f"-DMPITCHECK_BENCH={bench}"):
            self._failed.append("compile")
        if self._has_mpich:
            wrappers = ("-DMPI_CXX_COMPILER=mpicxx.mpich", "-DMPI_C_COMPILER=mpicc.mpich")
            off = ("-DMPITCHECK_RUNNER=OFF", "-DMPITCHECK_BENCH=OFF")
            if not self._compile(f"{self._column}-mpich", "manifest", *wrappers, *off):
                self._failed.append("mpich")

    def check_glibc(self) -> None:
        files = [
            os.path.join(folder, name)
            for part in ("bin", "lib")
            for folder, _, names in os.walk(f"build/{self._column}/{part}")
            for name in names
            if not os.path.islink(os.path.join(folder, name))
        ]
        command = ["objdump", "-T", *files]
        symbols = ""
        if files:
            symbols = subprocess.run(command, capture_output=True, check=False).stdout.decode()
        newer = {name for name in _NEWER.findall(symbols) if not _EXEMPT.fullmatch(name)}
        newer.update(_CLOCKS.findall(symbols))
        if newer:
            print("Newer than glibc 2.28:", " ".join(sorted(newer)), flush=True)
            self._failed.append("glibc 2.28")

    def check_warnings(self) -> None:
        builds = []
        for suffix in (".build", "-mpich.build"):
            with contextlib.suppress(FileNotFoundError):
                with open(self._path(suffix), encoding="utf-8", errors="replace") as file:
                    builds += file.read().splitlines()
        warnings = {line for line in builds if "warning:" in line and not _BUG.match(line)}
        print("\n".join(sorted(warnings)))
        self._note("warnings", str(len(warnings)))
        if warnings:
            self._failed.append("warnings")
        starts = [number for number, line in enumerate(builds) if line.startswith("FAILED: ")]
        shown = [line[:300] for start in starts for line in builds[start : start + 13]]
        print("\n".join(shown[:100]), flush=True)

    def run_own_tests(self) -> None:
        log = self._path(".tests")
        command = ["ctest", "--test-dir", f"build/{self._column}", "-L", "own", "-E", _LEFT_OUT]
        command += ["-j", str(os.cpu_count()), "--output-on-failure"]
        if not self._logged(log, command):
            self._failed.append("own tests")
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        found = re.search(r"tests passed, (\d+) tests failed out of (\d+)$", text, re.MULTILINE)
        self._note("own tests", f"{found[1]} of {found[2]} failed" if found else "")
        _, heading, failed = text.partition("The following tests FAILED")
        print(heading + failed, flush=True)

    def _run_suites(self, tree: str) -> bool:
        command = [f"build/{self._column}/bin/mpitcheck", "run", f"build/{tree}"]
        command += [*expectations(), "--json", f"build/{tree}.json"]
        return subprocess.run(command, check=False).returncode == 0

    def run_suites(self) -> None:
        for suffix, what in (("", "suites"), ("-mpich", "suites on MPICH")):
            tree = f"{self._column}{suffix}"
            if suffix and not os.path.exists(f"build/{tree}/target.json"):
                continue
            if not self._run_suites(tree):
                self._failed.append(what)

    def run(self) -> int:
        for suffix in (".json", "-mpich.json"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(self._path(suffix))
        self._note("glibc", (os.confstr("CS_GNU_LIBC_VERSION") or "glibc ?").split()[1])
        version = [self._compiler, "-dumpfullversion", "-dumpversion"]
        asked = subprocess.run(version, stdout=subprocess.PIPE, text=True, check=True)
        self._note("compiler", asked.stdout.strip())
        self.have_libraries()
        self.compile_all()
        self.check_glibc()
        self.check_warnings()
        self.run_own_tests()
        self.run_suites()
        times = os.times()
        self._note("cpu", f"{times.children_user + times.children_system:.0f}")
        if self._failed:
            self._note("failed", ", ".join(self._failed))
            return 1
        self._note("done", "yes")
        return 0


def main(column: str, compiler: str, library: str, *more: str) -> int:
    # Identifies the compiler by content, because its date differs in a new root.
    os.environ.update(CCACHE_NOHASHDIR="1", CCACHE_BASEDIR=os.getcwd())
    os.environ.update(CCACHE_COMPILERCHECK="content", CXX=compiler)
    os.environ["CC"] = compiler.replace("clang++", "clang").replace("g++", "gcc")
    if library != "libstdc++":
        os.environ["CXXFLAGS"] = f"-stdlib={library}"
    return _Check(column, compiler, library, more).run()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

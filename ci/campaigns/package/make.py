# SPDX-License-Identifier: BSD-3-Clause
"""Makes a Debian package and an archive for this processor, or an archive for another one."""
import dataclasses
import glob
import os
import platform
import shutil

from tools.stages.commands import BUILD, ROOT
from tools.stages.steps import Steps, touch

WORK = os.path.join(BUILD, "packages")
OLDEST_GLIBC = "2.28"  # of RHEL 8
EMULATE = [os.path.join(ROOT, "ci/campaigns/shared/emulate"), ""]
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}  # by processor
_FOLDER = os.path.dirname(os.path.abspath(__file__))
_LIBRARIES = os.path.join(WORK, "third-party")
_LANGUAGES = ("C", "CXX")


@dataclasses.dataclass
class Kind:
    """The processor that packages are made for, and its folders and options."""

    processor: str

    @property
    def architecture(self) -> str:
        """Debian's name of the processor."""
        return ARCHITECTURES[self.processor]

    @property
    def is_foreign(self) -> bool:
        return self.processor != platform.machine()

    @property
    def sysroot(self) -> str:
        return os.path.join(WORK, f"sysroot-{self.architecture}")

    @property
    def tree(self) -> str:
        return os.path.join(WORK, f"tree-{self.architecture}")

    @property
    def environment(self) -> dict[str, str]:
        """Variables for commands that run programs of the tree."""
        return {"QEMU_LD_PREFIX": self.sysroot} if self.is_foreign else {}

    @property
    def options(self) -> list[str]:
        """CMake's options for the compiler.

        It is Clang, because GCC cannot use the C++ library of another root. That library is linked
        statically.
        """
        static = "-static-libstdc++ -static-libgcc"
        options = [f"-DCMAKE_{kind}_LINKER_FLAGS={static}" for kind in ("EXE", "SHARED", "MODULE")]
        options += ["-DCMAKE_C_COMPILER=clang", "-DCMAKE_CXX_COMPILER=clang++"]
        options += [f"-DCMAKE_{language}_FLAGS=--sysroot={self.sysroot}" for language in _LANGUAGES]
        if self.is_foreign:
            triple = f"{self.processor}-linux-gnu"
            options += ["-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={self.processor}"]
            options += [f"-DCMAKE_{language}_COMPILER_TARGET={triple}" for language in _LANGUAGES]
            tools = ("AR", "RANLIB", "STRIP")
            options += [f"-DCMAKE_{tool}=/usr/bin/{triple}-{tool.lower()}" for tool in tools]
        return options


def make(steps: Steps, kind: Kind) -> list[str]:
    """Makes the archive and, for this processor, the Debian package. Returns their file names, the
    archive's last. Raises Failed."""
    steps.need("package", "sources", [os.path.join(_FOLDER, "libraries"), _LIBRARIES])
    if not os.path.exists(f"{kind.sysroot}/ready"):
        fetch = [os.path.join(_FOLDER, "make-sysroot"), kind.sysroot, kind.architecture]
        steps.need("package", "sysroot", fetch)
        touch(f"{kind.sysroot}/ready")
    configure = ["cmake", "-S", ROOT, "-B", kind.tree, "-G", "Ninja"]
    configure += ["-DMPITCHECK_TARGET=reference", "-DMPITCHECK_TARGET_NAME=reference"]
    configure += ["-DMPITCHECK_BENCH=OFF", *kind.options]
    configure += [f"-DMPITCHECK_DEPS={_LIBRARIES}", f"-DMPITCHECK_OLDEST_GLIBC={OLDEST_GLIBC}"]
    build = ["cmake", "--build", kind.tree, "--target", "all", "manifest", "recorder"]
    pack = ["cpack", "--config", f"{kind.tree}/CPackConfig.cmake", "-B", WORK]
    if kind.is_foreign:
        build = [*EMULATE, *build]
        pack += ["-G", "TGZ"]
    environment = {"CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": ROOT, **kind.environment}
    steps.need("package", "configure", configure, env=environment)
    steps.need("package", "build", build, env=environment)
    patterns = [f"{WORK}/*_{kind.architecture}.deb", f"{WORK}/*-{kind.processor}.tar.gz"]
    for old in (path for pattern in patterns for path in glob.glob(pattern)):
        os.remove(old)
    steps.need("package", "pack", pack)
    shutil.rmtree(f"{WORK}/_CPack_Packages", ignore_errors=True)
    return [os.path.basename(path) for pattern in patterns for path in glob.glob(pattern)]

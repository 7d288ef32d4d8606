# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class Mpitcheck(Package):
    """Says which rules of MPI_T, the MPI tool information interface, an MPI library keeps.

    Tests any MPI, when it is loaded: mpitcheck test $(spack location -i mpich)/bin/mpicc, which
    builds the suites for that one once; an MPI of the standard ABI as it is: mpitcheck run
    --abi-library PATH"""

    homepage = "https://github.com/OWNER/mpitcheck"
    # What `ci/campaigns/campaign package -` makes.
    url = (
        "https://github.com/OWNER/mpitcheck/releases/download/v0.1.0/mpitcheck-0.1.0-x86_64.tar.gz"
    )
    git = "https://github.com/OWNER/mpitcheck.git"

    license("BSD-3-Clause")

    version("main", branch="main")
    # With the sum of what lies at the address above: `spack checksum mpitcheck`.
    version("0.1.0", sha256="SUM", preferred=True)

    requires("platform=linux")
    requires("target=x86_64:", when="@0.1.0", msg="for others: mpitcheck@main")

    # What mpitcheck test builds suites with, and main itself is built with.
    depends_on("c", type=("build", "run"))
    depends_on("cxx", type=("build", "run"))
    depends_on("cmake@3.18:", type=("build", "run"))
    depends_on("ninja", type=("build", "run"))
    depends_on("python@3.9:", type=("build", "run"))
    # The archive has the sources of both libraries, and tables in place of YAML.
    depends_on("nlohmann-json", type=("build", "run"), when="@main")
    depends_on("rapidcheck", type=("build", "run"), when="@main")
    depends_on("py-pyyaml", type=("build", "run"), when="@main")

    def install(self, spec, prefix):
        if spec.satisfies("@main"):
            python = f"-DMPITCHECK_PYTHON={spec['python'].command.path}"
            target = ("-DMPITCHECK_TARGET=reference", "-DMPITCHECK_BENCH=OFF", python)
            cmake = which("cmake", required=True)
            cmake(
                "-S", ".", "-B", "build", "-G", "Ninja", f"-DCMAKE_INSTALL_PREFIX={prefix}", *target
            )
            cmake("--build", "build", "--target", "all", "manifest", "recorder")
            cmake("--install", "build")
        else:
            install_tree(".", prefix)

# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class Mpitcheck(CMakePackage):
    """Says which rules of MPI_T, the MPI tool information interface, an MPI library keeps.

    An installation tests the MPI that it was built with: mpitcheck run $(spack location -i mpitcheck)"""

    homepage = "https://github.com/OWNER/mpitcheck"
    git = "https://github.com/OWNER/mpitcheck.git"

    license("BSD-3-Clause")

    version("main", branch="main")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")

    depends_on("mpi")
    depends_on("nlohmann-json")
    depends_on("rapidcheck")
    depends_on("python@3.11:", type=("build", "run"))
    depends_on("py-pyyaml", type="build")

    conflicts("%gcc@:10", msg="needs C++20")

    def cmake_args(self):
        mpi = self.spec["mpi"]
        return [
            self.define("MPI_CXX_COMPILER", mpi.mpicxx),
            self.define("MPI_C_COMPILER", mpi.mpicc),
            self.define("MPITCHECK_TARGET", "external"),
            self.define("MPITCHECK_TARGET_NAME", mpi.format("{name}-{version}")),
            self.define("MPITCHECK_OWN_TESTS", False),
            # A newer compiler warns of more.
            self.define("MPITCHECK_WERROR", False),
        ]

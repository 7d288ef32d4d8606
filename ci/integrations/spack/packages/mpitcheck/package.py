# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class Mpitcheck(Package):
    """Says which rules of MPI_T, the MPI tool information interface, an MPI library keeps.

    Tests any MPI, when it is loaded: mpitcheck test $(spack location -i mpich)/bin/mpicc, which
    builds the suites for that one once; an MPI of the standard ABI as it is: mpitcheck run
    --abi-library PATH"""

    homepage = "https://github.com/OWNER/mpitcheck"
    # What `ci/campaigns/campaign package -` makes; serves any Linux with glibc 2.36 or newer.
    url = (
        "https://github.com/OWNER/mpitcheck/releases/download/v0.1.0/mpitcheck-0.1.0-x86_64.tar.gz"
    )

    license("BSD-3-Clause")

    # With the sum of what lies at the address above: `spack checksum mpitcheck`.
    version("0.1.0", sha256="SUM")

    requires("platform=linux target=x86_64:", msg="for others build it from its sources")

    # What mpitcheck test builds suites with.
    depends_on("c", type="run")
    depends_on("cxx", type="run")
    depends_on("cmake@3.25:", type="run")
    depends_on("ninja", type="run")
    depends_on("nlohmann-json", type="run")
    depends_on("rapidcheck", type="run")
    depends_on("python@3.9:", type="run")
    depends_on("py-pyyaml", type="run")

    def install(self, spec, prefix):
        install_tree(".", prefix)

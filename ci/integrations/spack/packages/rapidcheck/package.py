# SPDX-License-Identifier: BSD-3-Clause
from spack.package import *


class Rapidcheck(CMakePackage):
    """Property based testing for C++."""

    homepage = "https://github.com/emil-e/rapidcheck"
    git = "https://github.com/emil-e/rapidcheck.git"

    license("BSD-2-Clause")

    # It has no releases.
    version("2023-12-14", commit="ff6af6fc683159deb51c543b065eba14dfcf329b")

    depends_on("cxx", type="build")
    depends_on("cmake@2.8.12:", type="build")

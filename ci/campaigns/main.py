# SPDX-License-Identifier: BSD-3-Clause
"""The command line of `ci/campaigns/campaign`: finds the campaign and runs it."""
import os
import sys

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_USAGE = """usage: ci/campaigns/campaign NAME [OPTION...]
       ci/campaigns/campaign NAME --help

Runs one campaign. Results are in docs/results.
"""
CAMPAIGNS = {
    "abi": "the standard ABI against the native ABI of MPICH and Open MPI",
    "compilers": "other compilers and standard libraries, each in a Debian root",
    "cost": "time, files and lines that a build and a run need, against limits",
    "coverage": "lines and branches of the reference that no test runs",
    "cvargen-mpich": "cvargen on the sources of MPICH, compared with the installed library",
    "limits": "the cost of updates, messages and calls of the reference, against limits",
    "matrix": "MPICH and Open MPI of several Debian releases, side by side",
    "package": "makes the packages and tries them in bare Debian roots",
    "processors": "builds for Arm and s390x, and runs them emulated",
    "programs": "builds and runs any MPI program with the reference",
    "site": "static pages of all reports in a folder",
    "slurm": "the suites on a Slurm cluster of four nodes in namespaces",
    "static": "statically linked MPIs",
    "surroundings": "all tests on systems that refuse something",
}


def main(arguments: list[str]) -> int:
    if arguments[:1] in ([], ["-h"], ["--help"]):
        width = max(map(len, CAMPAIGNS)) + 2
        print(_USAGE)
        print("\n".join(f"  {name:<{width}}{line}" for name, line in CAMPAIGNS.items()))
        return 0 if arguments else 2
    name, rest = arguments[0], arguments[1:]
    if name not in CAMPAIGNS:
        print(
            f"ci/campaigns/campaign: '{name}' is not a campaign: --help lists them", file=sys.stderr
        )
        return 2
    script = os.path.join(_FOLDER, name.replace("-", "_"), "run")
    os.execv(script, [script, *rest])

# SPDX-License-Identifier: BSD-3-Clause
"""MTT's stage TestRun for mpitcheck: each test of MPI_T is a result.

    pyclient/pymtt.py --plugin-dir .../ci/integrations/mtt .../ci/integrations/mtt/mpit.ini

MTT loads it by the file beside it.
"""
import os
import shlex
from xml.etree import ElementTree

from TestRunMTTStage import TestRunMTTStage

_COUNTS = {"PASSED": "numPass", "FAILED": "numFail", "SKIPPED": "numSkip"}


def _kind_of(case):
    """Returns the end of the name of MTT's result: that of a testcase in JUnit XML."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "FAILED"
    return "SKIPPED" if case.find("skipped") is not None else "PASSED"


def _result_of(case, test_def):
    kind = _kind_of(case)
    why = " ".join(child.get("message", "") for child in case)
    return {
        "test": case.get("name"),
        "status": int(kind == "FAILED"),
        "result": getattr(test_def, "MTT_TEST_" + kind),
        "time": float(case.get("time", 0)),
        "stdout": [],
        "stderr": [why] if kind == "FAILED" else [],
    }


class Mpitcheck(TestRunMTTStage):
    def __init__(self):
        TestRunMTTStage.__init__(self)
        self.options = {
            "middleware": (
                None,
                "Stage that built the MPI; else the wrapper is looked for in PATH",
            ),
            "wrapper": ("mpicc", "The MPI's compiler wrapper, in bin of the middleware"),
            "mpitcheck": ("mpitcheck", "The program, if it is not in PATH"),
            "expect": (None, "File of known deviations: any other result fails"),
            "options": ("", "More options of mpitcheck test"),
            "timeout": (None, "Seconds for the whole run"),
        }

    def print_name(self):
        return "Mpitcheck"

    def print_options(self, testDef, prefix):
        for line in testDef.printOptions(self.options):
            print(prefix + line)

    def _wrapper(self, options, test_def):
        """Returns the wrapper of the middleware, or as it is given."""
        stage = options["middleware"] and test_def.logger.getLog(options["middleware"])
        folder = (stage or {}).get("location")
        return os.path.join(folder, "bin", options["wrapper"]) if folder else options["wrapper"]

    def execute(self, log, keyvals, testDef):
        options = {}
        testDef.parseOptions(log, self.options, keyvals, options)
        folder = os.path.join(testDef.options["scratchdir"], log["section"].replace(":", "_"))
        os.makedirs(folder, exist_ok=True)
        junit = os.path.join(folder, "mpit.xml")
        words = [options["mpitcheck"], "test", self._wrapper(options, testDef), "--junit", junit]
        words += ["--html", os.path.join(folder, "mpit.html")]
        if options["expect"]:
            words += ["--expect", options["expect"]]
        words += shlex.split(options["options"])
        if os.path.exists(junit):
            os.remove(junit)
        ran = testDef.execmd.execute(options, words, testDef)
        log.update(status=ran["status"], stdout=ran["stdout"], stderr=ran["stderr"])
        if not os.path.exists(junit):
            log["status"] = log["status"] or 1
            return
        suites = ElementTree.parse(junit).getroot()
        version = suites.find(".//property[@name='library_version']")
        if version is not None:
            name, _, number = version.get("value").partition(" ")
            log["mpi_info"] = {"name": name, "version": number}
        cases = list(suites.iter("testcase"))
        log["testresults"] = [_result_of(case, testDef) for case in cases]
        kinds = [_kind_of(case) for case in cases]
        log["numTests"] = len(cases)
        log.update({key: kinds.count(kind) for kind, key in _COUNTS.items()})

# SPDX-License-Identifier: BSD-3-Clause
"""A report as large as a real one: the whole catalogue, three targets, a grid, findings."""
import json

from mpitcheck.judge.clauses import clause_results
from mpitcheck.judge.grid import Grid, GridFunction, GridState
from mpitcheck.judge.model import (
    Examination,
    Footer,
    Header,
    NamedObject,
    Repro,
    RunReport,
    TestResult,
    Verdict,
)
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import derive_clause_verdicts
from tests.report.packed import plain_json
from tests.report.sample_parts import make_target

# As ci/check finds them in the reference, MPICH 4.0.2 and Open MPI 4.1.4. A test in so many
# deviates.
_TARGETS = (("reference", 113, 2181, 0), ("mpich", 344, 0, 40), ("openmpi", 1282, 33, 18))
_TESTS = 529
_FUNCTIONS, _CLASSES, _STATES = 51, 8, 136
_PROGRAM_LINES = 28
_DESC = (
    "How many bytes a message may have that is sent at once, unless the network says otherwise; 0:"
    " none."
)


def _inventory(name, cvars, pvars):
    prefix = name.upper()
    variable = {
        "datatype": "MPI_INT",
        "verbosity": "MPI_T_VERBOSITY_USER_DETAIL",
        "bind": "MPI_T_BIND_NO_OBJECT",
    }
    return [
        NamedObject(
            "cvar",
            f"{prefix}_CVAR_SOME_COMPONENT_PARAMETER_{i}",
            {**variable, "scope": "MPI_T_SCOPE_ALL_EQ"},
            _DESC,
        )
        for i in range(cvars)
    ] + [
        NamedObject(
            "pvar",
            f"{prefix.lower()}_component_counter_of_messages_{i}",
            {**variable, "class": "MPI_T_PVAR_CLASS_COUNTER", "continuous": "yes", "atomic": "no"},
            _DESC,
        )
        for i in range(pvars)
    ]


def _grid(bad):
    """`bad`: of how many cells one is lost."""
    letters = [
        "".join(
            "l" if bad and (f * _CLASSES + c) % bad == 0 else "hnu"[(f + c) % 3]
            for c in range(_CLASSES)
        )
        for f in range(_FUNCTIONS)
    ]
    return Grid(
        [
            GridFunction(f"MPI_T_some_function_{f}", [f"handle:class-{c}" for c in range(_CLASSES)])
            for f in range(_FUNCTIONS)
        ],
        [
            GridState(
                f"group-{s // 9}.state-{s}", f"grid.group-{s // 9}.state-{s}", ",".join(letters)
            )
            for s in range(_STATES)
        ],
    )


def _offence(cited):
    return Failure(
        clause=cited.id,
        level=cited.level,
        rule=cited.rule,
        section="15.3.6",
        subject='cvar 17 "MPIR_CVAR_A"',
        phase="before MPI_Init",
        expected="a name of at least one character",
        actual='"" (length 1)',
        calls=[
            f"MPI_T_cvar_get_info({i}, name_len=12, verbosity=MPI_T_VERBOSITY_USER_BASIC) ="
            " MPI_SUCCESS"
            for i in range(12)
        ],
    )


def _test(name, target, cited, fails):
    test = TestResult(
        target=target,
        suite="conformance",
        name=name,
        brief="Queries every variable.",
        clauses=[cited.id],
        level=cited.level,
        verdict=Verdict.good,
        examinations=[Examination(cited.id, 344, 0)],
        replay=f"mpitcheck run build/{target} --filter {name}",
    )
    if fails:
        test.verdict, test.failures = {"must": Verdict.fail, "should": Verdict.warn}.get(
            cited.level, Verdict.quality
        ), [_offence(cited)]
        test.message = "3 of 344 variables deviate: MPIR_CVAR_A, MPIR_CVAR_B, MPIR_CVAR_C"
        test.repro = Repro(
            True, "    if (MPI_T_cvar_get_num(&num) != MPI_SUCCESS) return 1;\n" * _PROGRAM_LINES
        )
    return test


def whole():
    report = RunReport(
        header=Header(
            version="0.1.0", started="2026-01-02T03:04:05Z", system="Linux x86_64", cores=2
        ),
        clauses=clause_results(),
        footer=Footer(complete=True, finished="2026-01-02T03:05:05Z"),
    )
    for name, cvars, pvars, bad in _TARGETS:
        target = make_target(name, f"{name} 1.0.0", "4.0", [cvars, pvars, 20, 6, 0, 0])
        target.inventory, target.grid = _inventory(name, cvars, pvars), _grid(bad)
        report.targets.append(target)
        for i in range(_TESTS):
            cited = report.clauses[i % len(report.clauses)]
            report.tests.append(
                _test(f"{cited.area}.some-group.test-{i}", name, cited, bad and i % bad == 0)
            )
    derive_clause_verdicts(report)
    return report


def whole_document():
    """As data of JSON."""
    return json.loads(plain_json(whole()))

# SPDX-License-Identifier: BSD-3-Clause
"""Reports with a grid to try the writers on."""
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.grid import Grid, GridFunction, GridState, Outcome
from mpitcheck.judge.model import ClauseResult, Repro, TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.judge.results import derive_clause_verdicts, derive_grids
from tests.report.samples import HOSTILE, plausible, small

_INTERFACES = {
    "never": False,
    "once": True,
    "twice": True,
    "down-after-one": False,
    "surplus": False,
    "again": True,
}
_MPIS = ("before", "init", "init-multiple", "finalized", "session")
_INDEX = "minus-one number beyond int-max int-min"
# Parameters and their classes of argument.
_FUNCTIONS = {
    "MPI_T_category_get_info": {
        "cat_index": _INDEX,
        "name": "null zero one exact negative",
        "num_cvars": "null",
    },
    "MPI_T_category_get_num": {"num_cat": "null"},
    "MPI_T_cvar_get_info": {"cvar_index": _INDEX, "name": "null zero one exact negative"},
    "MPI_T_cvar_get_num": {"num_cvar": "null"},
    "MPI_T_cvar_handle_alloc": {"cvar_index": _INDEX, "obj_handle": "ignored", "handle": "null"},
    "MPI_T_cvar_handle_free": {"handle": "null stale"},
    "MPI_T_cvar_read": {"handle": "null stale", "buf": "null"},
    "MPI_T_event_read": {"event_instance": "stale"},
    "MPI_T_finalize": {},
    "MPI_T_init_thread": {"required": "funneled multiple no-level"},
    "MPI_T_pvar_read": {
        "pe_session": "null stale",
        "handle": "null stale other-session all-handles",
    },
    "MPI_T_source_get_num": {"num_sources": "null"},
}
BROKEN = (  # in once.before and, noted there, in states that are less plain
    "MPI_T_cvar_read/handle:stale"
)
CLAUSE = "cvar-read-invalid-handle"


def _outcome(function, parameter, name, has_pvars):
    if (
        function == "MPI_T_event_read"
        or name in ("negative", "no-level")
        or (name == "null" and parameter in ("buf", "handle", "num_cvar"))
    ):
        return Outcome.undefined
    return Outcome.none if function.startswith("MPI_T_pvar") and not has_pvars else Outcome.held


def _cells(is_up, has_pvars):
    if not is_up:
        return {f"{function}/all:down": Outcome.held for function in _FUNCTIONS}
    cells = {}
    for function, parameters in _FUNCTIONS.items():
        cells[f"{function}/all:good"] = _outcome(function, "all", "good", has_pvars)
        for parameter, names in parameters.items():
            cells.update(
                {
                    f"{function}/{parameter}:{name}": _outcome(function, parameter, name, has_pvars)
                    for name in names.split()
                }
            )
    return cells


def _offence(name):
    calls = ["MPI_T_cvar_handle_free(0x5) = MPI_SUCCESS", "MPI_T_cvar_read(0x5, buf) = MPI_SUCCESS"]
    return Failure(
        CLAUSE,
        name.replace("/", ", ").replace(":", " "),
        "MPI_T_ERR_INVALID_HANDLE",
        "MPI_SUCCESS",
        "T_init:SINGLE",
        calls,
        level="quality",
        rule="A handle that was freed is refused.",
        section="15.3.6",
    )


def _spoil_mpich(test, state):
    """Returns a report with a broken cell, a deadly function and a test without a record."""
    if not state.startswith(("once", "twice", "again")):
        return
    test.grid[state][BROKEN] = Outcome.broken
    if state.endswith("session"):
        test.grid[state].update(
            {
                cell: Outcome.lost
                for cell in test.grid[state]
                if cell.startswith("MPI_T_cvar_handle_alloc/")
            }
        )
        test.notes = ["12 examined, left out: MPI_T_cvar_handle_alloc SIGSEGV"]
    if state == "once.before":
        test.verdict, test.level, test.failures = Verdict.quality, "quality", [_offence(BROKEN)]
        test.message = "a code that is not allowed"
        test.repro = Repro(True, "int main(void) { return 3; }\n", "repro/grid.once.before.c")
    if state == "twice.finalized":
        test.verdict, test.level, test.message, test.grid = (
            Verdict.timeout,
            "must",
            "no end within 30 s",
            {},
        )


def gridded():
    """plausible(), with a grid of two of its targets. For looking at the page."""
    report = plausible()
    report.clauses.append(
        ClauseResult(CLAUSE, "quality", "cvar", "A handle that was freed is refused.", since="3.0")
    )
    for target, has_pvars in (("reference", True), ("mpich", False)):
        for state in (f"{interface}.{mpi}" for interface in _INTERFACES for mpi in _MPIS):
            test = TestResult(
                target,
                "conformance",
                f"grid.{state}",
                f"After {state} each function answers as it may.",
                "grid.cpp",
                1,
                [CLAUSE],
                Verdict.good,
                "must",
                replay=f"mpitcheck run build/{target} --filter grid.{state} --seed 7",
            )
            test.grid = {state: _cells(_INTERFACES[state.partition(".")[0]], has_pvars)}
            if target == "mpich":
                _spoil_mpich(test, state)
            report.tests.append(test)
    for clause in report.clauses:
        clause.verdicts.clear()
    derive_clause_verdicts(report)
    derive_findings(report)
    derive_grids(report)
    for test in report.tests:  # no report holds it
        test.grid = {}
    return report


def hostile_grid():
    """small(), with hostile names in a grid."""
    report = small()
    report.targets[1].grid = Grid(
        [GridFunction(HOSTILE, [HOSTILE, "x"])], [GridState(HOSTILE, HOSTILE, "bl")]
    )
    report.targets[2].grid = Grid(
        [GridFunction("f", ["x"])], [GridState(HOSTILE + "." + HOSTILE, HOSTILE, "h")]
    )
    return report

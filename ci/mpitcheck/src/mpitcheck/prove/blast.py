# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove blast`: the effect of one harmful function on all tests, with limits."""
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Callable, Optional

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets
from mpitcheck.judge.data import JsonList, JsonObject
from mpitcheck.judge.deadly_call import TELLER
from mpitcheck.judge.model import RunReport, TestResult, Verdict
from mpitcheck.judge.tree import refuse_unbuilt
from mpitcheck.process.error import ExitCode
from mpitcheck.process.text import escape_line
from mpitcheck.run.inventory import take_inventory
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import FaultSelection, fitting, sample_of

_LEAST_EXAMINING = 95  # percent, where one object does harm
_MOST_TIMES_USUAL = 3  # seconds
_HARMS = ("segv", "abort", "exit0", "exit1", "hang", "refuse")
_CHANGES_SHOWN = 5
# An event instance does not persist, so it does not identify an object.
_WITHOUT_OBJECT = (
    "_get_num",
    "_changed",
    "_session_create",
    "_session_free",
    "MPI_T_init_thread",
    "MPI_T_finalize",
    "_copy",
    "_get_source",
    "event_get_timestamp",
)
_TAKES_INDEX = ("r_get_info", "MPI_T_event_get_info", "_get_index")
_KINDS = {
    "MPI_T_cvar_": "cvars",
    "MPI_T_pvar_": "pvars",
    "MPI_T_category_": "categories",
    "MPI_T_event_": "events",
    "MPI_T_source_": "sources",
}
_WITH_HANDLES = ("cvars", "pvars", "events")


@dataclass
class BlastCase:
    function: str  # e.g. "MPI_T_event_get_info"
    harm: str  # one of _HARMS
    object: Optional[int] = None  # None: all calls do harm

    @property
    def name(self) -> str:
        """The blast as the library of faults reads it, e.g. "MPI_T_event_get_info:segv:3"."""
        return f"{self.function}:{self.harm}" + ("" if self.object is None else f":{self.object}")


@dataclass
class ChangedVerdict:
    """A test whose verdict differs from its usual one."""

    test: str
    usual: Verdict
    now: Verdict


@dataclass
class BlastResult:
    blast: BlastCase
    needing: int = 0  # tests that call the function or judge it
    inconclusive: int = 0
    # Of these, tests that examined nothing.
    blind: list[ChangedVerdict] = field(default_factory=list)
    # Of these, tests that ended before their verdict.
    lost: list[ChangedVerdict] = field(default_factory=list)
    # Changed verdicts of other tests.
    changed: list[ChangedVerdict] = field(default_factory=list)
    reported: bool = True  # a test reports a call that does not return; always true for "refuse"
    known: bool = True  # the library's version is known
    seconds: float = 0
    usual_seconds: float = 0

    def share_examining(self) -> float:
        """Returns the percentage of tests that need the function and still examine something."""
        return 100 * (self.needing - len(self.blind)) / self.needing if self.needing else 100

    def over(self) -> list[str]:
        """Describes each exceeded limit; empty if there is none."""
        limits = [
            (self.changed, f"{len(self.changed)} other verdicts changed"),
            (self.lost, f"{len(self.lost)} tests lost"),
            (
                self.blast.object is not None and self.share_examining() < _LEAST_EXAMINING,
                f"{self.share_examining():.0f} % examine other objects",
            ),
            (
                self.seconds > _MOST_TIMES_USUAL * self.usual_seconds,
                f"{self.seconds / max(self.usual_seconds, 1e-9):.1f} times the usual time",
            ),
            (not self.reported, "no test tells of it"),
            (not self.known, "the library is not known"),
        ]
        return [words for is_over, words in limits if is_over]


def _last(
    entries: Iterable[Any], fits: Callable[[Any], bool] = lambda entry: True
) -> Optional[int]:
    """Returns the index of the last entry that fits; None if there is none."""
    return max((place for place, entry in enumerate(entries) if fits(entry)), default=None)


def _last_object(function: str, inventory: JsonObject) -> Optional[int]:
    """Returns the index of the last object that calls of the function can refer to.

    Returns None if the calls do not refer to objects.
    """

    def entries(kind: str) -> JsonList:
        return inventory.get(kind, [])

    def has_enum(entry: Any) -> bool:
        return isinstance(entry, dict) and isinstance(entry.get("enumtype"), str)

    def is_usable(entry: JsonObject) -> bool:
        return entry.get("bind", "") in ("MPI_T_BIND_NO_OBJECT", "MPI_T_BIND_MPI_COMM")

    if function == "MPI_T_enum_get_item":
        return _last(entries("enums")[-1].get("items", [])) if entries("enums") else None
    if function == "MPI_T_enum_get_info":
        cvar = _last(entries("cvars"), has_enum)
        return _last(entries("pvars"), has_enum) if cvar is None else cvar
    if function == "MPI_T_event_read":
        return 0  # the first element of any event
    if function.endswith(_WITHOUT_OBJECT):
        return None
    for start, kind in _KINDS.items():
        if function.startswith(start):
            has_handles = kind in _WITH_HANDLES and not function.endswith(_TAKES_INDEX)
            return _last(entries(kind), is_usable) if has_handles else _last(entries(kind))
    return None


def blast_cases(inventory: JsonObject) -> list[BlastCase]:
    """Returns the blasts of each function that the library has, with each harm.

    There is one blast for all calls and, if calls refer to objects, one for the last object in the
    inventory.
    """
    cases = []
    for function, is_there in sorted(inventory["functions"].items()):
        if is_there is True:
            number = _last_object(function, inventory)
            for harm in _HARMS:
                cases += [BlastCase(function, harm)] + (
                    [] if number is None else [BlastCase(function, harm, number)]
                )
    return cases


def _examined_something(test: TestResult) -> bool:
    return any(examination.examined > 0 for examination in test.examinations)


def _is_lost(test: TestResult) -> bool:
    """Whether the test's own process ended before the verdict.

    A test survives the end of a child.
    """
    return test.verdict >= Verdict.early_exit and not any(
        failure.crash for failure in test.failures
    )


def _tells_of_an_end(test: TestResult) -> bool:
    return any(failure.is_deadly for failure in test.failures)


def _needs(test: TestResult, before: TestResult, function: str) -> bool:
    """Whether the test calls the function, skips calls of it, or has a verdict about it.

    The record of calls lacks those of callbacks and of some children.
    """
    return (
        function in before.codes
        or "P" + function in before.codes
        or any(call.startswith(function + " ") for call in test.left_out)
        or any(failure.fact and failure.fact.function == function for failure in test.failures)
    )


def judge_blast(blast: BlastCase, usual: RunReport, now: RunReport) -> BlastResult:
    """Compares a run of all tests under the blast with a run without it."""
    library = now.targets[0]
    result = BlastResult(
        blast,
        reported=blast.harm == "refuse" or any(map(_tells_of_an_end, now.tests)),
        known=bool(library.counts or library.library_version),
        seconds=now.footer.seconds,
        usual_seconds=usual.footer.seconds,
    )
    usually = {test.name: test for test in usual.tests}
    for test in now.tests:
        before = usually[test.name]
        change = ChangedVerdict(test.name, before.verdict, test.verdict)
        if test.name == TELLER:
            continue
        if not _needs(test, before, blast.function):
            result.changed += [change] if test.verdict != before.verdict else []
        elif _examined_something(before):
            result.needing += 1
            result.inconclusive += test.verdict == Verdict.inconclusive
            result.lost += [change] if _is_lost(test) and not _is_lost(before) else []
            result.blind += [] if _examined_something(test) else [change]
    return result


def _print_row(result: BlastResult, width: int) -> None:
    over = result.over()
    say(
        f"{result.blast.name:<{width}}  {result.needing:>7}  {result.share_examining():>8.1f} % "
        f" {result.inconclusive:>12}  {len(result.lost):>4}  {len(result.changed):>13} "
        f" {result.seconds:>6.1f}  {'over: ' + ', '.join(over) if over else 'ok'}"
    )
    for change in result.lost[:_CHANGES_SHOWN] + result.changed[:_CHANGES_SHOWN]:
        say(
            f"  {result.blast.name}: {escape_line(change.test)}: {change.now.word}, usually"
            f" {change.usual.word}"
        )


def _described(result: BlastResult) -> dict[str, object]:
    changes = {
        kind: [
            {"test": change.test, "usual": change.usual.word, "now": change.now.word}
            for change in getattr(result, kind)
        ]
        for kind in ("blind", "lost", "changed")
    }
    return {**vars(result), **changes, "blast": result.blast.name, "over": result.over()}


def prove_blast(options: RunOptions, selection: FaultSelection, command: list[str]) -> ExitCode:
    """Runs the conformance suite as usual and under each selected blast.

    Prints the table and writes options.json. Returns the exit code, which is 1 if a limit is
    exceeded. Raises UserError if the options or the tree do not allow a run.
    """
    tree = load_targets(options)[0].tree
    if not tree.faults:
        refuse_unbuilt(tree, "faults", "prove")
    # All runs preload the library of faults, so that they differ only in the blast.
    run = replace(
        options,
        suites=["conformance"],
        preload=[tree.fault_library],
        preflight=False,
        quiet=True,
        json="",
    )
    cases = fitting(
        blast_cases(take_inventory(run)),
        selection.filters,
        "blast",
        "the tree's bin/inventory lists them",
    )
    chosen = sample_of(cases, selection, "blasts")
    with results_file(options) as file:
        width = width_of("blast", [blast.name for blast in chosen])
        say(f"{'blast':<{width}}  needing   examining  inconclusive  lost  other changed  seconds")
        usual = execute_tests(run, command)
        results, interrupted = [], usual.footer.interrupted
        for blast in chosen if not interrupted else []:
            blasted = replace(run, env=[*run.env, f"MPITCHECK_FAULT=blast:{blast.name}"])
            now = execute_tests(blasted, command)
            # Perhaps the machine was busy.
            if now.footer.seconds > _MOST_TIMES_USUAL * usual.footer.seconds:
                usual = execute_tests(run, command)
                now = execute_tests(blasted, command)
            interrupted = usual.footer.interrupted or now.footer.interrupted
            if interrupted:
                break
            results.append(judge_blast(blast, usual, now))
            _print_row(results[-1], width)
        over = sum(bool(result.over()) for result in results)
        say(
            f"\n{len(results)} of {len(cases)} blasts, {over} over a limit; usually"
            f" {usual.footer.seconds:.1f} s{', interrupted' if interrupted else ''}"
        )
        write_results(
            file,
            options,
            complete=not interrupted,
            blasts=[_described(result) for result in results],
        )
    return exit_code(over, interrupted)

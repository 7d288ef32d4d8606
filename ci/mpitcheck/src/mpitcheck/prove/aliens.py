# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove aliens`: tries MPIs that differ from the reference by small changes.

Each alien has a list of the findings that tests must report about it.
"""
import os
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Callable, Optional

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import load_targets
from mpitcheck.judge.model import RunReport, Verdict
from mpitcheck.judge.tree import refuse_unbuilt
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import tidy
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.alien import Alien, groups_of, joined, load_aliens, pairs_of
from mpitcheck.prove.alien_prefix import (
    VARIABLE,
    BuildFailed,
    build_suites,
    first_problem,
    install,
)
from mpitcheck.prove.alien_verdict import problems_of
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import fitting

_SUITE = "conformance"
_SWEEPS = "grid.*"  # these tests take long, and other tests make all of their calls
_MOST_TEXT = 400  # bytes per problem
# Environment variable with the path of the file that reserves the node.
_NODE_VARIABLE = "MPITCHECK_ALIEN_NODE"


@dataclass
class _AlienRun:
    alien: Alien
    problems: list[str] = field(default_factory=list)
    report: Optional[RunReport] = None  # None: there are no suites to run
    seconds: float = 0  # including the build

    @property
    def interrupted(self) -> bool:
        return bool(self.report and self.report.footer.interrupted)


class _AlienTrials:
    """Tries aliens against the tree of the reference."""

    def __init__(self, options: RunOptions, command: list[str]) -> None:
        self._options, self._command = options, command
        self._tree = load_targets(options)[0].tree
        if not self._tree.is_reference:
            raise UserError(
                f"tree '{self._tree.named}' tests another MPI: name a tree of the reference"
            )
        self._behaviours = os.path.join(self._tree.root, "lib", "libmpitcheck_aliens.so")
        self._folder = os.path.join(self._tree.root, "aliens")

    def try_one(self, alien: Alien) -> _AlienRun:
        """Builds the alien's installation if it needs one, runs its tests and judges the report."""
        run, begin = _AlienRun(alien), time.monotonic()
        try:
            tree = self._tree.named
            if alien.is_installed:
                folder = os.path.join(self._folder, alien.name.replace("+", "-"))
                place = install(alien, self._tree, folder)
                build_suites(alien, place)
                tree = place.tree
            if alien.configure_says:
                run.problems.append("CMake configures it, but must refuse it")
            run.report = execute_tests(self._options_for(alien, tree), self._command)
            run.problems += problems_of(alien, run.report)
        except BuildFailed as failed:
            if not alien.configure_says or failed.stage != "configure":
                run.problems.append(f"{failed.stage} failed: {first_problem(failed.output)}")
            # CMake wraps its messages
            elif alien.configure_says not in " ".join(failed.output.split()):
                run.problems.append(
                    f"CMake does not print '{alien.configure_says}': {first_problem(failed.output)}"
                )
        run.seconds = time.monotonic() - begin
        return run

    def _options_for(self, alien: Alien, tree: str) -> RunOptions:
        if alien.behaviour and not os.path.exists(self._behaviours):
            refuse_unbuilt(self._tree, "aliens", "prove")
        preload = [self._behaviours] if alien.behaviour and not alien.linked else []
        env = [
            *alien.env,
            f"{VARIABLE}={','.join(alien.behaviour)}",
            f"{_NODE_VARIABLE}={self._folder}-node",
        ]
        filters = self._options.filters or alien.tests
        return replace(
            self._options,
            trees=[tree],
            filters=filters,
            suites=[_SUITE],
            quiet=True,
            without=[] if filters else [_SWEEPS],
            env=[*self._options.env, *env],
            preload=[*self._options.preload, *preload],
            json="",
        )


def _row(run: _AlienRun, width: int) -> str:
    number = Counter(test.verdict for test in (run.report.tests if run.report else ()))
    without = number.get(Verdict.vacuous, 0) + number.get(Verdict.not_applicable, 0)
    kind = "refused" if run.alien.configure_says else "illegal" if run.alien.sees else "legal"
    findings = len(run.report.findings) if run.report else 0
    return (
        f"{run.alien.name:<{width}}  {kind:<7}  {sum(number.values()):>5}  "
        f"{number.get(Verdict.good, 0):>4}  {without:>7}  "
        f"{number.get(Verdict.inconclusive, 0):>12}  {findings:>8}  {len(run.problems):>5}  "
        f"{run.seconds:>7.1f}"
    )


def _described(run: _AlienRun) -> dict[str, object]:
    findings = run.report.findings if run.report else []
    return {
        "name": run.alien.name,
        "changes": run.alien.changes,
        "sees": run.alien.sees,
        "problems": run.problems,
        "seconds": run.seconds,
        "findings": [
            {key: getattr(each, key) for key in ("id", "level", "line", "clauses")}
            for each in findings
        ],
        "tests": len(run.report.tests) if run.report else 0,
    }


def _print_problems(run: _AlienRun) -> None:
    say(f"\nwrong: {run.alien.name}: {run.alien.changes}")
    for problem in run.problems:
        say(f"  {tidy(problem, _MOST_TEXT)}")


def _tried(
    trials: _AlienTrials, group: list[Alien], show: Callable[[_AlienRun], None]
) -> list[_AlienRun]:
    """Tries a group together and, if there are problems, also each member alone."""
    whole = trials.try_one(joined(group, group[0].group if len(group) > 1 else ""))
    show(whole)
    if len(group) == 1 or not whole.problems or whole.interrupted:
        return [whole]
    runs = []
    for alien in group:
        runs.append(trials.try_one(alien))
        show(runs[-1])
        if runs[-1].interrupted:
            break
    # A combination may break a rule that no member breaks alone.
    return runs if any(run.problems for run in runs) else [whole, *runs]


def _chosen(filters: list[str], pairs: int, seed: int) -> list[list[Alien]]:
    aliens = fitting(load_aliens(), filters, "alien", "--list lists them")
    if not pairs:
        return groups_of(aliens)
    chosen = pairs_of(aliens, pairs, seed)
    if not chosen:
        raise UserError(
            "--pairs: no two aliens that can be combined match the filters",
            ExitCode.nothing_selected,
        )
    say(f"pairs of seed {seed}:")
    return [[pair] for pair in chosen]


def list_aliens(filters: list[str]) -> ExitCode:
    """Prints names, changes and expectations. Returns the exit code."""
    aliens = fitting(load_aliens(), filters, "alien", "--list without --filter lists all")
    width = width_of("", [alien.name for alien in aliens])
    for alien in aliens:
        expected = ", ".join(alien.sees) or "no finding"
        if alien.configure_says:
            expected = f"CMake prints '{alien.configure_says}'"
        say(f"{alien.name:<{width}}  {alien.changes}: {expected}")
    return ExitCode.as_expected


def prove_aliens(
    options: RunOptions, filters: list[str], pairs: int, command: list[str]
) -> ExitCode:
    """Tries the aliens that fit the filters, or `pairs` random pairs of them.

    options.trees holds the reference's tree. Prints a table and the problems and writes
    options.json. Returns the exit code, which is 1 if there is a problem. Raises UserError if the
    options or the tree do not allow a run.
    """
    trials = _AlienTrials(options, command)
    groups = _chosen(filters, pairs, options.seed)
    aliens = [alien for group in groups for alien in group]
    with results_file(options) as file:
        width = width_of("alien", [alien.name for alien in aliens])
        say(
            f"{'alien':<{width}}  kind     tests  pass  without  inconclusive  findings  wrong  "
            "seconds"
        )
        runs, interrupted = [], False
        for group in groups:
            runs += _tried(trials, group, lambda run: say(_row(run, width)))
            interrupted = runs[-1].interrupted
            if interrupted:
                break
        wrong = [run for run in runs if run.problems]
        for run in wrong:
            _print_problems(run)
        seconds = sum(run.seconds for run in runs)
        say(
            f"\n{len(aliens)} aliens, {len(wrong)} not as expected; {seconds:.0f} s"
            + (", interrupted" if interrupted else "")
        )
        write_results(
            file,
            options,
            complete=not interrupted,
            wrong=len(wrong),
            seconds=seconds,
            aliens=[_described(run) for run in runs],
        )
    return exit_code(wrong, interrupted)

# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove variants`: runs the suites on legal variants, where they must find nothing."""
import os
from dataclasses import dataclass, replace

from mpitcheck.job.job import ask
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target, load_targets
from mpitcheck.job.variant import VARIABLE, Variant, pairs_of, parse_variants
from mpitcheck.judge.model import Counts, RunReport, TestResult, Verdict
from mpitcheck.judge.results import verdict_counts
from mpitcheck.judge.tree import refuse_unbuilt
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import escape_line, tidy
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import fitting

_FAILURES_SHOWN = 3  # per test
_MOST_TEXT = 300  # bytes per field
_SHORT_STRESS = 0.1  # seconds per test, because there are many variants
_JOBS_OF_STARTS = 5  # factor on the number of jobs if processes wait long when they start


@dataclass
class _VariantRun:
    variant: Variant
    report: RunReport

    def __post_init__(self) -> None:
        self.target = self.report.targets[0]
        self.alarms = [test for test in self.report.tests if is_alarm(test, self.variant)]


def is_alarm(test: TestResult, variant: Variant) -> bool:
    """Whether the test wrongly accuses the library of `variant`, which is correct."""
    if test.verdict <= Verdict.good:
        return False
    # A crash may break only a `quality` clause.
    levels = {Verdict.quality: "quality", Verdict.warn: "should"}
    return test.verdict == Verdict.error or not variant.may_break(
        levels.get(test.verdict, test.level)
    )


def variants_of(target: Target, options: RunOptions) -> list[Variant]:
    """Returns the variants of the reference; none if its list of variants is not built.

    Raises UserError in the cases of parse_variants().
    """
    program = target.tree.variants
    return (
        parse_variants(ask(program, target, options)) if program and os.path.exists(program) else []
    )


def _list_variants(options: RunOptions) -> list[Variant]:
    target = load_targets(options)[0]
    tree = target.tree
    if not tree.variants:
        raise UserError(
            f"tree '{tree.named}' tests an MPI without variants: name a tree of the reference"
        )
    if not os.path.exists(tree.variants):
        refuse_unbuilt(tree, "variants", "variants")  # nothing is preloaded
    return variants_of(target, options)


def _row(run: _VariantRun, width: int) -> str:
    counts = run.target.counts or Counts()
    tests = run.report.tests
    number = verdict_counts(run.report, run.target.name)
    without = number.get(Verdict.vacuous, 0) + number.get(Verdict.not_applicable, 0)
    given_up = sum(test.verdict >= Verdict.quality for test in tests) - len(run.alarms)
    return (
        f"{run.variant.name:<{width}}  {counts.cvars:>5}  {counts.pvars:>5} "
        f" {counts.categories:>10}  {counts.events:>6}  {len(tests):>5} "
        f" {number.get(Verdict.good, 0):>4}  {without:>7}  {given_up:>8}  {len(run.alarms):>6} "
        f" {run.report.footer.seconds:>7.1f}"
    )


def _print_alarm(variant: Variant, test: TestResult) -> None:
    def short(text: str) -> str:
        return tidy(text, _MOST_TEXT)

    say(
        f"\n{test.verdict.word}: {escape_line(test.name)} under variant {variant.name}:"
        f" {variant.description}"
    )
    if test.message:
        say(f"  {short(test.message)}")
    for failure in test.failures[:_FAILURES_SHOWN]:
        say(
            f"  {short(failure.clause)} ({failure.level}): {short(failure.subject)}\n    expected"
            f" {short(failure.expected)}\n    actual   {short(failure.actual)}"
        )
    if not test.failures and test.charged:
        say(f"  while examining {', '.join(test.charged)}")
    say(f"    replay   {escape_line(test.replay)}")


def _described_alarm(test: TestResult) -> dict[str, object]:
    members = ("clause", "level", "subject", "expected", "actual")
    return {
        "test": test.name,
        "verdict": test.verdict.word,
        "message": test.message,
        "charged": test.charged,
        "failures": [
            {member: getattr(failure, member) for member in members} for failure in test.failures
        ],
        "replay": test.replay,
    }


def _described(run: _VariantRun) -> dict[str, object]:
    counts = verdict_counts(run.report, run.target.name)
    return {
        **vars(run.variant),
        "tests": len(run.report.tests),
        "verdicts": {verdict.word: count for verdict, count in counts.items()},
        "seconds": run.report.footer.seconds,
        "notes": run.target.notes,
        "alarms": [_described_alarm(test) for test in run.alarms],
    }


def prove_variants(
    options: RunOptions, filters: list[str], pairs: int, command: list[str]
) -> ExitCode:
    """Runs the tests once per variant, or once for each of `pairs` pairs of variants.

    options.trees holds the tree; `filters` are globs over variants. Prints a table and every alarm
    and writes options.json. Returns the exit code, which is 1 if there is an alarm. Raises
    UserError if the options or the tree do not allow a run.
    """
    variants = fitting(
        _list_variants(options), filters, "variant", "the tree's bin/variants lists them"
    )
    if pairs:
        variants = pairs_of(variants, pairs, options.seed)
        if not variants:
            raise UserError(
                "--pairs: no two variants that can be combined match the filters",
                ExitCode.nothing_selected,
            )
        say(f"pairs of seed {options.seed}:")
    with results_file(options) as file:
        width = width_of("variant", [variant.name for variant in variants])
        say(
            f"{'variant':<{width}}  cvars  pvars  categories  events  tests  pass  vacuous  given"
            " up  alarms  seconds"
        )
        runs, interrupted = [], False
        for variant in variants:
            one = replace(
                options,
                json="",
                env=[*options.env, f"{VARIABLE}={variant.name}"],
                quiet=True,
                stress_duration=options.stress_duration or _SHORT_STRESS,
                jobs=options.jobs * (_JOBS_OF_STARTS if variant.of_starts else 1),
            )
            runs.append(_VariantRun(variant, execute_tests(one, command)))
            interrupted = runs[-1].report.footer.interrupted
            if interrupted:
                break
            say(_row(runs[-1], width))
        for run in runs:
            for test in run.alarms:
                _print_alarm(run.variant, test)
            for note in run.target.notes:
                say(
                    f"\nalarm: inventory under variant {run.variant.name}: {tidy(note, _MOST_TEXT)}"
                )
        alarms = sum(len(run.alarms) + len(run.target.notes) for run in runs)
        seconds = sum(run.report.footer.seconds for run in runs)
        say(
            f"\n{len(runs)} of {len(variants)} variants, {alarms} alarms,"
            f" {seconds:.0f} s{', interrupted' if interrupted else ''}"
        )
        write_results(
            file,
            options,
            complete=not interrupted,
            alarms=alarms,
            seconds=seconds,
            variants=[_described(run) for run in runs],
        )
    return exit_code(alarms, interrupted)

# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck prove hostile`: runs tests over hostile libraries, each a target of one run."""
from dataclasses import dataclass, replace

from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Target, load_targets
from mpitcheck.judge.model import RunReport, TestResult, Verdict
from mpitcheck.judge.results import breaks_must
from mpitcheck.judge.tree import HostileEntry, Tree, refuse_unbuilt
from mpitcheck.process.error import ExitCode
from mpitcheck.process.text import escape_line
from mpitcheck.run.run import execute_tests
from mpitcheck.prove.output import exit_code, results_file, say, width_of, write_results
from mpitcheck.prove.selection import fitting

_MEMORY_LIMIT = 256  # MiB, much more than an MPI needs for these tests
_LEAST_WIDTH = 10  # columns of a verdict


@dataclass
class _Row:
    library: HostileEntry
    may_lack: bool  # the tree does not test the reference
    tests: list[TestResult]  # sorted by name

    def is_right(self, test: TestResult) -> bool:
        """Whether the verdict is one that is right for the library.

        A deviation must also break a must rule. A test is inconclusive if the library harms the
        process without ending it at once. A vacuous test is right only if the MPI lacks what the
        test needs, because the library then has no opportunity.
        """
        if test.verdict == Verdict.vacuous and test.missing:
            return self.may_lack
        counts = test.verdict in (Verdict.good, Verdict.error, Verdict.inconclusive) or breaks_must(
            test
        )
        return counts and test.verdict.word in self.library.tests[test.name]

    def wrong(self) -> list[TestResult]:
        return [test for test in self.tests if not self.is_right(test)]


def _targets_for(libraries: list[HostileEntry], plain: Target) -> list[Target]:
    """Returns one target per library, all of the same tree."""
    return [
        replace(
            plain,
            name=library.name,
            tree=replace(plain.tree, env={**plain.tree.env, "MPITCHECK_HOSTILE": library.name}),
        )
        for library in libraries
    ]


def _options_for(options: RunOptions, libraries: list[HostileEntry], tree: Tree) -> RunOptions:
    # Without counts: with a survey, tests would skip the calls that must be judged.
    return replace(
        options,
        filters=sorted({test for library in libraries for test in library.tests}),
        preload=[tree.hostile_library],
        memory=_MEMORY_LIMIT,
        quiet=True,
        counts=False,
        preflight=False,
        json="",
    )


def _rows_of(libraries: list[HostileEntry], tree: Tree, report: RunReport) -> list[_Row]:
    return [
        _Row(
            library,
            not tree.is_reference,
            sorted(
                (
                    test
                    for test in report.tests
                    if test.target == library.name and test.name in library.tests
                ),
                key=lambda test: test.name,
            ),
        )
        for library in libraries
    ]


def _print_table(rows: list[_Row]) -> None:
    width = width_of("library", [row.library.name for row in rows])
    say(
        f"{'library':<{width}}"
        + "".join(f"  {test.name:<{_LEAST_WIDTH}}" for test in rows[0].tests)
        + "  seconds"
    )
    for row in rows:
        cells = [
            f"""  {
                test.verdict.word + ('' if row.is_right(test) else ' !')
                :<{max(_LEAST_WIDTH, len(test.name))}}"""
            for test in row.tests
        ]
        longest = max((test.seconds for test in row.tests), default=0)
        say(f"{row.library.name:<{width}}{''.join(cells)}  {longest:7.1f}")


def _described(row: _Row) -> dict[str, object]:
    return {
        "name": row.library.name,
        "brief": row.library.brief,
        "tests": [
            {
                "name": test.name,
                "right": row.library.tests[test.name],
                "verdict": test.verdict.word,
                "message": test.message,
                "notes": test.notes,
                "seconds": test.seconds,
            }
            for test in row.tests
        ],
    }


def prove_hostile(options: RunOptions, filters: list[str], command: list[str]) -> ExitCode:
    """Runs the tests of the hostile libraries of the tree in options.trees, all in one run.

    `filters` are globs over the libraries. Prints a table and the wrong verdicts and writes
    options.json. Returns the exit code, which is 1 if a verdict is wrong. Raises UserError if the
    options or the tree do not allow a run.
    """
    plain = load_targets(options)[0]
    tree = plain.tree
    if not tree.hostile:
        refuse_unbuilt(tree, "hostile libraries", "prove")
    libraries = fitting(
        tree.hostile, filters, "hostile library", "the tree's bin/hostile lists them"
    )
    with results_file(options) as file:
        report = execute_tests(
            _options_for(options, libraries, tree), command, _targets_for(libraries, plain)
        )
        footer = report.footer
        rows = _rows_of(libraries, tree, report)
        _print_table(rows)
        for row in rows:
            for test in row.wrong():
                right = " or ".join(row.library.tests[test.name])
                say(
                    f"\nwrong: {row.library.name}: {row.library.brief}\n"
                    f"  {test.name} has the verdict {test.verdict.word} instead of {right}\n"
                    f"  {escape_line(test.message)}"
                )
        wrong = sum(len(row.wrong()) for row in rows)
        say(
            f"\n{len(rows)} hostile libraries, {len(report.tests)} verdicts, {wrong} wrong; report "
            f"{'complete' if footer.complete else 'not complete'}; {footer.seconds:.0f} s"
        )
        write_results(
            file,
            options,
            complete=footer.complete,
            wrong=wrong,
            seconds=footer.seconds,
            libraries=[_described(row) for row in rows],
        )
    return exit_code(wrong or not footer.complete, footer.interrupted)

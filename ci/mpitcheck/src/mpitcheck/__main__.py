# SPDX-License-Identifier: BSD-3-Clause
"""Executes the commands of the program mpitcheck (mpitcheck.in).

Each command imports only the modules that it needs, so that small commands start quickly.
"""
from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import escape_line
from mpitcheck.run.terminal import flush_output, show

if TYPE_CHECKING:
    from mpitcheck.job.run_options import RunOptions
    from mpitcheck.run.options import Options
    from mpitcheck.prove.selection import FaultSelection


def _run_of_tree(options: Options) -> RunOptions:
    """Returns the options of a run over one tree: the named one, or the program's own."""
    from mpitcheck.judge.tree import own_tree

    options.run.trees = [options.tree or own_tree()]
    return options.run


def _faults_of(options: Options) -> FaultSelection:
    from mpitcheck.prove.selection import FaultSelection

    return FaultSelection(options.globs, options.every, options.offset)


def _prove(options: Options, command: list[str]) -> int:
    if options.action == "prove variants":
        from mpitcheck.prove.variants import prove_variants

        return prove_variants(_run_of_tree(options), options.globs, options.pairs, command)
    if options.action == "prove aliens":
        from mpitcheck.prove.aliens import list_aliens, prove_aliens

        if options.only_list:
            return list_aliens(options.globs)
        return prove_aliens(_run_of_tree(options), options.globs, options.pairs, command)
    if options.action == "prove faults":
        from mpitcheck.prove.faults import prove_faults

        return prove_faults(
            _run_of_tree(options), _faults_of(options), options.whole_suite, options.findings
        )
    if options.action == "prove foundations":
        from mpitcheck.prove.foundations import prove_foundations

        return prove_foundations(_run_of_tree(options), _faults_of(options), command)
    if options.action == "prove repro":
        from mpitcheck.prove.repro import prove_repro

        return prove_repro(_run_of_tree(options), _faults_of(options), options.at_least, command)
    if options.action == "prove hostile":
        from mpitcheck.prove.hostile import prove_hostile

        return prove_hostile(_run_of_tree(options), options.globs, command)
    if options.action == "prove mutants":
        from mpitcheck.prove.mutants.mutants import MutantSelection, prove_mutants

        return prove_mutants(
            _run_of_tree(options),
            MutantSelection(
                options.globs,
                options.count,
                options.run.seed,
                options.by,
                options.again,
                options.work,
                options.sources,
            ),
        )
    if options.action == "prove load":
        from mpitcheck.prove.load import prove_load

        return prove_load(_run_of_tree(options), options.times, command)
    from mpitcheck.prove.blast import prove_blast

    return prove_blast(_run_of_tree(options), _faults_of(options), command)


def _text(options: Options) -> str:
    """Returns the output of a command that only prints text."""
    if options.action == "codes":
        from mpitcheck.run.codes import show_codes

        return show_codes(options.subject, options.as_json)
    if options.action == "finding":
        from mpitcheck.report.show_finding import show_finding

        return show_finding(options.subject, options.report, options.as_markdown)
    from mpitcheck.run.list_tests import list_clauses, list_tests, tree_or_own

    if options.action == "list clauses":
        return list_clauses(tree_or_own(options.tree), options.as_json)
    if options.action == "list tests":
        return list_tests(tree_or_own(options.tree), options.as_json)
    from mpitcheck.run.explain import explain

    return explain(tree_or_own(options.tree), options.subject)


def _act(command: list[str]) -> int:
    if command[1:2] == ["bench"]:
        from mpitcheck.bench import bench

        return bench.main(command[2:])
    from mpitcheck.run.options import parse_options

    options = parse_options(command[1:])
    if options.action == "":
        from mpitcheck.run.machine import machine_text

        print(machine_text(), end="")
        return ExitCode.as_expected
    if options.action == "run":
        from mpitcheck.judge.tree import own_tree
        from mpitcheck.run.run import run_tests

        options.run.trees = options.run.trees or [own_tree()]
        return run_tests(options.run, command)
    if options.action == "test":
        from mpitcheck.run.own_build import own_build
        from mpitcheck.run.run import run_tests

        with_recorder = options.only_build or options.run.programs > 0
        options.run.trees = [own_build(options.run.trees[0], with_recorder)]
        if options.only_build:
            print(options.run.trees[0])
            return ExitCode.as_expected
        return run_tests(options.run, command)
    if options.action == "inventory":
        from mpitcheck.run.inventory import show_inventory

        return show_inventory(options.run, options.as_json, options.probe)
    if options.action == "diff":
        from mpitcheck.compare.diff import show_diff

        older, newer = options.reports
        return show_diff(older, newer, options.as_json)
    if options.action == "compare":
        from mpitcheck.compare.compare import compare_reports
        from mpitcheck.report.short_summary import USUAL_WIDTH
        from mpitcheck.run.terminal import STDOUT, width_of

        files = options.run.html, options.run.markdown, options.run.bench
        return compare_reports(options.reports, *files, width_of(STDOUT, USUAL_WIDTH))
    if options.action == "site":
        from mpitcheck.site.site import make_site

        return make_site(options.subject, options.out, options.bugs)
    if options.action == "history":
        from mpitcheck.site.site import merge_histories

        return merge_histories(options.reports, options.out)
    if options.action.startswith("prove"):
        return _prove(options, command)
    print(_text(options), end="")
    return ExitCode.as_expected


def main(command: list[str]) -> int:
    """Executes the command line and returns the exit code.

    A UserError prints its message and has its own exit code. Any other exception prints a message
    and results in ExitCode.own_error.
    """
    # Traces and results live long and form no reference cycles, so that the default threshold makes
    # the collector search them often and in vain.
    gc.set_threshold(50_000)
    try:
        return _act(command)
    except UserError as problem:
        show(f"mpitcheck: {escape_line(str(problem))}\n")
        return problem.exit_code
    except Exception as problem:  # pylint: disable=broad-except
        show(f"mpitcheck: own error: {escape_line(f'{type(problem).__name__}: {problem}')}\n")
        return ExitCode.own_error
    finally:
        flush_output()


if __name__ == "__main__":
    sys.exit(main(sys.argv))

# SPDX-License-Identifier: BSD-3-Clause
"""Writes static pages of all reports in a folder, links published bugs to findings, and keeps the
history of the reports:

    ci/campaigns/campaign site reports public

Put each new report.json into `reports` first. FOLDER/history.jsonl keeps the history, so that old
reports may be removed. Git merges that file if .gitattributes has the line
"history.jsonl merge=union". The environment variable MPITCHECK_RUNNER_PROGRAM names the runner; the
default is the one in build, or `mpitcheck` in PATH.

Exit codes:
  0  written
  2  a wrong call, or a folder that cannot be used
  3  an error of mpitcheck
  5  interrupted"""
import argparse
import os
import shutil

from tools.stages.commands import BUILD, ROOT, Refused, execute

_BUGS = os.path.join(ROOT, "ci/expectations/known-bugs.md")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folder", metavar="FOLDER", help="folder of reports of mpitcheck run --json"
    )
    parser.add_argument("out", metavar="DIR", help="folder of the pages")


def _runner() -> str:
    named = os.environ.get("MPITCHECK_RUNNER_PROGRAM", os.path.join(BUILD, "bin/mpitcheck"))
    found = shutil.which(named) or shutil.which("mpitcheck")
    if not found:
        raise Refused("there is no runner: run ci/check, or name one with MPITCHECK_RUNNER_PROGRAM")
    return found


def run(options: argparse.Namespace) -> int:
    runner = _runner()
    if not os.path.isdir(options.folder):
        raise Refused(
            f"{options.folder}: no such folder: name one with reports of mpitcheck run --json"
        )
    command = [runner, "site", options.folder, "--out", options.out, "--bugs", _BUGS]
    code = execute("site", command, None, cwd=os.getcwd()).code
    if code == 0:
        kept = os.path.join(options.folder, "history.new")
        shutil.copy(os.path.join(options.out, "history.jsonl"), kept)
        os.replace(kept, os.path.join(options.folder, "history.jsonl"))
    return code

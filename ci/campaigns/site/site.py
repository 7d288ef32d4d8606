# SPDX-License-Identifier: BSD-3-Clause
"""Makes static pages of all reports in a folder, links published bugs to findings, and keeps the
history of the reports:

    ci/campaigns/campaign site reports public

Each night puts its report.json into `reports` before. The history is FOLDER/history.jsonl, so that
older reports may be removed; a git repository merges that file with the line
"history.jsonl merge=union" in .gitattributes. MPITCHECK_RUNNER_PROGRAM names the runner; otherwise
it is that of build, or `mpitcheck` on the PATH.

Exit code: 0 written, 2 a wrong call or a folder that cannot be used, 3 our own error."""
import argparse
import os
import shutil

from campaigns.shared.steps import BUILD, ROOT, Refused, execute

_BUGS = os.path.join(ROOT, "ci/expectations/known-bugs.md")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="what mpitcheck run --json wrote")
    parser.add_argument("out", metavar="DIR", help="the folder of the pages")


def _runner() -> str:
    named = os.environ.get("MPITCHECK_RUNNER_PROGRAM", os.path.join(BUILD, "bin/mpitcheck"))
    found = shutil.which(named) or shutil.which("mpitcheck")
    if not found:
        raise Refused("no runner: call ci/check, or name one with MPITCHECK_RUNNER_PROGRAM")
    return found


def run(options: argparse.Namespace) -> int:
    runner = _runner()
    if not os.path.isdir(options.folder):
        raise Refused(
            f"{options.folder}: no such folder: name one with what mpitcheck run --json wrote"
        )
    command = [runner, "site", options.folder, "--out", options.out, "--bugs", _BUGS]
    code = execute("site", command, None, cwd=os.getcwd()).code
    if code == 0:
        kept = os.path.join(options.folder, "history.new")
        shutil.copy(os.path.join(options.out, "history.jsonl"), kept)
        os.replace(kept, os.path.join(options.folder, "history.jsonl"))
    return code

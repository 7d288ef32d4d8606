# SPDX-License-Identifier: BSD-3-Clause
"""Functions that all commands share: table lines, the file of --json, the exit code."""
import contextlib
import json
import signal
from contextlib import AbstractContextManager
from typing import Optional

from mpitcheck.job.run_options import RunOptions
from mpitcheck.process.error import ExitCode
from mpitcheck.process.files import OutputFile
from mpitcheck.process.text import encode
from mpitcheck.run.terminal import print_output


def say(line: str) -> None:
    """Prints a line immediately."""
    print_output(line + "\n")


def width_of(heading: str, names: list[str]) -> int:
    """Returns the width of a table column."""
    return max(map(len, [heading, *names]))


def results_file(options: RunOptions) -> AbstractContextManager[Optional[OutputFile]]:
    """Returns a context manager for the file of --json, or for None.

    Call it before a long run, so that an unusable file is reported first. It ignores SIGPIPE,
    because a broken pipe must not end the run.
    """
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    if options.json:
        return OutputFile(options.json)
    return contextlib.nullcontext()


def write_results(file: Optional[OutputFile], options: RunOptions, **results: object) -> None:
    """Writes the results to a file of results_file()."""
    if file:
        text = (
            json.dumps(
                {"schema": 1, "tree": options.trees[0], **results},
                indent=1,
                sort_keys=True,
                ensure_ascii=False,
            )
            + "\n"
        )
        file.commit(encode(text).decode("utf-8", "replace"))


def exit_code(wrong: object, interrupted: bool = False) -> ExitCode:
    """Returns the exit code of a command; `wrong` is true or positive if it found a problem."""
    return (
        ExitCode.interrupted
        if interrupted
        else ExitCode.broken_must
        if wrong
        else ExitCode.as_expected
    )

# SPDX-License-Identifier: BSD-3-Clause
"""What all selftests have in common: lines of a table, the file of --json, the exit code."""
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
    """Prints a line at once."""
    print_output(line + "\n")


def width_of(heading: str, names: list[str]) -> int:
    """Of a column with that heading."""
    return max(map(len, [heading, *names]))


def results_file(options: RunOptions) -> AbstractContextManager[Optional[OutputFile]]:
    """The file of --json, if one is wanted, for `with`: opened before what takes long, which a broken pipe must not end."""
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    if options.json:
        return OutputFile(options.json)
    return contextlib.nullcontext()


def write_results(file: Optional[OutputFile], options: RunOptions, **results: object) -> None:
    """Fills in what results_file() gave."""
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
    """Of a selftest that found so much wrong, or that something is."""
    return (
        ExitCode.interrupted
        if interrupted
        else ExitCode.broken_must
        if wrong
        else ExitCode.as_expected
    )

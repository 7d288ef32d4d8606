# SPDX-License-Identifier: BSD-3-Clause
"""Builds the jobs that run tests and other programs of a tree: words, environment, folders."""
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Optional

from mpitcheck.job.inherited import PLACE_PATTERNS, PLACE_VARIABLE, inherited_environment
from mpitcheck.job.run_options import RunOptions
from mpitcheck.job.select import Planned, Target
from mpitcheck.judge.preflight import start_limit
from mpitcheck.judge.tree import Tree
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.files import Scratch, find_program, paths_first, remove_tree
from mpitcheck.process.scheduler import Command, Job, Limits, JobOutcome, Scheduler
from mpitcheck.process.text import shell_quoted
from mpitcheck.schema.records import TIME_LIMIT_VARIABLE

_LISTING_BOUND = 32 << 20
# There are more slots than processors (run/options.py), because an MPI mostly waits while it starts
# and ends. A job that computes all the time takes two slots.
_SLOTS_OF_COMPUTING = 2
# Factors of the time limit for the inventory, which queries each variable several times, or, with
# --probe, measures each pvar.
_TIMES_FOR_QUERIES, _TIMES_FOR_MEASUREMENTS = 4, 10
_STARTS_OF_A_TEST = 20  # the most consecutive starts of MPI in one test


class TestFolders:
    """The work and result folders of one test, below the run's scratch directory.

    close(), or the end of the `with`, removes them.
    """

    def __init__(self, scratch: str, number: int) -> None:
        self.root = os.path.join(scratch, str(number))
        self.work = os.path.join(self.root, "w")
        self.result = os.path.join(self.root, "r")
        os.makedirs(self.work, exist_ok=True)
        os.makedirs(self.result, exist_ok=True)

    def close(self) -> None:
        """Removes the folders and their contents."""
        remove_tree(self.root)

    def __enter__(self) -> "TestFolders":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@dataclass
class Injection:
    """The libraries of --preload and --abi-library, checked and with absolute paths."""

    preload: list[str] = field(default_factory=list)
    library_folder: str = ""  # holds the soname links to the --abi-library; empty: the tree's own


def _require_library(option: str, path: str) -> str:
    try:
        with open(path, "rb") as file:
            if file.read(4) == b"\x7fELF":
                return os.path.realpath(path)
    except OSError:
        pass
    raise UserError(f"{option} {path}: not a shared library: name an existing .so file")


def prepare_injection(options: RunOptions, scratch: str) -> Injection:
    """Checks the libraries and creates the soname links below `scratch`.

    Raises UserError if a file is not a shared library.
    """
    injection = Injection([_require_library("--preload", library) for library in options.preload])
    if options.abi_library:
        library = _require_library("--abi-library", options.abi_library)
        injection.library_folder = os.path.join(scratch, "abi")
        os.makedirs(injection.library_folder, exist_ok=True)
        for name in ("libmpi_abi.so", "libmpi_abi.so.0", "libmpi_abi.so.1"):
            os.symlink(library, os.path.join(injection.library_folder, name))
    return injection


def make_nonce() -> str:
    """Returns 128 random bits in hexadecimal."""
    return os.urandom(16).hex()


def _number(value: float) -> str:
    return repr(value).removesuffix(".0")


def _injected_variables(
    tree: Tree, injection: Injection, environment: dict[str, str]
) -> dict[str, str]:
    """Returns the variables that load libraries into the test programs only.

    The launcher must not get them: it is not an MPI program and may fail with these libraries.
    """
    folder = injection.library_folder or tree.library_folder
    # The loader ignores LD_PRELOAD for setuid programs. MPITCHECK_PRELOADED lets tests report that.
    added = {
        "LD_LIBRARY_PATH": [folder] if folder else [],
        "LD_PRELOAD": injection.preload,
        "MPITCHECK_PRELOADED": injection.preload,
    }
    return {key: paths_first(items, environment.get(key)) for key, items in added.items() if items}


def _environment(
    target: Target, options: RunOptions, folders: Optional[TestFolders]
) -> dict[str, str]:
    figures = {
        "MPITCHECK_CASES": options.cases,
        "MPITCHECK_MAX_SIZE": options.max_size,
        "MPITCHECK_STRESS_DURATION": options.stress_duration,
        "MPITCHECK_THREADS": options.threads,
        "MPITCHECK_SIGNAL_RATE": options.signal_rate,
        "MPITCHECK_NO_WRITE": int(options.no_write),
    }
    return {
        **inherited_environment(),
        **target.tree.env,
        **dict(each.split("=", 1) for each in options.env if "=" in each),
        **{key: _number(value) for key, value in figures.items() if value},
        **({"TMPDIR": folders.work} if folders else {}),
    }


def _command(
    tree: Tree,
    launcher: list[str],
    program: list[str],
    environment: dict[str, str],
    injection: Injection,
    folders: TestFolders,
) -> Command:
    injected = _injected_variables(tree, injection, environment)
    if not launcher:
        return Command(program, {**environment, **injected}, folders.work)
    words = [find_program(launcher[0]), *launcher[1:]]
    if injected:
        words += ["/usr/bin/env", *(f"{key}={value}" for key, value in injected.items())]
    return Command(words + program, environment, folders.work)


def _launcher(target: Target, np: int) -> list[str]:
    return [word.replace("{np}", str(np), 1) for word in target.launcher]


def _job(
    target: Target,
    program: list[str],
    np: int,
    options: RunOptions,
    injection: Injection,
    folders: TestFolders,
    launched: Optional[bool] = None,
) -> Job:
    """Returns a job that runs a program of the tree.

    `launched` selects the target's launcher. If it is None, the launcher is used if `np` > 1 or if
    the target needs it.
    """
    launched = target.is_launched(np) if launched is None else launched
    launcher = _launcher(target, np) if launched else []
    environment = {
        **_environment(target, options, folders),
        "MPITCHECK_NP": str(np),
        **({PLACE_VARIABLE: PLACE_PATTERNS} if np > 1 else {}),
    }
    return Job(
        _command(target.tree, launcher, program, environment, injection, folders),
        Limits(options.timeout, options.grace, options.memory << 20),
        slots=np,
        launched=launched,
    )


def preflight_job(
    target: Target,
    words: list[str],
    np: int,
    launched: bool,
    options: RunOptions,
    injection: Injection,
    folders: TestFolders,
) -> Job:
    """Returns a job that runs the tree's preflight program with `words` as arguments."""
    return _job(target, [target.tree.preflight, *words], np, options, injection, folders, launched)


def prepared_start(
    target: Target, options: RunOptions, injection: Injection
) -> tuple[list[str], dict[str, str]]:
    """Returns what a test needs to start a process of the target under the launcher.

    The first item is the words before the program, the second is the environment.
    """
    environment = _environment(target, options, None)
    injected = [
        f"{key}={value}"
        for key, value in _injected_variables(target.tree, injection, environment).items()
    ]
    launcher = _launcher(target, 1)
    return [
        find_program(launcher[0]),
        *launcher[1:],
        *(["/usr/bin/env", *injected] if injected else []),
    ], environment


def _time_limit(planned: Planned, options: RunOptions) -> float:
    """Returns the test's time limit in seconds."""
    seconds = min(options.timeout, planned.test.most_seconds or options.timeout)
    return (
        start_limit(planned.target.preflight, _STARTS_OF_A_TEST, seconds) + options.stress_duration
    )


def test_job(
    planned: Planned, options: RunOptions, injection: Injection, folders: TestFolders, nonce: str
) -> Job:
    """Returns a job that runs one test, whose records must repeat `nonce`."""
    words = [
        planned.program.path,
        "--test",
        planned.test.name,
        "--result",
        folders.result,
        "--nonce",
        nonce,
        "--seed",
        str(options.seed),
    ]
    job = _job(planned.target, words, planned.np, options, injection, folders)
    job.limits.seconds = _time_limit(planned, options)
    job.command.environment[TIME_LIMIT_VARIABLE] = _number(job.limits.seconds)
    job.limits.progress_pages = [
        os.path.join(folders.result, f"{rank}.progress") for rank in range(planned.np)
    ]
    job.slots *= _SLOTS_OF_COMPUTING if planned.program.is_random else 1
    return job


def listing_job(
    program: str,
    target: Target,
    options: RunOptions,
    injection: Injection,
    folders: TestFolders,
    words: Iterable[str] = (),
) -> Job:
    """Returns a job that runs a program of the tree that prints JSON."""
    job = _job(target, [program, *words], 1, options, injection, folders)
    job.errors_apart, job.output_bound = True, _LISTING_BOUND
    return job


def inventory_job(
    target: Target,
    options: RunOptions,
    injection: Injection,
    folders: TestFolders,
    words: Iterable[str] = (),
) -> Job:
    """Returns a job that runs the tree's inventory program with `words` as arguments.

    Its time limit is a multiple of that of a test. Its survey ends calls that hang.
    """
    words = list(words)
    job = listing_job(target.tree.inventory, target, options, injection, folders, words)
    job.limits.seconds *= _TIMES_FOR_MEASUREMENTS if "--probe" in words else _TIMES_FOR_QUERIES
    job.command.environment["MPITCHECK_PAGE"] = os.path.join(folders.result, "0.progress")
    return job


def compile_job(target: Target, source: str, program: str, folders: TestFolders) -> Job:
    """Returns a job that compiles the C file `source` to `program` with the tree's compiler."""
    words = [
        word.replace("{source}", source, 1).replace("{program}", program, 1)
        for word in target.tree.compile
    ]
    words[0] = find_program(words[0])
    return Job(
        Command(words, _environment(target, RunOptions(), folders), folders.work),
        slots=_SLOTS_OF_COMPUTING,
    )


def program_job(
    target: Target,
    program: str,
    np: int,
    options: RunOptions,
    injection: Injection,
    folders: TestFolders,
) -> Job:
    """Returns a job that runs a program built for the tree's MPI.

    The target's launcher is used if `np` > 1 or if the target needs it.
    """
    return _job(target, [program], np, options, injection, folders)


def replay_line(planned: Planned, options: RunOptions) -> str:
    """Returns the shell line that runs this test again.

    It repeats the options that affect the test and differ from their defaults, but no time limits.
    """
    usual = RunOptions()
    line = (
        f"mpitcheck run {shell_quoted(planned.target.tree.named)} --filter"
        f" {shell_quoted(planned.test.name)} --seed {options.seed}"
    )
    for name in (
        "cases",
        "max_size",
        "stress_duration",
        "threads",
        "signal_rate",
        "np",
        "launcher",
        "memory",
    ):
        value = getattr(options, name)
        if value != getattr(usual, name):
            line += (
                f" --{name.replace('_', '-')}"
                f" {shell_quoted(value) if isinstance(value, str) else _number(value)}"
            )
    line += " --no-write" if options.no_write else ""
    for option, values in (
        ("--env", options.env),
        ("--preload", options.preload),
        ("--abi-library", [options.abi_library]),
    ):
        line += "".join(f" {option} {shell_quoted(value)}" for value in values if value)
    return line


def ask(program: str, target: Target, options: RunOptions) -> str:
    """Runs a listing program of the target's tree and returns its output.

    Raises UserError (interrupted) if the user interrupts it.
    """
    outcomes: list[JobOutcome] = []
    with Scratch() as scratch, TestFolders(scratch, 0) as folders, Scheduler(1) as scheduler:
        scheduler.start(
            listing_job(program, target, options, Injection(), folders), outcomes.append
        )
        scheduler.finish()
        if scheduler.interrupted:
            raise UserError("interrupted", ExitCode.interrupted)
    return outcomes[0].output

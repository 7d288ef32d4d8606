# SPDX-License-Identifier: BSD-3-Clause
"""Which replays of a failing test programs are made of."""
from types import SimpleNamespace

import pytest

from mpitcheck.job.job import Injection
from mpitcheck.job.run_options import RunOptions
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.process.files import Scratch
from mpitcheck.repro import reproducer
from tests.repro.traces import call, trace_of

_NO_COMPARISON = trace_of(None, [call("MPI_T_finalize")])


def failure(level, commands):
    return Failure(
        "some-rule",
        level=level,
        calls=[
            "seed 1",
            f"alone: MPITCHECK_COMMANDS='{commands}'",
            "MPI_T_finalize() = MPI_SUCCESS",
        ],
    )


def replays(failures, with_trace=()):
    """The commands of each replay, "all" for the whole test, and why there is no program.
    Replays in `with_trace` leave the trace of a rule that is not a comparison."""
    seen = []

    def test_job(_planned, options, *_):
        setting = options.env[0].partition("MPITCHECK_COMMANDS=")
        seen.append(setting[2] if setting[1] else "all")

    def read_traces(*_):
        return [_NO_COMPARISON] if seen[-1] in with_trace else []

    def started(_job, ended):
        ended(SimpleNamespace(ending=None))
        return True

    scheduler = SimpleNamespace(interrupted=False, busy=False, start=started)
    tree = SimpleNamespace(is_reference=False, mpi_version="4.0", recorder="recorder")
    planned = SimpleNamespace(
        program=SimpleNamespace(suite="properties"), target=SimpleNamespace(tree=tree), np=1
    )
    result = TestResult(
        name="property.some", verdict=Verdict.fail, clauses=["some-rule"], failures=failures
    )
    with (
        Scratch() as scratch,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(reproducer, "test_job", test_job)
        patch.setattr(reproducer, "read_traces", read_traces)
        patch.setattr(reproducer.Reproducer, "_is_usable", lambda *_: True)
        maker = reproducer.Reproducer(RunOptions(programs=1), [], Injection(), scratch)
        maker.add(planned, result)
        maker.finish(scheduler)
    return seen, result.repro.reason


def test_shrunk_sequences_are_replayed_alone_strictest_first():
    found = [failure("quality", "1;a"), failure("must", "2;b"), failure("must", "3;c")]
    reason = "the rule does not compare results of calls"
    assert replays(found, with_trace=["3;c"]) == (["2;b", "3;c", "1;a"], reason)


def test_whole_test_is_replayed_if_no_sequence_fails_alone():
    reason = "the failure did not occur again while calls were recorded"
    assert replays([failure("must", "2;b")]) == (["2;b", "all", "all"], reason)
    assert replays([failure("must", "2;b")], with_trace=["all"])[0] == ["2;b", "all"]


def test_another_test_is_replayed_until_it_leaves_a_trace():
    other = [Failure("some-rule", level="must", calls=["MPI_T_finalize() = MPI_SUCCESS"])]
    assert replays(other, with_trace=["all"])[0] == ["all"]
    assert replays(other)[0] == ["all", "all"]

# SPDX-License-Identifier: BSD-3-Clause
"""The load, and what differs under it."""
import os
import time

from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.prove.load import differences, load, split_by_chance


def _children():
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return file.read().split()


def _processor_seconds(process):
    with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        return int(file.read().rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")


def _result(name, verdict, message=""):
    return TestResult(name=name, verdict=verdict, message=message)


def test_processes_spin_until_the_end_of_the_load():
    before = set(_children())
    with load(2):
        spinning = set(_children()) - before
        assert len(spinning) == 2
        while not all(_processor_seconds(process) > 0.1 for process in spinning):
            time.sleep(0.01)
    assert set(_children()) == before


def test_another_verdict_is_a_difference():
    quiet = [
        _result("a", Verdict.good),
        _result("b", Verdict.fail, "x"),
        _result("c", Verdict.vacuous),
    ]
    loaded = [
        _result("b", Verdict.fail, "y"),
        _result("a", Verdict.inconclusive),
        _result("c", Verdict.vacuous),
    ]
    assert differences(quiet, loaded) == [(quiet[0], loaded[1])]


def test_differences_without_load_are_random():
    raced = (_result("raced", Verdict.quality), _result("raced", Verdict.good))
    slow = (_result("slow", Verdict.good), _result("slow", Verdict.fail))
    runs = []

    def run_again(names):
        runs.append(names)
        return [
            _result(
                name,
                (
                    Verdict.good
                    if len(runs) > 2
                    else Verdict.quality
                    if name == "raced"
                    else Verdict.good
                ),
            )
            for name in names
        ]

    assert split_by_chance([raced, slow], 1, run_again) == ([slow], [raced])
    assert runs[:4] == [["raced", "slow"]] * 3 + [["slow"]]
    assert split_by_chance(
        [raced, slow], 0, lambda names: [_result(name, Verdict.quality) for name in names]
    ) == ([slow], [raced])

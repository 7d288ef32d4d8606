# SPDX-License-Identifier: BSD-3-Clause
"""Tests of which offences have one cause."""
import dataclasses
import re

from mpitcheck.judge.cause import cause_of, id_of
from mpitcheck.judge.finding import derive_findings
from mpitcheck.judge.model import RunReport, TargetResult
from mpitcheck.judge.offence import death_in
from mpitcheck.schema.records import Answer, Fact
from tests.judge.offences import (
    INVALID,
    INVALID_HANDLE,
    INVALID_INDEX,
    NO_WRITE,
    code,
    death,
    findings_of,
    length,
    offence,
    result,
    under,
)


def its_id(clause, fact, level="must", family="mpich"):
    return id_of(cause_of(offence(clause, fact, level), "a.test", family))


def is_one(one, other):
    """Whether both have the id of one finding."""
    ids = its_id(*one), its_id(*other)
    for each in ids:
        assert re.fullmatch("F-[0-9a-f]{6}", each)
    return ids[0] == ids[1]


def test_a_crash_is_one_bug_per_function():
    of_num = ("one", death("MPI_T_cvar_get_num", "SIGSEGV"))
    assert is_one(("two", death("MPI_T_cvar_get_num", "SIGABRT")), of_num)
    assert is_one(("two", death("MPI_T_cvar_get_num", "exit code 1")), of_num)
    assert not is_one(("one", death("MPI_T_cvar_get_num", "no end within 60 s")), of_num)
    assert not is_one(("one", death("MPI_Init", "SIGSEGV")), of_num)
    # Which threads are inside which calls differs from run to run.
    assert is_one(
        ("one", death("2 threads: MPI_T_finalize", "SIGSEGV")),
        ("one", death("3 threads: MPI_T_init_thread, MPI_T_finalize", "SIGABRT")),
    )


def test_library_families_do_not_share_bugs():
    end = death("MPI_T_cvar_get_num", "SIGSEGV")
    assert not is_one(("one", end, "must", "mpc"), ("one", end, "must", "mpich"))
    assert is_one(("one", end, "must", "mpich"), ("two", end, "must", "mpich"))


def test_a_crash_after_a_call_names_the_call():
    fact = death_in(
        "MPI_T_pvar_read",
        "SIGSEGV",
        ["lib.so+0x1 MPI_T_pvar_read+0x1"],
        "MPI_T_category_changed(&n)",
    )
    [finding] = findings_of(result("new", "a", [offence("c", fact)]))
    assert finding.line == (
        "MPI_T_pvar_read crashes (SIGSEGV) after MPI_T_category_changed returned"
    )


def test_the_family_comes_from_the_target():
    tests = [
        result(target, "a", [offence("c", death("MPI_T_cvar_get_num", "SIGSEGV"))])
        for target in ("old", "new")
    ]
    run = RunReport(
        targets=[TargetResult("old", "MPICH Version: 4.0"), TargetResult("new", "MPC 4.3.1")],
        tests=tests,
    )
    derive_findings(run)
    assert len({finding.id for finding in run.findings}) == 2
    run.targets[1].library_version = "MPICH Version: 5.0"
    derive_findings(run)
    assert [len(finding.sightings) for finding in run.findings] == [2]


def test_crashes_below_must_are_separate_bugs():
    end = death("MPI_T_cvar_read", "SIGSEGV")
    assert not is_one(("one", end, "must"), ("two", end, "quality"))
    assert is_one(("one", end, "must"), ("two", end, "should"))


def test_a_crash_of_a_wrong_call_is_a_missing_check():
    end = death("MPI_T_pvar_handle_alloc", "SIGSEGV")
    of_right, of_index = ("pvar-handle-alloc", end), ("pvar-handle-bad-index", end)
    assert not is_one(of_index, of_right)
    assert not is_one(("pvar-handle-session-mismatch", end), of_index)
    assert is_one(("pvar-handle-bad-index", death("MPI_T_pvar_get_info", "SIGSEGV")), of_index)
    assert is_one(
        ("init-excess-finalize-code", death("MPI_T_finalize", "exit status 60")),
        ("init-interleaving-allowed", death("MPI_T_finalize", "exit status 60")),
    )


def test_crashes_on_all_handles_are_one_bug():
    start, stop = (
        ("one", death(f"MPI_T_pvar_{what}(0x1, MPI_T_PVAR_ALL_HANDLES)", "SIGSEGV"))
        for what in ("start", "stop")
    )
    assert is_one(start, stop)
    assert is_one(start, ("pvar-handle-session-mismatch", stop[1]))
    assert not is_one(start, ("one", death("MPI_T_pvar_start(0x1, 0x2)", "SIGSEGV")))


def test_crashes_of_mpi_under_one_rule_are_one_bug():
    rule = "init-separate-from-mpi-finalize"
    dup = (rule, death("MPI_Comm_dup", "exit code 1"))
    assert is_one((rule, death("MPI_Barrier", "SIGSEGV")), dup)
    assert not is_one(("another-rule", death("MPI_Barrier", "SIGSEGV")), dup)
    assert not is_one((rule, death("MPI_Finalize", "SIGSEGV")), dup)
    assert not is_one((rule, death("MPI_T_finalize", "SIGSEGV")), dup)
    end = ("one", death("MPI_Finalize", "SIGSEGV"))
    assert not is_one(("one", death("MPI_Init", "SIGSEGV")), end)


def test_siblings_that_reject_a_valid_index_are_one_bug():
    def of(function, seen=INVALID_INDEX):
        return "rule", code(function, ["MPI_SUCCESS"], seen)

    info = of("MPI_T_source_get_info")
    assert is_one(of("MPI_T_source_get_timestamp"), info)
    assert not is_one(of("MPI_T_cvar_get_info"), info)
    assert not is_one(of("MPI_T_source_get_info", INVALID), info)


def test_a_crash_under_a_condition_is_a_separate_bug():
    at_levels = ("one", under("MPI_T_cvar_get_num", "SIGSEGV"))
    assert not is_one(at_levels, ("one", death("MPI_T_cvar_get_num", "SIGSEGV")))
    assert is_one(at_levels, ("one", under("MPI_T_cvar_get_num", "exit status 1")))


def test_siblings_share_a_wrong_code():
    written = ("write", code("MPI_T_pvar_write", [NO_WRITE], INVALID))
    assert is_one(("reset", code("MPI_T_pvar_reset", ["MPI_SUCCESS", NO_WRITE], INVALID)), written)
    assert not is_one(("write", code("MPI_T_pvar_write", [NO_WRITE], "MPI_SUCCESS")), written)
    assert not is_one(("write", code("MPI_T_cvar_write", [NO_WRITE], INVALID)), written)
    assert not is_one(
        ("start", code("MPI_T_pvar_start", ["MPI_T_ERR_PVAR_NO_STARTSTOP"], INVALID)),
        written,
    )


def test_an_unknown_code_is_one_bug_per_function():
    legal = (
        "general-specific-reason-code",
        code("MPI_T_cvar_read", ["MPI_SUCCESS", INVALID], "16 (no MPI_T code)"),
    )
    for wanted, level in (
        (["MPI_SUCCESS"], "must"),
        ([INVALID_HANDLE], "quality"),
        (["MPI_SUCCESS", INVALID], "quality"),
    ):
        assert is_one(("one", code("MPI_T_cvar_read", wanted, "16 (no MPI_T code)"), level), legal)
    assert is_one(("one", code("PMPI_T_cvar_read", [INVALID], "16 (no MPI_T code)")), legal)
    assert not is_one(("one", code("MPI_T_cvar_write", [INVALID], "16 (no MPI_T code)")), legal)
    assert not is_one(("one", code("MPI_T_cvar_read", [INVALID], "-1 (no MPI_T code)")), legal)


def test_pmpi_and_unnamed_codes_do_not_separate_bugs():
    assert is_one(
        ("one", code("PMPI_T_pvar_read", ["MPI_SUCCESS"], INVALID)),
        ("two", code("MPI_T_pvar_read", ["MPI_SUCCESS"], INVALID)),
    )
    assert is_one(
        ("one", code("MPI_T_event_handle_set_info", [INVALID_HANDLE], "805363212")),
        ("one", code("MPI_T_event_handle_set_info", [INVALID_HANDLE], "1342234124")),
    )


def test_failures_of_siblings_are_separate_bugs():
    read = ("one", code("MPI_T_pvar_read", ["MPI_SUCCESS"], INVALID))
    assert is_one(read, ("two", code("MPI_T_pvar_read", ["MPI_SUCCESS"], INVALID)))
    assert not is_one(read, ("one", code("MPI_T_pvar_start", ["MPI_SUCCESS"], INVALID)))


def test_the_same_wrong_answer_is_one_bug():
    none = ("cvar", length("MPI_T_cvar_get_info", "at-least", "1", "0"))
    assert is_one(("category", length("MPI_T_category_get_info", "one-of", "1", "0")), none)
    assert not is_one(("cvar", length("MPI_T_cvar_get_info", "one-of", "17", "16")), none)
    before = length("MPI_T_cvar_get_info", "one-of", "1", "0")
    before.sources = [Answer(before.function, before.output)]
    assert not is_one(("cvar", before), none)
    # A call that fails fails, whether it is known to have succeeded before or not.
    fails = code("MPI_T_pvar_get_info", ["MPI_SUCCESS"], INVALID)
    again = dataclasses.replace(fails, sources=[Answer(fails.function, fails.output)])
    assert is_one(("two", again), ("one", fails))
    count = Fact("MPI_T_cvar_get_num", "num", "at-least", ["0"], "-1")
    assert not is_one(
        ("cvar", count),
        ("cvar", dataclasses.replace(count, function="MPI_T_pvar_get_num")),
    )


def test_an_index_out_of_range_is_one_bug_whatever_was_in_memory():
    too_large = Fact("MPI_T_category_get_cvars", "indices[0]", "below", ["314"], "1906253040")
    negative = Fact("MPI_T_category_get_cvars", "indices[2]", "at-least", ["0"], "-1147200096")
    assert is_one(("one", too_large), ("one", negative))
    another = Fact("MPI_T_category_get_cvars", "indices[0]", "one-of", ["3"], "-1147200096")
    assert not is_one(("one", too_large), ("one", another))


def test_missing_declarations_are_one_bug():
    assert is_one(
        ("one", Fact("", "MPI_T_ERR_A", "declared", [], "not declared")),
        ("two", Fact("", "MPI_T_B", "declared", [], "not declared")),
    )


def test_facts_without_a_function_belong_to_their_clause():
    words = Fact("", "kind", "is", ["a function"], "a macro")
    assert is_one(("one", words), ("one", None))
    assert not is_one(("one", words), ("two", words))
    assert is_one(
        ("one", dataclasses.replace(words, function="MPI_T_x")),
        ("two", dataclasses.replace(words, function="MPI_T_x")),
    )

# SPDX-License-Identifier: BSD-3-Clause
"""Which offences have one cause, and what a finding says of them."""
import dataclasses
import re

import pytest

from mpitcheck.judge.finding import cause_of, derive_causes, derive_findings, id_of, joined_ids
from mpitcheck.judge.model import (
    KnownDeviation,
    Repro,
    RunReport,
    TargetResult,
    TestResult,
    Verdict,
)
from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.judge.records import Answer, Condition, Fact

INVALID_INDEX = "MPI_T_ERR_INVALID_INDEX"
NO_WRITE, INVALID, INVALID_HANDLE = (
    "MPI_T_ERR_PVAR_NO_WRITE",
    "MPI_T_ERR_INVALID",
    "MPI_T_ERR_INVALID_HANDLE",
)


def offence(clause, fact=None, level="must"):
    return Failure(clause, "pvar 0", "this", "that", fact=fact, level=level)


def code(function, wanted, seen):
    return Fact(function, "code", "one-of", wanted, seen)


def death(function, how, *frames):
    return death_in(function, how, list(frames))


def under(function, how):
    """A death at another thread level."""
    condition = Condition("MPI_T_init_thread", "required", "another thread level")
    return dataclasses.replace(death(function, how), given=condition)


def length(function, relation, wanted, seen):
    return Fact(function, "desc_len", relation, [wanted], seen)


def its_id(clause, fact, level="must", family="mpich"):
    return id_of(cause_of(offence(clause, fact, level), "a.test", family))


def result(target, name, failures, **members):
    return TestResult(
        target,
        name=name,
        failures=failures,
        clauses=[each.clause for each in failures],
        **{"verdict": Verdict.fail, "level": "must", **members},
    )


def findings_of(*tests):
    run = RunReport(targets=[TargetResult("old"), TargetResult("new")], tests=list(tests))
    derive_findings(run)
    return run.findings


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


def test_findings_are_counted_once_over_tests_clauses_and_targets():
    segv, abort = death("MPI_Init", "SIGSEGV"), death("MPI_Init", "SIGABRT")
    [finding] = findings_of(
        result("old", "a", [offence("one", segv)]),
        result("old", "b", [offence("two", abort)]),
        result("new", "a", [offence("one", segv)]),
    )
    assert finding.line == "MPI_Init crashes (SIGSEGV and SIGABRT)"
    assert finding.clauses == ["one", "two"]
    old, new = finding.sightings
    assert old.tests == [0, 1]
    assert len(old.examples) == 2
    assert old.objects == ["pvar 0"]
    assert new.target == "new"


@pytest.mark.parametrize(
    "target, wanted, count",
    [
        pytest.param("old", [NO_WRITE], 1, id="one cause"),
        pytest.param("old", [NO_WRITE, "MPI_SUCCESS"], 3, id="one of two causes"),
        pytest.param("new", [NO_WRITE], 2, id="a cause on another target"),
    ],
)
def test_failures_without_facts_join_a_finding_of_their_rule(target, wanted, count):
    failures = [offence("write", code("MPI_T_pvar_write", [each], INVALID)) for each in wanted]
    without = result("old", "property", [offence("write")])
    assert len(findings_of(without, result(target, "plain", failures))) == count


def mismatch(seen):
    return offence("mismatch", code("MPI_T_pvar_read", [INVALID_HANDLE], seen))


def free_crashes(clause):
    return offence(clause, death("MPI_T_pvar_session_free", "SIGSEGV"))


@pytest.mark.parametrize(
    "failures, count",
    [
        pytest.param([mismatch("MPI_SUCCESS"), free_crashes("mismatch")], 1, id="let pass"),
        pytest.param([mismatch("MPI_SUCCESS"), free_crashes("other")], 2, id="of another clause"),
        pytest.param([free_crashes("mismatch"), mismatch("MPI_SUCCESS")], 2, id="before the call"),
        pytest.param(
            [mismatch("16 (no MPI_T code)"), free_crashes("mismatch")], 2, id="after a refusal"
        ),
    ],
)
def test_crashes_after_an_accepted_wrong_call_join_its_finding(failures, count):
    assert len(findings_of(result("old", "a", failures))) == count


@pytest.mark.parametrize(
    "target, clause, how, count",
    [
        ("old", "pvar-handle-session-mismatch", "SIGSEGV", 1),
        ("new", "pvar-handle-session-mismatch", "SIGSEGV", 2),
        ("old", "pvar-handle-bad-index", "SIGSEGV", 2),
        ("old", "pvar-handle-session-mismatch", "no end", 2),
    ],
)
def test_crashing_and_accepted_wrong_calls_lack_one_check(target, clause, how, count):
    dies = offence(clause, death("MPI_T_pvar_handle_free", how))
    passes = offence(
        "pvar-handle-session-mismatch", code("MPI_T_pvar_read", [INVALID_HANDLE], "MPI_SUCCESS")
    )
    assert len(findings_of(result(target, "b", [dies]), result("old", "a", [passes]))) == count


PLAIN, AT_LEVELS = (offence("rule", made("MPI_T_b", "SIGSEGV")) for made in (death, under))
END, CONDITION = result("old", "a", [PLAIN]), result("old", "b", [AT_LEVELS])
RANDOM = result("old", "property.a", [PLAIN], suite="properties")


@pytest.mark.parametrize(
    "tests, cause",
    [
        pytest.param([END, CONDITION], PLAIN, id="plain and under a condition"),
        pytest.param([CONDITION, RANDOM], AT_LEVELS, id="under a condition and random"),
        pytest.param([END, CONDITION, RANDOM], PLAIN, id="all"),
        pytest.param([RANDOM], PLAIN, id="random"),
    ],
)
def test_a_crash_under_a_condition_joins_an_unconditional_one(tests, cause):
    [finding] = findings_of(*tests)
    assert finding.id == id_of(cause_of(cause, "", "unknown"))


def test_conditional_crashes_of_other_targets_or_functions_are_separate():
    assert len(findings_of(END, result("new", "b", [AT_LEVELS]))) == 2
    other = offence("rule", death("MPI_T_c", "SIGSEGV"))
    assert len(findings_of(CONDITION, result("old", "c", [other]))) == 2


HERE, ELSEWHERE = "lib.so+0x1 fail+0x1", "lib.so+0x2"
OF_B, OF_C = ("MPI_T_b", "SIGSEGV", HERE, ELSEWHERE), ("MPI_T_c", "SIGBUS", HERE)
STOPPED = ("MPI_T_b", "SIGABRT", HERE, ELSEWHERE)


@pytest.mark.parametrize(
    "one, two, count",
    [
        pytest.param(OF_B, OF_C, 1, id="one place"),
        pytest.param(OF_B, ("MPI_T_c", "SIGSEGV", ELSEWHERE, HERE), 2, id="another place"),
        pytest.param(OF_B, ("MPI_T_c", "SIGSEGV"), 2, id="unknown place"),
        pytest.param(STOPPED, ("MPI_T_c", "SIGABRT", HERE, ELSEWHERE), 1, id="one caller of abort"),
        pytest.param(
            STOPPED, ("MPI_T_c", "SIGABRT", HERE, "lib.so+0x3"), 2, id="another caller of abort"
        ),
        pytest.param(
            ("MPI_T_b", "SIGABRT", HERE),
            ("MPI_T_c", "SIGABRT", HERE),
            2,
            id="unknown caller of abort",
        ),
    ],
)
def test_findings_join_crashes_at_one_address(one, two, count):
    found = findings_of(
        result("old", "a", [offence("one", death(*two))]),
        result("old", "b", [offence("two", death(*one))]),
    )
    assert len(found) == count


def test_findings_join_crashes_of_wrong_calls_at_one_address():
    # Different errors were wanted of these calls.
    wrong = [
        offence("pvar-handle-session-mismatch", death("MPI_T_pvar_read", "SIGFPE", HERE)),
        offence("category-get-index-unknown", death("MPI_T_category_get_index", "SIGFPE", HERE)),
    ]
    assert len(findings_of(*(result("old", "a", [each]) for each in wrong))) == 1


def test_crashes_at_one_address_on_other_targets_are_separate():
    first, second = offence("one", death(*OF_C)), offence("two", death(*OF_B))
    here, there = result("old", "a", [first]), result("new", "b", [second])
    slack = result("old", "c", [offence("q", second.fact, "quality")])
    assert len(findings_of(here, there)) == 2
    assert len(findings_of(here, slack)) == 2
    [joined] = findings_of(here, result("old", "b", [second]))
    assert joined.id == id_of(cause_of(second, "b", "unknown"))
    # A function that ends elsewhere, too, has more wrong with it.
    assert (
        len(
            findings_of(
                here,
                result(
                    "old", "b", [second, offence("two", death("MPI_T_b", "SIGSEGV", ELSEWHERE))]
                ),
            )
        )
        == 2
    )


def text_length(output, clause="sizes", seen="0"):
    fact = length("MPI_T_cvar_get_info", "one-of", "5", seen)
    return offence(clause, dataclasses.replace(fact, output=output))


@pytest.mark.parametrize(
    "other, count",
    [
        pytest.param(text_length("desc_len"), 1, id="wrong alike"),
        pytest.param(text_length("desc_len", seen="4"), 2, id="wrong in another way"),
        pytest.param(text_length("desc_len", "missing"), 2, id="of another rule"),
    ],
)
def test_findings_join_lengths_of_both_texts_of_a_rule(other, count):
    found = findings_of(result("old", "a", [text_length("name_len")]), result("old", "b", [other]))
    assert len(found) == count


def test_findings_about_lengths_have_the_reported_id():
    [alone] = findings_of(result("old", "a", [text_length("desc_len")]))
    assert alone.id == id_of(cause_of(text_length("desc_len"), "a", "unknown"))
    # An expectation may name it by the id that the report shows.
    tests = [
        result("old", "a", [text_length("name_len")]),
        result("old", "b", [text_length("desc_len")]),
    ]
    name_id, desc_id = (id_of(cause_of(test.failures[0], test.name, "")) for test in tests)
    assert joined_ids(tests, derive_causes(tests, {}), {}) == {("old", desc_id): name_id}


HANDLER_CALLED = offence(
    "general-failure-no-errhandler",
    Fact("MPI_Comm_errhandler_function", "invocations", "at-most", ["0"], "1"),
)


@pytest.mark.parametrize("how, count", [("exit status 246", 1), ("SIGABRT", 1), ("SIGSEGV", 2)])
@pytest.mark.parametrize("clause", ["pvar-handle-session-mismatch", "general-failure-not-fatal"])
def test_findings_join_exits_of_wrong_calls_to_the_error_handler(clause, how, count):
    end = offence(clause, death("MPI_T_cvar_read", how))
    found = findings_of(result("old", "a", [HANDLER_CALLED]), result("old", "b", [end]))
    assert len(found) == count


def test_findings_do_not_join_exits_of_valid_calls_to_the_error_handler():
    right = offence("rule", death("MPI_T_cvar_read", "exit status 246"))
    found = findings_of(result("old", "a", [HANDLER_CALLED]), result("old", "b", [right]))
    assert len(found) == 2


def test_findings_list_the_strictest_rule_first():
    failures = [
        offence(clause, death("MPI_T_a", "SIGSEGV"), level)
        for clause, level in (
            ("slack", "should"),
            ("one", "must"),
            ("general-failure-not-fatal", "must"),
        )
    ]
    [found] = findings_of(result("old", "a", failures))
    assert found.clauses == ["general-failure-not-fatal", "one", "slack"]


def reset(*wanted, function="MPI_T_pvar_reset", seen=INVALID):
    return offence("rule of " + wanted[0], code(function, list(wanted), seen))


@pytest.mark.parametrize(
    "one, other, count",
    [
        pytest.param(
            reset("MPI_SUCCESS"),
            reset("MPI_SUCCESS", INVALID_INDEX),
            1,
            id="success would do",
        ),
        pytest.param(
            reset(NO_WRITE, "MPI_SUCCESS"),
            reset(INVALID_HANDLE, NO_WRITE),
            1,
            id="another error would do",
        ),
        pytest.param(
            reset(NO_WRITE, "MPI_SUCCESS"), reset(INVALID_HANDLE), 2, id="just this would do"
        ),
        pytest.param(
            reset(NO_WRITE, "MPI_SUCCESS"),
            reset(INVALID_HANDLE, NO_WRITE, function="MPI_T_pvar_start"),
            2,
            id="another function",
        ),
        pytest.param(
            reset(NO_WRITE, "MPI_SUCCESS"),
            reset(INVALID_HANDLE, NO_WRITE, seen="MPI_T_ERR_MEMORY"),
            2,
            id="another code seen",
        ),
        # Each lacks a check of its own.
        pytest.param(
            reset(NO_WRITE, seen="MPI_SUCCESS"),
            reset(INVALID_HANDLE, NO_WRITE, seen="MPI_SUCCESS"),
            2,
            id="granted",
        ),
    ],
)
def test_findings_join_refusals_with_several_allowed_codes(one, other, count):
    found = findings_of(result("old", "a", [one]), result("old", "b", [other]))
    assert len(found) == count
    assert id_of(cause_of(one, "a", "unknown")) in {finding.id for finding in found}


def member_count(wanted, seen, clause="members", sources=()):
    fact = length("MPI_T_category_get_cvars", "one-of", wanted, seen)
    return offence(clause, dataclasses.replace(fact, sources=list(sources)))


@pytest.mark.parametrize(
    "other, count",
    [
        pytest.param(member_count("5", "9"), 1, id="too many"),
        pytest.param(member_count("5", "0"), 1, id="none"),
        pytest.param(member_count("5", "9", "another"), 2, id="of another rule"),
        pytest.param(
            member_count("5", "2", sources=[Answer("MPI_T_category_get_cvars", "desc_len")]),
            1,
            id="compared with an earlier answer",
        ),
    ],
)
def test_findings_join_failures_of_one_rule_about_one_answer(other, count):
    found = findings_of(result("old", "a", [member_count("5", "2")]), result("old", "b", [other]))
    assert len(found) == count


@pytest.mark.parametrize(
    "clause, function, count", [("rule", "MPI_T_a", 1), ("another", "MPI_T_b", 2)]
)
def test_a_hang_and_a_crash_of_one_function_are_one_bug(clause, function, count):
    hang = offence("rule", death("MPI_T_a", "no end within 60 s"))
    end = offence(clause, death(function, "SIGFPE"))
    assert len(findings_of(result("old", "a", [hang]), result("old", "b", [end]))) == count


ANY_ERROR = offence(
    "balance", Fact("MPI_T_finalize", "code", "none-of", ["MPI_SUCCESS"], "MPI_SUCCESS")
)


def surplus(wanted):
    return offence("surplus", code("MPI_T_finalize", [wanted], "MPI_SUCCESS"))


@pytest.mark.parametrize(
    "failures, count",
    [
        pytest.param([surplus(INVALID), ANY_ERROR], 1, id="one error and any"),
        pytest.param([surplus(INVALID), surplus(NO_WRITE), ANY_ERROR], 3, id="two errors and any"),
        pytest.param([ANY_ERROR], 1, id="any error"),
    ],
)
def test_findings_join_accepted_wrong_calls_with_any_allowed_error(failures, count):
    assert len(findings_of(result("old", "a", failures))) == count


def test_advice_and_errors_of_mpitcheck_are_not_findings():
    assert (
        findings_of(
            result("old", "a", [offence("one")], verdict=Verdict.error),
            result("old", "b", [offence("two", None, "advice")]),
        )
        == []
    )


def test_findings_contain_each_deviating_test():
    [finding] = findings_of(
        result("old", "a.hung", [], verdict=Verdict.timeout, message="no end within 60 s")
    )
    assert "no end within 60 s" in finding.line
    assert finding.sightings[0].tests == [0]


@pytest.mark.parametrize(
    "first, second, known, standing",
    [
        pytest.param(True, True, KnownDeviation(), "known", id="known"),
        pytest.param(True, False, KnownDeviation(), "new", id="one is new"),
        pytest.param(True, True, None, "", id="below must, without entry"),
        pytest.param(None, None, None, "", id="not gated"),
    ],
)
def test_findings_are_known_if_all_their_tests_deviate_as_expected(first, second, known, standing):
    [finding] = findings_of(
        result("old", "a", [offence("one")], expected=first, known=known),
        result("old", "b", [offence("one")], expected=second),
    )
    assert finding.sightings[0].standing == standing


def test_findings_show_the_reproducer_of_a_test_with_one_finding():
    one, two, repro = (
        offence("one"),
        offence("two"),
        Repro(True, "int main(void) { return 1; }"),
    )
    first, second = findings_of(
        result("old", "both", [one, two], repro=repro),
        result("old", "alone", [one], repro=repro),
    )
    assert first.clauses == ["one"]
    assert first.sightings[0].tests == [1, 0]
    assert first.sightings[0].program
    assert not second.sightings[0].program


def _with_program(clause, *calls):
    return Repro(True, f"/* Shows a broken rule of MPI_T: {clause}\n", calls=list(calls))


def test_reproducer_belongs_to_the_finding_of_its_clause_and_last_call():
    ended, failed = (
        offence("one", death("MPI_T_cvar_get_num", "SIGSEGV")),
        offence("one", code("MPI_T_finalize", ["MPI_SUCCESS"], INVALID)),
    )
    repro = _with_program("one", "MPI_T_cvar_get_num(&num_cvar) does not return")
    found = findings_of(result("old", "both", [failed, ended], repro=repro))
    assert {each.line.partition(" ")[0]: each.sightings[0].program for each in found} == {
        "MPI_T_cvar_get_num": True,
        "MPI_T_finalize": False,
    }


def test_first_test_of_a_finding_has_the_shortest_evidence():
    long, short = offence("one"), offence("one")
    long.calls, short.calls = ["MPI_T_a()"] * 8, ["MPI_T_a()"] * 2
    [finding] = findings_of(result("old", "long", [long]), result("old", "short", [short]))
    assert finding.sightings[0].tests == [1, 0]
    many, few = (_with_program("one", *["MPI_T_a()"] * count) for count in (5, 3))
    [finding] = findings_of(
        result("old", "many", [short], repro=many), result("old", "few", [long], repro=few)
    )
    assert finding.sightings[0].tests == [1, 0]


def test_findings_are_sorted_by_novelty_and_level():
    found = findings_of(
        result("old", "known", [offence("one")], expected=True, known=KnownDeviation()),
        result("old", "slack", [offence("three", None, "quality")]),
        result("old", "fresh", [offence("two")], expected=False),
    )
    assert [finding.clauses[0] for finding in found] == ["two", "one", "three"]


def test_findings_name_some_objects_and_count_the_rest():
    failures = [Failure("one", f"pvar {i}", "this", "that", level="must") for i in range(23)]
    [finding] = findings_of(result("old", "a", failures))
    [sighting] = finding.sightings
    assert sighting.objects == [f"pvar {i}" for i in range(20)]
    assert sighting.more_objects == 3

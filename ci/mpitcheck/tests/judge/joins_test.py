# SPDX-License-Identifier: BSD-3-Clause
"""Tests of causes that are one bug if a target shows both."""
import dataclasses

import pytest

from mpitcheck.judge.cause import cause_of, id_of
from mpitcheck.judge.finding import derive_causes, joined_ids
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


@pytest.mark.parametrize(
    "target, wanted, count",
    [
        pytest.param("old", [NO_WRITE], 1, id="one cause"),
        pytest.param("old", [NO_WRITE, "MPI_SUCCESS"], 2, id="the first of two causes"),
        pytest.param("new", [NO_WRITE], 2, id="a cause on another target"),
    ],
)
def test_failures_without_facts_join_a_finding_of_their_rule(target, wanted, count):
    failures = [offence("write", code("MPI_T_pvar_write", [each], INVALID)) for each in wanted]
    without = result("old", "property", [offence("write")])
    assert len(findings_of(without, result(target, "plain", failures))) == count


def test_a_random_sequence_that_names_no_function_joins_a_finding_of_its_rule():
    plain = result(
        "one", "plain", [offence("write", code("MPI_T_pvar_write", ["MPI_SUCCESS"], INVALID))]
    )
    random = result("one", "property", [offence("write", code("", ["MPI_SUCCESS"], INVALID))])
    assert len(findings_of(random, plain)) == 1
    assert len(findings_of(random)) == 1


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


@pytest.mark.parametrize("function, count", [("MPI_T_cvar_read", 1), ("MPI_T_cvar_write", 2)])
def test_findings_join_exits_in_sequences_to_the_error_handler(function, count):
    refused = offence("general-failure-not-fatal", death("MPI_T_cvar_read", "exit status 246"))
    found = findings_of(
        result("old", "a", [HANDLER_CALLED, refused]),
        result("old", "b", [offence("rule", death(function, "exit status 246"))]),
    )
    assert len(found) == count


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
        pytest.param(
            reset("MPI_SUCCESS"),
            offence(
                "not",
                dataclasses.replace(
                    code("MPI_T_pvar_reset", [INVALID], INVALID), relation="none-of"
                ),
            ),
            1,
            id="all but this would do",
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


def value(clause, function, seen):
    return offence(clause, Fact(function, "buf", "one-of", ["5"], seen))


def test_findings_join_values_that_share_rules():
    low, high = value("a", "MPI_T_pvar_read", "4"), value("b", "MPI_T_pvar_read", "9")
    reset = value("b", "MPI_T_pvar_readreset", "9")
    assert len(findings_of(result("old", "a", [low, high]))) == 2
    assert (
        len(
            findings_of(
                result(
                    "old",
                    "a",
                    [low, value("b", "MPI_T_pvar_read", "4")],
                ),
                result("old", "b", [high, reset]),
            )
        )
        == 1
    )


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


def written(relation, wanted):
    return offence(wanted, Fact("MPI_T_pvar_write", "code", relation, [wanted], "MPI_SUCCESS"))


@pytest.mark.parametrize(
    "failures, count",
    [
        pytest.param([surplus(INVALID), ANY_ERROR], 1, id="one error and any"),
        pytest.param([surplus(INVALID), surplus(NO_WRITE), ANY_ERROR], 3, id="two errors and any"),
        pytest.param([ANY_ERROR], 1, id="any error"),
        pytest.param(
            [written("none-of", "MPI_SUCCESS"), written("one-of", NO_WRITE)],
            1,
            id="a check that siblings share",
        ),
    ],
)
def test_findings_join_accepted_wrong_calls_with_any_allowed_error(failures, count):
    assert len(findings_of(result("old", "a", failures))) == count


@pytest.mark.parametrize(
    "other, count",
    [
        (code("MPI_T_pvar_get_num", ["MPI_SUCCESS"], "MPI_T_ERR_NOT_INITIALIZED"), 1),
        (code("MPI_T_pvar_get_num", ["MPI_SUCCESS"], INVALID), 2),
    ],
)
def test_findings_join_functions_that_are_not_initialized(other, count):
    one = offence("a", code("MPI_T_finalize", ["MPI_SUCCESS"], "MPI_T_ERR_NOT_INITIALIZED"))
    assert (
        len(findings_of(result("old", "a", [one]), result("old", "b", [offence("b", other)])))
        == count
    )

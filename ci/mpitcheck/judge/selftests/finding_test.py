# SPDX-License-Identifier: BSD-3-Clause
"""Which offences have one cause, and what a finding says of them."""
import dataclasses
import unittest

from mpitcheck.judge.finding import cause_of, derive_causes, derive_findings, id_of, joined_ids
from mpitcheck.judge.model import (
    KnownDeviation,
    Repro,
    RunReport,
    TargetResult,
    TestResult,
    Verdict,
)
from mpitcheck.judge.offence import Answer, Fact, Failure, death_in

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
    condition = Answer("MPI_T_init_thread", "required", value="another thread level")
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


class Cause(unittest.TestCase):
    def check(self, same, one, other):
        for each in one, other:
            self.assertRegex(its_id(*each), "^F-[0-9a-f]{6}$")
        with self.subTest(one=one, other=other):
            (self.assertEqual if same else self.assertNotEqual)(its_id(*one), its_id(*other))

    def test_an_end_is_of_its_function_however_it_came(self):
        of_num = ("one", death("MPI_T_cvar_get_num", "SIGSEGV"))
        self.check(True, ("two", death("MPI_T_cvar_get_num", "SIGABRT")), of_num)
        self.check(True, ("two", death("MPI_T_cvar_get_num", "exit code 1")), of_num)
        self.check(False, ("one", death("MPI_T_cvar_get_num", "no end within 60 s")), of_num)
        self.check(False, ("one", death("MPI_Init", "SIGSEGV")), of_num)
        # Which threads are inside which calls differs from run to run.
        self.check(
            True,
            ("one", death("2 threads: MPI_T_finalize", "SIGSEGV")),
            ("one", death("3 threads: MPI_T_init_thread, MPI_T_finalize", "SIGABRT")),
        )

    def test_libraries_of_other_families_have_other_bugs(self):
        end = death("MPI_T_cvar_get_num", "SIGSEGV")
        self.check(False, ("one", end, "must", "mpc"), ("one", end, "must", "mpich"))
        self.check(True, ("one", end, "must", "mpich"), ("two", end, "must", "mpich"))

    def test_an_end_after_a_call_says_so(self):
        fact = death_in(
            "MPI_T_pvar_read",
            "SIGSEGV",
            ["lib.so+0x1 MPI_T_pvar_read+0x1"],
            "MPI_T_category_changed(&n)",
        )
        [finding] = findings_of(result("new", "a", [offence("c", fact)]))
        self.assertEqual(
            finding.line,
            "MPI_T_pvar_read does not return: SIGSEGV, after MPI_T_category_changed returned (c)",
        )

    def test_a_target_tells_its_family(self):
        tests = [
            result(target, "a", [offence("c", death("MPI_T_cvar_get_num", "SIGSEGV"))])
            for target in ("old", "new")
        ]
        run = RunReport(
            targets=[TargetResult("old", "MPICH Version: 4.0"), TargetResult("new", "MPC 4.3.1")],
            tests=tests,
        )
        derive_findings(run)
        self.assertEqual(len({finding.id for finding in run.findings}), 2)
        run.targets[1].library_version = "MPICH Version: 5.0"
        derive_findings(run)
        self.assertEqual([len(finding.sightings) for finding in run.findings], [2])

    def test_wrong_arguments_fail_over_something_else(self):
        end = death("MPI_T_cvar_read", "SIGSEGV")
        self.check(False, ("one", end, "must"), ("two", end, "quality"))
        self.check(True, ("one", end, "must"), ("two", end, "should"))

    def test_an_end_of_a_wrong_call_is_of_the_check_that_is_missing(self):
        end = death("MPI_T_pvar_handle_alloc", "SIGSEGV")
        of_right, of_index = ("pvar-handle-alloc", end), ("pvar-handle-bad-index", end)
        self.check(False, of_index, of_right)
        self.check(False, ("pvar-handle-session-mismatch", end), of_index)
        self.check(
            True, ("pvar-handle-bad-index", death("MPI_T_pvar_get_info", "SIGSEGV")), of_index
        )
        self.check(
            True,
            ("init-excess-finalize-code", death("MPI_T_finalize", "exit status 60")),
            ("init-interleaving-allowed", death("MPI_T_finalize", "exit status 60")),
        )

    def test_a_library_that_takes_all_handles_for_one_does_so_everywhere(self):
        start, stop = (
            ("one", death(f"MPI_T_pvar_{what}(0x1, MPI_T_PVAR_ALL_HANDLES)", "SIGSEGV"))
            for what in ("start", "stop")
        )
        self.check(True, start, stop)
        self.check(True, start, ("pvar-handle-session-mismatch", stop[1]))
        self.check(False, start, ("one", death("MPI_T_pvar_start(0x1, 0x2)", "SIGSEGV")))

    def test_mpi_dies_in_whatever_it_does_next(self):
        rule = "init-separate-from-mpi-finalize"
        dup = (rule, death("MPI_Comm_dup", "exit code 1"))
        self.check(True, (rule, death("MPI_Barrier", "SIGSEGV")), dup)
        self.check(False, ("another-rule", death("MPI_Barrier", "SIGSEGV")), dup)
        self.check(False, (rule, death("MPI_Finalize", "SIGSEGV")), dup)
        self.check(False, (rule, death("MPI_T_finalize", "SIGSEGV")), dup)
        end = ("one", death("MPI_Finalize", "SIGSEGV"))
        self.check(False, ("one", death("MPI_Init", "SIGSEGV")), end)

    def test_an_index_in_order_is_looked_up_in_vain_by_its_siblings(self):
        def of(function, seen=INVALID_INDEX):
            return "rule", code(function, ["MPI_SUCCESS"], seen)

        info = of("MPI_T_source_get_info")
        self.check(True, of("MPI_T_source_get_timestamp"), info)
        self.check(False, of("MPI_T_cvar_get_info"), info)
        self.check(False, of("MPI_T_source_get_info", INVALID), info)

    def test_an_end_under_a_condition_is_not_one_without(self):
        at_levels = ("one", under("MPI_T_cvar_get_num", "SIGSEGV"))
        self.check(False, at_levels, ("one", death("MPI_T_cvar_get_num", "SIGSEGV")))
        self.check(True, at_levels, ("one", under("MPI_T_cvar_get_num", "exit status 1")))

    def test_siblings_share_a_wrong_code(self):
        written = ("write", code("MPI_T_pvar_write", [NO_WRITE], INVALID))
        self.check(
            True, ("reset", code("MPI_T_pvar_reset", ["MPI_SUCCESS", NO_WRITE], INVALID)), written
        )
        self.check(False, ("write", code("MPI_T_pvar_write", [NO_WRITE], "MPI_SUCCESS")), written)
        self.check(False, ("write", code("MPI_T_cvar_write", [NO_WRITE], INVALID)), written)
        self.check(
            False,
            ("start", code("MPI_T_pvar_start", ["MPI_T_ERR_PVAR_NO_STARTSTOP"], INVALID)),
            written,
        )

    def test_a_code_that_is_none_is_one_bug_of_its_function_whatever_was_wanted(self):
        legal = (
            "general-specific-reason-code",
            code("MPI_T_cvar_read", ["MPI_SUCCESS", INVALID], "16 (no MPI_T code)"),
        )
        for wanted, level in (
            (["MPI_SUCCESS"], "must"),
            ([INVALID_HANDLE], "quality"),
            (["MPI_SUCCESS", INVALID], "quality"),
        ):
            self.check(
                True, ("one", code("MPI_T_cvar_read", wanted, "16 (no MPI_T code)"), level), legal
            )
        self.check(True, ("one", code("PMPI_T_cvar_read", [INVALID], "16 (no MPI_T code)")), legal)
        self.check(False, ("one", code("MPI_T_cvar_write", [INVALID], "16 (no MPI_T code)")), legal)
        self.check(False, ("one", code("MPI_T_cvar_read", [INVALID], "-1 (no MPI_T code)")), legal)

    def test_the_twin_is_the_function_and_a_nameless_code_is_like_another(self):
        self.check(
            True,
            ("one", code("PMPI_T_pvar_read", ["MPI_SUCCESS"], INVALID)),
            ("two", code("MPI_T_pvar_read", ["MPI_SUCCESS"], INVALID)),
        )
        self.check(
            True,
            ("one", code("MPI_T_event_handle_set_info", [INVALID_HANDLE], "805363212")),
            ("one", code("MPI_T_event_handle_set_info", [INVALID_HANDLE], "1342234124")),
        )

    def test_a_function_that_fails_is_not_its_sibling(self):
        read = ("one", code("MPI_T_pvar_read", ["MPI_SUCCESS"], INVALID))
        self.check(True, read, ("two", code("MPI_T_pvar_read", ["MPI_SUCCESS"], INVALID)))
        self.check(False, read, ("one", code("MPI_T_pvar_start", ["MPI_SUCCESS"], INVALID)))

    def test_an_answer_that_functions_share_is_one_whatever_it_is_compared_with(self):
        none = ("cvar", length("MPI_T_cvar_get_info", "at-least", "1", "0"))
        self.check(True, ("category", length("MPI_T_category_get_info", "one-of", "1", "0")), none)
        self.check(False, ("cvar", length("MPI_T_cvar_get_info", "one-of", "17", "16")), none)
        before = length("MPI_T_cvar_get_info", "one-of", "1", "0")
        before.sources = [Answer(before.function, before.output)]
        self.check(False, ("cvar", before), none)
        # A call that fails fails, whether it is known to have succeeded before or not.
        fails = code("MPI_T_pvar_get_info", ["MPI_SUCCESS"], INVALID)
        again = dataclasses.replace(fails, sources=[Answer(fails.function, fails.output)])
        self.check(True, ("two", again), ("one", fails))
        count = Fact("MPI_T_cvar_get_num", "num", "at-least", ["0"], "-1")
        self.check(
            False,
            ("cvar", count),
            ("cvar", dataclasses.replace(count, function="MPI_T_pvar_get_num")),
        )

    def test_missing_names_are_one(self):
        self.check(
            True,
            ("one", Fact("", "MPI_T_ERR_A", "declared", [], "not declared")),
            ("two", Fact("", "MPI_T_B", "declared", [], "not declared")),
        )

    def test_words_without_a_function_are_of_their_clause(self):
        words = Fact("", "kind", "is", ["a function"], "a macro")
        self.check(True, ("one", words), ("one", None))
        self.check(False, ("one", words), ("two", words))
        self.check(
            True,
            ("one", dataclasses.replace(words, function="MPI_T_x")),
            ("two", dataclasses.replace(words, function="MPI_T_x")),
        )


class Findings(unittest.TestCase):
    def test_are_counted_once_over_tests_clauses_and_targets(self):
        segv, abort = death("MPI_Init", "SIGSEGV"), death("MPI_Init", "SIGABRT")
        [finding] = findings_of(
            result("old", "a", [offence("one", segv)]),
            result("old", "b", [offence("two", abort)]),
            result("new", "a", [offence("one", segv)]),
        )
        self.assertEqual(finding.line, "MPI_Init does not return: SIGSEGV, SIGABRT (one)")
        self.assertEqual(finding.clauses, ["one", "two"])
        old, new = finding.sightings
        self.assertEqual(old.tests, [0, 1])
        self.assertEqual(len(old.examples), 2)
        self.assertEqual(old.objects, ["pvar 0"])
        self.assertEqual(new.target, "new")

    def test_lines(self):
        no_fact = Failure("a-rule", "pvar 0", "this", "that", level="must")
        alone = Failure("", actual="gone", level="must")
        declared = [
            offence("rule", Fact("", f"MPI_T_{i}", "declared", [], "not declared"))
            for i in range(6)
        ]
        answers = [
            offence("rule", Fact("MPI_T_b", "num", "one-of", list("12345"), str(i)))
            for i in range(6, 9)
        ]
        answers += [offence("rule", dataclasses.replace(answers[0].fact, seen="9"))]
        for failures, line in (
            ([no_fact], "a-rule: expected this, got that (pvar 0)"),
            ([alone], "the process: gone"),
            (declared, "mpi.h does not declare MPI_T_0, MPI_T_1, MPI_T_2, MPI_T_3 and 2 more"),
            (answers, "MPI_T_b: expected num 1 or 4 others, got 6, 7, 8, 9 (rule)"),
            ([offence("rule", death("", "SIGSEGV"))], "rule does not return: SIGSEGV"),
        ):
            with self.subTest(line=line):
                test = result("old", "", failures)
                self.assertEqual([finding.line for finding in findings_of(test)], [line])

    def test_take_in_what_a_suite_without_facts_finds_of_the_rule(self):
        refused, failed = (
            offence("write", code("MPI_T_pvar_write", [wanted], INVALID))
            for wanted in (NO_WRITE, "MPI_SUCCESS")
        )
        without = result("old", "property", [offence("write")])
        for plain, count in (
            (result("old", "plain", [refused]), 1),
            # Of two causes nobody knows which; what another target does says nothing.
            (result("old", "plain", [refused, failed]), 3),
            (result("new", "plain", [refused]), 2),
        ):
            with self.subTest(plain=plain):
                self.assertEqual(len(findings_of(without, plain)), count)

    def test_an_end_after_a_call_that_its_clause_forbids_is_no_cause_of_its_own(self):
        let_pass, refused = (
            offence("mismatch", code("MPI_T_pvar_read", [INVALID_HANDLE], seen))
            for seen in ("MPI_SUCCESS", "16 (no MPI_T code)")
        )
        end, other = (
            offence(clause, death("MPI_T_pvar_session_free", "SIGSEGV"))
            for clause in ("mismatch", "other")
        )
        for failures, count in (
            ([let_pass, end], 1),
            ([let_pass, other], 2),
            ([end, let_pass], 2),
            ([refused, end], 2),
        ):
            with self.subTest(failures=failures):
                self.assertEqual(len(findings_of(result("old", "a", failures))), count)

    def test_a_wrong_call_that_dies_lacks_the_check_of_those_that_pass(self):
        clause = "pvar-handle-session-mismatch"
        passes = result(
            "old", "a", [offence(clause, code("MPI_T_pvar_read", [INVALID_HANDLE], "MPI_SUCCESS"))]
        )
        end = offence(clause, death("MPI_T_pvar_handle_free", "SIGSEGV"))
        for other, count in (
            (result("old", "b", [end]), 1),
            (result("new", "b", [end]), 2),
            (result("old", "b", [dataclasses.replace(end, clause="pvar-handle-bad-index")]), 2),
            (result("old", "b", [offence(clause, death("MPI_T_pvar_handle_free", "no end"))]), 2),
        ):
            with self.subTest(other=other):
                self.assertEqual(len(findings_of(other, passes)), count)

    def test_an_end_under_a_condition_is_of_the_cause_without_where_there_is_one(self):
        plain, at_levels = (offence("rule", made("MPI_T_b", "SIGSEGV")) for made in (death, under))
        end, condition = result("old", "a", [plain]), result("old", "b", [at_levels])
        random = result("old", "property.a", [plain], suite="properties")
        for tests, fact in (
            ([end, condition], plain),
            ([condition, random], at_levels),
            ([end, condition, random], plain),
            ([random], plain),
        ):
            with self.subTest(tests=[test.name for test in tests]):
                [finding] = findings_of(*tests)
                self.assertEqual(finding.id, id_of(cause_of(fact, "", "unknown")))
        self.assertEqual(len(findings_of(end, result("new", "b", [at_levels]))), 2)
        other = offence("rule", death("MPI_T_c", "SIGSEGV"))
        self.assertEqual(len(findings_of(condition, result("old", "c", [other]))), 2)

    def test_are_one_of_ends_at_one_place_of_the_library(self):
        at, other = "lib.so+0x1 fail+0x1", "lib.so+0x2"
        of_b, of_c = ("MPI_T_b", "SIGSEGV", at, other), ("MPI_T_c", "SIGBUS", at)
        stopped = ("MPI_T_b", "SIGABRT", at, other)
        for one, two, count in (
            (of_b, of_c, 1),
            (of_b, ("MPI_T_c", "SIGSEGV", other, at), 2),
            (of_b, ("MPI_T_c", "SIGSEGV"), 2),  # nobody knows where
            (stopped, ("MPI_T_c", "SIGABRT", at, other), 1),
            (
                stopped,
                ("MPI_T_c", "SIGABRT", at, "lib.so+0x3"),
                2,
            ),  # of many that end by one function
            (("MPI_T_b", "SIGABRT", at), ("MPI_T_c", "SIGABRT", at), 2),
        ):
            with self.subTest(one=one, two=two):
                found = findings_of(
                    result("old", "a", [offence("one", death(*two))]),
                    result("old", "b", [offence("two", death(*one))]),
                )
                self.assertEqual(len(found), count)
        # Wrong calls of which different errors were wanted.
        wrong = [
            offence("pvar-handle-session-mismatch", death("MPI_T_pvar_read", "SIGFPE", at)),
            offence("category-get-index-unknown", death("MPI_T_category_get_index", "SIGFPE", at)),
        ]
        self.assertEqual(len(findings_of(*(result("old", "a", [each]) for each in wrong))), 1)
        first, second = offence("one", death(*of_c)), offence("two", death(*of_b))
        here, there = result("old", "a", [first]), result("new", "b", [second])
        slack = result("old", "c", [offence("q", second.fact, "quality")])
        self.assertEqual(len(findings_of(here, there)), 2)
        self.assertEqual(len(findings_of(here, slack)), 2)
        [joined] = findings_of(here, result("old", "b", [second]))
        self.assertEqual(joined.id, id_of(cause_of(second, "b", "unknown")))
        # A function that ends elsewhere, too, has more wrong with it.
        self.assertEqual(
            len(
                findings_of(
                    here,
                    result(
                        "old", "b", [second, offence("two", death("MPI_T_b", "SIGSEGV", other))]
                    ),
                )
            ),
            2,
        )

    def test_join_what_one_rule_finds_of_the_lengths_of_both_texts(self):
        def of(output, clause="sizes", seen="0"):
            return offence(
                clause,
                dataclasses.replace(
                    length("MPI_T_cvar_get_info", "one-of", "5", seen), output=output
                ),
            )

        for failures, count in (
            ([of("name_len"), of("desc_len")], 1),
            ([of("name_len"), of("desc_len", seen="4")], 2),  # wrong in another way
            ([of("name_len"), of("desc_len", "missing")], 2),
        ):  # against another rule
            with self.subTest(failures=failures):
                self.assertEqual(
                    len(
                        findings_of(
                            result("old", "a", failures[:1]), result("old", "b", failures[1:])
                        )
                    ),
                    count,
                )
        [alone] = findings_of(result("old", "a", [of("desc_len")]))
        self.assertEqual(alone.id, id_of(cause_of(of("desc_len"), "a", "unknown")))
        # An expectation may name it by the id that the report shows.
        tests = [result("old", "a", [of("name_len")]), result("old", "b", [of("desc_len")])]
        name_id, desc_id = (id_of(cause_of(test.failures[0], test.name, "")) for test in tests)
        self.assertEqual(
            joined_ids(tests, derive_causes(tests, {}), {}), {("old", desc_id): name_id}
        )

    def test_join_ends_on_purpose_to_the_error_handler_that_refusals_call(self):
        called = offence(
            "general-failure-no-errhandler",
            Fact("MPI_Comm_errhandler_function", "invocations", "at-most", ["0"], "1"),
        )
        for end, wanted in (
            (death("MPI_T_cvar_read", "exit status 246"), 1),
            (death("MPI_T_cvar_read", "SIGABRT"), 1),
            (death("MPI_T_cvar_read", "SIGSEGV"), 2),
        ):
            with self.subTest(end=end):
                # Clauses about wrong calls.
                for clause in "pvar-handle-session-mismatch", "general-failure-not-fatal":
                    found = findings_of(
                        result("old", "a", [called]), result("old", "b", [offence(clause, end)])
                    )
                    self.assertEqual(len(found), wanted)
        right = offence("rule", death("MPI_T_cvar_read", "exit status 246"))
        self.assertEqual(
            len(findings_of(result("old", "a", [called]), result("old", "b", [right]))), 2
        )

    def test_begin_with_the_strictest_rule_and_that_of_all_failures(self):
        failures = [
            offence(clause, death("MPI_T_a", "SIGSEGV"), level)
            for clause, level in (
                ("slack", "should"),
                ("one", "must"),
                ("general-failure-not-fatal", "must"),
            )
        ]
        [found] = findings_of(result("old", "a", failures))
        self.assertEqual(found.clauses, ["general-failure-not-fatal", "one", "slack"])
        self.assertIn("(general-failure-not-fatal)", found.line)

    def test_join_refusals_where_more_answers_would_do(self):
        def of(*wanted, function="MPI_T_pvar_reset", seen="MPI_T_ERR_INVALID"):
            return offence("rule of " + wanted[0], code(function, list(wanted), seen))

        succeeds, no_write = of("MPI_SUCCESS"), of("MPI_T_ERR_PVAR_NO_WRITE", "MPI_SUCCESS")
        for one, other, count in (
            (succeeds, of("MPI_SUCCESS", "MPI_T_ERR_INVALID_INDEX"), 1),
            (no_write, of("MPI_T_ERR_INVALID_HANDLE", "MPI_T_ERR_PVAR_NO_WRITE"), 1),
            (no_write, of("MPI_T_ERR_INVALID_HANDLE"), 2),  # just this would do
            (
                no_write,
                of(
                    "MPI_T_ERR_INVALID_HANDLE",
                    "MPI_T_ERR_PVAR_NO_WRITE",
                    function="MPI_T_pvar_start",
                ),
                2,
            ),
            (
                no_write,
                of("MPI_T_ERR_INVALID_HANDLE", "MPI_T_ERR_PVAR_NO_WRITE", seen="MPI_T_ERR_MEMORY"),
                2,
            ),
            # Granted: each lacks a check of its own.
            (
                of("MPI_T_ERR_PVAR_NO_WRITE", seen="MPI_SUCCESS"),
                of("MPI_T_ERR_INVALID_HANDLE", "MPI_T_ERR_PVAR_NO_WRITE", seen="MPI_SUCCESS"),
                2,
            ),
        ):
            with self.subTest(one=one, other=other):
                found = findings_of(result("old", "a", [one]), result("old", "b", [other]))
                self.assertEqual(len(found), count)
                self.assertIn(
                    id_of(cause_of(one, "a", "unknown")), {finding.id for finding in found}
                )

    def test_join_what_one_rule_finds_wrong_of_an_answer_in_several_ways(self):
        def of(wanted, seen, clause="members", before=()):
            fact = length("MPI_T_category_get_cvars", "one-of", wanted, seen)
            return offence(clause, dataclasses.replace(fact, sources=list(before)))

        before = [Answer("MPI_T_category_get_cvars", "desc_len")]
        for other, count in (
            (of("5", "9"), 1),
            (of("5", "0"), 1),
            (of("5", "9", "another"), 2),
            (of("5", "2", before=before), 1),
        ):
            with self.subTest(other=other):
                self.assertEqual(
                    len(
                        findings_of(result("old", "a", [of("5", "2")]), result("old", "b", [other]))
                    ),
                    count,
                )

    def test_a_function_that_hangs_and_ends_has_one_bug(self):
        hang, end = (
            offence("rule", death("MPI_T_a", how)) for how in ("no end within 60 s", "SIGFPE")
        )
        other = offence("another", death("MPI_T_b", "SIGFPE"))
        for ends, count in (([end], 1), ([other], 2)):
            with self.subTest(ends=ends):
                self.assertEqual(
                    len(findings_of(result("old", "a", [hang]), result("old", "b", ends))), count
                )

    def test_join_calls_that_are_granted_where_any_error_would_do(self):
        any_error = offence(
            "balance", Fact("MPI_T_finalize", "code", "none-of", ["MPI_SUCCESS"], "MPI_SUCCESS")
        )
        one, other = (
            offence("surplus", code("MPI_T_finalize", [wanted], "MPI_SUCCESS"))
            for wanted in (INVALID, NO_WRITE)
        )
        for failures, count in (
            ([one, any_error], 1),
            ([one, other, any_error], 3),
            ([any_error], 1),
        ):
            with self.subTest(failures=failures):
                self.assertEqual(len(findings_of(result("old", "a", failures))), count)

    def test_are_not_made_of_advice_nor_of_our_own_errors(self):
        self.assertEqual(
            findings_of(
                result("old", "a", [offence("one")], verdict=Verdict.error),
                result("old", "b", [offence("two", None, "advice")]),
            ),
            [],
        )

    def test_hold_each_test_that_deviates(self):
        [finding] = findings_of(
            result("old", "a.hung", [], verdict=Verdict.timeout, message="no end within 60 s")
        )
        self.assertIn("no end within 60 s", finding.line)
        self.assertEqual(finding.sightings[0].tests, [0])

    def test_are_known_if_all_their_tests_deviate_as_expected(self):
        for first, second, known, standing in (
            (True, True, KnownDeviation(), "known"),
            (True, False, KnownDeviation(), "new"),
            (True, True, None, ""),  # below must: no entry is needed
            (None, None, None, ""),
        ):
            with self.subTest(first=first, second=second, known=known):
                [finding] = findings_of(
                    result("old", "a", [offence("one")], expected=first, known=known),
                    result("old", "b", [offence("one")], expected=second),
                )
                self.assertEqual(finding.sightings[0].standing, standing)

    def test_show_the_program_of_a_test_that_shows_nothing_else(self):
        one, two, repro = (
            offence("one"),
            offence("two"),
            Repro(True, "int main(void) { return 1; }"),
        )
        first, second = findings_of(
            result("old", "both", [one, two], repro=repro),
            result("old", "alone", [one], repro=repro),
        )
        self.assertEqual(first.clauses, ["one"])
        self.assertEqual(first.sightings[0].tests, [1, 0])
        self.assertTrue(first.sightings[0].program)
        self.assertFalse(second.sightings[0].program)

    def test_begin_with_what_is_new_and_strict(self):
        found = findings_of(
            result("old", "known", [offence("one")], expected=True, known=KnownDeviation()),
            result("old", "slack", [offence("three", None, "quality")]),
            result("old", "fresh", [offence("two")], expected=False),
        )
        self.assertEqual([finding.clauses[0] for finding in found], ["two", "one", "three"])

    def test_name_some_objects_and_count_the_rest(self):
        failures = [Failure("one", f"pvar {i}", "this", "that", level="must") for i in range(23)]
        [finding] = findings_of(result("old", "a", failures))
        [sighting] = finding.sightings
        self.assertEqual(sighting.objects, [f"pvar {i}" for i in range(20)])
        self.assertEqual(sighting.more_objects, 3)


if __name__ == "__main__":
    unittest.main()

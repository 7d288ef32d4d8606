# SPDX-License-Identifier: BSD-3-Clause
"""Each rule of the gate, and what counts as the same message."""
import pytest

from mpitcheck.gate.expectations import parse_expectations
from mpitcheck.gate.expectations import GateTarget
from mpitcheck.gate.gate import Gate
from mpitcheck.gate.message import has_prefix, stable_prefix
from mpitcheck.judge.cause import cause_of, id_of
from mpitcheck.judge.finding import derive_causes, joined_ids
from mpitcheck.judge.model import GateFinding, GateResult, RunReport, TestResult, Verdict
from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.judge.results import exit_code_of
from mpitcheck.schema.records import Fact

KNOWN = 'a.b  crash  bug  "why"  "in f("\n'
good, quality, warn, fail, crash, timeout = (
    Verdict.good,
    Verdict.quality,
    Verdict.warn,
    Verdict.fail,
    Verdict.crash,
    Verdict.timeout,
)

FAMILIES = {"mine": "mine"}


def result(name, verdict, message="m", level=None):
    return TestResult(
        "mine",
        name=name,
        verdict=verdict,
        level=level or ("quality" if verdict == quality else "must"),
        message=message,
    )


def gate_of(entries, tests, version="1.2"):
    """A gate over one target with these tests and one file with these entries."""
    file = parse_expectations(f"library: Mine\nversion: {version}\n{entries}", "x.txt")
    return Gate([file], [GateTarget("mine", "Mine 1.2", tests)], "2026-05-31")


def concluded(gate, *tests):
    return gate.conclude(tests, joined_ids(tests, derive_causes(tests, FAMILIES), FAMILIES))


def findings(entries, *tests):
    return concluded(gate_of(entries, [test.name for test in tests]), *tests).findings


def check(entries, tests, *wanted):
    """The findings as problem, advice and line, or how they begin."""
    found = [f"{each.problem} | {each.advice} | {each.line}" for each in findings(entries, *tests)]
    assert [text[: len(begin)] for text, begin in zip(found, wanted)] == list(wanted)
    assert len(found) == len(wanted), found


def test_unfinished_tests_match_every_entry():
    test = result(
        "a.b", Verdict.inconclusive, "no end within 60 s; slow: still moving in the last 15 s"
    )
    check(KNOWN, [test])
    check("", [test])
    # A call that is known to end the process is stepped over: another matter.
    test.left_out = ["MPI_T_cvar_read of 3 SIGSEGV"]
    check(KNOWN, [test], "unexpected-pass")


def test_an_entry_of_a_cause_does_not_match_other_causes():
    failure = Failure(
        "", fact=Fact("MPI_T_cvar_read", "code", "one-of", ["MPI_SUCCESS"], "MPI_ERR_ARG")
    )
    test = result("a.b", fail, "m")
    test.failures = [failure]
    entry = 'cause {0} bug "why"\na.b fail {0} "m"\n'
    own = id_of(cause_of(failure, "a.b", "mine"))
    check(entry.format(own), [test])
    check(
        entry.format("F-000000"),
        [test],
        f'changed-message | replace x.txt:4 by: | a.b  fail  {own}  "m"',
    )
    failure.fact = None  # a sign of whatever bug
    check(entry.format("F-000000"), [test])


def test_an_entry_may_name_its_cause_or_its_finding():
    tests = [result(f"a.{name}", crash, "m") for name in "bc"]
    for test in tests:
        test.failures = [
            Failure("", fact=death_in(f"MPI_T_{test.name[-1]}", "SIGSEGV", ["lib.so+0x1"]))
        ]
    one, other = (id_of(cause_of(test.failures[0], "", "mine")) for test in tests)
    entries = f'cause {one} bug "why"\na.b crash {one} "m"\na.c crash {one} "m"\n'
    check(entries, tests)
    assert tests[1].expected is True
    check(f'cause {other} bug "why"\na.c crash {other} "m"\n', tests[1:])
    tests[1].failures[0].fact.frames = ["lib.so+0x2"]
    check(entries, tests, "changed-message")


def test_another_bug_in_a_test_needs_its_own_cause():
    test = result("a.b", fail, "m")
    test.failures = [
        Failure(
            "",
            fact=Fact(f"MPI_T_{name}", "code", "one-of", ["MPI_SUCCESS"], "MPI_ERR_ARG"),
            level="must",
        )
        for name in ("cvar_read", "cvar_write")
    ]
    one, other = (id_of(cause_of(failure, "a.b", "mine")) for failure in test.failures)
    entries = f'cause {one} bug "why"\na.b fail {one} "m"\n'
    check(
        entries,
        [test],
        (
            "unexpected-failure | add to x.txt, and keep x.txt:4, which has another cause:"
            f' | cause  {other}  bug  "to be reviewed"'
        ),
    )
    assert test.expected is False
    check(entries + f'cause {other} bug "why, too"\n', [test])
    test.failures[1].level = "quality"
    check(entries, [test])


def test_a_cause_may_cover_tests_without_entries():
    test = result("grid.b", crash, "m")
    test.failures = [Failure("", fact=death_in("MPI_T_cvar_read", "SIGSEGV", []), level="must")]
    entry = f'cause {id_of(cause_of(test.failures[0], "", "mine"))} bug "why" in='
    check(entry + "grid.*\n", [test, result("grid.c", good)])
    assert (test.expected, test.known.reason) == (True, "why")
    check(entry + "init.*\n", [test], "unexpected-failure | add to x.txt: | grid.b")
    # Beside another bug, or one that no fact names, it excuses nothing.
    for other in (death_in("MPI_T_cvar_write", "SIGSEGV", []), None):
        test.failures[1:] = [Failure("", fact=other, level="must")]
        check(entry + "grid.*\n", [test], "unexpected-failure | add to x.txt: | grid.b")


def test_known_deviations_and_passes_match():
    gate = gate_of(KNOWN, ["a.b", "a.c", "a.d"])
    tests = [result("a.b", crash, "in f(0x12)"), result("a.c", good), result("a.d", quality)]
    for test in tests:
        gate.mark(test)
    found = concluded(gate, *tests)
    assert (found.findings, found.known) == ([], 1)
    assert tests[0].expected is True
    assert (tests[0].known.reason, tests[0].known.source) == ("why", "x.txt:3")
    assert tests[1].expected is True
    assert tests[1].known is None


def test_a_gate_replaces_the_marks_of_another_gate():
    test = result("a.b", crash, "in f(0x12)")
    assert gate_of(KNOWN, ["a.b"]).mark(test) is None
    assert gate_of("", ["a.b"]).mark(test) == "unexpected-failure"
    assert (test.expected, test.known) == (False, None)


def test_a_target_without_a_file_gets_its_name():
    found = concluded(gate_of("", ["a.c"], "9"), result("a.c", fail))
    assert found.files[0].targets == []
    [finding] = found.findings
    assert "'library: Mine' and 'version: 1.2" in finding.advice


FLAKY = 'a.b  fail  flaky  "r"  "m"  seen=1.2@2026-11-21\n'
WORST = 'a.b  crash  flaky  "r"  "m"  seen=none@2026-11-21\n'
SLACK = 'a.q  quality  wontfix  "r"  "m"\n'


@pytest.mark.parametrize(
    "entries, test, wanted",
    [
        pytest.param(
            "",
            result("a.c", fail, "bad: 0x1"),
            'unexpected-failure | add to x.txt: | a.c  fail  bug  "to be reviewed"  "bad: "',
            id="must without entry",
        ),
        pytest.param(
            SLACK,
            result("a.q", good),
            'unexpected-pass | remove x.txt:3: | a.q  quality  wontfix  "r"  "m"',
            id="quality passes",
        ),
        *(
            pytest.param(
                KNOWN,
                result("a.b", verdict),
                'unexpected-pass | remove x.txt:3: | a.b  crash  bug  "why"  "in f("',
                id=f"crash is {verdict.word}",
            )
            for verdict in (good, Verdict.vacuous, Verdict.not_applicable)
        ),
        pytest.param(
            KNOWN,
            result("a.b", fail, "now this"),
            'improvement | replace x.txt:3 by: | a.b  fail  bug  "why"  "now this"',
            id="crash fails",
        ),
        pytest.param(
            'a.b  fail  bug  "why"  "m"\n',
            result("a.b", crash, "n"),
            'unexpected-failure | replace x.txt:3 by: | a.b  crash  bug  "why"  "n"',
            id="failure crashes",
        ),
        pytest.param(
            KNOWN,
            result("a.b", crash, "in g(0x12)"),
            'changed-message | replace x.txt:3 by: | a.b  crash  bug  "why"  "in g("',
            id="another message",
        ),
        pytest.param(
            KNOWN,
            result("a.c", good),
            'stale | remove x.txt:3: | a.b  crash  bug  "why"  "in f("',
            id="no test",
        ),
        pytest.param(
            KNOWN + 'a.*  fail  bug  "r"  "m"\n',
            result("a.b", crash, "in f(0x1)"),
            'stale | remove x.txt:4: | a.*  fail  bug  "r"  "m"',
            id="tests of other entries only",
        ),
        pytest.param(
            FLAKY, result("a.b", fail, "n"), "changed-message", id="flaky with another message"
        ),
        pytest.param(FLAKY, result("a.b", crash, "m"), "unexpected-failure", id="flaky crashes"),
        pytest.param(
            FLAKY, result("a.b", Verdict.vacuous), "unexpected-pass", id="flaky is vacuous"
        ),
        pytest.param(
            WORST,
            result("a.b", fail, "n"),
            "changed-message",
            id="flaky crash fails with another message",
        ),
    ],
)
def test_a_difference_from_the_entries_is_a_problem(entries, test, wanted):
    check(entries, [test], wanted)


@pytest.mark.parametrize(
    "entries, test",
    [
        pytest.param("", result("a.q", quality), id="quality without entry"),
        pytest.param("", result("a.w", warn, level="should"), id="warn without entry"),
        pytest.param("", result("a.e", crash, level="quality"), id="crash over quality"),
        pytest.param(SLACK, result("a.q", quality, "m and more"), id="quality with entry"),
        pytest.param(FLAKY, result("a.b", good), id="flaky passes"),
        pytest.param(FLAKY, result("a.b", fail, "m"), id="flaky fails"),
        pytest.param(
            FLAKY.replace('"m"', '"l"  "m"'), result("a.b", fail, "m"), id="second message"
        ),
        pytest.param(WORST, result("a.b", fail, "m"), id="flaky crash fails"),
        pytest.param('a.b  fail  bug  "r"  "fail"\n', result("a.b", fail, ""), id="no message"),
        pytest.param(KNOWN, result("a.b", Verdict.error), id="our own error"),
    ],
)
def test_allowed_deviations_are_not_problems(entries, test):
    check(entries, [test])


def test_failures_below_must_need_no_entry():
    tests = [
        result("a.q", quality),
        result("a.w", warn, level="should"),
        result("a.e", crash, level="quality"),
    ]
    check("", tests)


def test_an_entry_of_a_test_that_is_not_selected_is_not_stale():
    assert concluded(gate_of(KNOWN, ["a.b", "a.c"]), result("a.c", good)).findings == []


def test_an_entry_for_more_than_twenty_tests_is_too_wide():
    tests = [result(f"a.{i}", fail) for i in range(21)]
    entry = 'a.*  fail  bug  "r"  "m"\n'
    check(entry, tests[:20])
    check(entry, tests, "too-wide | narrow the glob of x.txt:3")
    assert "matches 21 tests" in findings(entry, *tests)[0].message


def test_an_entry_is_valid_through_its_last_day():
    tests, entry = [result("a.b", fail, "m")], 'a.b  fail  bug  "r"  "m"  until='
    check(entry + "2026-05-31\n", tests)
    check(
        entry + "2026-05-30\n",
        tests,
        "expired | check whether it is still true, then remove x.txt:3 or change its date, e.g.: | "
        + entry
        + "2027-05-31",
    )


def test_the_most_specific_entry_applies():
    entries = (
        'a.*  fail  bug  "wide"  "m"\na.b*  crash  bug  "narrower"  "m"\na.bc  timeout  bug '
        ' "exact"  "m"\n'
    )
    others = [result("a.bx", crash), result("a.bc", timeout)]
    check(entries, [result("a.x", fail), *others])
    check(
        entries,
        [result("a.x", good), *others],
        (
            "unexpected-pass | narrow the glob of x.txt:3, so that it does not match this test: |"
            ' a.*  fail  bug  "wide"  "m"'
        ),
    )


def test_errors_of_mpitcheck_are_not_expected():
    test = result("a.b", Verdict.error)
    gate_of(KNOWN, ["a.b"]).mark(test)
    assert test.expected is False


def test_files_for_other_libraries_are_ignored():
    gate = gate_of('gone  fail  bug  "r"  "m"  until=2001-01-01\n', ["a.b"], "9")
    assert concluded(gate, result("a.b", good)).findings == []


def test_the_gate_lists_files_and_their_targets():
    [file] = concluded(gate_of(KNOWN, ["a.b"])).files
    assert (file.path, file.targets) == ("x.txt", ["mine"])


def test_the_gate_decides_the_exit_code():
    report = RunReport(tests=[result("a.b", crash)])
    assert exit_code_of(report) == 1
    report.gate = GateResult()
    assert exit_code_of(report) == 0
    report.gate.findings = [GateFinding()]
    assert exit_code_of(report) == 1
    report.gate.findings = []
    report.tests.append(result("a.c", Verdict.error))
    assert exit_code_of(report) == 3


@pytest.mark.parametrize(
    "message, prefix, same",
    [
        ("SIGSEGV in f(0x55decc19e960, -1)", "SIGSEGV in f(0x7fff12, -1)", True),
        ("process 4711 of cvar 26 died", "process 12 of cvar 27", True),
        ("any", "", True),
        ("cvar 26", "cvar 2", True),
        ("SIGSEGV in g(0x1)", "SIGSEGV in f(0x1)", False),
        ("got MPI_T_ERR_INVALID", "got MPI_T_ERR_INVALID_INDEX", False),
        ("short", "short and more", False),
        ("mtl_psm2_bytes", "mtl_psm3_bytes", False),
        ("0xyz 1", "0x12 1", False),
    ],
)
def test_message_prefix_is_compared_without_addresses_and_numbers(message, prefix, same):
    assert has_prefix(message, prefix) == same


@pytest.mark.parametrize(
    "message, prefix",
    [
        ("SIGSEGV in f(0x55decc19e960)", "SIGSEGV in f("),
        ("one\ntwo", "one"),
        ("caf\u00e9 \udcff", "caf\u00e9 "),
        ("a\x1b[31m", "a"),
        ("a\u202e", "a"),
        pytest.param("x" * 5000, "x" * 200, id="5000 characters"),
    ],
    ids=repr,
)
def test_message_prefix_ends_before_unstable_text(message, prefix):
    assert stable_prefix(message) == prefix

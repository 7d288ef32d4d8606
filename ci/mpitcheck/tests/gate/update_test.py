# SPDX-License-Identifier: BSD-3-Clause
"""What --update-expectations makes of a file."""
import pytest

from mpitcheck.gate.expectations import parse_expectations
from mpitcheck.gate.expectations_text import to_text
from mpitcheck.gate.expectations import GateTarget
from mpitcheck.gate.gate import Gate
from mpitcheck.gate.update import require_targets, updated_expectations
from mpitcheck.judge.cause import cause_of, id_of
from mpitcheck.judge.finding import derive_causes, joined_ids
from mpitcheck.judge.model import TestResult, Verdict
from mpitcheck.judge.offence import Failure
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.schema.records import Fact

HEAD = "library: Mine\nversion: 1.*\n"


def result(name, verdict, message="m", **members):
    return TestResult("mine", name=name, verdict=verdict, level="must", message=message, **members)


def failure(name, code, **members):
    """Of one function, which answers that code."""
    fact = Fact("MPI_T_cvar_read", "code", "one-of", ["MPI_SUCCESS"], code)
    return result(
        name, Verdict.fail, failures=[Failure("a-rule", fact=fact, level="must")], **members
    )


def its_id(test):
    return id_of(cause_of(test.failures[0], test.name, "mine"))


def updated(entries, tests, unselected=()):
    """The updated entries, as text."""
    names = [*unselected, *(test.name for test in tests)]
    gate = Gate(
        [parse_expectations(f"{HEAD}\n{entries}", "x.txt")],
        [GateTarget("mine", "Mine 1.2", names)],
        "2026-05-31",
    )
    [file] = updated_expectations(
        gate, tests, joined_ids(tests, derive_causes(tests, gate.families), gate.families)
    )
    text = to_text(file)
    assert text.startswith(HEAD), text
    return text[len(HEAD) + 1 :]


ENTRIES = (
    '# On a.\na.b   crash bug "why" "m"\n\na.c  fail  flaky  "why"  "m"  seen=1.1@2026-01-01\n'
)
AGAIN = ENTRIES.replace("1.1@2026-01-01", "1.2@2026-05-31")
THREE = 'a  fail  bug  "why"  "m"\nb  fail  bug  "why"  "m"\nc.*  fail  bug  "why"  "m"\n'


@pytest.mark.parametrize(
    "before, tests, unselected, after",
    [
        pytest.param(
            ENTRIES,
            [result("a.b", Verdict.crash), result("a.c", Verdict.good)],
            (),
            ENTRIES,
            id="keeps what fits",
        ),
        pytest.param(
            ENTRIES,
            [result("a.b", Verdict.crash), result("a.c", Verdict.fail)],
            (),
            AGAIN,
            id="says when a flaky test failed",
        ),
        pytest.param(
            ENTRIES,
            [result("a.b", Verdict.crash), result("a.c", Verdict.fail, "n")],
            (),
            AGAIN.replace('  "m"  seen', '  "n"  seen'),
            id="replaces what a flaky test said",
        ),
        pytest.param(
            'b  fail  bug  "why"  "m"\n',
            [
                result("c", Verdict.crash),
                result("b", Verdict.fail),
                result("a", Verdict.fail, "at 0x1"),
            ],
            (),
            'a  fail  bug  "to be reviewed"  "at "\nb  fail  bug  "why"  "m"\nc  crash  bug'
            '  "to be reviewed"  "m"\n',
            id="adds new ones sorted",
        ),
        pytest.param(
            THREE.replace("c.*", "c"),
            [result("a", Verdict.good), result("b", Verdict.fail)],
            (),
            'b  fail  bug  "why"  "m"\n',
            id="leaves out what passes or is gone",
        ),
        pytest.param(
            '# Note.\na  crash  wontfix  "why"  "m"  until=2030-01-01\n',
            [result("a", Verdict.fail, "n")],
            (),
            '# Note.\na  fail  wontfix  "why"  "n"  until=2030-01-01\n',
            id="keeps reason and comments of what changed",
        ),
        pytest.param(
            '# Note.\na.*  fail  bug  "why"  "m"\n',
            [
                result("a.1", Verdict.good),
                result("a.2", Verdict.fail, "m and more"),
                result("a.3", Verdict.crash, "n"),
            ],
            (),
            '# Note.\na.2  fail  bug  "why"  "m"\n\na.3  crash  bug  "why"  "n"\n',
            id="replaces a glob that no longer fits",
        ),
        pytest.param(
            THREE,
            [result("b", Verdict.error), result("c.1", Verdict.good)],
            ("a", "c.2"),
            THREE,
            id="leaves alone what was not judged",
        ),
    ],
)
def test_update(before, tests, unselected, after):
    assert updated(before, tests, unselected) == after


def test_update_groups_tests_by_cause():
    tests = [
        failure("a", "MPI_T_ERR_INVALID"),
        failure("b", "MPI_ERR_OTHER"),
        failure("c", "MPI_T_ERR_INVALID"),
    ]
    invalid, other = map(its_id, tests[:2])
    once = updated("", tests)
    assert once == (
        f'cause  {invalid}  bug\n  "to be reviewed"\na  fail  {invalid}  "m"\nc  fail '
        f' {invalid}  "m"\n\ncause  {other}  bug\n  "to be reviewed"\nb  fail  {other} '
        ' "m"\n'
    )
    assert updated(once, tests) == once


def test_another_cause_replaces_the_entry():
    before = updated("", [failure("a", "MPI_T_ERR_INVALID")])
    now = failure("a", "MPI_ERR_OTHER")
    id = its_id(now)
    assert updated(before, [now]) == f'cause  {id}  bug\n  "to be reviewed"\na  fail  {id}  "m"\n'


def test_random_sequences_and_other_kinds_have_no_cause():
    assert (
        updated("", [failure("a", "MPI_ERR_OTHER", suite="properties")])
        == 'a  fail  bug  "to be reviewed"  "m"\n'
    )
    now = failure("a", "MPI_ERR_OTHER")
    cause = f'cause  {its_id(now)}  bug  "why"\nb  fail  {its_id(now)}  "m"\n'
    assert (
        updated(cause + 'a  crash  wontfix  "own"  "m"\n', [now], ["b"])
        == cause + '\na  fail  wontfix  "own"  "m"\n'
    )


def test_update_replaces_a_glob_that_is_too_wide():
    tests = [result(f"a.{i}", Verdict.fail) for i in range(21)]
    assert updated('a.*  fail  bug  "why"  "m"\n', tests).count("\n") == 21


def test_update_is_stable():
    tests = [result("b", Verdict.fail), result("a", Verdict.crash)]
    once = updated("", tests)
    assert updated(once, tests) == once


def test_update_is_refused_without_target():
    gate = Gate(
        [parse_expectations("library: Other\nversion: 2\n", "x.txt")],
        [GateTarget("mine", "Mine 1.2", [])],
        "2026-05-31",
    )
    with pytest.raises(
        UserError, match="x.txt is for Other 2, but the targets of this run are Mine 1.2"
    ) as refused:
        require_targets(gate)
    assert refused.value.exit_code == ExitCode.usage

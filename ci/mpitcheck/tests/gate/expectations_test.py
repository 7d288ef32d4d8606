# SPDX-License-Identifier: BSD-3-Clause
"""Reading and writing expectations files."""
import glob
import os
import re

import pytest

from mpitcheck.gate.expectations import (
    INTERFACES,
    Expectation,
    applies,
    load_expectations,
    new_expectations,
    parse_expectations,
)
from mpitcheck.gate.expectations_text import to_line, to_text
from mpitcheck.gate.expectations import GateTarget
from mpitcheck.judge.model import Verdict
from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import encode
from mpitcheck.site.upstream import read_bugs

CI = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
OF_THE_SUITE = {
    os.path.basename(path): path for path in glob.glob(os.path.join(CI, "expectations/*.txt"))
}
KNOWN_BUGS = os.path.join(CI, "expectations/known-bugs.md")
WHOLE = r"""# Known deviations.
library: Open MPI
version: 4.1.*

# Their event base is gone.
init.order.*  crash  bug  "see https://example.org/#1"  'cvar 1 "x": expected'  until=2027-06-30

pvar.a  fail  flaky
  "a reason that
   goes on # here"
  "a \"message\" with \\"  seen=4.1.4@2027-01-31

# The end.
"""
WITH_CAUSES = """library: Open MPI
version: 4.1.*

# Long known.
cause  F-0000b2  bug  "see https://example.org/#2"
a.test  fail  F-0000b2  "expected"
c.test  crash  F-0000b2  "expected"  until=2027-06-30

cause  F-0000a1  wontfix  "another"
b.test  fail  F-0000a1  "expected"

# In many states.
cause  F-0000c3  bug  "no test of its own"  in=grid.*

d.test  fail  flaky  "its own"  "expected"  seen=none@2026-11-21
"""


def check(entry, **members):
    assert {name: getattr(entry, name) for name in members} == members


def test_expectations_are_read_with_all_their_fields():
    file = parse_expectations(WHOLE, "x.txt")
    assert (file.library, file.version) == ("Open MPI", "4.1.*")
    first, second = file.entries
    check(
        first,
        tests="init.order.*",
        verdict=Verdict.crash,
        kind="bug",
        reason="see https://example.org/#1",
        message='cvar 1 "x": expected',
        until="2027-06-30",
        line=6,
    )
    check(
        second,
        kind="flaky",
        reason="a reason that goes on # here",
        message='a "message" with \\',
        until="",
        line=8,
        seen="4.1.4@2027-01-31",
    )


def test_expectations_round_trip():
    assert to_text(parse_expectations(WHOLE, "x.txt")) == WHOLE


def test_tests_of_a_cause_have_its_kind_and_reason():
    file = parse_expectations(WITH_CAUSES, "x.txt")
    assert len(file.entries) == 4
    check(
        file.entries[1],
        cause="F-0000b2",
        reason="see https://example.org/#2",
        message="expected",
        until="2027-06-30",
    )
    check(file.entries[2], kind="wontfix")
    check(file.entries[3], cause="")
    assert to_text(file) == WITH_CAUSES


def test_a_cause_is_removed_with_its_last_test():
    file = parse_expectations(WITH_CAUSES, "x.txt")
    file.entries = [entry for entry in file.entries if entry.cause != "F-0000b2"]
    assert to_text(file) == (
        'library: Open MPI\nversion: 4.1.*\n\ncause  F-0000a1  wontfix  "another"\nb.test '
        ' fail  F-0000a1  "expected"\n\n# In many states.\ncause  F-0000c3  bug  "no test'
        ' of its own"  in=grid.*\n\nd.test  fail  flaky  "its own"  "expected" '
        " seen=none@2026-11-21\n"
    )


def test_line_endings_of_other_systems_are_read():
    file = parse_expectations(WHOLE.replace("\n", "\r\n"), "x.txt")
    assert file.entries[1].reason == "a reason that goes on # here"


def test_expectations_are_written_sorted_with_their_comments():
    text = 'library: A\nversion: 1\nz.a fail bug "r" "m"\n# On b.\nb.a fail bug "r" "m"\n'
    assert (
        to_text(parse_expectations(text, "x.txt"))
        == 'library: A\nversion: 1\n\n# On b.\nb.a fail bug "r" "m"\n\nz.a fail bug "r" "m"\n'
    )


@pytest.mark.parametrize("reason", ["why", "why" + " 'why'" * 67], ids=["short", "long"])
@pytest.mark.parametrize(
    "message",
    [
        "plain",
        'with "double"',
        "with 'single'",
        "with \"both\" 'of them'",
        "a backslash \\",
        "ends in \\",
        "  blanks  ",
    ],
)
def test_new_expectations_round_trip(message, reason):
    file = new_expectations("x.txt", "Open MPI v4.1.4, package: x")
    entry = Expectation(
        "a.b", Verdict.early_exit, "", "spec-dispute", reason, message, "2030-01-01"
    )
    file.entries = [entry]
    read = parse_expectations(to_text(file), "x.txt")
    assert len(read.entries) == 1
    check(read.entries[0], message=message, reason=reason, until="2030-01-01")
    assert to_line(read.entries[0]) == to_line(entry)
    assert (read.library, read.version) == ("Open MPI", "4.1.4")


def test_one_of_several_messages_matches():
    file = parse_expectations(
        (
            'library: A\nversion: 1\n\na.b  fail  flaky  "r"  "m"  "n"  until=2030-01-01 '
            " seen=1@2026-11-21\n"
        ),
        "x.txt",
    )
    check(file.entries[0], message="m", also=("n",), until="2030-01-01", seen="1@2026-11-21")
    file.entries[0].text = ""
    assert 'a.b  fail  flaky  "r"  "m"  "n"  seen=1@2026-11-21  until=2030-01-01\n' in to_text(file)


def test_long_reasons_are_wrapped():
    file = new_expectations("x.txt", "A 1.0")
    file.entries = [Expectation("a.b", reason="w\u00f6rd " * 60 + "end")]
    assert max(len(encode(line)) for line in to_text(file).split("\n")) <= 100
    file.entries = [Expectation("a.b", reason="x" * 120 + " end")]
    assert to_text(file).split("\n\n")[1] == f'a.b  fail  bug\n  "{"x" * 120}\n  end"\n  ""\n'


@pytest.mark.parametrize(
    "version, fits",
    [
        ("Open MPI v4.1.4, package", True),
        ("Open MPI v4.1.10", True),
        ("Open MPI v4.10.1", False),
        ("Open MPI v5.0.0", False),
        ("MPICH Version:\t4.1.1", False),
    ],
    ids=repr,
)
def test_expectations_apply_to_the_library_of_their_condition(version, fits):
    file = parse_expectations(WHOLE, "x.txt")
    assert applies(file, GateTarget("mine", version, [])) == fits


WITH_BUILD = "library: MPICH\nversion: 4.*\nbuild: *--with-[ab]=all*\n"


def test_a_condition_on_the_build_round_trips():
    assert to_text(parse_expectations(WITH_BUILD, "x.txt")) == WITH_BUILD


@pytest.mark.parametrize(
    "version, option, fits",
    [
        ("4.0.2", "a", True),
        ("4.0.2", "c", False),
        ("3.4.1", "a", False),
    ],
)
def test_expectations_apply_to_the_builds_of_their_condition(version, option, fits):
    file = parse_expectations(WITH_BUILD, "x.txt")
    said = f"MPICH Version:\t{version}\nMPICH configure:\t--with-{option}=all -O2\n"
    assert applies(file, GateTarget("mine", said, [])) == fits


@pytest.mark.parametrize(
    "condition, fits",
    [
        ("", [True, True]),
        ("interface: native\n", [True, False]),
        ("interface: abi\n", [False, True]),
    ],
    ids=repr,
)
def test_expectations_apply_to_the_interface_of_their_condition(condition, fits):
    file = parse_expectations(f"library: Mine\nversion: 1.2\n{condition}", "x.txt")
    assert [applies(file, GateTarget("mine", "Mine 1.2", [], each)) for each in INTERFACES] == fits


def test_the_suite_has_expectations():
    assert len(OF_THE_SUITE) >= 2


@pytest.mark.parametrize("name", OF_THE_SUITE)
def test_expectations_of_the_suite_are_reviewed_and_sorted(name):
    file = load_expectations(OF_THE_SUITE[name])
    with open(OF_THE_SUITE[name], "rb") as stream:
        assert encode(to_text(file)) == stream.read()
    for entry in file.entries:
        assert "to be reviewed" not in entry.reason


@pytest.fixture(scope="module")
def published_bugs():
    bugs = read_bugs(KNOWN_BUGS)
    assert bugs.seen_by("Open MPI", ["init.order.tool-outlives-mpi"])
    return bugs


@pytest.mark.parametrize("name", OF_THE_SUITE)
def test_reasons_agree_with_the_table_of_published_bugs(name, published_bugs):
    """Neither of an entry's own test nor of those that its reason names. Random sequences are left
    out: one such test finds several bugs."""
    file = load_expectations(OF_THE_SUITE[name])
    for entry in file.entries:
        if "No report upstream is known" in entry.reason:
            named = re.findall(r"[a-z]+(?:[.-][a-z]+)+", entry.reason)
            tests = [each for each in (entry.tests, *named) if not each.startswith("property.")]
            assert published_bugs.seen_by(file.library, tests) == [], entry.tests


def refusal(text):
    with pytest.raises(UserError) as refused:
        parse_expectations(text, "x.txt")
    assert refused.value.exit_code == ExitCode.usage
    return str(refused.value)


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "1: the line 'library: ...' is missing"),
        ("library: A\n", "1: the line 'version: ...' is missing"),
        ("library: A\nlibrary: B\n", "2: 'library:' is given twice"),
        ("library:\n", "1: 'library:' has no value"),
        (
            'a.b fail bug "r" "m"\n',
            "1: the lines 'library: ...' and 'version: ...' must be above the entries",
        ),
        (
            'library: A\nversion: 1\n\n  "r"\n',
            "4: an indented line continues the entry above it, but there is no entry above",
        ),
        (
            'library: A\nversion: 1\na fail bug "r" "m"\nbuild: x\n',
            "4: 'build:' must be above the entries",
        ),
        (
            "library: A\nversion: 1\ninterface: x\n",
            "3: 'x' is not an interface: use native or abi",
        ),
        ("library: MPICH\nversion: 4.*\nbuild: y\nbuild: x\n", "4: 'build:' is given twice"),
    ],
    ids=repr,
)
def test_files_are_refused_with_file_and_line(text, said):
    assert refusal(text) == "x.txt:" + said


NO_DATE = "is not until=YYYY-MM-DD"


@pytest.mark.parametrize(
    "entry, said",
    [
        ('a.b fail bug "r"', "x.txt:3: an entry is: TESTS VERDICT"),
        ("a.b fail bug r m", "x.txt:3: an entry is:"),
        ('a.b bad bug "r" "m"', "'bad' is not a verdict"),
        *(
            (f'a.b {verdict} bug "r" "m"', "is not a verdict that an entry can have")
            for verdict in ("pass", "vacuous", "not-applicable", "error")
        ),
        ('a.b fail feature "r" "m"', "'feature' is not a kind"),
        ('a.b fail bug "" "m"', "the reason is empty"),
        *(
            (f"a.b fail {words}", "a message prefix is empty")
            for words in ('bug "r" ""', 'bug "r" "m" ""', 'F-0000a1 ""')
        ),
        ('a.b fail bug "r" "m', 'the closing " of a text is missing'),
        ('a.b fail bug "r""m"', "a space is missing"),
        *(
            (f'a.b fail bug "r" "m" {until}', NO_DATE)
            for until in (
                "until=2027",
                "until=2027-13-01",
                "until=2027-1-01",
                "until=2027-06-3x",
            )
        ),
        ('a.b fail bug "r" "m" 2027', "'2027' is not an option: use until=... or seen=..."),
        ('a.b fail bug "r" "m" until=2030-01-01 until=2030-01-01', "'until=' is given twice"),
        (
            'a.b fail flaky "r" "m"',
            "x.txt:3: a flaky entry needs seen=VERSION@YYYY-MM-DD or none@YYYY-MM-DD",
        ),
        (
            'a.b fail bug "r" "m" seen=1@2026-11-21',
            "'seen=1@2026-11-21' is for flaky entries only",
        ),
        *(
            (f'a.b fail flaky "r" "m" seen={seen}', "is not seen=VERSION@YYYY-MM-DD")
            for seen in ("1", "2026-11-21", "1@2026-13-01", "@2026-11-21")
        ),
        (
            'a.b fail flaky "r" "m" seen=2@2026-11-21',
            "names a version that 'version: 1' does not match",
        ),
        (
            'cause F-0000a1 flaky "y"\na.b fail F-0000a1 "m"',
            "x.txt:4: a flaky entry needs seen=",
        ),
        ('a  fail  F-0000a1  "m"', "x.txt:3: the line 'cause F-0000a1 ...' is missing"),
        ("cause  F-0000a1  bug", "x.txt:3: a cause is: cause F-"),
        ('cause  F-0000a1  bug  "y"  in=', "x.txt:3: a cause is: cause F-"),
        ('cause  F-0000a1  bug  "y"  grid.*', "x.txt:3: a cause is: cause F-"),
        ('cause  F-0000a1  bug  ""', "the reason is empty"),
        (
            'cause  F-0000a1  bug  "y"\ncause  F-0000a1  bug  "y"',
            "x.txt:4: 'cause F-0000a1' is given twice",
        ),
        (
            'a.b fail bug "r" "m"\n\na.b fail bug "r" "m"',
            "x.txt:5: 'a.b' is already in line 3",
        ),
    ],
    ids=repr,
)
def test_entries_are_refused_with_file_and_line(entry, said):
    assert said in refusal(f"library: A\nversion: 1\n{entry}\n")

# SPDX-License-Identifier: BSD-3-Clause
"""The letter about one finding, and the calls that it shows."""
import dataclasses
import os
import tempfile

import pytest

from mpitcheck.judge.model import Repro, TestResult
from mpitcheck.judge.offence import Failure, death_in
from mpitcheck.process.error import UserError
from mpitcheck.process.text import encode
from mpitcheck.report.report_json import to_json
from mpitcheck.report.show_finding import letter, show_finding, write_letters
from mpitcheck.report.shown_calls import calls_of, objects_of, replay_for_others
from mpitcheck.schema.records import Answer, Fact
from tests.report import samples

MOST_LINES = 60  # without the program
INIT = "MPI_T_init_thread(MPI_THREAD_SINGLE, provided=MPI_THREAD_SINGLE) = MPI_SUCCESS"


def _shown(report, as_markdown, id=None):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        with open(path, "wb") as file:
            file.write(encode(to_json(report)))
        return show_finding(id or report.findings[0].id, path, as_markdown)


def test_plain_letter_has_what_a_maintainer_needs():
    report = samples.gated()
    [finding] = [each for each in report.findings if each.clauses == ["cvar-name-nonempty"]]
    assert _shown(report, False, finding.id) == (
        'The library breaks the rule "Every cvar has a non-empty name": "" (length 1) (must'
        f""" {finding.id})

  library     MPICH 4.0.2 (MPI 4.0)
  rule        A successful query yields a name of at least one character. (must, MPI 4.0 section
              15.3.6; cvar-name-nonempty)
  expected    a name of at least one character
  actual      "" (length 1)
  when        before MPI_Init
  object      MPIR_CVAR_A and 1 more
  found by    cvar.info.name-nonempty

  Calls:

    MPI_T_finalize() = MPI_SUCCESS

  C program: ends with 0 where the rule is kept:

    int main(void) {{ return 1; }}

  To see it again, with the library's mpicc and mpitcheck:

    mpitcheck test mpicc --filter cvar.info.name-nonempty --seed 7

"""
    )


def test_markdown_letter_can_be_pasted():
    report = samples.gated()
    [finding] = [each for each in report.findings if each.clauses == ["cvar-name-nonempty"]]
    text = _shown(report, True, finding.id)
    for part in (
        "## The library breaks",
        '- actual: `"" (length 1)`\n',
        "\nCalls:\n\n```c\nMPI_T_finalize() = MPI_SUCCESS\n```\n",
        "```c\nint main(void) { return 1; }\n```\n",
        "```sh\nmpitcheck test mpicc --filter cvar.info.name-nonempty --seed 7\n```\n",
    ):
        assert part in text


def test_each_finding_gets_a_letter_and_its_program_in_a_folder(tmp_path):
    report = samples.gated()
    write_letters(str(tmp_path), report)
    [finding] = [each for each in report.findings if each.clauses == ["cvar-name-nonempty"]]
    letters = {path.stem for path in tmp_path.glob("*.md")}
    assert letters == {each.id for each in report.findings}
    assert (tmp_path / f"{finding.id}.md").read_text() == letter(report, finding, True)
    assert (tmp_path / f"{finding.id}.c").read_text() == "int main(void) { return 1; }\n"
    assert {path.stem for path in tmp_path.glob("*.c")} < letters
    with pytest.raises(UserError, match="cannot write /proc/x/"):
        write_letters("/proc/x", report)


def _controls(text):
    return {
        character for character in text if character < " " or character in "\x7f\u2028\u202e"
    } - {"\n"}


@pytest.mark.parametrize("as_markdown", [False, True])
def test_hostile_text_is_shown_escaped(as_markdown):
    assert _controls(_shown(samples.small(), as_markdown)) == set()


def test_unknown_finding_is_refused_with_one_that_exists():
    with pytest.raises(UserError, match="has no finding 'F-0': name one of its findings, e.g. F-"):
        _shown(samples.plausible(), False, "F-0")


@pytest.mark.parametrize("as_markdown", [False, True])
def test_long_findings_get_a_short_letter(as_markdown):
    report = samples.plausible()
    finding = report.findings[0]
    for i, sighting in enumerate(finding.sightings * 4):
        sighting.objects, sighting.more_objects = ["o" * 300] * 20, 99
        sighting.tests = sighting.tests * 30
        sighting.examples = [
            Failure(
                f"a-clause-{i}-{k}", "s" * 999, "e" * 999, "a" * 999, "p" * 999, rule="r " * 999
            )
            for k in range(40)
        ]
        sighting.examples[0].calls = [f"MPI_T_finalize({k}) = MPI_SUCCESS" for k in range(40)]
        sighting.program = False
    finding.sightings *= 4
    text = letter(report, finding, as_markdown)
    assert text.count("\n") <= MOST_LINES
    assert text.count("also in") == 3


def test_other_targets_get_one_line_each():
    report = samples.plausible()
    [finding] = [each for each in report.findings if each.clauses == ["cvar-name-nonempty"]]
    finding.sightings.append(dataclasses.replace(finding.sightings[0], target="openmpi"))
    text = letter(report, finding, False)
    assert "\n\n  also in     Open MPI 4.1.4 (MPI 3.1), 1 test\n  library     MPICH 4.0.2" in text
    assert text.count("  library ") == 1


def _calls(*calls, fact=None, repro=None, has_program=False):
    failure = Failure("a-clause", calls=list(calls), fact=fact)
    return calls_of(TestResult(repro=repro), failure, has_program)


def test_calls_of_a_program_come_from_its_search():
    repro = Repro(True, "int main", calls=[INIT, "MPI_T_finalize() = MPI_SUCCESS"])
    assert _calls("MPI_T_x()", repro=repro, has_program=True) == repro.calls
    assert _calls("MPI_T_x()", repro=repro) == ["MPI_T_x()"]


def test_commands_of_random_tests_are_not_shown():
    assert _calls(
        "seed 7: case of 9 commands, shrunk to 2 in 68 tries",
        "commands: tool_init(0), still_up()",
        "alone: MPITCHECK_COMMANDS='22716;tool_init,0,0,0'",
        INIT,
        "",
        "MPI_T_cvar_get_num(&num_cvar) does not return",
        fact=death_in("MPI_T_cvar_get_num(&num_cvar)", "SIGSEGV", []),
    ) == [INIT, "MPI_T_cvar_get_num(&num_cvar) does not return"]
    assert objects_of(["pvar_alloc(0, 0, 0), session_create()", "pvar 0", "still_up()"]) == [
        "pvar 0"
    ]


def test_calls_that_share_a_handle_with_the_last_one_matter():
    last = "MPI_T_pvar_start(0x55bc94713990, 0x7ffe3619b1c0) = MPI_T_ERR_INVALID"
    created = "MPI_T_pvar_session_create(pe_session=0x55bc94713990) = MPI_SUCCESS"
    allocated = (
        "MPI_T_pvar_handle_alloc(0x55bc94713990, 3, NULL, handle=0x7ffe3619b1c0) = MPI_SUCCESS"
    )
    info = "MPI_T_pvar_get_info(3, 0x7ffe3619b1c0, name_len=40) = MPI_SUCCESS"
    other = "MPI_T_pvar_stop(0x660000000000, 0x770000000000) = MPI_SUCCESS"
    assert _calls(INIT, created, info, other, allocated, other, last) == [
        INIT,
        created,
        allocated,
        last,
    ]


def test_call_with_the_expected_answer_matters():
    num = "MPI_T_cvar_get_num(num_cvar=224) = MPI_SUCCESS"
    last = "MPI_T_category_get_cvars(0, 3, &indices) = MPI_SUCCESS"
    fact = Fact("MPI_T_category_get_cvars", "indices[0]", "below", ["224"], "999")
    assert _calls(num, num, last, fact=fact) == [last]
    fact.sources = [Answer("MPI_T_cvar_get_num", "num_cvar")]
    assert _calls(num, num, last, fact=fact) == [num, last]


def test_failure_without_a_call_shows_none():
    fact = Fact("", "desc", "one-of", ['"a"'], '""')
    assert _calls("MPI_T_category_get_info(9) = MPI_SUCCESS", fact=fact) == []


@pytest.mark.parametrize(
    "replay, shown",
    [
        (
            "mpitcheck run /home/me/build/mpich --filter a.b --seed 7 --np 2",
            "mpitcheck test mpicc --filter a.b --seed 7 --np 2",
        ),
        (
            "mpitcheck run build/ref --filter a.b --abi-library /opt/libmpi_abi.so.0",
            "mpitcheck run --filter a.b --abi-library /opt/libmpi_abi.so.0",
        ),
        ("mpitcheck run --filter a.b", "mpitcheck run --filter a.b"),
    ],
    ids=["tree", "standard ABI", "no tree"],
)
def test_command_does_not_name_the_tree_of_the_run(replay, shown):
    assert replay_for_others(replay) == shown

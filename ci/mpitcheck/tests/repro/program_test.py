# SPDX-License-Identifier: BSD-3-Clause
"""The text of programs."""
import pytest

from mpitcheck.repro.answers import c_literal, literal_text
from mpitcheck.repro.check import check_of
from mpitcheck.repro.program import Block, Heading, c_program, declaration_program, folded
from mpitcheck.repro.slice import Slice, Width, slice_of
from mpitcheck.schema.records import Answer, Fact
from tests.repro.traces import call, last, program_of, trace_of, wrong_read


def program(by_name=True, chosen=None, **heading):
    trace = wrong_read()
    chosen = chosen or slice_of(trace, [last(trace)], Width.objects)
    return c_program(Heading(**heading), Slice(trace, chosen, by_name), check_of(trace))


@pytest.mark.parametrize(
    "text, parts",
    [
        (
            program(),
            [
                'MPI_T_cvar_get_index("limit", &cvar) != MPI_SUCCESS',
                "&count) != MPI_SUCCESS || handle == MPI_T_CVAR_HANDLE_NULL) return 0;",
                "MPI_T_cvar_write(handle, (int[]){5}) != MPI_SUCCESS) return 0;",
                "if (code == MPI_SUCCESS && ((int *)value)[0] != 5) {",
            ],
        ),
        (program(by_name=False), ["MPI_T_cvar_handle_alloc(3, NULL"]),
        (program(np=4), ["mpiexec -n 4"]),
        (program(hangs=True), ["alarm(10);"]),
        (declaration_program(Heading(), "MPI_T_ERR_INVALID"), ["(void)MPI_T_ERR_INVALID;"]),
    ],
    ids=["by name", "by number", "several processes", "hangs", "declaration"],
)
def test_program_describes_itself(text, parts):
    for part in parts:
        assert part in text


def test_program_looks_up_before_it_allocates():
    text = program(chosen=[0, 3, 4, 5, 6, 7])  # all but the calls that tell the names
    order = [
        text.index(part)
        for part in (
            "MPI_T_init_thread(",
            'get_index("limit"',
            'get_index("other"',
            "handle_alloc(",
            "cvar_write(",
        )
    ]
    assert order == sorted(order)


def test_program_does_not_compare_with_negative_counts():
    members = Fact(
        "MPI_T_category_get_cvars",
        "indices[1]",
        "below",
        ["5"],
        "9",
        [Answer("MPI_T_cvar_get_num", "num_cvar", value="5")],
    )
    calls = [
        call("MPI_T_init_thread", ["MPI_THREAD_SINGLE", "0"], ["", "MPI_THREAD_SINGLE"]),
        call("MPI_T_cvar_get_num", ["0"], ["5"]),
        call("MPI_T_category_get_cvars", ["0", "2", "{-1, -1}"], ["", "", "{3, 9}"]),
    ]
    assert "code == MPI_SUCCESS && earlier >= 0 && indices[1] >= earlier" in program_of(
        trace_of(members, calls)
    )


def test_unwritten_values_are_not_compared():
    buf = ["NULL", "@1", "MPI_INT:{77}"]
    unwritten = Fact(
        "MPI_T_pvar_read", "buf", "none-of", ["4"], "4", [Answer("MPI_T_pvar_read", "buf")]
    )
    calls = [
        call("MPI_T_init_thread", ["MPI_THREAD_SINGLE", "0"], ["", "MPI_THREAD_SINGLE"]),
        *[call("MPI_T_pvar_read", buf, ["", "", "MPI_INT:{4}"]) for _ in range(2)],
    ]
    assert "((int *)value)[0] != 77 && ((int *)value)[0] == earlier" in program_of(
        trace_of(unwritten, calls)
    )


def test_texts_cannot_end_the_comment_of_a_program():
    text = program(rule="a-rule", origin="*/ #error", expected='"quoted\\ a\nb??/')
    assert "*/ #error" not in text
    assert '\\"quoted\\\\ a\\012b\\077\\077/' in text


@pytest.mark.parametrize(
    "rule, said",
    [
        ("cvar-name-unique", "Stated in: MPI 3.1, section 14.3.6\n"),
        ("cvar-handle-several", "Inferred from: MPI 3.1, section 14.3.6: nothing"),
    ],
    ids=repr,
)
def test_program_tells_stated_from_inferred_rules(rule, said):
    assert f"   {said}" in program(rule=rule, mpi_version="3.1")


@pytest.mark.parametrize("text", ["", 'a"b\\', "\udcff\0?é\n"], ids=repr)
def test_literals_contain_any_bytes(text):
    assert literal_text(c_literal(text)) == text.encode("utf-8", "surrogateescape")
    assert c_literal(text).isascii()


def test_a_run_of_equal_blocks_becomes_a_loop():
    assert folded([Block([line]) for line in ("a;", "b;", "c;", "b;", "c;", "b;", "c;", "d;")]) == [
        "a;",
        "for (int i = 0; i < 3; ++i) {",
        "  b;",
        "  c;",
        "}",
        "d;",
    ]


def test_standalone_blocks_are_not_folded():
    assert len(folded([Block(["b;", "c;", "d;"], True)] * 2)) == 6


def test_short_runs_are_not_folded():
    assert folded([Block(["a;"])] * 2) == ["a;", "a;"]

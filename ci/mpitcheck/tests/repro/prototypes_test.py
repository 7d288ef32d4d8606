# SPDX-License-Identifier: BSD-3-Clause
"""Prototypes."""

from mpitcheck.repro.prototypes import find_prototype, prototype


def test_parameters_have_types_and_names():
    known = prototype("MPI_T_category_get_cvars")
    assert (len(known.parameters), known.parameters[2]) == (3, ("int []", "indices"))
    assert known.length_of(2) == 1


def test_void_list_has_no_parameters():
    assert prototype("MPI_T_finalize").parameters == []
    assert find_prototype("MPI_T_made_up") is None


def test_texts_are_paired_with_their_lengths():
    known = prototype("MPI_T_cvar_get_info")
    assert known.length_of(known.find("desc")) == known.find("desc_len")
    assert known.length_of(known.find("bind")) is None


def test_callbacks_get_the_name_of_their_call():
    assert [
        prototype(f"MPI_T_event_{name}cb_function").parameters[-1].name
        for name in ("", "free_", "dropped_")
    ] == ["event_cb_function", "free_cb_function", "dropped_cb_function"]

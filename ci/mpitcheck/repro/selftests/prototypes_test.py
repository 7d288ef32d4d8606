# SPDX-License-Identifier: BSD-3-Clause
"""Prototypes."""
import unittest

from mpitcheck.repro.prototypes import find_prototype, prototype


class Prototypes(unittest.TestCase):
    def test_parameters_have_types_and_names(self):
        known = prototype("MPI_T_category_get_cvars")
        self.assertEqual((len(known.parameters), known.parameters[2]), (3, ("int []", "indices")))
        self.assertEqual(known.length_of(2), 1)

    def test_none_is_no_parameter(self):
        self.assertEqual(prototype("MPI_T_finalize").parameters, [])
        self.assertIsNone(find_prototype("MPI_T_made_up"))

    def test_texts_go_with_their_lengths(self):
        known = prototype("MPI_T_cvar_get_info")
        self.assertEqual(known.length_of(known.find("desc")), known.find("desc_len"))
        self.assertIsNone(known.length_of(known.find("bind")))

    def test_callbacks_are_told_what_was_called(self):
        self.assertEqual(
            [
                prototype(f"MPI_T_event_{name}cb_function").parameters[-1].name
                for name in ("", "free_", "dropped_")
            ],
            ["event_cb_function", "free_cb_function", "dropped_cb_function"],
        )

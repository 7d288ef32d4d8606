# SPDX-License-Identifier: BSD-3-Clause
"""Prototypes, and that they are those of the recorder."""
import re
import unittest

from mpitcheck.judge.selftests.sources import source
from mpitcheck.repro.prototypes import MPI_CALLS, parse_prototype, prototype


class Prototypes(unittest.TestCase):
    def test_parameters_have_types_and_names(self):
        known = prototype("MPI_T_category_get_cvars")
        self.assertEqual((len(known.parameters), known.parameters[2]), (3, ("int []", "indices")))
        self.assertEqual(known.length_of(2), 1)

    def test_none_is_no_parameter(self):
        self.assertEqual(prototype("MPI_T_finalize").parameters, [])
        self.assertIsNone(prototype("MPI_T_made_up"))

    def test_texts_go_with_their_lengths(self):
        known = prototype("MPI_T_cvar_get_info")
        self.assertEqual(known.length_of(known.find("desc")), known.find("desc_len"))
        self.assertIsNone(known.length_of(known.find("bind")))

    def test_are_those_of_the_recorder(self):
        calls = re.findall(r"^MPITCHECK_MPI_CALL\((\w+),\s*\(([^)]*)\)", source("conformance/evidence/mpi_calls.inc"), re.M)
        self.assertEqual({name: " ".join(parameters.split()) for name, parameters in calls},
                         dict(re.findall(r"^(\w+)\((.*)\)$", MPI_CALLS, re.M)))
        text = source("conformance/evidence/prototypes.cpp")
        callbacks = re.findall(r'\{(event|free|dropped)_callback,((?:\s*"[^"]*")+)\}', text)
        self.assertEqual(len(callbacks), 3)
        for name, parts in callbacks:
            function = f"MPI_T_event_{'' if name == 'event' else name + '_'}cb_function"
            self.assertEqual(parse_prototype(function + "".join(re.findall('"([^"]*)"', parts))), prototype(function))

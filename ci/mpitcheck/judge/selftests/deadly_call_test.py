# SPDX-License-Identifier: BSD-3-Clause
"""Calls that end the process: their forms."""
import unittest

from mpitcheck.judge.data import Invalid, from_data
from mpitcheck.judge.deadly_call import (
    NEVER_RETURNS,
    NO_OBJECT,
    QUARANTINE_VARIABLE,
    TELLER,
    DeadlyCall,
    quarantine_text,
)
from mpitcheck.judge.selftests.sources import source

CALLS = [
    DeadlyCall("MPI_T_cvar_read", 3, "SIGSEGV"),
    DeadlyCall("MPI_T_init_thread", how="exit status 1"),
    DeadlyCall("MPI_T_finalize", how="hang"),
]


class DeadlyCalls(unittest.TestCase):
    def test_texts(self):
        self.assertEqual(
            [call.text() for call in CALLS],
            [
                "MPI_T_cvar_read of number 3 ends the process (SIGSEGV)",
                "MPI_T_init_thread ends the process (exit status 1)",
                "MPI_T_finalize does not return",
            ],
        )
        self.assertEqual([call.hangs() for call in CALLS], [False, False, True])
        self.assertEqual(
            quarantine_text(CALLS),
            "MPI_T_cvar_read 3 SIGSEGV\nMPI_T_init_thread * exit status 1\nMPI_T_finalize * hang\n",
        )

    def test_reading(self):
        data = [
            {"function": "MPI_T_cvar_read", "object": 3, "how": "SIGSEGV"},
            {"function": "f", "how": "hang"},
        ]
        self.assertEqual(
            from_data(list[DeadlyCall], data), [CALLS[0], DeadlyCall("f", NO_OBJECT, "hang")]
        )
        for wrong in (
            7,
            [],
            {},
            {"function": "f"},
            {"function": 1, "how": "hang"},
            {"function": "f", "how": "hang", "object": "1"},
            {"function": "f", "how": "hang", "object": True},
            {"function": "f", "how": "hang", "object": 2**31},
        ):
            with self.subTest(wrong), self.assertRaises(Invalid):
                DeadlyCall.from_data(wrong)

    def test_words_are_those_of_tests(self):
        header = source("conformance/harness/calls/deadly_call.hpp")
        for text in (
            f"no_object = {NO_OBJECT};",
            f'never_returns = "{NEVER_RETURNS}"',
            f'quarantine_variable = "{QUARANTINE_VARIABLE}"',
        ):
            self.assertIn(text, header)
        self.assertIn(
            f'MPITCHECK_TEST("{TELLER}"', source("conformance/suite/general/survival.cpp")
        )


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""Who ended a process."""
import unittest

from mpitcheck.judge.blame import Culprit, blame_for, is_on_purpose, once_for_all, text_of
from mpitcheck.judge.offence import NO_LIBRARY_FRAME
from mpitcheck.judge.selftests.sources import source

DUP, RESET = "MPI_Comm_dup(MPI_COMM_SELF, newcomm)", "MPI_T_pvar_reset(0x1, 0x2)"


def frame(symbol):
    return f"libmpi.so.12+0x8a2b0 {symbol}+0x1c"


class Blamed(unittest.TestCase):
    def check(self, culprit, in_call, call, frames=(), tool_used=True, works_alone=None):
        blame = blame_for(in_call, call, list(frames), tool_used, works_alone)
        self.assertEqual(blame.culprit, culprit)
        return blame

    def test_is_a_call_in_progress(self):
        for call in (RESET, "P" + RESET):
            self.assertEqual(self.check(Culprit.tool, True, call).call, call)

    def test_is_not_a_call_that_returned(self):
        for frames in (
            [],
            [NO_LIBRARY_FRAME],
            ["libmpi.so.12+0x8a2b0"],
            ["std::thread::join (libstdc++.so.6)"],
        ):
            blame = self.check(Culprit.nobody, False, RESET, frames)
            self.assertEqual((blame.call, blame.after), ("", RESET))

    def test_is_what_the_stack_shows(self):
        for frames in (
            [frame("inner"), frame("MPI_T_cvar_read")],
            ["inner (libmpi.so.12)", "PMPI_T_cvar_read (libmpi.so.12)"],
        ):
            blame = self.check(Culprit.tool, False, RESET, frames)
            self.assertEqual(
                (blame.call.removeprefix("P"), blame.after), ("MPI_T_cvar_read", RESET)
            )
        self.assertEqual(
            self.check(
                Culprit.tool, True, DUP, [frame("MPI_T_cvar_read"), frame("MPI_Comm_dup")]
            ).call,
            "MPI_T_cvar_read",
        )

    def test_is_another_function_of_mpi_unless_it_works_without_mpi_t(self):
        for in_call, call, frames in (
            (True, DUP, []),
            (False, RESET, [frame("inner"), frame("PMPI_Comm_dup")]),
        ):
            self.check(Culprit.mpi, in_call, call, frames, works_alone=["MPI_Barrier"])
            self.check(Culprit.mpi, in_call, call, frames, tool_used=False)
            self.check(Culprit.tool, in_call, call, frames, works_alone=["MPI_Comm_dup"])
            self.check(Culprit.tool, in_call, call, frames)  # nobody looked
        for init in (
            "MPI_Init(NULL, NULL)",
            "MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, provided)",
        ):
            self.check(Culprit.tool, True, init, works_alone=["MPI_Init_thread"])
            self.check(Culprit.mpi, True, init, works_alone=[])

    def test_of_several_threads(self):
        passage = "4 threads: MPI_T_cvar_handle_alloc, MPI_T_cvar_read"
        for frames in ([], ["libmpi.so.12+0x8a2b0"], [frame("MPI_T_cvar_read")]):
            self.check(Culprit.tool, True, passage, frames)
        self.check(
            Culprit.nobody, True, passage, [NO_LIBRARY_FRAME, '(in thread "x", not that of main)']
        )
        self.assertEqual(
            self.check(Culprit.mpi, True, passage, [frame("inner"), frame("MPI_Send")]).call,
            "MPI_Send",
        )

    def test_is_told_once_for_all(self):
        mpi, nobody = (
            blame_for(in_call, call, [], False, {})
            for in_call, call in ((True, DUP), (False, RESET))
        )
        self.assertEqual(
            text_of(mpi, "SIGSEGV"),
            "MPI_Comm_dup ends the process (SIGSEGV; no MPI_T call in progress)",
        )
        self.assertEqual(
            text_of(mpi, "no end within 60 s"),
            "MPI_Comm_dup does not return (no end within 60 s; no MPI_T call in progress)",
        )
        text = text_of(nobody, "SIGSEGV")
        self.assertEqual(
            text,
            (
                "the test's own code ends the process (SIGSEGV; no MPI_T call in progress), after"
                " MPI_T_pvar_reset returned"
            ),
        )
        self.assertEqual(
            once_for_all(text),
            "the test's own code ends the process (SIGSEGV; no MPI_T call in progress)",
        )
        self.assertEqual(once_for_all(text_of(mpi, "SIGSEGV")), text_of(mpi, "SIGSEGV"))
        self.assertEqual(
            [is_on_purpose(how) for how in ("SIGABRT", "exit code 6", "exit status 6", "SIGSEGV")],
            [True, True, True, False],
        )

    def test_the_words_are_those_of_the_harness(self):
        self.assertIn(
            f'no_library_frame = "{NO_LIBRARY_FRAME}"',
            source("conformance/harness/process/frames.hpp"),
        )


if __name__ == "__main__":
    unittest.main()

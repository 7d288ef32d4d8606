# SPDX-License-Identifier: BSD-3-Clause
"""What eu-stack prints, and whose stacks they are."""
import unittest

from mpitcheck.judge.evidence import Evidence, RankEvidence
from mpitcheck.judge.model import TestResult
from mpitcheck.judge.stacks import attach_stacks, parse_stacks

PRINTED = """PID 7 - process
TID 7:
#0  0x00007fcaba0a412b __GI___lll_lock_wait - /usr/lib/libc.so.6
#1  0x00007fcaba0aa482 __pthread_mutex_lock@GLIBC_2.2.5 - /usr/lib/libc.so.6
#2  0x00007fcaba0aa483 - /usr/lib/libmpi.so.40.30.4
#3  0x00005652fe83d1b6 void mpitcheck::(anonymous namespace)::Job<int, std::less<int> >::take(std::function<void (int)>) const - /my test
#4  0x00005652fe83d1b7 mpitcheck::(anonymous namespace)::body(int)::{lambda()#1}::operator()() const - /opt/my test
#5  0x00005652fe83d1b8 std::function<void ()>::operator()() const - /opt/my test
#6  0x00005652fe83d1b9 mpitcheck::run_test(mpitcheck::TestInfo const&) - /opt/my test
#7  0x00005652fe83d1ba main - /opt/my test
TID 9:
#0  0x00007fcaba0a412c __poll - /usr/lib/libc.so.6
#1  0x00007fcaba1278ec __clone3 - /usr/lib/libc.so.6
"""


class Parse(unittest.TestCase):
    def test_frames_are_names_and_libraries(self):
        stacks = parse_stacks(PRINTED)
        self.assertEqual([(stack.process, stack.thread) for stack in stacks.threads], [(7, 7), (7, 9)])
        self.assertEqual(stacks.threads[0].frames, ["__lll_lock_wait (libc.so.6)", "__pthread_mutex_lock (libc.so.6)",
                                                    "? (libmpi.so.40.30.4)", "mpitcheck::Job::take", "mpitcheck::body"])
        self.assertEqual(stacks.threads[1].frames, ["__poll (libc.so.6)"])
        self.assertEqual(stacks.problem, "")

    def test_names(self):
        for name, plain in (("int Job::operator()(int) const", "int Job::operator()"), ("f[abi:cxx11](int)", "f"), ("void f<a<b>>()", "f"),
                            ("{lambda()#1}::f()", "::f"), ("ä" * 100, "ä" * 60)):
            self.assertEqual(parse_stacks(f"TID 1:\n#0 0x1 {name}\n").threads[0].frames, [plain])

    def test_why_there_are_none(self):
        for printed, problem in (
                ("eu-stack: dwfl_linux_proc_attach pid 1: Operation not permitted",
                 "ptrace is refused: it needs the capability SYS_PTRACE, or kernel.yama.ptrace_scope=0"),
                ("mpitcheck: eu-stack does not start: No such file or directory\n",
                 "eu-stack does not start (No such file or directory): install the package elfutils"),
                ("mpitcheck: the stacks took too long\n", "the stacks took too long")):
            self.assertEqual(parse_stacks(printed).problem, problem)

    def test_anything_is_bounded(self):
        stacks = parse_stacks("PID 7 - process\n" + ("TID 8:\n" + ("#1 0x1 f" + "x" * 1000 + "\n") * 40) * 1000)
        self.assertEqual((len(stacks.threads), len(stacks.threads[-1].frames)), (64, 25))
        self.assertEqual((len(stacks.threads[-1].frames[0]), stacks.threads[-1].frames[-1]), (120, "(16 more)"))
        self.assertIn("more threads", stacks.problem)
        self.assertEqual(len(parse_stacks("#0\n#0 0x\nTID\nTID :\n#0 0x1\n# 0x1 <<((\n\n").threads), 1)
        self.assertEqual(parse_stacks("").threads, [])


class Attach(unittest.TestCase):
    def test_whose_they_are(self):
        result = TestResult()
        ranks = Evidence([RankEvidence(pid=6), RankEvidence(pid=7)])
        attach_stacks("PID 5\nTID 5:\n#0 0x1 a\n" + PRINTED + "mpitcheck: cut", ranks, result)
        self.assertEqual([stack.thread for stack in result.stacks],
                         ["rank 1, thread 1 of 2", "rank 1, thread 2 of 2", "another process (5), thread 1 of 1"])
        self.assertEqual((result.stacks[2].frames, result.notes), (["a"], ["stacks: cut"]))
        result = TestResult()
        attach_stacks("mpitcheck: late", Evidence([]), result)
        self.assertEqual((result.stacks, result.notes), ([], ["no stacks: late"]))


if __name__ == "__main__":
    unittest.main()

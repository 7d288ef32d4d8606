# SPDX-License-Identifier: BSD-3-Clause
"""The beginning of the help of mpitcheck, and the ends of the help of its commands."""

TREE = """
A TREE is a build folder of mpitcheck. It tests one MPI.
"""

PRINTED = """
Exit codes: 0 printed, 2 the command line, a tree or a file is not usable,
3 an error of mpitcheck"""

EXPLAINED = """
Exit codes: 0 printed, 2 the command line or the tree is not usable, 3 an error of mpitcheck,
4 no clause or test has this name"""

FOUND = """
Exit codes: 0 printed, 2 the report is not usable or has no such finding, 3 an error of mpitcheck"""

INVENTORY = f"""{TREE}
Exit codes: 0 printed, 2 the command line or the tree is not usable, 3 the MPI could not be queried,
or an error of mpitcheck, 5 interrupted"""

_AS_FOR_RUN = "2, 3, 4, 5 as for run"

FAULTS = f"""{TREE}
Verdicts of a fault: killed (a failing test names a rule that the fault breaks); misattributed
(tests fail, but name other rules only); missed (the fault had an effect, but no test failed);
not-triggered (the fault had no effect on this MPI); not-exercised (no test had anything to
examine). Collateral are tests that fail, but name other rules only.

Exit codes: 0 no fault is missed or misattributed, and on the reference each fault is killed;
1 otherwise; {_AS_FOR_RUN}"""

VARIANTS = f"""{TREE}
A variant is another legal behaviour of the reference. A pair has the behaviours of two variants.

Exit codes: 0 no variant has an alarm, 1 a variant has one; {_AS_FOR_RUN}"""

FOUNDATIONS = f"""{TREE}
A foundation is an operation that tests rely on, such as reading a text. A fault breaks it in all
functions. Only the rules that the fault names may be reported as broken.

Exit codes: 0 exactly the rules of each fault are reported, 1 otherwise; {_AS_FOR_RUN}"""

PROGRAMS = f"""{TREE}
Exit codes: 0 the programs show --at-least of the failures, and none fails under a fault or variant
under which its test passes; 1 otherwise; {_AS_FOR_RUN}"""

HOSTILE = f"""{TREE}
Exit codes: 0 each verdict is right, 1 a verdict is wrong; {_AS_FOR_RUN}"""

LOAD = f"""{TREE}
Exit codes: 0 each verdict is the same with and without load, 1 a verdict differs; {_AS_FOR_RUN}"""

ALIENS = f"""{TREE}
An alien differs from the reference in its header, wrapper, launcher, linking, threads or
behaviour. An alien with an installation of its own is built in TREE/aliens by the usual commands.
Aliens of one group are built and tested together. If a group is not as expected, each of its
aliens is tested alone. A pair has the changes of two aliens and the expected findings of both.

Exit codes: 0 each alien is as expected, 1 an alien is not; {_AS_FOR_RUN}"""

BLASTS = f"""{TREE}
A blast is FUNCTION:HARM, or FUNCTION:HARM:NUMBER for one object only. Without --filter a sample is
tried.

Columns: needing: tests that call or examine the function; examining: those of them that still
examine something; lost: those that end without a verdict.

Limits: no other verdict changes, no test is lost, 95 % examine other objects if only one does
harm, the run takes at most three times as long as usual, the library is identified, and a test
reports the harm.

Exit codes: 0 each blast is within the limits, 1 a blast is not; {_AS_FOR_RUN}"""

MUTANTS = f"""{TREE}
A mutant is killed if a test fails, crashes or hangs. Mutants that do not compile, that give the
same instructions, or that reference/tests/equivalent_mutants.tsv lists are not counted. For
the suites, those in unseen_mutants.tsv are not counted either. The slowest tests of the engine run
only if no other test kills. The folder of --work holds a build of the engine and the results so
far. The next call continues from there, also after Ctrl-C.

Exit codes: 0 98 % are killed, and 90 % by the suites alone; 1 fewer, or an entry of the two lists
is wrong; {_AS_FOR_RUN}"""

ABOUT = """\
mpitcheck tests which rules of MPI_T, the MPI tool information interface, an MPI library keeps.
Without a subcommand it lists the MPIs of this machine and the command that tests each."""

GENERAL = f"""{TREE}
Verdicts of a test: pass; fail; crash; timeout (it hung); early-exit (it left without a verdict);
inconclusive (it could not finish, or skipped what it needed); vacuous (there was nothing to
examine); not-applicable; error (an error of mpitcheck); warn (a `should` rule is broken); quality
(the library skips a check that the standard lets it skip).

Exit codes:
  0  as expected
  1  a `must` rule is broken; with --expect: a result differs from the expectations
  2  the command line, a tree or a file is not usable, or Python is older than 3.9
  3  an error of mpitcheck, or a test has the verdict `error` (and no `must` rule is broken)
  4  nothing matches the options
  5  interrupted (Ctrl-C); the reports contain what was done before"""

DIFFERENCES = """
A regression deviates where the test did not, or is worse than before. A fix passes where the test
deviated, or deviates less (a crash became a fail). A difference is any other change of verdict.

Exit codes: 0 no regression, 1 a regression, 2 a report is not usable, 3 an error of mpitcheck"""

COMPARED = """
Without --html and --markdown, the comparison is printed as text.

Exit codes: 0 compared, 2 a report or a file is not usable, 3 an error of mpitcheck"""

SITE = """
Reports of the same library version and target are its runs. The site shows the newest one and
counts all. A history (*.jsonl) keeps the verdicts of reports that were removed. Its lines may be
merged in any order (git: merge=union).

Exit codes: 0 written, 2 a folder or a file is not usable, 3 an error of mpitcheck"""

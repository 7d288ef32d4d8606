# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck` without arguments, on made-up machines: what it finds, and that nothing there stops it."""
import os
import tempfile
import time
import unittest
from unittest import mock

from mpitcheck.process import own
from mpitcheck.run import machine
from mpitcheck.selftests.fake_tree import FakeTreeTest

_HEADERS = {
    "mpich": '#define MPI_VERSION 4\n#define MPI_SUBVERSION 0\n#define MPICH_VERSION "4.0.2"\n',
    "mvapich": (
        '#define MPI_VERSION 3\n#define MPI_SUBVERSION 1\n#define MVAPICH2_VERSION "2.3.7"\n#define'
        ' MPICH_VERSION "3.2.1"\n'
    ),
    "openmpi": (
        "#define OMPI_MAJOR_VERSION 5\n#define OMPI_MINOR_VERSION 0\n#define OMPI_RELEASE_VERSION"
        " 7\n  #  define MPI_VERSION 3\n#define MPI_SUBVERSION 1\n"
    ),
    "nameless": "#define MPI_VERSION 5\n#define MPI_SUBVERSION 0\n",
    "strange": "\xff\0",
}


class Machine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("bin", "lib", "opt/new/bin"):
            os.makedirs(self.path(name))
        settings = {
            "PATH": f"{self.path('bin')}:/no/such:{self.path('bin')}",
            "LD_LIBRARY_PATH": "",
        }
        for patch in (
            mock.patch.dict(os.environ, settings),
            mock.patch.object(machine, "OFF_PATH", (self.path("opt/*/bin"),)),
            mock.patch.object(machine, "LIBRARIES", ()),
            mock.patch.object(own, "bin", ""),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def path(self, name):
        return os.path.join(self.folder, name)

    def file(self, name, text, mode=0o755):
        with open(self.path(name), "w", encoding="latin-1") as file:
            file.write(text)
        os.chmod(self.path(name), mode)

    def mpi(self, name, maker, folder="bin"):
        """Wrappers of that name, whose mpi.h is that maker's."""
        os.makedirs(self.path(maker), exist_ok=True)
        self.file(f"{maker}/mpi.h", _HEADERS[maker])
        for wrapper in (name, name.replace("cc", "cxx")):
            self.file(
                f"{folder}/{wrapper}",
                f"#!/bin/sh\necho gcc -I{self.path(maker)} -L{self.path('lib')}\n",
            )

    def said(self):
        """With single blanks."""
        return "\n".join(" ".join(line.split()) for line in machine.what_is_here().split("\n"))

    def test_an_empty_machine_is_told_what_it_could_have(self):
        said = self.said()
        for part in (
            "none on the PATH: mpitcheck test /path/to/mpicc",
            "none found: mpitcheck run --abi-library",
            "none on the PATH: tests of several processes are left out",
        ):
            self.assertIn(part, said)
        with mock.patch.dict(os.environ):
            del os.environ["PATH"]
            self.assertEqual(said, self.said())

    def test_says_of_each_mpi_whose_it_is_and_what_tests_it(self):
        for name, maker, said in (
            ("mpicc.mpich", "mpich", "MPICH 4.0.2 (MPI 4.0)"),
            ("mpicc-2", "mvapich", "MVAPICH 2.3.7 (MPI 3.1)"),
            ("mpicc.openmpi", "openmpi", "Open MPI 5.0.7 (MPI 3.1)"),
            ("mpicc.x", "nameless", "an MPI (MPI 5.0)"),
            ("mpicc.y", "strange", "unknown"),
        ):
            with self.subTest(maker):
                self.mpi(name, maker)
                self.assertIn(f"\n{said} {name} mpitcheck test {name}\n", self.said())

    def test_one_mpi_of_several_names_is_said_once(self):
        self.mpi("mpicc.mpich", "mpich")
        for link, to in (
            ("mpicc", "mpicc.mpich"),
            ("mpicxx", "mpicxx.mpich"),
            ("mpicc.another-long", "mpicc"),
        ):
            os.symlink(to, self.path("bin/" + link))
        self.assertIn(
            (
                "\nMPICH 4.0.2 (MPI 4.0) mpicc.mpich (also mpicc, mpicc.another-long) mpitcheck"
                " test mpicc.mpich\n"
            ),
            self.said(),
        )

    def test_what_is_not_on_the_path_is_named_by_its_own(self):
        self.mpi("mpicc", "mpich", "opt/new/bin")
        path = self.path("opt/new/bin/mpicc")
        self.assertIn(f"\nMPICH 4.0.2 (MPI 4.0) {path} mpitcheck test {path}\n", self.said())

    def test_what_cannot_be_tested_says_why(self):
        self.file("bin/mpicc.alone", "#!/bin/sh\n")
        self.file("bin/mpicc.no-program", "", 0o644)
        self.file("bin/cc", "#!/bin/sh\n")
        said = self.said()
        self.assertIn("unknown mpicc.alone no wrapper for C++ beside it", said)
        self.assertNotIn("no-program", said)
        self.assertNotIn(" cc", said)
        self.file("bin/CC", "#!/bin/sh\n")
        self.assertIn("\nunknown cc mpitcheck test cc\n", self.said())

    def test_wrappers_that_fail_or_hang_stop_nothing(self):
        self.mpi("mpicc.mpich", "mpich")
        for name, script in (
            ("hangs", "exec sleep 60"),
            ("fails", "exit 1"),
            ("quotes", 'echo "\'"'),
            ("folder", "echo -I/proc/self/mem"),
        ):
            for wrapper in ("mpicc", "mpicxx"):
                self.file(f"bin/{wrapper}.{name}", f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
        begin, said = time.monotonic(), self.said()
        self.assertLess(time.monotonic() - begin, 30)
        self.assertIn("\nMPICH 4.0.2 (MPI 4.0) mpicc.mpich", said)
        for name in ("hangs", "fails", "quotes", "folder"):
            self.assertIn(f"\nunknown mpicc.{name} mpitcheck test mpicc.{name}\n", said)

    def test_libraries_of_the_abi_are_found_once_and_not_the_own_one(self):
        self.file("lib/libmpi_abi.so.0.1", "")
        os.symlink("libmpi_abi.so.0.1", self.path("lib/libmpi_abi.so.0"))
        path = os.path.realpath(self.path("lib/libmpi_abi.so.0"))
        self.assertEqual(self.said().count(f"\n{path} mpitcheck run --abi-library {path}\n"), 1)
        with mock.patch.object(own, "bin", self.path("bin")):
            self.assertIn("none found", self.said())

    def test_launchers_are_listed(self):
        self.file("bin/mpiexec.hydra", "#!/bin/sh\n")
        os.symlink("mpiexec.hydra", self.path("bin/mpiexec"))
        self.file("bin/srun", "#!/bin/sh\n")
        said = self.said()
        self.assertIn(f"\n{self.path('bin/mpiexec.hydra')} mpiexec.hydra (also mpiexec)\n", said)
        self.assertIn(f"\n{self.path('bin/srun')} srun\n", said)

    def test_names_of_strangers_are_printable(self):
        self.mpi("mpicc.\x1b[31m", "mpich")
        self.assertNotIn("\x1b", self.said())


class CommandLine(FakeTreeTest):
    def test_is_what_no_arguments_show(self):
        run = self.tree.mpitcheck([])
        self.assertEqual((run.exit_code, run.err), (0, ""))
        self.assertIn("MPIs by compiler wrapper", run.out)

# SPDX-License-Identifier: BSD-3-Clause
"""Trees that `mpitcheck test` builds: which wrappers go together, what is built and what is not built again."""
import contextlib
import io
import os
import tempfile
import unittest
from unittest import mock

from mpitcheck.__main__ import main
from mpitcheck.process import own
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program
from mpitcheck.run.own_build import cache_of, own_build, wrappers_of

# It configures, or writes a manifest for the library whose name is in the file beside it; counts its calls.
_CMAKE = """#!/bin/sh
here=$(dirname "$0")
echo "$@" >>"$here/calls"
case $1 in
  -S) mkdir -p "$4" ;;
  *) [ ! -e "$here/broken" ] || { echo "x.cpp:1:1: error: nothing works"; exit 1; }
    mkdir -p "$2/bin"
    echo "[1/1] all"
    printf '{"library_version": "%s"}' "$(cat "$here/library")" >"$2/target.json"
    printf '#!/bin/sh\\nprintf "{\\\\"library_version\\\\": \\\\"%%s\\\\"}" "$(cat %s/library)"\\n' "$here" >"$2/bin/inventory"
    chmod +x "$2/bin/inventory" ;;
esac
"""


class OwnBuild(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for name in ("mpicc", "mpicxx", "mpicc.two", "mpicxx.two", "mpicc.alone", "ninja"):
            self.program(name)
        self.program("cmake", _CMAKE)
        self.write("library", "One 1.0")
        self.write("CMakeLists.txt", "")
        settings = {
            "PATH": f"{self.folder}:/usr/bin:/bin",
            "XDG_CACHE_HOME": os.path.join(self.folder, "cache"),
        }
        for patch in (
            mock.patch.dict(os.environ, settings),
            mock.patch.object(own, "sources", self.folder),
            mock.patch("mpitcheck.run.own_build.show"),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="ascii") as file:
            file.write(text)

    def program(self, name, text="#!/bin/sh\n"):
        self.write(name, text)
        os.chmod(os.path.join(self.folder, name), 0o755)

    def calls(self):
        with (
            contextlib.suppress(FileNotFoundError),
            open(os.path.join(self.folder, "calls"), encoding="ascii") as file,
        ):
            return len(file.readlines())
        return 0

    def assert_refused(self, part, *arguments):
        with self.assertRaisesRegex(UserError, part) as caught:
            own_build(*arguments)
        self.assertNotIn("\n", str(caught.exception))

    def test_either_wrapper_names_both(self):
        def both(suffix):
            return tuple(os.path.join(self.folder, name + suffix) for name in ("mpicc", "mpicxx"))

        for given, suffix in (
            ("mpicc", ""),
            ("mpicxx", ""),
            (os.path.join(self.folder, "mpicc"), ""),
            ("mpicc.two", ".two"),
            ("mpicxx.two", ".two"),
        ):
            with self.subTest(given=given):
                self.assertEqual(wrappers_of(given), both(suffix))

    def test_what_is_no_wrapper(self):
        self.assert_refused("no such compiler wrapper: 'none'", "none")
        self.assert_refused("mpicc.alone has no partner beside it", "mpicc.alone")
        self.assert_refused("cmake has no partner", "cmake")

    def test_another_cache_for_another_wrapper_flags_or_mpitcheck(self):
        first = cache_of(wrappers_of("mpicc"))
        self.assertEqual(cache_of(wrappers_of("mpicxx")), first)
        seen = {first, cache_of(wrappers_of("mpicc.two"))}
        self.program("mpicc", "#!/bin/sh\necho cc -I/other\n")
        seen.add(cache_of(wrappers_of("mpicc")))
        with mock.patch.object(own, "version", "9.9"):
            seen.add(cache_of(wrappers_of("mpicc")))
        self.assertEqual(len(seen), 4)

    def test_builds_once(self):
        tree = own_build("mpicc")
        self.assertEqual(self.calls(), 2)
        self.assertEqual(own_build("mpicc"), tree)
        self.assertEqual(self.calls(), 2)

    def test_builds_anew_for_another_library(self):
        tree = own_build("mpicc")
        self.write("library", "One 1.1")
        left = os.path.join(tree, "left")
        with open(left, "w", encoding="ascii"):
            pass
        own_build("mpicc")
        self.assertEqual(self.calls(), 4)
        self.assertFalse(os.path.exists(left))

    def test_only_builds_where_no_more_is_wanted(self):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            self.assertEqual(main(["mpitcheck", "test", "--only-build", "mpicc"]), 0)
        self.assertEqual(printed.getvalue(), cache_of(wrappers_of("mpicc")) + "\n")
        self.assertEqual(self.calls(), 2)
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(main(["mpitcheck", "test", "--only-build", "mpicc", "--np", "2"]), 2)

    def test_the_whole_message_of_cmake(self):
        self.program(
            "cmake",
            """#!/bin/sh
cat <<'END'
CMake Error at cmake/target_mpi.cmake:55 (message):
  No usable MPI: the wrapper does not compile and
  link an MPI program (exit code 127).  It says:

    mpicxx: 70: a.c:1:1: error: mpc_cxx: not found

  Load its module.
Call Stack (most recent call first):
  CMakeLists.txt:12 (include)

END
exit 1
""",
        )
        self.assert_refused(
            r"mpicxx: No usable MPI: the wrapper does not compile and link an MPI program \(exit"
            r" code 127\).  It says: mpicxx: "
            r"70: a.c:1:1: error: mpc_cxx: not found Load its module. The whole log",
            "mpicc",
        )

    def test_a_library_that_prints(self):
        self.program(
            "cmake",
            _CMAKE.replace(
                'printf "{\\\\"library_version\\\\": \\\\"%%s\\\\"}"',
                (
                    'printf "[info] up{\\\\n \\\\"library_version\\\\":'
                    ' \\\\"%%s\\\\"\\\\n}\\\\n[info] down\\\\n"'
                ),
            ),
        )
        own_build("mpicc")
        own_build("mpicc")
        self.assertEqual(self.calls(), 2)

    def test_says_why_it_cannot(self):
        self.write("broken", "")
        self.assert_refused(
            (
                "cannot be built for .*mpicxx: x.cpp:1:1: error: nothing works. The whole log:"
                " .*build.log"
            ),
            "mpicc",
        )
        os.remove(os.path.join(self.folder, "broken"))
        own_build("mpicc")  # the next call goes on
        with mock.patch.object(own, "sources", "/nowhere"):
            self.assert_refused("no sources beside it", "mpicc.two")
        with mock.patch.dict(os.environ, {"XDG_CACHE_HOME": "/proc/none"}):
            self.assert_refused("cannot write in /proc/none", "mpicc.two")
        with mock.patch(
            "mpitcheck.run.own_build.find_program",
            lambda name: "" if name == "ninja" else find_program(name),
        ):
            self.assert_refused("needs ninja: install it", "mpicc.two")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
"""`mpitcheck` without arguments, on made-up machines: what it finds, and that nothing stops it."""
import time

import pytest

from mpitcheck.process import own
from mpitcheck.run import machine

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


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a machine that has nothing else."""
    for name in ("bin", "lib", "opt/new/bin"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/no/such:{tmp_path}/bin")
    monkeypatch.setenv("LD_LIBRARY_PATH", "")
    monkeypatch.setattr(machine, "OFF_PATH", (f"{tmp_path}/opt/*/bin",))
    monkeypatch.setattr(machine, "LIBRARIES", ())
    monkeypatch.setattr(own, "bin", "")
    return tmp_path


def write(path, text, mode=0o755):
    path.write_text(text, encoding="latin-1")
    path.chmod(mode)


def write_wrappers(folder, name, maker, place="bin"):
    """Wrappers of that name, whose mpi.h is that maker's."""
    (folder / maker).mkdir(exist_ok=True)
    write(folder / maker / "mpi.h", _HEADERS[maker])
    for wrapper in (name, name.replace("cc", "cxx")):
        write(folder / place / wrapper, f"#!/bin/sh\necho gcc -I{folder / maker} -L{folder}/lib\n")


def shown():
    """What is here, with single blanks."""
    return "\n".join(" ".join(line.split()) for line in machine.machine_text().split("\n"))


@pytest.mark.usefixtures("folder")
def test_an_empty_machine_gets_suggestions(monkeypatch):
    text = shown()
    for part in (
        "none on the PATH: mpitcheck test /path/to/mpicc",
        "none found: mpitcheck run --abi-library",
        "none on the PATH: tests with several processes are skipped",
    ):
        assert part in text
    monkeypatch.delenv("PATH")
    assert shown() == text


@pytest.mark.parametrize(
    "name, maker, library",
    [
        ("mpicc.mpich", "mpich", "MPICH 4.0.2 (MPI 4.0)"),
        ("mpicc-2", "mvapich", "MVAPICH 2.3.7 (MPI 3.1)"),
        ("mpicc.openmpi", "openmpi", "Open MPI 5.0.7 (MPI 3.1)"),
        ("mpicc.x", "nameless", "an MPI (MPI 5.0)"),
        ("mpicc.y", "strange", "unknown"),
    ],
)
def test_machine_prints_owner_and_command_of_each_mpi(folder, name, maker, library):
    write_wrappers(folder, name, maker)
    assert f"\n{library} {name} mpitcheck test {name}\n" in shown()


def test_one_mpi_with_several_names_is_listed_once(folder):
    write_wrappers(folder, "mpicc.mpich", "mpich")
    for link, to in (
        ("mpicc", "mpicc.mpich"),
        ("mpicxx", "mpicxx.mpich"),
        ("mpicc.another-long", "mpicc"),
    ):
        (folder / "bin" / link).symlink_to(to)
    assert (
        "\nMPICH 4.0.2 (MPI 4.0) mpicc.mpich (also mpicc, mpicc.another-long) mpitcheck"
        " test mpicc.mpich\n"
    ) in shown()


def test_programs_outside_of_path_are_listed_with_their_path(folder):
    write_wrappers(folder, "mpicc", "mpich", "opt/new/bin")
    path = folder / "opt/new/bin/mpicc"
    assert f"\nMPICH 4.0.2 (MPI 4.0) {path} mpitcheck test {path}\n" in shown()


def test_untestable_installations_have_a_reason(folder):
    write(folder / "bin/mpicc.alone", "#!/bin/sh\n")
    write(folder / "bin/mpicc.no-program", "", 0o644)
    write(folder / "bin/cc", "#!/bin/sh\n")
    text = shown()
    assert "unknown mpicc.alone mpitcheck needs a wrapper for C++" in text
    assert "no-program" not in text
    assert " cc" not in text
    write(folder / "bin/CC", "#!/bin/sh\n")
    assert "\nunknown cc mpitcheck test cc\n" in shown()


def test_wrappers_that_fail_or_hang_stop_nothing(folder):
    write_wrappers(folder, "mpicc.mpich", "mpich")
    for name, script in (
        ("hangs", "exec sleep 60"),
        ("fails", "exit 1"),
        ("quotes", 'echo "\'"'),
        ("folder", "echo -I/proc/self/mem"),
    ):
        for wrapper in ("mpicc", "mpicxx"):
            write(
                folder / "bin" / f"{wrapper}.{name}", f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n"
            )
    begin, text = time.monotonic(), shown()
    assert time.monotonic() - begin < 30
    assert "\nMPICH 4.0.2 (MPI 4.0) mpicc.mpich" in text
    for name in ("hangs", "fails", "quotes", "folder"):
        assert f"\nunknown mpicc.{name} mpitcheck test mpicc.{name}\n" in text


def test_abi_libraries_are_found_once_without_our_own(folder, monkeypatch):
    write(folder / "lib/libmpi_abi.so.0.1", "")
    (folder / "lib/libmpi_abi.so.0").symlink_to("libmpi_abi.so.0.1")
    path = (folder / "lib/libmpi_abi.so.0").resolve()
    assert shown().count(f"\n{path} mpitcheck run --abi-library {path}\n") == 1
    monkeypatch.setattr(own, "bin", f"{folder}/bin")
    assert "none found" in shown()


def test_launchers_are_listed(folder):
    write(folder / "bin/mpiexec.hydra", "#!/bin/sh\n")
    (folder / "bin/mpiexec").symlink_to("mpiexec.hydra")
    write(folder / "bin/srun", "#!/bin/sh\n")
    text = shown()
    assert f"\n{folder}/bin/mpiexec.hydra mpiexec.hydra (also mpiexec)\n" in text
    assert f"\n{folder}/bin/srun srun\n" in text


def test_machine_escapes_foreign_names(folder):
    write_wrappers(folder, "mpicc.\x1b[31m", "mpich")
    assert "\x1b" not in shown()


def test_no_arguments_show_the_machine(tree):
    run = tree.mpitcheck([])
    assert (run.exit_code, run.err) == (0, "")
    assert "MPIs, by compiler wrapper" in run.out

# SPDX-License-Identifier: BSD-3-Clause
"""Builds mutants: compiles one object and links the library and the engine's tests with it.

All other objects are compiled once in a separate tree, without inlining and without analysis of
called functions. A call of an inline function then stays a call, and the linker uses the first copy
of the function. A mutant of a header is therefore one object as well: the whole engine, linked
first. The tree is optimised nevertheless, because unoptimised GCC code makes each atomic access
sequentially consistent, which hides a missing fence. Mull and dextool are not used: Debian does not
package them, and both compile every user of a changed header.
"""
import filecmp
import functools
import json
import os
import shlex
import shutil
from collections.abc import Iterable, Sequence

from mpitcheck.job.inherited import inherited_environment
from mpitcheck.process.error import UserError
from mpitcheck.process.files import find_program
from mpitcheck.process.scheduler import Command, Job, Limits, Outcome, Scheduler
from mpitcheck.prove.mutants.source import Mutant

LIBRARY_NAMES = ("libmpi_abi.so", "libmpi_abi.so.0", "libmpi_abi.so.1")
PROGRAMS = ("reference_engine_tests", "reference_allocation_tests", "reference_model_tests")
_LIBRARY = "lib/libmpi_abi.so.0"
_FLAGS = "-O1 -fno-inline -fno-ipa-pure-const -fno-ipa-reference -fno-ipa-modref"
_CONFIGURATION = (
    "-DMPITCHECK_TARGET=reference",
    "-DMPITCHECK_OWN_TESTS=ON",
    "-DMPITCHECK_RUNNER=OFF",
    "-DMPITCHECK_BENCH=OFF",
    "-DCMAKE_UNITY_BUILD=OFF",
    "-DCMAKE_BUILD_TYPE=Debug",
    f"-DCMAKE_C_FLAGS_DEBUG={_FLAGS}",
    f"-DCMAKE_CXX_FLAGS_DEBUG={_FLAGS}",
    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
)
# Objects are compared, so they must not depend on the location of a file. Warnings about a mutant
# are ignored.
_COMPILATION = ("-w", "-g0", "-frandom-seed=mutant")
_HEADERS = ("-fkeep-inline-functions",)
# With DWARF 5, addr2line confuses the files of inline functions.
_TRACED = (
    "-g1",
    "-gdwarf-4",
    "-fsanitize-coverage=trace-pc",
)
_WHOLE_ENGINE = "engine.cpp"
_LONG, _LONGEST = 300, 7200  # seconds that a compiler and the whole build may take
_MOST_OUTPUT = 8 << 20  # bytes


class Interrupted(Exception):
    """The user interrupted the run."""


def run_all(
    scheduler: Scheduler,
    commands: Iterable[Sequence[str]],
    directory: str,
    seconds: float = _LONG,
    **variables: str,
) -> list[Outcome]:
    """Runs commands concurrently and returns their outcomes in the order in which they end.

    Raises Interrupted.
    """
    outcomes: list[Outcome] = []
    for given in commands:
        words = [find_program(given[0]) or given[0], *given[1:]]
        command = Command(words, {**inherited_environment(), **variables}, directory)
        scheduler.start(Job(command, Limits(seconds), output_bound=_MOST_OUTPUT), outcomes.append)
    scheduler.finish()
    if scheduler.interrupted:
        raise Interrupted
    return outcomes


def run(
    scheduler: Scheduler,
    words: Sequence[str],
    directory: str,
    seconds: float = _LONG,
    **variables: str,
) -> Outcome:
    """Runs one command like run_all()."""
    return run_all(scheduler, [words], directory, seconds, **variables)[0]


def succeeded(outcome: Outcome) -> bool:
    return (
        outcome.ending is not None
        and outcome.ending.wait_status == 0
        and not outcome.ending.timed_out
    )


def _is_newer(path: str, other: str) -> bool:
    return os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(other)


def _compiler(words: list[str]) -> list[str]:
    """Returns the compiler and its flags from a compile command, without warning flags."""
    begin = 1 if os.path.basename(words[0]) == "ccache" else 0
    return [word for word in words[begin : words.index("-o")] if not word.startswith("-W")]


class Workshop:
    """Builds mutants of the project at `root`, with files in the folder `work`.

    lib/ contains the library with the last mutant, bin/ its tests.
    """

    def __init__(self, root: str, work: str, scheduler: Scheduler) -> None:
        self._root, self._scheduler = root, scheduler
        self._base, self._overlay, self._plain, self.traced_folder = (
            os.path.join(work, name) for name in ("base", "source", "plain", "traced")
        )
        self.library_folder, self.program_folder = os.path.join(work, "lib"), os.path.join(
            work, "bin"
        )
        self._object = os.path.join(work, "mutant.o")
        for folder in (self._base, self._plain, self.library_folder, self.program_folder):
            os.makedirs(folder, exist_ok=True)

    def prepare(self) -> None:
        """Builds what mutants share and installs the unchanged library and its tests."""
        if not os.path.exists(os.path.join(self._base, "build.ninja")):
            self._must("cmake", "-S", self._root, "-B", self._base, "-G", "Ninja", *_CONFIGURATION)
        self._must("ninja", "-C", self._base, "mpit_reference", *PROGRAMS)
        for name in LIBRARY_NAMES:
            self._put(os.path.join(self._base, _LIBRARY), os.path.join(self.library_folder, name))
        for name in PROGRAMS:
            self._put(
                os.path.join(self._base, "bin", name), os.path.join(self.program_folder, name)
            )

    def compile(self, mutant: Mutant) -> str:
        """Compiles the mutant. Returns "compiled", "not compiled" or "same object"."""
        plain = self._plain_output(mutant.file, ".o")
        if not succeeded(self._compile(mutant.file, self._mutated(mutant), self._object)):
            return "not compiled"
        return "same object" if filecmp.cmp(plain, self._object, shallow=False) else "compiled"

    def is_equivalent(self, mutant: Mutant) -> bool:
        """Whether an optimising compiler produces the same code as for the unchanged source."""
        plain, optimised = self._plain_output(mutant.file, ".s"), self._object + ".s"
        return succeeded(
            self._compile(mutant.file, self._mutated(mutant), optimised)
        ) and filecmp.cmp(plain, optimised, False)

    def link(self, mutant: Mutant) -> bool:
        """Links library and tests with the compiled object. Returns whether that succeeded."""
        ours = [
            output
            for file, (_, output) in self._commands.items()
            if mutant.file.endswith(".hpp") or file == mutant.file
        ]
        library = [word for word in self._link_words(_LIBRARY) if word not in ours]
        links = [
            self._linking(
                library, os.path.join(self.library_folder, LIBRARY_NAMES[1]), [self._object]
            ),
            *(
                self._linking(
                    self._link_words(f"bin/{name}"),
                    os.path.join(self.program_folder, name),
                    [self._object],
                )
                for name in PROGRAMS
            ),
        ]
        return all(map(succeeded, run_all(self._scheduler, links, self._base)))

    def build_traced(self) -> None:
        """Builds lib/ and bin/ of the traced folder unless they are up to date.

        Their engine records the places that it reaches (reached.cpp).
        """
        made = {
            base: os.path.join(self.traced_folder, base)
            for base in (_LIBRARY, *(f"bin/{name}" for name in PROGRAMS))
        }
        if all(_is_newer(output, os.path.join(self._base, base)) for base, output in made.items()):
            return
        for output in made.values():
            os.makedirs(os.path.dirname(output), exist_ok=True)
        noting, engine = (
            os.path.join(self.traced_folder, name) for name in ("reached.o", "engine.o")
        )
        compiler, source = _compiler(next(iter(self._commands.values()))[0])[0], os.path.join(
            os.path.dirname(__file__), "reached.cpp"
        )
        ours = {output for _, output in self._commands.values()}
        links = [
            self._linking(
                [word for word in self._link_words(base) if word not in ours],
                output,
                [noting, engine],
            )
            for base, output in made.items()
        ]
        outcomes = [
            run(
                self._scheduler,
                [compiler, "-std=c++20", "-O2", "-fPIC", "-o", noting, "-c", source],
                self._base,
            ),
            self._compile(_WHOLE_ENGINE, "", engine, *_TRACED),
            *run_all(self._scheduler, links, self._base),
        ]
        if not all(map(succeeded, outcomes)):
            raise UserError(
                f"'{self.traced_folder}' cannot be built: does the compiler know {_TRACED[-1]}?"
            )
        for name in LIBRARY_NAMES:
            if name != os.path.basename(_LIBRARY):
                self._put(made[_LIBRARY], os.path.join(self.traced_folder, "lib", name))

    def _must(self, *words: str) -> None:
        outcome = run(
            self._scheduler,
            words,
            self._root,
            _LONGEST,
            CCACHE_NOHASHDIR="1",
            CCACHE_BASEDIR=self._root,
        )
        if not succeeded(outcome):
            raise UserError(
                f"'{shlex.join(words)}' failed:"
                f" {outcome.output[-1000:].strip() or 'is it installed?'}"
            )

    @staticmethod
    def _put(source: str, path: str) -> None:
        if os.path.lexists(path):
            os.unlink(path)
        if os.path.basename(path) in LIBRARY_NAMES and os.path.basename(path) != LIBRARY_NAMES[1]:
            os.symlink(LIBRARY_NAMES[1], path)
        else:
            shutil.copy(source, path)

    @functools.cached_property
    def _commands(self) -> dict[str, tuple[list[str], str]]:
        """The compile commands of the engine's files for the library, by file: words and output."""
        with open(os.path.join(self._base, "compile_commands.json"), encoding="utf-8") as file:
            entries = json.load(file)
        engine = os.path.join(self._root, "reference/engine", "")
        found = {}
        for entry in entries:
            words = shlex.split(entry["command"])
            output = words[words.index("-o") + 1]
            if entry["file"].startswith(engine) and "mpit_reference.dir" in output:
                found[os.path.relpath(entry["file"], self._root)] = words, output
        if not found:
            raise UserError(
                f"'{self._base}' does not compile the engine into the library: remove that folder"
            )
        return found

    @functools.cache
    def _link_words(self, output: str) -> list[str]:
        listed = run(
            self._scheduler, ["ninja", "-C", self._base, "-t", "commands", output], self._base
        )
        part = next(
            part
            for part in listed.output.strip().splitlines()[-1].split(" && ")
            if f" -o {output}" in part
        )
        gold = ["-fuse-ld=gold"] if find_program("ld.gold") else []  # links faster
        return [*shlex.split(part), *gold]

    @staticmethod
    def _linking(words: list[str], path: str, objects: list[str]) -> list[str]:
        """Returns a link command that writes to `path` and links `objects` first.

        Copies of the same functions in later objects are then ignored.
        """
        if os.path.exists(path):
            os.unlink(path)
        place = words.index("-o")
        return [words[0], *objects, *words[1:place], "-o", path, *words[place + 2 :]]

    def _mutated(self, mutant: Mutant) -> str:
        with open(os.path.join(self._root, mutant.file), encoding="utf-8") as file:
            return mutant.applied_to(file.read())

    def _plain_output(self, file: str, suffix: str) -> str:
        """Returns the path of the compiler's output for the unchanged file."""
        with open(os.path.join(self._root, file), encoding="utf-8") as source:
            text = source.read()
        unit = file if file in self._commands else _WHOLE_ENGINE
        path = os.path.join(self._plain, unit.replace("/", "-") + suffix)
        if _is_newer(path, os.path.join(self._base, _LIBRARY)):
            return path
        if not succeeded(self._compile(file, text, path)):
            raise UserError(f"{file} does not compile without a mutant")
        return path

    def _compile(self, file: str, text: str, output: str, *flags_too: str) -> Outcome:
        """Compiles a file of the engine with `text` as its content.

        For a header, the whole engine is compiled. A path that ends with ".s" receives optimised
        assembly.
        """
        shutil.rmtree(self._overlay, ignore_errors=True)
        os.makedirs(os.path.dirname(os.path.join(self._overlay, file)))
        with open(os.path.join(self._overlay, file), "w", encoding="utf-8") as there:
            there.write(text)
        is_header = file not in self._commands
        if is_header:
            with open(os.path.join(self._overlay, _WHOLE_ENGINE), "w", encoding="utf-8") as there:
                there.writelines(f'#include "{each}"\n' for each in self._commands)
        words, _ = next(iter(self._commands.values())) if is_header else self._commands[file]
        compiler, *flags = _compiler(words)
        how = ["-S", "-O2", "-finline"] if output.endswith(".s") else ["-c"]
        return run(
            self._scheduler,
            [
                compiler,
                f"-I{self._overlay}",
                *flags,
                *_COMPILATION,
                *(_HEADERS if is_header else ()),
                *how,
                *flags_too,
                "-o",
                output,
                _WHOLE_ENGINE if is_header else file,
            ],
            self._overlay,
        )

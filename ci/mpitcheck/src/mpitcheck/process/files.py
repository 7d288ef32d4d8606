# SPDX-License-Identifier: BSD-3-Clause
"""Input and output files, temporary folders, and the search for programs in PATH."""
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable
from typing import Optional

from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import decode, encode


_PACKAGE = os.path.dirname(os.path.dirname(__file__))


def asset(path: str) -> str:
    """Returns the content of a file of the package, e.g. "report/page.css"."""
    with open(os.path.join(_PACKAGE, path), encoding="utf-8") as file:
        return file.read()


def read_input(path: str, label: str, advice: str) -> str:
    """Returns the content of a file; raises UserError if it cannot be read.

    The message is "<label> cannot be read: <advice>".
    """
    try:
        with open(path, "rb") as file:
            return decode(file.read())
    except OSError:
        raise UserError(f"{label} cannot be read: {advice}") from None


def prepare_folder(option: str, folder: str) -> None:
    """Creates the folder of an option, so that an unusable one is reported before the run.

    Raises UserError if the folder cannot be written to.
    """
    try:
        os.makedirs(folder, exist_ok=True)
        if os.access(folder, os.W_OK | os.X_OK):
            return
    except OSError:
        pass
    raise UserError(f"{option} {folder}: the folder is not writable")


def write_below(folder: str, name: str, content: str) -> str:
    """Writes a file and the folders that it needs, and returns its path.

    Raises UserError if that fails.
    """
    path = os.path.join(folder, name)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(encode(content))
    except OSError:
        raise UserError(f"cannot write {path}") from None
    return path


class OutputFile:
    """A file that is written completely or not at all.

    The constructor raises UserError if `path` cannot be written, so that the problem is found
    before there is content. An existing file remains unchanged until draft() or commit().
    """

    def __init__(self, path: str) -> None:
        self._named, self._temporary, self._file = path, "", -1
        self._path = os.path.realpath(path)
        try:
            if os.path.isdir(self._path):
                raise IsADirectoryError(0, "it is a folder")
            if os.path.exists(self._path) and not os.access(self._path, os.W_OK):
                raise PermissionError(0, "Permission denied")
            if os.path.exists(self._path) and not os.path.isfile(self._path):  # e.g. /dev/stdout
                self._file = os.open(path, os.O_WRONLY)
            else:
                folder, name = os.path.split(self._path)
                self._file, self._temporary = tempfile.mkstemp(prefix=name + ".", dir=folder)
        except OSError as problem:
            raise UserError(
                f"cannot write '{path}' ({problem.strerror}): name a file in an existing, writable"
                " folder"
            ) from None

    def draft(self, content: str) -> None:
        """Writes preliminary content, which commit() or a later draft() replaces.

        Does nothing if that fails, or if `path` is not a regular file, e.g. a pipe.
        """
        if not self._temporary:
            return
        try:
            with OutputFile(self._path) as file:
                file.commit(content)
        except UserError:
            pass  # commit() reports the problem

    def commit(self, content: str) -> None:
        """Writes the content and moves it to its place.

        Raises UserError with ExitCode.own_error if that fails, e.g. on a full disk.
        """
        try:
            with os.fdopen(self._file, "wb") as file:
                self._file = -1
                file.write(encode(content))
                file.flush()
                if self._temporary:
                    mask = os.umask(0)
                    os.umask(mask)
                    os.fchmod(file.fileno(), 0o666 & ~mask)
            if self._temporary:
                os.rename(self._temporary, self._path)
                self._temporary = ""
        except OSError as problem:
            raise UserError(
                f"writing '{self._named}' failed: {problem.strerror}", ExitCode.own_error
            ) from None

    def close(self) -> None:
        """Discards content that was not committed."""
        if self._file >= 0:
            os.close(self._file)
        if self._temporary:
            os.unlink(self._temporary)
        self._file, self._temporary = -1, ""

    def __enter__(self) -> "OutputFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def remove_tree(path: str) -> None:
    """Removes a folder and everything below it.

    Links are not followed. Missing permissions are granted. Remaining failures are ignored.
    """

    def give(folder: str) -> None:
        try:
            os.chmod(folder, stat.S_IRWXU)
        except OSError:
            pass

    shutil.rmtree(path, ignore_errors=True)
    if not os.path.lexists(path):
        return
    give(path)
    for folder, names, _ in os.walk(path):
        for name in names:
            if not os.path.islink(os.path.join(folder, name)):
                give(os.path.join(folder, name))
    shutil.rmtree(path, ignore_errors=True)


class Scratch:
    """A temporary folder that exists within a `with` statement.

    It is created in `parent`, else in $TMPDIR, else in /tmp. Only this user can access it. It is
    removed with its content. Raises UserError if it cannot be created.
    """

    def __init__(self, parent: Optional[str] = None) -> None:
        self._parent = parent

    def __enter__(self) -> str:
        parent = self._parent or os.environ.get("TMPDIR") or "/tmp"
        try:
            self.path = os.path.abspath(tempfile.mkdtemp(prefix="mpitcheck-", dir=parent))
        except OSError as problem:
            raise UserError(
                f"cannot create a scratch directory in '{parent}' ({problem.strerror}): set"
                " TMPDIR to a writable folder"
            ) from None
        return self.path

    def __exit__(self, *_: object) -> None:
        remove_tree(self.path)


def find_program(name: str, folders: Optional[str] = None) -> str:
    """Returns the absolute path of an executable, or "" if there is none.

    A `name` with a slash is a path. Other names are searched in `folders` (default: PATH).
    """
    found = shutil.which(
        name, path=os.environ.get("PATH", "/usr/bin:/bin") if folders is None else folders
    )
    return os.path.abspath(found) if found else ""


def paths_first(paths: Iterable[str], others: Optional[str]) -> str:
    """Returns a value for PATH, LD_LIBRARY_PATH or LD_PRELOAD: `paths`, then `others`.

    `others` is an existing value of the variable, or None.
    """
    return ":".join([*paths, *filter(None, [others])])

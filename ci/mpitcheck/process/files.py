# SPDX-License-Identifier: BSD-3-Clause
"""Files that the user names, files that appear whole or not at all, folders that are gone after use, programs along PATH."""
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable
from typing import Optional

from mpitcheck.process.error import ExitCode, UserError
from mpitcheck.process.text import decode, encode


def read_input(path: str, said_as: str, advice: str) -> str:
    """The file's content; raises UserError, "<said as> cannot be read: <advice>", if there is none."""
    try:
        with open(path, "rb") as file:
            return decode(file.read())
    except OSError:
        raise UserError(f"{said_as} cannot be read: {advice}") from None


class OutputFile:
    """A file that appears whole or not at all: whether `path` can be written is found before there is anything to write, and what is
    there already stays until draft() or commit()."""

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
        """Puts this into place until there is more to say. Nothing happens if that fails, or if `path` is no file, e.g. a pipe."""
        if not self._temporary:
            return
        try:
            with OutputFile(self._path) as file:
                file.commit(content)
        except UserError:
            pass  # commit() will tell

    def commit(self, content: str) -> None:
        """Writes the content and puts it in place; raises UserError (our own error) if that fails, e.g. on a full disk."""
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
        """Leaves no trace of what was not committed."""
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
    """Removes a folder and everything below; links are not followed, missing permissions are given first."""

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
    """An empty folder below `parent`, else $TMPDIR (or /tmp), readable by this user alone; gone with everything in it after the `with`."""

    def __init__(self, parent: Optional[str] = None) -> None:
        self._parent = parent

    def __enter__(self) -> str:
        parent = self._parent or os.environ.get("TMPDIR") or "/tmp"
        try:
            self.path = os.path.abspath(tempfile.mkdtemp(prefix="mpitcheck-", dir=parent))
        except OSError as problem:
            raise UserError(
                f"cannot make a scratch directory in '{parent}' ({problem.strerror}): point TMPDIR"
                " elsewhere"
            ) from None
        return self.path

    def __exit__(self, *_: object) -> None:
        remove_tree(self.path)


def find_program(name: str, folders: Optional[str] = None) -> str:
    """The absolute path of an executable: `name` itself if it holds a slash, else the first in `folders` (default: PATH); "" if there
    is none."""
    found = shutil.which(
        name, path=os.environ.get("PATH", "/usr/bin:/bin") if folders is None else folders
    )
    return os.path.abspath(found) if found else ""


def paths_first(paths: Iterable[str], others: Optional[str]) -> str:
    """A value of PATH, LD_LIBRARY_PATH or LD_PRELOAD: those paths, then the others, such a value itself (None: there is none)."""
    return ":".join([*paths, *filter(None, [others])])

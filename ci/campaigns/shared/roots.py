# SPDX-License-Identifier: BSD-3-Clause
"""Debian roots of a campaign, in build/AREA/roots. They are made once."""
import contextlib
import fcntl
import os
import subprocess
from collections.abc import Iterator

from tools.stages.commands import BUILD, ROOT, Refused
from tools.stages.steps import Steps, is_newer_than, touch

_SHARED = os.path.dirname(os.path.abspath(__file__))
_MAKE_ROOT = os.path.join(_SHARED, "make-root")
_ENTER = os.path.join(_SHARED, "enter")


class Roots:
    """The roots of a campaign, and the folder that is mounted as build folder in each."""

    def __init__(self, steps: Steps, area: str) -> None:
        self._steps = steps
        self._folder = os.path.join(BUILD, area, "roots")
        self._failed: set[str] = set()
        self.work = os.path.join(BUILD, area, "work")
        os.makedirs(self._folder, exist_ok=True)
        os.makedirs(self.work, exist_ok=True)

    def stamp(self, name: str) -> str:
        return os.path.join(self._folder, f"{name}.ready")

    def have(self, name: str, release: str, mpis: str) -> bool:
        """Makes the root unless it is up to date. Returns whether it is usable. A failed root is
        not tried again in this run."""
        stamp = self.stamp(name)
        if name in self._failed:
            return False
        if is_newer_than(stamp, _MAKE_ROOT, os.path.join(ROOT, "ci/install-deps")):
            return True
        with contextlib.suppress(FileNotFoundError):
            os.remove(stamp)
        make = [_MAKE_ROOT, os.path.join(self._folder, name), self.work, release, mpis]
        if self._steps.run(name, "root", make) is None:
            self._failed.add(name)
            return False
        touch(stamp)
        return True

    def within(self, name: str, *command: str) -> list[str]:
        """Returns the command line that runs the command in the root."""
        return [_ENTER, os.path.join(self._folder, name), self.work, *command]


def check_emulation(subject: str) -> None:
    """Raises Refused if the kernel cannot emulate processors in a user namespace."""
    registry = ("binfmt_misc", "/proc/sys/fs/binfmt_misc")
    mount = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "binfmt_misc"]
    if subprocess.run([*mount, *registry], stderr=subprocess.DEVNULL, check=False).returncode:
        raise Refused(
            f"this kernel has no emulators per user namespace: {subject} needs Linux 6.7 with"
            " binfmt_misc (modprobe binfmt_misc)"
        )


@contextlib.contextmanager
def exclusive(area: str) -> Iterator[None]:
    """Holds the lock of the campaign. Raises Refused if another run holds it."""
    os.makedirs(os.path.join(BUILD, area), exist_ok=True)
    with open(os.path.join(BUILD, area, "lock"), "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(f"another run uses build/{area}: wait until it ends") from None
        yield

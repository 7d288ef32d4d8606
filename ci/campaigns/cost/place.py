# SPDX-License-Identifier: BSD-3-Clause
"""Where times are measured: a copy of the checkout with a build folder of its own, here or in a new
Debian root."""
import dataclasses
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import Optional


class Failed(Exception):
    """A command that should have done its work did not."""


@dataclasses.dataclass
class Row:
    """What a stage cost; None: not known."""

    name: str
    cpu: Optional[float] = None
    wall: Optional[float] = None
    files: Optional[int] = None
    peak: Optional[float] = None  # MiB of the largest process: compiling, that is the compiler
    note: str = ""


def busy_seconds():
    """CPU seconds that all processes of the machine have taken."""
    with open("/proc/stat", encoding="ascii") as file:
        words = file.readline().split()
    return sum(int(words[i]) for i in (1, 2, 3, 6, 7)) / os.sysconf("SC_CLK_TCK")


def last_line(path):
    """The last line of a log, to show that something goes on."""
    with open(path, "rb") as file:
        lines = file.read().decode(errors="replace").rstrip().splitlines()
    return lines[-1] if lines else "begins"


class Place:
    """A copy of ROOT; with a Debian RELEASE, in a root of that."""

    def __init__(self, root, release):
        self.source = root
        self.release = release
        self.folder = os.path.join(root, "build/cost", "fresh" if release else "here")
        self.copy = os.path.join(self.folder, "checkout")
        self.root = os.path.join(self.folder, "root")
        self.build = (
            os.path.join(self.folder, "work") if release else os.path.join(self.copy, "build")
        )

    def prepare(self, anew):
        """Copies the checkout as it is, with what is not committed; makes the root unless there is
        one. ANEW: from nothing."""
        if anew and os.path.exists(self.folder):
            # Nothing is mounted there (ci/campaigns/shared/enter); the option is for the case of doubt.
            subprocess.run(["rm", "-rf", "--one-file-system", self.folder], check=True)
        os.makedirs(os.path.join(self.copy, "build"), exist_ok=True)
        os.makedirs(self.build, exist_ok=True)
        self.refresh()
        ready = os.path.join(self.folder, "root.ready")
        if self.release and not os.path.exists(ready):
            print(f"Making a root of Debian {self.release}, which is not counted ...", flush=True)
            self.run(
                "root",
                [
                    f"{self.copy}/ci/campaigns/shared/make-root",
                    self.root,
                    self.build,
                    self.release,
                    "-",
                    "bare",
                ],
                inside=False,
            )
            with open(ready, "w", encoding="ascii"):
                pass

    def refresh(self):
        """Makes the copy what the checkout is; files that are the same keep their times."""

        def listed(folder, *options):
            asked = subprocess.run(
                ["git", "-C", folder, "ls-files", "-z", *options],
                check=True,
                capture_output=True,
                text=True,
            )
            return {path for path in asked.stdout.split("\0") if path}

        wanted = {
            path
            for path in listed(self.source, "--cached", "--others", "--exclude-standard")
            if os.path.isfile(os.path.join(self.source, path))
        }
        if not os.path.exists(os.path.join(self.copy, ".git")):
            subprocess.run(["git", "init", "-q", self.copy], check=True)
        for path in listed(self.copy) - wanted:
            os.remove(os.path.join(self.copy, path))
        for path in wanted:
            old, new = os.path.join(self.source, path), os.path.join(self.copy, path)
            if not os.path.exists(new) or open(old, "rb").read() != open(new, "rb").read():
                os.makedirs(os.path.dirname(new), exist_ok=True)
                shutil.copy(old, new)
        subprocess.run(["git", "-C", self.copy, "add", "-A"], check=True)

    def change(self, path, old, new):
        """Replaces a text in a file of the copy, which must be there once."""
        path = os.path.join(self.copy, path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text.count(old) != 1:
            raise Failed(f"{path}: expected once: {old}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old, new))

    def run(self, name, command, good=(0,), inside=True):
        """Runs the command in the copy, or in the root, with the compiler cache off; what it cost.
        Says twice a minute what it does."""
        if inside and self.release:
            command = [
                f"{self.copy}/ci/campaigns/shared/enter",
                self.root,
                self.build,
                "env",
                "CCACHE_DISABLE=1",
                *command,
            ]
        log = os.path.join(self.folder, re.sub("[^a-z]+", "-", name) + ".log")
        began, busy = time.monotonic(), busy_seconds()
        reported = began
        with open(log, "wb") as file:
            child = subprocess.Popen(
                command,
                cwd=self.copy,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=dict(os.environ, CCACHE_DISABLE="1"),
            )
        try:
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() - reported >= 30:
                    reported = time.monotonic()
                    print(
                        f"  {name}, {reported - began:.0f} s: {last_line(log)[:100]}",
                        file=sys.stderr,
                        flush=True,
                    )
                time.sleep(0.05)
        except KeyboardInterrupt:  # of the terminal, which has signalled the child too
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            child.wait()
            raise
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in good:
            with open(log, encoding="utf-8", errors="replace") as file:
                sys.stderr.writelines(file.readlines()[-20:])
            raise Failed(
                f"{name}: exit code {child.returncode}; the whole log: "
                f"{os.path.relpath(log, self.source)}"
            )
        row = Row(
            name,
            usage.ru_utime + usage.ru_stime,
            time.monotonic() - began,
            peak=usage.ru_maxrss / 1024,
        )
        others = busy_seconds() - busy - row.cpu
        if others > 0.05 * row.wall * os.cpu_count() and others > 1:
            row.note = f"others took {others:.0f} CPU s"
        return row

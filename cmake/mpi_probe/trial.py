# SPDX-License-Identifier: BSD-3-Clause
"""Runs the compiler on lines about one name each, and reports which lines it rejects and why."""
import os
import re
import subprocess

_REFUSED = re.compile(r"mpitcheck:([^:\n]+):\d+(?::\d+)?: (?:fatal )?error: (.*)")
_ELSEWHERE = re.compile(r"^(?!mpitcheck:)([^\n:]+:\d+(?::\d+)?: (?:fatal )?error: .*)", re.M)
_UNKNOWN = re.compile(
    r"not (?:been )?declared|undeclared identifier|no member named|"
    r"does not name a type|unknown type name|not a member of"
)
_LONGEST = 200


class Refusal(Exception):
    """The compiler rejects mpi.h itself."""


class Compiler:
    def __init__(self, words, folder):
        self._words, self._folder = words, folder
        self.runs = 0

    def run(self, options, text):
        """Compiles a C++ file with this text. Returns exit code, output and error output."""
        source = os.path.join(self._folder, "mpi_probe.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        self.runs += 1
        ran = subprocess.run(
            [*self._words, *options, source],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C"},
        )
        output, errors = (said.decode(errors="replace") for said in (ran.stdout, ran.stderr))
        return ran.returncode, output, errors

    def refused(self, before, lines):
        """Compiles `lines` after the text `before`.

        `lines` maps subjects to code. Returns the first error message for each rejected subject.
        Raises Refusal if an error is not about one of the lines.
        """
        text = before + "".join(
            f'#line 1 "mpitcheck:{about}"\n{code}\n' for about, code in lines.items()
        )
        status, output, errors = self.run(["-fsyntax-only", "-c", "-w"], text)
        refused = {}
        for about, words in _REFUSED.findall(errors):
            refused.setdefault(about, words.strip()[:_LONGEST])
        if status != 0 and not refused:
            elsewhere = _ELSEWHERE.search(errors)
            said = (errors or output).strip() or f"exit code {status}"
            raise Refusal(elsewhere[1] if elsewhere else said)
        return refused


def is_unknown(words):
    """Whether the error message is about a name that is not declared."""
    return bool(_UNKNOWN.search(words))

# SPDX-License-Identifier: BSD-3-Clause
"""Runs cvargen on the sources of the installed MPICH, and compares the variables with those that
the library registers. Prints both counts and each difference.

Needs the source packages of Debian, which go into build/mpich-source. The environment variable
CVARGEN selects another cvargen than that of this checkout.

Exit codes:
  0  the same variables
  1  a difference
  2  a wrong call
  3  the sources cannot be fetched or read
  5  interrupted"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import time
from collections import Counter

from tools.stages.commands import BUILD, ROOT, Failed, say
from tools.stages.steps import Steps

_WORK = os.path.join(BUILD, "mpich-source")
_TREE = os.path.join(_WORK, "tree")
_VERSION = os.path.join(_WORK, "version")  # of the sources in _TREE
_SOURCES = os.path.join(_WORK, "sources")
_LISTS = os.path.join(_WORK, "lists")
# The library has enum and boolean as an int, and a range as two ints.
_TYPES = {"string": "text", "double": "double"}


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Adds no option."""


def _output_of(*command: str) -> str:
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def _write_lists() -> None:
    """Writes apt's configuration with source packages to the build folder, not to the system."""
    os.makedirs(os.path.join(_LISTS, "partial"))
    os.makedirs(_SOURCES)
    folder = "/etc/apt/sources.list.d"
    known = glob.glob(f"{folder}/*.sources") + glob.glob(f"{folder}/*.list")
    for path in ["/etc/apt/sources.list", *known]:
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            text = re.sub("^Types: .*", "Types: deb-src", text, flags=re.MULTILINE)
            text = re.sub("^deb ", "deb-src ", text, flags=re.MULTILINE)
            name = os.path.basename(path)
            name = "main.list" if name == "sources.list" else name
            with open(os.path.join(_SOURCES, name), "w", encoding="utf-8") as file:
                file.write(text)


def _fetch(steps: Steps) -> str:
    """Unpacks the sources of the installed MPICH in _TREE. Returns its version. Raises Failed."""
    format_ = "${source:Package}=${source:Version}"
    version = _output_of("dpkg-query", "-W", "-f", format_, "libmpich12")
    if not version:
        raise Failed("MPICH of Debian is not installed; nothing compared")
    if os.path.exists(_VERSION):
        with open(_VERSION, encoding="utf-8") as file:
            if file.read().strip() == version:
                return version
    shutil.rmtree(_WORK, ignore_errors=True)
    _write_lists()
    apt = ["apt-get", "-q", "-o", "Dir::Etc::SourceList=/dev/null"]
    apt += ["-o", f"Dir::Etc::SourceParts={_SOURCES}", "-o", f"Dir::State::Lists={_LISTS}"]
    download = [*apt, "source", "--download-only", version]
    unpack = ["sh", "-c", "exec dpkg-source --skip-patches -x ./*.dsc tree"]
    for stage, command in (("update", [*apt, "update"]), ("source", download), ("unpack", unpack)):
        if steps.run("mpich", stage, command, cwd=_WORK) is None:
            raise Failed("the source package of MPICH cannot be fetched; nothing compared")
    with open(_VERSION, "w", encoding="utf-8") as file:
        file.write(version + "\n")
    return version


def _found() -> list[str]:
    """Returns name, type and scope of the variables in the sources. Raises Failed."""
    cvargen = os.environ.get("CVARGEN") or os.path.join(ROOT, "reference/cvargen/cvargen.py")
    began = time.monotonic()
    listed = subprocess.run(
        [cvargen, "--list", "."], cwd=_TREE, stdout=subprocess.PIPE, text=True, check=False
    )
    if listed.returncode:
        raise Failed(f"cvargen: exit code {listed.returncode}")
    say(f"cvargen over the whole source tree: {1000 * (time.monotonic() - began):.0f} ms")
    rows = (line.split("\t") for line in listed.stdout.splitlines())
    return [f"{row[0]} {_TYPES.get(row[1], 'int')} {row[3]}" for row in rows]


def _registered() -> list[str]:
    """Returns name, type and scope of the variables of the installed library. Raises Failed."""
    program = os.path.join(_WORK, "ask")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ask.c")
    subprocess.run(["mpicc.mpich", "-o", program, source], check=False)
    lines = _output_of(program).splitlines()
    if not lines:
        raise Failed("the installed library reports no variables")
    return lines


def run(_options: argparse.Namespace) -> int:
    steps = Steps()
    steps.install("cvargen")
    version = _fetch(steps)
    found, registered = Counter(_found()), Counter(_registered())
    say(
        f"found in the sources of {version}: {sum(found.values())};"
        f" registered by the installed library: {sum(registered.values())}"
    )
    for text, only in (("sources", found - registered), ("library", registered - found)):
        for line in sorted(only.elements()):
            say(f"only in the {text}: {line}")
    if found != registered:
        return 1
    say("No difference in names, types and scopes.")
    return 0

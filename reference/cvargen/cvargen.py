#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reads the MPI_T_CVAR_INFO_BLOCK comment blocks of C, C++ and Fortran sources, checks them and
generates the registration of their control variables and a reference page."""
import argparse
import os
import sys

from blocks import Diagnostics, Sources
from outputs import Layout, depfile_text, header_text, list_text, markdown_text, source_text
from variables import Declarations, Naming, identifier, is_identifier

ENDING = """\
Errors have the form file:line: message; all errors of a run are reported, and nothing is
written if there is one. A file is written only if its contents change.
Exit codes: 0 in order, 1 errors in the sources, 2 usage, 3 an output cannot be written."""


def options_of(arguments):
    """Parses the command line. Exits with 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="cvargen",
        description=__doc__,
        epilog=ENDING,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("path", nargs="+", help="source files, or folders to search for them")
    add("--strict", action="store_true", help="treat warnings (unknown keys) as errors")
    add(
        "--check",
        action="store_true",
        help="only check the sources; this is the default without an output",
    )
    add(
        "--list",
        action="store_true",
        help=(
            "print a line for each variable: name, type, verbosity, scope, category, default,"
            " place; between them tabs"
        ),
    )
    add("--output-header", metavar="FILE", help="write the C++ class here")
    add("--output-source", metavar="FILE", help="write its registration here")
    add("--output-markdown", metavar="FILE", help="write the reference page here")
    add("--stamp", metavar="FILE", help="touch this file after a run without errors")
    add("--depfile", metavar="FILE", help="write what --stamp depends on, as a rule of make")
    add("--base", metavar="DIR", help="outputs name sources relative to this folder")
    add("--quiet", action="store_true", help="do not print a summary")
    add(
        "--prefix",
        default="MPIR_CVAR_",
        help=(
            "prefix of the names of variables; members, macros and environment use the rest "
            "(%(default)s)"
        ),
    )
    add(
        "--env-prefix",
        action="append",
        metavar="NAME,...",
        help=(
            "prefixes of environment variables, in rising priority; repeat "
            "it or use commas (MPICH_,MPIR_PARAM_,MPIR_CVAR_)"
        ),
    )
    add(
        "--device-prefix",
        default="MPID_",
        help="prefix of the macros that replace defaults of class device (%(default)s)",
    )
    add("--namespace", default="mpit", help="namespace of the generated class (%(default)s)")
    add(
        "--class",
        dest="cxx_class",
        default="DeclaredCvars",
        help="name of the generated class (%(default)s)",
    )
    add(
        "--string-length",
        type=int,
        default=384,
        help="characters of a string variable, the null included (%(default)s)",
    )
    options = parser.parse_args(arguments)
    environment = ",".join(options.env_prefix or ["MPICH_,MPIR_PARAM_,MPIR_CVAR_"]).split(",")
    outputs = ("list", "output_header", "output_source", "output_markdown", "stamp", "depfile")
    for path in options.path:
        if not os.path.exists(path):
            parser.error(f"{path}: there is no such file or folder")
    if options.check and any(getattr(options, name) for name in outputs):
        parser.error("--check excludes outputs")
    if options.output_source and not options.output_header:
        parser.error("--output-source needs --output-header")
    if options.depfile and not options.stamp:
        parser.error("--depfile needs --stamp")
    if not is_identifier(options.cxx_class) or identifier(options.cxx_class) != options.cxx_class:
        parser.error(f"--class '{options.cxx_class}' is not a name of a class")
    if not all(map(is_identifier, options.namespace.split("::"))):
        parser.error(f"--namespace '{options.namespace}' is not a name of a namespace")
    for i, prefix in enumerate(environment):
        if not is_identifier(prefix):
            parser.error(f"--env-prefix '{prefix}' cannot begin a name")
        if prefix in environment[:i]:
            parser.error(f"--env-prefix '{prefix}' is given twice")
    if not is_identifier(options.device_prefix):
        parser.error(f"--device-prefix '{options.device_prefix}' cannot begin the name of a macro")
    if not 1 <= options.string_length <= 1 << 20:
        parser.error("--string-length needs a number from 1 to 1048576")
    options.layout = Layout(
        Naming(options.prefix, environment, options.device_prefix),
        options.namespace,
        options.cxx_class,
        os.path.basename(options.output_header or "cvars.hpp"),
        options.string_length,
    )
    return options


def write_if_changed(path, text):
    """Replaces the file atomically if its content changes. Creates missing folders."""
    data = text.encode(errors="surrogateescape")
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return
    except OSError:
        pass
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.replace(path + ".new", path)


def report(options, sources):
    """Prints the diagnostics in the order of files and lines. Returns whether there are errors."""
    place = {file: i for i, file in enumerate(sources.files)}
    failed = False
    for file, line, message, warning in sorted(
        sources.diagnostics, key=lambda each: (place.get(each[0], -1), each[1])
    ):
        warning = warning and not options.strict
        failed = failed or not warning
        print(
            f"{file}:{f'{line}:' if line else ''}{' warning:' if warning else ''} {message}",
            file=sys.stderr,
        )
    return failed


def main(arguments):
    sys.stdout.reconfigure(errors="surrogateescape")
    sys.stderr.reconfigure(errors="backslashreplace")
    options = options_of(arguments)
    layout = options.layout
    sources = Sources(Diagnostics())
    for path in options.path:
        sources.add(path)
    declarations = Declarations(sources, layout.string_length)
    declarations.check_members(layout.naming)
    failed = report(options, sources)
    if not options.quiet:
        print(
            (
                f"cvargen: {len(declarations.variables)} control variables,"
                f" {len(declarations.categories)} categories in {sources.blocks} blocks of"
                f" {len(sources.files)} files"
            ),
            file=sys.stderr,
        )
    if options.list:
        if not failed:
            declarations.name_relative_to(options.base)
        print(list_text(declarations), end="")
    if failed:
        return 1
    if not options.list:
        declarations.name_relative_to(options.base)
    path = None
    try:
        for path, text in (
            (options.output_header, lambda: header_text(declarations, layout)),
            (options.output_source, lambda: source_text(declarations, layout)),
            (options.output_markdown, lambda: markdown_text(declarations, layout.naming)),
            (options.depfile, lambda: depfile_text(options.stamp, sources.files + sources.folders)),
        ):
            if path:
                write_if_changed(path, text())
        path = options.stamp
        if path:
            with open(path, "w", encoding="utf-8"):
                os.utime(path)
    except OSError:
        print(f"cvargen: cannot write {path}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

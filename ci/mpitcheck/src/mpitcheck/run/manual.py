# SPDX-License-Identifier: BSD-3-Clause
"""Writes the manual page: `python3 -m mpitcheck.run.manual >mpitcheck.1`, run by the build.

It is generated from the parsers of all commands, so that each option has one text. help2man and
argparse-manpage do not support these subcommands.
"""
import argparse
import re
import sys
from collections.abc import Iterator, Sequence

from mpitcheck.process import own
from mpitcheck.run.options import about_all, command_parsers


def _escaped(text: str) -> str:
    """Returns `text` with all characters escaped that are special in troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def _bold(text: str) -> str:
    return rf"\fB{_escaped(text)}\fR"


def _paragraphs(text: str) -> Iterator[str]:
    """Yields the paragraphs of a help text, with lines like `  0  as expected` as a list."""
    for paragraph in filter(None, re.split(r"\n\s*\n", text.strip())):
        yield ".PP"
        for line in paragraph.split("\n"):
            item = re.fullmatch(r" +(\d)  +(.+)", line)
            yield f".TP\n{_bold(item[1])}\n{_escaped(item[2])}" if item else _escaped(line.strip())


def _values(action: argparse.Action) -> str:
    """Returns the placeholder for an option's value or for an operand."""
    if action.nargs == 0:
        return ""
    choices = "|".join(map(str, action.choices or ()))
    name = str(action.metavar or "") or choices or action.dest.upper()
    return rf"\fI{_escaped(name)}\fR" + {
        "*": "...",
        "+": "...",
        2: rf" \fI{_escaped(name)}\fR",
    }.get(action.nargs, "")


def _head(action: argparse.Action) -> str:
    value = _values(action)
    return (
        ", ".join(f"{_bold(option)} {value}".rstrip() for option in action.option_strings) or value
    )


def help_of(action: argparse.Action) -> str:
    """Returns the help of an option or operand as --help shows it."""
    return (action.help or "") % {**vars(action), "prog": "mpitcheck"}


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Returns the operands and options of a parser, except --help."""
    return [
        action
        for action in parser._actions  # pylint: disable=protected-access
        if action.dest != "help"
    ]


def _options_of(actions: list[argparse.Action]) -> list[tuple[Sequence[str], str]]:
    return [(action.option_strings, help_of(action)) for action in actions if action.option_strings]


def _command(
    name: str,
    parser: argparse.ArgumentParser,
    general: str,
    before: dict[str, list[tuple[Sequence[str], str]]],
) -> Iterator[str]:
    """Yields the lines of a command's section.

    If an earlier command in `before` has the same options, and these are three or more, the section
    refers to it instead of listing them. The command is added to `before`.
    """
    actions = actions_of(parser)
    operands = [
        f"[{_values(action)}]" if action.nargs in ("?", "*") else _values(action)
        for action in actions
        if not action.option_strings
    ]
    yield f".SS {' '.join([_bold('mpitcheck ' + name), *operands])}"
    yield _escaped(parser.description or "")
    options = _options_of(actions)
    same = next(
        (other for other, theirs in before.items() if len(options) > 2 and options == theirs), None
    )
    before[name] = options
    for action in actions:
        if not same or not action.option_strings:
            yield f".TP\n{_head(action)}\n{_escaped(help_of(action))}"
    if same:
        yield f".PP\nTakes the options of {_bold('mpitcheck ' + same)}."
    epilog = parser.epilog or ""
    if epilog.strip() != general.strip():
        yield from _paragraphs(epilog)


def manual() -> str:
    """Returns the page in troff's format.

    It has no date, so that equal sources result in equal pages.
    """
    about, general = about_all()
    description, _, codes = general.partition("Exit codes:\n")
    lines = [
        f'.TH MPITCHECK 1 "" "mpitcheck {own.version}" "User Commands"',
        ".SH NAME",
        r"mpitcheck \- conformance and stress tests of MPI_T, the MPI tool information interface",
        ".SH SYNOPSIS",
        _bold("mpitcheck"),
        ".br",
        rf"{_bold('mpitcheck')} \fICOMMAND\fR [\fIOPTION\fR]...",
        ".br",
        f"{_bold('mpitcheck')} [\\fICOMMAND\\fR] {_bold('--help')}",
        ".br",
        f"{_bold('mpitcheck --version')}",
        ".SH DESCRIPTION",
        *_paragraphs(about),
        *_paragraphs(description),
        ".SH COMMANDS",
    ]
    before: dict[str, list[tuple[Sequence[str], str]]] = {}
    for name, parser in command_parsers().items():
        lines += _command(name, parser, general, before)
    lines += [
        ".SH EXIT STATUS",
        "Of all commands that do not say otherwise:",
        *_paragraphs(codes.rstrip("\n")),
        ".SH FILES",
        rf".TP{chr(10)}\fI~/.cache/mpitcheck\fR, or in {_bold('XDG_CACHE_HOME')}",
        f"What {_bold('mpitcheck test')} has built; may be removed.",
        ".SH ENVIRONMENT",
        f".TP\n{_bold('BROWSER')}",
        f"What {_bold('--open')} shows a page with.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    own.version = sys.argv[1] if len(sys.argv) > 1 else own.version
    sys.stdout.write(manual())

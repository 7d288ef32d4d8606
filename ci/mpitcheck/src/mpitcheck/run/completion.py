# SPDX-License-Identifier: BSD-3-Clause
"""Writes the bash completion: `python3 -m mpitcheck.run.completion >mpitcheck`, run by the build.

It is generated from the parsers of the command line. The script needs bash only, not the package
bash-completion.
"""
import argparse
import sys

from mpitcheck.run.manual import actions_of
from mpitcheck.run.options import command_parsers

# Placeholders in the help for values that are files or folders
_FILES = ("FILE", "REPORT", "PATH", "LIB")
_FOLDERS = ("DIR", "TREE", "FOLDER")

_SCRIPT = """\
# bash completion of mpitcheck; made from its options by mpitcheck.run.completion
_mpitcheck_values() {{
  case $1 in
{values}
  esac
}}

_mpitcheck() {{
  local word=$2 before=$3 command=${{COMP_WORDS[1]}} depth=1 options operand value
  case $command in {groups}) command="$command ${{COMP_WORDS[2]}}" depth=2 ;; esac
  COMPREPLY=()
  if [ "$COMP_CWORD" -le "$depth" ]; then
    case $COMP_CWORD,${{COMP_WORDS[1]}} in
      1,*) options="{commands} --help --version" ;;
{members}
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    return
  fi
  case $command in
{options}
    *) return ;;
  esac
  value=$(_mpitcheck_values "$command $before")
  if [ -z "$value" ]; then
    if [[ $word = -* ]]; then value="words $options --help"; else value=$operand; fi
  fi
  case $value in
    words*) mapfile -t COMPREPLY < <(compgen -W "${{value#words}}" -- "$word") ;;
    files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    wrappers) mapfile -t COMPREPLY < <(if [[ $word = */* ]]; then compgen -f -- "$word"; \
else compgen -c -X '!mpi*' -- "$word"; fi) ;;
  esac
}}
complete -F _mpitcheck mpitcheck
"""


def _kind(action: argparse.Action) -> str:
    if action.choices:
        return "words " + " ".join(map(str, action.choices))
    if action.metavar in _FILES:
        return "files"
    if action.metavar in _FOLDERS:
        return "folders"
    return "wrappers" if action.metavar == "WRAPPER" else "nothing"


def completion() -> str:
    """Returns the script.

    It contains, for each command, its options and the kinds of values that options and operands
    take.
    """
    values, options = [], []
    for name, parser in command_parsers().items():
        actions = actions_of(parser)
        kinds: dict[str, list[str]] = {}
        for action in actions:
            if action.option_strings and action.nargs != 0:
                kinds.setdefault(_kind(action), []).extend(
                    f'"{name} {option}"' for option in action.option_strings
                )
        values += [
            f"    {' | '.join(patterns)}) echo '{kind}' ;;" for kind, patterns in kinds.items()
        ]
        words = " ".join(
            option
            for action in actions
            for option in action.option_strings
            if option.startswith("--")
        )
        operand = next(
            (_kind(action) for action in reversed(actions) if not action.option_strings), "nothing"
        )
        options.append(f'    "{name}") options="{words}" operand={operand} ;;')
    names = list(command_parsers())
    groups: dict[str, list[str]] = {}
    for first, _, second in (name.partition(" ") for name in names):
        if second:
            groups.setdefault(first, []).append(second)
    return _SCRIPT.format(
        values="\n".join(values),
        options="\n".join(options),
        groups=" | ".join(groups),
        commands=" ".join(dict.fromkeys(name.partition(" ")[0] for name in names)),
        members="\n".join(
            f'      2,{first}) options="{" ".join(seconds)} --help" ;;'
            for first, seconds in groups.items()
        ),
    )


if __name__ == "__main__":
    sys.stdout.write(completion())

# SPDX-License-Identifier: BSD-3-Clause
"""An argparse parser with mpitcheck's rules.

Options cannot be abbreviated, an option with a value can be given once unless it is repeatable, and
errors are one line.
"""
import argparse
from collections.abc import Iterable
from typing import Any, NoReturn, Optional

from mpitcheck.process.error import UserError


_VERBATIM = "\0"  # prefix of a word that argparse must not parse as an option or a separator


class _Once(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: Optional[str] = None,
    ) -> None:
        if hasattr(namespace, self.dest) and option_string:
            raise argparse.ArgumentError(self, "it may be given only once")
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """A parser that sets only the given options; RunOptions and Options have the defaults."""

    def __init__(self, name: str, about: str, epilog: str) -> None:
        super().__init__(
            f"mpitcheck {name}".rstrip(),
            description=about,
            epilog=epilog,
            allow_abbrev=False,
            argument_default=argparse.SUPPRESS,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.register("action", None, _Once)

    def error(self, message: str) -> NoReturn:
        """Raises UserError with argparse's message instead of exiting."""
        plain = message.removeprefix("argument ").replace(_VERBATIM, "")
        raise UserError(f"{plain} (see {self.prog} --help)")

    def parse(self, words: list[str]) -> argparse.Namespace:
        """Parses the words like parse_intermixed_args, and also accepts `--`.

        `--` ends the options, unless it is the value of one.
        """

        def takes_value(word: str) -> bool:
            action = self._option_string_actions.get(word)
            return action is not None and action.nargs != 0

        separator = next(
            (
                i
                for i, word in enumerate(words)
                if word == "--" and not (i and takes_value(words[i - 1]))
            ),
            len(words),
        )
        options = [_VERBATIM + word if word == "--" else word for word in words[:separator]]
        return self.parse_intermixed_args(
            options + [_VERBATIM + word for word in words[separator + 1 :]]
        )

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        return super()._get_value(action, arg_string.removeprefix(_VERBATIM))

    def many(self, option: str, help: str, metavar: Optional[str] = "GLOB", **more: Any) -> None:
        """Adds an option with a value that may be repeated."""
        self.add_argument(
            option, action="append", metavar=metavar, help=f"{help} (repeatable)", **more
        )

    def number(
        self,
        option: str,
        help: str,
        least: float,
        most: float,
        metavar: str = "N",
        default: Optional[object] = None,
        short: Iterable[str] = (),
    ) -> None:
        """Adds an option with a number between `least` and `most`, of the type of `least`.

        `default` is used in the help only.
        """

        def parse(text: str) -> float:
            try:
                value = type(least)(text)
            except ValueError:
                value = None
            if value is None or not least <= value <= most:
                raise argparse.ArgumentTypeError(f"{text} is not in the range {least} to {most}")
            return value

        usual = "" if default is None else f"; default: {default}"
        self.add_argument(
            option, *short, type=parse, metavar=metavar, help=f"{help}{usual} [{least} - {most}]"
        )

    def flag(self, option: str, help: str, **more: Any) -> None:
        """Adds an option without a value."""
        self.add_argument(option, action="store_true", help=help, **more)

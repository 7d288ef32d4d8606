# SPDX-License-Identifier: BSD-3-Clause
"""argparse in the manners of mpitcheck: no abbreviations, no option twice, one clear line for what it does not understand."""
import argparse

from mpitcheck.process.error import UserError


class _Once(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        if hasattr(namespace, self.dest) and option_string:
            raise argparse.ArgumentError(self, "At Most 1 required but received 2")
        setattr(namespace, self.dest, values)


class Parser(argparse.ArgumentParser):
    """Knows only what was given: the rest is up to RunOptions and Options."""

    def __init__(self, name, about, epilog):
        super().__init__(f"mpitcheck {name}".rstrip(), description=about, epilog=epilog, allow_abbrev=False,
                         argument_default=argparse.SUPPRESS, formatter_class=argparse.RawDescriptionHelpFormatter)
        self.register("action", None, _Once)

    def error(self, message):
        """What argparse does not understand."""
        raise UserError(f"{message.removeprefix('argument ')} (see mpitcheck --help)")

    def many(self, option, help, metavar="GLOB", **more):
        """An option that may be repeated."""
        self.add_argument(option, action="append", metavar=metavar, help=f"{help} (repeatable)", **more)

    def number(self, option, help, least, most, metavar="N", default=None, short=()):
        """An option with a number of the type of `least`; `default` is for the help alone."""
        def parse(text):
            try:
                value = type(least)(text)
            except ValueError:
                value = None
            if value is None or not least <= value <= most:
                raise argparse.ArgumentTypeError(f"Value {text} not in range {least} to {most}")
            return value
        usual = "" if default is None else f"; default: {default}"
        self.add_argument(option, *short, type=parse, metavar=metavar, help=f"{help}{usual} [{least} - {most}]")

    def flag(self, option, help, **more):
        """An option without a value."""
        self.add_argument(option, action="store_true", help=help, **more)

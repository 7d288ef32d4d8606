# SPDX-License-Identifier: BSD-3-Clause
"""Exit codes of the runner, and the exception that ends the runner."""
import enum


class ExitCode(enum.IntEnum):
    as_expected = 0
    broken_must = 1
    usage = 2
    own_error = 3
    nothing_selected = 4
    interrupted = 5


class UserError(Exception):
    """A problem that the user can fix.

    The message is one line that says what to do. It is escaped when it is printed.
    """

    def __init__(self, message: str, exit_code: ExitCode = ExitCode.usage) -> None:
        super().__init__(message)
        self.exit_code = exit_code

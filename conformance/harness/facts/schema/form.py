# SPDX-License-Identifier: BSD-3-Clause
"""The parts of a definition: records, which are dataclasses, and enumerations, which are words."""
import dataclasses
import enum
import functools
import typing
from typing import Any, Optional, TypeVar

W = TypeVar("W", bound="Words")

# Metadata of a field that files do not have.
NOT_IN_FILES = {"file": False}
# Metadata of a field that files do not have if it has its default.
IF_SET = {"if_set": True}


class Record:
    """A dataclass whose members may be missing in files if they have a default."""


class Words(enum.IntEnum):
    """An enumeration whose members are words in files, e.g. early_exit is "early-exit"."""

    @property
    def word(self) -> str:
        return self.name.replace("_", "-")

    @classmethod
    def named(cls: type[W], word: object) -> Optional[W]:
        """Returns the member with that word, or None."""
        return (
            cls.__members__.get(word.replace("-", "_"))
            if isinstance(word, str) and "_" not in word
            else None
        )


@functools.cache
def fields_of(kind: Any) -> list[tuple[dataclasses.Field[Any], Any]]:
    """Returns the fields of a dataclass that files have, with their types."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return [
        (field, hints[field.name])
        for field in dataclasses.fields(kind)
        if field.metadata.get("file", True)
    ]


def default_of(field: dataclasses.Field[Any]) -> Any:
    """Returns the default of a field, or dataclasses.MISSING."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default

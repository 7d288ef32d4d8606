# SPDX-License-Identifier: BSD-3-Clause
"""Dataclasses to what json writes, and back: a member for each field, enumerations as their
words."""
import dataclasses
import enum
import functools
import typing


# Metadata of a field that to_data leaves out and from_data does not look for.
NOT_IN_FILES = {"file": False}


class Invalid(ValueError):
    """Data that is not what it should be; says where."""


class Words(enum.IntEnum):
    """An enumeration that files and reports have by words: early_exit is "early-exit"."""

    @property
    def word(self):
        return self.name.replace("_", "-")

    @classmethod
    def named(cls, word):
        """The one with that word; None if there is none."""
        return (cls.__members__.get(word.replace("-", "_"))
                if isinstance(word, str) and "_" not in word else None)


@functools.cache
def _fields(kind):
    hints = typing.get_type_hints(kind)
    return [(field.name, hints[field.name]) for field in dataclasses.fields(kind)
            if field.metadata.get("file", True)]


def to_data(value):
    if isinstance(value, Words):
        return value.word
    if hasattr(value, "to_data"):
        return value.to_data()
    if dataclasses.is_dataclass(value):
        return {name: to_data(getattr(value, name)) for name, _ in _fields(type(value))}
    if isinstance(value, (list, tuple)):
        return [to_data(each) for each in value]
    if isinstance(value, dict):
        return {key: to_data(each) for key, each in value.items()}
    return value


def _plain(kind, data, place):
    fits = (isinstance(data, (int, float) if kind is float else kind)
            and isinstance(data, bool) == (kind is bool))
    if not fits or kind is int and not 0 <= data < 2 ** 64:
        raise Invalid(f"{place} is not "
                      + {str: "a text", int: "a whole number within its range", float: "a number",
                         bool: "true or false", dict: "an object", list: "a list"}[kind])
    return data


def from_data(kind, data, place="it"):
    """`data` as a `kind`: a dataclass, Words, str, int (0 or more), float, bool, list[...],
    dict[str, ...] or Optional[...]. What `kind` does not know is passed over, what it wants and
    `data` lacks raises Invalid."""
    origin, of = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Union:
        return None if data is None else from_data(of[0], data, place)
    if origin is list:
        return [from_data(of[0], each, f"{place}[{i}]")
                for i, each in enumerate(_plain(list, data, place))]
    if origin is dict:
        return {key: from_data(of[1], each, f"{place}.{key}")
                for key, each in _plain(dict, data, place).items()}
    if hasattr(kind, "from_data"):
        return kind.from_data(data, place)
    if dataclasses.is_dataclass(kind):
        _plain(dict, data, place)
        for name, _ in _fields(kind):
            if name not in data:
                raise Invalid(f"{place}.{name} is missing")
        return kind(**{name: from_data(hint, data[name], f"{place}.{name}")
                       for name, hint in _fields(kind)})
    if issubclass(kind, Words):
        found = kind.named(data)
        if found is None:
            raise Invalid(f"{place}: {data!r} is no {kind.__name__.lower()}")
        return found
    return _plain(kind, data, place)

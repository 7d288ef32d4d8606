# SPDX-License-Identifier: BSD-3-Clause
"""Converts dataclasses to JSON data and back: a member per field, enumerations as words."""
import dataclasses
import typing
from typing import Any, TypeVar

from mpitcheck.schema.form import Record, Words, default_of, fields_of

T = TypeVar("T")

# Content of a file that is read member by member.
JsonObject = dict[str, Any]
JsonList = list[Any]


class Invalid(ValueError):
    """Data does not have the expected form; the message names the place."""


def to_data(value: object) -> Any:
    if isinstance(value, Words):
        return value.word
    if hasattr(value, "to_data"):
        return value.to_data()
    if dataclasses.is_dataclass(value):
        kind: Any = type(value)
        members = [(field, getattr(value, field.name)) for field, _ in fields_of(kind)]
        return {
            field.name: to_data(member)
            for field, member in members
            if "if_set" not in field.metadata or member != default_of(field)
        }
    if isinstance(value, (list, tuple)):
        return [to_data(each) for each in value]
    if isinstance(value, dict):
        return {key: to_data(each) for key, each in value.items()}
    return value


def _plain(kind: Any, data: Any, place: str) -> Any:
    fits = isinstance(data, (int, float) if kind is float else kind) and isinstance(data, bool) == (
        kind is bool
    )
    if not fits or kind is int and not 0 <= data < 2**64:
        raise Invalid(
            f"{place} is not "
            + {
                str: "a text",
                int: "a whole number within its range",
                float: "a number",
                bool: "true or false",
                dict: "an object",
                list: "a list",
            }[kind]
        )
    return data


def from_data(kind: type[T], data: object, place: str = "it") -> T:
    """Converts `data` to a `kind`; raises Invalid if it does not have that form.

    `kind` is a dataclass, a class with a method from_data, Words, str, int (non-negative, 64 bits),
    float, bool, list[...], dict[str, ...] or Optional[...]. JsonObject and JsonList return the data
    itself. Annotated[str, words] is one of the words, Annotated[int, range] a number in the range.
    Members that `kind` does not have are ignored. `place` is the name of the data in messages.
    """
    read: T = _read(kind, data, place)
    return read


def _read(kind: Any, data: Any, place: str) -> Any:
    origin, of = typing.get_origin(kind), typing.get_args(kind)
    if of[-1:] == (Any,):
        return _plain(origin, data, place)
    if origin is typing.Annotated:
        return _one_of(of[0], of[1], data, place)
    if origin is typing.Union:
        return None if data is None else _read(of[0], data, place)
    if origin is list:
        return [
            _read(of[0], each, f"{place}[{i}]") for i, each in enumerate(_plain(list, data, place))
        ]
    if origin is dict:
        return {
            key: _read(of[1], each, f"{place}.{key}")
            for key, each in _plain(dict, data, place).items()
        }
    if hasattr(kind, "from_data"):
        return kind.from_data(data, place)
    if dataclasses.is_dataclass(kind):
        return read_members(kind, data, place)
    if issubclass(kind, Words):
        found = kind.named(data)
        if found is None:
            raise Invalid(f"{place}: {data!r} is not a valid {kind.__name__.lower()}")
        return found
    return _plain(kind, data, place)


def read_members(kind: Any, data: Any, place: str) -> Any:
    """Converts `data` to a dataclass, without its from_data."""
    _plain(dict, data, place)
    read = {}
    for field, hint in fields_of(kind):
        if field.name in data:
            read[field.name] = _read(hint, data[field.name], f"{place}.{field.name}")
        elif not issubclass(kind, Record) or default_of(field) is dataclasses.MISSING:
            raise Invalid(f"{place}.{field.name} is missing")
    return kind(**read)


def _one_of(kind: Any, allowed: Any, data: Any, place: str) -> Any:
    if isinstance(data, bool) or not isinstance(data, kind) or data not in allowed:
        raise Invalid(f"{place} is not {'a text' if kind is str else 'a number'} that is allowed")
    return data

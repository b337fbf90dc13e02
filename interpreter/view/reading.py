"""Reads mappings of the `view` section into dataclasses, and refuses what nobody understands.

A dataclass here is its own schema: the field names are the keys, and the metadata of a field says
how its value is read. A wrong value or an unknown key is reported with its path in the section.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from interpreter.findings import BarrageError, did_you_mean

Read = Callable[[Any, str], Any]
T = TypeVar("T")


class ViewError(BarrageError):
    """The view section of a pack says something the renderer cannot follow."""


def key(read: Read, default: Any = dataclasses.MISSING) -> Any:
    """A dataclass field that is read by `read`; without a default the key is required."""
    if isinstance(default, (dict, list)):
        return dataclasses.field(default_factory=default.copy, metadata={"read": read})
    return dataclasses.field(default=default, metadata={"read": read})


def record(cls: Callable[..., T], value: Any, where: str) -> T:
    """Build the dataclass `cls` from a mapping."""
    given = mapping(value, where)
    fields = {field.name: field for field in dataclasses.fields(cls)}  # type: ignore[arg-type]
    for name in given:
        if name not in fields:
            raise ViewError(f"{where}: there is no key {name!r} here{meant(str(name), fields)}")
    for name, field in fields.items():
        required = field.default is field.default_factory is dataclasses.MISSING
        if required and name not in given:
            raise ViewError(f"{where}: the key {name!r} is missing")
    return cls(
        **{
            name: fields[name].metadata["read"](part, f"{where}.{name}")
            for name, part in given.items()
        }
    )


def meant(word: str, known: Iterable[str]) -> str:
    """A help text for a misspelt word."""
    close = did_you_mean(word, known)
    return f" (did you mean {close!r}?)" if close else ""


def mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ViewError(f"{where}: expected a mapping, found {value!r}")
    return value


def number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ViewError(f"{where}: expected a number, found {value!r}")
    return value


def truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise ViewError(f"{where}: expected yes or no, found {value!r}")
    return value


def string(value: Any, where: str) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ViewError(f"{where}: expected a text, found {value!r}")
    return str(value)


def strings(value: Any, where: str) -> tuple[str, ...]:
    """One text or a list of them."""
    found = value if isinstance(value, list) else [value]
    return tuple(string(part, f"{where}[{at}]") for at, part in enumerate(found))


def words(value: Any, where: str) -> Mapping[str, str]:
    """A text, or one text for each language."""
    if isinstance(value, Mapping):
        return {str(lang): string(text, f"{where}.{lang}") for lang, text in value.items()}
    return {"": string(value, where)}


def in_language(text: Mapping[str, str], lang: str) -> str:
    return text.get(lang) or text.get("") or next(iter(text.values()), "")


def one_word(*known: str) -> Read:
    """Reads one of some words."""

    def word(value: Any, where: str) -> str:
        if value not in known:
            raise ViewError(f"{where}: expected one of {', '.join(known)}, found {value!r}")
        return str(value)

    return word


def pair(value: Any, where: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ViewError(f"{where}: expected two numbers, found {value!r}")
    return number(value[0], where), number(value[1], where)


def each(read: Read) -> Read:
    """Reads a list, each entry with `read`."""

    def entries(value: Any, where: str) -> Any:
        if not isinstance(value, list):
            raise ViewError(f"{where}: expected a list, found {value!r}")
        return tuple(read(part, f"{where}[{at}]") for at, part in enumerate(value))

    return entries


def named(read: Read) -> Read:
    """Reads a mapping from names, each value with `read`; the order is kept."""

    def entries(value: Any, where: str) -> Any:
        given = mapping(value, where)
        return {str(name): read(part, f"{where}.{name}") for name, part in given.items()}

    return entries


def a(cls: Callable[..., Any]) -> Read:
    """Reads a mapping into the dataclass `cls`."""
    return lambda value, where: record(cls, value, where)


def one_of(kinds: Mapping[str, Callable[..., Any]], choice: str) -> Read:
    """Reads a mapping into the dataclass named by its key `choice`."""

    def entry(value: Any, where: str) -> Any:
        given = dict(mapping(value, where))
        kind = given.pop(choice, None)
        if kind not in kinds:
            raise ViewError(
                f"{where}.{choice}: expected one of {', '.join(kinds)}, found {kind!r}"
                f"{meant(str(kind), kinds)}"
            )
        return record(kinds[kind], given, where)

    return entry

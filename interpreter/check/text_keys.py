"""What the keys of `texts` may speak of, and what their holes may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from interpreter.check.context import Context
from interpreter.findings import Span
from interpreter.model.declarations import Field, Parameter
from interpreter.model.kinds import PLAIN
from interpreter.model.places import behind
from interpreter.packs import Mapping, Node

#: keys whose last part is a word of scripts, which has no declaration of its own
_WORDS: Final = ("word", "granted")
_SPEAKING: Final = {"procedures": "procedure", "quantities": "quantity", "events": "event"}
#: forms of nouns, sentences and fields; docs/packs.md tells what each is for
_PLACED: Final = "yes no is is_not is_you is_not_you none some positive lt le gt ge in".split()
FORMS: Final = frozenset(
    "one other gender of yours text not where where_not value value_for each each_for set "
    "set_yes set_no set_none set_zero increase decrease add remove do".split()
    + _PLACED
    + [f"if_{form}" for form in _PLACED]
    + [f"if_{form}_for" for form in _PLACED]
)


def known_keys(context: Context) -> dict[str, frozenset[str]]:
    """Every key that `texts` can have, in the order of the packs, with the holes it can fill."""
    model = context.model
    noun: frozenset[str] = frozenset()
    known = dict.fromkeys((f"type.{name}" for name in (*model.types, *PLAIN)), noun)
    known |= dict.fromkeys((f"graph.{name}" for name in model.graphs), noun)
    for found in model.elements.values():
        known |= {f"{found.type}.{found.id}": noun, f"element.{found.id}": noun}
    for decl in model.types.values():
        for made in decl.fields.values():
            known |= _of_field(context, decl.id, made)
    for name, takes in _speakers(context):
        known[name] = frozenset(takes)
        owner = name.partition(".")[2]
        known |= {f"param.{owner}.{one}": frozenset(("value",)) for one in takes}
    return known


def _of_field(context: Context, type_id: str, made: Field) -> dict[str, frozenset[str]]:
    name = f"{type_id}.{made.name}"
    beside = {*context.model.fields_of(type_id), "value", "effect"}
    return {
        f"field.{name}": frozenset(("subject", "value", "player", *made.takes)),
        f"fact.{name}": frozenset(beside),
        f"effect.{name}": frozenset(beside),
    }


def _speakers(context: Context) -> Iterator[tuple[str, dict[str, Parameter]]]:
    model = context.model
    yield from ((f"procedure.{one.id}", one.takes) for one in model.procedures.values())
    yield from ((f"quantity.{one.id}", one.takes) for one in model.quantities.values())
    yield from ((f"event.{one.id}", one.takes) for one in model.events.values())


def is_word(context: Context, key: str) -> bool:
    """Whether a key is about a word that the packs use somewhere else."""
    what, _, name = key.partition(".")
    return what in _WORDS and context.vocabulary.words[name] > 1


def spoken(context: Context) -> Iterator[tuple[str, Node]]:
    """Everything that packs say, by its key: `texts`, and the `says` of things."""
    yield from context.section("texts").items()
    for section, what in _SPEAKING.items():
        for name, node in context.section(section).items():
            says = node.entries.get("says") if isinstance(node, Mapping) else None
            if says is not None:
                yield f"{what}.{name}", says


def place_of_text(context: Context, key: str, pack: str | None) -> Span | None:
    """Where a text that a pack lacks belongs: in the thing it is about, or among its texts."""
    what, _, name = key.partition(".")
    for section, speaking in _SPEAKING.items():
        node = context.section(section).get(name)
        if speaking == what and isinstance(node, Mapping):
            owners = context.merged.owners
            beside = [
                one
                for other, one in context.section(section).items()
                if owners.get(f"{section}.{other}") == owners.get(f"{section}.{name}")
            ]
            if any("says" in one.entries for one in beside if isinstance(one, Mapping)):
                return behind(node, "id") if "id" in node.entries else None
    texts, known = context.section("texts"), list(known_keys(context))
    if key not in known:
        return None
    alike = [one for one in known[: known.index(key)] if one.partition(".")[0] == what]
    before = next((one for one in reversed(alike) if one in texts), None)
    if before is None or context.merged.owners.get(f"texts.{before}") != pack:
        return None
    span = texts[before].span
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column + 1)

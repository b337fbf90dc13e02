"""Elements in words: what is printed on them, what they do, which rules they bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.language.parse import parse_formula, parse_rule, parse_script
from interpreter.model.declarations import Element, Field
from interpreter.model.kinds import YES_NO, Kind
from interpreter.prose import hooks, statements
from interpreter.prose.conditions import clause
from interpreter.prose.render import paragraph
from interpreter.prose.talk import World, new_talk
from interpreter.prose.values import value
from interpreter.prose.words import Line, Said


@dataclass(frozen=True)
class Elements:
    """Explains elements."""

    world: World

    def explain(self, known: Element) -> str:
        """Printed values worth telling, then effects, then rules."""
        fields = self.world.model.fields_of(known.type)
        parts = [self._fact(known, made) for made in fields.values()]
        parts += [self._effect(known, made) for made in fields.values()]
        lines = [
            line
            for scalar in known.rules
            for line in hooks.rule(self.world, parse_rule(scalar.text), known)
        ]
        if lines:
            parts.append(paragraph(self.world.book, self._while(known, lines)))
        told = [part for part in parts if part]
        return _paragraphs(told) or self.world.book.sentence(
            self.world.book.say(self.world.element(known))
        )

    def _while(self, known: Element, lines: list[Line]) -> list[Line]:
        """The condition under which the rules of a type hold."""
        for type_id in self.world.model.ancestry(known.type):
            condition = self.world.model.types[type_id].condition
            if condition is not None:
                talk = new_talk(self.world, {}, known)
                words = clause(talk, parse_formula(condition.text))
                return [Line(self.world.book.phrase("rule.while", condition=words), lines)]
        return lines

    def _fact(self, known: Element, made: Field) -> str:
        """A printed value that the packs want to be told: `fact.type.field`."""
        template = self._template(known, made, "fact")
        given = known.values.get(made.name)
        if template is None or given is None or given == self.world.model.zero(made.kind):
            return ""
        return self.world.book.sentence(self._framed(known, made, template))

    def _template(self, known: Element, made: Field, what: str) -> str | None:
        for type_id in self.world.model.ancestry(known.type):
            found = self.world.book.form(f"{what}.{type_id}.{made.name}", "text")
            if found is not None:
                return found
        return None

    def _framed(self, known: Element, made: Field, frame: str, effect: str = "") -> str:
        """A frame with an effect and printed values in its holes."""
        fields, said = self.world.model.fields_of(known.type), {"effect": Said(effect)}
        for hole in self.world.book.holes(frame) - {"effect"}:
            name = made.name if hole == "value" else hole
            said[hole] = self.shown(fields[name].kind, known.values[name])
        return self.world.book.fill(frame, said)

    def shown(self, kind: Kind, given: Any) -> Said:
        """A printed value."""
        match kind.word:
            case "number":
                return Said(f"{given}", number=given)
            case "element":
                found = self.world.model.table[given]
                return self.world.element(found) if found else Said(self.world.book.phrase("none"))
            case "list" if kind.item is not None:
                return Said(items=tuple(self.shown(kind.item, one) for one in given), plural=True)
            case "bundle":
                return Said(self.world.book.joined(self._bundle(given)))
        return Said(
            self.world.book.phrase("yes" if given else "no") if kind == YES_NO else str(given)
        )

    def _bundle(self, counts: tuple[int, ...]) -> list[str]:
        words = []
        for ordinal, count in zip(self.world.model.types["resource"].members, counts, strict=True):
            known = self.world.model.table[ordinal]
            if count and known is not None:
                noun = self.world.book.noun(f"{known.type}.{known.id}", known.id)
                words.append(self.world.book.counted(Said(str(count), number=count), noun))
        return words

    def _effect(self, known: Element, made: Field) -> str:
        """A script or formula of an element, in the frame `effect.type.field` if there is one."""
        scalar = known.scripts.get(made.name)
        if scalar is None:
            return ""
        talk = new_talk(self.world, made.takes, known)
        frame = self._template(known, made, "effect")
        if made.formula:
            node = parse_formula(scalar.text)
            said = clause(talk, node) if made.kind == YES_NO else value(talk, node)
            words = said if isinstance(said, str) else self.world.book.say(said)
        else:
            lines = statements.script(talk, parse_script(scalar.text))
            words = paragraph(self.world.book, lines, capital=frame is None)
        if frame is None and made.formula:
            key = f"field.{made.owner}.{made.name}"
            noun = self.world.book.noun(key, made.name)
            words = self.world.book.phrase("quantity.value", quantity=noun.one, value=words)
        if frame is None:
            return self.world.book.sentence(words)
        return self.world.book.sentence(self._framed(known, made, frame, words))


def _paragraphs(parts: list[str]) -> str:
    """Short sentences on one line, lists on lines of their own."""
    text = ""
    for part in parts:
        glue = "" if not text else "\n" if "\n" in text + part else " "
        text += glue + part
    return text

"""Explanations of anything a pack defines, in English or Italian, made from the rule itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from interpreter.findings import SetupError, did_you_mean
from interpreter.language import syntax as t
from interpreter.language.parse import parse_formula, parse_rule, parse_script
from interpreter.model.declarations import Element, Field
from interpreter.model.kinds import YES_NO, Kind
from interpreter.model.model import Model
from interpreter.packs.merged import Merged
from interpreter.prose import hooks, statements
from interpreter.prose.book import LANGUAGES, Book, general_phrases, pack_phrases
from interpreter.prose.conditions import clause
from interpreter.prose.render import bullets, paragraph
from interpreter.prose.talk import World, new_talk
from interpreter.prose.values import quantity_text, value
from interpreter.prose.words import Line, Said


class Packs(Protocol):
    """What is needed of a ruleset."""

    @property
    def model(self) -> Model: ...

    @property
    def merged(self) -> Merged: ...


@dataclass(frozen=True)
class Explanation:
    """A text, and the phrases the packs lack for it."""

    text: str
    gaps: tuple[str, ...]


class Explainer:
    """Explains everything in one set of packs and one language."""

    def __init__(self, packs: Packs, lang: str = LANGUAGES[0]) -> None:
        if lang not in LANGUAGES:
            raise SetupError(f"there is no language `{lang}`; there are: {', '.join(LANGUAGES)}")
        self.model = packs.model
        self.book = Book(lang, general_phrases(lang), pack_phrases(packs.merged, lang))
        self._rules = _parsed_rules(self.model)
        self.world = World(self.model, self.book, _steady(self.model, self._rules))

    def ids(self) -> list[str]:
        """Everything that has something to explain."""
        model = self.model
        elements = [e.id for e in model.elements.values() if e.scripts or e.rules]
        return [*elements, *model.procedures, *model.quantities, *model.events, *model.rules]

    def explain(self, name: str) -> Explanation:
        """The explanation of an id."""
        self.book.gaps.clear()
        model = self.model
        if name in model.elements:
            text = self._element(model.elements[name])
        elif name in model.procedures:
            text = self._procedure(name)
        elif name in model.quantities:
            text = self._quantity(name)
        elif name in model.events:
            text = self._event(name)
        elif name in model.rules:
            node = parse_rule(model.rules[name].rule.text)
            text = paragraph(self.book, hooks.rule(self.world, node, None))
        else:
            raise SetupError(self._unknown(name))
        return Explanation(text, tuple(self.book.gaps))

    def _unknown(self, name: str) -> str:
        model = self.model
        known = [*model.elements, *model.procedures, *model.quantities, *model.events]
        meant = did_you_mean(name, [*known, *model.rules])
        return f"nothing has the id `{name}`" + (f"; did you mean `{meant}`?" if meant else "")

    # ---- elements ------------------------------------------------------------

    def _element(self, known: Element) -> str:
        fields = self.model.fields_of(known.type)
        parts = [self._fact(known, made) for made in fields.values()]
        parts += [self._effect(known, made) for made in fields.values()]
        lines = [
            line
            for scalar in known.rules
            for line in hooks.rule(self.world, parse_rule(scalar.text), known)
        ]
        if lines:
            parts.append(paragraph(self.book, self._while(known, lines)))
        told = [part for part in parts if part]
        return _paragraphs(told) or self.book.sentence(self.book.say(self.world.element(known)))

    def _while(self, known: Element, lines: list[Line]) -> list[Line]:
        """The condition under which the rules of a type hold."""
        for type_id in self.model.ancestry(known.type):
            condition = self.model.types[type_id].condition
            if condition is not None:
                talk = new_talk(self.world, {}, known)
                words = clause(talk, parse_formula(condition.text))
                return [Line(self.book.phrase("rule.while", condition=words), lines)]
        return lines

    def _fact(self, known: Element, made: Field) -> str:
        """A printed value that the packs want to be told: `fact.type.field`."""
        template = self._template(known, made, "fact")
        given = known.values.get(made.name)
        if template is None or given is None or given == self.model.zero(made.kind):
            return ""
        return self.book.sentence(self.book.fill(template, self._printed(known, made)))

    def _template(self, known: Element, made: Field, what: str) -> str | None:
        for type_id in self.model.ancestry(known.type):
            found = self.book.form(f"{what}.{type_id}.{made.name}", "text")
            if found is not None:
                return found
        return None

    def _printed(self, known: Element, made: Field) -> dict[str, Said]:
        fields = self.model.fields_of(known.type)
        said = {
            name: self.shown(fields[name].kind, given) for name, given in known.values.items()
        }
        if made.name in said:
            said["value"] = said[made.name]
        return said

    def shown(self, kind: Kind, given: Any) -> Said:
        """A printed value."""
        match kind.word:
            case "number":
                return Said(f"{given}", number=given)
            case "element":
                found = self.model.table[given]
                return self.world.element(found) if found else Said(self.book.phrase("none"))
            case "list" if kind.item is not None:
                return Said(items=tuple(self.shown(kind.item, one) for one in given), plural=True)
            case "bundle":
                return Said(self.book.joined(self._bundle(given)))
        return Said(self.book.phrase("yes" if given else "no") if kind == YES_NO else str(given))

    def _bundle(self, counts: tuple[int, ...]) -> list[str]:
        words = []
        for ordinal, count in zip(self.model.types["resource"].members, counts, strict=True):
            known = self.model.table[ordinal]
            if count and known is not None:
                noun = self.book.noun(f"{known.type}.{known.id}", known.id)
                words.append(self.book.counted(Said(str(count), number=count), noun))
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
            words = said if isinstance(said, str) else self.book.say(said)
        else:
            lines = statements.script(talk, parse_script(scalar.text))
            words = paragraph(self.book, lines, capital=frame is None)
        if frame is None:
            return self.book.sentence(words)
        return self.book.sentence(
            self.book.fill(frame, {**self._printed(known, made), "effect": words})
        )

    # ---- procedures, quantities, events --------------------------------------

    def _procedure(self, name: str) -> str:
        made = self.model.procedures[name]
        talk = new_talk(self.world, made.takes)
        given = {key: self._parameter(name, key, said) for key, said in talk.said.items()}
        head = self.book.sentence(statements.procedure_text(talk, name, given))
        lines = statements.script(talk, parse_script(made.script.text))
        return "\n".join([head, *bullets(self.book, lines)])

    def _parameter(self, owner: str, name: str, said: Said) -> Said:
        own = self.book.form(f"param.{owner}.{name}", "text")
        optional = self.model.procedures[owner].takes[name].optional
        if own is None:
            return Said() if optional and said.noun is None else said
        return Said(self.book.fill(own, {"value": said}))

    def _quantity(self, name: str) -> str:
        made = self.model.quantities[name]
        talk = new_talk(self.world, made.takes)
        node = parse_formula(made.value.text)
        head = quantity_text(talk, name, talk.said)
        if made.gives == YES_NO:
            words = self.book.phrase("quantity.yes_no", clause=head, condition=clause(talk, node))
        else:
            words = self.book.phrase("quantity.value", quantity=head, value=value(talk, node))
        changes = [
            f"- {self.book.say(self._owner(owner))}: {paragraph(self.book, lines)}"
            for owner, rule in self._rules
            if isinstance(rule, t.Modify) and rule.quantity == name
            for lines in [hooks.rule(self.world, rule, owner if owner else None)]
        ]
        if not changes:
            return self.book.sentence(words)
        return "\n".join([self.book.sentence(words), self.book.phrase("quantity.changed"), *changes])

    def _owner(self, owner: Element | None) -> Said:
        if owner is None:
            return Said(self.book.phrase("house_rule"))
        return self.world.element(owner)

    def _event(self, name: str) -> str:
        talk = new_talk(self.world, self.model.events[name].takes)
        said = {
            key: one.with_article("a") if one.noun is not None else one
            for key, one in talk.said.items()
        }
        return self.book.sentence(statements.named_event(talk, name, said))


def _paragraphs(parts: list[str]) -> str:
    """Short sentences on one line, lists on lines of their own."""
    text = ""
    for part in parts:
        glue = "" if not text else "\n" if "\n" in text + part else " "
        text += glue + part
    return text


def _parsed_rules(model: Model) -> list[tuple[Element | None, t.Syntax]]:
    found: list[tuple[Element | None, t.Syntax]] = []
    for known in model.elements.values():
        found += [(known, parse_rule(scalar.text)) for scalar in known.rules]
    found += [(None, parse_rule(house.rule.text)) for house in model.rules.values()]
    return found


def _steady(model: Model, rules: list[tuple[Element | None, t.Syntax]]) -> dict[str, int]:
    """Quantities that are a plain number nobody changes: they are told as that number."""
    changed = {rule.quantity for _, rule in rules if isinstance(rule, t.Modify)}
    numbers = {}
    for name, quantity in model.quantities.items():
        node = parse_formula(quantity.value.text)
        if isinstance(node, t.Number) and name not in changed:
            numbers[name] = node.value
    return numbers


def explain(packs: Packs, name: str, lang: str = LANGUAGES[0]) -> str:
    """What a tile, space, officer, procedure or quantity does, in words."""
    return Explainer(packs, lang).explain(name).text

"""Explanations of anything a pack defines, in English or Italian, made from the rule itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from interpreter.findings import SetupError, did_you_mean
from interpreter.language import syntax as t
from interpreter.language.parse import parse_formula, parse_rule, parse_script
from interpreter.model.declarations import Element
from interpreter.model.kinds import YES_NO
from interpreter.model.model import Model
from interpreter.packs.merged import Merged
from interpreter.prose import hooks, statements
from interpreter.prose.book import LANGUAGES, Book, general_phrases, pack_phrases
from interpreter.prose.elements import Elements
from interpreter.prose.render import bullets, paragraph
from interpreter.prose.talk import Talk, World, new_talk
from interpreter.prose.values import quantity_text, value, wrapped
from interpreter.prose.words import Said


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
            text = Elements(self.world).explain(model.elements[name])
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

    # ---- procedures, quantities, events --------------------------------------

    def _procedure(self, name: str) -> str:
        made = self.model.procedures[name]
        talk = new_talk(self.world, made.takes)
        given = {key: self._parameter(talk, name, key) for key in made.takes}
        head = self.book.sentence(statements.procedure_text(talk, name, given))
        lines = statements.script(talk, parse_script(made.script.text))
        return "\n".join([head, *bullets(self.book, lines)])

    def _parameter(self, talk: Talk, owner: str, name: str) -> Said:
        said = talk.said[name]
        parameter = self.model.procedures[owner].takes[name]
        if self.book.form(f"param.{owner}.{name}", "text") is None:
            return Said() if parameter.optional and said.noun is None else said
        return wrapped(talk, owner, name, said)

    def _quantity(self, name: str) -> str:
        made = self.model.quantities[name]
        talk = new_talk(self.world, made.takes)
        node = parse_formula(made.value.text)
        given = {key: wrapped(talk, name, key, talk.said[key]) for key in made.takes}
        head = quantity_text(talk, name, given)
        if made.gives == YES_NO:
            words = hooks.decided(talk, made, given, node)
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
        return "\n".join(
            [self.book.sentence(words), self.book.phrase("quantity.changed"), *changes]
        )

    def _owner(self, owner: Element | None) -> Said:
        if owner is None:
            return Said(self.book.phrase("house_rule"))
        return self.world.element(owner)

    def _event(self, name: str) -> str:
        talk = new_talk(self.world, self.model.events[name].takes)
        takes = self.model.events[name].takes.values()
        said = {one.name: hooks.first_mention(talk, one) for one in takes}
        return self.book.sentence(statements.named_event(talk, name, said))


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

"""Between ordinals and words: ids, values and option labels as text, and back."""

from __future__ import annotations

from typing import Any

from interpreter.findings import SetupError, did_you_mean
from interpreter.language import ir
from interpreter.language.program import Program
from interpreter.model.declarations import Field
from interpreter.model.kinds import NUMBER, Kind


class Names:
    """Shows values of the position in the vocabulary of the packs."""

    def __init__(self, program: Program) -> None:
        self.model = program.model
        self.layout = program.layout
        members = self.model.types["resource"].members
        self.resources = [self.id(ordinal) for ordinal in members]

    def id(self, ordinal: int) -> str:
        known = self.model.table[ordinal]
        return "none" if known is None else known.id

    def ordinal(self, word: str) -> int:
        """The ordinal of an id; a `SetupError` with a suggestion if there is none."""
        known = self.model.elements.get(word)
        if known is None:
            guess = did_you_mean(word, self.model.elements)
            hint = f"; did you mean `{guess}`?" if guess else ""
            raise SetupError(f"there is nothing called `{word}`{hint}")
        return known.ordinal

    # ---- values as data ------------------------------------------------------

    def show(self, kind: Kind, value: Any) -> Any:
        """A value as JSON-like data with ids."""
        match kind.word:
            case "element":
                return None if value == 0 else self.id(value)
            case "list" if kind.item is not None:
                return [self.show(kind.item, item) for item in value]
            case "bundle":
                pairs = zip(self.resources, value, strict=True)
                return {word: count for word, count in pairs if count}
            case _:
                return value

    def read(self, kind: Kind, data: Any) -> Any:
        """The reverse of `show`."""
        match kind.word:
            case "element":
                return 0 if data is None or data == "none" else self._element(kind, str(data))
            case "list" if kind.item is not None and isinstance(data, list | tuple):
                return tuple(self.read(kind.item, item) for item in data)
            case "bundle" if isinstance(data, dict):
                return self._read_bundle(data)
            case "number" if isinstance(data, int) and not isinstance(data, bool):
                return data
            case "yes_no" if isinstance(data, bool):
                return data
            case "text" if isinstance(data, str):
                return data
        raise SetupError(f"{data!r} is not a {kind}")

    def _element(self, kind: Kind, word: str) -> int:
        ordinal = self.ordinal(word)
        known = self.model.table[ordinal]
        if known is None or not self.model.is_a(known.type, kind.element):
            raise SetupError(f"`{word}` is not a {kind.element}")
        return ordinal

    def _read_bundle(self, data: dict[str, int]) -> tuple[int, ...]:
        for word in data:
            if word not in self.resources:
                raise SetupError(f"there is no resource `{word}`")
            self.read(NUMBER, data[word])
        return tuple(data.get(word, 0) for word in self.resources)

    # ---- values as words -----------------------------------------------------

    def say(self, kind: Kind, value: Any) -> str:
        """A value as it stands in an option id."""
        match kind.word:
            case "element":
                return self.id(value)
            case "bundle":
                pairs = zip(self.resources, value, strict=True)
                words = [f"{count} {word}" for word, count in pairs if count]
                return " ".join(words) or "nothing"
            case "list" if kind.item is not None:
                return " ".join(self.say(kind.item, item) for item in value) or "nothing"
            case "yes_no":
                return "yes" if value else "no"
            case _:
                return str(value)

    def label(self, alternative: ir.Alternative, frame: dict[str, Any]) -> str:
        """An option id from its template and the values of variables."""
        return "".join(
            part if isinstance(part, str) else self.say(part.kind, frame[part.name])
            for part in alternative.label
        )

    # ---- slots ---------------------------------------------------------------

    def slot(self, slot: int) -> str:
        """What a slot of the position holds, in words."""
        made, ordinal, player = self.layout.meaning[slot]
        if made is None:
            return "the random generator"
        if made.owner == "game":
            return made.name
        if made.name == "amount" and made.owner == "resource" and not made.state:
            return f"{self.id(ordinal)} of {self.id(player)}"
        tail = f" for {self.id(player)}" if made.per_player else ""
        return f"{made.name} of {self.id(ordinal)}{tail}"

    def slot_kind(self, slot: int) -> Kind:
        made = self.layout.meaning[slot][0]
        return made.kind if isinstance(made, Field) else Kind("number")

    def find_slot(self, text: str) -> int:
        """`bonus_row`, `deck of green` or `contracts of player_1` to a slot."""
        name, _, subject = text.partition(" of ")
        owner = "game" if not subject else self.model.table[self.ordinal(subject)].type  # type: ignore[union-attr]
        made = self.model.field_of(owner, name)
        if made is None or not made.state:
            known = [f for f, m in self.model.fields_of(owner).items() if m.state]
            guess = did_you_mean(name, known)
            hint = f"; did you mean `{guess}`?" if guess else ""
            raise SetupError(f"there is no list `{text}`{hint}")
        return self.layout.slot(made, self.ordinal(subject) if subject else 0, 0)

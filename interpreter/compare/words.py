"""Values of packs as people say them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from interpreter.compare.sides import Side
from interpreter.compare.speaker import Silent, Speaker
from interpreter.packs import Node, Scalar, Sequence

#: The words of the reports themselves.
WORDS: Final = {
    "en": {
        "added": "new",
        "removed": "removed",
        "changed": "changed",
        "rules": "Rules",
        "procedures": "How the game runs",
        "quantities": "What is counted",
        "events": "Moments",
        "settings": "The game as a whole",
        "packs": "Packs",
        "players": "players",
        "modes": "modes",
        "start": "beginning and end",
        "nothing": "nothing",
        "same": "Nothing differs.",
        "behind": "Behind the scenes",
        "because": "because",
        "was": "was",
        "now": "now",
        "yes": "yes",
        "no": "no",
    },
    "it": {
        "added": "nuovo",
        "removed": "tolto",
        "changed": "cambiato",
        "rules": "Regole",
        "procedures": "Come si svolge la partita",
        "quantities": "Che cosa si conta",
        "events": "Momenti",
        "settings": "La partita nel complesso",
        "packs": "Pacchetti",
        "players": "giocatori",
        "modes": "modalità",
        "start": "inizio e fine",
        "nothing": "niente",
        "same": "Nessuna differenza.",
        "behind": "Dietro le quinte",
        "because": "perché",
        "was": "prima",
        "now": "ora",
        "yes": "sì",
        "no": "no",
    },
}


@dataclass(frozen=True)
class Wording:
    """How one side's values are said in one language."""

    side: Side
    lang: str
    speaker: Speaker = field(default_factory=Silent)

    def word(self, key: str) -> str:
        """A word of the report itself."""
        return WORDS.get(self.lang, WORDS["en"])[key]

    def name(self, key: str) -> str:
        """What an element is called."""
        return self.side.name(key, self.lang) or spoken(key)

    def heading(self, section: str) -> str:
        """The title over things of one section."""
        words = WORDS.get(self.lang, WORDS["en"])
        if section in words:
            return words[section]
        plural = self.speaker.plural(section) or spoken(section)
        return plural[0].upper() + plural[1:]

    def label(self, name: str, path: tuple[str, ...]) -> str:
        """What a value of a thing is called."""
        first = self.speaker.label(name, path[0]) if path else None
        return " ".join([first or spoken(path[0]), *map(spoken, path[1:])]) if path else ""

    def field(self, name: str, key: str, node: Node | None) -> str:
        """The value of a field of a thing."""
        if isinstance(node, Scalar) and self.speaker.is_text(name, key):
            return node.text.strip()
        return self.value(node)

    def value(self, node: Node | None) -> str:
        """A value on one line."""
        match node:
            case None:
                return self.word("nothing")
            case Scalar(value=bool() as truth):
                return self.word("yes" if truth else "no")
            case Scalar(value=None):
                return self.word("nothing")
            case Scalar(value=str()):
                return self._text(node)
            case Scalar():
                return node.text
            case Sequence(items=items):
                return ", ".join(map(self.value, items)) or self.word("nothing")
        pairs = node.entries.items()
        if pairs and all(_is_number(value) for _, value in pairs):
            return ", ".join(f"{self.value(value)} {self.name(key)}" for key, value in pairs)
        return ", ".join(f"{spoken(key)} {self.value(value)}" for key, value in pairs)

    def _text(self, node: Scalar) -> str:
        """A name for an id, otherwise the text as it is."""
        return self.side.name(node.text, self.lang) or node.text.strip()


def _is_number(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.value, int | float)


def spoken(key: str) -> str:
    """An id as words."""
    return key.replace("_", " ")

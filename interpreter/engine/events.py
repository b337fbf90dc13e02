"""Raw events (plain tuples written by traced code) put into words."""

from __future__ import annotations

from typing import Any

from interpreter.engine.decisions import Event
from interpreter.engine.names import Names
from interpreter.findings import Span
from interpreter.language.program import Program

Raw = tuple[Any, ...]


class Storyteller:
    """Tells raw events as `Event`s."""

    def __init__(self, program: Program, names: Names) -> None:
        self.program, self.names = program, names

    def tell(self, raw: Raw) -> Event:
        kind, line = raw[0], raw[1]
        span: Span = self.program.lines[line]
        text, data = self._words(kind, raw)
        return Event(kind, span.file, span.line, text, data)

    def _words(self, kind: str, raw: Raw) -> tuple[str, dict[str, Any]]:
        names = self.names
        match kind:
            case "gain" | "lose" | "pay":
                _, _, who, resource, amount, to = raw
                player, what = names.id(who), names.id(resource)
                tail = f" to {names.id(to)}" if to else ""
                verb = {"gain": "gains", "lose": "loses", "pay": "pays"}[kind]
                data = {"player": player, "resource": what, "amount": amount}
                if to:
                    data["to"] = names.id(to)
                return f"{player} {verb} {amount} {what}{tail}", data
            case "set":
                _, _, slot, old, new = raw
                value = names.slot_kind(slot)
                before, after = names.show(value, old), names.show(value, new)
                what = names.slot(slot)
                return f"{what}: {before} -> {after}", {"what": what, "old": before, "new": after}
            case "shuffle":
                what = names.slot(raw[2])
                return f"{what} is shuffled", {"what": what}
            case "event":
                _, _, name, who, args = raw
                takes = self.program.model.events[name].takes.values()
                shown = {p.name: names.show(p.kind, a) for p, a in zip(takes, args, strict=True)}
                return f"{name} {shown or ''}".strip(), {
                    "event": name,
                    "player": names.id(who),
                    **shown,
                }
            case _:
                _, _, who, option = raw
                player, said = names.id(who), str(option)
                return f"{player}: {said}", {"player": player, "option": said}

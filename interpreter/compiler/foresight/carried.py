"""Lists that elements carry as formulas, such as where each kind of structure can stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.compiler.foresight.part import Part
from interpreter.language import ir

if TYPE_CHECKING:
    from interpreter.compiler.foresight.guards import Guards


class Carried(Part):
    """Writes what to walk when an option is about an item of such a list."""

    def __init__(self, guards: Guards) -> None:
        super().__init__(guards)
        self._numbers: dict[str, int] = {}
        self._asked_for: set[str] = set()

    def is_plain(self, source: ir.Expr) -> bool:
        """Whether the list depends on the element that carries it and on the player alone."""
        return (
            isinstance(source, ir.Formula)
            and not isinstance(source.subject, ir.Const)
            and not source.args
            and self.py(source.you) == "you"
        )

    def listed(self, source: ir.Formula) -> str:
        """Source of the list, made once per decision."""
        table, subject = self._table(source), self.py(source.subject)
        number = self._numbers.setdefault(table, len(self._numbers))
        return f"lib.once(m, ({number}, you, {subject}), {table}, {subject}, s, you)"

    def groups_name(self, source: ir.Formula) -> str:
        return self.guards.name(f"{self._table(source)}_groups")

    def write_groups(self, name: str, source: ir.Formula, alike: dict[int, int]) -> None:
        """A table of what may be in the lists: of each class of items one, and all of them."""
        rows = []
        for ordinal, unit_id in self._units(source).items():
            classes: dict[int, list[int]] = {}
            for item in self._ever(unit_id, tuple(alike)):
                classes.setdefault(alike[item], []).append(item)
            made = tuple((group[0], tuple(group)) for group in classes.values())
            rows.append(f"{ordinal}: {self.out.expressions.names.constant(made)}")
        self.tables.append(f"{name} = {{{', '.join(rows)}}}")

    def holds_one_of(self, source: ir.Formula, group: str) -> str:
        """Source of a test whether any of a group is in the list."""
        name = f"{self._table(source)}_some"
        if name not in self._asked_for:
            self._asked_for.add(name)
            rows = [f"{o}: {self._some(unit)}" for o, unit in self._units(source).items()]
            self.tables.append(f"{name} = {{{', '.join(rows)}}}")
        return f"{name}[{self.py(source.subject)}](s, you, {group})"

    def _some(self, unit_id: str) -> str:
        function = self.out.expressions.names.function(unit_id)
        value = self.folder.fold(self.program.formulas[unit_id].value, {})
        self.out.put(0, f"def {function}_some(s, you, group):")
        if isinstance(value, ir.Each) and value.item is None and isinstance(value.source, ir.Const):
            test = "True" if value.condition is None else self.out.py(value.condition)
            self.out.put(1, f"for {value.var} in group:")
            self.out.put(2, f"if {test}: return True")
            self.out.put(1, "return False")
        else:
            self.out.put(1, f"return any([item in group for item in {function}(s, you)])")
        return f"{function}_some"

    def _units(self, source: ir.Formula) -> dict[int, str]:
        return self.program.tables.get(f"{source.field.owner}.{source.field.name}", {})

    def _ever(self, unit_id: str, everything: tuple[int, ...]) -> tuple[int, ...]:
        """What can be in the list at all."""
        value = self.folder.fold(self.program.formulas[unit_id].value, {})
        if isinstance(value, ir.Each) and value.item is None and isinstance(value.source, ir.Const):
            return tuple(value.source.value)
        return everything

    def _table(self, source: ir.Formula) -> str:
        return self.out.expressions.names.scripts(f"{source.field.owner}.{source.field.name}")

"""Names of what generated code speaks of: functions, tables, long values."""

from __future__ import annotations

from interpreter.language.program import Program
from interpreter.model.declarations import Field

#: lists up to this length stand in the source as they are
WRITTEN_OUT = 3


class Names:
    """Gives every function and table a Python name, and keeps what the tables hold."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self.functions: dict[str, str] = {}
        self.constants: dict[str, object] = {}
        self._shared: dict[object, str] = {}
        self._tables: dict[object, str] = {}
        #: lines for the end of the module
        self.late: list[str] = []

    def function(self, unit_id: str) -> str:
        """The Python name of a quantity, formula or routine."""
        found = self.functions.get(unit_id)
        if found is None:
            found = self.functions[unit_id] = f"f{len(self.functions)}_{plain_name(unit_id)}"
        return found

    def literal(self, value: object) -> str:
        """A value in the source; long lists get a name."""
        if isinstance(value, tuple) and len(value) > WRITTEN_OUT:
            return self.constant(value)
        return repr(value)

    def constant(self, value: object) -> str:
        """A name for a value too long to repeat in the source."""
        key = repr(value)  # `1` and `True` are equal, and not the same
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = f"C{len(self._shared)}"
            self.constants[found] = value
        return found

    def _numbered(self, letter: str, words: str, *key: object) -> str:
        """A name for a table; words of packs alone would not tell all of them apart."""
        known = self._tables.get((letter, words, *key))
        if known is None:
            known = f"{letter}{len(self._tables)}_{plain_name(words)}"
            self._tables[letter, words, *key] = known
        return known

    def scripts(self, table: str) -> str:
        """The scripts or formulas of elements, by ordinal; `table` is `type.field`."""
        return self._numbered("D", table)

    def printed_table(self, field: Field) -> str:
        """One value per ordinal, zero where an element has no such field."""
        name = self._numbered("P", f"{field.owner}.{field.name}")
        if name not in self.constants:
            zero = self.model.zero(field.kind)
            self.constants[name] = tuple(
                zero if e is None else e.values.get(field.name, zero) for e in self.model.table
            )
        return name

    def index(self, field: Field, members: tuple[int, ...]) -> str:
        """Members by the value of a printed field, so that `where` need not scan."""
        name = self._numbered("X", f"{field.owner}.{field.name}", members)
        if name not in self.constants:
            index: dict[int, tuple[int, ...]] = {}
            for ordinal in members:
                known = self.model.table[ordinal]
                assert known is not None
                key = known.values.get(field.name, 0)
                index[key] = (*index.get(key, ()), ordinal)
            self.constants[name] = index
        return name

    def nothing(self, zero: object) -> str:
        """A formula that gives zero, for elements without one."""
        key = "nothing", repr(zero)
        name = self._shared.get(key)
        if name is None:
            name = self._shared[key] = f"C{len(self._shared)}"
            self.late.append(f"{name} = lambda *_: {zero!r}")
        return name


def plain_name(text: str) -> str:
    """Text of a pack as part of a Python name."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in text)

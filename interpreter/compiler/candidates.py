"""Every candidate of a decision, before anything is known about its legality."""

from __future__ import annotations

from interpreter.compiler.statements import Statements
from interpreter.compiler.tree import mentions
from interpreter.language import ir


def write_candidates(out: Statements, number: int, stmt: ir.Choice, names: tuple[str, ...]) -> None:
    """`e<n>(s, k)`: every candidate as a tuple (alternative, values…)."""
    out.put(0, f"def e{number}(s, k):")
    out.put(1, f"_, up, {', '.join(names)} = k")
    out.put(1, "found = []")
    for index, alternative in enumerate(stmt.alternatives):
        _alternative(out, index, alternative)
    if stmt.declinable:
        out.put(1, "found.append((-1,))")
    out.put(1, "return found")


def _alternative(out: Statements, number: int, alternative: ir.Alternative) -> None:
    depth = 1
    test = alternative.condition
    bound = [b.name for b in alternative.binders if b.name]
    if test is not None and not any(mentions(test, name) for name in bound):
        out.put(depth, f"if {out.py(test)}:")
        depth, test = depth + 1, None
    picked = [str(number)]
    for binder in alternative.binders:
        depth = _bind(out, depth, binder)
        if binder.name:
            picked.append(binder.name)
    if test is not None:
        out.put(depth, f"if {out.py(test)}:")
        depth += 1
    out.put(depth, f"found.append(({', '.join(picked)},))")


def _bind(out: Statements, depth: int, binder: ir.Binder) -> int:
    match binder.kind:
        case "pick":
            source = binder.exprs[0]
            if isinstance(source, ir.Each) and source.item is None:
                walked, condition = out.expressions.each_source(source)
                out.put(depth, f"for {source.var} in {walked}:")
                if condition is not None:
                    out.put(depth + 1, f"if {out.py(condition)}:")
                    depth += 1
                out.put(depth + 1, f"{binder.name} = {source.var}")
                return depth + 1
            out.put(depth, f"for {binder.name} in {out.py(source)}:")
            return depth + 1
        case "range":
            low, high = (out.py(e) for e in binder.exprs)
            out.put(depth, f"for {binder.name} in lib.span({low}, {high}):")
            return depth + 1
        case "many" | "up_to":
            count, among = (out.py(e) for e in binder.exprs)
            up_to = binder.kind == "up_to"
            out.put(depth, f"for {binder.name} in lib.choices({among}, {count}, {up_to}):")
            return depth + 1
        case "let":
            out.put(depth, f"{binder.name} = {out.py(binder.exprs[0])}")
            return depth
    out.put(depth, f"if {out.py(binder.exprs[0])}:")
    return depth + 1

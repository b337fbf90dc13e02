"""Pieces shared by everything that is elaborated: parameters, formulas, findings about text."""

from __future__ import annotations

from interpreter.language import ir
from interpreter.language.expressions import expect
from interpreter.language.parse import ScriptError, parse_formula
from interpreter.language.program import Program
from interpreter.language.scope import Misfit, Scope, Source
from interpreter.model.declarations import Parameter
from interpreter.model.kinds import PLAYER, Kind
from interpreter.packs.source import Scalar

_YOU = ("you", PLAYER)


def bind_parameters(scope: Scope, takes: dict[str, Parameter]) -> tuple[tuple[str, Kind], ...]:
    return (_YOU, *((scope.bind(p.name, p.kind).name, p.kind) for p in takes.values()))


def syntax_finding(program: Program, scalar: Scalar, problem: ScriptError) -> None:
    span = Source(scalar).span(problem.at)
    program.model.report(problem.code, problem.message, span, problem.help)


def read_formula(program: Program, scope: Scope, scalar: Scalar, gives: Kind) -> ir.Expr | None:
    try:
        return expect(scope, parse_formula(scalar.text), gives)
    except ScriptError as problem:
        syntax_finding(program, scalar, problem)
    except Misfit as problem:
        problem.report(program.model, scalar)
    return None


def as_written(scalar: Scalar) -> str:
    """A formula or rule on one line, with its place."""
    return f"{' '.join(scalar.text.split())}  ({scalar.span.file}:{scalar.span.line})"

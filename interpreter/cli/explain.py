"""`barrage explain ID`: what a rule says, in words made from the rule itself."""

from __future__ import annotations

import re
from typing import Any, Final

import click

from interpreter import Ruleset
from interpreter.check.pages import page_of
from interpreter.cli.common import (
    Refusal,
    format_option,
    lang_option,
    open_packs,
    packs_option,
    print_json,
)
from interpreter.cli.defaults import verb
from interpreter.codes import CODES
from interpreter.findings import did_you_mean
from interpreter.prose import Explainer, references
from interpreter.prose.references import Reference, mentions

_CODE = re.compile(r"(?i:BR)\d{4}")


@click.command(
    "explain",
    cls=verb("explain ID", "explain ID --lang it", "explain ID --reverse", "explain BR0303"),
)
@click.argument("name", metavar="ID")
@click.option("--reverse", is_flag=True, help="List the lines of the packs that refer to ID.")
@packs_option
@lang_option
@format_option
def command(name: str, reverse: bool, packs: tuple[str, ...], lang: str, form: str) -> None:
    """Explain a tile, space, officer, procedure, quantity, event or rule in plain words.

    The text is made from the rule itself, so the two cannot disagree. For the code of a finding,
    its page is printed.
    """
    if _CODE.fullmatch(name):
        _show_page(name.upper(), form)
        return
    ruleset = open_packs(packs)
    if reverse:
        _show_references(ruleset, name, form)
        return
    told = Explainer(ruleset, lang).explain(name)
    if form == "json":
        print_json({"id": name, "lang": lang, "text": told.text, "missing": list(told.gaps)})
    else:
        click.echo(told.text)


#: places in examples that are named
_SHOWN: Final = 5


def _show_page(code: str, form: str) -> None:
    if code not in CODES:
        close = did_you_mean(code, CODES)
        raise Refusal(f"there is no finding {code}" + (f"; did you mean {close}?" if close else ""))
    page = page_of(code) or f"# {code}: {CODES[code]}\n"
    if form == "json":
        print_json({"code": code, "title": CODES[code], "page": page})
    else:
        click.echo(page, nl=not page.endswith("\n"))


def _show_references(ruleset: Ruleset, name: str, form: str) -> None:
    if name not in known_names(ruleset):
        close = did_you_mean(name, known_names(ruleset))
        raise Refusal(
            f"nothing has the id `{name}`" + (f"; did you mean `{close}`?" if close else "")
        )
    found = references(ruleset.merged, name)
    if form == "json":
        print_json([as_data(one) for one in found])
        return
    for one in found:
        click.echo(f"{one.span.file}:{one.span.line}: {one.address}: {one.line}")
    if not found:
        click.echo(f"nothing refers to {name}", err=True)
    others = mentions(ruleset.merged, name)
    if others:
        places = list(dict.fromkeys(f"{one.span.file}:{one.span.line}" for one in others))
        shown = ", ".join(places[:_SHOWN]) + (", …" if len(places) > _SHOWN else "")
        click.echo(f"examples and the like name it at {shown}", err=True)


def known_names(ruleset: Ruleset) -> set[str]:
    """Whatever can be referred to."""
    model = ruleset.model
    named = (model.elements, model.types, model.procedures, model.quantities, model.events)
    return {name for group in named for name in group} | set(model.rules)


def as_data(one: Reference) -> dict[str, Any]:
    """A reference for programs."""
    return {
        "address": one.address,
        "file": one.span.file,
        "line": one.span.line,
        "column": one.span.column,
        "text": one.line,
    }

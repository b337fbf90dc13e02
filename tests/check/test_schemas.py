"""`schemas/`: valid, used by the checker, and never at odds with a general validator."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource

from interpreter.check.structure import UNDERSTOOD, misfits, schema_of
from interpreter.model import build
from interpreter.packs import Mapping, Node, plain, read_yaml

ROOT = Path(__file__).parents[2]
SCHEMAS = sorted((ROOT / "schemas").glob("*.json"))
HAND_WRITTEN = [path for path in SCHEMAS if path.name != "file.json"]
RULES = sorted(path for path in (ROOT / "rules").rglob("*.yaml"))
BROKEN = sorted((ROOT / "tests" / "packs" / "broken").rglob("rules.yaml"))


def load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="module")
def registry() -> Registry[Any]:
    made: Registry[Any] = Registry()
    for path in SCHEMAS:
        resource = Resource.from_contents(load(path))
        made = made.with_resource(
            f"https://example.org/barrage-rules/schemas/{path.name}", resource
        )
    return made


def validator(name: str, registry: Registry[Any]) -> jsonschema.Draft202012Validator:
    schema = load(ROOT / "schemas" / f"{name}.json")
    return jsonschema.Draft202012Validator(schema, registry=registry)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_a_schema_is_one(path: Path) -> None:
    schema = load(path)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]
    for example in schema.get("examples", ()):
        jsonschema.Draft202012Validator(schema).validate(example)


def properties(schema: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property at any depth, with the way to it."""
    if isinstance(schema, list):
        for number, child in enumerate(schema):
            yield from properties(child, f"{path}[{number}]")
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key == "properties":
            for name, child in value.items():
                yield f"{path}.{name}", child
                yield from properties(child, f"{path}.{name}")
        elif key not in ("examples", "enum", "const", "required"):
            yield from properties(value, path)


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_every_property_is_described(path: Path) -> None:
    """Hover shows it; what is said elsewhere (`$ref`) is described there."""
    silent = [
        where
        for where, schema in properties(load(path), path.stem)
        if "$ref" not in schema and not schema.get("description")
    ]
    assert silent == []


def test_completion_offers_what_the_packs_write() -> None:
    contract = load(ROOT / "schemas" / "file.json")["properties"]["contracts"]["items"]
    shown = {name: field.get("examples") for name, field in contract["properties"].items()}
    assert shown["pile"] and shown["energy"] and shown["reward"]


@pytest.mark.parametrize("path", HAND_WRITTEN, ids=lambda path: path.stem)
def test_a_schema_says_only_what_the_checker_understands(path: Path) -> None:
    def words(schema: Any) -> Iterator[str]:
        for key, value in schema.items() if isinstance(schema, dict) else ():
            yield key
            if key == "properties":
                for child in value.values():
                    yield from words(child)
            elif key == "anyOf":
                for child in value:
                    yield from words(child)
            elif key in ("items", "additionalProperties", "propertyNames"):
                yield from words(value)

    said = set(words(load(path)))
    assert said <= UNDERSTOOD | {"$schema", "$id", "title", "description", "examples"}
    assert load(path)["examples"], "completion and hover need an example"


@pytest.mark.parametrize("path", RULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_real_packs_fit(path: Path, registry: Registry[Any]) -> None:
    node, findings = read_yaml(path.read_bytes(), str(path))
    assert node is not None
    assert findings == []
    name = "pack" if path.name == "pack.yaml" else "file"
    errors = [error.message for error in validator(name, registry).iter_errors(plain(node))]
    assert errors == []


def sections(path: Path) -> Iterator[tuple[str, Node]]:
    node, _ = read_yaml(path.read_bytes(), str(path))
    for section, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if schema_of(section) is not None and section != "file":
            yield section, entry


@pytest.mark.parametrize(
    "path", [*BROKEN, *RULES], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_the_checker_and_a_general_validator_agree(path: Path, registry: Registry[Any]) -> None:
    for section, node in sections(path):
        schema = schema_of(section)
        assert schema is not None
        ours = list(misfits(node, schema, section))
        theirs = list(validator(section, registry).iter_errors(plain(node)))
        assert bool(ours) == bool(theirs), (section, ours, theirs)


@pytest.mark.parametrize("section", "procedures quantities events rules invariants".split())
def test_a_schema_has_the_keys_that_the_model_reads(section: str) -> None:
    words = {
        "procedures": build._PROCEDURE,
        "quantities": build._QUANTITY,
        "events": build._EVENT,
        "rules": build._RULE,
        "invariants": build._INVARIANT,
    }[section]
    schema = load(ROOT / "schemas" / f"{section}.json")
    assert set(schema["items"]["properties"]) == set(words)


def test_the_schema_of_files_is_up_to_date() -> None:
    words = "import make_schemas as m; assert m.FILE.read_text('utf-8') == m.make()"
    done = subprocess.run(
        [sys.executable, "-c", words],
        cwd=ROOT / "tools",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, "run tools/make_schemas.py\n" + done.stderr

"""The merged packs as one YAML document; put beside a manifest, it is a pack again."""

from __future__ import annotations

from typing import Any, Final

import yaml

from interpreter.compare.sides import Side
from interpreter.packs import plain
from interpreter.packs.sections import MAPPING_SECTIONS

_WIDTH: Final = 120


class _Dumper(yaml.SafeDumper):
    """Scripts as blocks, truth values as packs write them, no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


def _text(dumper: yaml.SafeDumper, data: str) -> yaml.ScalarNode:
    style = "|" if "\n" in data else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)


def _truth(dumper: yaml.SafeDumper, data: bool) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:bool", "yes" if data else "no")


_Dumper.add_representer(str, _text)
_Dumper.add_representer(bool, _truth)


def resolved(side: Side) -> dict[str, Any]:
    """All sections as plain data, as a pack would write them."""
    sections: dict[str, Any] = {}
    for name, nodes in side.merged.sections.items():
        if name in MAPPING_SECTIONS:
            sections[name] = {key: plain(node) for key, node in nodes.items()}
        else:
            sections[name] = [plain(node) for node in nodes.values()]
    return sections


def resolved_yaml(side: Side) -> str:
    """The same, as text: the same packs always give the same characters."""
    lines = ["# The rules that these packs come to together:"]
    lines += [f"# {one['pack']} {one['version']} {one['digest']}" for one in side.identity]
    parts = [_dumped({name: content}) for name, content in resolved(side).items()]
    return "\n".join(lines) + "\n\n" + "\n".join(parts)


def _dumped(data: dict[str, Any]) -> str:
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH)

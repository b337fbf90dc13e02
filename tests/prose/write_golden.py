"""Write tests/prose/golden.yaml anew from what `explain` says now.

    python tests/prose/write_golden.py [ID...]

Without ids, the entries that are there are written again. Read every change before committing it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from interpreter import load
from interpreter.packs import plain, read_yaml
from interpreter.prose import LANGUAGES, Explainer

GOLDEN = Path(__file__).parent / "golden.yaml"
PACKS = ("base", "leeghwater")
HEAD = """\
# What `explain` says about some elements of base and leeghwater, word for word.
# Written by `python tests/prose/write_golden.py`; read every change before committing it.
"""


def golden() -> dict[str, dict[str, str]]:
    """Id to language to text."""
    root, _ = read_yaml(GOLDEN.read_text(encoding="utf-8"), GOLDEN.name)
    assert root is not None
    return plain(root)  # type: ignore[return-value]


def write(ids: list[str]) -> None:
    ruleset = load(*PACKS)
    explainers = {lang: Explainer(ruleset, lang) for lang in LANGUAGES}
    lines = [HEAD.rstrip("\n")]
    for name in ids:
        lines.append(f"{name}:")
        for lang, explainer in explainers.items():
            text = explainer.explain(name).text
            lines += [f"  {lang}: |-", *(f"    {line}" for line in text.split("\n"))]
    GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write([*dict.fromkeys([*golden(), *sys.argv[1:]])])

"""Fragments of SVG from packs: only shapes and paints come through, never code or links."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from interpreter.view.reading import ViewError

TAGS = frozenset(
    "g path rect circle ellipse line polyline polygon text tspan title "
    "linearGradient radialGradient stop pattern clipPath marker".split()
)
ATTRIBUTES = re.compile(
    r"^(id|class|d|x|y|x1|x2|y1|y2|r|rx|ry|cx|cy|fx|fy|width|height|points|transform|offset|color|"
    r"opacity|viewBox|fill(-\w+)?|stroke(-\w+)*|stop-(color|opacity)|font-\w+|text-anchor|"
    r"letter-spacing|gradient(Units|Transform)|pattern(Units|ContentUnits|Transform)|clip-path|"
    r"orient|refX|refY|marker\w+)$"
)
#: a colour or shape defined in the same file is all that may be referred to
FAR = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:|expression\(|</", re.IGNORECASE)


def fragment(text: str, where: str) -> str:
    """Check a piece of SVG and give it back, or say what is wrong with it."""
    try:
        tree = ET.fromstring(f"<g>{text}</g>")
    except ET.ParseError as error:
        raise ViewError(f"{where}: not well-formed SVG: {error}") from None
    for node in tree.iter():
        if node.tag not in TAGS:
            raise ViewError(f"{where}: <{node.tag}> is not allowed in a drawing")
        for name, value in node.attrib.items():
            if not ATTRIBUTES.match(name) or FAR.search(value):
                raise ViewError(f"{where}: {name}={value!r} is not allowed in a drawing")
    return text.strip()


def style_sheet(text: str, where: str) -> str:
    """Check a style sheet and give it back."""
    if FAR.search(text) or "<" in text:
        raise ViewError(f"{where}: a style sheet may not load anything or leave its element")
    return text.strip()

"""The registry of diagnostic codes.

A code never changes its meaning and is never reused: people put codes into suppressions,
search for them and link to their pages. The first two digits name the area:

01 YAML, 02 structure of files, 03 language, 04 references, 05 graphs, 06 texts,
07 examples, 08 packs and how they are merged, 09 lints.
"""

from __future__ import annotations

from typing import Final

#: Every code a finding may carry, with its short title.
CODES: Final[dict[str, str]] = {
    # 01 YAML
    "BR0101": "not valid YAML",
    "BR0102": "file too large",
    "BR0103": "not UTF-8 text",
    "BR0104": "forbidden character",
    "BR0105": "nested too deeply",
    "BR0106": "too many values in one file",
    "BR0107": "unknown alias",
    "BR0108": "alias inside the value it stands for",
    "BR0109": "duplicate key",
    "BR0110": "key is not a word",
    "BR0111": "key that other YAML readers take for yes or no",
    "BR0112": "YAML tag",
    "BR0113": "YAML merge key",
    "BR0114": "number not in plain decimal",
    "BR0115": "text that other YAML readers take for a time",
    "BR0116": "several documents in one file",
    "BR0117": "number too long",
    "BR0118": "file cannot be read",
    # 02 structure of files
    "BR0201": "not the structure expected here",
    "BR0202": "unknown key",
    "BR0203": "not a type",
    "BR0204": "unknown section",
    "BR0205": "missing key",
    "BR0206": "wrong kind of value",
    "BR0207": "not a valid name",
    "BR0208": "file ignored because of its name",
    "BR0209": "duplicate id",
    "BR0210": "same id in two sections",
    # 03 language
    "BR0301": "not a sentence of the language",
    "BR0302": "unknown word",
    "BR0303": "value of the wrong type",
    "BR0304": "wrong values handed over",
    "BR0305": "only state can be changed",
    # 04 references
    "BR0401": "unknown name",
    "BR0402": "plural used twice",
    "BR0403": "name used twice",
    "BR0404": "reference to the wrong kind of thing",
    "BR0405": "rule without a bearer",
    "BR0406": "event that nobody raises",
    "BR0407": "grant that no choice offers",
    # 05 graphs
    "BR0501": "not the structure of a graph",
    # 08 packs and how they are merged
    "BR0801": "pack not found",
    "BR0802": "not a pack",
    "BR0803": "pack under another name",
    "BR0804": "packs require each other in a circle",
    "BR0805": "pack has the wrong version",
    "BR0806": "packs that cannot be used together",
    "BR0807": "not a version",
    "BR0808": "two packs of the same name",
    "BR0810": "id exists already in another pack",
    "BR0811": "type has such an entry already",
    "BR0812": "a type of another pack can only be added to",
    "BR0813": "nothing there to change",
    "BR0814": "found something else than expected",
    "BR0815": "changed by two packs without an order",
    "BR0816": "malformed change",
    "BR0817": "changed twice in one pack",
}

"""Fenced blocks of a document, and how to run them.

A document begins with the files of a small pack (```yaml mini/game.yaml). Every other block is run
in that pack: ```yaml pack is a second pack over it, ```effect a script of player_1, ```formula a
list of expressions, ```prose what `explain` says. `above` behind the kind adds the packs of the
blocks in front of it, up to the last heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from interpreter import DeadEnd, Game, PackError, Ruleset, load
from interpreter.engine.game import RuleFault
from interpreter.packs import Mapping, Scalar, read_yaml
from interpreter.prose import explain

FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S)
HEADING = re.compile(r"^#+ (?P<title>.*)$", re.M)
#: what a comment of an example may ask for
WISH = re.compile(r"#\s*(?P<what>->|options|play|impossible|fault|error)\s*(?P<rest>.*)")
YOU = "player_1"


@dataclass
class Block:
    """One fenced block and where it stands."""

    kind: str
    words: tuple[str, ...]
    text: str
    line: int
    heading: str
    #: packs of the blocks in front of it, if it asks for them
    packs: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """For messages and ids of tests."""
        return f"{self.kind} at line {self.line}"


def read_blocks(document: Path) -> list[Block]:
    """Every fenced block of a document in order."""
    text = document.read_text(encoding="utf-8")
    blocks: list[Block] = []
    for found in FENCE.finditer(text):
        words = found["info"].split()
        line = text.count("\n", 0, found.start()) + 1
        headings = [h["title"] for h in HEADING.finditer(_outside(text[: found.start()]))]
        heading = headings[-1] if headings else ""
        kind, rest = _kind(words)
        block = Block(kind, rest, found["text"], line, heading)
        if "above" in rest:
            block.packs = [b.text for b in blocks if b.kind == "pack" and b.heading == heading]
        blocks.append(block)
    return blocks


def _outside(text: str) -> str:
    """The text without its fenced blocks, whose comments look like headings."""
    return FENCE.sub("", text)


def _kind(words: list[str]) -> tuple[str, tuple[str, ...]]:
    if words[:1] == ["yaml"] and len(words) > 1:
        return ("pack", tuple(words[2:])) if words[1] == "pack" else ("file", tuple(words[1:]))
    return (words[0] if words else "text"), tuple(words[1:])


@dataclass
class Workshop:
    """Builds packs around snippets in a folder and runs them."""

    folder: Path
    blocks: list[Block]

    def mini(self) -> Path:
        """The small pack of the document, written once."""
        for block in self.blocks:
            if block.kind == "file":
                path = self.folder / block.words[0]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
        return self.folder / "mini"

    def load(self, *texts: str) -> Ruleset:
        """The small pack with each text as a file of another pack over it."""
        mini, extra = self.mini(), self.folder / "extra"
        extra.mkdir(exist_ok=True)
        for old in extra.glob("*.yaml"):
            old.unlink()
        (extra / "pack.yaml").write_text(
            'pack: extra\nversion: 1.0.0\nrequires: {mini: ">=1"}\n', encoding="utf-8"
        )
        for number, text in enumerate(texts):
            (extra / f"part_{number}.yaml").write_text(text, encoding="utf-8")
        return load(str(mini), str(extra))

    def run(self, block: Block) -> None:
        """Check everything a block says about itself."""
        match block.kind:
            case "file":
                self.load()
            case "pack":
                self._pack(block)
            case "effect":
                self._effect(block)
            case "formula":
                for line in block.text.splitlines():
                    if line.strip():
                        self._formula(block, line)
            case "prose":
                self._prose(block)
            case _:
                raise AssertionError(f"{block.name}: nothing runs this")

    def ruleset(self, block: Block) -> Ruleset:
        """The rules a block is about: its formulas are quantities, its script a procedure."""
        match block.kind:
            case "pack":
                return self.load(*block.packs, block.text)
            case "effect":
                return self.load(*block.packs, _procedure(block.text))
            case "formula":
                wishes = [(line, WISH.search(line)) for line in block.text.splitlines()]
                told = [line[: found.start()].strip() for line, found in wishes if found]
                return self.load(*block.packs, _conditions([f"({one}) = ({one})" for one in told]))
        return self.load(*block.packs)

    # ---- the kinds -----------------------------------------------------------

    def _pack(self, block: Block) -> None:
        packs = [*block.packs, block.text]
        codes = [found["rest"] for found in WISH.finditer(block.text) if found["what"] == "error"]
        if codes:
            self._refused(packs, codes)
        else:
            self.load(*packs)

    def _effect(self, block: Block) -> None:
        script, wishes = _split(block.text)
        codes = [rest for what, rest in wishes if what == "error"]
        conditions = [rest for what, rest in wishes if what == "->"]
        packs = [*block.packs, _procedure(script), _conditions(conditions)]
        if codes:
            self._refused(packs, codes)
            return
        self._play(block, self.load(*packs), wishes)

    def _play(self, block: Block, ruleset: Ruleset, wishes: list[tuple[str, str]]) -> None:
        game = ruleset.new_game(players=2, seed=1)
        for wish, error in (("impossible", DeadEnd), ("fault", RuleFault)):
            if (wish, "") in wishes:
                try:
                    game.run("example", you=YOU)
                except error:
                    return
                raise AssertionError(f"{block.name}: this is no {wish}")
        game.run("example", you=YOU)
        number = 0
        for what, rest in wishes:
            if what == "options":
                _options(block, game, rest)
            elif what == "play":
                game.play(rest)
            else:
                holds = game.ask(f"condition_{number}", you=YOU)
                assert holds, f"{block.name}: `{rest}` does not hold\n{game.snapshot()}"
                number += 1

    def _formula(self, block: Block, line: str) -> None:
        found = WISH.search(line)
        assert found, f"{block.name}: `{line}` does not say what it gives"
        expression = line[: found.start()].strip()
        if found["what"] == "error":
            self._refused([*block.packs, _conditions([f"({expression}) = 0"])], [found["rest"]])
            return
        condition = f"({expression}) = ({found['rest']})"
        game = self.load(*block.packs, _conditions([condition])).new_game(players=2, seed=1)
        assert game.ask("condition_0", you=YOU), f"{block.name}: `{line}` is not so"

    def _prose(self, block: Block) -> None:
        """`id.lang: what explain says about it`."""
        ruleset = self.load(*block.packs)
        root, _ = read_yaml(block.text, block.name)
        assert isinstance(root, Mapping)
        for key, node in root.entries.items():
            name, _, lang = key.rpartition(".")
            assert isinstance(node, Scalar)
            assert explain(ruleset, name, lang) == node.text

    def _refused(self, packs: list[str], codes: list[str]) -> None:
        try:
            self.load(*packs)
        except PackError as error:
            assert [finding.code for finding in error.findings] == codes, str(error)
        else:
            raise AssertionError(f"no finding {codes}")


def _options(block: Block, game: Game, rest: str) -> None:
    wanted = [word.strip() for word in rest.split("|") if word.strip()]
    decision = game.decision
    found = [option.id for option in decision.options] if decision is not None else []
    assert found == wanted, f"{block.name}: options are {found}"


def _split(text: str) -> tuple[str, list[tuple[str, str]]]:
    """A script, and the wishes in its comments in order."""
    wishes = [(found["what"], found["rest"].strip()) for found in WISH.finditer(text)]
    return text, wishes


def _procedure(script: str) -> str:
    body = "".join(f"      {line}\n" for line in script.splitlines())
    return f"procedures:\n  - id: example\n    script: |\n{body}"


def _conditions(conditions: list[str]) -> str:
    if not conditions:
        return "quantities: []\n"
    return "quantities:\n" + "".join(
        f"  - id: condition_{number}\n    gives: yes_no\n    value: |\n      {text}\n"
        for number, text in enumerate(conditions)
    )

"""Packs that are broken in every way give one clear finding, whatever is done with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from interpreter import PackError, load
from interpreter.check import validate
from interpreter.cli.main import main
from interpreter.findings import errors_in

BASE = 'requires: {base: ">=1.0,<2"}'


def pack(folder: Path, text: str | bytes = "", manifest: str = BASE) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    head = f"pack: {folder.name}\nversion: 1.0.0\n{manifest}\n"
    (folder / "pack.yaml").write_text(head, encoding="utf-8")
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "rules.yaml").write_bytes(data)
    return folder


def missing_parent(where: Path) -> list[Path]:
    return [pack(where / "child", manifest='requires: {nobody_has_this: ">=1"}')]


def cycle(where: Path) -> list[Path]:
    one = pack(where / "one", manifest='requires: {two: ">=1"}')
    pack(where / "two", manifest='requires: {one: ">=1"}')
    return [one]


def version_clash(where: Path) -> list[Path]:
    return [pack(where / "child", manifest='requires: {base: ">=99"}')]


def patch_without_match(where: Path) -> list[Path]:
    text = "changes: [{patch: contracts.green_99.energy, was: 2, to: 3}]"
    return [pack(where / "child", text)]


def patch_of_something_else(where: Path) -> list[Path]:
    text = "changes: [{patch: contracts.green_01.energy, was: 7, to: 3}]"
    return [pack(where / "child", text)]


def double_change(where: Path) -> list[Path]:
    text = "changes: [{{patch: contracts.green_01.energy, was: 2, to: {}}}]"
    return [pack(where / name, text.format(n)) for n, name in ((4, "one"), (5, "two"))]


def id_taken(where: Path) -> list[Path]:
    text = "contracts: [{id: green_01, pile: green, energy: 2, reward: gain 2 vp}]"
    return [pack(where / "child", text)]


def id_twice(where: Path) -> list[Path]:
    one = "  - {id: mine, name: {en: a, it: b}, pile: green, energy: 2, reward: gain 1 vp}\n"
    return [pack(where / "child", f"contracts:\n{one}{one}")]


def wrong_kind_of_file(where: Path) -> list[Path]:
    return [pack(where / "child", "- just\n- a list\n")]


def empty_manifest(where: Path) -> list[Path]:
    folder = pack(where / "child")
    (folder / "pack.yaml").write_text("")
    return [folder]


def binary(where: Path) -> list[Path]:
    return [pack(where / "child", bytes(range(256)) * 8)]


def huge(where: Path) -> list[Path]:
    return [pack(where / "child", b"# " + b"x" * 50_000_000)]


def alias_bomb(where: Path) -> list[Path]:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for n in range(1, 12):
        lines.append(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]")
    return [pack(where / "child", "\n".join(lines))]


BROKEN: dict[str, tuple[Callable[[Path], list[Path]], str]] = {
    "missing parent": (missing_parent, "BR0801"),
    "cycle": (cycle, "BR0804"),
    "version clash": (version_clash, "BR0805"),
    "patch without match": (patch_without_match, "BR0813"),
    "patch of something else": (patch_of_something_else, "BR0814"),
    "double change": (double_change, "BR0815"),
    "id taken": (id_taken, "BR0810"),
    "id twice": (id_twice, "BR0209"),
    "wrong kind of file": (wrong_kind_of_file, "BR0201"),
    "empty manifest": (empty_manifest, "BR0201"),
    "binary": (binary, "BR0103"),
    "50 MB": (huge, "BR0102"),
    "alias bomb": (alias_bomb, "BR0106"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_one_clear_finding(name: str, tmp_path: Path) -> None:
    make, code = BROKEN[name]
    folders = make(tmp_path)
    errors = errors_in(validate(folders))
    assert [finding.code for finding in errors] == [code], "\n".join(map(str, errors))
    finding = errors[0]
    assert finding.message
    assert not finding.message.startswith("Traceback")
    assert str(tmp_path) in str(Path(finding.span.file).resolve()), "it points at the pack"


@pytest.mark.parametrize("name", BROKEN)
def test_loading_says_the_same(name: str, tmp_path: Path) -> None:
    make, code = BROKEN[name]
    folders = make(tmp_path)
    with pytest.raises(PackError) as caught:
        load(*folders)
    assert [finding.code for finding in errors_in(caught.value.findings)] == [code]


VERBS: dict[str, Callable[[list[str]], list[str]]] = {
    "validate": lambda names: ["validate", *names],
    "play": lambda names: ["play", "--bots", "--packs", ",".join(names)],
    "simulate": lambda names: ["simulate", "--games", "1", "--packs", ",".join(names)],
    "show": lambda names: ["show", "--resolved", *names],
    "why": lambda names: ["why", "green_01", "--packs", ",".join(names)],
    "diff": lambda names: ["diff", "base", "+".join(names)],
    "new-pack": lambda names: ["new-pack", "fresh", *(w for n in names for w in ("--over", n))],
}


@pytest.mark.parametrize("name", [name for name in BROKEN if name != "50 MB"])
@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_ends_in_a_traceback(
    verb: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make, code = BROKEN[name]
    words = VERBS[verb]([str(folder) for folder in make(tmp_path)])
    result = CliRunner().invoke(main, words)
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    told = result.exit_code in (1, 2) and code in result.output
    # A new pack over one whose content is wrong is still a pack: validate will tell.
    assert told or verb == "new-pack", result.output


def test_an_empty_file_is_no_mistake(tmp_path: Path) -> None:
    assert errors_in(validate([pack(tmp_path / "child")])) == []

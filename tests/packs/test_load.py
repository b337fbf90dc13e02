"""Finding packs, reading them and putting them in order."""

from __future__ import annotations

import os
import re
import sys
import time
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from packaging.version import Version

from interpreter.findings import Finding, PackError
from interpreter.packs import find, find_pack, known_packs, load_packs, read_packs
from interpreter.packs.folder import read_pack
from interpreter.packs.source import plain


def make(folder: Path, manifest: str = "", **files: str) -> Path:
    """A pack named like its folder; keyword `contracts` is the file contracts.yaml."""
    folder.mkdir(parents=True, exist_ok=True)
    text = f"pack: {folder.name}\nversion: 1.0.0\n{manifest}\n"
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(content, encoding="utf-8")
    return folder


def refused(*names: str | Path) -> list[Finding]:
    with pytest.raises(PackError) as caught:
        load_packs(names)
    return list(caught.value.findings)


def codes(findings: list[Finding]) -> list[str]:
    return [finding.code for finding in findings]


# ---- finding -----------------------------------------------------------------


def test_find_by_path(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine")
    assert find_pack(folder) == folder
    assert find_pack(str(folder)) == folder
    assert find_pack(folder / "pack.yaml") == folder


def test_find_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "checkout" / "interpreter"
    make(tmp_path / "checkout" / "rules" / "one")
    make(package / "_data" / "rules" / "two")
    monkeypatch.setattr(find, "_PACKAGE", package)
    assert find_pack("one") == tmp_path / "checkout" / "rules" / "one"
    assert find_pack("two") == package / "_data" / "rules" / "two"
    assert list(known_packs()) == ["one", "two"]


def test_base_is_known() -> None:
    assert find_pack("base") == known_packs()["base"]


def test_find_by_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "desert_distribution"
    make(package / "data" / "desert")
    # Packs are data: looking for one must not run anything.
    (package / "__init__.py").write_text("raise AssertionError('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    points = EntryPoints(
        [
            EntryPoint("desert", "desert_distribution:data.desert", find.ENTRY_POINTS),
            EntryPoint("broken", "no_such_package_at_all:x", find.ENTRY_POINTS),
        ]
    )
    monkeypatch.setattr(find, "entry_points", points.select)
    assert find_pack("desert") == package / "data" / "desert"
    assert known_packs()["desert"] == package / "data" / "desert"
    assert "broken" not in known_packs()
    assert "desert_distribution" not in sys.modules


def test_unknown_pack() -> None:
    (finding,) = refused("bsae")
    assert finding.code == "BR0801"
    assert finding.message == "there is no pack `bsae`"
    assert finding.suggestion == "base"
    assert "base" in (finding.help or "")
    assert str(finding).startswith("<arguments>: error BR0801")


@pytest.mark.parametrize("name", ["", "../base", "a\0b", "x" * 5000, "Base!", "/etc/passwd"])
def test_odd_names(name: str) -> None:
    assert codes(refused(name)) in (["BR0801"], ["BR0802"])


def test_folder_without_manifest(tmp_path: Path) -> None:
    (finding,) = refused(tmp_path)
    assert finding.code == "BR0802"
    assert "pack.yaml" in finding.message


# ---- reading -----------------------------------------------------------------


def test_manifest(tmp_path: Path) -> None:
    make(tmp_path / "base")
    folder = make(
        tmp_path / "mine",
        "title: {en: Mine, it: Mio}\nrequires: {base: '>=1.0,<2'}\nconflicts: [other]\n"
        "after: [third]\nmodes: [full]\nplayers: {min: 2, max: 4}\n"
        "start: {setup: begin, play: rounds}",
    )
    *_, pack = load_packs([tmp_path / "base", folder])
    manifest = pack.manifest
    assert (manifest.pack, manifest.version) == ("mine", Version("1.0.0"))
    assert manifest.title == {"en": "Mine", "it": "Mio"}
    assert str(manifest.requires["base"]) in (">=1.0,<2", "<2,>=1.0")
    assert (manifest.conflicts, manifest.after) == (("other",), ("third",))
    assert manifest.modes == ("full",)
    assert manifest.players == (2, 4)
    assert manifest.start == {"setup": "begin", "play": "rounds"}
    assert manifest.place("requires.base").line == 4


def test_version_that_looks_like_a_number(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text("pack: mine\nversion: 1.10\n")
    (pack,) = load_packs([folder])
    assert pack.manifest.version == Version("1.10")


WRONG_MANIFESTS = {
    "empty": ("", ["BR0201"]),
    "list": ("- a", ["BR0201"]),
    "not YAML": ("pack: [", ["BR0101"]),
    "no name": ("version: 1.0", ["BR0205"]),
    "no version": ("pack: mine", ["BR0205"]),
    "bad name": ("pack: My Pack\nversion: 1.0", ["BR0207"]),
    "bad version": ("pack: mine\nversion: newest", ["BR0807"]),
    "typo": ("pack: mine\nversion: 1.0\nrequire: {base: '>=1'}", ["BR0202"]),
    "bad range": ("pack: mine\nversion: 1.0\nrequires: {base: about 1}", ["BR0807"]),
    "requires as list": ("pack: mine\nversion: 1.0\nrequires: [base]", ["BR0201"]),
    "players": ("pack: mine\nversion: 1.0\nplayers: {min: 4, max: 2}", ["BR0206"]),
    "modes": ("pack: mine\nversion: 1.0\nmodes: full", ["BR0201"]),
    "several": ("pack: mine\nversion: x\nmodes: [[]]\nstrat: {}", ["BR0202", "BR0807", "BR0206"]),
}


@pytest.mark.parametrize("name", WRONG_MANIFESTS)
def test_wrong_manifests(tmp_path: Path, name: str) -> None:
    text, expected = WRONG_MANIFESTS[name]
    make(tmp_path / "base")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.yaml").write_text(text)
    assert codes(refused(tmp_path / "base", folder)) == expected


def test_typo_in_manifest_is_explained(tmp_path: Path) -> None:
    (finding,) = refused(make(tmp_path / "mine", "confilcts: []"))
    assert finding.message == "pack.yaml has no `confilcts`"
    assert finding.suggestion == "conflicts"
    assert finding.span.line == 3


def test_documents_are_sorted_and_in_subfolders_too(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine", b="x: []", a="y: []", empty="# nothing yet")
    make(folder / "procedures").joinpath("pack.yaml").unlink()
    (folder / "procedures" / "c.yaml").write_text("procedures: []")
    (folder / ".hidden").mkdir()
    (folder / ".hidden" / "d.yaml").write_text("[[[")
    (folder / "notes.txt").write_text("not read")
    (pack,) = load_packs([folder])
    names = [document.path.relative_to(folder).as_posix() for document in pack.documents]
    assert names == ["a.yaml", "b.yaml", "procedures/c.yaml"]
    assert plain(pack.documents[0].root) == {"y": []}


def test_files_are_shown_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path / "mine", a="x: []")
    monkeypatch.chdir(tmp_path)
    (pack,) = load_packs(["mine"])
    assert pack.documents[0].file == "mine/a.yaml"


def test_other_ending_is_a_warning(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine")
    (folder / "a.yml").write_text("x: []")
    (pack,) = load_packs([folder])
    (finding,) = pack.findings
    assert (finding.code, finding.severity) == ("BR0208", "warning")


def test_everything_wrong_is_reported_at_once(tmp_path: Path) -> None:
    one = make(tmp_path / "one", a="x: [", b="- 1", c="x: 1\nx: 2")
    two = make(tmp_path / "two", a="x: \0")
    assert codes(refused(one, two, "bsae")) == ["BR0101", "BR0201", "BR0109", "BR0104", "BR0801"]


@pytest.mark.skipif(os.name == "nt", reason="needs sparse files")
def test_huge_file_in_a_pack(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine", a="")
    os.truncate(folder / "a.yaml", 50_000_000)
    start = time.perf_counter()
    assert codes(refused(folder)) == ["BR0102"]
    assert time.perf_counter() - start < 5


def test_unreadable_file(tmp_path: Path) -> None:
    folder = make(tmp_path / "mine")
    (folder / "a.yaml").symlink_to(folder / "nowhere")
    (folder / "b.yaml").mkdir()
    os.mkfifo(folder / "c.yaml")  # opening it would wait for ever
    found = refused(folder)
    assert codes(found) == ["BR0118"] * 3
    assert [finding.message for finding in found] == [
        "cannot be read: No such file or directory",
        "cannot be read: this is a folder",
        "cannot be read: this is no file",
    ]


def test_digest(tmp_path: Path) -> None:
    def digest(folder: Path) -> str:
        pack, _ = read_pack(folder)
        assert pack is not None
        return pack.digest

    one = make(tmp_path / "x" / "mine", a="x: []", b="y: []")
    first = digest(one)
    assert re.fullmatch("[0-9a-f]{64}", first)
    (one / "notes.txt").write_text("no rule")
    assert digest(one) == first
    assert digest(make(tmp_path / "z" / "mine", b="y: []", a="x: []")) == first
    (one / "b.yaml").rename(one / "c.yaml")
    second = digest(one)
    (one / "c.yaml").write_text("y: [] # changed")
    assert len({first, second, digest(one)}) == 3


# ---- order -------------------------------------------------------------------


def order(*names: str | Path) -> list[str]:
    return [pack.name for pack in load_packs(names)]


def test_parents_are_added_and_come_first(tmp_path: Path) -> None:
    make(tmp_path / "root")
    make(tmp_path / "middle", "requires: {root: '>=1'}")
    leaf = make(tmp_path / "leaf", "requires: {middle: '>=1'}")
    assert order(leaf) == ["root", "middle", "leaf"]


def test_the_order_given_does_not_matter(tmp_path: Path) -> None:
    root = make(tmp_path / "root")
    folders = {name: make(tmp_path / name, "requires: {root: '>=1'}") for name in "abc"}
    assert order(folders["c"], folders["a"], folders["b"]) == ["root", "a", "b", "c"]
    assert order(folders["b"], root, folders["a"]) == ["root", "a", "b"]


SETTINGS = {
    "players": ("players: {min: 2, max: 5}", "players: {min: 2, max: 3}"),
    "start": ("start: {setup: mine}", "start: {setup: yours}"),
}


@pytest.mark.parametrize("key", SETTINGS)
def test_settings_need_an_order(tmp_path: Path, key: str) -> None:
    first, second = SETTINGS[key]
    one, two = make(tmp_path / "one", first), make(tmp_path / "two", second)
    (finding,) = refused(two, one)
    assert finding.code == "BR0815"
    assert key in finding.message
    assert {Path(s.file).parent.name for s in (finding.span, finding.related[0][1])} == {
        "one",
        "two",
    }
    make(tmp_path / "two", second + "\nafter: [one]")
    assert order(two, one) == ["one", "two"]
    make(tmp_path / "two", first)
    assert order(two, one) == ["one", "two"]


def test_after(tmp_path: Path) -> None:
    one, two = make(tmp_path / "one", "after: [two, absent]"), make(tmp_path / "two")
    assert order(one, two) == ["two", "one"]
    assert order(one) == ["one"]


def test_a_pack_given_twice_counts_once(tmp_path: Path) -> None:
    one = make(tmp_path / "one")
    assert order(one, str(one), one / "pack.yaml", tmp_path / "one" / ".." / "one") == ["one"]


def test_missing_parent_shows_the_chain(tmp_path: Path) -> None:
    make(tmp_path / "middle", "requires: {root_of_all: '>=1'}")
    leaf = make(tmp_path / "leaf", "requires: {middle: '>=1'}")
    (finding,) = refused(leaf)
    assert finding.code == "BR0801"
    assert finding.message == (
        "there is no pack `root_of_all`: root_of_all is required by middle is required by leaf"
    )
    assert (Path(finding.span.file).parent.name, finding.span.line) == ("middle", 3)
    assert read_packs([leaf])[0] == []


def test_circle(tmp_path: Path) -> None:
    one = make(tmp_path / "one", "requires: {two: '>=1'}")
    make(tmp_path / "two", "requires: {three: '>=1'}")
    make(tmp_path / "three", "after: [one]")
    outside = make(tmp_path / "outside", "requires: {one: '>=1'}")
    (finding,) = refused(outside, one)
    assert finding.code == "BR0804"
    message = "these packs cannot be put in order: one after two after three after one"
    assert finding.message == message
    assert len(finding.related) == 2


def test_pack_that_requires_itself(tmp_path: Path) -> None:
    assert codes(refused(make(tmp_path / "one", "requires: {one: '>=1'}"))) == ["BR0804"]


def test_wrong_version(tmp_path: Path) -> None:
    make(tmp_path / "root")
    (finding,) = refused(make(tmp_path / "leaf", "requires:\n  root: '>=2'"))
    assert finding.code == "BR0805"
    assert finding.message == "leaf requires root >=2, but this is 1.0.0"
    assert finding.span.line == 4
    assert finding.related[0][1].line == 2


def test_conflict(tmp_path: Path) -> None:
    one, two = make(tmp_path / "one", "conflicts: [two]"), make(tmp_path / "two")
    (finding,) = refused(two, one)
    assert finding.code == "BR0806"
    assert finding.span.line == 3


def test_two_packs_of_the_same_name(tmp_path: Path) -> None:
    found = refused(make(tmp_path / "x" / "one"), make(tmp_path / "y" / "one"))
    assert codes(found) == ["BR0808"]


def test_name_that_differs_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tmp_path / "rules"
    make(rules / "one").rename(rules / "two")
    monkeypatch.setattr(find, "_PACKAGE", tmp_path / "interpreter")
    assert codes(refused("two")) == ["BR0803"]
    assert order(rules / "two") == ["one"]  # a path may be called anything


def test_base_loads_quickly() -> None:
    load_packs(["base"])
    start = time.perf_counter()
    load_packs(["base"])
    assert time.perf_counter() - start < 0.5

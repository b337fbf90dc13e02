"""`barrage new-pack`: what it writes validates and plays at once."""

from __future__ import annotations

import json
import re
import shlex
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result
from play import own_examples, own_findings, play, settings

from interpreter import load
from interpreter.check import validate
from interpreter.cli.main import main
from interpreter.findings import errors_in
from interpreter.packs import known_packs

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def command(*words: object) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words])

    return command


@pytest.fixture
def desert(run: Run, tmp_path: Path) -> Path:
    result = run("new-pack", "desert")
    assert result.exit_code == 0, result.output
    return tmp_path / "desert"


def test_not_even_a_warning(desert: Path, run: Run) -> None:
    told = run("validate", desert, "--fail-on", "warning")
    assert told.exit_code == 0, told.output


def test_every_file_is_bound_to_its_schema(desert: Path) -> None:
    for path in desert.glob("*.yaml"):
        modeline = path.read_text(encoding="utf-8").splitlines()[0]
        found = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", modeline)
        assert found, path
        assert (path.parent / found[1]).is_file(), modeline


def test_it_has_everything(desert: Path) -> None:
    files = {path.relative_to(desert).as_posix() for path in desert.rglob("*") if path.is_file()}
    assert files >= {
        "pack.yaml",
        "contracts.yaml",
        "technology.yaml",
        "officers.yaml",
        "rules.yaml",
        "README.md",
        "pyproject.toml",
        ".gitignore",
        ".github/workflows/validate.yml",
        ".vscode/settings.json",
    }
    assert not [path for path in desert.parent.iterdir() if path != desert]


def test_nothing_is_left_to_fill_in(desert: Path) -> None:
    for path in desert.rglob("*"):
        if path.is_file():
            assert not re.search(r"@[A-Z]+@", path.read_text(encoding="utf-8")), path


def test_it_validates(desert: Path) -> None:
    assert not errors_in(validate([desert]))


def test_its_examples_hold(desert: Path) -> None:
    ruleset = load(desert)
    assert own_findings(ruleset, desert) == []
    assert own_examples(ruleset, desert) >= 5


def test_it_has_a_sample_of_each_kind(desert: Path) -> None:
    rules = load(desert).merged
    mine = {key.split(".")[0] for key, owner in rules.owners.items() if owner == "desert"}
    assert mine == {"contracts", "technologies", "officers", "rules"}
    written = (desert / "officers.yaml").read_text(encoding="utf-8")
    assert "- modify " in written
    assert "- on " in written


@pytest.mark.parametrize("seed", [1, 2])
def test_it_plays(desert: Path, seed: int) -> None:
    ruleset = load(desert)
    for players, mode in settings(ruleset):
        assert play(ruleset, players, mode, seed)


def test_comments_are_everywhere(desert: Path) -> None:
    for path in desert.glob("*.yaml"):
        assert path.read_text(encoding="utf-8").count("#") >= 2, path


def test_every_file_is_bound_to_a_schema(desert: Path) -> None:
    bound = json.loads((desert / ".vscode/settings.json").read_text())["yaml.schemas"]
    files = [name for names in bound.values() for name in names]
    assert sorted(files) == sorted(f"/{path.name}" for path in desert.glob("*.yaml"))
    for path in desert.glob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        schema = first.removeprefix("# yaml-language-server: $schema=")
        assert schema != first
        assert f"./{schema}" in bound


SCHEMAS = Path(__file__).parents[2] / "schemas"


@pytest.mark.skipif(not SCHEMAS.is_dir(), reason="there are no schemas")
def test_the_schemas_are_there_and_fit(desert: Path) -> None:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    folder = desert / ".schemas"
    documents = {path.name: json.loads(path.read_text()) for path in folder.glob("*.json")}
    registry = Registry().with_resources(
        (key, Resource.from_contents(schema))
        for name, schema in documents.items()
        for key in {name, schema.get("$id", name)}
    )
    for path in desert.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        schema = text.splitlines()[0].rsplit("/", 1)[1]
        validator = Draft202012Validator(documents[schema], registry=registry)
        assert [problem.message for problem in validator.iter_errors(yaml.safe_load(text))] == []
    wrong = {"contracts": [{"id": "x", "pile": "green", "energy": "much", "rewrad": "gain 1 vp"}]}
    validator = Draft202012Validator(documents["file.json"], registry=registry)
    told = " ".join(problem.message for problem in validator.iter_errors(wrong))
    assert "'much' is not of type 'number'" in told
    assert "rewrad" in told


def test_the_workflow_runs(desert: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `barrage` step of the workflow passes, in the folder of the pack."""
    workflow = yaml.safe_load((desert / ".github/workflows/validate.yml").read_text())
    steps = [step["run"] for step in workflow["jobs"]["validate"]["steps"] if "run" in step]
    mine = [shlex.split(step) for step in steps if step.startswith("barrage ")]
    assert [words[1] for words in mine] == ["validate", "simulate"]
    monkeypatch.chdir(desert)
    for words in mine:
        result = run(*words[1:])
        assert result.exit_code == 0, result.output


def test_the_readme_tells_the_truth(
    desert: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (desert / "README.md").read_text(encoding="utf-8")
    monkeypatch.chdir(desert)
    told = re.findall(r"^    (barrage [^#\n]*)", text, re.M)
    assert len(told) >= 5
    for line in told:
        words = shlex.split(line.strip())[1:]
        if words[0] == "play":
            words.append("--bots")
        result = run(*words)
        assert result.exit_code == 0, result.output


# ---- other parents -----------------------------------------------------------


def test_over_another_pack(run: Run, tmp_path: Path) -> None:
    assert run("new-pack", "polder", "--over", "leeghwater").exit_code == 0
    ruleset = load(tmp_path / "polder")
    assert [pack.name for pack in ruleset.packs] == ["base", "leeghwater", "polder"]
    assert own_findings(ruleset, tmp_path / "polder") == []
    assert play(ruleset, 3, "full", 1)


def test_over_a_pack_of_ones_own(desert: Path, run: Run, tmp_path: Path) -> None:
    result = run("new-pack", "dunes", "--over", desert, "--into", tmp_path)
    assert result.exit_code == 0, result.output
    assert "desert: " in (tmp_path / "dunes" / "pack.yaml").read_text()
    assert play(load(tmp_path / "dunes"), 2, "full", 1)


def test_over_several(desert: Path, run: Run, tmp_path: Path) -> None:
    result = run("new-pack", "mix", "--over", "leeghwater", "--over", "promo", "--into", "packs")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "packs/mix/pack.yaml").read_text()
    assert 'leeghwater: ">=1.0,<2"' in text
    assert 'promo: ">=1.0,<2"' in text


# ---- refusals ----------------------------------------------------------------


def everything(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["base"], "already"),
        (["leeghwater", "--into", "elsewhere"], "already"),
        (["taken"], "exists already"),
        (["a_file"], "exists already"),
        (["Desert"], "no name for a pack"),
        (["9lives"], "no name for a pack"),
        (["../desert"], "no name for a pack"),
        (["de sert"], "no name for a pack"),
        ([""], "no name for a pack"),
        (["desert", "--over", "bsae"], "did you mean 'base'"),
        (["desert", "--over", "taken"], "not a pack"),
        (["desert", "--into", "a_file"], "nothing was written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_refused(run: Run, tmp_path: Path, words: list[str], told: str) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "a_file").write_text("x")
    before = everything(tmp_path)
    result = run("new-pack", *words)
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output
    assert everything(tmp_path) == before


# ---- packs that are installed ------------------------------------------------


def install(pack: Path, site: Path) -> None:
    """What an installer makes of the wheel: the files, and the entry points of pyproject.toml."""
    project = tomllib.loads((pack / "pyproject.toml").read_text())
    prefix = project["tool"]["hatch"]["build"]["targets"]["wheel"]["sources"][""]
    package = site / prefix
    package.mkdir(parents=True)
    for pattern in project["tool"]["hatch"]["build"]["targets"]["wheel"]["include"]:
        for path in pack.glob(pattern):
            (package / path.name).write_bytes(path.read_bytes())
    name, version = project["project"]["name"], project["project"]["version"]
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    ((group, points),) = project["project"]["entry-points"].items()
    lines = [f"{key} = {value}" for key, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]) + "\n")


def test_an_installed_pack_is_known_by_name(
    desert: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "desert" not in known_packs()
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    install(desert, site)
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setattr(sys, "path", [*sys.path, str(site)])
    assert known_packs()["desert"] == site / "barrage_pack_desert"
    assert "desert" in [pack.name for pack in load("desert").packs]
    assert run("simulate", "--packs", "desert", "--games", "1").exit_code == 0
    # The pack at its own place and the installed one are the same, down to the hash.
    assert load("desert").identity == load(desert).identity
    assert run("new-pack", "desert").exit_code == 2

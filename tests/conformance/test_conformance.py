"""The command line, and the recorded data itself where it lies beside the checkout."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import replay_conformance
from conformance.games import replay
from conformance.records import UnreadableError, find_files, kind_of, read_lines
from conformance.rulings import FILE, rulings
from conformance.vocabulary import ROOT

SHARED = ROOT.parent / "shared" / "conformance"
recorded = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no recorded data in {SHARED}")

ENERGY = {"energy": 20, "credits": 6, "vp": 0}


def test_a_missing_path_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_conformance.main(["no/such/folder"]) == 2
    assert "no/such/folder: no such file or folder" in capsys.readouterr().err


def test_an_empty_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_conformance.main([str(tmp_path)]) == 2
    assert "no file ending in .jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"energy": 20,', ":1:15: not valid JSON"),
        ("[1, 2]", ":1: expected a JSON object, found list"),
        ('{"color": "red"}', ":1: neither a game nor a vector (keys: color)"),
        ('{"game": "x", "records": [1]}', ":1: `records` must be a list of objects with a `t`"),
    ],
)
def test_a_corrupt_file_is_named_with_its_line(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(text, encoding="utf-8")
    assert replay_conformance.main([str(path), "--jobs", "1"]) == 2
    assert f"broken.jsonl{message}" in capsys.readouterr().err


def test_an_unknown_mode_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "strange.jsonl"
    game = {"game": "strange", "records": [{"t": "setup", "mode": "solo"}]}
    path.write_text(json.dumps(game), encoding="utf-8")
    assert replay_conformance.main([str(path), "--jobs", "1"]) == 2
    assert "game strange: mode `solo` is none of intro, base, lwp" in capsys.readouterr().err


def test_a_vector_that_disagrees_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "energy.jsonl"
    path.write_text(
        f"{json.dumps(ENERGY)}\n{json.dumps({**ENERGY, 'credits': 9})}\n", encoding="utf-8"
    )
    assert replay_conformance.main([str(path), "--jobs", "1"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: 1/2",
        "  energy.jsonl:2 (energy_credits), credits: expected 9; got 6",
        "conformance: 1 of 2",
    ]


def test_a_broken_archive_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.jsonl.gz"
    path.write_bytes(b"not an archive")
    assert replay_conformance.main([str(path)]) == 2
    assert "broken.jsonl.gz: cannot be read" in capsys.readouterr().err


def test_plain_and_zipped_files_read_the_same(tmp_path: Path) -> None:
    text = json.dumps(ENERGY) + "\n\n"
    (tmp_path / "a.jsonl").write_text(text, encoding="utf-8")
    with gzip.open(tmp_path / "b.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.write(text)
    files = find_files([tmp_path])
    assert [list(read_lines(path)) for path in files] == [[ENERGY], [ENERGY]]
    assert kind_of(ENERGY) == "energy_credits"


def test_unreadable_is_raised_for_missing_files() -> None:
    with pytest.raises(UnreadableError):
        find_files(["nowhere.jsonl"])


@pytest.mark.parametrize("jobs", ["0", "many"])
def test_jobs_must_be_a_number_above_zero(jobs: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        replay_conformance.main(["x", "--jobs", jobs])
    assert stopped.value.code == 2


def test_every_ruling_is_complete() -> None:
    import yaml

    wanted = {
        "id",
        "ruling",
        "what_we_do",
        "what_the_reference_does",
        "why",
        "how_a_replay_recognises_it",
    }
    entries = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert all(wanted == entry.keys() for entry in entries)
    assert len({entry["id"] for entry in entries}) == len(entries)
    assert {ruling.id for ruling in rulings()} <= {entry["id"] for entry in entries}


# -- the recorded data -----------------------------------------------------------------------------

GAMES = sorted((SHARED / "games").glob("*.jsonl*")) if SHARED.is_dir() else []
VECTORS = sorted((SHARED / "vectors").glob("*.jsonl*")) if SHARED.is_dir() else []
EXPANDED = (ROOT / "rules" / "leeghwater" / "pack.yaml").is_file()
MODES = ("intro_", "base_", "lwp_") if EXPANDED else ("intro_", "base_")
PLAYED = [path for path in GAMES if path.name.startswith(MODES)]


@recorded
@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.split(".")[0])
def test_all_vectors_agree(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = replay_conformance.main([str(path), "--jobs", "1"])
    assert code == 0, capsys.readouterr().out


@recorded
@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.name.split(".")[0])
def test_a_few_games_of_every_kind_agree(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = replay_conformance.main([str(path), "--jobs", "1", "--first", "2"])
    assert code == 0, capsys.readouterr().out


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every number in a snapshot."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from places(part, (*path, name))
    elif isinstance(value, int) and path[-1] != "round":
        yield path


@recorded
@pytest.mark.parametrize("seed", range(8))
def test_any_changed_number_of_a_snapshot_is_found(seed: int) -> None:
    chance = random.Random(seed)
    game = next(read_lines(SHARED / "games" / "base_2p_rich.jsonl.gz"))
    shots = [record for record in game["records"] if record["t"] == "snapshot"]
    shot = chance.choice(shots)
    *path, last = chance.choice(list(places(shot)))
    part = shot
    for name in path:
        part = part[name]
    part[last] += 1
    (found,) = replay(game).disagreements
    assert ".".join(map(str, [*path, last])) in found.expected


@recorded
def test_a_decision_that_was_not_possible_is_found() -> None:
    game = next(read_lines(SHARED / "games" / "intro_2p_smart.jsonl.gz"))
    place = next(r for r in game["records"] if r.get("kind") == "place_engineers")
    place["space"] = "turbine_plus_2"
    found = replay(game).disagreements[-1]
    assert f"decision {place['i']}" in found.where
    assert "turbine_plus_2" in found.expected


@recorded
def test_a_legal_choice_we_lack_is_found() -> None:
    game = next(read_lines(SHARED / "games" / "intro_2p_smart.jsonl.gz"))
    place = next(r for r in game["records"] if r.get("kind") == "place_engineers")
    place["legal"].append("turbine_plus_2")
    (found,) = replay(game).disagreements
    assert found.expected == "legal turbine_plus_2"
    assert "not offered" in found.got

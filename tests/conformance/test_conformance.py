"""The command line, and the recorded data itself where it lies beside the checkout."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import replay_conformance
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
    ],
)
def test_a_corrupt_file_is_named_with_its_line(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(text, encoding="utf-8")
    assert replay_conformance.main([str(path), "--jobs", "1"]) == 2
    assert f"broken.jsonl{message}" in capsys.readouterr().err


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

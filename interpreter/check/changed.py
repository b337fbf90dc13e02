"""Which packs a branch has touched, as git tells."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from interpreter.check.select import BadChoice
from interpreter.check.targets import dependants
from interpreter.packs.find import MANIFEST


def touched_since(revision: str, folders: Sequence[Path]) -> list[Path]:
    """The packs with a file that differs from a revision, and the packs that build on them."""
    if not folders:
        return []
    place = folders[0].resolve()
    top = Path(_git(place, "rev-parse", "--show-toplevel").strip())
    files = _changed(top, _fork_of(place, revision))
    touched = [
        folder for folder in folders if any(file.is_relative_to(folder.resolve()) for file in files)
    ]
    gone = {file.parent.name for file in files if file.name == MANIFEST and not file.exists()}
    return dependants(touched, folders, gone)


def _fork_of(place: Path, revision: str) -> str:
    """Where the branch left the revision: what was done there since is no work of the branch."""
    # A revision is never an option of git, whatever it begins with.
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    try:
        commit = _git(place, *words).strip()
    except BadChoice:
        raise BadChoice(f"git knows no revision `{revision}`") from None
    try:
        return _git(place, "merge-base", commit, "HEAD").strip() or commit
    except BadChoice:
        return commit  # histories without a common beginning


def _changed(top: Path, commit: str) -> list[Path]:
    differ = _git(top, "diff", "--name-only", "--no-renames", "-z", commit, "--")
    new = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    return [(top / name).resolve() for name in (differ + new).split("\0") if name]


def _git(place: Path, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(place), *words],
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=True,
            timeout=60,
        )
    except FileNotFoundError:
        raise BadChoice("git is not installed, so that changes cannot be found") from None
    except subprocess.TimeoutExpired:
        raise BadChoice("git did not answer") from None
    except subprocess.CalledProcessError as error:
        told = (error.stderr or "").strip().splitlines()
        raise BadChoice(f"git: {told[0] if told else 'failed'}") from None
    return done.stdout

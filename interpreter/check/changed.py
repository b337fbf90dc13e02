"""Which packs a branch has touched, as git tells."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from interpreter.check.select import BadChoice
from interpreter.check.targets import dependants


def touched_since(revision: str, folders: Sequence[Path]) -> list[Path]:
    """The packs with a file that differs from a revision, and the packs that build on them."""
    top = Path(_git("rev-parse", "--show-toplevel").strip())
    changed = _git("diff", "--name-only", "-z", revision, "--").split("\0")
    new = _git("ls-files", "--others", "--exclude-standard", "--full-name", "-z", str(top))
    files = [(top / name).resolve() for name in (*changed, *new.split("\0")) if name]
    touched = [
        folder for folder in folders if any(file.is_relative_to(folder.resolve()) for file in files)
    ]
    return dependants(touched, folders)


def _git(*words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words], capture_output=True, text=True, check=True, timeout=60
        )
    except FileNotFoundError:
        raise BadChoice("git is not installed, so that changes cannot be found") from None
    except subprocess.TimeoutExpired:
        raise BadChoice("git did not answer") from None
    except subprocess.CalledProcessError as error:
        told = (error.stderr or "").strip().splitlines()
        raise BadChoice(f"git: {told[0] if told else 'failed'}") from None
    return done.stdout

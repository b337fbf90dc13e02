"""Compiled rulesets on disk, so that packs that have not changed load at once.

What is kept: the declarations without the YAML they were read from, the generated source, and what
Python made of it. The rest (scripts as trees, texts, drawings, examples) is read from the packs if
somebody asks for it.

Nobody's word is taken for what lies in the folder. It must belong to the user and be closed to all
others, and every file carries a signature made with a secret key that lies beside it, readable by
the user only. A file whose signature does not fit is never looked into. So what is unpickled and
run was written by this program for this user; besides, only known classes are unpickled.

The name of a file is a hash of everything it depends on: the content of the packs, the code of
this interpreter, the version of Python. `BARRAGE_CACHE` names another folder, or is `off`.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import marshal
import os
import pickle
import secrets
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, Final

from interpreter.compiler.code import Listing
from interpreter.findings import PackError
from interpreter.language.program import Program
from interpreter.model.declarations import Element
from interpreter.model.model import LATE, Model
from interpreter.packs.find import find_named, find_pack
from interpreter.packs.folder import digest_of
from interpreter.packs.nodes import Scalar

_FORMAT: Final = b"barrage-cache-1\n"
_KEY_BYTES: Final = 32
#: files kept, three or four for a ruleset; the oldest go first
_KEPT: Final = 64
#: modules whose classes may be in a file
_ROOMS: Final = (
    "interpreter.model.",
    "interpreter.language.",
    "interpreter.compiler.",
    "interpreter.findings",
)


#: folders and digests of packs
Kept = list[tuple[Path, str]]


class Doubtful(Exception):  # noqa: N818 - what it is, not an error of ours
    """The folder or a file in it cannot be trusted."""


# ---- the folder --------------------------------------------------------------


def folder() -> Path | None:
    """Where compiled rulesets are kept; None if they are not to be kept."""
    wanted = os.environ.get("BARRAGE_CACHE", "")
    if wanted.lower() in ("off", "0", "no"):
        return None
    if wanted:
        return Path(wanted)
    if not hasattr(os, "geteuid"):
        return None
    home = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(home) if home else Path.home() / ".cache") / "barrage-rules"
    except RuntimeError:
        return None


def _trusted(place: Path, mode: int) -> None:
    """Refuse a folder or file that others own or could have written."""
    found = place.lstat()
    kind = stat.S_ISDIR if mode & 0o100 else stat.S_ISREG
    if not kind(found.st_mode):
        raise Doubtful(f"{place} is not what it should be")
    if hasattr(os, "geteuid") and (found.st_uid != os.geteuid() or found.st_mode & 0o077):
        raise Doubtful(f"{place} is open to others")


def _key(place: Path) -> bytes:
    """The secret of this user; made when first needed."""
    path = place / "key"
    with suppress(FileExistsError):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(secrets.token_bytes(_KEY_BYTES))
    _trusted(path, 0o600)
    key = path.read_bytes()
    if len(key) != _KEY_BYTES:
        raise Doubtful(f"{path} is damaged")
    return key


def _opened() -> tuple[Path, bytes] | None:
    place = folder()
    if place is None:
        return None
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    _trusted(place, 0o700)
    return place, _key(place)


def _read(name: str) -> bytes | None:
    """The content of a file, if it is there and its signature fits."""
    try:
        opened = _opened()
        if opened is None:
            return None
        place, key = opened
        path = place / name
        _trusted(path, 0o600)
        data = path.read_bytes()
    except (OSError, Doubtful):
        return None
    head, body = data[: len(_FORMAT) + 32], data[len(_FORMAT) + 32 :]
    if head[: len(_FORMAT)] != _FORMAT:
        return None
    if not hmac.compare_digest(head[len(_FORMAT) :], _signature(key, name, body)):
        return None
    return body


def _signature(key: bytes, name: str, body: bytes) -> bytes:
    return hmac.digest(key, name.encode() + b"\0" + body, "sha256")


def _write(name: str, body: bytes) -> None:
    """Keep a file. A cache that cannot be written is no reason to fail."""
    with suppress(OSError, Doubtful):
        opened = _opened()
        if opened is None:
            return
        place, key = opened
        draft = place / f"{name}.{os.getpid()}.{secrets.token_hex(4)}.new"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as stream:
            stream.write(_FORMAT + _signature(key, name, body) + body)
        draft.replace(place / name)
        _tidy(place)


def _tidy(place: Path) -> None:
    kept = sorted(place.glob("*.rules"), key=lambda p: p.stat().st_mtime, reverse=True)
    for path in kept[_KEPT:]:
        path.unlink(missing_ok=True)


# ---- what a file depends on --------------------------------------------------


@cache
def _interpreter() -> str:
    """This interpreter: its files as they are now, and Python's version."""
    root = Path(__file__).resolve().parents[1]
    seen = [sys.version, sys.implementation.cache_tag or ""]
    rooms = [
        root / name for name in ("packs", "model", "language", "compiler", "topology", "engine")
    ]
    files = [*root.glob("*.py"), *(path for room in rooms for path in room.rglob("*.[pl][ya]*"))]
    for path in sorted(path for path in files if path.suffix in (".py", ".lark")):
        found = path.stat()
        seen.append(f"{path.relative_to(root)} {found.st_mtime_ns} {found.st_size}")
    return hashlib.sha256("\n".join(seen).encode()).hexdigest()


def name_of(packs: Iterable[tuple[Path, str]], what: str) -> str:
    """The file for these packs (folder and digest). Places are shown as seen from here."""
    seen = [_interpreter(), str(Path.cwd())]
    seen += [f"{place.resolve()} {digest}" for place, digest in packs]
    return hashlib.sha256("\n".join([what, *seen]).encode()).hexdigest()[:40] + ".rules"


# ---- plain bytes -------------------------------------------------------------


class _Writer(pickle.Pickler):
    """Dataclasses as class and values; scripts without the file they stand in."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Scalar):
            return Scalar, (value.span, value.value, value.text, value.style)
        if isinstance(value, Model | Program):
            raise pickle.PicklingError("kept in parts")
        if is_dataclass(value) and not isinstance(value, type):
            given = [f for f in fields(value) if f.init and f.name != "late"]
            return type(value), tuple(
                None if isinstance(value, Element) and f.name == "node" else getattr(value, f.name)
                for f in given
            )
        return NotImplemented


class _Reader(pickle.Unpickler):
    """Nothing but the dataclasses of the rooms below."""

    def find_class(self, module: str, name: str) -> Any:
        if module == "interpreter.packs.nodes" and name == "Scalar":
            return Scalar
        if module.startswith(_ROOMS) and "." not in name:
            found = getattr(sys.modules.get(module), name, None)
            if isinstance(found, type) and is_dataclass(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} has no business here")


def _packed(value: Any) -> bytes:
    stream = io.BytesIO()
    _Writer(stream, protocol=5).dump(value)
    return stream.getvalue()


# ---- rulesets ----------------------------------------------------------------


def keep_rules(packs: Kept, given: list[Path], rules: dict[str, Any]) -> None:
    """Keep the declarations of packs, and which packs were loaded for those that were given."""
    with suppress(pickle.PicklingError, TypeError, AttributeError, RecursionError):
        loaded = [
            (str(place.resolve()), digest, pack["pack"])
            for (place, digest), pack in zip(packs, rules["identity"], strict=True)
        ]
        _write(_asked(given), _packed(loaded))
        _write(name_of(packs, "rules"), _packed(rules))


def rules_of(given: list[Path]) -> tuple[Kept, dict[str, Any]] | None:
    """Packs and declarations kept for these folders, if nothing has changed since."""
    asked = _read(_asked(given))
    if asked is None:
        return None
    loaded = _unpacked(asked)
    packs = [(Path(place), digest) for place, digest, _ in loaded]
    wanted = {place.resolve() for place in given}
    try:
        if any(digest_of(place) != digest for place, digest in packs):
            return None
    except OSError:
        return None
    for (place, _), (_, _, name) in zip(packs, loaded, strict=True):
        # a pack that another requires might by now be found in another place
        found = find_named(name) if place not in wanted else None
        if found is not None and found.resolve() != place:
            return None
    body = _read(name_of(packs, "rules"))
    return None if body is None else (packs, _unpacked(body))


def _asked(given: list[Path]) -> str:
    return name_of([(place, "") for place in given], "packs")


def _unpacked(body: bytes) -> Any:
    return _Reader(io.BytesIO(body)).load()


def keep_code(packs: Kept, variant: str, listing: Listing) -> None:
    """Keep generated code."""
    with suppress(pickle.PicklingError, TypeError, AttributeError, RecursionError, ValueError):
        compiled = marshal.dumps(compile(listing.source, "<rules>", "exec"))
        size = len(compiled).to_bytes(8, "big")
        _write(name_of(packs, variant), size + compiled + _packed(listing))


def code_of(packs: Kept, variant: str) -> tuple[Listing, CodeType] | None:
    """Generated code that was kept."""
    body = _read(name_of(packs, variant))
    if body is None:
        return None
    size = int.from_bytes(body[:8], "big")
    compiled = marshal.loads(body[8 : 8 + size])
    return _unpacked(body[8 + size :]), compiled


def folders(names: Iterable[str | Path]) -> list[Path] | None:
    """The folders these packs lie in; None if one cannot be found."""
    try:
        return [find_pack(name) for name in names]
    except PackError:
        return None


def light(parts: dict[str, Any], whole: Callable[[], Any]) -> Program:
    """Declarations as they were kept; what was left out is read when asked for."""
    model = Model.__new__(Model)
    for name, value in parts["model"].items():
        setattr(model, name, value)
    model.late = lambda: whole().model
    for known in model.elements.values():
        if known.id not in parts["bare"]:
            del known.node
            known.late = lambda name: whole().model.elements[name].node
    program = Program.__new__(Program)
    program.model, program.layout, program.lines = model, parts["layout"], parts["lines"]
    program.late = lambda: whole().program
    return program


def parts_of(program: Program) -> dict[str, Any]:
    """What of the declarations is kept."""
    model = program.model
    names = [f.name for f in fields(model) if f.name not in LATE and f.name != "late"]
    return {
        "model": {name: getattr(model, name) for name in names},
        "bare": {known.id for known in model.elements.values() if known.node is None},
        "layout": program.layout,
        "lines": program.lines,
    }

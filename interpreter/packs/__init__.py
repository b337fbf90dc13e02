"""Packs: finding them, reading them, putting them in order and merging them."""

from interpreter.packs.find import find_pack, known_packs
from interpreter.packs.folder import Document, Pack, read_pack
from interpreter.packs.load import load_packs, read_packs
from interpreter.packs.manifest import Manifest, Players
from interpreter.packs.merge import merge
from interpreter.packs.merged import Change, Merged
from interpreter.packs.source import Mapping, Node, Scalar, Sequence, plain, read_yaml, same

__all__ = [
    "Change",
    "Document",
    "Manifest",
    "Mapping",
    "Merged",
    "Node",
    "Pack",
    "Players",
    "Scalar",
    "Sequence",
    "find_pack",
    "known_packs",
    "load_packs",
    "merge",
    "plain",
    "read_pack",
    "read_packs",
    "read_yaml",
    "same",
]

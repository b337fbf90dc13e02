"""Chance as plain data: the generator is one number inside the position (splitmix64)."""

from __future__ import annotations

from typing import Any

from interpreter.model.layout import ORDERS, RANDOM

_MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The generator's first state for a seed."""
    return (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & _MASK


def _next(state: int) -> tuple[int, int]:
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def shuffle(s: list[Any], j: list[tuple[int, Any]], slot: int) -> None:
    """Shuffle the list in a slot; an order fixed for it beforehand comes first."""
    values = list(s[slot])
    state = s[RANDOM]
    for last in range(len(values) - 1, 0, -1):
        state, number = _next(state)
        at = number * (last + 1) >> 64
        values[last], values[at] = values[at], values[last]
    for fixed, wanted in s[ORDERS]:
        if fixed == slot:
            front = [value for value in wanted if value in values]
            values = front + [value for value in values if value not in front]
    j.append((RANDOM, s[RANDOM]))
    s[RANDOM] = state
    j.append((slot, s[slot]))
    s[slot] = tuple(values)

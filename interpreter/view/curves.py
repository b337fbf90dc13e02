"""Lines that please the eye: smooth curves through points, and rivers that meander."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]

#: how many pieces a meandering curve is cut into
STEPS = 14
#: how long a river keeps to the vertical at both ends, as a part of its height
STEEP = 0.68


def smooth(points: Sequence[Point]) -> str:
    """A path through all points without corners."""
    if len(points) < 2:
        return ""
    line = [points[0], *points, points[-1]]
    # The direction at a point is that from the one before to the one after it.
    ways = [_unit(before, after) for before, after in zip(line, line[2:], strict=False)]
    commands = [f"M{_pair(points[0])}"]
    for at, (start, end) in enumerate(pairwise(points)):
        reach = math.dist(start, end) / 3
        leave = (start[0] + ways[at][0] * reach, start[1] + ways[at][1] * reach)
        enter = (end[0] - ways[at + 1][0] * reach, end[1] - ways[at + 1][1] * reach)
        commands.append(f"C{_pair(leave)} {_pair(enter)} {_pair(end)}")
    return "".join(commands)


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def downhill(start: Point, end: Point, sway: float = 0.0, turns: float = 1.0) -> list[Point]:
    """Points from one place to another that leave and arrive vertically, swaying on the way."""
    lift = (end[1] - start[1]) * STEEP
    curve = (start, (start[0], start[1] + lift), (end[0], end[1] - lift), end)
    length = math.dist(start, end)
    found = []
    for step in range(STEPS + 1):
        along = step / STEPS
        x, y = bezier(curve, along)
        # The sway dies out at both ends, so that rivers meet without a kink.
        swing = math.sin(along * math.pi) * math.sin(along * math.tau * turns)
        found.append((x + swing * sway * min(1.0, length / 300), y))
    return found


def bezier(curve: Sequence[Point], along: float) -> Point:
    """The point of a cubic curve at `along` (0 to 1)."""
    rest = 1 - along
    weights = (rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3)
    return (
        sum(weight * point[0] for weight, point in zip(weights, curve, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, curve, strict=True)),
    )


def ridge(left: float, right: float, y: float, height: float, waves: float, phase: float) -> str:
    """A wavy edge from left to right, as the end of a path that is already there."""
    points = []
    count = max(2, int(waves * 6))
    for step in range(count + 1):
        along = step / count
        swing = math.sin(along * math.tau * waves + phase)
        swing += 0.45 * math.sin(along * math.tau * waves * 2.3 + phase * 1.7)
        points.append((left + (right - left) * along, y + height * swing))
    return smooth(points)


def centre(points: Sequence[Point]) -> Point:
    """The middle of some points."""
    return (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )


def _pair(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"

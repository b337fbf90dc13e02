"""Where the time goes, as a file for https://www.speedscope.app (or any viewer of that format)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any


def record(work: Callable[[], object], name: str) -> dict[str, Any]:
    """Do some work and note every call and return of it, in the format of speedscope."""
    frames: dict[tuple[str, int, str], int] = {}
    events: list[dict[str, Any]] = []
    open_calls: list[int] = []
    start = time.perf_counter_ns()

    def number(frame: FrameType) -> int:
        code = frame.f_code
        key = (code.co_filename, code.co_firstlineno, code.co_name)
        return frames.setdefault(key, len(frames))

    def note(frame: FrameType, what: str, _: object) -> None:
        at = time.perf_counter_ns() - start
        if what == "call":
            open_calls.append(number(frame))
            events.append({"type": "O", "frame": open_calls[-1], "at": at})
        elif what == "return" and open_calls:
            events.append({"type": "C", "frame": open_calls.pop(), "at": at})

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    end = time.perf_counter_ns() - start
    while open_calls:
        events.append({"type": "C", "frame": open_calls.pop(), "at": end})
    return {
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": name,
        "exporter": "barrage bench",
        "shared": {
            "frames": [{"name": word, "file": file, "line": line} for file, line, word in frames]
        },
        "profiles": [
            {
                "type": "evented",
                "name": name,
                "unit": "nanoseconds",
                "startValue": 0,
                "endValue": end,
                "events": events,
            }
        ],
    }

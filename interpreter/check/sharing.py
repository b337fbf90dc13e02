"""Several combinations of packs checked at once, on as many cores as there are.

Helpers are copies of this process (`fork`): they know all that has been read so far. Whoever is
free takes the next job from a pipe; what a helper finds comes back as JSON. Where helpers cannot be
had, or one is lost, the jobs are done here.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

from interpreter.check.kept import from_data, to_data
from interpreter.findings import Finding

Job: TypeAlias = Callable[[], list[Finding]]

#: bytes that name a job
_TICKET: Final = 2
#: as many tickets as a pipe holds wherever we are
_MOST: Final = 2000


def cores() -> int:
    """How many processes can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def carry_out(jobs: Sequence[Job], processes: int) -> list[list[Finding]]:
    """What each job finds, in their order."""
    done: dict[int, list[Finding]] = {}
    wanted = min(processes, len(jobs)) - 1
    if wanted > 0 and len(jobs) <= _MOST and _may_fork():
        gc.freeze()  # who looks through everything for garbage gets a copy of everything
        tickets = _tickets(len(jobs))
        helpers = [_fork(jobs, tickets) for _ in range(wanted)]
        try:
            for number in _taken(tickets):
                done[number] = jobs[number]()
            for helper in helpers:
                done.update(helper.answers())
        finally:
            os.close(tickets)
            for helper in helpers:
                helper.leave()
    return [done[n] if n in done else job() for n, job in enumerate(jobs)]


def _may_fork() -> bool:
    """A copy has one thread only: what others are in the middle of would stay so for ever."""
    return sys.platform == "linux" and threading.active_count() == 1


# ---- tickets -----------------------------------------------------------------


def _tickets(count: int) -> int:
    """The end of a pipe from which each job can be taken once, by whoever reads first."""
    end, start = os.pipe()
    os.write(start, b"".join(n.to_bytes(_TICKET, "big") for n in range(count)))
    os.close(start)
    return end


def _taken(tickets: int) -> Iterator[int]:
    while ticket := os.read(tickets, _TICKET):
        yield int.from_bytes(ticket, "big")


# ---- helpers -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Helper:
    process: int
    #: the end of a pipe from which its answers come
    end: int

    def answers(self) -> dict[int, list[Finding]]:
        """What it has found, by job; nothing at all if it came to grief."""
        with os.fdopen(os.dup(self.end), "rb") as stream, suppress(ValueError):
            told = json.loads(stream.read())
            return {number: [from_data(one) for one in found] for number, found in told}
        return {}

    def leave(self) -> None:
        """It has told all it knows, or nobody wants to know it any more."""
        os.close(self.end)
        with suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self.process, 0)


def _fork(jobs: Sequence[Job], tickets: int) -> _Helper:
    end, start = os.pipe()
    process = os.fork()
    if process:
        os.close(start)
        return _Helper(process, end)
    try:
        os.close(end)
        found = [(n, [to_data(one) for one in jobs[n]()]) for n in _taken(tickets)]
        with os.fdopen(start, "wb") as stream:
            stream.write(json.dumps(found).encode())
    finally:
        os._exit(0)  # whatever the copy has inherited is not its to tidy up

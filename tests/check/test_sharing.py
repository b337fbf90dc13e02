"""Combinations checked by several processes: the same findings in the same order."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from interpreter.check.sharing import Job, carry_out, cores
from interpreter.findings import Finding, Span

PLACE = Span("a.yaml", 1, 2, 3, 4)


def _finding(number: int) -> Finding:
    related = (("näher", PLACE),)
    return Finding("BR0201", f"{number} \udcff", PLACE, "warning", "help", related, "better")


def _job(number: int, before: Callable[[], object] = lambda: None) -> Job:
    def job() -> list[Finding]:
        before()
        return [_finding(number)] * number

    return job


@pytest.mark.parametrize("processes", [1, 2, 4])
def test_what_is_found_comes_in_the_order_of_the_jobs(processes: int) -> None:
    found = carry_out([_job(n) for n in range(20)], processes)
    assert found == [[_finding(n)] * n for n in range(20)]


def test_jobs_of_a_helper_that_is_lost_are_done_here() -> None:
    here = os.getpid()

    def die() -> None:
        if os.getpid() != here:
            os._exit(1)

    found = carry_out([_job(n, die) for n in range(20)], 3)
    assert found == [[_finding(n)] * n for n in range(20)]


def test_a_mistake_here_leaves_no_helper_behind() -> None:
    here = os.getpid()

    def fail() -> None:
        if os.getpid() == here:
            raise ZeroDivisionError
        while True:
            pass

    with pytest.raises(ZeroDivisionError):
        carry_out([_job(n, fail) for n in range(4)], 2)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_much_is_handed_back() -> None:
    found = carry_out([_job(n) for n in (3000, 4000)], 2)
    assert [len(one) for one in found] == [3000, 4000]


def test_there_is_a_core() -> None:
    assert cores() >= 1

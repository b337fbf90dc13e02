"""Pitfalls about production, contracts and water."""

from __future__ import annotations

import pytest

from tests.scenarios.conftest import Sets

PRODUCE = "produce 1 from dam_2_lower through conduit_2_left to powerhouse_6_1"

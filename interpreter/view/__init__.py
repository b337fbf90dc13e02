"""Shows a position: in the terminal and as a picture. What to show is data: the `view` section."""

from __future__ import annotations

from interpreter.view.position import Position as Position
from interpreter.view.position import Spot as Spot
from interpreter.view.reading import ViewError as ViewError

#!/usr/bin/env python3
"""Checks packs, for CI: the same as `barrage validate`.

    python tools/validate_rules.py PATH...      (--format json for programs)

Exit code 0 if all is well, 1 if there are errors, 2 if the check could not run.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from interpreter.cli.main import main

if __name__ == "__main__":
    main(["validate", *sys.argv[1:]], prog_name="validate_rules")

"""Makes the code of the example packages importable, without installing them."""

from __future__ import annotations

import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

sys.path.extend(str(source) for source in sorted(EXAMPLES.glob("*/src")))

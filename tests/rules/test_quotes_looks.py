"""What a style sheet says is kept where the look of a text depends on it, and only there."""

from __future__ import annotations

import inspect
import re

from veracity.rules.quotes import looks


def test_every_property_that_is_asked_for_is_read() -> None:
    source = inspect.getsource(looks)
    loops = re.findall(r"for \w+ in \(([^)]*)\)", source)
    asked = set(re.findall(r'declared\.get\(["\']([a-z-]+)["\']', source))
    asked |= {name for loop in loops for name in re.findall(r'"([a-z-]+)"', loop)}
    assert asked == looks.READ

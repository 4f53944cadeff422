from __future__ import annotations

import os
import signal

from hypothesis import settings

# A loaded machine is no defect of what is tested, so no example is held to a time. The quick suite
# tries half of what HYPOTHESIS=thorough does, which is Hypothesis's own number.
settings.register_profile("quick", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS", "quick"))

# Tests that are run in the background ignore interrupts, and so would every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

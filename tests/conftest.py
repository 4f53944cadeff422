from __future__ import annotations

import signal

from hypothesis import settings

# A loaded machine is no defect of what is tested, so no example is held to a time.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Tests that are run in the background ignore interrupts, and so would every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

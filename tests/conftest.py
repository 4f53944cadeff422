from __future__ import annotations

from hypothesis import settings

# A loaded machine is no defect of what is tested, so no example is held to a time.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

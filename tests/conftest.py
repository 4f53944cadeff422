from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# A loaded machine is no defect of what is tested, so no example is held to a time. The quick suite
# tries half of what HYPOTHESIS=thorough does, which is Hypothesis's own number.
settings.register_profile("quick", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS", "quick"))

# Beside other workers one thread each is quickest: threads that wait for each other while somebody
# else has the core make the local model many times slower.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ["VERACITY_THREADS"] = "1"
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ[f"{library}_NUM_THREADS"] = "1"

# Tests that are run in the background ignore interrupts, and so would every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests run side by side, those of a file stay together, for its fixtures' sake; and the
    local model, which takes every core, is run by one of them at a time."""
    for item in items:
        apart = "model" if item.get_closest_marker("model") else item.nodeid.split("::")[0]
        item.add_marker(pytest.mark.xdist_group(apart))

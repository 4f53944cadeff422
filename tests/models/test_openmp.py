"""The engine finds its OpenMP runtime on a system that has none."""

from __future__ import annotations

import subprocess
import sys

import pytest

from veracity.models.openmp import NAME, carried_library, renamed

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere the engine brings what it needs"
)

LACKING = """
import ctypes
from veracity.models import openmp
system, asked = ctypes.CDLL, []
def lacking(name, mode):
    asked.append(name)
    if asked == [openmp.NAME]:
        raise OSError(name)
    return system(name, mode)
ctypes.CDLL = lacking
openmp.load_openmp()
import xllamacpp
print(*(line.split()[5] for line in open("/proc/self/maps") if "libgomp" in line))
"""


def test_the_library_keeps_its_length_and_gets_the_name_that_is_looked_for() -> None:
    carried = carried_library()
    assert carried is not None
    content = carried.read_bytes()
    changed = renamed(carried)
    assert len(changed) == len(content)
    assert carried.name.encode() in content
    assert carried.name.encode() not in changed
    assert b"\0" + NAME.encode() + b"\0" in changed


def test_the_carried_library_serves_where_the_system_has_none() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", LACKING], capture_output=True, text=True, check=True
    )
    assert set(ran.stdout.split()) == {f"/memfd:{NAME}"}

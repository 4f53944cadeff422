"""Says whether this interpreter can make an environment. Runs on any Python from 2.7 on.

Prints the interpreter's own path and ends with 0 when it can. Otherwise prints its version and ends
with 12 when it is older than 3.11, with 11 when it lacks the modules that make environments, which
Debian packs apart.
"""

import importlib
import os
import sys

VERSION = ".".join(str(number) for number in sys.version_info[:3])

if sys.version_info < (3, 11):
    print(VERSION)
    sys.exit(12)
try:
    importlib.import_module("ensurepip")
    importlib.import_module("venv")
except ImportError:
    print(VERSION)
    sys.exit(11)
# The resolved path names the version. So an upgrade of the system's Python leaves a dangling link,
# which is noticed, and not an environment whose packages are for another version.
print(os.path.realpath(sys.executable))

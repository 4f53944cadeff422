"""Says whether this interpreter can make an environment. Runs on any Python from 2.7 on.

Exit status 0 and the interpreter's own path: yes. 11 or 12 and its version: no, it lacks the modules
that make environments (Debian packs them apart), or it is older than 3.11.
"""

import os
import sys

VERSION = ".".join(str(number) for number in sys.version_info[:3])

if sys.version_info < (3, 11):
    print(VERSION)
    sys.exit(12)
try:
    import ensurepip  # noqa: F401
    import venv  # noqa: F401
except ImportError:
    print(VERSION)
    sys.exit(11)
# The resolved path names the version, so that an upgrade of the system's Python leaves a dangling link
# that is noticed, and not an environment whose packages are for another version.
print(os.path.realpath(sys.executable))

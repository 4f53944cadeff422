"""`python -m veracity` is the command line."""

import sys

from veracity.interfaces.cli import main

sys.exit(main())

"""`python -m binokel` is the command `binokel`."""

import sys

from binokel.cli import main

if __name__ == "__main__":
    sys.exit(main())

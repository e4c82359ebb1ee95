"""`python -m playground`, and what PyInstaller freezes."""

import sys

from playground.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""Coverage-guided fuzzing of extraction, by hand: `python -m tests.fuzz.fuzz_extraction CORPUS -max_total_time=600`.

Needs atheris, which nothing else here needs. What it finds becomes a file in seeds/extraction, where pytest tries it for ever after.
"""

import importlib
import sys
from typing import Any

from tests.fuzz.extraction_promises import keep_promises, keep_promises_for


def try_bytes(data: bytes) -> None:
    """One input: a reply by the grammar, or (after a zero byte) as it is."""
    if data[:1] == b"\0":
        keep_promises_for(data[1:].decode("utf-8", "replace"))
    else:
        keep_promises(data)


def main() -> None:
    """Fuzz until the time is up or a promise is broken."""
    atheris: Any = importlib.import_module("atheris")
    atheris.instrument_all()
    atheris.Setup(sys.argv, try_bytes)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

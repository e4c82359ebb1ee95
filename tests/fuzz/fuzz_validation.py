"""Coverage-guided fuzzing of schema and reply, by hand: `python -m tests.fuzz.fuzz_validation CORPUS -max_total_time=600`.

Needs atheris, which nothing else here needs. What it finds becomes a file in seeds/validation, where pytest tries it for ever after.
"""

import importlib
import sys
from typing import Any

from tests.fuzz.validation_promises import keep_promises, keep_promises_for


def try_bytes(data: bytes) -> None:
    """One input: a schema and a reply by the grammar, or (after a zero byte) two texts parted by another zero byte."""
    if data[:1] == b"\0":
        schema_text, _, reply = data[1:].decode("utf-8", "replace").partition("\0")
        keep_promises_for(schema_text, reply, formats=True)
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

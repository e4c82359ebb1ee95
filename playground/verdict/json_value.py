"""What a JSON text means, in Python's own types."""

from decimal import Decimal
from typing import TypeAlias

# Numbers are exact: no double in between. Lists and dicts are never changed once read.
JsonValue: TypeAlias = bool | int | Decimal | str | list["JsonValue"] | dict[str, "JsonValue"] | None

"""What a schema can be made from."""

from enum import StrEnum


class Source(StrEnum):
    """What is pasted."""

    EXAMPLE = "example"
    TABLE = "table"

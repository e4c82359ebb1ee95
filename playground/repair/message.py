"""One message to a model."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message as sent; `edited` marks one that a person changed by hand. `native` is its reply's (see Reply)."""

    role: Role
    content: str
    edited: bool = False
    native: str | None = None

"""A sentence not yet put into words: what every layer hands on instead of a string for people."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value quoted in a sentence. `json` is its JSON text; people see it in their quotation marks, models as JSON."""

    json: str


@dataclass(frozen=True, slots=True)
class Field:
    """A place in a JSON value, by JSON Pointer (RFC 6901). People see a name ("item 3 of tags"), models a dotted path."""

    pointer: str


@dataclass(frozen=True, slots=True)
class Percent:
    """A share from 0 to 1, written in per cent as the language writes it."""

    share: float


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things named one after the other, joined by the language's own "and" or "or"."""

    items: tuple["Parameter", ...]
    joined_by: Literal["and", "or"] = "and"


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence by its id in the catalogues, with what is filled in.

    The first segment of the id names the catalogue ("verdict.enum" stands in resources/words/verdict/). A parameter named
    `count` chooses the plural form.
    """

    id: str
    parameters: tuple[tuple[str, "Parameter"], ...] = ()


# A str is inserted as it is (names, addresses, a server's own words); an int or a float is written as the language writes numbers.
Parameter: TypeAlias = str | int | float | Percent | Value | Field | Listing | Text


def text(id: str, /, **parameters: Parameter) -> Text:
    """Shorthand for a Text: `text("verdict.enum", field=Field("/a"), allowed=Listing(...))`."""
    return Text(id, tuple(parameters.items()))

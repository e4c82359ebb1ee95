"""Exact numbers: an int where it is one, a Decimal where it is not, never a double in between."""

from decimal import Decimal, InvalidOperation


class NumberOutOfRange(ValueError):
    """A well-formed JSON number whose exponent is beyond what can be held (more than 18 digits)."""


def parse_number(text: str) -> int | Decimal:
    """The value of a well-formed JSON number. Whole numbers of very many digits become a Decimal, which is just as exact.

    CPython refuses to turn more than some thousand digits into an int (and back); Decimal has no such limit.
    """
    if text.lstrip("-").isdigit():
        try:
            return int(text)
        except ValueError:
            return Decimal(text)
    return parse_decimal(text)


def parse_decimal(text: str) -> Decimal:
    """The value of a JSON number with a fraction or an exponent; raises NumberOutOfRange."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise NumberOutOfRange(text) from None


def write_number(value: int | Decimal) -> str:
    """The JSON text of a number, exact."""
    if isinstance(value, Decimal):
        return str(value)
    try:
        return str(value)
    except ValueError:  # more digits than CPython prints
        return format(Decimal(value), "f")

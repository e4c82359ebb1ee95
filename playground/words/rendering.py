"""Puts a Text into words, in the language and for the audience asked for. Never raises: a missing word shows as its id."""

import re
from enum import StrEnum
from functools import lru_cache

from playground.words.catalogues import wording
from playground.words.language import Language
from playground.words.quoting import decode_string, make_visible, quote_json, shorten, write_readably
from playground.words.text import Field, Listing, Parameter, Percent, Text, Value

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_PLAIN_NAME = re.compile(r"[^\W\d][\w-]*")
_INDEX = re.compile(r"0|[1-9][0-9]*")


class Audience(StrEnum):
    """Who reads the sentence: people see quotation marks and field names, models see JSON and dotted paths."""

    PERSON = "person"
    MODEL = "model"


_VALUE_LIMIT = {Audience.PERSON: 80, Audience.MODEL: 400}  # characters of a quoted value
_LISTING_LIMIT = 60  # named items; the rest is "N more". Who makes a listing caps it lower where that reads better


def render(text: Text, language: Language, audience: Audience = Audience.PERSON) -> str:
    """The sentence in words. A parameter that is missing leaves its placeholder; a missing wording is its English, then the id."""
    parameters = dict(text.parameters)
    count = parameters.get("count")
    pieces = list(_split(wording(text.id, language, count=count if isinstance(count, int) else None)))
    for index in range(1, len(pieces), 2):  # every second piece is a name
        parameter = parameters.get(pieces[index])
        pieces[index] = f"{{{pieces[index]}}}" if parameter is None else _write(parameter, language, audience)
    return "".join(pieces)


@lru_cache(maxsize=4096)
def _split(template: str) -> tuple[str, ...]:
    """A wording in pieces: text, the name of a placeholder, text, and so on."""
    return tuple(_PLACEHOLDER.split(template))


def _write(parameter: Parameter, language: Language, audience: Audience) -> str:
    match parameter:
        case str():
            return parameter
        case bool():  # would be a number otherwise
            return str(parameter).lower()
        case int() | float():
            return _write_number(parameter, language, audience)
        case Percent():
            return _write_percent(parameter, language)
        case Value():
            return _write_value(parameter, language, audience)
        case Field():
            return _write_field(parameter, language, audience)
        case Listing():
            return _write_listing(parameter, language, audience)
        case Text():
            return render(parameter, language, audience)


def _write_number(number: float, language: Language, audience: Audience) -> str:
    if audience is Audience.MODEL or (isinstance(number, int) and abs(number) < 1000):
        return str(number)
    from babel.numbers import format_decimal  # noqa: PLC0415 - 0.2 s, which the first paint does without

    return format_decimal(number, locale=language.value, decimal_quantization=False)


def _write_percent(percent: Percent, language: Language) -> str:
    from babel.numbers import format_percent  # noqa: PLC0415 - 0.2 s, which the first paint does without

    return format_percent(percent.share, locale=language.value)


@lru_cache(maxsize=1024)  # the same few values and places stand in hundreds of violations
def _write_value(value: Value, language: Language, audience: Audience) -> str:
    content = decode_string(value.json) if audience is Audience.PERSON else None
    if content is None:
        return write_readably(value.json, _VALUE_LIMIT[audience])
    return _quote(shorten(content, _VALUE_LIMIT[audience]), language)


def _quote(content: str, language: Language) -> str:
    return _fill("words.quoted", language, value=make_visible(content))


@lru_cache(maxsize=256)
def _write_listing(listing: Listing, language: Language, audience: Audience) -> str:
    words = [_write(item, language, audience) for item in listing.items[:_LISTING_LIMIT]]
    more = len(listing.items) - _LISTING_LIMIT
    if more > 0:
        words.append(render(Text("words.list.more", (("count", more),)), language, audience))
    if len(words) < 2:
        return "".join(words)
    join = "and" if more > 0 else listing.joined_by
    if len(words) == 2:
        return _fill(f"words.list.pair_{join}", language, first=words[0], last=words[1])
    rest = _fill("words.list.separator", language).join(words[:-1])
    return _fill(f"words.list.last_{join}", language, first=rest, last=words[-1])


def _write_field(field: Field, language: Language, audience: Audience) -> str:
    tokens = tuple(token.replace("~1", "/").replace("~0", "~") for token in field.pointer.split("/")[1:])
    if not tokens:
        return _fill("words.place.answer", language)
    return _write_dotted(tokens) if audience is Audience.MODEL else _write_place(tokens, "subject", language)


def _write_dotted(tokens: tuple[str, ...]) -> str:
    path = ""
    for token in tokens:
        if _INDEX.fullmatch(token):
            path += f"[{token}]"
        elif _PLAIN_NAME.fullmatch(token):
            path += f".{token}" if path else token
        else:
            path += f"[{quote_json(shorten(token, _VALUE_LIMIT[Audience.MODEL]))}]"
    return path


@lru_cache(maxsize=1024)
def _write_place(tokens: tuple[str, ...], form: str, language: Language) -> str:
    """`form` is the place's role in the phrase: the subject, or what another place is in, or is an item of."""
    parents, last = tokens[:-1], tokens[-1]
    if _INDEX.fullmatch(last):
        number = str(int(last) + 1)
        if not parents:
            return _fill(f"words.place.item.{form}", language, number=number)
        return _fill(f"words.place.item_of.{form}", language, number=number, parent=_write_place(parents, "of", language))
    name = last if _PLAIN_NAME.fullmatch(last) else _quote(shorten(last, _VALUE_LIMIT[Audience.PERSON]), language)
    if not parents:
        return _fill(f"words.place.name.{form}", language, name=name)
    return _fill(f"words.place.member.{form}", language, name=name, parent=_write_place(parents, "in", language))


def _fill(id: str, language: Language, **parameters: str) -> str:
    pieces = list(_split(wording(id, language)))
    pieces[1::2] = [parameters.get(name, f"{{{name}}}") for name in pieces[1::2]]
    return "".join(pieces)

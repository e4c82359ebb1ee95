"""What to do about a reply that is no JSON, for people who do not program: one sentence for each kind of fault."""

from collections.abc import Iterable
from dataclasses import replace

from playground.verdict.json_places import decode_string
from playground.verdict.violations import Fault
from playground.words.text import Parameter, Text, Value, text

_LONGEST = 60  # characters of a word that is spelt out
_IN_QUOTES = frozenset({"unquoted_key", "unquoted_value"})
_LITERALS = {
    "true": "true", "yes": "true", "false": "false", "no": "false", "none": "null", "null": "null", "nil": "null", "undefined": "null",
}  # fmt: skip
_NUMBERS = frozenset({"leading_zero", "plus_sign"})
_FILLED_IN = frozenset({*_IN_QUOTES, *_NUMBERS, "literal"})  # kinds whose sentence spells out what to write


def with_advice(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The same faults, each with what to do about it."""
    return tuple(replace(fault, advice=_advise(fault)) for fault in faults)


def _advise(fault: Fault) -> Text:
    said = dict(fault.message.parameters)
    written = _as_it_should_be(fault.kind, said.get("found"))
    if written is not None:
        return text(f"verdict.advice.fault.{fault.kind}", written=written)
    instead = said.get("instead")
    known: dict[str, Parameter] = {} if instead is None else {"instead": instead}
    return text(f"verdict.advice.fault.{fault.kind}" + (".long" if fault.kind in _FILLED_IN else ""), **known)


def _as_it_should_be(kind: str, found: Parameter | None) -> str | None:
    """What to write instead, as it stands in JSON; None where that is too long to be spelt out, or not known."""
    if kind not in _FILLED_IN or not isinstance(found, Value):
        return None
    word = decode_string(found.json)
    if len(word) > _LONGEST or not word.isprintable() or '"' in word or "\\" in word:
        return None
    if kind in _IN_QUOTES:
        return f'"{word}"'
    if kind == "literal":
        return _LITERALS.get(word.casefold())
    return _without_start(word)


def _without_start(number: str) -> str | None:
    """The number without the zeros or the plus sign before it; None where no number of JSON is left."""
    sign = "-" if number.startswith("-") else ""
    bare = number.removeprefix("-").lstrip("+0")
    if not bare[:1].isdigit():
        bare = "0" + bare
    try:
        float(bare)
    except ValueError:
        return None
    return sign + bare if bare.isascii() and not bare.endswith(".") and "_" not in bare else None

"""Formats of a schema that check nothing: misspelt, unknown, of a later draft, or switched off."""

import difflib
from collections.abc import Iterator

from playground.verdict.drafts import Draft
from playground.verdict.json_text import write
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import Subschema
from playground.verdict.wording import FORMATS
from playground.words.text import Value
from playground.words.text import text as words

# Names that people give to formats, without their joints.
_MEANT = {name.replace("-", ""): name for name in FORMATS} | {
    "datetimez": "date-time", "timestamp": "date-time", "mail": "email", "emailaddress": "email", "url": "uri", "link": "uri", "guid": "uuid",
    "host": "hostname", "ip": "ipv4", "ipaddress": "ipv4", "regexp": "regex",
}  # fmt: skip
_ALIKE = 0.8
# From which draft on a format is one; the others are in all of them.
_SINCE = {
    "uri-reference": "06", "uri-template": "06", "json-pointer": "06", "iri": "07", "iri-reference": "07", "idn-hostname": "07",
    "relative-json-pointer": "07", "duration": "2019-09", "uuid": "2019-09",
}  # fmt: skip
_DRAFTS = ("04", "06", "07", "2019-09", "2020-12")
# OpenAPI's formats say how a value is stored, not how it is written.
_OF_OPENAPI = frozenset({
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double", "double-int", "decimal", "decimal128",
    "byte", "binary", "password", "char", "html", "commonmark",
})  # fmt: skip


def unchecked_format(sub: Subschema, draft: Draft, *, assert_formats: bool) -> Iterator[Finding]:
    """The format of this one schema, where nothing is checked by it."""
    name = sub.value.get("format")
    if not isinstance(name, str) or name in _OF_OPENAPI:
        return
    since = _SINCE.get(name, _DRAFTS[0])
    if name not in FORMATS:
        plain = name.casefold().replace("_", "").replace("-", "").replace(" ", "")
        near = _MEANT.get(plain) or next(iter(difflib.get_close_matches(name[:40], FORMATS, n=1, cutoff=_ALIKE)), None)
        if near is not None:
            kind, message = (
                "misspelt_format",
                words("verdict.hint.misspelt_format", named=Value(write(name)), near=Value(write(near))),
            )
        else:
            kind, message = "unknown_format", words("verdict.hint.unknown_format", format=Value(write(name)))
    elif _DRAFTS.index(draft.name) < _DRAFTS.index(since):
        kind = "format_of_another_draft"
        message = words(
            "verdict.hint.format_of_another_draft", format=Value(write(name)), draft=draft.name.lstrip("0"), since=since.lstrip("0")
        )
    elif not assert_formats:
        kind, message = "format_not_checked", words("verdict.hint.format_not_checked", format=Value(write(name)))
    else:
        return
    yield Finding(kind, message, f"{sub.pointer}/format")

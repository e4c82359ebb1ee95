"""The gallery of everyday schemas, in the window's language: their names, their fields and their texts."""

import json
from typing import NamedTuple

from playground.resources import resource
from playground.verdict.json_layout import lay_out
from playground.words.language import Language


class GallerySchema(NamedTuple):
    """A schema of the gallery: what it is called, and its text."""

    name: str
    title: str
    schema_text: str


def read_gallery(language: Language) -> tuple[GallerySchema, ...]:
    """All schemas of the gallery."""
    entries = json.loads(resource("gallery", f"{language.value}.json").read_text(encoding="utf-8"))
    return tuple(GallerySchema(entry["name"], entry["title"], _text_of(entry["schema"])) for entry in entries)


def _text_of(schema: object) -> str:
    written = json.dumps(schema, ensure_ascii=False)
    return lay_out(written) or written

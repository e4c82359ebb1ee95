"""A schema in words: one sentence for each field and rule, each with the part of the schema that it speaks of.

What no sentence can say is named and said to be kept as written. References are followed by name, so that a schema that leads
back into itself has an end.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.phrases import Dialect, Phrases, join, name_of, phrases_of, types_of
from playground.verdict.pointers import pointer_of, value_at
from playground.verdict.schema_keywords import KEYWORDS
from playground.verdict.schema_references import local_target
from playground.verdict.schema_walk import Subschema
from playground.verdict.wording import quoted
from playground.words.text import Listing, Parameter, Text, text

_DEEPEST = 12  # levels of nesting; what is deeper nobody reads
_MOST = 2000  # sentences
_SILENT = frozenset({
    "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment", "$defs", "definitions", "title",
    "description",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence. `pointer` is the part of the schema it speaks of, `depth` how far it is indented, `note` the schema's own
    description, and `kept` says that it stands for something that is kept as written."""

    sentence: Text
    pointer: str
    depth: int = 0
    note: str = ""
    kept: bool = False


def describe(schema: JsonValue, *, draft: str, formats_checked: bool) -> tuple[Statement, ...]:
    """The whole schema in sentences, in the order of its text. `draft` is the name of its draft, such as "2020-12"."""
    teller = _Teller(schema, Dialect(draft, formats_checked))
    teller.tell_whole()
    said = teller.told
    if len(said) > _MOST:
        return (*said[:_MOST], Statement(text("schema.too_long"), said[_MOST].pointer, kept=True))
    return tuple(said)


def in_short(schema: JsonValue, dialect: Dialect) -> tuple[Parameter, ...]:
    """What one part of a schema asks for, in phrases; what stands inside it is left out, and nothing is said of what it cannot say."""
    if not isinstance(schema, dict):
        return (text("schema.kind.any"),) if schema is True else ()
    return _Teller(schema, dialect).phrases(schema, _Place("", 0)).parts


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a schema stands, and what stands around it: `partial` where another one beside it says what kind of value it is,
    `conditional` where it asks whether something holds."""

    pointer: str
    depth: int
    partial: bool = False
    conditional: bool = False

    def at(self, *tokens: str | int, partial: bool = False) -> "_Place":
        return _Place(self.pointer + pointer_of(tokens), self.depth + 1, partial, self.conditional and partial)

    def asking(self, *tokens: str | int) -> "_Place":
        return _Place(self.pointer + pointer_of(tokens), self.depth + 1, partial=True, conditional=True)


@dataclass(slots=True)
class _Teller:
    whole: JsonValue
    dialect: Dialect
    told: list[Statement] = field(default_factory=list)
    referred: dict[str, None] = field(default_factory=dict)

    def tell_whole(self) -> None:
        whole = self.whole
        plain = isinstance(whole, dict) and types_of(whole) == ("object",) and "properties" in whole and not _note(whole)
        if plain and isinstance(whole, dict) and len((found := phrases_of(whole, self.dialect, partial=False)).parts) == 1:
            self._tell_inside(whole, _Place("", -1), found)
        else:
            self.tell(text("schema.answer"), whole, _Place("", 0))
        told: set[str] = set()
        while len(told) < len(self.referred) and len(self.told) <= _MOST:
            target = next(target for target in self.referred if target not in told)
            told.add(target)
            try:
                held = value_at(self.whole, target)
            except (LookupError, ValueError):
                continue
            self.tell(quoted(target.rpartition("/")[2]), held, _Place(target, 0))

    def tell(self, head: Parameter, schema: JsonValue, place: _Place, need: Text | None = None) -> None:
        """One schema: its own sentence, then those of what is inside it."""
        needs = () if need is None else (need,)
        if not isinstance(schema, dict):
            known = isinstance(schema, bool)
            kind = text("schema.kind.any") if schema is True else text("schema.never") if known else text("schema.kept_value")
            self._say(head, (kind, *(needs if schema is not False else ())), place.pointer, place.depth, kept=not known)
            return
        found = self.phrases(schema, place)
        parts = (*found.parts, *needs)
        if parts:
            self._say(head, parts, place.pointer, place.depth, _note(schema))
        elif schema:
            self._add(text("schema.head", head=head), place.pointer, place.depth, _note(schema))
        else:
            self._say(head, (text("schema.kind.any"),), place.pointer, place.depth)
        self._tell_inside(schema, place, found)

    def phrases(self, schema: dict[str, JsonValue], place: _Place) -> Phrases:
        """What is said in the sentence itself, short alternatives among it."""
        found = phrases_of(schema, self.dialect, partial=place.partial)
        self._refer(schema)
        for keyword in ("anyOf", "oneOf"):
            short = None if keyword in found.idle else self._short_forms(schema.get(keyword))
            if short is not None:
                found = Phrases((short, *found.parts), found.said | {keyword}, found.idle)
        return found

    def _refer(self, schema: dict[str, JsonValue]) -> None:
        target = local_target(Subschema("", schema))
        if target:
            self.referred.setdefault(target)
        items = schema.get("items")
        if isinstance(items, dict) and "items" not in items:
            self._refer(items)

    def _short_forms(self, forms: JsonValue) -> Parameter | None:
        """ "text or number": where each form is said by one phrase."""
        if not isinstance(forms, list) or len(forms) < 2:
            return None
        named: list[Parameter] = []
        for form in forms:
            if not isinstance(form, dict) or form.keys() & {"description"}:
                return None
            found = phrases_of(form, self.dialect, partial=False)
            if len(found.parts) != 1 or form.keys() - found.said - _SILENT:
                return None
            named.append(found.parts[0])
        for form in forms:
            if isinstance(form, dict):
                self._refer(form)
        return Listing(tuple(named), "or")

    def _tell_inside(self, schema: dict[str, JsonValue], place: _Place, found: Phrases) -> None:
        if place.depth >= _DEEPEST:
            if schema.keys() - found.said - found.idle - _SILENT:
                self._add(text("schema.too_deep"), place.pointer, place.depth + 1, kept=True)
            return
        said = set(found.said) | found.idle
        for tell_some in (self._tell_fields, self._tell_items, self._tell_forms):
            said |= tell_some(schema, place, said)
        rest = [key for key in schema if key not in said and key not in _SILENT]
        unknown = [key for key in rest if key not in KEYWORDS and not key.startswith("x-")] + sorted(found.idle - _SILENT)
        kept = [key for key in rest if key not in unknown]
        for id, keys in (("schema.no_effect", unknown), ("schema.kept", kept)):
            if keys:
                names = Listing(tuple(quoted(key) for key in keys))
                at = place.pointer + pointer_of([keys[0]])
                self._add(text(id, keywords=names, count=len(keys)), at, place.depth + 1, kept=True)

    def _tell_fields(self, schema: dict[str, JsonValue], place: _Place, said: set[str]) -> set[str]:
        done: set[str] = set()
        if {"properties", "required"} & said:  # they have no effect here
            return done
        fields, required = schema.get("properties"), schema.get("required")
        needed = [str(name) for name in required] if isinstance(required, list) else []
        if isinstance(required, list):
            done.add("required")
        known = fields if isinstance(fields, dict) else {}
        if isinstance(fields, dict):
            done.add("properties")
        for name, held in known.items():
            self.tell(
                name_of(name), held, place.at("properties", name, partial=place.partial), self._need(name in needed, schema, place)
            )
        for index, name in enumerate(needed):
            if name not in known:
                at = place.pointer + pointer_of(["required", index])
                kind = () if place.partial else (text("schema.kind.any"),)
                self._say(name_of(name), (*kind, text("schema.required")), at, place.depth + 1)
        done |= self._tell_fields_by_rule(schema, place)
        return done | self._tell_others(schema, place, said)

    def _need(self, needed: bool, schema: dict[str, JsonValue], place: _Place) -> Text | None:  # noqa: FBT001 - private
        if needed:
            return text("schema.required")
        return text("schema.optional") if not place.partial or place.conditional or "type" in schema else None

    def _tell_fields_by_rule(self, schema: dict[str, JsonValue], place: _Place) -> set[str]:
        done: set[str] = set()
        patterns = schema.get("patternProperties")
        if isinstance(patterns, dict):
            done.add("patternProperties")
            for pattern, held in patterns.items():
                self.tell(text("schema.matching", pattern=quoted(pattern)), held, place.at("patternProperties", pattern))
        if "propertyNames" in schema:
            done.add("propertyNames")
            names = schema["propertyNames"]
            self.tell(text("schema.names"), names, place.at("propertyNames", partial=isinstance(names, dict) and len(names) > 0))
        for keyword in ("dependentRequired", "dependentSchemas", "dependencies"):
            pairs = schema.get(keyword)
            if isinstance(pairs, dict):
                done.add(keyword)
                for name, held in pairs.items():
                    self._tell_dependent(name, held, place.at(keyword, name, partial=True))
        return done

    def _tell_dependent(self, name: str, held: JsonValue, place: _Place) -> None:
        if isinstance(held, list):
            others = Listing(tuple(name_of(str(other)) for other in held))
            if held:
                self._add(
                    text("schema.also_there", asking=name_of(name), fields=others, count=len(held)), place.pointer, place.depth
                )
        else:
            self._add(text("schema.dependent", field=name_of(name)), place.pointer, place.depth)
            self._tell_bare(held, place)

    def _tell_others(self, schema: dict[str, JsonValue], place: _Place, said: set[str]) -> set[str]:
        """Whether fields are allowed that nobody names."""
        for keyword in ("additionalProperties", "unevaluatedProperties"):
            if keyword not in schema or keyword in said:
                continue
            others, at = schema[keyword], place.pointer + pointer_of([keyword])
            if isinstance(others, bool):
                self._add(text("schema.others_any" if others else "schema.others_none"), at, place.depth + 1)
            else:
                self.tell(text("schema.others"), others, place.at(keyword))
            return {keyword}
        if isinstance(schema.get("properties"), dict) and not place.partial:
            self._add(text("schema.others_any"), place.pointer + "/properties", place.depth + 1)
        return set()

    def _tell_items(self, schema: dict[str, JsonValue], place: _Place, said: set[str]) -> set[str]:
        if "items" in said or {"items", "prefixItems", "contains"}.isdisjoint(schema):
            return set()
        items = schema.get("items")
        first = "prefixItems" if "prefixItems" in schema else "items"
        listed = schema.get(first)
        done: set[str] = set()
        if isinstance(listed, list):
            done.add(first)
            for index, held in enumerate(listed):
                self.tell(text("schema.item", number=index + 1), held, place.at(first, index))
        rest = "items" if first == "prefixItems" else "additionalItems" if isinstance(listed, list) else None
        if rest is not None and rest in schema:
            done.add(rest)
            if schema[rest] is False:
                self._add(text("schema.no_further_items"), place.pointer + pointer_of([rest]), place.depth + 1)
            else:
                self.tell(text("schema.further_items"), schema[rest], place.at(rest))
        elif rest is None and "items" in schema:
            done.add("items")
            self.tell(text("schema.each_item"), items, place.at("items"))
        return done | self._tell_contained(schema, place)

    def _tell_contained(self, schema: dict[str, JsonValue], place: _Place) -> set[str]:
        if "contains" not in schema:
            return set()
        least, most = schema.get("minContains", 1), schema.get("maxContains")
        counts = [count for count in (least, most) if count is not None]
        if not all(isinstance(count, int) and not isinstance(count, bool) for count in counts):
            return set()
        done = {"contains", "minContains", "maxContains"} & schema.keys()
        if isinstance(least, int) and least > 0:
            self.tell(text("schema.contains", count=least), schema["contains"], place.at("contains"))
        if isinstance(most, int):
            self.tell(text("schema.contains_most", count=most), schema["contains"], place.at("contains"))
        return done

    def _tell_forms(self, schema: dict[str, JsonValue], place: _Place, said: set[str]) -> set[str]:
        done: set[str] = set()
        for keyword in ("allOf", "anyOf", "oneOf"):
            forms = schema.get(keyword)
            if not isinstance(forms, list) or keyword in said:
                continue
            done.add(keyword)
            at = place.at(keyword, partial=True)
            self._add(text(f"schema.{keyword}"), at.pointer, at.depth)
            for index, form in enumerate(forms):
                inside = _Place(at.pointer + f"/{index}", at.depth + 1, partial=True, conditional=place.conditional)
                self.tell(text("schema.form", number=index + 1), form, inside)
        if "not" in schema and "not" not in said:
            done.add("not")
            at = place.asking("not")
            self._add(text("schema.not"), at.pointer, at.depth)
            self._tell_bare(schema["not"], at)
        return done | self._tell_condition(schema, place, said)

    def _tell_condition(self, schema: dict[str, JsonValue], place: _Place, said: set[str]) -> set[str]:
        followed = [keyword for keyword in ("then", "else") if keyword in schema]
        if "if" not in schema or "if" in said or not followed:
            return set()
        for keyword in ("if", *followed):
            at = place.asking(keyword) if keyword == "if" else place.at(keyword, partial=True)
            self._add(text(f"schema.{keyword}"), at.pointer, at.depth)
            self._tell_bare(schema[keyword], at)
        return {"if", *followed}

    def _tell_bare(self, schema: JsonValue, place: _Place) -> None:
        """What stands below a sentence that announced it."""
        inside = _Place(place.pointer, place.depth + 1, partial=True, conditional=place.conditional)
        if not isinstance(schema, dict):
            self.tell(text("schema.value"), schema, inside)
            return
        found = self.phrases(schema, inside)
        if found.parts:
            self._say(text("schema.value"), found.parts, inside.pointer, inside.depth, _note(schema))
        self._tell_inside(schema, place, found)

    def _say(
        self, head: Parameter, parts: Sequence[Parameter], pointer: str, depth: int, note: str = "", *, kept: bool = False
    ) -> None:
        self._add(text("schema.line", head=head, what=join(parts)), pointer, depth, note, kept=kept)

    def _add(self, sentence: Text, pointer: str, depth: int, note: str = "", *, kept: bool = False) -> None:
        self.told.append(Statement(sentence, pointer, depth, note, kept))


def _note(schema: dict[str, JsonValue]) -> str:
    """The schema's own words about itself."""
    for keyword in ("description", "title"):
        words = schema.get(keyword)
        if isinstance(words, str) and words.strip():
            return words
    return ""

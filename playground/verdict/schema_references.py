"""References inside a schema: whether each leads somewhere, and whether one leads back into itself. Nothing is ever fetched."""

from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urljoin

import jsonschema_rs

from playground.verdict.drafts import DRAFTS, NO_DOCUMENTS, Documents, Draft, with_draft
from playground.verdict.engine_values import for_engine
from playground.verdict.json_text import write
from playground.verdict.schema_report import Finding
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue
from playground.words.text import Value
from playground.words.text import text as words

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_REF_STANDS_ALONE = ("04", "06", "07")  # in these drafts nothing beside a $ref counts
_KNOWN = frozenset(draft.uri for draft in DRAFTS)
_OWN_BASE = "json-schema:///"  # what a schema without $id is called
_STAND_IN = "https://stand-in.invalid/"


def broken_references(
    schema: JsonValue, draft: Draft, walked: Sequence[Subschema], documents: Documents = NO_DOCUMENTS
) -> Iterator[Finding]:
    """Every reference that leads nowhere or out of this schema."""
    references = [(sub, name, sub.value[name]) for sub in walked for name in _REFERENCES if isinstance(sub.value.get(name), str)]
    if not references:
        return
    bases = _bases(walked, draft)
    own = {base.partition("#")[0] for base in bases.values()} | documents.keys()
    outside: set[str] = set()

    def note_outside(uri: str) -> JsonValue:
        """Asked for every document that is not in the schema; nothing is fetched, an empty schema stands in."""
        outside.add(uri.partition("#")[0])
        return {}

    resources = {**documents, bases[""]: {**schema, "$schema": draft.uri} if isinstance(schema, dict) else schema}
    try:
        registry = jsonschema_rs.Registry(
            [(uri, for_engine(with_draft(document, draft))) for uri, document in resources.items()], retriever=note_outside
        )
    except (ValueError, jsonschema_rs.ReferencingError):
        return  # the engine says what is wrong
    leads: dict[tuple[str, str], bool] = {}  # large schemas refer to the same place thousands of times
    for sub, name, reference in references:
        base = bases[sub.pointer]
        document = _join(base, str(reference)).partition("#")[0]
        if document == draft.uri or document.startswith(draft.uri.removesuffix("schema") + "meta/"):
            continue  # the engine has the draft's own schema with its parts, but not those of other drafts
        kind = "remote_reference" if document in outside or document in _KNOWN else "broken_reference"
        asked = base, str(reference)
        if kind == "broken_reference" and asked not in leads:
            leads[asked] = _leads_somewhere(registry, *asked)
        if kind == "broken_reference" and leads[asked]:
            continue
        if document not in own:
            kind = "remote_reference"
        message = words(f"verdict.schema.{kind}", reference=Value(write(reference)))
        yield Finding(kind, message, f"{sub.pointer}/{name}")


def _leads_somewhere(registry: jsonschema_rs.Registry, base: str, reference: str) -> bool:
    try:
        registry.resolver(base).lookup(reference)
    except (ValueError, jsonschema_rs.ReferencingError):
        return False
    return True


def _bases(walked: Sequence[Subschema], draft: Draft) -> dict[str, str]:
    """The base URI of every subschema, by its pointer."""
    word = "id" if draft.name == "04" else "$id"
    bases: dict[str, str] = {}
    for sub in walked:  # outer ones come first
        outer = _nearest(sub.pointer, bases)
        own = sub.value.get(word)
        named = isinstance(own, str) and not own.startswith("#") and not (draft.name in _REF_STANDS_ALONE and "$ref" in sub.value)
        bases[sub.pointer] = _join(outer, str(own)).removesuffix("#") if named else outer
    return bases


def _join(base: str, reference: str) -> str:
    """The absolute form of a reference. The standard library joins only the schemes that it knows."""
    document = base.partition("#")[0]
    if reference.startswith("#"):
        return document + reference
    if document.startswith(_OWN_BASE):
        joined = urljoin(_STAND_IN + document.removeprefix(_OWN_BASE), reference)
        return _OWN_BASE + joined.removeprefix(_STAND_IN) if joined.startswith(_STAND_IN) else joined
    return urljoin(document, reference)


def _nearest(pointer: str, bases: dict[str, str]) -> str:
    while pointer:
        pointer = pointer.rpartition("/")[0]
        if pointer in bases:
            return bases[pointer]
    return _OWN_BASE


def resources(walked: Sequence[Subschema], draft: Draft) -> dict[str, str]:
    """Where each schema with a URI of its own begins: the pointer by the URI."""
    found: dict[str, str] = {}
    for pointer, base in _bases(walked, draft).items():
        found.setdefault(base.partition("#")[0], pointer)
    return found


def local_target(sub: Subschema) -> str | None:
    """The pointer that a schema refers to inside its document; None where it refers to nothing, or by name."""
    reference = sub.value.get("$ref")
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return None
    return unquote(reference[1:])


def is_recursive(walked: Sequence[Subschema]) -> bool:
    """Whether a reference may lead back into a schema that holds it; in doubt yes."""
    named = {name for sub in walked for name in _REFERENCES if isinstance(sub.value.get(name), str)}
    by_name = named - {"$ref"} or any("$ref" in sub.value and local_target(sub) is None for sub in walked)
    return bool(by_name or circular_references(walked))


def circular_references(walked: Sequence[Subschema]) -> frozenset[str]:
    """The pointers of the schemas whose reference leads, over whatever others, back into a schema that holds it."""
    targets = {sub.pointer: target for sub in walked if (target := local_target(sub)) is not None}
    if not targets:
        return frozenset()
    leads: dict[str, list[str]] = {sub.pointer: [] for sub in walked}
    for pointer in leads:
        holder = pointer
        while holder:
            holder = holder.rpartition("/")[0]
            if holder in leads:
                leads[holder].append(pointer)
                break
    for pointer, target in targets.items():
        if target in leads:
            leads[pointer].append(target)
    circle = _circles(leads)
    return frozenset(pointer for pointer, target in targets.items() if circle.get(target) == circle[pointer])


def _circles(leads: dict[str, list[str]]) -> dict[str, int]:
    """The number of the circle that each node is in (Tarjan's strongly connected components, without recursion)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    circle: dict[str, int] = {}
    stack: list[str] = []
    for start, firsts in leads.items():
        pending = [] if start in order else [(start, iter(firsts))]
        while pending:
            node, further = pending[-1]
            if node not in order:
                order[node] = lowest[node] = len(order)
                stack.append(node)
            for other in further:
                if other not in order:
                    pending.append((other, iter(leads[other])))
                    break
                if other not in circle:
                    lowest[node] = min(lowest[node], lowest[other])
            else:
                pending.pop()
                if pending:
                    lowest[pending[-1][0]] = min(lowest[pending[-1][0]], lowest[node])
                while lowest[node] == order[node] and node not in circle:
                    circle[stack.pop()] = order[node]
    return circle

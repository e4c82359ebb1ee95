"""What one press can do about an error or a hint of a schema: the text as it would stand afterwards."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.verdict.json_text import read
from playground.verdict.json_value import JsonValue
from playground.verdict.plain_schema.field_edits import add_field
from playground.verdict.plain_schema.text_edits import readable, remove_item, remove_member, rename_key, replace_value, set_member
from playground.verdict.pointers import pointer_of, pointer_tokens, value_at
from playground.verdict.schema_report import SchemaProblem
from playground.words.text import Text, Value, text


@dataclass(frozen=True, slots=True)
class Remedy:
    """`label` says what will be done. `schema_text` is the text afterwards; None: formats are to be checked from now on."""

    label: Text
    schema_text: str | None


def remedy_for(problem: SchemaProblem, schema_text: str) -> Remedy | None:
    """What can be done about a problem that was found in this very text; None where only a person can know."""
    if problem.kind == "format_not_checked":
        return Remedy(text("schema.remedy.check_formats"), None)
    answer = read(schema_text).answer
    if answer is None:
        return None
    try:
        found = value_at(answer.value, problem.path)
    except (LookupError, ValueError):
        return None
    case = _Case(problem, schema_text, answer.value, found)
    maker = _MAKERS.get(problem.kind, _write_near)
    remedy = maker(case)
    return remedy if remedy is not None and remedy.schema_text != schema_text else None


@dataclass(frozen=True, slots=True)
class _Case:
    problem: SchemaProblem
    text: str
    schema: JsonValue
    found: JsonValue  # what stands at the problem's place

    @property
    def parent(self) -> str:
        return pointer_of(pointer_tokens(self.problem.path)[:-1])

    @property
    def key(self) -> str:
        return pointer_tokens(self.problem.path)[-1]

    def parameter(self, name: str) -> JsonValue:
        """A value that the problem's sentence names; None where it names none."""
        held = dict(self.problem.message.parameters).get(name)
        answer = read(held.json).answer if isinstance(held, Value) else None
        return answer.value if answer is not None else None


def _write_near(case: _Case) -> Remedy | None:
    """A word that was meant, in the place of the one that stands there."""
    near = case.parameter("near")
    if not isinstance(near, str) or not isinstance(case.found, str):
        return None
    return _writing(near, replace_value(case.text, case.problem.path, readable(near)))


def _rename(case: _Case) -> Remedy | None:
    near, around = case.parameter("near"), value_at(case.schema, case.parent)
    if not isinstance(near, str) or not isinstance(around, dict) or near in around:
        return None
    return _writing(near, rename_key(case.text, case.parent, case.key, near))


def _writing(near: str, after: str) -> Remedy:
    return Remedy(text("schema.remedy.write", near=Value(readable(near))), after)


def _require(case: _Case) -> Remedy | None:
    if case.parameter("near") is not None:
        return _write_near(case)
    group = pointer_of(pointer_tokens(case.problem.path)[:-2])
    if not isinstance(case.found, str) or not case.found:
        return None
    return Remedy(text("schema.remedy.add_field", name=Value(readable(case.found))), add_field(case.text, group, case.found)[0])


def _close(case: _Case) -> Remedy:
    return Remedy(text("schema.remedy.close"), set_member(case.text, case.parent, "additionalProperties", "false"))


def _remove(case: _Case) -> Remedy:
    return Remedy(text("schema.remedy.remove", key=Value(readable(case.key))), remove_member(case.text, case.parent, case.key))


def _remove_item(case: _Case) -> Remedy:
    after = remove_item(case.text, case.parent, int(case.key))
    return Remedy(text("schema.remedy.remove", key=Value(readable(case.found))), after)


def _allow_null(case: _Case) -> Remedy | None:
    around = value_at(case.schema, case.parent)
    named = around.get("type") if isinstance(around, dict) else None
    types = named if isinstance(named, list) else [named]
    if named is None:
        return None
    after = set_member(case.text, case.parent, "type", readable([*types, "null"]))
    return Remedy(text("schema.remedy.allow_null"), remove_member(after, case.parent, "nullable"))


def _unwrap(case: _Case) -> Remedy | None:
    place = read(case.text).place(case.problem.path)
    return None if place is None else Remedy(text("schema.remedy.unwrap"), case.text[place.value.start : place.value.end])


_MAKERS: dict[str, Callable[[_Case], Remedy | None]] = {
    "misspelt_keyword": _rename,
    "required_unknown": _require,
    "open_object": _close,
    "other_type": _remove,
    "beside_reference": _remove,
    "without_partner": _remove,
    "enum_alike": _remove_item,
    "nullable": _allow_null,
    "wrapped_schema": _unwrap,
}

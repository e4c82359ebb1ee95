"""How the work of a schema grows: forms that lead to forms multiply, and so do forms that lead back into themselves at each level."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playground.verdict.drafts import Draft
from playground.verdict.json_text import depth_of
from playground.verdict.pointers import pointer_of
from playground.verdict.schema_references import circular_references, local_target
from playground.verdict.schema_walk import Subschema
from playground.verdict.violations import JsonValue

_IN_PLACE = ("not", "if", "then", "else")
_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE_NAMED = ("dependentSchemas", "dependencies")
_FORMS = re.compile(r"/(?:allOf|anyOf|oneOf|not|if|then|else|dependentSchemas|dependencies|patternProperties)(?:/|$)")
_NEEDS_THE_WHOLE = frozenset({"unevaluatedProperties", "unevaluatedItems", "$dynamicRef", "$recursiveRef"})
MOST_FORMS = 10_000  # that one value is tried against; and values against forms, before they are judged in parts


@dataclass(frozen=True, slots=True)
class Growth:
    """`forms`: schemas that one value is tried against at most (not counted beyond a million); `ways`: references that lead from a
    form back into it, by which the work multiplies at each level; `parts`: whether each reference can be followed on its own."""

    forms: int = 1
    ways: int = 0
    parts: bool = False

    @property
    def multiplies(self) -> bool:
        """Whether there are values that are to be judged in parts."""
        return self.forms > MOST_FORMS or self.ways > 1

    def is_large(self, value: JsonValue) -> bool:
        """Whether this value is to be judged in parts."""
        if self.forms > MOST_FORMS or self.ways < 2:
            return self.forms > MOST_FORMS
        return bool(self.ways ** min(depth_of(value), MOST_FORMS.bit_length()) > MOST_FORMS)


def growth_of(walked: Sequence[Subschema], draft: Draft) -> Growth:
    """Of a schema whose references all lead somewhere. Forms that lead back into themselves in place count once."""
    by_pointer = {sub.pointer: sub for sub in walked}
    forms: dict[str, int] = {}
    parts = not any(_needs_the_whole(sub, draft) for sub in walked)
    for start in by_pointer:
        parts &= _count(start, by_pointer, forms)
    return Growth(max(forms.values(), default=1), _ways(walked), parts)


def _needs_the_whole(sub: Subschema, draft: Draft) -> bool:
    """Whether something in it looks at more than the value and the schema that a reference names."""
    named = sub.pointer and isinstance(sub.value.get("id" if draft.name == "04" else "$id"), str)
    reference = sub.value.get("$ref")
    elsewhere = isinstance(reference, str) and local_target(sub) is None
    return bool(named or elsewhere or _NEEDS_THE_WHOLE & sub.value.keys())


def _count(start: str, by_pointer: dict[str, Subschema], forms: dict[str, int]) -> bool:
    """Counts the forms in place of one schema and of all on the way; False where one leads back into itself in place."""
    pending = [start]
    open_: dict[str, None] = {}
    straight = True
    while pending:
        pointer = pending[-1]
        inner = [each for each in _in_place(by_pointer[pointer]) if each in by_pointer]
        missing = [each for each in inner if each not in forms and each not in open_]
        if pointer in forms or not missing:
            pending.pop()
            open_.pop(pointer, None)
            straight &= all(each in forms for each in inner)
            forms.setdefault(pointer, min(10**6, 1 + sum(forms.get(each, 1) for each in inner)))
        else:
            open_[pointer] = None
            pending.extend(missing)
    return straight


def _in_place(sub: Subschema) -> list[str]:
    """The schemas that the same value is tried against."""
    found = [f"{sub.pointer}/{word}" for word in _IN_PLACE if word in sub.value]
    for word in _IN_PLACE_LISTS:
        held = sub.value.get(word)
        found += [f"{sub.pointer}/{word}/{index}" for index in range(len(held) if isinstance(held, list) else 0)]
    for word in _IN_PLACE_NAMED:
        held = sub.value.get(word)
        found += [f"{sub.pointer}/{word}{pointer_of([name])}" for name in (held if isinstance(held, dict) else ())]
    target = local_target(sub)
    return found if target is None else [*found, target]


def _ways(walked: Sequence[Subschema]) -> int:
    """How many references lead back into a schema that holds them, where one of them stands in a form."""
    circular = circular_references(walked)
    return len(circular) if any(_FORMS.search(pointer) for pointer in circular) else 0

"""Each fault really shows in the reply, by our own verdict, in every language, and never shows without being asked for."""

import pytest

from playground.endpoints.practice.faults import OF_REPAIRS, VALUES, Fault
from playground.endpoints.practice.right_answer import right_answer
from playground.endpoints.practice.spoiling import Material, Placed, place, spoilt_value, write_reply
from playground.repair.suspicion import find_suspicions
from playground.verdict.json_text import value_at, write
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.violations import CandidatePlace, Status, Verdict, Violation
from playground.words.language import Language
from tests.endpoints.practice.schemas import checked, schema_of, world

ALL_KINDS = {
    "type": "object",
    "properties": {
        "answer": {"enum": ["yes", "no"]},
        "name": {"type": "string", "maxLength": 40},
        "free": {"type": "string"},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "certain": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "size": {"type": "object", "properties": {"width": {"type": "integer", "minimum": 1}}, "required": ["width"]},
    },
    "required": ["answer", "name", "free", "share", "certain", "tags", "size"],
    "additionalProperties": False,
}
STATUS = {
    Fault.PROSE_ONLY: (Status.NO_JSON, "prose"),
    Fault.REFUSAL: (Status.BLOCKED, "refused"),
    Fault.EMPTY_REPLY: (Status.NO_JSON, "empty"),
    Fault.SCHEMA_ECHOED: (Status.INVALID, "wrapper"),
    Fault.PROSE_AROUND: (Status.VALID, "prose"),
    Fault.FENCE: (Status.VALID, "fence"),
    Fault.UNCLOSED_FENCE: (Status.VALID, "fence"),
    Fault.FENCE_IN_STRING: (Status.VALID, "fence"),
    Fault.TWO_OBJECTS: (Status.VALID, "ambiguous"),
    Fault.REASONING_DRAFT: (Status.VALID, "reasoning"),
    Fault.CUT_OFF: (Status.CUT_OFF, "cut_off"),
    Fault.SINGLE_QUOTES: (Status.NO_JSON, "single_quotes"),
    Fault.TRAILING_COMMA: (Status.NO_JSON, "trailing_comma"),
    Fault.COMMENT: (Status.NO_JSON, "comment"),
    Fault.PYTHON_LITERALS: (Status.NO_JSON, "literal"),
    Fault.WRONG_ENUM: (Status.INVALID, "enum"),
    Fault.OTHER_CASE: (Status.INVALID, "enum"),
    Fault.TRANSLATED_VALUE: (Status.INVALID, "enum"),
    Fault.MISSING_KEY: (Status.INVALID, "required"),
    Fault.EXTRA_KEY: (Status.INVALID, "additionalProperties"),
    Fault.NUMBER_AS_TEXT: (Status.INVALID, "type"),
    Fault.TEXT_TOO_LONG: (Status.INVALID, "maxLength"),
    Fault.OUT_OF_BOUNDS: (Status.INVALID, None),
    Fault.LIST_EMPTY: (Status.INVALID, "minItems"),
    Fault.NESTED_WRONG_TYPE: (Status.INVALID, "type"),
}


def material_of(schema: object = ALL_KINDS, seed: int = 1, language: Language = Language.ENGLISH) -> Material:
    looked_over = schema_of(schema)
    return Material(
        right_answer(looked_over, seed).value, right_answer(looked_over, seed + 1).value, looked_over, str(seed), language
    )


def verdict_of(material: Material, *faults: Placed, last: str | None = None) -> Verdict:
    written = write_reply(material, faults, last)
    return judge(written.text, material.schema, JudgeOptions(written.finish, written.refusal))


def kinds_in(verdict: Verdict) -> set[str]:
    kinds = {fault.kind for fault in verdict.faults} | {note.kind for note in verdict.notes}
    return kinds | {violation.keyword for violation in verdict.violations}


def placed_in(material: Material, fault: Fault) -> Placed:
    placed = place(fault, material)
    assert placed is not None
    return placed


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("fault", STATUS)
def test_a_fault_shows_by_our_own_verdict(fault: Fault, seed: int, language: Language) -> None:
    material = material_of(seed=seed, language=language)
    verdict = verdict_of(material, placed_in(material, fault))
    status, kind = STATUS[fault]
    assert verdict.status is status
    assert kind is None or kind in kinds_in(verdict)


def test_every_fault_has_its_row() -> None:
    assert STATUS.keys() | OF_REPAIRS | {Fault.PLACEHOLDER} == set(Fault)


@pytest.mark.parametrize("fault", sorted(VALUES & STATUS.keys()))
def test_a_fault_in_a_value_is_one_violation_at_its_place(fault: Fault) -> None:
    material = material_of(seed=3)
    placed = placed_in(material, fault)
    assert placed.edit is not None
    (violation,) = verdict_of(material, placed).violations
    assert placed.edit.path.startswith(violation.path)


def test_an_answer_without_faults_is_valid() -> None:
    assert verdict_of(material_of()).status is Status.VALID
    assert not kinds_in(verdict_of(material_of()))


def test_a_placeholder_breaks_a_rule_where_it_can_and_stands_there_in_any_case() -> None:
    rule = material_of({"type": "object", "properties": {"day": {"type": "string", "format": "date"}}, "required": ["day"]})
    assert verdict_of(rule, placed_in(rule, Fault.PLACEHOLDER)).status is Status.INVALID
    free = material_of({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]})
    placed = placed_in(free, Fault.PLACEHOLDER)
    assert placed.edit is not None
    assert value_at(spoilt_value(free, [placed], is_repair=False), "/text") == placed.edit.value != value_at(free.answer, "/text")


def test_a_suspicious_repair_is_valid_and_empties_something() -> None:
    material = material_of(
        {"type": "object", "properties": {"kind": {"enum": ["a", "b"]}, "text": {"type": "string"}}, "required": ["kind", "text"]}
    )
    placed = placed_in(material, Fault.SUSPICIOUS)
    assert verdict_of(material, placed).status is Status.VALID
    assert spoilt_value(material, [placed], is_repair=False) == material.answer
    repaired = spoilt_value(material, [placed], is_repair=True)
    assert verdict_of(material, placed, last="...").status is Status.VALID
    assert find_suspicions(material.answer, repaired, ()).emptied == ("/text",)


def test_the_same_reply_again_is_the_same() -> None:
    material = material_of()
    placed = placed_in(material, Fault.SAME_AGAIN)
    assert write_reply(material, [placed], "what I said").text == "what I said"
    assert write_reply(material, [placed]).text == write_reply(material, []).text


def test_a_fence_inside_a_text_misleads_those_who_look_for_fences() -> None:
    material = material_of()
    text = write_reply(material, [placed_in(material, Fault.FENCE_IN_STRING)]).text
    assert text.count("```") == 4
    (candidate,) = verdict_of(material, placed_in(material, Fault.FENCE_IN_STRING)).candidates
    assert candidate.place is CandidatePlace.FENCE


def test_where_there_is_no_room_for_a_fault_it_is_not_made() -> None:
    material = material_of({"type": "integer"})
    impossible = {
        Fault.WRONG_ENUM,
        Fault.MISSING_KEY,
        Fault.EXTRA_KEY,
        Fault.TRANSLATED_VALUE,
        Fault.LIST_EMPTY,
        Fault.TWO_OBJECTS,
        Fault.COMMENT,
    }
    assert all(place(fault, material) is None for fault in impossible)


def test_faults_do_not_get_into_each_others_way() -> None:
    material = material_of(seed=2)
    placed: list[Placed] = []
    for fault in (
        Fault.WRONG_ENUM,
        Fault.TEXT_TOO_LONG,
        Fault.OUT_OF_BOUNDS,
        Fault.LIST_EMPTY,
        Fault.MISSING_KEY,
        Fault.FENCE,
        Fault.PROSE_AROUND,
    ):
        found = place(fault, material, placed)
        assert found is not None
        placed.append(found)
    verdict = verdict_of(material, *placed)
    assert len(verdict.violations) == 5
    assert {"fence"} <= kinds_in(verdict)
    assert place(Fault.UNCLOSED_FENCE, material, placed) is None


@pytest.mark.parametrize("name", [name for index, name in enumerate(world()) if index % 4 == 0])
def test_in_any_schema_of_the_world_a_fault_that_is_made_shows(name: str) -> None:
    schema = checked(name)
    material = Material(right_answer(schema, 1).value, right_answer(schema, 2).value, schema, "1")
    for fault in sorted(set(Fault) - OF_REPAIRS - {Fault.PLACEHOLDER}):
        placed = place(fault, material)
        if placed is None:
            continue
        status, kind = STATUS[fault]
        verdict = verdict_of(material, placed)
        assert verdict.status is status
        if fault not in VALUES and kind not in (None, "wrapper"):
            assert kind in kinds_in(verdict)
        elif placed.edit is not None and fault in VALUES:
            assert any(placed.edit.path.startswith(each.path) for each in _flat(verdict.violations))


def _flat(violations: tuple[Violation, ...]) -> list[Violation]:
    return [inner for each in violations for inner in (each, *_flat(each.branch))]


def test_the_same_seed_makes_the_same_reply() -> None:
    material = material_of(seed=5)
    once = [write_reply(material, [placed_in(material, fault)]).text for fault in STATUS]
    assert once == [write_reply(material_of(seed=5), [placed_in(material_of(seed=5), fault)]).text for fault in STATUS]
    assert write(material.answer) == write(material_of(seed=5).answer)

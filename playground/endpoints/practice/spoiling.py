"""From a right answer and the faults that are made in it to the reply's text. Pure: the same faults always make the same text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.faults import INSTEAD, OF_REPAIRS, VALUES, Fault
from playground.endpoints.practice.json_editing import Edit, apply_edits, places_in
from playground.endpoints.practice.json_style import Style, plain_fields, write_styled
from playground.endpoints.practice.talk import phrases
from playground.endpoints.practice.value_faults import Ground, find_edit
from playground.verdict.json_text import read, write
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import CheckedSchema, satisfies
from playground.verdict.violations import Finish, JsonValue, Status, Verdict
from playground.words.language import Language

_MOST_FIELDS = 4  # that prose speaks of
_SHORTEST_CUT = 0.35
_LONGEST_CUT = 0.85


@dataclass(frozen=True, slots=True)
class Placed:
    """A fault, and the change to the answer that makes it, where it is one of what the answer says."""

    fault: Fault
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """What replies are made of. `other` is another right answer."""

    answer: JsonValue
    other: JsonValue
    schema: CheckedSchema
    seed: str
    language: Language = Language.ENGLISH

    def say(self, kind: str) -> str:
        """One of the things that can be said on an occasion."""
        return self.draws(kind).pick(phrases(kind, self.language))

    def draws(self, *key: object) -> Draws:
        """Chance for one thing."""
        return Draws(self.seed, *key)


@dataclass(frozen=True, slots=True)
class Written:
    """A reply as the practice model gives it."""

    text: str
    finish: Finish = Finish.STOP
    refusal: str | None = None


def place(fault: Fault, material: Material, others: Sequence[Placed] = ()) -> Placed | None:
    """The fault, made in an answer beside other faults; None where there is no room for it."""
    if any({fault, other.fault} <= group for other in others for group in _APART):
        return None
    if fault in VALUES:
        taken = tuple(other.edit.path for other in others if other.edit is not None)
        edit = find_edit(fault, Ground(material.answer, material.schema, taken), material.draws(fault))
        return Placed(fault, edit) if edit is not None else None
    edit = _fence_inside(material, others) if fault is Fault.FENCE_IN_STRING else None
    placed = Placed(fault, edit)
    if fault in OF_REPAIRS:
        return placed
    written = write_reply(material, [placed])
    verdict = judge(written.text, material.schema, JudgeOptions(written.finish, written.refusal))
    return placed if _SHOWN[fault](verdict) else None


_FENCES = frozenset({Fault.FENCE, Fault.UNCLOSED_FENCE, Fault.FENCE_IN_STRING})
_APART = (INSTEAD - OF_REPAIRS, _FENCES)  # of each, one at a time


def _fence_inside(material: Material, others: Sequence[Placed]) -> Edit | None:
    """A text that holds a fence itself, where any text is allowed."""
    taken = {other.edit.path for other in others if other.edit is not None}
    told = f"{material.say('code')}\n```\nx = 1\n```"
    for path, value in material.draws(Fault.FENCE_IN_STRING).shuffled(list(places_in(material.answer))):
        if isinstance(value, str) and path not in taken:
            edit = Edit(path, value=told)
            if satisfies(material.schema, read(write(apply_edits(material.answer, [edit])))):
                return edit
    return None


def spoilt_value(material: Material, faults: Sequence[Placed], *, is_repair: bool) -> JsonValue:
    """The answer with the faults in what it says."""
    edits = [placed.edit for placed in faults if placed.edit and (is_repair or placed.fault not in OF_REPAIRS)]
    return apply_edits(material.answer, edits)


def write_reply(material: Material, faults: Sequence[Placed], last: str | None = None, part: JsonValue = None) -> Written:
    """The reply. `last` is the reply before, in a repair; `part` stands in the answer's stead where only fields are asked for."""
    made = {placed.fault for placed in faults}
    if Fault.SAME_AGAIN in made and last is not None:
        return Written(last)
    value = spoilt_value(material, faults, is_repair=last is not None) if part is None else part
    for fault, instead in _INSTEAD.items():
        if fault in made:
            return instead(material, value)
    style = _style(material, made)
    text = write_styled(value, style)
    text = _surrounded(material, made, text, write_styled(value if made & VALUES else material.other, style))
    return Written(text, Finish.LENGTH if Fault.CUT_OFF in made else Finish.STOP)


def _style(material: Material, made: set[Fault]) -> Style:
    return Style(
        is_indented=Fault.COMMENT in made or material.draws("indent").chance(0.7),
        single_quotes=Fault.SINGLE_QUOTES in made,
        trailing_comma=Fault.TRAILING_COMMA in made,
        python_literals=Fault.PYTHON_LITERALS in made,
        comment=material.say("comment") if Fault.COMMENT in made else None,
    )


def _surrounded(material: Material, made: set[Fault], text: str, earlier: str) -> str:
    """The JSON with what stands around it. A reply that is cut off ends inside it."""
    cut = Fault.CUT_OFF in made
    if cut:
        text = text[: max(1, int(len(text) * (_SHORTEST_CUT + (_LONGEST_CUT - _SHORTEST_CUT) * material.draws("cut").share())))]
    if Fault.TWO_OBJECTS in made:
        text = f"{earlier}\n\n{material.say('again')}\n\n{text}"
    if made & _FENCES:
        is_open = cut or Fault.UNCLOSED_FENCE in made
        text = f"```json\n{text}" + ("" if is_open else "\n```")
    if Fault.PROSE_AROUND in made:
        is_open = cut or Fault.UNCLOSED_FENCE in made
        text = f"{material.say('before')}\n\n{text}" + ("" if is_open else f"\n\n{material.say('behind')}")
    if Fault.REASONING_DRAFT in made:
        text = f"<think>\n{material.say('thought')}\n{earlier}\n</think>\n\n{text}"
    return text


def _prose(material: Material, value: JsonValue) -> Written:
    line = material.say("prose_line")
    told = [
        line.replace("{name}", name).replace("{value}", said)
        for name, said in plain_fields(value)
        if name and said and "\n" not in said
    ]
    return Written(" ".join([material.say("prose"), *told[:_MOST_FIELDS], material.say("prose_end")]))


def _refusal(material: Material, _: JsonValue) -> Written:
    said = material.say("refusal")
    return Written("", Finish.STOP, said)


def _nothing(_: Material, __: JsonValue) -> Written:
    return Written("")


def _schema_echo(material: Material, _: JsonValue) -> Written:
    return Written(write_styled(material.schema.value, _style(material, set())))


_INSTEAD: dict[Fault, Callable[[Material, JsonValue], Written]] = {
    Fault.EMPTY_REPLY: _nothing,
    Fault.REFUSAL: _refusal,
    Fault.PROSE_ONLY: _prose,
    Fault.SCHEMA_ECHOED: _schema_echo,
}


def _valid_with(kind: str) -> Callable[[Verdict], bool]:
    return lambda verdict: verdict.status is Status.VALID and any(note.kind == kind for note in verdict.notes)


def _no_json_for(*kinds: str) -> Callable[[Verdict], bool]:
    return lambda verdict: verdict.status is Status.NO_JSON and any(fault.kind in kinds for fault in verdict.faults)


# What the verdict must say of a reply with this fault alone.
_SHOWN: dict[Fault, Callable[[Verdict], bool]] = {
    Fault.PROSE_ONLY: _no_json_for("prose"),
    Fault.REFUSAL: lambda verdict: verdict.status is Status.BLOCKED,
    Fault.EMPTY_REPLY: _no_json_for("empty"),
    Fault.SCHEMA_ECHOED: lambda verdict: verdict.status is Status.INVALID,
    Fault.PROSE_AROUND: _valid_with("prose"),
    Fault.FENCE: _valid_with("fence"),
    Fault.UNCLOSED_FENCE: _valid_with("fence"),
    Fault.FENCE_IN_STRING: lambda verdict: (
        _valid_with("fence")(verdict) and "```" in write(verdict.answer.value if verdict.answer else "")
    ),
    Fault.TWO_OBJECTS: _valid_with("ambiguous"),
    Fault.REASONING_DRAFT: _valid_with("reasoning"),
    Fault.CUT_OFF: lambda verdict: verdict.status is Status.CUT_OFF,
    Fault.SINGLE_QUOTES: _no_json_for("single_quotes"),
    Fault.TRAILING_COMMA: _no_json_for("trailing_comma"),
    Fault.COMMENT: _no_json_for("comment"),
    Fault.PYTHON_LITERALS: _no_json_for("literal"),
}

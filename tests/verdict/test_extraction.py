"""Which JSON in a reply is the answer, and what is said about the rest."""

import pytest

from playground.verdict.violations import Status
from tests.verdict.cases import marked, verdict_of

YES = '{"answer": "yes"}'
NO = '{"answer": "no"}'
MAYBE = '{"answer": "maybe"}'
DRAFT = '{"answer": "no", "draft": 1}'

# What the reply is, and the JSON that must be taken from it.
TAKEN = {
    "whole text": (YES, YES),
    "white space around": (f"\n\n  {YES}\t\n", YES),
    "byte order mark": (f"\ufeff{YES}", YES),
    "zero-width and no-break spaces": (f"\u200b\u00a0{YES}\u00a0\u200b", YES),
    "fence": (f"```json\n{YES}\n```", YES),
    "fence in capitals": (f"```JSON\n{YES}\n```", YES),
    "fence without a language": (f"```\n{YES}\n```", YES),
    "fence with another language": (f"```javascript\n{YES}\n```", YES),
    "fence of tildes": (f"~~~\n{YES}\n~~~", YES),
    "fence of four": (f"````json\n{YES}\n````", YES),
    "fence not closed": (f"```json\n{YES}", YES),
    "fence on one line": (f"```json {YES}```", YES),
    "inline code": (f"The answer is `{YES}`.", YES),
    "prose before and after": (f"Sure! Here it is: {YES} - hope that helps!", YES),
    "braces in prose": (f"Replace {{name}} and {{{{x}}}} first. {YES}", YES),
    "references in prose": (f"As shown in [1] and [2, 3]: {YES} See [4].", YES),
    "a link": (f"[the docs](https://example.org) say {YES}", YES),
    "boxes of a list": (f"- [ ] open\n- [x] done\n{YES}", YES),
    "draft in a reasoning block": (f"<think>{NO}</think>{YES}", YES),
    "draft in a block with another name": (f"<thinking>\n{NO}\n</thinking>\n{YES}", YES),
    "draft in a reasoning fence": (f"<reasoning>```json\n{NO}\n```</reasoning>\n```json\n{YES}\n```", YES),
    "broken draft in a reasoning block": (f'<think>{{"answer": </think>{YES}', YES),
    "reasoning whose opening tag is missing": (f"maybe {NO}, no...</think>\n\n{YES}", YES),
    "broken draft before a lone closing tag": (f'{{"answer": "n</think>{YES}', YES),
    "closing tag at the end": (f"{YES}</think>", YES),
    "channels": (f"<|channel|>analysis<|message|>{NO}<|end|><|start|>assistant<|channel|>final<|message|>{YES}<|return|>", YES),
    "channel not closed": (f"{YES}<|channel|>analysis<|message|>{NO}", YES),
    "other tags of reasoning": (f"◁think▷{NO}◁/think▷{YES}", YES),
    "template leftovers": (f"<|im_start|>assistant\n{YES}<|im_end|>", YES),
    "more template leftovers": (f"[INST] <s>{YES}</s>", YES),
    "end marks of other models": (f"{YES}<|eot_id|>\n<|endoftext|>", YES),
    "tags around": (f"<answer>{YES}</answer>", YES),
    "several, the last that fits": (f"{NO}\n{YES}", YES),
    "several, one that fits": (f"{YES}\nand {MAYBE}", YES),
    "several fences, one that fits": (f"```json\n{MAYBE}\n```\nor\n```json\n{YES}\n```\n```python\nx = [1]\n```", YES),
    "JSON lines": (f"{NO}\n{NO}\n{YES}\n", YES),
    "fits beside a broken piece": (f'{YES} but not {{"answer": maybe', YES),
    "fits before a piece that is cut off": (f'{YES}\n{{"answer": "n', YES),
    "fence in a quotation": (f"> ```json\n> {YES}\n> ```", YES),
    "zero-width space inside a bracket of prose": (f"[\u200bx] {YES}", YES),
    "an index": (f"array[0] = {YES}", YES),
    "formulas and templates": (f"\\frac{{1}}{{2}}, {{{{ user }}}}, {{% if %}}, ${{x}}, {{1, 2}}, [a-z]+, [10:30]: {YES}", YES),
    "code in prose": (f"function f() {{ return 1; }} {YES}", YES),
    "an example of the form": (f'The form is {{"answer": ...}}: {YES}', YES),
    "turns that follow": (f"{YES}<|im_end|>\n<|im_start|>user\nThanks<|im_end|>", YES),
    "tag inside a text of the JSON": ('{"answer": "yes"}', YES),
}


@pytest.mark.parametrize(("reply", "taken"), TAKEN.values(), ids=TAKEN)
def test_the_answer_is_found(reply: str, taken: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert marked(reply, verdict.span) == taken


# The same for a schema that allows anything: the last piece that is no footnote.
ANYTHING = {
    "a fence inside a text": ('{"code": "```js\\nlet a = {};\\n```"}', '{"code": "```js\\nlet a = {};\\n```"}'),
    "braces and quotes inside texts": ('x {"a": "}", "b": "\\"{["} y', '{"a": "}", "b": "\\"{["}'),
    "reasoning tags inside a text": ('{"a": "<think>no</think>"}', '{"a": "<think>no</think>"}'),
    "a list": ("[1, 2, 3]", "[1, 2, 3]"),
    "a list in prose": ('The list is ["a", "b"].', '["a", "b"]'),
    "numbers in prose": ("The answer: [1, 2, 3]", "[1, 2, 3]"),
    "a number": ("42", "42"),
    "a text": ('"yes"', '"yes"'),
    "a literal": (" true\n", "true"),
    "a number after reasoning": ("<think>40 and 2</think>\n\n42\n", "42"),
    "a text after reasoning": ('<think>hm</think>"yes"', '"yes"'),
    "a literal after a lone closing tag": ("hm</think> null", "null"),
    "a number in the last channel": (
        "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>",
        "42",
    ),
    "a number between marks of a template": ("<|im_start|>assistant\n42<|im_end|>", "42"),
    "between colours of a terminal": ('\x1b[32m{"a": 1}\x1b[0m', '{"a": 1}'),
    "null": ("null", "null"),
    "a number in a fence": ("```\n42\n```", "42"),
    "a text in a fence": ('```json\n"yes"\n```', '"yes"'),
    "a text with brackets in a fence": ('```json\n"{1} [2]"\n```', '"{1} [2]"'),
    "a text with brackets in a fence that is not closed": ('```\n"{1}"', '"{1}"'),
    "a list that is assigned": ("x = [1, 2]", "[1, 2]"),
    "a number in a fence on one line": ("```42```", "42"),
    "a literal in a fence that is not closed": ("```json\nfalse", "false"),
    "an empty object": ("{}", "{}"),
    "an empty object after prose": ("Nothing was found: {}", "{}"),
    "a whole object with a list in it": ('{"a": [1]}', '{"a": [1]}'),
    "the last of several": ('{"a": 1} {"a": 2}', '{"a": 2}'),
    "not the footnote behind it": ('{"a": 1} as in [1].', '{"a": 1}'),
}


@pytest.mark.parametrize(("reply", "taken"), ANYTHING.values(), ids=ANYTHING)
def test_any_json_is_found(reply: str, taken: str) -> None:
    verdict = verdict_of(reply, "{}")
    assert verdict.status is Status.VALID
    assert marked(reply, verdict.span) == taken


# Replies without an answer, and why.
NOTHING = {
    "empty": ("", "empty"),
    "blanks": (" \n\u200b\ufeff", "empty"),
    "an end mark": ("<|im_end|>", "empty"),
    "prose": ("Probably yes, wheat contains it.", "prose"),
    "prose with a reference": ("Yes, wheat contains it [1].", "prose"),
    "prose with empty brackets": ("Use {} for an empty object and [] for a list.", "prose"),
    "a scalar in prose": ("The answer is 42", "prose"),
    "a word": ("Yes", "prose"),
    "reasoning alone": ("<think>hm</think>", "only_reasoning"),
    "reasoning not closed": (f"<think>It may be {YES}", "only_reasoning"),
    "refusal": ("I'm sorry, but I cannot help with that.", "refusal"),
    "French refusal": ("Je suis désolé, je ne peux pas répondre à cela.", "refusal"),
    "Japanese refusal": ("申し訳ありませんが、お答えできません。", "refusal"),
    "Polish refusal": ("Przepraszam, ale nie mogę w tym pomóc.", "refusal"),
    "YAML": ("answer: yes\nreason: wheat\n", "yaml"),
    "YAML in a fence": ("```yaml\n- answer: yes\n  reason: wheat\n```", "yaml"),
    "XML": ("<answer><value>yes</value></answer>", "xml"),
    "XML in a fence": ("```xml\n<root><a>1</a></root>\n```", "xml"),
    "Markdown table": ("| answer | reason |\n|---|---|\n| yes | wheat |", "markdown_table"),
    "a Python literal": ("```\nTrue\n```", "prose"),
    "not a number": ("NaN", "nan"),
    "infinite": ("[-Infinity]", "nan"),
    "a word of Python": ("<think>hm</think>True", "literal"),
    "escaped once more": ('{\\"answer\\": \\"yes\\"}', "escaped_quote"),
    "zero-width space in the JSON": ('{\u200b"answer": "yes"}', "odd_space"),
    "byte order mark in the JSON": ('{\ufeff"answer": "yes"}', "odd_space"),
    "comma first": ('{, "answer": "yes"}', "extra_comma"),
    "comma first in a list": ("[, 1]", "extra_comma"),
    "key without its first mark": ('{answer": "yes"}', "missing_opening_quote"),
    "JSON in a quotation": ('> {\n>   "answer": "yes"}', "quoted_line"),
    "members without a bracket": ('"answer": "yes", "b": [1]', "missing_bracket"),
    "members without the first bracket": ('"answer": {"answer": "yes"}}', "missing_bracket"),
    "members without a bracket in a fence": ('```json\n"answer": "yes"\n```', "missing_bracket"),
    "members without a bracket behind reasoning": ('<think>hm</think>"answer": "yes"} Bye.', "missing_bracket"),
    "YAML in a fence for JSON": ("```json\nanswer: yes\n```", "yaml"),
    "a text over two lines": ('"yes\nno"', "control_character"),
    "a text with a bad escape": ('"yes \\d"', "bad_escape"),
    "two texts": ('"yes"\n"no"', "prose"),
    "a text and a full stop": ('"yes".', "prose"),
    "several footnotes": ("[1] and [2]", "prose"),
    "a text in a fence that something follows": ('```\n"yes" indeed\n```', "prose"),
    "HTML": ("<!DOCTYPE html><html><body>Sign in</body></html>", "xml"),
}


@pytest.mark.parametrize(("reply", "kind"), NOTHING.values(), ids=NOTHING)
def test_why_there_is_no_json(reply: str, kind: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.NO_JSON
    assert [fault.kind for fault in verdict.faults] == [kind]
    assert verdict.answer is None


def test_members_without_a_bracket_that_break_off_are_cut_off() -> None:
    verdict = verdict_of('"answer": "ye')
    assert verdict.status is Status.CUT_OFF
    assert [fault.kind for fault in verdict.faults] == ["missing_bracket", "cut_off"]


def test_json_inside_broken_json_is_no_answer() -> None:
    reply = f'{{"result": {YES}, "note": it is so}}'
    verdict = verdict_of(reply)
    assert verdict.status is Status.NO_JSON
    assert [(fault.kind, marked(reply, fault.span)) for fault in verdict.faults] == [("unquoted_value", "it is so")]
    assert verdict.candidates == ()


def test_values_inside_a_candidate_are_no_candidates() -> None:
    verdict = verdict_of(f'{{"a": {YES}, "b": [{NO}]}}')
    assert len(verdict.candidates) == 1
    assert verdict.status is Status.INVALID


def test_prose_after_an_open_bracket_does_not_hide_the_answer() -> None:
    reply = f'I began with {{"answer": then gave up. Here: {YES}'
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert "broken_piece" in [note.kind for note in verdict.notes]


def test_every_candidate_is_shown() -> None:
    reply = f"{NO} {MAYBE} {YES} [1] there"
    verdict = verdict_of(reply)
    shown = [(marked(reply, candidate.span), candidate.chosen, candidate.valid) for candidate in verdict.candidates]
    assert shown == [(NO, False, True), (MAYBE, False, False), (YES, True, True), ("[1]", False, False)]
    assert "ambiguous" in [note.kind for note in verdict.notes]


MARKED_ONLY = [
    f"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>{YES}<|return|>",
    f"<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{YES}<|call|>",
    f"{YES}<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
    f"<start_of_turn>model\n{YES}<end_of_turn>",
]


@pytest.mark.parametrize("reply", MARKED_ONLY)
def test_roles_and_channels_of_a_template_are_no_prose(reply: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert "prose" not in [note.kind for note in verdict.notes]


def test_when_none_fits_the_last_of_the_wanted_kind_is_judged() -> None:
    reply = f'{{"answer": "perhaps"}} {MAYBE} ["x"]'
    verdict = verdict_of(reply)
    assert verdict.status is Status.INVALID
    assert marked(reply, verdict.span) == MAYBE
    assert [note.message.id for note in verdict.notes] == ["verdict.note.ambiguous_none"]


def test_a_longer_broken_piece_at_the_end_is_what_was_meant() -> None:
    reply = '{"x": 1} becomes {"answer": "yes", "why": "wheat",}'
    verdict = verdict_of(reply)
    assert verdict.status is Status.NO_JSON
    assert [fault.kind for fault in verdict.faults] == ["trailing_comma"]


@pytest.mark.parametrize("blank", ["\n", "\u200b", "\ufeff \u3000"])
def test_blanks_behind_a_piece_that_is_cut_off_change_nothing(blank: str) -> None:
    assert verdict_of('{"answer": "y' + blank).status is Status.CUT_OFF


def test_a_piece_that_is_cut_off_is_what_was_meant() -> None:
    assert verdict_of('{"x": 1} becomes {"answer": "y').status is Status.CUT_OFF


NOTED = {
    "fence": (f"So:\n```json\n{YES}\n```\nDone.", "fence", f"```json\n{YES}\n```"),
    "reasoning": (f"<think>hm</think>{YES}", "reasoning", "<think>hm</think>"),
    "leftover": (f"<|im_start|>assistant <|message|>{YES}", "leftover", "<|message|>"),
    "duplicate key": ('{"answer": "no", "answer": "yes"}', "duplicate_key", '"answer"'),
}


@pytest.mark.parametrize(("reply", "kind", "place"), NOTED.values(), ids=NOTED)
def test_what_was_left_aside_is_noted_with_its_place(reply: str, kind: str, place: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert (kind, place) in [(note.kind, marked(reply, note.span)) for note in verdict.notes]


WRAPPED = {
    "JSON in a string": ('"{\\"answer\\": \\"yes\\"}"', "json_in_string"),
    "list of one": (f"[{YES}]", "list_of_one"),
    "tool call": ('{"name": "reply", "arguments": {"answer": "yes"}}', "tool_call"),
    "tool call of an API": ('{"tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}', "tool_call"),
    "list of tool calls": ('[{"name": "reply", "parameters": {"answer": "yes"}}]', "tool_call"),
    "answer of an API": ('{"choices": [{"message": {"role": "assistant", "content": "{}"}}]}', "api_envelope"),
    "message of an API": ('{"role": "assistant", "content": "yes"}', "api_envelope"),
    "another message of an API": ('{"message": {"content": "yes"}}', "api_envelope"),
    "the schema itself": ('{"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}}', "schema_echo"),
    "the schema with its draft": ('{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}', "schema_echo"),
    "values under properties": ('{"type": "object", "properties": {"answer": "yes"}}', "values_under_properties"),
    "under another key": (f'{{"result": {YES}}}', "under_key"),
}


@pytest.mark.parametrize(("reply", "kind"), WRAPPED.values(), ids=WRAPPED)
def test_a_wrapper_is_named_and_not_opened(reply: str, kind: str) -> None:
    verdict = verdict_of(reply)
    assert verdict.status is Status.INVALID
    assert marked(reply, verdict.span) == reply
    assert f"verdict.note.wrapper.{kind}" in [note.message.id for note in verdict.notes]


def test_a_wrapper_that_the_schema_wants_is_no_wrapper() -> None:
    verdict = verdict_of(f"[{YES}]", {"type": "array"})
    assert (verdict.status, verdict.notes) == (Status.VALID, ())


NO_WRAPPERS = [
    '"{not json"',
    '"[1, 2"',
    "[[1]]",
    '{"a": 1, "b": 2}',
    '{"result": {"other": 1}}',
    '{"result": 1}',
    "3",
    '{"name": "x"}',
]


@pytest.mark.parametrize("reply", NO_WRAPPERS)
def test_no_wrapper_is_seen_where_there_is_none(reply: str) -> None:
    assert "wrapper" not in [note.kind for note in verdict_of(reply).notes]


def test_of_very_many_candidates_the_later_ones_are_kept() -> None:
    reply = '{"answer": "maybe"}\n' * 25_000 + YES
    verdict = verdict_of(reply)
    assert verdict.status is Status.VALID
    assert marked(reply, verdict.span) == YES
    assert len(verdict.candidates) <= 20_000
    assert "many_pieces" in [note.kind for note in verdict.notes]

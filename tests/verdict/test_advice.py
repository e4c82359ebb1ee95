"""What to do about each broken rule and each fault: there in every language, specific, and without a word of Python."""

import json
import re

import pytest

from playground.verdict.advice import advise
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.schema_keywords import KEYWORDS
from playground.verdict.violations import Fault, Finish, JsonValue, Violation
from playground.verdict.wording import FORMATS, Broken, word
from playground.words.language import Language
from playground.words.rendering import Audience, render
from playground.words.text import Text, text
from tests.verdict.cases import schema_of, verdict_of
from tests.words.test_catalogues import ROOT, tool

DRAFT4, DRAFT7 = "http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-07/schema#"

# Schema, reply, and what to do about the first violation.
ADVICE: dict[str, tuple[object, str, str]] = {
    "quoted number": ({"type": "number"}, '"12"', "Write 12 without quotation marks."),
    "quoted literal": ({"type": "boolean"}, '" true"', "Write true without quotation marks."),
    "quoted, but of another type": ({"type": "boolean"}, '"12"', 'Write true or false here. If text is right, allow it in the schema under "type".'),
    "unquoted": ({"type": "string"}, "12", 'Put quotation marks around it: "12".'),
    "very long unquoted": ({"type": "string"}, "1" * 90, 'Put quotation marks around it: "…".'),
    "null": ({"type": ["string", "array"]}, "null", "null means that nothing is there. Ask for text or a list, or allow null in the schema."),
    "fraction": ({"type": "integer"}, "1.5", 'Round 1.5 to a whole number, or allow "number" in the schema.'),
    "no list": ({"type": "array"}, '"a"', "Put it in a list, in [ ], even if it is the only item."),
    "list in an object": ({"type": "array"}, '{"n": 1, "items": [2]}', "Write only the list that stands in items, without the object around it."),
    "list of one": ({"type": "number"}, "[1]", "Take the only item out of the list: remove the [ ] around it."),
    "list": ({"type": "object"}, "[1, 2]", 'Write an object here. If a list is right, allow it in the schema under "type".'),
    "prose": ({"type": "integer"}, json.dumps("a" * 90), 'Write a whole number here. If text is right, allow it in the schema under "type".'),
    "near": ({"enum": ["yes", "no"]}, '"Yes"', "If “yes” is meant, write it exactly like that."),
    "a slip of the pen": ({"enum": ["pending", "done"]}, '"pendign"', "If “pending” is meant, write it exactly like that."),
    "other joints": ({"enum": ["in_progress"]}, '"In Progress"', "If “in_progress” is meant, write it exactly like that."),
    "far": ({"enum": ["yes", "no"]}, '"maybe"', 'Choose one of the allowed values and name them in the prompt too. If “maybe” is right, add it to "enum" in the schema.'),
    "long and far": ({"enum": ["yes"]}, json.dumps("y" * 70), "Choose one of the allowed values and name them in the prompt too. If “" + "y" * 70 + '” is right, add it to "enum" in the schema.'),
    "only marks": ({"enum": ["?!", "b"]}, '"--"', 'Choose one of the allowed values and name them in the prompt too. If “--” is right, add it to "enum" in the schema.'),
    "quoted allowed number": ({"enum": [1, True]}, '"1"', "Write 1 without quotation marks."),
    "unquoted allowed text": ({"enum": ["1"]}, "1", 'Put quotation marks around it: "1".'),
    "nothing allowed": ({"$schema": DRAFT7, "enum": []}, "1", "Remove the answer; the schema allows no value there."),
    "const": ({"const": 3}, '"x"', "Write 3 and nothing else."),
    "const near": ({"const": "Łódź"}, '"lodz"', "If “Łódź” is meant, write it exactly like that."),
    "missing": ({"required": ["a"]}, "{}", 'Add the field a, or take it out of "required" in the schema if it is not needed.'),
    "missing under another name": ({"required": ["currency"]}, '{"Curency": 1}', "If “Curency” is meant to be “currency”, rename the field."),
    "a named one is no other name": ({"required": ["name"], "properties": {"names": {}}}, '{"names": 1}', 'Add the field name, or take it out of "required" in the schema if it is not needed.'),
    "unexpected": ({"additionalProperties": False, "properties": {"b": {}}}, '{"zebra": 1}', 'Remove the field zebra, or add it to "properties" in the schema.'),
    "unexpected, under another name": ({"unevaluatedProperties": False, "properties": {"first_name": {}}}, '{"firstName": 1}', "If “firstName” is meant to be “first_name”, rename the field."),
    "dependent": ({"dependentRequired": {"a": ["b"]}}, '{"a": 1}', "Add the field b, or leave out the field a."),
    "one item too many": ({"prefixItems": [{}], "items": False}, "[1, 2]", "Remove item 2; the schema allows no value there."),
    "items not described": ({"prefixItems": [{}], "unevaluatedItems": False}, "[1, 2]", 'Remove the items that the schema does not describe, or describe them under "items".'),
    "low": ({"minimum": 3}, "1", 'Write a number that is 3 or greater. If smaller ones are right too, change "minimum" in the schema.'),
    "step": ({"multipleOf": 0.3}, "-1", "The nearest allowed numbers are -1.2 and -0.9."),
    "step to a whole number": ({"multipleOf": 5}, "12", "The nearest allowed numbers are 10 and 15."),
    "step of a huge number": ({"multipleOf": 7}, "1e400", "Write a multiple of 7."),
    "empty": ({"minLength": 3}, '""', "Fill it in; it must not be left empty."),
    "short": ({"minLength": 3}, '"ab"', "Add at least 1 character."),
    "long": ({"maxLength": 1}, '"abc"', "Shorten it by at least 2 characters."),
    "endless": ('{"minItems": 1e30}', "[]", "Add at least 1,000,000,000,000,000 items."),
    "pattern": ({"pattern": "^a"}, '"b"', "Write it in the form that the pattern describes. A pattern is hard to follow: give an example in the prompt."),
    "pattern that takes too long": ({"pattern": r"^(a|aa)+\1$"}, json.dumps("a" * 60 + "!"), "Simplify the pattern in the schema: no repetition inside another one, as in (a+)+."),
    "date": ({"format": "date"}, '"x"', "Write year, month and day with hyphens: 2026-12-31. The day must exist in the calendar."),
    "e-mail": ({"format": "idn-email"}, '"x"', "Write one e-mail address and nothing else: name@example.org."),
    "other format": ({"format": "json-pointer"}, '"x"', "Write it in this form: a JSON Pointer such as /a/0. An example in the prompt helps."),
    "equal items": ({"uniqueItems": True}, "[1, 1]", "Remove item 2 or change it."),
    "name": ({"propertyNames": {"maxLength": 1}}, '{"ab": 1}', 'Rename the field “ab” or remove it; "propertyNames" in the schema says which names are allowed.'),
    "branch": ({"anyOf": [{"type": "object", "required": ["a"]}, {"type": "null"}]}, "{}", 'Add the field a, or take it out of "required" in the schema if it is not needed.'),
    "branches of one kind": ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "1", 'Put quotation marks around it: "1".'),
    "two branches": ({"oneOf": [{}, {}]}, "1", 'Make the forms in the schema different, so that only one can fit, or use "anyOf" if several may.'),
    "nothing at all": ("false", "1", "The schema is false and allows nothing. Write true, or rules, in its place."),
}  # fmt: skip


@pytest.mark.parametrize(("schema", "reply", "said"), ADVICE.values(), ids=ADVICE)
def test_what_to_do_about_a_broken_rule(schema: object, reply: str, said: str) -> None:
    first = judge(reply, schema_of(schema)).violations[0]
    assert first.advice is not None
    assert render(first.advice, Language.ENGLISH) == said
    _check(first.advice)


def test_a_key_that_is_there_twice_has_advice() -> None:
    (violation,) = verdict_of('{"answer": "yes", "answer": "no"}', options=JudgeOptions(duplicate_key_is_violation=True)).violations
    assert violation.advice is not None
    assert render(violation.advice, Language.ENGLISH) == "Keep one of the two and delete the other."


# Reply, and what to do about its first fault.
FAULTS: dict[str, tuple[str, str]] = {
    "literal": ('{"a": None}', "Write null instead."),
    "bare key": ("{größe: 1}", 'Write "größe" instead.'),
    "long bare value": ('{"a": ' + "b" * 80 + "}", 'Put a " before it and another one behind it.'),
    "zeros": ('{"a": -007.50}', 'Write -7.50 instead; if every sign matters, as in a telephone number, make it a text in " ".'),
    "only zeros": ('{"a": 00}', 'Write 0 instead; if every sign matters, as in a telephone number, make it a text in " ".'),
    "a plus and no more": (
        '{"a": +.5}',
        'Write 0.5 instead; if every sign matters, as in a telephone number, make it a text in " ".',
    ),
    "zeros in a date": ('{"a": 01-02-2026}', 'Delete the zeros before it, or make it a text in " ".'),
    "a wrong bracket": ('{"a": [1}', "Put ] here: each opened bracket needs its closing one."),
    "prose": ("Sure.", "Say in the prompt: answer only with JSON, and show an example. JSON mode helps too."),
}


@pytest.mark.parametrize(("reply", "said"), FAULTS.values(), ids=FAULTS)
def test_what_to_do_about_a_fault(reply: str, said: str) -> None:
    first = verdict_of(reply).faults[0]
    assert first.advice is not None
    assert render(first.advice, Language.ENGLISH) == said


# Every kind of fault, and a reply that has it.
KINDS: dict[str, str | tuple[str, JudgeOptions]] = {
    "empty": " ", "only_reasoning": "<think>hm</think>", "refusal": "I'm sorry, I cannot do that.", "markdown_table": "| a |\n|---|---|\n| 1 |",
    "xml": "<a>1</a>", "yaml": "answer: yes\nother: no", "prose": "Sure.",
    "refused": ("", JudgeOptions(finish=Finish.REFUSAL)), "refused_saying": ("", JudgeOptions(refusal="No.")),
    "content_filter": ("", JudgeOptions(finish=Finish.CONTENT_FILTER)),
    "cut_length": ("", JudgeOptions(finish=Finish.LENGTH)), "cut_stream": ("abc", JudgeOptions(finish=Finish.CUT)),
    "cut_off": '{"a": "x', "trailing_comma": '{"a": 1,}', "extra_comma": "[1,,2]", "missing_comma": '{"a": 1 "b": 2}',
    "missing_colon": '{"a" 1}', "missing_value": '{"a": }', "missing_key": '{"b": 1, {"a": 1}}', "missing_bracket": '{"a": [1}',
    "missing_quote": '{"a": "x\n"b": 1}', "unescaped_quote": '{"a": "he said "yes" to me"}', "comment": '{"a": 1 // x\n}',
    "single_quotes": "{'a': 1}", "smart_quotes": "{“a”: 1}", "unquoted_key": "{a: 1}", "unquoted_value": '{"a": maybe}',
    "not_a_value": '{"a": ]]', "literal": '{"a": True}', "nan": '{"a": NaN}', "leading_zero": '{"a": 01}', "plus_sign": '{"a": +1}',
    "bad_number": '{"a": 0x1F}', "number_range": '{"a": 1e9999999999999999999}', "bad_escape": '{"a": "\\d"}',
    "escaped_quote": '{\\"a\\": 1}', "control_character": '{"a": "x\ny"}', "fullwidth": '{"a"：1}', "odd_space": '{"a":\u00a01}',
    "missing_opening_quote": '{"a": x"}', "expression": '{"a": 3 * 4}', "ellipsis": "[1, ...]", "quoted_line": '> {\n>   "a": 1\n> }',
    "extra_data": "",
}  # fmt: skip


def _faults(case: str | tuple[str, JudgeOptions]) -> tuple[Fault, ...]:
    reply, options = case if isinstance(case, tuple) else (case, JudgeOptions())
    return verdict_of(reply, options=options).faults


@pytest.mark.parametrize(("kind", "case"), KINDS.items(), ids=KINDS)
def test_every_kind_of_fault_is_said_and_has_advice(kind: str, case: str | tuple[str, JudgeOptions]) -> None:
    faults = _faults(case)
    for fault in faults:
        assert fault.advice is not None
        _check(fault.message)
        _check(fault.advice)
    said = kind if kind != "refused_saying" else "refused"
    if kind not in ("extra_data", "not_a_value"):  # in a reply what follows is another piece, or prose
        assert said in [fault.kind for fault in faults]


def test_no_kind_of_fault_is_forgotten() -> None:
    ids = _ids()
    kinds = {id.removeprefix("verdict.fault.") for id in ids if id.startswith("verdict.fault.")}
    assert kinds == set(KINDS)
    assert {f"verdict.advice.fault.{kind}" for kind in kinds} <= ids


def _ids() -> set[str]:
    return set(tool._wordings(tool.read_catalogue(ROOT / "resources" / "words" / "verdict" / "en.po")))


_NOT_SAID = {  # keywords that break nothing themselves
    "$anchor", "$comment", "$defs", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "default", "definitions",
    "deprecated", "description", "examples", "id", "readOnly", "title", "writeOnly",
}  # fmt: skip


@pytest.mark.parametrize(
    "keyword", sorted({*KEYWORDS, "too_deep", "too_large", "too_many_forms", "duplicate_key", "false"} - _NOT_SAID)
)
def test_every_keyword_is_said_and_has_advice(keyword: str) -> None:
    """Whatever it is set to and whatever it meets, also where that makes no sense."""
    actuals: tuple[JsonValue, ...] = (None, True, 2, "True", "b", [1], {"a": None})
    others: tuple[JsonValue, ...] = (None, True, 3, ["a", 1], [], {"a": 1})
    for expected in ("string", "date", *(() if keyword in ("type", "format") else others)):
        for actual in actuals:
            for key in (None, "a b"):
                broken = Broken(keyword, "/list/3", expected, actual, key, near=key)
                worded = word(broken)
                for said in (worded.message, worded.rule, advise(broken)):
                    if said is not None:
                        _check(said, quoted=True)


@pytest.mark.parametrize("name", [*FORMATS, "colour"])
def test_every_format_is_named(name: str) -> None:
    broken = Broken("format", "/a", name, "x")
    _check(word(broken).message)
    _check(advise(broken))


_PYTHON = re.compile(r"\b(?:None|True|False|Decimal|dict|tuple|<class)\b|'[\w ]+'")


def _check(said: Text, *, quoted: bool = False) -> None:
    """Said in each language in words of its own; nothing is left to be filled in, and nothing is Python's."""
    for language in Language:
        for audience in Audience:
            sentence = render(said, language, audience)
            assert not re.search(r"\{\w+\}|verdict\.", sentence), sentence
            plain = re.sub(r"“.*?”|«.*?»|「.*?」|„.*?”|\".*?\"", "", sentence) if quoted or audience is Audience.MODEL else sentence
            assert not _PYTHON.search(re.sub(r"“.*?”|«.*?»|「.*?」|„.*?”", "", plain)), sentence


def test_a_sentence_of_another_language_is_told_from_a_missing_one() -> None:
    with pytest.raises(AssertionError):
        _check(text("verdict.no.such.sentence"))


def test_every_advice_is_a_sentence() -> None:
    for language in Language:
        forms = tool._wordings(tool.read_catalogue(ROOT / "resources" / "words" / "verdict" / f"{language}.po"))
        for said in (form for id, all_of in forms.items() if id.startswith("verdict.advice.") for form in all_of):
            assert said.endswith("。" if language is Language.JAPANESE else "."), said
            assert said[0].isupper() or said.startswith("null") or language is Language.JAPANESE, said


def test_advice_is_there_for_each_violation_of_a_branch() -> None:
    schema = {"anyOf": [{"type": "object", "required": ["a", "b"]}, {"type": "string"}]}
    (violation,) = judge("{}", check(json.dumps(schema), assert_formats=True)).violations

    def advised(one: Violation) -> bool:
        return one.advice is not None and all(map(advised, one.branch))

    assert len(violation.branch) == 2
    assert advised(violation)

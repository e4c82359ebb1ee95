"""Short ways to judge a reply and to look at what came of it."""

import json

from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import CheckedSchema, check
from playground.verdict.violations import Span, Verdict

ANSWER = """{
  "type": "object",
  "properties": {"answer": {"enum": ["yes", "no"]}},
  "required": ["answer"],
  "additionalProperties": false
}"""

PLAIN = JudgeOptions()


def schema_of(schema: object, *, assert_formats: bool = True) -> CheckedSchema:
    """A sound schema from its text or from plain values."""
    text = schema if isinstance(schema, str) else json.dumps(schema)
    checked = check(text, assert_formats=assert_formats)
    assert checked.ok, checked.report
    return checked


def verdict_of(reply: str, schema: object = ANSWER, options: JudgeOptions = PLAIN) -> Verdict:
    """The verdict on a reply."""
    return judge(reply, schema_of(schema), options)


def marked(text: str, span: Span | None) -> str | None:
    """The part of a text that a span marks."""
    return None if span is None else text[span.start : span.end]

"""What holds for any schema and any reply: nothing raises, every place is right, everything is said in every language."""

import json
import re

from playground.verdict.equality import canonical
from playground.verdict.groups import group_violations
from playground.verdict.json_text import read
from playground.verdict.judge import judge
from playground.verdict.schema import check, satisfies, violations
from playground.verdict.violations import SchemaProblem, Violation
from playground.words.language import Language
from playground.words.rendering import Audience, render
from playground.words.text import Text
from tests.fuzz.schema_grammar import Decisions, make_schema, make_value

_LEFT_OVER = re.compile(r"(?<![\w{])\{(?:field|actual|allowed|near|count|limit|key|types|kind|problem|named)\}|\bverdict\.\w")


def keep_promises(data: bytes) -> None:
    """Makes a schema and a reply of these bytes and looks whether every promise is kept; raises AssertionError otherwise."""
    decisions = Decisions(data)
    formats = bool(decisions.pick(2))
    schema_text = json.dumps(make_schema(decisions), ensure_ascii=bool(decisions.pick(2)))
    keep_promises_for(schema_text, json.dumps(make_value(decisions)), formats=formats)


def keep_promises_for(schema_text: str, reply: str, *, formats: bool) -> None:
    """The same for texts of any kind."""
    checked = check(schema_text, assert_formats=formats)
    for problem in (*checked.report.errors, *checked.report.hints):
        _look_at_problem(problem, schema_text)
    verdict = judge(reply, checked)
    for violation in verdict.violations:
        _look_at_violation(violation, reply, schema_text)
    for fault in verdict.faults:
        assert fault.advice is not None
        _is_said(fault.advice)
    members = [member for group in group_violations(verdict.violations) for member in group.members]
    assert sorted(map(id, members)) == sorted(map(id, verdict.violations))
    reading = read(reply)
    if checked.ok and reading.answer is not None:
        assert satisfies(checked, reading) == (not violations(checked, reading))


def _look_at_problem(problem: SchemaProblem, schema_text: str) -> None:
    _is_said(problem.message)
    assert problem.span is not None
    assert 0 <= problem.span.start <= problem.span.end <= len(schema_text)


def _look_at_violation(violation: Violation, reply: str, schema_text: str) -> None:
    assert violation.advice is not None
    for said in (violation.message, violation.short, violation.advice):
        _is_said(said)
    assert violation.span is not None
    assert 0 <= violation.span.start < violation.span.end <= len(reply)
    assert violation.schema_span is None or 0 <= violation.schema_span.start < violation.schema_span.end <= len(schema_text)
    place = read(reply).place(violation.path)
    if violation.actual is not None and place is not None and place.value == violation.span:
        assert _value_of(reply[violation.span.start : violation.span.end]) == _value_of(violation.actual)
    for inner in violation.branch:
        _look_at_violation(inner, reply, schema_text)


def _value_of(written: str) -> str:
    answer = read(written).answer
    assert answer is not None
    return canonical(answer.value)


def _is_said(said: Text) -> None:
    for language in Language:
        for audience in Audience:
            sentence = render(said, language, audience)
            assert sentence
            assert not _LEFT_OVER.search(sentence), sentence

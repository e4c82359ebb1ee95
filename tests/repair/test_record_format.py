import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request, Source, Usage
from playground.repair.loop import fail
from playground.repair.message import Message, Role
from playground.repair.record import Attempt, Run
from playground.repair.record_format import RecordProblem, read_record, write_record
from playground.repair.scenario import Ending, EndingKind
from playground.verdict.judge import judge
from playground.verdict.schema import check
from playground.verdict.violations import Answer, Finish, Origin, Span, Status, Verdict, Violation
from playground.words.text import Field, Listing, Percent, Text, Value, text
from tests.repair.cases import SCHEMA, make_scenario, play, reply

texts = st.text(st.characters(codec=None), max_size=8)
leaves = st.one_of(
    texts,
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    texts.map(Value),
    texts.map(Field),
    st.floats(0, 1).map(Percent),
)
parameters = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Listing, st.lists(inner, max_size=3).map(tuple), st.sampled_from(["and", "or"])),
        st.builds(Text, texts, st.lists(st.tuples(texts, inner), max_size=2).map(tuple)),
    ),
    max_leaves=6,
)
sentences = st.builds(Text, texts, st.lists(st.tuples(texts, parameters), max_size=2).map(tuple))
spans = st.builds(Span, st.integers(0, 99), st.integers(0, 99))
violations = st.builds(
    Violation,
    texts,
    texts,
    sentences,
    texts,
    st.none() | spans,
    st.sampled_from(Origin),
    st.none() | texts,
    rule=st.none() | sentences,
)
nested = st.builds(lambda outer, inner: Violation(outer.path, "anyOf", outer.message, "", branch=(inner,)), violations, violations)
values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), texts, st.decimals(allow_nan=False, allow_infinity=False)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
verdicts = st.builds(
    Verdict,
    st.sampled_from(Status),
    st.none() | values.map(Answer),
    st.none() | spans,
    st.lists(violations | nested, max_size=2).map(tuple),
)


@settings(max_examples=60, deadline=None)  # two cores, shared
@given(verdicts)
def test_every_verdict_is_read_back_equal(verdict: Verdict) -> None:
    written = write_record(verdict)
    assert written.isascii()
    assert read_record(Verdict, written) == verdict


FAILURE = EndpointFailure("http", text("a.t", count=3), text("a.m", wait=1.5), text("a.h"), status=429, retry_after=2.5)
REQUEST = Request(
    (Message(Role.SYSTEM, "s"), Message(Role.USER, "\ud800", edited=True)),
    EndpointSettings("ollama", base_url="http://x", mode=Mode.TOOL, temperature=0.0, max_tokens=None),
    "{",
)
REPLY = Reply(
    "é", Source.RECORDED, Channel.TOOL_CALL, Finish.LENGTH, "no", "because", Usage(1, None, 3), 0.25, 0.125, "m", failure=FAILURE
)


def test_requests_replies_and_failures_are_read_back_equal() -> None:
    assert read_record(Request, write_record(REQUEST)) == REQUEST
    assert read_record(Reply, write_record(REPLY)) == REPLY
    assert read_record(EndpointFailure, write_record(FAILURE)) == FAILURE


def whole_run() -> Run:
    """A run as it really comes about: judged, repaired, fallen back, with an endpoint that failed in between."""
    schema = check(SCHEMA, assert_formats=True)
    contents = ("Well.", '{"answer": "maybe", "n": 1e400}', '```json\n{"answer": 9007199254740993}\n```')
    attempts = [(reply(content, usage=Usage(total_tokens=5), failure=FAILURE), judge(content, schema)) for content in contents]
    return play(make_scenario(ending=Ending(EndingKind.FALLBACK, "null")), *attempts).run


def test_a_whole_run_and_its_attempts_are_read_back_equal() -> None:
    run = whole_run()
    assert len(run.attempts) == 3
    assert read_record(Run, write_record(run)) == run
    for attempt in run.attempts:
        assert read_record(Attempt, write_record(attempt)) == attempt


def test_a_run_that_failed_or_goes_on_is_read_back_equal() -> None:
    state = play(make_scenario(), ("Well.", judge("Well.", check(SCHEMA, assert_formats=True))))
    assert read_record(Run, write_record(state.run)) == state.run
    failed = fail(state, FAILURE).run
    assert read_record(Run, write_record(failed)) == failed


def test_violations_are_kept_as_values_and_never_as_worded_text() -> None:
    written = write_record(whole_run().attempts[1].verdict)
    assert "verdict.enum" in written
    assert "must be" not in written


def test_exact_numbers_stay_exact() -> None:
    verdict = Verdict(Status.VALID, Answer([9007199254740993, Decimal("1.10"), True, Decimal("1E+400")]))
    read = read_record(Verdict, write_record(verdict))
    assert read.answer is not None
    assert str(read.answer.value) == str([9007199254740993, Decimal("1.10"), True, Decimal("1E+400")])


def test_a_found_null_is_not_the_same_as_nothing_found() -> None:
    assert read_record(Verdict, write_record(Verdict(Status.VALID, Answer(None)))).answer == Answer(None)
    assert read_record(Verdict, write_record(Verdict(Status.NO_JSON))).answer is None


def test_what_says_nothing_takes_no_room() -> None:
    assert json.loads(write_record(Verdict(Status.BLOCKED))) == {"status": "blocked"}


def test_fields_of_a_newer_program_are_passed_over() -> None:
    assert read_record(Verdict, '{"status": "valid", "mood": 1}') == Verdict(Status.VALID)


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "{",
        "null",
        "[]",
        "{}",
        '{"status": "wonderful"}',
        '{"status": "valid", "span": {"start": "x", "end": 1}}',
        '{"status": "valid", "span": 5}',
        '{"status": "valid", "answer": []}',
        '{"status": "valid", "violations": [1]}',
        '{"status": "valid", "notes": [{"kind": "x", "message": {"id": "x", "parameters": [["a"]]}}]}',
        '{"status": "valid", "notes": [{"kind": "x", "message": {"id": "x", "parameters": [["a", null]]}}]}',
    ],
)
def test_a_damaged_record_is_a_problem_and_nothing_else(damaged: str) -> None:
    with pytest.raises(RecordProblem):
        read_record(Verdict, damaged)

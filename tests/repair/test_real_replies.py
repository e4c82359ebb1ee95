"""The whole loop on replies of a real small model: whatever they hold, it is put into words, and the run ends as it should."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.repair.fault_list import MOST_FAULTS
from playground.repair.loop import Compose, Ended
from playground.repair.message import Role
from playground.repair.record import Outcome, ResultIs, Run
from playground.repair.record_format import read_record, write_record
from playground.repair.scenario import Ending, EndingKind, FeedbackSettings, Scenario, Strategy
from playground.verdict.judge import JudgeOptions, judge
from playground.verdict.schema import check
from playground.verdict.violations import Finish, Status, Verdict
from playground.words.language import Language
from tests.repair.cases import feedback_text, invalid, make_scenario, no_json, play, reply, valid

FILES = sorted((Path(__file__).parent.parent / "data" / "replies").glob("*.json"))


def load(path: Path) -> tuple[str, str, Verdict]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    schema_text = json.dumps(content["schema"])
    options = JudgeOptions(finish=Finish(content["finish_reason"]))
    return content["reply"], schema_text, judge(content["reply"], check(schema_text, assert_formats=True), options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_real_reply_gets_feedback_in_every_language(path: Path) -> None:
    content, schema_text, verdict = load(path)
    for language in Language:
        for strategy in Strategy:
            scenario = make_scenario(schema_text=schema_text, language=language, feedback=FeedbackSettings(strategy))
            said = feedback_text(scenario, content, verdict)
            assert not any(domain in said for domain in ("verdict.", "repair.", "words.", "{faults}", "{schema}"))
            assert said.count("\n- ") <= MOST_FAULTS + 3
            assert len(said) < 4000 + len(schema_text)


def test_there_are_enough_real_replies() -> None:
    assert len(FILES) >= 40


def carry_out(scenario: Scenario, verdicts: list[Verdict]) -> Any:
    return play(scenario, *[(reply(f"reply {number}"), verdict) for number, verdict in enumerate(verdicts)])


VERDICTS = [no_json(), invalid("{}"), invalid('{"answer": 5}'), valid("{}"), Verdict(Status.CUT_OFF), Verdict(Status.BLOCKED)]
ENDINGS = [Ending(), Ending(EndingKind.FALLBACK, "null"), Ending(EndingKind.BEST_ATTEMPT)]


@settings(max_examples=80, deadline=None)  # two cores, shared
@given(st.lists(st.sampled_from(VERDICTS), min_size=1, max_size=10), st.integers(1, 10), st.sampled_from(ENDINGS))
def test_whatever_comes_the_loop_is_bounded_and_says_what_it_gives(verdicts: list[Verdict], limit: int, ending: Ending) -> None:
    last = next(
        (n for n, verdict in enumerate(verdicts[:limit], 1) if verdict.status not in (Status.NO_JSON, Status.INVALID)), limit
    )
    state = carry_out(make_scenario(max_attempts=limit, ending=ending), verdicts[:last])
    run = state.run
    assert len(run.attempts) == min(last, len(verdicts))
    assert [len(attempt.request.messages) for attempt in run.attempts] == [2 * number + 1 for number in range(len(run.attempts))]
    assert all(message.role is (Role.ASSISTANT if n % 2 else Role.USER) for n, message in enumerate(run.messages))
    assert isinstance(state.next, Ended if len(verdicts) >= last else Compose)
    assert read_record(Run, write_record(run)) == run
    if run.outcome in (Outcome.ACCEPTED, Outcome.REPAIRED):
        assert run.result_is is ResultIs.ANSWER
        assert run.attempts[-1].verdict.status is Status.VALID
    elif run.outcome is Outcome.FELL_BACK:
        assert run.result_is in (ResultIs.FALLBACK, ResultIs.BEST_ATTEMPT)
        assert run.result is not None
        assert run.error is None
    else:
        assert (run.result, run.result_is) == (None, ResultIs.NONE)
        assert (run.error is None) == (run.outcome is None)

"""The practice model as an endpoint: labelled, streaming at its speed, with simulated tokens and the failures of a server."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from playground.endpoints.endpoint import AskFailed
from playground.endpoints.practice import PRACTICE
from playground.endpoints.practice.endpoint import PracticeEndpoint
from playground.endpoints.practice.faults import Fault, Trouble
from playground.endpoints.practice.settings import ByHand, PracticeSettings, practice_presets, settings_of, write_settings
from playground.repair.endpoint_settings import EndpointSettings, Mode
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request, Source
from playground.repair.message import Message, Role
from playground.repair.record import Outcome
from playground.repair.scenario import Scenario
from playground.runs.leases import Leases
from playground.verdict.violations import Finish
from playground.words.language import Language
from playground.words.rendering import render
from tests.endpoints.asking import Seen
from tests.endpoints.practice.schemas import world
from tests.runs.running import carry_out

ASKED = (Message(Role.USER, "Answer in JSON."),)
PLAIN = PracticeSettings(faults=())


def request_for(settings: PracticeSettings, schema_text: str | None = None, **changes: object) -> Request:
    endpoint = EndpointSettings(preset=PRACTICE, extra=write_settings(settings), time_limit=20.0)
    return Request(ASKED, replace(endpoint, **changes), schema_text or world()["invoice"])  # type: ignore[arg-type]  # settings by name


def ask(request: Request, seen: Seen | None = None, waits: list[float] | None = None) -> Reply:
    async def wait(seconds: float) -> None:
        if waits is not None:
            waits.append(seconds)
        await asyncio.sleep(0)

    return asyncio.run(PracticeEndpoint(wait=wait).ask(request, seen or Seen()))


def fail_to_ask(request: Request) -> EndpointFailure:
    with pytest.raises(AskFailed) as caught:
        ask(request)
    return caught.value.failure


def test_every_reply_is_labelled() -> None:
    reply = ask(request_for(PLAIN))
    assert reply.source is Source.PRACTICE
    assert reply.model == "practice model, no AI"
    assert reply.finish is Finish.STOP
    assert reply.usage is not None
    assert reply.usage.output_tokens


def test_it_streams_at_its_speed() -> None:
    seen, waits = Seen(), list[float]()
    reply = ask(request_for(replace(PLAIN, speed=50.0)), seen, waits)
    assert seen.text == reply.text
    assert len(waits) > 10
    assert set(waits) == {0.02}
    at_once = list[float]()
    assert ask(request_for(PLAIN), Seen(), at_once).text == reply.text
    assert at_once == []


@pytest.mark.parametrize(
    ("trouble", "kind"),
    [(Trouble.RATE_LIMITED, "rate_limited"), (Trouble.SERVER_ERROR, "server_error"), (Trouble.TIME_OUT, "timeout")],
)
def test_it_plays_a_server_in_trouble(trouble: Trouble, kind: str) -> None:
    failure = fail_to_ask(request_for(replace(PLAIN, troubles=((trouble, 1.0),)), time_limit=0.3))
    assert failure.kind == kind
    for language in Language:
        assert all(render(sentence, language) for sentence in (failure.title, failure.message, failure.hint))


def test_it_waits_as_long_as_the_server_asks_and_gets_through() -> None:
    settings = replace(PLAIN, by_hand=(ByHand(1, trouble=Trouble.RATE_LIMITED),), wait=1.5)
    seen, waits = Seen(), list[float]()
    assert ask(request_for(settings), seen, waits).text
    assert waits == [1.5]
    assert seen.waits == [("rate_limited", 1, 1.5)]


def test_a_stream_that_is_cut_ends_in_the_middle() -> None:
    whole = ask(request_for(PLAIN)).text
    cut = ask(request_for(replace(PLAIN, troubles=((Trouble.CUT_STREAM, 1.0),))))
    assert cut.finish is Finish.CUT
    assert cut.usage is None
    assert whole.startswith(cut.text)
    assert 0 < len(cut.text) < len(whole)


@pytest.mark.parametrize(
    ("request_of", "kind", "named"),
    [
        (lambda: request_for(PLAIN, '{"type": "integer", "minimum": 3, "maximum": 2}'), "practice_no_answer", "minimum"),
        (lambda: request_for(PLAIN, '{"type": 3}'), "practice_schema", "practice model"),
        (lambda: request_for(PLAIN, extra='{"practice": {"listening": 3}}'), "practice_settings", "listening"),
    ],
)
def test_what_it_cannot_do_is_said(request_of: Callable[[], Request], kind: str, named: str) -> None:
    failure = fail_to_ask(request_of())
    assert failure.kind == kind
    assert named in render(failure.message, Language.ENGLISH)
    for language in Language:
        assert all(render(sentence, language) for sentence in (failure.title, failure.message, failure.hint))


def test_the_limit_of_tokens_cuts_a_reply_off() -> None:
    reply = ask(request_for(PLAIN, max_tokens=5))
    assert reply.finish is Finish.LENGTH
    assert reply.usage is not None
    assert reply.usage.output_tokens == 5
    assert ask(request_for(PLAIN, max_tokens=None)).text.startswith(reply.text)


@pytest.mark.parametrize(
    ("mode", "fault", "channel"),
    [(Mode.TOOL, None, Channel.TOOL_CALL), (Mode.TOOL, Fault.PROSE_ONLY, Channel.CONTENT), (Mode.SCHEMA, None, Channel.CONTENT)],
)
def test_asked_for_a_tool_call_it_calls_the_tool_unless_it_chats(mode: Mode, fault: Fault | None, channel: Channel) -> None:
    seen = Seen()
    settings = replace(PLAIN, by_hand=(ByHand(1, (fault,) if fault else ()),))
    assert ask(request_for(settings, mode=mode), seen).channel is channel
    assert {grown for _, grown in seen.added} == {channel}


def test_its_characters_are_its_models() -> None:
    names = asyncio.run(PracticeEndpoint().models())
    assert names == ("practice-chatty", "practice-sloppy", "practice-stubborn", "practice-broken")
    for preset in practice_presets():
        assert settings_of(preset.model) == preset.settings
        for language in Language:
            assert render(preset.title, language)
            assert render(preset.meaning, language)


def test_the_very_same_question_is_answered_anew_and_a_new_run_draws_the_same() -> None:
    request = request_for(PracticeSettings(by_hand=(ByHand(1, (Fault.WRONG_ENUM,)),), listening=0.25))
    told = Message(Role.USER, "currency must be one of EUR, PLN, JPY")
    repair = replace(request, messages=(*ASKED, Message(Role.ASSISTANT, ask(request).text), told))

    async def several() -> list[str]:
        endpoint = PracticeEndpoint()
        return [(await endpoint.ask(repair, Seen())).text for _ in range(12)]

    once = asyncio.run(several())
    assert len(set(once)) == 2
    assert once == asyncio.run(several())


def test_a_run_lends_the_practice_model_without_any_address() -> None:
    async def take() -> tuple[str, ...]:
        leases = Leases()
        endpoint = leases.take(EndpointSettings(preset=PRACTICE), None, allow_plain_http=False)
        leases.give_back(endpoint)
        await leases.close()
        return await endpoint.models()

    assert asyncio.run(take())


def test_a_run_with_the_practice_model_is_a_demonstration() -> None:
    scenario = Scenario(
        "00000000-0000-4000-8000-000000000002",
        messages=ASKED,
        schema_text=world()["yes or no"],
        endpoint=EndpointSettings(
            preset=PRACTICE, extra=write_settings(PracticeSettings(by_hand=(ByHand(1, (Fault.PROSE_ONLY,)),)))
        ),
    )
    run = carry_out(scenario).run
    assert run.outcome is Outcome.REPAIRED
    assert not run.live
    assert run.usage is not None
    assert run.usage.total_tokens

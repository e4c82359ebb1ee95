"""The practice model as an endpoint of the program: it streams at its speed, counts simulated tokens, and plays failures of a server."""

import asyncio
import math
from collections import Counter
from collections.abc import Callable

from playground.endpoints.endpoint import AskFailed, Watcher
from playground.endpoints.failures import Kind, describe, fail
from playground.endpoints.practice.draws import Draws
from playground.endpoints.practice.faults import Trouble
from playground.endpoints.practice.model import NoRightAnswer, Question, cut_to_limit, pieces_of, reply_to, usage_of
from playground.endpoints.practice.settings import PracticeSettings, SettingsProblem, practice_presets, read_settings
from playground.endpoints.practice.spoiling import Written
from playground.endpoints.retries import Wait, keep_trying
from playground.repair.endpoint_settings import Mode
from playground.repair.exchange import Channel, EndpointFailure, Reply, Request, Source
from playground.repair.message import Message
from playground.verdict.violations import Finish
from playground.words.text import Listing, Text, Value, text

LABEL = "practice model, no AI"  # what a reply calls its model; the same in all languages, since it stands in files
_SHORTEST_LIMIT = 0.05  # seconds
_CUT = 2  # of a stream that is cut, one piece in so many comes


class PracticeEndpoint:
    """One for each run: asked the very same again, it draws anew, and a new one draws as the first did."""

    def __init__(self, *, wait: Wait = asyncio.sleep, clock: Callable[[], float] | None = None) -> None:
        self._wait = wait
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._asked: Counter[tuple[Message, ...]] = Counter()

    async def ask(self, request: Request, watcher: Watcher) -> Reply:
        """The reply, after retries where it plays a server in trouble; raises AskFailed."""
        try:
            settings = read_settings(request.endpoint.model, request.endpoint.extra)
        except SettingsProblem as problem:
            raise AskFailed(settings_failure(problem)) from None
        question = Question(request.messages, request.schema_text, request.asked, self._asked[request.messages])
        self._asked[request.messages] += 1
        try:
            written = cut_to_limit(await asyncio.to_thread(reply_to, question, settings), request.endpoint.max_tokens)
        except NoRightAnswer as refused:
            raise AskFailed(unserved_failure(refused)) from None
        limit = max(request.endpoint.time_limit, _SHORTEST_LIMIT)
        tries = 0

        async def once() -> Reply:
            nonlocal tries
            tries += 1
            trouble = trouble_of(settings, question, tries)
            return await self._play(trouble, settings, request, written, watcher)

        started = self._clock()
        try:
            async with asyncio.timeout(limit if math.isfinite(limit) else None):
                return await keep_trying(once, watcher, lambda: limit - (self._clock() - started), self._wait)
        except TimeoutError:
            raise fail(Kind.TIMEOUT, address=LABEL, seconds=limit) from None

    async def models(self) -> tuple[str, ...]:
        """Its characters, by the names under which they are asked for."""
        return tuple(preset.model for preset in practice_presets())

    async def context_length(self, model: str) -> int | None:  # noqa: ARG002 - it has none
        """None: it reads no tokens."""
        return None

    async def close(self) -> None:
        """Nothing is held."""

    async def _play(
        self, trouble: Trouble | None, settings: PracticeSettings, request: Request, written: Written, watcher: Watcher
    ) -> Reply:
        if trouble is Trouble.TIME_OUT:
            await asyncio.Event().wait()  # until the time limit
        if trouble is Trouble.RATE_LIMITED:
            raise AskFailed(describe(Kind.RATE_LIMITED, status=429, retry_after=settings.wait))
        if trouble is Trouble.SERVER_ERROR:
            raise AskFailed(describe(Kind.SERVER_ERROR, status=500, code="500"))
        started = self._clock()
        pieces = pieces_of(written.text)
        if trouble is Trouble.CUT_STREAM:
            pieces = pieces[: len(pieces) // _CUT]
        channel = _channel_of(request, written)
        first: float | None = None
        for piece in pieces:
            if settings.speed > 0:
                await self._wait(1 / settings.speed)
            first = self._clock() - started if first is None else first
            watcher.grew(piece, channel)
        received = "".join(pieces)
        return Reply(
            received,
            Source.PRACTICE,
            channel,
            finish=Finish.CUT if trouble is Trouble.CUT_STREAM else written.finish,
            refusal=written.refusal,
            usage=None if trouble is Trouble.CUT_STREAM else usage_of(request.messages, received),
            seconds=max(self._clock() - started, 0.0),
            first_token_seconds=first if settings.speed > 0 else None,
            model=LABEL,
        )


def _channel_of(request: Request, written: Written) -> Channel:
    """Where a server would put it: asked for a tool call, JSON goes into its arguments, and words stay words."""
    is_call = request.endpoint.mode is Mode.TOOL and written.text.lstrip()[:1] in ("{", "[")
    return Channel.TOOL_CALL if is_call else Channel.CONTENT


def trouble_of(settings: PracticeSettings, question: Question, tries: int) -> Trouble | None:
    """The failure to play at this try, by seed; what was chosen by hand comes at the first try of its turn."""
    chosen = settings.hand_of(question.turn)
    if chosen is not None:
        return chosen.trouble if tries == 1 else None
    for trouble, likely in settings.troubles:
        if Draws(settings.seed, "trouble", question.turn, question.again, tries, trouble).chance(likely):
            return trouble
    return None


def settings_failure(problem: SettingsProblem) -> EndpointFailure:
    """Which setting cannot be, in words."""
    return _failure("settings", name=problem.name)


def unserved_failure(refused: NoRightAnswer) -> EndpointFailure:
    """Why the practice model has no answer to this schema, in words."""
    if not refused.unserved:
        return _failure("schema")
    named: list[Text] = [
        text("practice.unserved", keyword=Value(f'"{each.keyword}"'), place=each.schema_path or "#")
        for each in refused.unserved[:3]
    ]
    return _failure("no_answer", keywords=Listing(tuple(named)))


def _failure(kind: str, **parameters: str | Listing) -> EndpointFailure:
    return EndpointFailure(
        kind=f"practice_{kind}",
        title=Text(f"practice.failure.{kind}.title"),
        message=text(f"practice.failure.{kind}.message", **parameters),
        hint=text(f"practice.failure.{kind}.hint", **parameters),
    )

"""Carries one scenario out: the loop says what is next, the endpoint answers, the worker judges, the teller tells."""

import asyncio
import logging
import time
from dataclasses import replace

from playground.endpoints.endpoint import Answerer, AskFailed
from playground.repair.exchange import Channel, EndpointFailure, Reply
from playground.repair.loop import Ask, Compose, Ended, Judge, LoopState, advance, fail, note_failure, stop
from playground.repair.record import HonestError, Outcome, Run
from playground.repair.refusals import RunRefused
from playground.repair.scenario import Scenario
from playground.runs.breakdown import FAULT
from playground.runs.events import AttemptJudged, AttemptStarted, EndpointFailed, EndpointRetries, ReplyGrew, RunEnded
from playground.runs.judging import judge_reply
from playground.runs.schemas import Schemas
from playground.runs.side_process import SideProcess
from playground.runs.teller import Teller
from playground.runs.worker import Worker

_log = logging.getLogger(__name__)


class Driver:
    """One run. `drive` is its task; cancelling that task stops the run, and RunEnded is told all the same."""

    def __init__(
        self,
        run_id: str,
        scenario: Scenario,
        answerer: Answerer,
        worker: Worker,
        side: SideProcess,
        schemas: Schemas,
        teller: Teller,
    ) -> None:
        self._run_id = run_id
        self._scenario = scenario
        self._answerer = answerer
        self._worker = worker
        self._side = side
        self._schemas = schemas
        self._teller = teller
        self._started = time.perf_counter()
        self._state: LoopState | None = None

    async def drive(self) -> None:
        """Carry the scenario out, to its end or until cancelled. Raises nothing."""
        try:
            self._state = await self._worker.do(lambda: self._schemas.begin(self._scenario, self._run_id))
            while not isinstance(self._state.next, Ended):
                await self._step(self._state)
            self._end(self._state.run)
        except RunRefused as refused:
            self._end(self._broken(refused.error))
        except asyncio.CancelledError:
            self.stop()
        except Exception:  # noqa: BLE001 - a fault of ours becomes a sentence, and RunEnded is told
            _log.exception("a run ended by a fault of the program")
            self._end(self._broken(FAULT))

    def stop(self) -> None:
        """Tell the end of a run that was stopped; does nothing when its end was told."""
        run = stop(self._state).run if self._state else Run(self._run_id, self._scenario.id, outcome=Outcome.STOPPED)
        self._end(run)

    async def _step(self, state: LoopState) -> None:
        if not isinstance(state.next, Ask):
            raise TypeError(type(state.next).__name__)  # Judge and Compose are answered where they arise
        request = state.next.request
        number = len(state.run.attempts) + 1
        self._teller.tell(AttemptStarted(self._run_id, number, request))
        try:
            reply = await self._answerer.ask(request, _AttemptWatcher(self, number))
        except AskFailed as failed:
            self._teller.tell(EndpointFailed(self._run_id, number, failed.failure))
            self._state = fail(self._state or state, failed.failure)
            return
        received = self._state or state  # with the failures that were retried
        self._state = await self._worker.do(lambda: _judge(received, reply, self._side))
        self._teller.tell(AttemptJudged(self._run_id, self._state.run.attempts[-1]))

    def _broken(self, error: HonestError) -> Run:
        run = self._state.run if self._state else Run(self._run_id, self._scenario.id)
        return replace(run, outcome=Outcome.ERROR, error=error)

    def _end(self, run: Run) -> None:
        self._teller.tell(RunEnded(self._run_id, replace(run, seconds=max(time.perf_counter() - self._started, 0.0))))

    def grew(self, number: int, added: str, channel: Channel) -> None:
        """A reply grows."""
        self._teller.tell(ReplyGrew(self._run_id, number, added, channel))

    def retries(self, number: int, failure: EndpointFailure, retry: int, wait: float) -> None:
        """The transport tries again."""
        if self._state is not None:
            self._state = note_failure(self._state, failure)
        self._teller.tell(EndpointRetries(self._run_id, number, failure, retry, wait))

    def stands_in(self, number: int, failure: EndpointFailure) -> None:
        """A recorded sample stands in for the model."""
        self._teller.tell(EndpointFailed(self._run_id, number, failure))


class _AttemptWatcher:
    """What an endpoint tells, with the attempt's number."""

    def __init__(self, driver: Driver, number: int) -> None:
        self._driver = driver
        self._number = number

    def grew(self, added: str, channel: Channel) -> None:
        self._driver.grew(self._number, added, channel)

    def retries(self, failure: EndpointFailure, retry: int, wait: float) -> None:
        self._driver.retries(self._number, failure, retry, wait)

    def stands_in(self, failure: EndpointFailure) -> None:
        self._driver.stands_in(self._number, failure)


def _judge(state: LoopState, reply: Reply, side: SideProcess) -> LoopState:
    """From a reply to the next question or the end, in one piece of work: a change of threads costs more than a verdict."""
    state = advance(state, reply)
    while isinstance(state.next, Judge | Compose):
        if isinstance(state.next, Judge):
            state = advance(state, judge_reply(state.next, state.schema, state.scenario, side))
        else:
            state = advance(state, state.next.proposal)
    return state

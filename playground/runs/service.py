"""The runs that go on, on the asyncio thread: started, cancelled, and closed in order."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from playground.endpoints.endpoint import Answerer, AskFailed, Endpoint
from playground.endpoints.failures import Kind, describe, fail
from playground.endpoints.network import Network
from playground.endpoints.samples import ModelThenSamples, RecordedSamples, Unusable
from playground.repair.endpoint_settings import EndpointSettings
from playground.repair.exchange import EndpointFailure
from playground.repair.scenario import SampleRule, Scenario
from playground.runs.driver import Driver
from playground.runs.events import RunStarted
from playground.runs.inquiries import Inquiries
from playground.runs.leases import Leases
from playground.runs.recorder import Recorder
from playground.runs.schemas import Schemas
from playground.runs.side_process import SideProcess
from playground.runs.teller import Listener, Teller
from playground.runs.worker import Worker

ModelsListener: TypeAlias = Callable[[tuple[str, ...] | EndpointFailure], None]

_log = logging.getLogger(__name__)

_CLOSING = 2.0  # seconds that stopped runs may take to end


class RunService:
    """Everything here happens on one event loop."""

    def __init__(self, worker: Worker, side: SideProcess, recorder: Recorder | None) -> None:
        self._worker = worker
        self._side = side
        self._recorder = recorder
        self._leases = Leases()
        self.inquiries = Inquiries(self._leases)
        self._schemas = Schemas()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._lists: set[asyncio.Task[None]] = set()
        self._stopped: set[str] = set()

    def start(
        self,
        run_id: str,
        scenario: Scenario,
        key: str | None,
        listener: Listener,
        *,
        allow_plain_http: bool,
        network: Network | None = None,
    ) -> None:
        """Begin a run; its first event is told before this returns."""
        listeners = [listener] if self._recorder is None else [self._recorder.record, listener]
        teller = Teller(listeners)
        teller.tell(RunStarted(run_id, scenario, datetime.now(UTC).isoformat(timespec="milliseconds")))
        lent, answerer = self._find_answerer(scenario, key, allow_plain_http=allow_plain_http, network=network)
        driver = Driver(run_id, scenario, answerer, self._worker, self._side, self._schemas, teller)
        task = asyncio.get_running_loop().create_task(driver.drive(), name=f"run {run_id}")
        self._tasks[run_id] = task

        def finish(_: asyncio.Task[None]) -> None:
            driver.stop()  # a task that was cancelled before its first step has told nothing
            self._tasks.pop(run_id, None)
            self._stopped.discard(run_id)
            if lent is not None:
                self._leases.give_back(lent)

        task.add_done_callback(finish)

    def cancel(self, run_id: str) -> None:
        """Stop a run; nothing happens when it has ended or was stopped before: a second cancel leaks connections in httpx."""
        task = self._tasks.get(run_id)
        if task is not None and run_id not in self._stopped:
            self._stopped.add(run_id)
            task.cancel()

    def list_models(self, settings: EndpointSettings, key: str | None, listener: ModelsListener, *, allow_plain_http: bool) -> None:
        """Ask a server for its models; the listener gets their names, or why there are none."""
        task = asyncio.get_running_loop().create_task(self._list_models(settings, key, listener, allow_plain_http=allow_plain_http))
        self._lists.add(task)
        task.add_done_callback(self._lists.discard)

    async def close(self) -> None:
        """Stop every run, wait for their ends, close every connection."""
        for run_id in tuple(self._tasks):
            self.cancel(run_id)
        for task in self._lists:
            task.cancel()
        if waiting := [*self._tasks.values(), *self._lists]:
            await asyncio.wait(waiting, timeout=_CLOSING)
        await self.inquiries.close()
        await self._leases.close()

    async def _list_models(
        self, settings: EndpointSettings, key: str | None, listener: ModelsListener, *, allow_plain_http: bool
    ) -> None:
        lent: Endpoint | None = None
        result: tuple[str, ...] | EndpointFailure
        try:
            lent = self._leases.take(settings, key, allow_plain_http=allow_plain_http)
            result = await lent.models()
        except AskFailed as failed:
            result = failed.failure
        except Exception:  # noqa: BLE001 - a fault of ours becomes a sentence
            _log.exception("a list of models could not be asked for")
            result = describe(Kind.INTERNAL)
        finally:
            if lent is not None:
                self._leases.give_back(lent)
        try:
            listener(result)
        except Exception:  # noqa: BLE001 - whatever a listener raises, the runs go on
            _log.exception("a listener failed at a list of models")

    def _find_answerer(
        self, scenario: Scenario, key: str | None, *, allow_plain_http: bool, network: Network | None
    ) -> tuple[Endpoint | None, Answerer]:
        """The endpoint that is lent to the run, if it needs one, and what answers the run's requests."""
        samples = RecordedSamples(scenario.samples.replies)
        if scenario.samples.rule is SampleRule.ALWAYS:
            return None, samples
        lent: Endpoint | None = None
        model: Answerer
        try:
            model = lent = self._leases.take(scenario.endpoint, key, allow_plain_http=allow_plain_http, network=network)
        except AskFailed as failed:
            model = Unusable(failed)
        except Exception:  # noqa: BLE001 - a fault of ours becomes a sentence
            _log.exception("an endpoint could not be made")
            model = Unusable(fail(Kind.INTERNAL))
        if scenario.samples.rule is SampleRule.WHEN_NO_ANSWER and scenario.samples.replies:
            return lent, ModelThenSamples(model, samples)
        return lent, model

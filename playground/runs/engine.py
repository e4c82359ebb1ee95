"""The engine: one asyncio thread and one judge thread for all runs, asked from any thread. Importing it loads nothing heavy."""

from __future__ import annotations

import logging
import threading
import uuid
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from playground.repair.endpoint_settings import EndpointSettings
    from playground.repair.scenario import Scenario
    from playground.runs.recorder import Recorder
    from playground.runs.service import ModelsListener, RunService
    from playground.runs.teller import Listener

    Job = Callable[[RunService], None]

_log = logging.getLogger(__name__)

_CLOSING = 6.0  # seconds: longer than the service takes for its own ends
_JUDGE_CLOSING = 2.0  # seconds for a verdict at hand


class Engine:
    """Carries out runs. Every method is safe at any moment, from any thread, also after `close`.

    Events come to the listener of a run on the asyncio thread: it must only queue them. The threads start with the
    first call (or `warm_up`), once; both are daemons, and `close` ends them in order.
    """

    def __init__(self, recorder: Recorder | None = None) -> None:
        self._recorder = recorder
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._service: RunService | None = None
        self._waiting: list[Job] = []
        self._closing: asyncio.Event | None = None
        self._closed = False

    def warm_up(self) -> None:
        """Load what runs need, in the background."""
        self._post(lambda _: None)

    def start(self, scenario: Scenario, key: str | None, listener: Listener, *, allow_plain_http: bool = False) -> str:
        """Begin a run and give its id. RunStarted comes first, RunEnded once and last; nothing comes after `close`."""
        run_id = str(uuid.uuid4())
        self._post(lambda service: service.start(run_id, scenario, key, listener, allow_plain_http=allow_plain_http))
        return run_id

    def cancel(self, run_id: str) -> None:
        """Stop a run within a second; RunEnded follows. An unknown id, or a run that has ended, is no fault."""
        self._post(lambda service: service.cancel(run_id), wake=False)

    def models(
        self, settings: EndpointSettings, key: str | None, listener: ModelsListener, *, allow_plain_http: bool = False
    ) -> None:
        """Ask the server for its models; the listener gets their names or an EndpointFailure, on the asyncio thread."""
        self._post(lambda service: service.list_models(settings, key, listener, allow_plain_http=allow_plain_http))

    def close(self) -> None:
        """Stop every run and end both threads. Every run's RunEnded is told before this returns."""
        with self._lock:
            self._closed = True
            thread, loop, closing = self._thread, self._loop, self._closing
            if loop is not None and closing is not None and thread is not None and thread.is_alive():
                loop.call_soon_threadsafe(closing.set)
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSING)
            if thread.is_alive():
                _log.error("the thread of the runs did not end in time")

    def _post(self, job: Job, *, wake: bool = True) -> None:
        with self._lock:
            if self._closed or (self._thread is None and not wake):
                return
            if self._service is not None and self._loop is not None:
                self._loop.call_soon_threadsafe(job, self._service)
                return
            self._waiting.append(job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._main, name="runs", daemon=True)
                self._thread.start()

    def _main(self) -> None:
        # Here and below, and not above: the window paints before any of this is loaded.
        import asyncio  # noqa: PLC0415 - see above

        from playground.endpoints.names import NamingLoop  # noqa: PLC0415 - see above

        with asyncio.Runner(loop_factory=NamingLoop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        import asyncio  # noqa: PLC0415 - see above

        from playground.runs.service import RunService  # noqa: PLC0415 - see above
        from playground.runs.worker import Worker  # noqa: PLC0415 - see above

        worker = Worker("judge")
        service = RunService(worker, self._recorder)
        loop, closing = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._loop, self._closing, self._service = loop, closing, service
            for job in self._waiting:
                loop.call_soon(job, service)
            self._waiting.clear()
            if self._closed:
                closing.set()
        try:
            await closing.wait()
        finally:
            await service.close()
            if not worker.close(_JUDGE_CLOSING):
                _log.error("the judge did not end in time")

"""The engine: one asyncio thread and one judge thread (with a process beside it for large replies) for all runs, asked from any thread. Importing it loads nothing heavy."""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterable

    from playground.endpoints.network import Network
    from playground.repair.endpoint_settings import EndpointSettings, Mode
    from playground.repair.scenario import Scenario
    from playground.runs.inquiries import ServersListener, StepListener
    from playground.runs.recorder import Recorder
    from playground.runs.service import ModelsListener, RunService
    from playground.runs.teller import Listener

    Job = Callable[[RunService], None]
    Otherwise = Callable[[], None]

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
        self._waiting: list[tuple[Job, Otherwise]] = []
        self._broken = False
        self._closing: asyncio.Event | None = None
        self._closed = False

    def warm_up(self) -> None:
        """Load what runs need, in the background."""
        self._post(lambda _: None)

    def start(
        self,
        scenario: Scenario,
        key: str | None,
        listener: Listener,
        *,
        allow_plain_http: bool = False,
        network: Network | None = None,
    ) -> str:
        """Begin a run and give its id. RunStarted comes first, RunEnded once and last; nothing comes after `close`."""
        import uuid  # noqa: PLC0415 - the window paints before any of this is loaded

        run_id = str(uuid.uuid4())

        def start(service: RunService) -> None:
            service.start(run_id, scenario, key, listener, allow_plain_http=allow_plain_http, network=network)

        def fail() -> None:
            from playground.runs.breakdown import end_run  # noqa: PLC0415 - as above

            end_run(run_id, scenario, listener)

        self._post(start, fail)
        return run_id

    def cancel(self, run_id: str) -> None:
        """Stop a run within a second; RunEnded follows. An unknown id, or a run that has ended, is no fault."""
        self._post(lambda service: service.cancel(run_id), wake=False)

    def models(
        self, settings: EndpointSettings, key: str | None, listener: ModelsListener, *, allow_plain_http: bool = False
    ) -> None:
        """Ask the server for its models; the listener gets their names or an EndpointFailure, on the asyncio thread."""

        def ask(service: RunService) -> None:
            service.list_models(settings, key, listener, allow_plain_http=allow_plain_http)

        def fail() -> None:
            from playground.runs.breakdown import refuse_models  # noqa: PLC0415 - as above

            refuse_models(listener)

        self._post(ask, fail)

    def check_up(
        self,
        settings: EndpointSettings,
        key: str | None,
        modes: Iterable[Mode],
        listener: StepListener,
        *,
        allow_plain_http: bool = False,
        network: Network | None = None,
    ) -> None:
        """Test a connection; the listener gets each step, and None at the end, on the asyncio thread."""
        asked = tuple(modes)

        def ask(service: RunService) -> None:
            service.inquiries.check_up(settings, key, asked, listener, allow_plain_http=allow_plain_http, network=network)

        self._post(ask, lambda: listener(None))

    def find_servers(self, listener: ServersListener) -> None:
        """Look for model servers on this computer; the listener gets preset ids with models, on the asyncio thread."""
        self._post(lambda service: service.inquiries.find_servers(listener), lambda: listener(()))

    def close(self) -> None:
        """Stop every run and end both threads. Every run's RunEnded is told before this returns."""
        with self._lock:
            self._closed = True
            thread, loop, closing = self._thread, self._loop, self._closing
            if loop is not None and closing is not None:
                with contextlib.suppress(RuntimeError):  # the loop has ended already
                    loop.call_soon_threadsafe(closing.set)
        if thread is not None and thread is not threading.current_thread():
            thread.join(_CLOSING)
            if thread.is_alive():
                _log.error("the thread of the runs did not end in time")

    def _post(self, job: Job, otherwise: Otherwise = lambda: None, *, wake: bool = True) -> None:
        """Have the service do the job; `otherwise` when there can be no service."""
        with self._lock:
            if self._closed or (self._thread is None and not wake):
                return
            if self._service is not None and self._loop is not None:
                self._loop.call_soon_threadsafe(job, self._service)
                return
            if not self._broken:
                self._waiting.append((job, otherwise))
                if self._thread is None:
                    self._thread = threading.Thread(target=self._main, name="runs", daemon=True)
                    self._thread.start()
                return
        otherwise()

    def _main(self) -> None:
        try:
            import asyncio  # noqa: PLC0415 - as above

            from playground.endpoints.event_loop import NamingLoop  # noqa: PLC0415 - as above

            with asyncio.Runner(loop_factory=NamingLoop) as runner:
                runner.run(self._serve())
        except Exception:  # noqa: BLE001 - a damaged installation: whoever waits for a run is told, now and later
            _log.exception("the thread of the runs broke down")
            with self._lock:
                self._broken, self._service = True, None
                waiting, self._waiting = self._waiting, []
            for _, otherwise in waiting:
                otherwise()

    async def _serve(self) -> None:
        import asyncio  # noqa: PLC0415 - as above

        from playground.runs.service import RunService  # noqa: PLC0415 - as above
        from playground.runs.side_process import SideProcess  # noqa: PLC0415 - as above
        from playground.runs.worker import Worker  # noqa: PLC0415 - as above

        worker, side = Worker("judge"), SideProcess()
        service = RunService(worker, side, self._recorder)
        loop, closing = asyncio.get_running_loop(), asyncio.Event()
        with self._lock:
            self._loop, self._closing, self._service = loop, closing, service
            for job, _ in self._waiting:
                loop.call_soon(job, service)
            self._waiting.clear()
            if self._closed:
                closing.set()
        try:
            await closing.wait()
        finally:
            await service.close()
            side.close()
            if not worker.close(_JUDGE_CLOSING):
                _log.error("the judge did not end in time")

"""Keys of endpoints: the only file that knows the system's keyring, and the only place where a key rests.

A keyring can hang for ever, ask the person for a password, lose what it took, or be absent. So every call goes through one
daemon thread, one at a time, under a time limit, and its result comes by Future: no caller ever waits inside these methods.
A key is looked for in this order: typed for this session, the keyring, the environment variable that the person named.
"""

import os
import queue
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, TypeVar
from urllib.parse import urlsplit

from playground.words.text import Text, text

SERVICE = "Repair Loop Playground"
TIME_LIMIT = 30.0  # seconds; a person may have to type the keyring's password meanwhile
_PORTS = {"http": 80, "https": 443}


class KeyState(StrEnum):
    """How it stands with the key of one endpoint."""

    NONE = "none"  # no key anywhere
    SAVED = "saved"  # in the keyring
    SESSION_ONLY = "session_only"  # typed; gone when the program ends
    FROM_ENVIRONMENT = "from_environment"
    LOCKED = "locked"
    UNAVAILABLE = "unavailable"
    TIMED_OUT = "timed_out"


@dataclass(frozen=True, slots=True)
class KeyOrigin:
    """What a key belongs to: it goes to this scheme, host and port, and to nothing else."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def key_origin(base_url: str) -> KeyOrigin | None:
    """The origin of a whole address ("https://api.example.org/v1"), or None if it is no http or https address."""
    try:
        parts = urlsplit(base_url.strip())
        scheme, host, port = parts.scheme.lower(), parts.hostname, parts.port
    except ValueError:
        return None
    if scheme not in _PORTS or not host:
        return None
    return KeyOrigin(scheme, host.lower().rstrip("."), port or _PORTS[scheme])


@dataclass(frozen=True, slots=True)
class KeyReport:
    """A state, the keyring's name where one was reached, and a sentence for people. No key is ever in it."""

    state: KeyState
    message: Text
    backend: str | None = None


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key, if there is one, and how it stands with it."""

    report: KeyReport
    key: str | None = field(default=None, repr=False)


class Backend(Protocol):
    """As much of a keyring as is used here."""

    @property
    def name(self) -> str:
        """What people call it."""

    def get_password(self, service: str, username: str) -> str | None:
        """The password, or None."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep the password."""

    def delete_password(self, service: str, username: str) -> None:
        """Drop the password."""


def system_keyring() -> Backend:
    """The keyring that the system offers; slow at its first call, so only the keyring's thread calls it."""
    import keyring  # noqa: PLC0415 - it loads backends and looks for a bus: not at the start of the program

    return keyring.get_keyring()


class KeyStore:
    """Finds, saves and forgets keys. Safe to call from any thread; ends with the process, nothing is left to close."""

    def __init__(
        self,
        backend: Callable[[], Backend] = system_keyring,
        *,
        environ: Mapping[str, str] = os.environ,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        self._backend = backend
        self._environ = environ
        self._session: dict[KeyOrigin, str] = {}
        self._session_lock = threading.Lock()
        self._thread = _OneAtATime("keyring", time_limit)

    def use_for_session(self, origin: KeyOrigin, key: str) -> KeyReport:
        """Keep a typed key until the program ends, and nowhere else. An empty key takes the session's key away."""
        key = key.strip()
        with self._session_lock:
            if key:
                self._session[origin] = key
            else:
                self._session.pop(origin, None)
        return _report(KeyState.SESSION_ONLY if key else KeyState.NONE, origin)

    def find(self, origin: KeyOrigin, variable: str | None = None) -> Future[FoundKey]:
        """The key of an endpoint; `variable` names the environment variable that the person chose for it, if any."""
        with self._session_lock:
            typed = self._session.get(origin)
        if typed:
            return _done(FoundKey(_report(KeyState.SESSION_ONLY, origin), typed))
        return self._thread.call(
            lambda: self._find_in_keyring(origin, variable),
            lambda: self._find_in_environment(origin, variable, _report(KeyState.TIMED_OUT, origin)),
        )

    def save(self, origin: KeyOrigin, key: str) -> Future[KeyReport]:
        """Save a key in the keyring and read it back. If that fails it stays for the session and the report says why."""
        key = key.strip()
        if not key:
            return self.forget(origin)
        self.use_for_session(origin, key)
        return self._thread.call(lambda: self._save(origin, key), lambda: _report(KeyState.TIMED_OUT, origin))

    def forget(self, origin: KeyOrigin) -> Future[KeyReport]:
        """Take a key out of the session and out of the keyring."""
        self.use_for_session(origin, "")
        return self._thread.call(lambda: self._forget(origin), lambda: _report(KeyState.TIMED_OUT, origin))

    def describe_keyring(self) -> Future[KeyReport]:
        """Name the keyring without touching a secret: whether a key can be saved at all, said before it is typed."""
        return self._thread.call(self._describe, lambda: KeyReport(KeyState.TIMED_OUT, text("store.keyring_timed_out")))

    # What follows runs on the keyring's thread.

    def _find_in_keyring(self, origin: KeyOrigin, variable: str | None) -> FoundKey:
        name: str | None = None
        try:
            backend = self._backend()
            name = backend.name
            key = backend.get_password(SERVICE, str(origin))
        except Exception as error:  # noqa: BLE001 - the one boundary: backends raise whatever they like
            return self._find_in_environment(origin, variable, _trouble(error, origin, name))
        if key:
            return FoundKey(_report(KeyState.SAVED, origin, name), key)
        return self._find_in_environment(origin, variable, _report(KeyState.NONE, origin, name))

    def _find_in_environment(self, origin: KeyOrigin, variable: str | None, otherwise: KeyReport) -> FoundKey:
        key = self._environ.get(variable, "").strip() if variable else ""
        if not variable or not key:
            return FoundKey(otherwise)
        message = text("store.key_from_environment", variable=variable, origin=str(origin))
        return FoundKey(KeyReport(KeyState.FROM_ENVIRONMENT, message), key)

    def _save(self, origin: KeyOrigin, key: str) -> KeyReport:
        name: str | None = None
        try:
            backend = self._backend()
            name = backend.name
            backend.set_password(SERVICE, str(origin), key)
            kept = backend.get_password(SERVICE, str(origin))
        except Exception as error:  # noqa: BLE001 - as above; its text is never used: it may quote the key
            return _trouble(error, origin, name)
        if kept != key:
            return KeyReport(KeyState.SESSION_ONLY, text("store.key_not_kept", backend=name, origin=str(origin)), name)
        self._end_session_copy(origin, key)
        return _report(KeyState.SAVED, origin, name)

    def _end_session_copy(self, origin: KeyOrigin, key: str) -> None:
        """The keyring is the one place from now on, unless another key has been typed meanwhile."""
        with self._session_lock:
            if self._session.get(origin) == key:
                del self._session[origin]

    def _forget(self, origin: KeyOrigin) -> KeyReport:
        name: str | None = None
        try:
            backend = self._backend()
            name = backend.name
            if backend.get_password(SERVICE, str(origin)) is not None:
                backend.delete_password(SERVICE, str(origin))
        except Exception as error:  # noqa: BLE001 - as above
            return _trouble(error, origin, name)
        return _report(KeyState.NONE, origin, name)

    def _describe(self) -> KeyReport:
        try:
            backend = self._backend()
            name, usable = backend.name, _seems_usable(backend)
        except Exception as error:  # noqa: BLE001 - as above
            return KeyReport(KeyState.UNAVAILABLE, text("store.keyring_unavailable", reason=type(error).__name__))
        if not usable:
            return KeyReport(KeyState.UNAVAILABLE, text("store.keyring_absent"), name)
        return KeyReport(KeyState.SAVED, text("store.keyring_named", backend=name), name)


_BACKENDS_THAT_KEEP_NOTHING = ("keyring.backends.fail", "keyring.backends.null")


def _seems_usable(backend: Backend) -> bool:
    return type(backend).__module__ not in _BACKENDS_THAT_KEEP_NOTHING


_MESSAGES = {
    KeyState.NONE: "store.key_none",
    KeyState.SAVED: "store.key_saved",
    KeyState.SESSION_ONLY: "store.key_session_only",
    KeyState.LOCKED: "store.key_locked",
    KeyState.UNAVAILABLE: "store.key_unavailable",
    KeyState.TIMED_OUT: "store.key_timed_out",
}


def _report(state: KeyState, origin: KeyOrigin, backend: str | None = None) -> KeyReport:
    if state is KeyState.SAVED and backend:
        return KeyReport(state, text(_MESSAGES[state], origin=str(origin), backend=backend), backend)
    return KeyReport(state, text(_MESSAGES[state], origin=str(origin)), backend)


def _trouble(error: Exception, origin: KeyOrigin, backend: str | None) -> KeyReport:
    # By name, because keyring's own classes must not be loaded for this, and wrong ones (ModuleNotFoundError) come too.
    locked = "Locked" in type(error).__name__
    report = _report(KeyState.LOCKED if locked else KeyState.UNAVAILABLE, origin)
    return replace(report, backend=backend)


def _done(found: FoundKey) -> Future[FoundKey]:
    future: Future[FoundKey] = Future()
    future.set_result(found)
    return future


_Result = TypeVar("_Result")


class _OneAtATime:
    """One daemon thread for calls that may never come back. A call that is too late gets its stand-in answer instead."""

    def __init__(self, name: str, time_limit: float) -> None:
        self._name = name
        self._time_limit = time_limit
        self._jobs: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._start_lock = threading.Lock()
        self._started = False

    def call(self, work: Callable[[], _Result], when_late: Callable[[], _Result]) -> Future[_Result]:
        """`work` on the thread, or `when_late` once the time limit is over; neither may raise."""
        future: Future[_Result] = Future()
        future.set_running_or_notify_cancel()  # from now on nobody can cancel it, so that setting the result never raises
        # Whoever takes the ticket settles the call; work that is late before it began is never begun.
        ticket = threading.Lock()
        late = threading.Event()

        def give_up() -> None:
            late.set()
            if ticket.acquire(blocking=False):
                future.set_result(when_late())

        timer = threading.Timer(self._time_limit, give_up)
        timer.daemon = True
        timer.name = f"{self._name} time limit"

        def job() -> None:
            if late.is_set():
                return
            result = work()
            if ticket.acquire(blocking=False):
                timer.cancel()
                future.set_result(result)

        timer.start()
        self._jobs.put(job)
        self._start()
        return future

    def _start(self) -> None:
        with self._start_lock:
            if not self._started:
                self._started = True
                threading.Thread(target=self._work, name=self._name, daemon=True).start()

    def _work(self) -> None:
        while True:
            self._jobs.get()()

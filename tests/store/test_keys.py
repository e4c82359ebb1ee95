"""Keys: where they are looked for, what happens with a keyring that fails, loses, locks or hangs, and that none is shown."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import TypeVar

import pytest
from keyring.backends import fail, null
from keyring.errors import InitError, KeyringLocked, NoKeyringError

from playground.store.keys import Backend, FoundKey, KeyOrigin, KeyReport, KeyState, KeyStore, key_origin

SECRET = "sk-never-shown-1234567890"
ORIGIN = KeyOrigin("https", "api.example.org", 443)
Result = TypeVar("Result")


def wait(future: Future[Result]) -> Result:
    return future.result(timeout=20)


class Memory:
    """A keyring that works."""

    name = "Memory"

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}
        self.threads: set[str] = set()

    def get_password(self, service: str, username: str) -> str | None:
        self.threads.add(threading.current_thread().name)
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.entries[service, username]


class Raising:
    """A keyring that answers every call with one exception, which quotes what it was given."""

    name = "Raising"

    def __init__(self, error: Callable[[str], Exception]) -> None:
        self.error = error

    def get_password(self, service: str, username: str) -> str | None:
        raise self.error(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise self.error(f"{service} {username} {password}")

    def delete_password(self, service: str, username: str) -> None:
        raise self.error(f"{service} {username}")


class Hanging(Memory):
    """A keyring that waits until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = threading.Event()
        self.calls = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.calls += 1
        self.let_go.wait(30)
        return super().get_password(service, username)


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    keyring = Hanging()
    yield keyring
    keyring.let_go.set()


def store(backend: Backend, environ: dict[str, str] | None = None, time_limit: float = 20) -> KeyStore:
    return KeyStore(lambda: backend, environ=environ or {}, time_limit=time_limit)


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://api.example.org/v1", "https://api.example.org:443"),
        ("https://API.Example.org.:443", "https://api.example.org:443"),
        (" http://127.0.0.1:8080/v1 ", "http://127.0.0.1:8080"),
        ("http://ai", "http://ai:80"),
        ("http://[::1]:8000/v1", "http://[::1]:8000"),
        ("https://user:secret@host/v1?key=secret#x", "https://host:443"),
    ],
)
def test_a_key_belongs_to_scheme_host_and_port(address: str, origin: str) -> None:
    assert str(key_origin(address)) == origin


@pytest.mark.parametrize(
    "address", ["", "api.example.org", "ftp://host", "https://", "http://host:port", "http://[::1", "http://h:99999"]
)
def test_what_is_no_address_has_no_origin(address: str) -> None:
    assert key_origin(address) is None


def test_a_saved_key_is_found_for_its_origin_and_for_no_other() -> None:
    backend = Memory()
    keys = store(backend)
    saved = wait(keys.save(ORIGIN, f"  {SECRET}\n"))
    assert (saved.state, saved.backend) == (KeyState.SAVED, "Memory")
    assert backend.entries == {("Repair Loop Playground", "https://api.example.org:443"): SECRET}

    assert wait(keys.find(ORIGIN)).key == SECRET
    for other in (
        KeyOrigin("http", "api.example.org", 443),
        KeyOrigin("https", "api.example.org", 8443),
        KeyOrigin("https", "example.org", 443),
    ):
        assert wait(keys.find(other)) == FoundKey(KeyReport(KeyState.NONE, wait(keys.find(other)).report.message, "Memory"))


def test_keys_are_looked_for_in_their_order() -> None:
    backend = Memory()
    keys = store(backend, {"EXAMPLE_KEY": "from the environment"})
    found = wait(keys.find(ORIGIN, "EXAMPLE_KEY"))
    assert (found.report.state, found.key) == (KeyState.FROM_ENVIRONMENT, "from the environment")

    wait(keys.save(ORIGIN, "from the keyring"))
    found = wait(keys.find(ORIGIN, "EXAMPLE_KEY"))
    assert (found.report.state, found.key) == (KeyState.SAVED, "from the keyring")

    keys.use_for_session(ORIGIN, "typed")
    found = wait(keys.find(ORIGIN, "EXAMPLE_KEY"))
    assert (found.report.state, found.key) == (KeyState.SESSION_ONLY, "typed")

    keys.use_for_session(ORIGIN, "")
    assert wait(keys.find(ORIGIN, "EXAMPLE_KEY")).key == "from the keyring"


def test_an_environment_variable_is_only_read_when_it_was_named() -> None:
    keys = store(Memory(), {"OPENAI_API_KEY": SECRET, "EMPTY": " "})
    assert wait(keys.find(ORIGIN)).key is None
    assert wait(keys.find(ORIGIN, "EMPTY")).key is None
    assert wait(keys.find(ORIGIN, "NOT_SET")).report.state is KeyState.NONE


def test_a_forgotten_key_is_gone_everywhere() -> None:
    backend = Memory()
    keys = store(backend)
    wait(keys.save(ORIGIN, SECRET))
    keys.use_for_session(ORIGIN, SECRET)
    assert wait(keys.forget(ORIGIN)).state is KeyState.NONE
    assert (wait(keys.find(ORIGIN)).key, backend.entries) == (None, {})
    assert wait(keys.forget(ORIGIN)).state is KeyState.NONE


def test_saving_an_empty_key_forgets_it() -> None:
    keys = store(Memory())
    wait(keys.save(ORIGIN, SECRET))
    assert wait(keys.save(ORIGIN, " ")).state is KeyState.NONE
    assert wait(keys.find(ORIGIN)).key is None


def test_a_keyring_that_loses_what_it_took_is_found_out() -> None:
    keys = store(null.Keyring())  # type: ignore[no-untyped-call]  # keyring's backends carry no types
    saved = wait(keys.save(ORIGIN, SECRET))
    assert (saved.state, saved.message.id) == (KeyState.SESSION_ONLY, "store.key_not_kept")
    found = wait(keys.find(ORIGIN))
    assert (found.key, found.report.state) == (SECRET, KeyState.SESSION_ONLY)


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (KeyringLocked, KeyState.LOCKED),
        (InitError, KeyState.UNAVAILABLE),
        (NoKeyringError, KeyState.UNAVAILABLE),
        (ModuleNotFoundError, KeyState.UNAVAILABLE),
        (OSError, KeyState.UNAVAILABLE),
    ],
)
def test_a_keyring_that_fails_leaves_the_key_for_the_session(error: Callable[[str], Exception], state: KeyState) -> None:
    keys = store(Raising(error), {"EXAMPLE_KEY": "from the environment"})
    assert wait(keys.find(ORIGIN)).report.state is state
    assert wait(keys.find(ORIGIN, "EXAMPLE_KEY")).key == "from the environment"

    saved = wait(keys.save(ORIGIN, SECRET))
    assert (saved.state, SECRET in repr(saved)) == (state, False)
    assert wait(keys.find(ORIGIN)).key == SECRET
    assert wait(keys.forget(ORIGIN)).state is state


def test_a_machine_without_a_keyring_is_said_beforehand() -> None:
    keys = store(fail.Keyring())  # type: ignore[no-untyped-call]  # keyring's backends carry no types
    assert wait(keys.describe_keyring()).message.id == "store.keyring_absent"
    assert wait(keys.save(ORIGIN, SECRET)).state is KeyState.UNAVAILABLE
    assert wait(keys.find(ORIGIN)).key == SECRET


def test_a_keyring_that_cannot_even_be_loaded() -> None:
    def broken() -> Backend:
        raise ModuleNotFoundError("no such backend")

    keys = KeyStore(broken, environ={})
    assert wait(keys.describe_keyring()).state is KeyState.UNAVAILABLE
    assert wait(keys.save(ORIGIN, SECRET)).state is KeyState.UNAVAILABLE


def test_the_keyring_is_named_without_touching_a_secret() -> None:
    backend = Memory()
    report = wait(store(backend).describe_keyring())
    assert (report.state, report.backend, backend.threads) == (KeyState.SAVED, "Memory", set())


def test_a_hanging_keyring_is_given_up_and_the_key_still_serves(hanging: Hanging) -> None:
    keys = store(hanging, {"EXAMPLE_KEY": "from the environment"}, time_limit=0.05)
    saving = keys.save(ORIGIN, SECRET)
    asked_next = keys.find(KeyOrigin("http", "other", 80), "EXAMPLE_KEY")
    assert wait(saving).state is KeyState.TIMED_OUT
    assert wait(asked_next).key == "from the environment"
    assert wait(keys.find(ORIGIN)).key == SECRET
    # What was given up before it began is never begun: only the first call reached the keyring.
    assert hanging.calls == 1


def test_calls_go_through_one_thread_one_at_a_time() -> None:
    backend = Memory()
    keys = store(backend)
    for future in [keys.find(ORIGIN) for _ in range(20)]:
        wait(future)
    assert backend.threads == {"keyring"}
    thread = next(thread for thread in threading.enumerate() if thread.name == "keyring")
    assert thread.daemon


def test_no_key_stands_in_any_representation() -> None:
    keys = store(Memory())
    keys.use_for_session(ORIGIN, SECRET)
    found = wait(keys.find(ORIGIN))
    assert found.key == SECRET
    assert SECRET not in repr(found) + repr(keys) + repr(found.report)

"""What every test stands on: no screen unless asked for, no person's keyring, no person's folders."""

import os
from pathlib import Path

import keyring
import keyring.backend
import keyring.errors
import pytest
from hypothesis import settings

settings.register_profile("everywhere", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)  # a landing never depends on a draw


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--onscreen", action="store_true", help="show the windows of the tests on the screen")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("ci" if os.environ.get("CI") else "everywhere")
    if not config.getoption("--onscreen"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"


class MemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring that lasts as long as its test."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # keyring has no types here
        self._passwords: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self._passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._passwords[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self._passwords:
            raise keyring.errors.PasswordDeleteError(username)
        del self._passwords[service, username]


@pytest.fixture(autouse=True)
def _own_keyring_and_folders(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("PLAYGROUND_HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "xdg"))  # where Qt's file dialog remembers its folders
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(variable, raising=False)
    if request.node.get_closest_marker("real_keyring") is None:
        keyring.set_keyring(MemoryKeyring())

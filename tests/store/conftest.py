import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "real_keyring: uses the system's own keyring, in a session of its own")

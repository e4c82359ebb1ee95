"""The lock: everything that is asked for is in it, pinned and hashed, for every system, and it names no server."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.scripts import FOLDER, ROOT

LOCK = (FOLDER / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# An entry is its first line, and one line for each hash.
ENTRIES = [entry.replace("\\\n", "") for entry in re.split(r"\n(?=[a-z0-9])", LOCK.strip())]
LOCKED = {canonicalize_name(entry.partition("==")[0]): Requirement(entry.partition("--hash")[0].strip()) for entry in ENTRIES}
WANTED_BESIDE = [
    line for line in (FOLDER / "requirements.in").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
]


@pytest.mark.parametrize(
    "line",
    [
        *PROJECT["project"]["dependencies"],
        *PROJECT["build-system"]["requires"],
        *PROJECT["dependency-groups"]["dev"],
        *WANTED_BESIDE,
    ],
)
def test_what_is_asked_for_is_locked(line: str) -> None:
    wanted = Requirement(line)
    locked = LOCKED[canonicalize_name(wanted.name)]
    (pin,) = locked.specifier
    assert wanted.specifier.contains(pin.version, prereleases=True)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.partition("==")[0])
def test_each_entry_is_one_version_with_its_hashes(entry: str) -> None:
    assert re.fullmatch(r"[a-z0-9._-]+==[\w.+!]+( ; [^-]+?)?\s+(--hash=sha256:[0-9a-f]{64}\s*)+", entry), entry[:200]


def test_the_lock_serves_other_systems_too() -> None:
    markers = {str(name): str(requirement.marker) for name, requirement in LOCKED.items() if requirement.marker is not None}
    assert "win32" in markers["pywin32-ctypes"]
    assert "darwin" in markers["macholib"]
    assert "linux" in markers["secretstorage"]


def test_the_lock_names_no_server() -> None:
    assert not re.search(r"https?:|index-url|find-links|trusted-host|file:", LOCK)

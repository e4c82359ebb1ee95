"""What a machine lacks is installed by root through apt-get (here one that only plays it), and said to everyone else."""

import os
import shutil
from pathlib import Path

import pytest

from tests.packaging.scripts import load

machine = load("machine")
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has neither apt-get nor Qt's system libraries")
NEED = machine.Need("program", "no-such-screen", "no-such-package")
OTHER = machine.Need("program", "no-such-bus", "another-package")
# Knows no package before it was told to look for them, as on a new machine.
APT_GET = """#!/bin/sh
echo "$@" >> {folder}/log
if [ "$1" = update ]; then touch {folder}/updated; exit 0; fi
[ -e {folder}/updated ] || {{ echo "E: Unable to locate package" >&2; exit 100; }}
printf '#!/bin/sh\\n' > {folder}/no-such-screen
chmod +x {folder}/no-such-screen
"""


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "touch", "chmod"):
        (folder / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    monkeypatch.setenv("PATH", str(folder))
    return folder


def put(folder: Path, name: str, text: str = "#!/bin/sh\n") -> None:
    (folder / name).write_text(text, encoding="ascii")
    (folder / name).chmod(0o755)


def be(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: number)


def test_what_is_there_is_not_missing() -> None:
    assert machine.missing(machine.VENV) == []


@posix_only
def test_root_gets_it_installed(programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    put(programs, "apt-get", APT_GET.format(folder=programs))
    be(0, monkeypatch)
    machine.provide([NEED])
    install = "install -y -q --no-install-recommends no-such-package"
    assert (programs / "log").read_text(encoding="ascii").splitlines() == [install, "update -q", install]
    assert capsys.readouterr().err == "Installing what this machine lacks: no-such-package.\n"


@posix_only
def test_root_is_told_what_cannot_be_installed(
    programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(programs, "apt-get", "#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
    be(0, monkeypatch)
    with pytest.raises(SystemExit) as ended:
        machine.provide([NEED])
    said = capsys.readouterr().err
    assert ended.value.code == 1
    assert "E: no network" in said
    assert "This machine lacks no-such-screen." in said
    assert "\n    apt-get install -y --no-install-recommends no-such-package\n" in said


@posix_only
@pytest.mark.parametrize(
    ("also", "command"),
    [
        ("sudo", "    sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends another-package no-such-package'"),
        ("doas", "    su -c 'apt-get update && apt-get install -y --no-install-recommends another-package no-such-package'"),
    ],
)
def test_others_are_told_the_one_command(
    also: str, command: str, programs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(programs, "apt-get", APT_GET.format(folder=programs))
    put(programs, also)
    be(1000, monkeypatch)
    with pytest.raises(SystemExit):
        machine.provide([NEED, OTHER])
    assert command in capsys.readouterr().err.splitlines()
    assert not (programs / "log").exists()


@posix_only
def test_other_systems_are_told_what_is_missing(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        machine.provide([NEED])
    assert capsys.readouterr().err == (
        "This machine lacks no-such-screen. Install what is missing with your system's package manager, then try again.\n"
    )
    assert list(programs.iterdir())


@posix_only
def test_a_wish_stops_nothing(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(programs, "no-such-screen")
    machine.provide([NEED], wishes=[OTHER])
    assert capsys.readouterr().err.startswith("This machine lacks no-such-bus, so what needs it is left out. ")

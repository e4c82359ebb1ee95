"""`pip install .`: the wheel holds the program and its data files, and runs from where it is unpacked."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from playground import __version__
from tests.packaging.scripts import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_every_data_file_travels_inside(wheel: Path) -> None:
    resources = ROOT / "resources"
    expected = {
        f"playground/_resources/{path.relative_to(resources).as_posix()}" for path in resources.rglob("*") if path.is_file()
    }
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name for name in names if "/_resources/" in name} == expected
    head = f"repair_loop_playground-{__version__}.dist-info"
    assert {f"{head}/licenses/LICENSE", f"{head}/licenses/THIRD-PARTY-NOTICES.md", f"{head}/entry_points.txt"} <= names
    assert not [name for name in names if not name.startswith(("playground/", head)) or "__pycache__" in name]


def test_it_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
        entry_points = archive.read(f"repair_loop_playground-{__version__}.dist-info/entry_points.txt").decode()
    assert "playground = playground.cli:main" in entry_points.splitlines()
    lesson = next((tmp_path / "playground" / "_resources" / "lessons").glob("01-*/fr.json"))
    program = "import playground.cli, sys; assert 'checkout' not in sys.modules; sys.exit(playground.cli.main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "run", str(lesson), "--language", "fr"],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)}, capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "essai" in done.stderr.lower()

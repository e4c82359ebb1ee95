"""The bundled fonts and icons: each can be used, under the name that the window asks for, and its licence is there."""

import json
from typing import Any

import pytest
from PySide6.QtGui import QFontDatabase
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from playground.resources import resource

FAMILIES: list[dict[str, Any]] = json.loads(resource("fonts", "fonts.json").read_text(encoding="utf-8"))["families"]
ICONS = sorted(resource("icons", "lucide").glob("*.svg"))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family["family"])
def test_fonts_load_under_their_family(family: dict[str, Any], qtbot: QtBot) -> None:
    assert "SIL OPEN FONT LICENSE" in resource("fonts", family["licence_file"]).read_text(encoding="utf-8").upper()
    for entry in family["files"]:
        number = QFontDatabase.addApplicationFont(str(resource("fonts", entry["file"])))
        assert family["family"] in QFontDatabase.applicationFontFamilies(number)


def test_fonts_stay_small() -> None:
    assert sum(path.stat().st_size for path in resource("fonts").rglob("*")) < 15_000_000


def test_icons_can_be_drawn_and_tinted() -> None:
    assert "ISC License" in resource("icons", "lucide", "LICENSE").read_text(encoding="utf-8")
    assert len(ICONS) > 40
    for path in ICONS:
        svg = path.read_text(encoding="utf-8")
        assert 'stroke="currentColor"' in svg
        assert QSvgRenderer(svg.replace("currentColor", "#123456").encode()).isValid()

"""The slider of the ending: rows made from the schema, choices sent as endings."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground.repair.fallbacks import find_stops
from playground.repair.scenario import Ending, EndingKind
from playground.repair.stops import Stop, StopKind
from playground.verdict.schema import check
from playground.window.appearance import Appearance
from playground.window.ending.chooser import EndingChooser
from playground.window.ending.rows import find_row, make_rows
from playground.window.theme import ThemeName
from playground.window.words_in_window import Wording
from playground.words.language import Language


def _stops(*values: str, language: Language = Language.ENGLISH) -> tuple[Stop, ...]:
    schema = {"type": "object", "required": ["answer"], "properties": {"answer": {"enum": list(values)}}}
    return find_stops(check(json.dumps(schema), assert_formats=True), language)


@pytest.fixture
def chooser(qtbot: QtBot, qapp: QApplication) -> EndingChooser:
    made = EndingChooser(Appearance(qapp, theme=ThemeName.LIGHT), Wording(Language.ENGLISH))
    qtbot.addWidget(made)
    made.resize(320, 420)
    made.show_ending(_stops("yes", "no"), Ending(), 3)
    made.show()
    return made


def _kinds(chooser: EndingChooser) -> list[StopKind]:
    return [row.kind for row in chooser.slider.rows]


def test_the_stops_come_from_the_schema(chooser: EndingChooser) -> None:
    assert _kinds(chooser) == [StopKind.ERROR, StopKind.UNKNOWN, StopKind.ENUM, StopKind.ENUM, StopKind.BEST, StopKind.OWN]
    assert [row.label for row in chooser.slider.rows][1:4] == ['{"answer": "unknown"}', '{"answer": "yes"}', '{"answer": "no"}']
    assert [row.warns for row in chooser.slider.rows][1:4] == [False, True, True]
    assert chooser.slider.value() == 0


def test_the_keyboard_chooses_a_fallback(qtbot: QtBot, chooser: EndingChooser) -> None:
    with qtbot.waitSignal(chooser.chosen) as signal:
        qtbot.keyClick(chooser.slider, Qt.Key.Key_Down)
    assert signal.args == [Ending(EndingKind.FALLBACK, '{"answer": "unknown"}')]
    assert chooser.slider.accessibleDescription() == '{"answer": "unknown"} safe, not an answer'


def test_home_goes_back_to_the_error(qtbot: QtBot, chooser: EndingChooser) -> None:
    qtbot.keyClick(chooser.slider, Qt.Key.Key_End)
    with qtbot.waitSignal(chooser.chosen) as signal:
        qtbot.keyClick(chooser.slider, Qt.Key.Key_Home)
    assert signal.args == [Ending()]


def test_a_click_chooses_the_best_attempt(qtbot: QtBot, chooser: EndingChooser) -> None:
    row = _kinds(chooser).index(StopKind.BEST)
    height = chooser.slider.height() // len(chooser.slider.rows)
    with qtbot.waitSignal(chooser.chosen) as signal:
        position = chooser.slider.rect().topLeft()
        position.setX(60)
        position.setY(row * height + height // 2)
        qtbot.mouseClick(chooser.slider, Qt.MouseButton.LeftButton, pos=position)
    assert signal.args == [Ending(EndingKind.BEST_ATTEMPT)]


def test_ones_own_value_stays_ones_own_while_it_is_typed(qtbot: QtBot, chooser: EndingChooser) -> None:
    qtbot.keyClick(chooser.slider, Qt.Key.Key_End)
    assert chooser.own.isVisible()
    chooser.own.editor.selectAll()
    with qtbot.waitSignal(chooser.chosen):
        chooser.own.editor.insertPlainText('{"answer": "no"}')
    assert chooser.ending == Ending(EndingKind.FALLBACK, '{"answer": "no"}')
    assert chooser.slider.value() == chooser.slider.maximum()


def test_showing_is_not_choosing(qtbot: QtBot, chooser: EndingChooser) -> None:
    with qtbot.assertNotEmitted(chooser.chosen):
        chooser.show_ending(_stops("yes", "no"), Ending(EndingKind.FALLBACK, '{"answer": "no"}'), 2)
    assert chooser.slider.value() == 3


def test_a_long_enum_becomes_a_list(qtbot: QtBot, chooser: EndingChooser) -> None:
    currencies = ["AUD", "CAD", "CHF", "EUR", "GBP", "JPY", "PLN", "USD"]
    chooser.show_ending(_stops(*currencies), Ending(), 3)
    assert _kinds(chooser).count(StopKind.ENUM) == 1
    assert not chooser.values.isVisible()
    chooser.slider.setValue(_kinds(chooser).index(StopKind.ENUM))
    assert chooser.values.isVisible()
    with qtbot.waitSignal(chooser.chosen) as signal:
        chooser.values.setCurrentIndex(5)
    assert signal.args == [Ending(EndingKind.FALLBACK, '{"answer": "JPY"}')]


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        pytest.param(Ending(), StopKind.ERROR, id="error"),
        pytest.param(Ending(EndingKind.BEST_ATTEMPT), StopKind.BEST, id="best"),
        pytest.param(Ending(EndingKind.FALLBACK, '{"answer": "yes"}'), StopKind.ENUM, id="a value of the schema"),
        pytest.param(Ending(EndingKind.FALLBACK, '{"answer": "perhaps"}'), StopKind.OWN, id="a value that no row offers"),
        pytest.param(Ending(EndingKind.FALLBACK, "broken"), StopKind.OWN, id="no JSON"),
    ],
)
def test_an_ending_stands_on_its_row(ending: Ending, kind: StopKind) -> None:
    rows = make_rows(_stops("yes", "no"))
    assert rows[find_row(rows, ending)].kind is kind
